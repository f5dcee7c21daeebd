import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitFFmpeg

@Suite("Reader, one demuxer for several tracks")
struct SharedDemuxerTests {
    /// The sizes of all packets of a reader.
    private func sizes(_ reader: SharedSampleReader, most: Int = .max) throws -> [Int] {
        let packet = Packet()
        var sizes: [Int] = []
        while sizes.count < most, try reader.read(into: packet) { sizes.append(packet.byteCount) }
        return sizes
    }

    private struct Setup {
        let counters = RenderCounters()
        let sound: SharedSampleReader
        let pictures: SharedSampleReader

        init(_ source: any AKByteSource, _ name: String, limit: Int) async throws {
            let asset = AVAsset(akSource: source, fileType: .akMatroska)
            let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
            let pictures = try #require(try await asset.loadTracks(withMediaType: .video).first)
            let loaded = try asset.requireLoaded()
            let (input, counters) = (loaded.input, counters)
            let open = { try OpenedMedia(input, counters: counters, flag: CancellationFlag()) }
            let shared = SharedDemuxer(try open(), backlogLimit: limit)
            self.sound = try shared.join(loaded.source(of: sound), reopen: open)
            self.pictures = try shared.join(loaded.source(of: pictures), reopen: open)
        }
    }

    private func source(_ name: String) throws -> AKDataSource {
        AKDataSource(try Data(contentsOf: SampleMedia.url(name)))
    }

    @Test("readers that keep step share one demuxer", arguments: ["h264-bframes.mkv", "h264.ts"])
    func inStep(name: String) async throws {
        let setup = try await Setup(try source(name), name, limit: 1 << 20)
        let pictures = try sizes(setup.pictures)
        let sound = try sizes(setup.sound)
        #expect(pictures.count == 75)
        #expect(sound.count > 100)
        #expect(setup.counters.snapshot.opens == 1)
    }

    @Test(
        "a reader that falls too far behind goes on with a demuxer of its own",
        arguments: ["h264-bframes.mkv", "h264.ts"]
    )
    func fallingBehind(name: String) async throws {
        let whole = try await Setup(try source(name), name, limit: 1 << 20)
        let wanted = try sizes(whole.pictures)
        let setup = try await Setup(try source(name), name, limit: 4096)
        var found = try sizes(setup.pictures, most: 3)
        _ = try sizes(setup.sound)
        found += try sizes(setup.pictures)
        #expect(found == wanted)
        #expect(setup.counters.snapshot.opens == 2)
    }

    @Test(
        "a reader that goes back to the start does so with a demuxer of its own",
        arguments: ["h264-bframes.mkv", "h264.ts"]
    )
    func goingBack(name: String) async throws {
        let setup = try await Setup(try source(name), name, limit: 1 << 20)
        let wanted = try sizes(setup.pictures)
        try setup.pictures.goToStart()
        #expect(try sizes(setup.pictures) == wanted)
        #expect(try sizes(setup.sound).count > 100)
        #expect(setup.counters.snapshot.opens == 2)
    }

    @Test("on a source that cannot be read at two places, falling behind is an error in words")
    func withoutSeeking() async throws {
        let setup = try await Setup(EndlessSource(try source("h264-bframes.mkv")), "", limit: 4096)
        _ = try sizes(setup.sound)
        let error = #expect(throws: MediaProblem.self) { try sizes(setup.pictures) }
        #expect(error?.reason.contains("fell too far behind") == true)
    }
}

/// A source that does not know how long it is.
private final class EndlessSource: AKByteSource {
    private let source: AKDataSource

    init(_ source: AKDataSource) { self.source = source }

    var length: Int64? { nil }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        source.read(at: offset, into: buffer)
    }
}
