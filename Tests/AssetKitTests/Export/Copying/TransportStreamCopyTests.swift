import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSinks
@testable import AssetKitSources

@Suite("Transport streams, samples copied out of their units")
struct TransportStreamCopyTests {
    private static let files = ["h264.ts", "hevc.ts", "start-10-hours.ts", "h264-broken-start.ts"]

    private static let ranges = [
        CMTimeRange(start: .zero, duration: .positiveInfinity),
        CMTimeRange(start: CMTime(value: 11, timescale: 10), end: CMTime(value: 23, timescale: 10)),
    ]

    /// A sample with lists of its samples. `beginning`: how many packets FFmpeg tells; nil for all.
    private static func source(_ url: URL, _ beginning: Int?) async throws -> LoadedSource {
        let source = try await LoadedSource.load(AVURLAsset(url: url))
        let reader = SampleIndexReader(
            input: source.input,
            container: source.facts.containerTraits,
            beginning: beginning
        )
        let indexes = try reader.read(source.tracks.map(\.facts), flag: CancellationFlag())
        let tracks = try source.tracks.map { track in
            let index = try #require(indexes[track.facts.trackID]).decodable(track.facts)
            return LoadedSource.Track(facts: track.facts, index: index, isTabled: false, origin: track.origin)
        }
        return LoadedSource(input: source.input, facts: source.facts, tracks: tracks)
    }

    private static func copy(_ source: LoadedSource, _ range: CMTimeRange, as type: AVFileType) throws -> Data {
        let planner = CopyPlanner(
            sources: [source],
            target: CopyTarget(fileType: type, layout: .plain),
            mode: .keyframe
        )
        let plan = try planner.plan([CopyClip(source: 0, range: range)])
        let folder = TemporaryFolder()
        let path = folder.path("out")
        _ = try CopyRunner.run(
            plan,
            to: path,
            replaces: false,
            flag: CancellationFlag(),
            open: { try MediaSinks.sink(for: $0, into: $1) }
        )
        return try Data(contentsOf: URL(filePath: path))
    }

    @Test("they make the same file as those that a demuxer hands out", arguments: files)
    func bytes(_ name: String) async throws {
        let demuxed = try await Self.source(SampleMedia.url(name), nil)
        let listed = try await Self.source(SampleMedia.url(name), 120)
        #expect(demuxed.tracks.allSatisfy { $0.index.table.transportStream == nil })
        #expect(listed.tracks.allSatisfy { $0.index.table.transportStream != nil })
        for range in Self.ranges {
            for type: AVFileType in [.mp4, .akMatroska, .akMPEGTransportStream] {
                let wanted = try Self.copy(demuxed, range, as: type)
                #expect(try Self.copy(listed, range, as: type) == wanted, "\(type), from \(range.start.seconds)")
            }
        }
    }

    @Test("a file that changes after it was listed is an error")
    func change() async throws {
        let folder = TemporaryFolder()
        let url = URL(filePath: folder.path("film.ts"))
        let bytes = try Data(contentsOf: SampleMedia.url("h264.ts"))
        for (number, change) in ["packets are missing", "the end is missing", "a head is another"].enumerated() {
            try bytes.write(to: url)
            let source = try await Self.source(url, 120)
            var changed = bytes
            let middle = bytes.count / 376 * 188
            switch number {
            case 0: changed.removeSubrange(middle..<middle + 10 * 188)
            case 1: changed.removeSubrange(middle...)
            default: changed[middle] = 0
            }
            try changed.write(to: url)
            #expect(throws: (any Error).self, "\(change)") {
                try Self.copy(source, Self.ranges[0], as: .mp4)
            }
        }
    }
}
