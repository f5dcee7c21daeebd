import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitReading
@testable import AssetKitMedia

/// Sound of several clips in files that can hide parts of packets at their own ends alone.
@Suite("Joints of sound", .enabled(if: Oracle.isThere))
struct SoundJointTests {
    private let folder = TemporaryFolder()

    /// Noise that no moment of has a like, encoded by FFmpeg.
    private func noise(
        _ seed: Int,
        _ settings: [String],
        _ ending: String,
        seconds: Double = 1.8345
    ) throws -> AVURLAsset {
        let noise = "anoisesrc=d=\(seconds):r=48000:a=0.3:seed=\(seed),lowpass=f=4000"
        let arguments = ["-f", "lavfi", "-i", noise, "-ac", "1"] + settings
        return CutSound.asset(try SharedClips.path("noise-\(seed).\(ending)", arguments))
    }

    /// By how many samples the sound at a place has to be moved to be what was wanted there.
    private func delay(of wanted: ArraySlice<Float>, in sound: [Float], at place: Int) -> Int {
        let wanted = Array(wanted.prefix(2000))
        let starts = (-1300...1300).filter { place + $0 >= 0 && place + $0 + wanted.count <= sound.count }
        let likeness = starts.map { start in
            var sum: Float = 0
            for number in stride(from: 0, to: wanted.count, by: 2) {
                sum += wanted[number] * sound[place + start + number]
            }
            return sum
        }
        return zip(starts, likeness).max { $0.1 < $1.1 }?.0 ?? .max
    }

    static let kinds: [(settings: [String], ending: String)] = [
        (["-c:a", "libmp3lame"], "mp3"), (["-c:a", "libopus"], "ogg"), (["-c:a", "libopus"], "webm"),
        (["-c:a", "libvorbis"], "ogg"), (["-c:a", "aac"], "mkv"), (["-c:a", "flac"], "flac"), (["-c:a", "aac"], "ts"),
    ]

    @Test("clips are heard at the sum of the durations before them, to the sample, by FFmpeg", arguments: kinds)
    func exact(settings: [String], ending: String) async throws {
        let assets = try [7, 8, 9].map { try noise($0, settings, ending) }
        let made = folder.path("made.\(ending)")
        let session = AKJoinSession(assets: assets)
        let expected = try await session.plan(for: URL(filePath: made))
        let result = try await session.export(to: URL(filePath: made))
        #expect(result.plan.clips.map(\.start) == expected.clips.map(\.start))
        #expect(result.plan.warnings == [])
        let sound = try CutSound.judged(made)
        for (clip, asset) in zip(result.plan.clips, assets) {
            let own = try await CutSound.channel(asset.url.path)
            let place = Int(clip.start.nearestSample(rate: own.rate))
            let late = delay(of: own.samples[4000...], in: sound, at: place + 4000 - Int(own.start))
            #expect(abs(late) <= (["ts", "mkv", "webm"].contains(ending) ? 96 : 0), "\(clip.start.seconds) s")
        }
    }

    @Test("several parts of one file follow each other to the sample", arguments: kinds.prefix(4))
    func parts(settings: [String], ending: String) async throws {
        let asset = try noise(11, settings, ending)
        let own = try await CutSound.channel(asset.url.path)
        let ranges = [CutSound.range(1003, 2517), CutSound.range(4001, 7002)]
        let session = AKJoinSession(clips: ranges.map { AKJoinSession.Clip(asset: asset, timeRange: $0) })
        let made = folder.path("made.\(ending)")
        let result = try await session.export(to: URL(filePath: made))
        for (clip, range) in zip(result.plan.clips, ranges) {
            #expect(abs((clip.actualTimeRange.start - range.start).seconds) * 48_000 <= 0.5)
            #expect(abs((clip.actualTimeRange.end - range.end).seconds) * 48_000 <= 0.5)
        }
        let sound = try CutSound.judged(made)
        #expect(abs(sound.count - Int(0.4515 * 48_000)) <= 1)
        let late = delay(of: own.wanted(ranges[1]).dropFirst(500), in: sound, at: Int(0.1514 * 48_000 + 500.5))
        // The clock of WebM has milliseconds, and its sound is read from the middle.
        #expect(abs(late) <= (ending == "webm" ? 48 : 1))
    }

    /// A file of Apple Lossless, and its samples as FFmpeg decodes them, two bytes each.
    private func lossless() throws -> (asset: AVURLAsset, sound: Data) {
        let asset = try noise(13, ["-c:a", "alac"], "m4a", seconds: 1.8)
        let copy = folder.path("own.m4a")
        try FileManager.default.copyItem(atPath: asset.url.path, toPath: copy)
        return (asset, try Oracle.sound(copy))
    }

    /// Nothing but the last packet of a Core Audio file may be short.
    @Test("parts of Apple Lossless become one run in Core Audio files", arguments: [AKTrimMode.keyframe, .smart])
    func coreAudioParts(mode: AKTrimMode) async throws {
        let (asset, own) = try lossless()
        let ranges = [
            CutSound.range(1000, 3000), CutSound.range(4000, 7220), CutSound.range(9000, 12_130),
            CutSound.range(13_000, 17_000),
        ]
        let session = AKJoinSession(clips: ranges.map { AKJoinSession.Clip(asset: asset, timeRange: $0) })
        session.cutMode = mode
        session.encodesSoundAtJoints = mode != .keyframe
        let made = folder.path("made.caf")
        let result = try await session.export(to: URL(filePath: made))
        func byte(_ time: CMTime) -> Int { 2 * Int(time.nearestSample(rate: 48_000)) }
        let wanted = ranges.reduce(into: Data()) { $0 += own[byte($1.start)..<byte($1.end)] }
        #expect(try Oracle.sound(made) == wanted)
        let counts = result.plan.tracks.map { $0.encodedSampleCounts.reduce(0, +) }
        #expect(counts == [(wanted.count / 2 + 4095) / 4096])
    }

    @Test("files of Apple Lossless that end with a short packet become one run in Core Audio files")
    func coreAudioFiles() async throws {
        let (asset, own) = try lossless()
        let made = folder.path("made.caf")
        let session = AKJoinSession(assets: [asset, asset, asset])
        let result = try await session.export(to: URL(filePath: made))
        #expect(try Oracle.sound(made) == own + own + own)
        let track = try #require(result.plan.tracks.first)
        #expect(track.copiedSampleCounts == [0, 0, 0])
        #expect(track.encodedSampleCounts.reduce(0, +) == (own.count * 3 / 2 + 4095) / 4096)
        // Elsewhere packets may be of any length.
        let other = try await session.plan(for: URL(filePath: folder.path("made.mkv")))
        #expect(other.tracks.first?.encodedSampleCounts == [0, 0, 0])
    }

    /// Each run of Vorbis begins with a packet that makes no sound but with the one before it.
    @Test("parts of Vorbis that are cut exactly become one run", arguments: ["mkv", "ogg"])
    func vorbisParts(ending: String) async throws {
        let asset = try noise(11, ["-c:a", "libvorbis"], "ogg")
        let ranges = [CutSound.range(1003, 2517), CutSound.range(4001, 7002), CutSound.range(9000, 12_000)]
        let session = AKJoinSession(clips: ranges.map { AKJoinSession.Clip(asset: asset, timeRange: $0) })
        session.cutMode = .exact
        let made = folder.path("made.\(ending)")
        let planned = try await session.plan(for: URL(filePath: made))
        let result = try await session.export(to: URL(filePath: made))
        #expect(planned.warnings == [] && result.plan.warnings == [])
        let sound = try CutSound.judged(made)
        #expect(abs(sound.count - Int(0.7515 * 48_000)) <= 2)
    }

    @Test("in whole packets the plan says where clips really begin, and warns", arguments: kinds.prefix(2))
    func packets(settings: [String], ending: String) async throws {
        let assets = try [7, 8].map { try noise($0, settings, ending) }
        let session = AKJoinSession(assets: assets)
        session.encodesSoundAtJoints = false
        let made = folder.path("made.\(ending)")
        let result = try await session.export(to: URL(filePath: made))
        #expect(result.plan.warnings.contains { $0.contains("copied in whole packets") }, "\(result.plan.warnings)")
        #expect(result.plan.tracks.allSatisfy { $0.encodedSampleCounts.allSatisfy { $0 == 0 } })
        let own = try await CutSound.channel(assets[1].url.path)
        let clip = result.plan.clips[1]
        let begin = Int((clip.start - clip.actualTimeRange.start).nearestSample(rate: own.rate))
        let late = delay(of: own.samples[6000...], in: try CutSound.judged(made), at: begin + 6000 - Int(own.start))
        #expect(abs(late) <= 2)
    }

    @Test("a last packet of which nothing is heard adds nothing")
    func shortEnd() async throws {
        // One page, of whose last packet FFmpeg says that it lasts -8 frames.
        let asset = try noise(7, ["-c:a", "libvorbis"], "ogg", seconds: 0.8345)
        let made = folder.path("made.ogg")
        let result = try await AKJoinSession(assets: [asset, asset]).export(to: URL(filePath: made))
        #expect(abs(result.plan.duration.seconds - 2 * 0.8345) < 0.01)
        #expect(try abs(CutSound.judged(made).count - 2 * 40_056) < 600)
    }

    /// A tenth of a second from the middle, as bytes.
    private func middle(_ path: String) async throws -> Data {
        let asset = CutSound.asset(path)
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let reader = try AVAssetReader(asset: asset)
        reader.timeRange = CutSound.range(2_000, 3_000)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
        reader.add(output)
        #expect(reader.startReading())
        var sound = Data()
        while let buffer = output.copyNextSampleBuffer() {
            try buffer.dataBuffer?.withContiguousStorage { sound.append(contentsOf: $0) }
        }
        return sound
    }

    @Test("Vorbis of one page is read as that of several is, from the middle too, whatever its end hides")
    func onePage() async throws {
        for (number, length) in [40_056, 20_480, 33_333].enumerated() {
            let noise = "anoisesrc=d=1:r=48000:a=0.3:seed=\(number + 7),lowpass=f=4000,atrim=end_sample=\(length)"
            let source = ["-f", "lavfi", "-i", noise, "-ac", "1", "-c:a", "libvorbis"]
            let (one, several) = (folder.path("one-\(number).ogg"), folder.path("several-\(number).ogg"))
            try Oracle.run(source + [one])
            try Oracle.run(source + ["-page_duration", "100000", several])
            let (whole, expected) = (try await CutSound.channel(one), try await CutSound.channel(several))
            #expect(whole.start == 0 && whole.samples.count == length)
            #expect(whole.start == expected.start && whole.samples == expected.samples)
            #expect(try await middle(one) == middle(several))
        }
    }

    @Test("a chain of Vorbis whose links are of one page each is as long as they are together")
    func chain() async throws {
        var chain = Data()
        for number in 0..<2 {
            let link = folder.path("link-\(number).ogg")
            let source = ["-f", "lavfi", "-i", "sine=f=\(400 + 200 * number):r=44100:d=0.3"]
            try Oracle.run(source + ["-c:a", "libvorbis", "-serial_offset", "\(number)", link])
            chain += try Data(contentsOf: URL(filePath: link))
        }
        let path = folder.path("chain.ogg")
        try chain.write(to: URL(filePath: path))
        let session = try #require(
            AVAssetExportSession(asset: CutSound.asset(path), presetName: AKExportPresetWAV)
        )
        let made = folder.path("chain.wav")
        try await session.export(to: URL(filePath: made), as: .wav)
        #expect(try CutSound.judged(made).count == 2 * 13_230)
    }

    @Test("packets that meet are copied")
    func whole() async throws {
        let asset = try noise(5, ["-c:a", "ac3", "-t", "0.768"], "mkv")
        let result = try await AKJoinSession(assets: [asset]).export(to: URL(filePath: folder.path("one.mkv")))
        #expect(result.plan.tracks.allSatisfy { $0.encodedSampleCounts == [0] })
    }
}
