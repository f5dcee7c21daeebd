import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSources
@testable import AssetKitBase

@Suite("Reading ahead")
struct ReadAheadTests {
    /// Bytes that say where they lie; those behind a limit cannot be read, nor can what reaches beyond it.
    private final class CountingSource: AKByteSource {
        struct Failure: Error {}

        private let limit: Int64
        let calls = Lock(0)

        init(limit: Int64) { self.limit = limit }

        var length: Int64? { nil }

        func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            calls.withLock { $0 += 1 }
            guard offset + Int64(buffer.count) <= limit else { throw Failure() }
            for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: (offset + Int64(index)) / 3) }
            return buffer.count
        }
    }

    /// Reads all of a sample, as a reader does.
    private func isRight(_ ahead: ReadAhead, at offset: Int64, count: Int) throws -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { buffer.deallocate() }
        var filled = 0
        while filled < count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let read = try ahead.read(at: offset + Int64(filled), into: rest)
            try #require(read > 0 && read <= rest.count)
            filled += read
        }
        return buffer.indices.allSatisfy {
            buffer[$0] == UInt8(truncatingIfNeeded: (offset + Int64($0)) / 3)
        }
    }

    @Test("samples one behind the other take few calls, and have their own bytes")
    func sequence() throws {
        let source = CountingSource(limit: .max)
        let ahead = ReadAhead(source)
        var offset: Int64 = 100
        for number in 0..<2000 {
            let count = 200 + number * 37 % 500
            #expect(try isRight(ahead, at: offset, count: count))
            offset += Int64(count)
        }
        #expect(source.calls.withLock { $0 } < 40)
    }

    @Test("samples anywhere, of any size, have their own bytes")
    func anywhere() throws {
        let ahead = ReadAhead(CountingSource(limit: .max))
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let offset = Int64.random(in: 0..<200_000, using: &random)
            #expect(try isRight(ahead, at: offset, count: Int.random(in: 1..<40_000, using: &random)))
        }
    }

    @Test("what cannot be read fails those samples only that lie there")
    func failing() throws {
        let ahead = ReadAhead(CountingSource(limit: 50_000))
        for number in 0..<100 { #expect(try isRight(ahead, at: Int64(number) * 500, count: 500)) }
        #expect(throws: CountingSource.Failure.self) { try isRight(ahead, at: 50_000, count: 500) }
    }
}
