import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitISOMedia

@Suite("ISO sample cursors")
struct ISOSampleCursorTests {
    /// Numbers that look like chance and are the same each time.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33 | state << 31
        }
    }

    /// A table of runs of all lengths: equal sizes and others, chunks that follow each other and others, few marks and
    /// many.
    private func table(_ seed: UInt64) -> ISOSampleTable {
        var chance = Chance(state: seed)
        var table = ISOSampleTable()
        let count = Int.random(in: 1...700, using: &chance)
        var offset: Int64 = 1000
        while table.chunks.count < count {
            let samples = min(Int.random(in: 1...40, using: &chance), count - table.chunks.count)
            let before = table.sizes.byteCount
            if Bool.random(using: &chance) {
                _ = table.sizes.append(UInt32.random(in: 0...9, using: &chance), count: samples)
            } else {
                for _ in 0..<samples { _ = table.sizes.append(UInt32.random(in: 0...999, using: &chance), count: 1) }
            }
            let bytes = table.sizes.byteCount - before
            let description = UInt32.random(in: 0...1, using: &chance)
            table.chunks.append(samples: samples, bytes: bytes, at: offset, description: description)
            offset += bytes + (Bool.random(using: &chance) ? 0 : 17)
        }
        func fill(_ append: (inout Chance, Int) -> Int) {
            var filled = 0
            while filled < count {
                let samples = min(Int.random(in: 1...30, using: &chance), count - filled)
                filled += append(&chance, samples)
            }
        }
        fill { chance, samples in
            _ = table.times.append(duration: UInt32.random(in: 0...3, using: &chance), count: samples)
            return samples
        }
        // Lists may be shorter than the table.
        fill { chance, samples in
            if Int.random(in: 0...9, using: &chance) > 0, table.compositionOffsets.count < count / 2 {
                table.compositionOffsets.append(Int32.random(in: -2...2, using: &chance), count: samples)
            }
            return samples
        }
        fill { chance, samples in
            let value = ISOSampleDependency(rawValue: UInt8.random(in: 0...255, using: &chance))
            if table.dependencies.count < count / 3 { table.dependencies.append(value, count: samples) }
            return samples
        }
        for index in 0..<count {
            if Int.random(in: 0...5, using: &chance) == 0 { table.sync.append(index..<index + 1) }
            if Int.random(in: 0...40, using: &chance) == 0 { table.partialSync.append(index..<index + 1) }
        }
        table.facts.sampleCount = count
        return table
    }

    @Test("a walk from anywhere finds what the subscript finds", arguments: UInt64(1)...40)
    func walk(seed: UInt64) {
        let table = table(seed)
        let all = (0..<table.count).map { table[$0] }
        for start in [0, 1, table.count / 3, table.count / 2, table.count - 1] where start < table.count {
            #expect(table.samples(from: start).map { Optional($0) } == Array(all[start...]))
        }
    }

    @Test("a cursor that jumps finds what the subscript finds", arguments: UInt64(41)...80)
    func jumps(seed: UInt64) {
        let table = table(seed)
        var chance = Chance(state: seed)
        var cursor = ISOSampleCursor()
        var index = 0
        for _ in 0..<600 {
            #expect(table.sample(at: index, from: &cursor) == table[index])
            #expect(table.offset(of: index) == table[index]?.offset)
            switch Int.random(in: 0...9, using: &chance) {
            case 0: index = Int.random(in: -1...table.count, using: &chance)
            case 1: index -= Int.random(in: 1...3, using: &chance)
            case 2: index += Int.random(in: 2...5, using: &chance)
            default: index += 1
            }
        }
    }

    @Test("chunks that a walk finds are those that a search finds", arguments: UInt64(81)...90)
    func chunks(seed: UInt64) {
        let chunks = table(seed).chunks
        var cursor = ISORunCursor()
        for index in -1...chunks.count {
            #expect(chunks.chunk(of: index, from: &cursor) == chunks.chunk(of: index))
        }
    }

    @Test("runs are found by walking, by jumping and beyond the end", arguments: UInt64(91)...110)
    func runs(seed: UInt64) {
        let runs = table(seed).dependencies
        var chance = Chance(state: seed)
        var cursor = ISORunCursor()
        for index in 0..<200 {
            let place = index % 7 == 0 ? Int.random(in: -2...runs.count + 2, using: &chance) : index
            #expect(runs.value(at: place, from: &cursor) == runs[place])
        }
    }

    @Test("sync samples of a walk are those of a search", arguments: UInt64(111)...120)
    func sync(seed: UInt64) {
        let sync = table(seed).sync
        var cursor = ISORunCursor()
        for index in 0..<900 { #expect(sync.contains(index, from: &cursor) == sync.contains(index)) }
    }
}
