import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitFFmpeg

@Suite("Packets, counted")
struct DemuxedScanTests {
    private static func facts(_ name: String, isPrecise: Bool) throws -> MediaFacts {
        let url = SampleMedia.url(name)
        let input = MediaInput(url: url, fileType: nil, restrictions: AssetOptions.defaultRestrictions)
        return try MediaInspector.inspect(input, isPrecise: isPrecise, flag: CancellationFlag())
    }

    @Test("exact facts of a transport stream have counts and bytes", arguments: ["h264.ts", "hevc.ts", "mpeg2.ts"])
    func transportStreams(_ name: String) throws {
        let facts = try Self.facts(name, isPrecise: true)
        #expect(facts.isPrecise)
        let expected = try TruthFile.all().first { $0.name == name }?.tracks.first?.video?.frameCount
        #expect(facts.tracks.first?.sampleCount == expected)
        #expect(facts.tracks.allSatisfy { ($0.totalByteCount ?? 0) > 0 })
        #expect(try !Self.facts(name, isPrecise: false).isPrecise)
    }

    @Test("exact facts know where the last frame of sound ends", arguments: ["h264.ts", "hevc.ts", "mpeg2.ts"])
    func endOfSound(_ name: String) async throws {
        let facts = try Self.facts(name, isPrecise: true)
        let stated = try #require(facts.tracks.first { $0.mediaType == .audio }?.timeRange.end)
        let track = try await AVURLAsset(url: SampleMedia.url(name)).loadTracks(withMediaType: .audio).first
        let table = try #require(try await track?.akLoadSampleTable())
        #expect(stated == table.map { $0.presentationTime + $0.duration }.max())
        #expect(facts.duration >= stated)
    }

    @Test("where the clock of a transport stream starts again, times are those that are stored before it")
    func clockWrap() async throws {
        let start = CMTime(value: 8_589_788_672, timescale: 90_000)
        for isPrecise in [false, true] {
            let facts = try Self.facts("clock-wrap.ts", isPrecise: isPrecise)
            #expect(facts.startTime == start)
            let sources = facts.tracks.flatMap(\.segments).map(\.source.start)
            #expect(sources.allSatisfy { $0 >= start } && sources.contains(start))
            #expect(facts.tracks.contains { $0.timeRange.start == .zero })
        }
        let asset = AVURLAsset(url: SampleMedia.url("clock-wrap.ts"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let table = try await track.akLoadSampleTable()
        let times = table.map(\.presentationTime).sorted()
        #expect(times.count == 75)
        #expect(times.first == track.timeRange.start)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == CMTime(value: 1, timescale: 25) })
    }

    @Test("pictures without times last as long as their rhythm says, once they are counted")
    func elementaryStream() async throws {
        // The pictures of a transport stream alone, as they would lie in a file of their own.
        let url = SampleMedia.url("h264.ts")
        let input = MediaInput(url: url, fileType: nil, restrictions: AssetOptions.defaultRestrictions)
        let demuxer = try DemuxedMedia.demuxer(input.open(CancellationFlag()), input, flag: CancellationFlag())
        try demuxer.probe()
        let packet = Packet()
        var bytes: [UInt8] = []
        var count: Int64 = 0
        while try demuxer.read(into: packet) {
            guard demuxer.streams[packet.streamIndex].codecName == "h264" else { continue }
            bytes += packet.withBytes { Array($0) }
            count += 1
        }
        let folder = try ScratchFolder()
        let file = try folder.write(Data(bytes), to: "alone.264")
        let plain = MediaInput(url: file, fileType: nil, restrictions: AssetOptions.defaultRestrictions)
        let facts = try MediaInspector.inspect(plain, isPrecise: true, flag: CancellationFlag())
        #expect(facts.tracks.first?.sampleCount == count)
        let rate = try #require(facts.tracks.first?.video?.nominalFrameRate)
        #expect(abs(facts.duration.seconds - Double(count) / rate) < 0.000_01)
    }

    @Test(
        "what the list of samples comes to is what counting packets comes to",
        arguments: ListedBothWays.samples(".ts", ".m2ts")
    )
    func listed(_ name: String) throws {
        let input = MediaInput(url: SampleMedia.url(name), fileType: nil, restrictions: [])
        let facts = try Self.facts(name, isPrecise: true)
        let flag = CancellationFlag()
        let demuxer = try DemuxedMedia.openedDemuxer(input.open(flag), input, flag: flag)
        let counted = try DemuxedScan.run(demuxer, wanted: [], reach: .all, limit: .max, flag: flag).streams
        let tracks = facts.tracks.filter { $0.streamIndex != nil }
        let known = counted.filter { stream, _ in tracks.contains { $0.streamIndex == stream } }
        for beginning in [nil, 6, 60] {
            let reader = SampleIndexReader(input: input, container: facts.containerTraits, beginning: beginning)
            #expect(try reader.list(tracks, flag: flag).counts == known, "\(beginning ?? 0)")
        }
    }

    @Test("samples of a transport stream that have been counted are not read again")
    func listedOnce() throws {
        let folder = TemporaryFolder()
        let url = URL(filePath: folder.path("moved.ts"))
        try FileManager.default.copyItem(at: SampleMedia.url("h264.ts"), to: url)
        let input = MediaInput(url: url, fileType: nil, restrictions: [])
        let flag = CancellationFlag()
        let precise = try MediaInspector.inspect(input, isPrecise: true, flag: flag)
        let loose = try MediaInspector.inspect(input, isPrecise: false, flag: flag)
        try FileManager.default.removeItem(at: url)
        let track = try #require(precise.tracks.first)
        let index = try AssetSamples(facts: precise, input: input).waitForIndex(of: track.trackID, flag)
        #expect(Int64(index.count) == track.sampleCount)
        #expect(throws: (any Error).self) {
            try AssetSamples(facts: loose, input: input).waitForIndex(of: track.trackID, flag)
        }
    }

    @Test("a cancelled count says so")
    func cancelled() throws {
        let input = MediaInput(url: SampleMedia.url("h264.ts"), fileType: nil, restrictions: [])
        let demuxer = try DemuxedMedia.demuxer(input.open(CancellationFlag()), input, flag: CancellationFlag())
        let flag = CancellationFlag()
        flag.cancel()
        #expect(throws: CancellationError.self) {
            try DemuxedScan.run(demuxer, wanted: [], reach: .all, limit: 1000, flag: flag)
        }
    }

    @Test("a count that would go on beyond its limit is no count")
    func limited() throws {
        let input = MediaInput(url: SampleMedia.url("h264.ts"), fileType: nil, restrictions: [])
        let demuxer = try DemuxedMedia.demuxer(input.open(CancellationFlag()), input, flag: CancellationFlag())
        try demuxer.probe()
        let scan = try DemuxedScan.run(demuxer, wanted: [], reach: .all, limit: 5, flag: CancellationFlag())
        #expect(!scan.isComplete)
        #expect(scan.streams.values.reduce(0) { $0 + $1.packetCount } <= 5)
    }
}
