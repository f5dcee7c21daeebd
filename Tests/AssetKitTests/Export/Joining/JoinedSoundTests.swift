import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

/// Sound alone out of containers whose clocks are not its own, joined into movies.
@Suite("Joined sound", .enabled(if: Oracle.isThere))
struct JoinedSoundTests {
    private let folder = TemporaryFolder()

    /// Joins a new file of FFmpeg's with itself, so often.
    private func join(
        _ settings: [String],
        _ ending: String,
        count: Int,
        to type: String
    ) async throws -> (source: String, made: String, seconds: Double) {
        let source = folder.path("source.\(ending)"), made = folder.path("made.\(type)")
        let noise = ["-f", "lavfi", "-i", "anoisesrc=d=1.2345:r=48000:a=0.3:seed=7"]
        try Oracle.run(noise + settings + [source])
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: URL(filePath: source), options: options)
        let session = AKJoinSession(assets: Array(repeating: asset, count: count))
        let result = try await session.export(to: URL(filePath: made))
        return (source, made, result.plan.duration.seconds)
    }

    static let cases: [(settings: [String], ending: String, type: String)] = [
        (["-ac", "2", "-c:a", "aac"], "ts", "mp4"), (["-ac", "2", "-c:a", "aac"], "flv", "mov"),
        (["-ac", "2", "-c:a", "libopus"], "webm", "mp4"), (["-ac", "6", "-c:a", "libopus"], "mkv", "mov"),
        (["-ac", "2", "-c:a", "libvorbis"], "webm", "mp4"), (["-ac", "2", "-c:a", "libvorbis"], "ogg", "mp4"),
        (["-c:a", "flac"], "mkv", "mp4"), (["-c:a", "flac"], "ogg", "mov"), (["-c:a", "alac"], "mkv", "mp4"),
        (["-c:a", "mp2"], "ts", "mp4"), (["-c:a", "mp2"], "mkv", "mov"), (["-c:a", "libmp3lame"], "mkv", "mp4"),
        (["-ac", "2", "-c:a", "dca", "-strict", "-2"], "mkv", "mp4"),
        (["-ac", "2", "-c:a", "dca", "-strict", "-2"], "ts", "mov"), (["-c:a", "pcm_s24le"], "mkv", "mov"),
        (["-c:a", "ac3"], "mkv", "mov"), (["-c:a", "eac3"], "ts", "mp4"),
    ]

    @Test("clips follow each other in movies, and FFmpeg finds nothing wrong with it", arguments: cases)
    func follows(settings: [String], ending: String, type: String) async throws {
        let joined = try await join(settings, ending, count: 3, to: type)
        #expect(try Oracle.complaints(joined.made) == "")
        let asset = AVURLAsset(url: URL(filePath: joined.made))
        // Codecs fill their last packet, and some containers do not say how much of it counts.
        let seconds = try await asset.load(.duration).seconds
        #expect(abs(seconds - joined.seconds) < 0.0001, "\(seconds) and not \(joined.seconds)")
        #expect(joined.seconds > 3 * 1.2 && joined.seconds < 3 * (1.2345 + 0.11), "\(joined.seconds)")
        #expect(try await asset.loadTracks(withMediaType: .audio).count == 1)
    }

    @Test("uncompressed sound of Matroska arrives sample by sample, though its clock has milliseconds")
    func plain() async throws {
        let copied = try await join(["-c:a", "pcm_s16le"], "mkv", count: 1, to: "mov")
        #expect(try Oracle.sound(copied.made) == Oracle.sound(copied.source))
    }
}
