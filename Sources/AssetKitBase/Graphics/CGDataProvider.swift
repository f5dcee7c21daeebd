public import Foundation

/// Called once when nobody needs the bytes any more: the info given at the start, the bytes and their count.
public typealias CGDataProviderReleaseDataCallback = @Sendable (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// Bytes that images share.
///
/// SAFETY: every property is set before `init` returns; the bytes are only read. Whoever lends foreign memory promises
/// to leave it alone until the release callback, as on Apple's systems.
public final class CGDataProvider: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    private let release: () -> Void
    /// The pointer given at the start.
    public let info: UnsafeMutableRawPointer?

    private init(bytes: UnsafeRawBufferPointer, info: UnsafeMutableRawPointer?, release: @escaping () -> Void) {
        self.bytes = bytes
        self.info = info
        self.release = release
    }

    /// Makes a provider of a copy of `data`.
    public convenience init?(data: CFData) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 64)
        data.withUnsafeBytes { copy.copyMemory(from: $0) }
        self.init(bytes: UnsafeRawBufferPointer(copy), info: nil) { copy.deallocate() }
    }

    /// Lends memory without copying it. It must stay as it is until `releaseData` is called; nil for a negative size.
    public convenience init?(
        dataInfo info: UnsafeMutableRawPointer?,
        data: UnsafeRawPointer,
        size: Int,
        releaseData: @escaping CGDataProviderReleaseDataCallback
    ) {
        guard size >= 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: data, count: size)
        self.init(bytes: bytes, info: info) { releaseData(info, data, size) }
    }

    /// Makes a provider of a file's contents; nil where it cannot be read.
    public convenience init?(url: CFURL) {
        guard let data = try? Data(contentsOf: url) else { return nil }
        self.init(data: data)
    }

    deinit { release() }

    /// How many bytes there are.
    package var byteCount: Int { bytes.count }

    /// A copy of the bytes.
    public var data: CFData? { Data(bytes) }

    /// Lends the bytes for the length of one call.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes)
    }
}
