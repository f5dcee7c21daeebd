import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("A source that cannot go back")
struct StreamMemoryTests {
    /// Gives bytes that count up from 0, in pieces of seven.
    private struct Counting {
        let length: Int
        var place = 0

        mutating func next() -> [UInt8] {
            let count = min(7, length - place)
            defer { place += count }
            return (place..<place + count).map { UInt8(truncatingIfNeeded: $0) }
        }
    }

    private func bytes(_ memory: inout StreamMemory, _ source: inout Counting, at offset: Int, count: Int) throws
        -> [UInt8]
    {
        var result: [UInt8] = []
        while result.count < count {
            var piece = [UInt8](repeating: 0, count: count - result.count)
            let got = try piece.withUnsafeMutableBytes { buffer in
                try memory.read(at: Int64(offset + result.count), into: buffer) { source.next() }
            }
            guard got > 0 else { break }
            result += piece.prefix(got)
        }
        return result
    }

    @Test("is read in order to its end, however long, and from its beginning again")
    func reading() throws {
        var memory = StreamMemory(headLimit: 40, tailLimit: 20)
        var source = Counting(length: 250)
        #expect(try bytes(&memory, &source, at: 0, count: 30) == Array(0..<30))
        #expect(try bytes(&memory, &source, at: 100, count: 10) == Array(100..<110))
        #expect(try bytes(&memory, &source, at: 5, count: 35) == Array(5..<40))
        #expect(try bytes(&memory, &source, at: 95, count: 20) == Array(95..<115))
        #expect(try bytes(&memory, &source, at: 240, count: 99) == Array(240..<250))
        #expect(try bytes(&memory, &source, at: 250, count: 1).isEmpty)
        let error = #expect(throws: StreamMemory.TooFarBack.self) { try bytes(&memory, &source, at: 60, count: 1) }
        #expect(error?.reason.contains("copy it to a file first") == true)
    }
}
