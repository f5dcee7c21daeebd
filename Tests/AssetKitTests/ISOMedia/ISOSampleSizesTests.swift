import AssetKitISOMedia
import Testing

@Suite("ISO media: sizes of samples")
struct ISOSampleSizesTests {
    /// Lists of sizes that are kept in different ways: equal ones, small ones, large ones, and one behind the other.
    static let lists: [[UInt32]] = [
        [],
        [7],
        Array(repeating: 5, count: 100),
        (0..<200).map { 100 + $0 * 37 % 91 },
        (0..<300).map { $0 == 150 ? 70_000 : 100 + $0 * 37 % 91 },
        Array(repeating: 9, count: 40) + (0..<70).map { $0 * 3 } + Array(repeating: 9, count: 33) + [1, 1, 2],
        (0..<70).map { $0 % 3 } + Array(repeating: 0x1_0000, count: 31) + Array(repeating: 0x1_0001, count: 32),
    ]

    private func table(of sizes: [UInt32], expectedCount: Int) -> ISOSampleSizes {
        var table = ISOSampleSizes(expectedCount: expectedCount)
        var rest = sizes[...]
        while let size = rest.first {
            let equal = rest.prefix { $0 == size }.count
            let isAdded = table.append(size, count: equal)
            #expect(isAdded)
            rest = rest.dropFirst(equal)
        }
        return table
    }

    @Test("each sample has its size, whatever number was expected", arguments: lists, [0, 1, 100_000])
    func sizes(_ sizes: [UInt32], expectedCount: Int) {
        let table = table(of: sizes, expectedCount: expectedCount)
        var cursor = ISORunCursor()
        #expect(table.count == sizes.count)
        #expect(table.byteCount == sizes.reduce(0) { $0 + Int64($1) })
        #expect((0..<sizes.count).map { table[$0] } == sizes)
        #expect((0..<sizes.count).map { table.size(of: $0, from: &cursor) } == sizes)
        #expect(table[sizes.count] == 0)
    }

    @Test("one by one they are the same as together", arguments: lists)
    func oneByOne(_ sizes: [UInt32]) {
        var table = ISOSampleSizes()
        let areAdded = sizes.allSatisfy { table.append($0, count: 1) }
        #expect(areAdded)
        #expect((0..<sizes.count).map { table[$0] } == sizes)
    }

    @Test("the bytes of every range are those of its samples", arguments: lists)
    func ranges(_ sizes: [UInt32]) {
        let table = table(of: sizes, expectedCount: sizes.count)
        var cursor = ISORunCursor()
        for start in 0...sizes.count {
            for count in [0, 1, 20, 63, 64, sizes.count] {
                let end = start + count
                let inside = (start..<end).clamped(to: 0..<sizes.count)
                let bytes = sizes[inside].reduce(0) { $0 + Int64($1) }
                #expect(table.byteCount(of: start..<end, from: &cursor) == bytes, "\(start)..<\(end)")
            }
        }
    }

    @Test("what is behind a place is taken off, and what is added then stands there", arguments: lists)
    func cut(_ sizes: [UInt32]) {
        for count in 0...sizes.count {
            var cut = table(of: sizes, expectedCount: sizes.count)
            cut.cut(to: count)
            let areAdded = [1, 1, 80_000, 3].allSatisfy { cut.append($0, count: 1) }
            #expect(areAdded)
            let wanted = sizes[..<count] + [1, 1, 80_000, 3]
            #expect((0..<cut.count).map { cut[$0] } == Array(wanted))
            #expect(cut.byteCount == wanted.reduce(0) { $0 + Int64($1) })
            for end in 0...cut.count { #expect(cut.bytes(before: end) == wanted[..<end].reduce(0) { $0 + Int64($1) }) }
        }
    }

    @Test("what no file can hold is refused, and nothing is added")
    func tooMany() {
        var table = ISOSampleSizes()
        let endless = table.append(.max, count: .max)
        #expect(!endless)
        #expect(table.count == 0)
        // 2²⁸ bytes below what can be counted, then a list.
        let areAdded = [(UInt32.max, 1 << 28), (5, 1), (6, 1)].allSatisfy { table.append($0, count: $1) }
        #expect(areAdded)
        let bytes = table.byteCount
        let one = table.append(.max, count: 1)
        #expect(!one)
        #expect(table.count == (1 << 28) + 2 && table.byteCount == bytes)
    }
}
