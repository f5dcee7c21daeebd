import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitExport
@testable import AssetKitMedia

/// Clips that begin with pictures that go on from others in their source: I pictures of H.264 that are no IDR pictures, and CRA
/// pictures of HEVC. In `h264-open-gop.mp4` and `hevc-open-gop.mp4` these are the pictures 48 and 96.
@Suite("Join session, open groups", .enabled(if: Oracle.isThere))
struct OpenGroupJointTests {
    private let folder = TemporaryFolder()

    private func asset(_ path: String) -> AVURLAsset {
        AVURLAsset(url: URL(filePath: path), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    }

    private func path(_ sample: String) -> String { SampleMedia.url(sample).path(percentEncoded: false) }

    /// Joins parts of a file by copying.
    private func join(_ path: String, _ parts: [Range<Int64>], to name: String) async throws -> AKJoinSession.Result {
        let film = asset(path)
        let clips = parts.map { AKJoinSession.Clip(asset: film, timeRange: frameRange($0.lowerBound, $0.upperBound)) }
        return try await AKJoinSession(clips: clips).export(to: URL(filePath: folder.path(name)))
    }

    /// What FFmpeg's program decodes, as a sum for each picture.
    private func digests(_ path: String) throws -> [String] {
        let list = folder.path("digests")
        try Oracle.run(["-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "framemd5", list])
        let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.map { String($0.suffix(32)) }
    }

    @Test(
        "every picture is the source's, bit by bit, wherever clips begin",
        arguments: ["h264-open-gop.mp4", "hevc-open-gop.mp4"],
        ["mp4", "mkv", "ts"]
    )
    func pictures(name: String, type: String) async throws {
        let source = try digests(path(name))
        for parts in [
            [0..<25, 60..<84], [50..<75, 100..<113], [50..<113, 10..<40, 48..<70, 96..<120, 60..<100],
        ] as [[Range<Int64>]] {
            let made = try await join(path(name), parts, to: "\(parts.count)-\(parts[0].lowerBound).\(type)")
            let shown = made.plan.clips.flatMap { clip in
                let range = clip.actualTimeRange
                return source.indices.filter { range.containsTime(frames(Int64($0))) }
            }
            // Nothing is encoded, and each of the other clips begins with a key picture.
            #expect(made.plan.tracks.allSatisfy { $0.encodedSampleCounts.allSatisfy { $0 == 0 } })
            #expect(shown.count > parts.count * 10)
            let wanted = shown.map { source[$0] }
            let found = try digests(made.url.path(percentEncoded: false))
            #expect(found == wanted, "\(parts)")
            #expect(!made.plan.warnings.contains { $0.contains("wrong") })
        }
    }

    @Test(
        "files that begin with an open group follow each other whole",
        arguments: ["h264-open-gop.mp4", "hevc-open-gop.mp4"],
        ["mp4", "mkv", "ts"]
    )
    func wholeFiles(name: String, type: String) async throws {
        let film = try await join(path(name), [48..<73], to: "film.\(type)").url.path(percentEncoded: false)
        let source = try digests(film)
        #expect(source == Array(try digests(path(name))[48..<73]))
        let url = URL(filePath: folder.path("joined.\(type)"))
        let session = AKJoinSession(assets: [asset(film), asset(film), asset(film)])
        session.cutMode = .smart
        let plan = try await session.export(to: url).plan
        #expect(plan.tracks.flatMap(\.encodedSampleCounts).allSatisfy { $0 == 0 })
        let found = try digests(url.path(percentEncoded: false))
        #expect(found == source + source + source)
    }

    @Test(
        "parts of a composition that are copied do so too",
        arguments: ["h264-open-gop.mp4", "hevc-open-gop.mp4"],
        ["mp4", "mkv"]
    )
    func composition(name: String, type: String) async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append(name, frameRange(48, 73))
        try await track.append(name, frameRange(0, 25))
        try await track.append(name, frameRange(96, 120))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetPassthrough))
        session.akTrimMode = .keyframe
        let url = URL(filePath: folder.path("out.\(type)"))
        try await session.export(to: url, as: type == "mkv" ? .akMatroska : .mp4)
        let source = try digests(path(name))
        let wanted = source[48..<73] + source[0..<25] + source[96...]
        let found = try digests(url.path(percentEncoded: false))
        #expect(found == Array(wanted))
    }

    @Test("a clip that goes on where the one before it ends is left as it is, byte for byte")
    func adjoining() async throws {
        let options = "open-gop=1:bframes=0:keyint=10:min-keyint=10:scenecut=0:log-level=none"
        let pictures = ["-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=1.2"]
        let film = try SharedClips.path("film.mp4", pictures + ["-c:v", "libx265", "-x265-params", options])
        func bytes(_ path: String) async throws -> [Data] {
            try await StoredMedia.samples(URL(filePath: path), .video).map {
                try #require(try $0.dataBuffer?.dataBytes())
            }
        }
        let source = try await bytes(film)
        let whole = try await bytes(join(film, [0..<10, 10..<20], to: "whole.mkv").url.path(percentEncoded: false))
        #expect(whole == Array(source[..<20]))
        let cut = try await bytes(join(film, [0..<10, 20..<30], to: "cut.mkv").url.path(percentEncoded: false))
        #expect(cut.count == 20 && cut[10] != source[20])
        // What follows the first one is as it was.
        #expect(Array(cut[11...]) == Array(source[21...]))
    }

    @Test(
        "pictures that are lost or damaged do not keep what is around them from being joined",
        arguments: ["drop", "amount"]
    )
    func damage(kind: String) async throws {
        let arguments = ["-i", path("h264-open-gop.mp4"), "-map", "0:v", "-c", "copy", "-bsf:v"]
        let film = try SharedClips.path("film.mkv", arguments + ["noise=\(kind)=eq(n\\,61)"])
        let made = try await join(film, [0..<25, 48..<120], to: "joined.mkv")
        let source = try digests(path("h264-open-gop.mp4"))
        let found = try digests(made.url.path(percentEncoded: false))
        #expect(found.count > 90 && found.prefix(24) == source.prefix(24))
        // The next group needs nothing of what is before it.
        #expect(found.suffix(24) == source.suffix(24))
    }

    @Test("a clip whose first picture does not say that decoding can begin with it is warned of")
    func doubts() async throws {
        // Without their messages the I pictures are no recovery points.
        let arguments = ["-i", path("h264-open-gop.mp4"), "-map", "0:v", "-c", "copy", "-bsf:v"]
        let film = try SharedClips.path("film.mp4", arguments + ["filter_units=remove_types=6"])
        let made = try await join(film, [0..<25, 48..<73], to: "joined.mkv")
        let warnings = made.plan.warnings.filter { $0.contains("wrong") }
        let start = "pictures may be wrong at first from 1.0 s on: "
        #expect(warnings.count == 1 && warnings[0].hasPrefix(start) && warnings[0].contains("smart"))
        let alone = try await join(film, [48..<73], to: "alone.mkv")
        #expect(!alone.plan.warnings.contains { $0.contains("wrong") })
    }
}
