public import AssetKitBase
internal import AssetKitFFmpeg
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Writes each picture that is shown into a file of its own. An addition to AVFoundation.
///
/// ```swift
/// let target = try AKPictureFilesTarget(pattern: "frames/%05d.png")
/// try target.open(CGSize(width: 640, height: 360)) { _ in }
/// // How many files there are.
/// print(target.count)
/// ```
///
/// Files are counted from 1. They are PNG, JPEG or WebP by their ending, and each appears when it is complete.
public final class AKPictureFilesTarget: AKVideoTarget {
    private enum Kind: String {
        case png, jpg, jpeg, webp
    }

    private let pattern: FileNamePattern
    private let kind: Kind
    private let overwrites: Bool
    private let written = Protected(0)

    /// Will write files of a pattern: a path with one place for the number, `%d`, or `%05d` for five digits at least. Where there
    /// is a file of such a name already, the picture is refused unless it `overwrites`.
    ///
    /// - Throws: An ``AVError`` where the pattern has no place for a number, or an ending that is none of `.png`, `.jpg`,
    ///   `.jpeg` and `.webp`.
    public init(pattern: String, overwrites: Bool = false) throws(AVError) {
        guard let parsed = FileNamePattern(pattern) else {
            throw AVError(
                .invalidOutputURLPathExtension,
                "pictures cannot be written to '\(pattern)': it needs one place for their numbers, such as %05d"
            )
        }
        guard let kind = Kind(rawValue: parsed.pathExtension) else {
            throw AVError(
                .invalidOutputURLPathExtension,
                "pictures cannot be written to '\(pattern)': names end with .png, .jpg, .jpeg or .webp"
            )
        }
        (self.pattern, self.kind, self.overwrites) = (parsed, kind, overwrites)
    }

    /// How many files it has written.
    public var count: Int { written.withLock { $0 } }

    /// Pictures of their own size, as good as still images.
    public var wish: AKVideoTargetWish { AKVideoTargetWish(isExact: true) }

    public func open(_ size: CGSize, events: @escaping @Sendable (AKVideoTargetEvent) -> Void) throws {}

    /// - Throws: An ``AVError`` that names the file.
    public func present(_ picture: CVPixelBuffer, itemTime: CMTime, hostTime: Int64) throws {
        let path = pattern.path(count + 1)
        guard let data = Self.image(of: picture).flatMap(encode) else {
            throw AVError(.encodeFailed, "cannot write '\(path)': the picture cannot be encoded")
        }
        let file = try TargetFile(for: path, replaces: overwrites)
        try data.withUnsafeBytes { try file.write($0, at: 0) }
        try file.publish()
        written.withLock { $0 += 1 }
    }

    public func clear() {}

    public func close() {}

    private func encode(_ image: CGImage) -> Data? {
        switch kind {
        case .png: image.akPNGData()
        case .jpg, .jpeg: image.akJPEGData(quality: 0.9)
        case .webp: image.akWebPData(quality: 0.9)
        }
    }

    /// A copy of the pixels: transparency is none of a player's pictures.
    private static func image(of picture: CVPixelBuffer) -> CGImage? {
        guard CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA else { return nil }
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let bytesPerRow = CVPixelBufferGetBytesPerRow(picture)
        guard let base = CVPixelBufferGetBaseAddress(picture) else { return nil }
        let bytes = Data(bytes: base, count: (height - 1) * bytesPerRow + width * 4)
        guard let space = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
        return CGDataProvider(data: bytes + Data(count: bytesPerRow - width * 4)).flatMap { provider in
            CGImage(
                width: width,
                height: height,
                bitsPerComponent: 8,
                bitsPerPixel: 32,
                bytesPerRow: bytesPerRow,
                space: space,
                bitmapInfo: [
                    .byteOrder32Little, CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue),
                ],
                provider: provider,
                decode: nil,
                shouldInterpolate: true,
                intent: .defaultIntent
            )
        }
    }
}
