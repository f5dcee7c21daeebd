import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitBase
@testable import AssetKitMedia

/// Clips that begin and end within groups of pictures.
@Suite("Join session, clips cut to the picture")
struct JoinCuttingTests {
    private let folder = TemporaryFolder()

    private func frames(_ first: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: first, timescale: 25), end: CMTime(value: end, timescale: 25))
    }

    private func session(_ clips: [(name: String, range: CMTimeRange)], _ mode: AKTrimMode) -> AKJoinSession {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let session = AKJoinSession(
            clips: clips.map { clip in
                let asset = AVURLAsset(url: SampleMedia.url(clip.name), options: options)
                return AKJoinSession.Clip(asset: asset, timeRange: clip.range)
            }
        )
        session.cutMode = mode
        return session
    }

    @Test(
        "every picture of every clip is the one that was asked for, and what is made is what was planned",
        arguments: ["mp4", "mov", "mkv", "ts"],
        [AKTrimMode.smart, .exact]
    )
    func pictures(type: String, mode: AKTrimMode) async throws {
        let name = "h264-bframes.mp4"
        let session = session([(name, frames(7, 29)), (name, frames(37, 65))], mode)
        let path = folder.path("joined.\(type)")
        let plan = try await session.plan(for: URL(filePath: path))
        let made = try await session.export(to: URL(filePath: path)).plan
        #expect(made.tracks == plan.tracks)
        #expect(made.clips.map(\.stretches) == plan.clips.map(\.stretches))
        #expect(made.clips.map(\.requestedTimeRange) == [frames(7, 29), frames(37, 65)])
        #expect(made.clips.map(\.actualTimeRange) == [frames(7, 29), frames(37, 65)])
        let track = try #require(made.tracks.first { $0.mediaType == .video })
        #expect(zip(track.copiedSampleCounts, track.encodedSampleCounts).map(+) == [22, 28])
        #expect((track.copiedSampleCounts.last ?? 0 > 0) == (mode == .smart))
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.map(\.index) == Array(7..<29) + Array(37..<65))
        let tolerance = ["mkv": 1e-3, "ts": 1.0 / 90_000][type] ?? 1e-9
        for (number, picture) in pictures.enumerated() {
            let time = CMTime(value: Int64(number), timescale: 25)
            #expect(abs((picture.time - time).seconds) <= tolerance)
        }
        if Oracle.isThere { #expect(try Oracle.complaints(path) == "") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["joined.\(type)"])
    }

    @Test("a stretch of a cut says why it is encoded, and sound that is encoded over all clips why that is")
    func reasons() async throws {
        let name = "h264-bframes.mp4"
        let session = session([(name, frames(7, 29)), (name, frames(37, 65))], .smart)
        for (type, action) in [("mp4", AKExportPlan.Action.copy), ("mkv", .encode)] {
            let plan = try await session.plan(for: URL(filePath: folder.path("joined.\(type)")))
            let cut = try #require(plan.clips.last)
            let pictures = cut.stretches.filter { $0.mediaType == .video }
            #expect(pictures.map(\.action) == [.encode, .copy], "\(pictures)")
            #expect(pictures.first?.why == "its group begins before the cut")
            #expect(pictures.first?.range.start == frames(37, 65).start)
            #expect(pictures.last?.range.end == frames(37, 65).end)
            #expect(cut.stretches.last?.action == action)
            let reason = cut.reasonsToEncode.contains { $0.hasSuffix("within a packet of AAC LC") }
            #expect(reason == (action == .encode))
        }
    }

    @Test("a clip of all of a file has nothing to be cut, unless everything is to be encoded")
    func whole() async throws {
        let clips = [("h264-bframes.mp4", CMTimeRange(start: .zero, duration: .positiveInfinity))]
        for (mode, copied, encoded) in [(AKTrimMode.smart, 75, 0), (.exact, 0, 75)] {
            let plan = try await session(clips, mode).plan(for: URL(filePath: folder.path("one.mp4")))
            #expect(plan.tracks.first?.copiedSampleCounts == [copied])
            #expect(plan.tracks.first?.encodedSampleCounts == [encoded])
            #expect(plan.clips.first?.stretches.isEmpty == (mode == .smart))
        }
    }

    @Test(
        "clips of which nothing is encoded are what cuts at key pictures make of the same ranges",
        arguments: [("prores.mov", "mov"), ("wav-16bit.wav", "mov"), ("wav-16bit.wav", "wav"), ("caf.caf", "caf")]
    )
    func copiedClips(name: String, type: String) async throws {
        let clips = [(name, frames(3, 9)), (name, frames(12, 20))]
        var files: [Data] = []
        for mode in [AKTrimMode.smart, .keyframe] {
            let url = URL(filePath: folder.path("\(mode == .smart ? "smart" : "keyframe").\(type)"))
            let made = try await session(clips, mode).export(to: url).plan
            #expect(made.clips.map(\.actualTimeRange) == [frames(3, 9), frames(12, 20)])
            #expect(made.clips.allSatisfy { $0.stretches.isEmpty == (mode == .keyframe) })
            files.append(try Data(contentsOf: url))
        }
        #expect(files[0] == files[1])
        guard name == "prores.mov" else { return }
        let pictures = try await ExportSample.pictures(folder.path("smart.mov"))
        #expect(pictures.map(\.index) == Array(3..<9) + Array(12..<20))
    }

    @Test("a clip that is copied from its source goes with one whose edges are encoded", arguments: ["mp4", "mov"])
    func copiedBesideEncoded(type: String) async throws {
        let name = "h264-bframes.mp4"
        let path = folder.path("joined.\(type)")
        let session = session([(name, frames(0, 48)), (name, frames(37, 65))], .smart)
        let plan = try await session.plan(for: URL(filePath: path))
        let made = try await session.export(to: URL(filePath: path)).plan
        #expect(made.tracks == plan.tracks)
        #expect(made.clips == plan.clips)
        #expect(made.clips.map(\.actualTimeRange) == [frames(0, 48), frames(37, 65)])
        let track = try #require(made.tracks.first { $0.mediaType == .video })
        #expect(track.copiedSampleCounts.first == 48)
        #expect(track.encodedSampleCounts == [0, 11])
        // The header of the second clip has the parameter sets of both.
        #expect(track.codec == kCMVideoCodecType_H264)
        #expect(try await ExportSample.pictures(path).map(\.index) == Array(0..<48) + Array(37..<65))
        if Oracle.isThere { #expect(try Oracle.complaints(path) == "") }
    }

    @Test("a clip that differs from the first is encoded whole, and cut exactly all the same")
    func differing() async throws {
        let path = folder.path("joined.mp4")
        let session = session([("h264-bframes.mp4", frames(37, 65)), ("hevc.mp4", frames(11, 30))], .smart)
        let plan = try await session.export(to: URL(filePath: path)).plan
        #expect(plan.clips.map { $0.stretches.isEmpty } == [false, true])
        let track = try #require(plan.tracks.first)
        #expect((track.copiedSampleCounts.first ?? 0) > 0)
        #expect(track.encodedSampleCounts.last == 19)
        #expect(try await ExportSample.pictures(path).map(\.index) == Array(37..<65) + Array(11..<30))
    }

    @Test("pictures that cannot be cut between key pictures are encoded whole with a warning, or refused")
    func obstacles() async throws {
        // The second description is one of another codec by its name.
        var bytes = try Data(contentsOf: SampleMedia.url("two-descriptions.mp4"))
        let second = try #require(bytes.range(of: Data("avc1".utf8), options: .backwards))
        bytes.replaceSubrange(second, with: Data("avc3".utf8))
        let asset = AVURLAsset(url: URL(filePath: folder.path("two-codecs.mp4")))
        try bytes.write(to: asset.url)
        let clips = [frames(3, 20), frames(37, 65)].map { AKJoinSession.Clip(asset: asset, timeRange: $0) }
        for falls in [true, false] {
            let session = AKJoinSession(clips: clips)
            (session.cutMode, session.fallsBackToEncoding) = (.smart, falls)
            let url = URL(filePath: folder.path("joined.mp4"))
            guard !falls else {
                let plan = try await session.plan(for: url)
                #expect(plan.warnings.filter { $0.contains("encoded whole") }.count == 1)
                #expect(plan.tracks.first?.copiedSampleCounts == [0, 0])
                continue
            }
            let error = try await #require(throws: AVError.self) { try await session.export(to: url) }
            #expect(error.localizedDescription.contains("several codecs"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["two-codecs.mp4"])
    }
}
