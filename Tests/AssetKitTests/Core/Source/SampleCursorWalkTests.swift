import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitBase
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Walks through samples")
struct SampleCursorWalkTests {
    private static let tick = TickLength(1, over: 25)!

    private let samples: [IndexedSample] = (0..<1500).map { (place: Int) -> IndexedSample in
        IndexedSample(decodeTicks: Int64(place), byteCount: Int64(place % 13), position: Int64(place * 20))
    }
    private var table: ListedSamples { ListedSamples(samples: samples, tick: Self.tick) }

    @Test("a walk gives every sample, whether it forgets or not", arguments: [true, false])
    func walk(passes: Bool) {
        var cursor = SampleCursor(table)
        #expect((0..<1500).map { cursor.sample(at: $0, passes: passes) } == samples)
    }

    @Test("jumps give the samples that they go to")
    func jumps() {
        var cursor = SampleCursor(table)
        for place in [700, 701, 3, 699, 0, 1499, 1498, 600, 1100, 1099, 5] {
            #expect(cursor.sample(at: place, passes: place % 2 == 0) == samples[place])
        }
    }

    @Test("what is not passed can be looked at again")
    func again() {
        var cursor = SampleCursor(table)
        for start in stride(from: 0, to: 1400, by: 90) {
            #expect(cursor.sample(at: start, passes: true) == samples[start])
            for place in (start..<start + 100).reversed() { #expect(cursor.sample(at: place) == samples[place]) }
        }
    }

    @Test("tables of packets and tables with a beginning cut off give ranges as they give samples")
    func ranges() {
        var packets = PacketTable(tick: Self.tick, arePositionsExact: true)
        for sample in samples {
            packets.append(
                decode: sample.decodeTicks,
                presentation: sample.decodeTicks + sample.byteCount,
                duration: 1,
                byteCount: Int(sample.byteCount),
                position: sample.position,
                sample.byteCount == 0 ? .sync : []
            )
        }
        packets.close()
        let beginning = PictureBeginning(missing: 3, leading: [5, 6], tick: Self.tick)
        let tables: [any SampleTable] = [packets, DecodableSamples(packets, beginning)]
        for table in tables {
            for range in [0..<1, 0..<4, 1..<2, 0..<table.count, 2..<40, table.count - 1..<table.count, 7..<7] {
                var found: [IndexedSample] = []
                table.append(range, to: &found)
                #expect(found == range.map { table[$0] })
            }
        }
    }

    @Test(
        "samples that are alike are told with their chunk, and no others",
        arguments: ["h264-bframes.mp4", "two-languages.mp4", "fragmented.mp4", "prores.mov"]
    )
    func uniformChunks(_ name: String) throws {
        let input = MediaInput(url: SampleMedia.url(name), fileType: nil, restrictions: [])
        let facts = try MediaInspector.inspect(input, isPrecise: false, flag: CancellationFlag())
        for (track, table) in facts.sampleTables {
            for index in 0..<min(table.count, 2000) {
                let chunk = table.chunk(of: index).flatMap { $0.hasUniformSizes && $0.hasUniformDurations ? $0 : nil }
                #expect(table.uniformChunk(of: index) == chunk?.samples, "track \(track), sample \(index)")
            }
        }
    }

    @Test(
        "tables know how late samples are decoded at most",
        arguments: [("negative-composition-offsets.mp4", 1024), ("h264-bframes.mp4", 0), ("h264-bframes.mkv", 0)]
            as [(String, Int64)]
    )
    func decodeLag(_ name: String, _ lag: Int64) async throws {
        let source = try await LoadedSource.sample(name)
        let track = try #require(source.tracks.first { $0.facts.mediaType == .video })
        let table = track.index.table
        let found = (0..<table.count).map { table.decodeTicks(of: $0) - table.presentationTicks(of: $0) }
        #expect(max(0, found.max() ?? 0) == lag)
        #expect(table.largestDecodeLag == lag)
        #expect(track.index.largestDecodeLag == track.index.tick.time(lag))
    }

    @Test("tables of packets and tables with a beginning cut off know how late samples are decoded")
    func decodeLagOfPackets() {
        var packets = PacketTable(tick: Self.tick, arePositionsExact: true)
        for (decode, shown) in [(0, 0), (1, 3), (2, 1), (5, 2), (6, 6)] as [(Int64, Int64)] {
            packets.append(decode: decode, presentation: shown, duration: 1, byteCount: 1, position: nil, [])
        }
        #expect(packets.largestDecodeLag == 3)
        let beginning = PictureBeginning(missing: 1, leading: [], tick: Self.tick)
        #expect(DecodableSamples(packets, beginning).largestDecodeLag == 3)
        let listed = ListedSamples(samples: (0..<packets.count).map { packets[$0] }, tick: Self.tick)
        #expect(listed.largestDecodeLag == 3)
        #expect(table.largestDecodeLag == 1499)
    }

    @Test("an order with a picture far from its place is that of the times")
    func farOrder() {
        var times = (0..<70_000).map { Int64($0) }
        times.swapAt(2, 69_000)
        let far = times.map { IndexedSample(presentationTicks: $0) }
        let table = ListedSamples(samples: far, tick: Self.tick)
        let order = PresentationOrder(table)
        #expect(order[2] == 69_000)
        #expect(order[69_000] == 2)
        #expect(order.latestPresentation(before: 1_000, in: table) == 69_000)
        #expect(order.earliestPresentation(after: 68_000, in: table) == 2)
    }
}
