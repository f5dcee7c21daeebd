import Synchronization

@testable import AssetKit
@testable import AssetKitBase

/// Bytes made on the spot, so that files of any size can be read without storing them; counts what is asked.
final class ISOMadeSource: AKByteSource {
    let length: Int64?
    private let make: @Sendable (Int64, UnsafeMutableRawBufferPointer) -> Int

    /// `make` fills a buffer from an offset on and answers how many bytes that were.
    init(length: Int64?, make: @escaping @Sendable (Int64, UnsafeMutableRawBufferPointer) -> Int) {
        self.length = length
        self.make = make
    }

    /// The bytes of an array, at most `step` at a time, with or without telling the length.
    convenience init(_ bytes: [UInt8], step: Int = .max, tellsLength: Bool = true) {
        self.init(length: tellsLength ? Int64(bytes.count) : nil) { offset, buffer in
            guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
            let count = min(step, buffer.count, bytes.count - Int(offset))
            buffer.copyBytes(from: bytes[Int(offset)..<Int(offset) + count])
            return count
        }
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int { make(offset, buffer) }
}

/// A source that fails at some place.
final class ISOFailingSource: AKByteSource {
    struct Failure: Error, Equatable {}

    private let bytes: [UInt8]
    private let failing: Int64

    init(_ bytes: [UInt8], failingFrom offset: Int64) {
        self.bytes = bytes
        failing = offset
    }

    var length: Int64? { Int64(bytes.count) }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset < failing else { throw Failure() }
        let count = min(buffer.count, Int(failing - offset), bytes.count - Int(offset))
        buffer.copyBytes(from: bytes[Int(offset)..<Int(offset) + count])
        return count
    }
}
