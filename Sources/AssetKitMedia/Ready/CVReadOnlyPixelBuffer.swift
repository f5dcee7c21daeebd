public import AssetKitBase

/// A picture in memory that nobody changes any more, so that it may go from one task to another.
///
/// ```swift
/// var made: CVPixelBuffer?
/// CVPixelBufferCreate(nil, 640, 360, kCVPixelFormatType_32BGRA, nil, &made)
/// guard let buffer = made else { return }
/// // Draw into the buffer here: once it is handed over, nobody may.
/// let picture = CVReadOnlyPixelBuffer(unsafeBuffer: buffer)
/// print(picture.withUnsafeBuffer { CVPixelBufferGetWidth($0) })
/// ```
///
/// SAFETY: who makes one hands the picture over and keeps no way to write to it; reading locks by itself.
public struct CVReadOnlyPixelBuffer: @unchecked Sendable {
    private let buffer: CVPixelBuffer

    /// Takes a picture over. From then on nobody may write to it: the compiler cannot see to that.
    public init(unsafeBuffer: sending CVPixelBuffer) {
        buffer = unsafeBuffer
    }

    /// Lends the picture as the functions of Core Video take it. It must not be written to, nor kept.
    public func withUnsafeBuffer<Result, Failure: Error>(
        _ body: (CVPixelBuffer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(buffer)
    }

    /// Lends the bytes of one plane (0 for packed formats); nil where there is no such plane.
    public func akWithPlane<Result>(_ plane: Int, _ body: (RawSpan) throws -> Result) rethrows -> Result? {
        try buffer.akWithPlane(plane, body)
    }

    /// The four-character code of the pixel format.
    public var pixelFormatType: OSType { CVPixelBufferGetPixelFormatType(buffer) }
}
