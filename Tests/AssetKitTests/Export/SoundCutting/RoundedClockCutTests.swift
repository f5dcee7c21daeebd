import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

/// Cuts of sound out of Matroska, whose blocks say in whole milliseconds when they begin.
@Suite("Cuts of sound on a clock of milliseconds", .enabled(if: Oracle.isThere))
struct RoundedClockCutTests {
    private let folder = TemporaryFolder()

    private static let noise = ["-f", "lavfi", "-i", "anoisesrc=d=2:r=48000:a=0.3:seed=7"]
    private static let plain = noise + ["-c:a", "pcm_s16le"]

    @Test("uncompressed sound is cut to the frame", arguments: ["wav", "mov", "mka"])
    func plain(ending: String) async throws {
        let path = try SharedClips.path("rounded.mka", Self.plain)
        let whole = try CutSound.judged(path)
        try #require(whole.count == 96_000)
        // The block that has the frame 48,000 begins at 981.33 ms.
        let target = folder.path("part.\(ending)")
        try await CutSound.cut(path, CutSound.range(10_000, nil), to: target)
        #expect(try CutSound.judged(target) == Array(whole[48_000...]))
        let within = folder.path("within.\(ending)")
        try await CutSound.cut(path, CutSound.range(5000, 15_000), to: within)
        #expect(try CutSound.judged(within) == Array(whole[24_000..<72_000]))
    }

    @Test("uncompressed sound beside pictures is cut to the frame")
    func besidePictures() async throws {
        let film = ["-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=2"]
        let path = try SharedClips.path("rounded.mkv", film + Self.plain + ["-c:v", "libx264", "-g", "180"])
        let whole = try CutSound.judged(path)
        let target = folder.path("part.mov")
        try await CutSound.cut(path, CutSound.range(10_000, nil), to: target)
        #expect(try CutSound.judged(target) == Array(whole[48_000...]))
    }

    @Test("a join of parts has each of them to the frame", arguments: ["rounded.mka", "rounded.wav"])
    func joined(name: String) async throws {
        let path = try SharedClips.path(name, Self.plain)
        let whole = try CutSound.judged(path)
        let ranges = [CutSound.range(10_000, 15_000), CutSound.range(2500, 7500)]
        let clips = ranges.map { AKJoinSession.Clip(asset: CutSound.asset(path), timeRange: $0) }
        let target = folder.path("both.wav")
        try await AKJoinSession(clips: clips).export(to: URL(filePath: target))
        #expect(try CutSound.judged(target) == Array(whole[48_000..<72_000] + whole[12_000..<36_000]))
    }

    @Test(
        "packets are cut to the sample",
        arguments: [
            // How many frames come before the first one that a decoder gives: the second packet of Vorbis begins at 3 ms.
            ("aac.mka", ["-c:a", "aac", "-aac_pns", "0"], 0), ("vorbis.mka", ["-c:a", "libvorbis"], 144),
        ]
    )
    func packets(name: String, encoder: [String], before: Int) async throws {
        let path = try SharedClips.path(name, Self.noise + encoder)
        let whole = try CutSound.judged(path)
        let target = folder.path("part.mp4")
        let result = try await CutSound.cut(path, CutSound.range(10_000, nil), to: target)
        #expect(result.tracks[0].copiedSampleCount > 0)
        let part = try await CutSound.channel(target)
        let wanted = whole[(48_000 - before)...]
        #expect(part.start == 0)
        #expect(part.samples.count == wanted.count)
        #expect(CutSound.difference(part.samples[...], wanted) <= 3e-5)
    }

    @Test(
        "sound that is decoded from the middle is that of the whole",
        arguments: [(10_000, 48_000), (3000, 14_400), (7000, 33_600), (19_900, 95_520)] as [(Int64, Int)]
    )
    func decoded(start: Int64, first: Int) async throws {
        let path = try SharedClips.path("rounded.mka", Self.plain)
        let session = try #require(
            AVAssetExportSession(asset: CutSound.asset(path), presetName: AKExportPresetWAV)
        )
        session.timeRange = CutSound.range(start, nil)
        let target = folder.path("part.wav")
        try await session.export(to: URL(filePath: target), as: .wav)
        #expect(try CutSound.judged(target) == Array(CutSound.judged(path)[first...]))
    }

    @Test("Opus that is decoded from the middle begins at its sample", arguments: [(7000, 33_600), (12_000, 57_600)])
    func decodedOpus(start: Int64, first: Int) async throws {
        // 6.5 ms are hidden before its zero: packets begin at half milliseconds.
        let path = try SharedClips.path("opus.mka", Self.noise + ["-c:a", "libopus"])
        let session = try #require(
            AVAssetExportSession(asset: CutSound.asset(path), presetName: AKExportPresetWAV)
        )
        session.timeRange = CutSound.range(start, nil)
        let target = folder.path("part.wav")
        try await session.export(to: URL(filePath: target), as: .wav)
        let (part, whole) = (try CutSound.judged(target), try CutSound.judged(path)[first...])
        #expect(part.count == whole.count)
        // What is decoded from elsewhere is never quite the same; noise that is moved is quite different.
        #expect(CutSound.difference(part[...], whole) < 0.1)
    }

    @Test("Vorbis ends with its last frame wherever it is copied to", arguments: ["mp4", "ogg", "webm"])
    func vorbisEnd(ending: String) async throws {
        let path = try SharedClips.path("short.wav", ["-f", "lavfi", "-i", "anoisesrc=d=1.2345:r=48000:a=0.3:seed=7"])
        let source = folder.path("source.webm")
        let preset = AKExportPresetWebMVP9
        let session = try #require(AVAssetExportSession(asset: CutSound.asset(path), presetName: preset))
        session.akOptions.audio = .encoded(AKAudioFormatVorbis)
        try await session.export(to: URL(filePath: source), as: .akWebM)
        let whole = try await CutSound.channel(source)
        try #require(whole.samples.count == 59_256)
        // The last block has more than is to be heard of it.
        let made = folder.path("made.\(ending)")
        let copied = try await CutSound.copy(source, CutSound.range(0, nil), to: made)
        #expect(copied.plan.tracks[0].copiedSampleCounts[0] > 0)
        let found = try await CutSound.channel(made)
        #expect(found.samples.count == 59_256)
        #expect(CutSound.difference(found.samples[...], whole.samples[...]) <= 3e-5)
    }

    @Test("uncompressed sound ends with its last frame where all of the file is looked at")
    func end() async throws {
        // The last block begins at 1.984 s and has 768 frames, which is 16 ms.
        let asset = CutSound.asset(try SharedClips.path("rounded.mka", Self.plain))
        #expect(try await asset.load(.duration) == CMTime(value: 2, timescale: 1))
    }
}
