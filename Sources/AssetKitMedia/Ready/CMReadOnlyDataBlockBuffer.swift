public import Foundation

/// Bytes that nobody changes any more, so that they may go from one task to another.
///
/// SAFETY: who makes one hands the block buffer over and keeps no way to write to it.
public struct CMReadOnlyDataBlockBuffer: @unchecked Sendable {
    private let buffer: CMBlockBuffer

    /// Copies bytes.
    public init(_ data: Data) throws {
        buffer = try CMBlockBuffer(length: data.count)
        try data.withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
    }

    /// Takes a block buffer over. From then on nobody may write to it: the compiler cannot see to that.
    public init(unsafeBlockBuffer: sending CMBlockBuffer) {
        buffer = unsafeBlockBuffer
    }

    /// How many bytes there are.
    public var count: Int { buffer.dataLength }

    /// There are no bytes.
    public var isEmpty: Bool { count == 0 }

    /// A copy of the bytes.
    public func dataBytes() throws -> Data { try buffer.dataBytes() }

    /// Lends the bytes, joined where they lie in several places.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try buffer.withContiguousStorage(body)
    }

    /// Lends the block buffer. It must not be written to, nor kept.
    public func withUnsafeBlockBuffer<Result, Failure: Error>(
        _ body: (CMBlockBuffer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(buffer)
    }
}
