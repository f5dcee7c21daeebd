import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitISOMedia

@Suite("ISO sample tables")
struct ISOSampleTableTests {
    private func table(_ tables: [UInt8], warnings: ((String) -> Void)? = nil) throws -> ISOSampleTable {
        let movie = try ISOMake.movie(ISOMake.file([ISOMake.Track(tables: tables)]))
        movie.warnings.forEach { warnings?($0) }
        return try #require(movie.tracks.first).samples
    }

    @Test("sizes of 4, 8 and 16 bits are read", arguments: [4, 8, 16])
    func compactSizes(bits: Int) throws {
        let sizes: [UInt32] = [1, 15, 0, 7, 3]
        let packed: [UInt8] =
            switch bits {
            case 4: [0x1f, 0x07, 0x30]
            case 8: sizes.map { UInt8($0) }
            default: sizes.flatMap { ISOMake.u16(UInt16($0)) }
            }
        let compact = ISOMake.fullBox("stz2", 0, 0, ISOMake.u32(UInt32(bits), 5) + packed)
        let table = try table(
            ISOMake.fullBox("stts", 0, 0, ISOMake.u32(1, 5, 1)) + ISOMake.fullBox("stsc", 0, 0, ISOMake.u32(1, 1, 5, 1))
                + compact + ISOMake.fullBox("stco", 0, 0, ISOMake.u32(1, 100))
        )
        #expect(table.samples().map(\.size) == sizes)
        #expect(table.samples().map(\.offset) == [100, 101, 116, 116, 123])
    }

    @Test("chunks give samples their places and their descriptions")
    func chunks() throws {
        let table = try table(
            ISOMake.fullBox("stts", 0, 0, ISOMake.u32(2, 3, 10, 3, 20))
                + ISOMake.fullBox("stsc", 0, 0, ISOMake.u32(2, 1, 1, 1, 3, 2, 2))
                + ISOMake.fullBox("stsz", 0, 0, ISOMake.u32(5, 6))
                + ISOMake.fullBox("co64", 0, 0, ISOMake.u32(4) + ISOMake.u64(100, 105, 1 << 33, 300))
        )
        #expect(table.samples().map(\.offset) == [100, 105, 1 << 33, (1 << 33) + 5, 300, 305])
        #expect(table.samples().map(\.descriptionIndex) == [0, 0, 1, 1, 1, 1])
        #expect(table.samples().map(\.decodeTime) == [0, 10, 20, 30, 50, 70])
        #expect(table.samples(from: 4).map(\.index) == [4, 5])
        // Chunks that follow each other are one stretch.
        #expect(table.chunks.extentCount == 3)
        #expect(table.index(decodedAt: 29) == 2)
        #expect(table.index(decodedAt: 1000) == 5)
        #expect(table.index(decodedAt: -1) == nil)
    }

    @Test("sync, partial sync, dependencies and groups mark their samples")
    func marks() throws {
        let marks =
            ISOMake.fullBox("stss", 0, 0, ISOMake.u32(2, 1, 7)) + ISOMake.fullBox("stps", 0, 0, ISOMake.u32(1, 4))
            + ISOMake.fullBox("sdtp", 0, 0, [0x20, 0x14, 0x18])
            + ISOMake.fullBox("sgpd", 1, 0, ISOMake.code("rap ") + ISOMake.u32(1, 1) + [0x83])
            + ISOMake.fullBox("sbgp", 0, 0, ISOMake.code("rap ") + ISOMake.u32(3, 4, 0, 1, 1, 3, 0))
            + ISOMake.fullBox("sgpd", 2, 0, ISOMake.code("prol") + ISOMake.u32(2, 0, 1) + ISOMake.u16(0xfffe))
            + ISOMake.fullBox("sbgp", 1, 0, ISOMake.code("prol") + ISOMake.u32(0, 1, 8, 1))
            + ISOMake.fullBox("cslg", 0, 0, ISOMake.i32(12, 0, 0, 0, 0))
        let table = try table(ISOMake.tables(sizes: [UInt32](repeating: 9, count: 8), delta: 1, offset: 0, more: marks))
        #expect(table.samples().filter(\.isSync).map(\.index) == [0, 6])
        #expect(table.facts.syncSampleCount == 2)
        #expect(table.sync.first(atOrAfter: 1) == 6)
        #expect(table.sync.last(atOrBefore: 5) == 0)
        #expect((0..<8).map { table.randomAccessSample(atOrBefore: $0) } == [0, 0, 0, 3, 4, 4, 6, 6])
        #expect(table.dependency(of: 0).dependsOnOthers == false)
        #expect(table.dependency(of: 1).dependsOnOthers == true)
        #expect(table.dependency(of: 1).othersDependOnIt == true)
        #expect(table.dependency(of: 2).othersDependOnIt == false)
        #expect(table.dependency(of: 5) == .unknown)
        #expect(table.group("rap ", of: 4)?.kind == .randomAccess(leadingSamples: 3))
        #expect(table.group("rap ", of: 5) == nil)
        #expect(table.group("prol", of: 7)?.kind == .preRoll(-2))
        #expect(table.compositionShift == 12)
    }

    @Test("a table of sync samples without entries means that there are none")
    func noSync() throws {
        let empty = ISOMake.fullBox("stss", 0, 0, ISOMake.u32(0))
        #expect(try table(ISOMake.tables(sizes: [1, 2], delta: 1, offset: 0, more: empty)).facts.syncSampleCount == 0)
        #expect(try table(ISOMake.tables(sizes: [1, 2], delta: 1, offset: 0)).facts.syncSampleCount == 2)
    }

    @Test("tables that contradict each other are read as far as they agree, with a warning")
    func contradictions() throws {
        var warnings: [String] = []
        let table = try table(
            ISOMake.fullBox("stts", 0, 0, ISOMake.u32(1, 2, 10))
                + ISOMake.fullBox("stsc", 0, 0, ISOMake.u32(1, 1, 4, 1))
                + ISOMake.fullBox("stsz", 0, 0, ISOMake.u32(5, 9)) + ISOMake.fullBox("stco", 0, 0, ISOMake.u32(1, 100))
        ) { warnings.append($0) }
        #expect(table.count == 4)
        #expect(table.samples().map(\.decodeTime) == [0, 10, 20, 30])
        #expect(warnings.contains("track 1: only 4 of 9 samples lie in a chunk; the others are left out"))
        #expect(warnings.contains("track 1: stts tells of 2 of 4 samples; the last duration goes on"))
    }

    @Test("runs, lookups and facts are what a plain list of samples gives", arguments: 1...40 as ClosedRange<UInt64>)
    func againstPlainList(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...400, using: &generator)
        func values<Value: FixedWidthInteger>(_ range: ClosedRange<Value>) -> [Value] {
            var result: [Value] = []
            while result.count < count {
                let value = Value.random(in: range, using: &generator)
                let length = Bool.random(using: &generator) ? 1 : Int.random(in: 1...80, using: &generator)
                result += [Value](repeating: value, count: min(length, count - result.count))
            }
            return result
        }
        let (sizes, durations, offsets) = (values(0...1000 as ClosedRange<UInt32>), values(0...50), values(-90...90))
        var chunkLengths: [UInt32] = []
        while chunkLengths.reduce(0, +) < count { chunkLengths.append(UInt32.random(in: 1...30, using: &generator)) }
        let places = chunkLengths.indices.map { UInt32($0 * 50000) }
        let tables =
            ISOMake.fullBox("stts", 0, 0, ISOMake.u32(UInt32(count)) + durations.flatMap { ISOMake.u32(1, UInt32($0)) })
            + ISOMake.fullBox("ctts", 1, 0, ISOMake.u32(UInt32(count)) + offsets.flatMap { ISOMake.i32(1, Int32($0)) })
            + ISOMake.fullBox(
                "stsc",
                0,
                0,
                ISOMake.u32(UInt32(chunkLengths.count))
                    + chunkLengths.enumerated().flatMap { ISOMake.u32(UInt32($0) + 1, $1, 1) }
            ) + ISOMake.fullBox("stsz", 0, 0, ISOMake.u32(0, UInt32(count)) + sizes.flatMap { ISOMake.u32($0) })
            + ISOMake.fullBox("stco", 0, 0, ISOMake.u32(UInt32(places.count)) + places.flatMap { ISOMake.u32($0) })
        let table = try table(tables)
        var (time, place, chunk, inChunk) = (Int64(0), Int64(0), 0, UInt32(0))
        var plain: [ISOSample] = []
        for index in 0..<count {
            if inChunk == chunkLengths[chunk] { (chunk, inChunk) = (chunk + 1, 0) }
            if inChunk == 0 { place = Int64(places[chunk]) }
            plain.append(
                ISOSample(
                    index: index,
                    decodeTime: time,
                    duration: UInt32(durations[index]),
                    compositionOffset: Int32(offsets[index]),
                    offset: place,
                    size: sizes[index],
                    isSync: true,
                    descriptionIndex: 0
                )
            )
            time += Int64(durations[index])
            place += Int64(sizes[index])
            inChunk += 1
        }
        #expect(Array(table.samples()) == plain)
        #expect((0..<count).map { table[$0] } == plain)
        let times = plain.map(\.presentationTime)
        #expect(table.facts.byteCount == sizes.reduce(0) { $0 + Int64($1) })
        #expect(table.facts.firstPresentationTime == times.min())
        #expect(table.facts.lastPresentationTime == times.max())
        #expect(table.facts.presentationEnd == plain.map(\.presentationEnd).max())
        #expect(table.facts.decodeEnd == time)
        #expect(table.facts.minimumDuration == plain.map(\.duration).min())
        #expect(table.facts.maximumDuration == plain.map(\.duration).max())
        #expect(table.facts.needsReordering == zip(times, times.dropFirst()).contains { $0 > $1 })
        for time in stride(from: 0, through: time, by: 7) {
            #expect(table.index(decodedAt: time) == plain.last { $0.decodeTime <= time }?.index)
        }
    }
}
