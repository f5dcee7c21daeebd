import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport

@Suite("Audio mixes")
struct AudioMixTests {
    private let folder = TemporaryFolder()

    private func seconds(_ value: Int64, _ scale: CMTimeScale = 10) -> CMTime { CMTime(value: value, timescale: scale) }

    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: seconds(start), end: seconds(end))
    }

    // MARK: Values

    @Test("volumes hold until the next that is set, and ramps go evenly from one to another")
    func ramps() {
        let parameters = AVMutableAudioMixInputParameters()
        parameters.setVolume(0.5, at: seconds(10))
        parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range(20, 30))
        let gain = parameters.value.gain
        let wanted: [(Int64, Double)] = [(0, 1), (9, 1), (10, 0.5), (19, 0.5), (20, 0), (25, 0.5), (30, 1), (99, 1)]
        for (time, volume) in wanted { #expect(gain.gain(at: seconds(time)) == volume, "\(time)") }
    }

    @Test("what is set later counts for its range, and the rest of what was there stays")
    func laterWins() {
        let parameters = AVMutableAudioMixInputParameters()
        parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range(0, 100))
        parameters.setVolumeRamp(fromStartVolume: 3, toEndVolume: 4, timeRange: range(40, 60))
        let gain = parameters.value.gain
        for (time, volume) in [(Int64(20), 0.2), (40, 3), (50, 3.5), (60, 0.6), (80, 0.8), (100, 1)] {
            #expect(abs(gain.gain(at: seconds(time)) - volume) < 1e-12, "\(time)")
        }
    }

    @Test("the ramp of a time is the one that it lies in, else the first later one, and none behind the last")
    func tellsRamps() {
        let parameters = AVMutableAudioMixInputParameters()
        parameters.setVolumeRamp(fromStartVolume: 0.25, toEndVolume: 1, timeRange: range(20, 30))
        func ramp(_ time: CMTime) -> (Float, Float, CMTimeRange)? {
            var (start, end, range) = (Float.nan, Float.nan, CMTimeRange.invalid)
            let found = parameters.getVolumeRamp(for: time, startVolume: &start, endVolume: &end, timeRange: &range)
            return found ? (start, end, range) : nil
        }
        for time in [0, 20, 29] as [Int64] {
            #expect(ramp(seconds(time)).map { $0 == (0.25, 1, range(20, 30)) } == true)
        }
        #expect(ramp(seconds(30)) == nil)
        parameters.setVolume(0.5, at: seconds(50))
        #expect(
            ramp(seconds(30)).map { $0.0 == 0.5 && $0.2.start == seconds(50) && $0.2.end == .positiveInfinity } == true
        )
        #expect(
            !AVAudioMixInputParameters(.init()).getVolumeRamp(
                for: .zero,
                startVolume: nil,
                endVolume: nil,
                timeRange: nil
            )
        )
    }

    @Test("a copy of a mix keeps what its parameters were")
    func copies() throws {
        let parameters = AVMutableAudioMixInputParameters()
        parameters.trackID = 7
        parameters.audioTimePitchAlgorithm = .varispeed
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let copy = try #require(mix.copy() as? AVAudioMix)
        parameters.trackID = 8
        parameters.setVolume(0, at: .zero)
        mix.inputParameters = []
        let kept = try #require(copy.inputParameters.first)
        #expect((kept.trackID, kept.audioTimePitchAlgorithm) == (7, .varispeed))
        #expect(kept.value.gain.isIdentity)
        let changed = try #require(kept.mutableCopy() as? AVMutableAudioMixInputParameters)
        changed.setVolume(0.5, at: .zero)
        #expect(kept.value.gain.isIdentity)
    }

    // MARK: Sound

    /// A second and a half of the same number at 44,100 Hz.
    private func constant(_ level: Float, named name: String, count: Int = 66150) throws -> AVURLAsset {
        try writeWave(Array(repeating: level, count: count), to: folder.path(name))
    }

    @Test("every frame has the gain of its own time, to a rounding of numbers, and ramps have no steps")
    func isExact() async throws {
        let asset = try constant(0.5, named: "half.wav")
        let parameters = AVMutableAudioMixInputParameters(
            track: try await asset.loadTracks(withMediaType: .audio).first
        )
        let (from, to) = (CMTime(value: 1, timescale: 7), CMTime(value: 9, timescale: 7))
        let ramp = CMTimeRange(start: from, end: to)
        parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.25, timeRange: ramp)
        let samples = try await readMix(of: asset, audioMix(parameters))
        #expect(samples.count == 66150)
        var last = 1.0
        for (number, sample) in samples.enumerated() {
            let time = Double(number) / 44100
            let place = min(max((time - from.seconds) / ramp.duration.seconds, 0), 1)
            let gain = Double(sample) / 0.5
            #expect(abs(gain - (1 - 0.75 * place)) <= 0x1p-22, "frame \(number)")
            #expect(abs(gain - last) <= 0.75 / (ramp.duration.seconds * 44100) + 0x1p-22, "frame \(number)")
            last = gain
        }
    }

    @Test("a part is the same as in the whole, bit for bit")
    func readsParts() async throws {
        let asset = try constant(0.5, named: "half.wav")
        let parameters = AVMutableAudioMixInputParameters(
            track: try await asset.loadTracks(withMediaType: .audio).first
        )
        parameters.setVolume(2, at: seconds(2))
        parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(3, 12))
        let whole = try await readMix(of: asset, audioMix(parameters))
        for (start, end) in [(Int64(1), Int64(4)), (5, 9), (11, 15)] {
            let part = try await readMix(of: asset, audioMix(parameters), in: range(start, end))
            #expect(part == Array(whole[Int(start) * 4410..<Int(end) * 4410]))
        }
        for start in stride(from: Int64(13_230), to: 50_000, by: 577) {
            let range = CMTimeRange(start: seconds(start, 44100), duration: seconds(1500, 44100))
            let part = try await readMix(of: asset, audioMix(parameters), in: range)
            #expect(part == Array(whole[Int(start)..<Int(start) + 1500]), "from \(start)")
        }
    }

    @Test("tracks add up in floats and are clamped once, the gain of the sum behind their own")
    func addsUp() async throws {
        let edit = AVMutableComposition()
        for (level, name) in [(Float(0.75), "a.wav"), (0.75, "b.wav"), (-0.75, "c.wav")] {
            let asset = try constant(level, named: name)
            let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
            let track = try edit.track(.audio)
            try track.insertTimeRange(range(0, 10), of: source, at: .zero)
        }
        let whole =
            [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false]
            as [String: Any]
        #expect(Set(try await readMix(of: edit, nil)) == [0.75])
        #expect(Set(try await readMix(of: edit, nil, settings: whole)) == [24576])
        let louder = AVMutableAudioMixInputParameters(track: edit.tracks[0])
        louder.setVolume(3, at: .zero)
        let sum = AVMutableAudioMixInputParameters()
        sum.trackID = AVAudioMixInputParametersTrackMixID
        sum.setVolume(0.5, at: .zero)
        #expect(Set(try await readMix(of: edit, audioMix(louder))) == [2.25])
        #expect(Set(try await readMix(of: edit, audioMix(louder), settings: whole)) == [32767])
        #expect(Set(try await readMix(of: edit, audioMix(louder, sum))) == [1.125])
        sum.setVolume(1e9, at: .zero)
        #expect(Set(try await readMix(of: edit, audioMix(louder, sum), settings: whole)) == [32767])
        let other = AVMutableAudioMixInputParameters()
        other.trackID = 99
        other.setVolume(0, at: .zero)
        #expect(Set(try await readMix(of: edit, audioMix(other))) == [0.75])
    }

    @Test("an export mixes tracks of a composition, and of a file where it has a mix; a cross-fade stays level")
    func exports() async throws {
        let edit = AVMutableComposition()
        let mix = AVMutableAudioMix()
        for (number, name) in ["a.wav", "b.wav"].enumerated() {
            let asset = try constant(0.5, named: name, count: 44100)
            let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
            let track = try edit.track(.audio)
            try track.insertTimeRange(range(0, 10), of: source, at: seconds(Int64(number) * 6))
            let fade = AVMutableAudioMixInputParameters(track: track)
            fade.setVolumeRamp(
                fromStartVolume: number == 0 ? 1 : 0,
                toEndVolume: number == 0 ? 0 : 1,
                timeRange: range(6, 10)
            )
            mix.inputParameters.append(fade)
        }
        let url = URL(filePath: folder.path("out.mov"))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetAppleProRes422LPCM))
        session.audioMix = mix
        session.outputFileType = .mov
        let plan = try await session.akPlan()
        #expect(plan.stretches.map(\.why) == ["2 tracks are mixed"])
        try await session.export(to: url, as: .mov)
        let made = try await SoundOfTrack(AVURLAsset(url: url))
        #expect(made.left.count == 16 * 4410)
        #expect(made.left.allSatisfy { abs($0 - 0.5) <= 1.0 / 32768 })
        #expect(try await AVURLAsset(url: url).loadTracks(withMediaType: .audio).count == 1)
        // Without a mix both are heard as they are.
        let both = URL(filePath: folder.path("both.mov"))
        session.audioMix = nil
        let plain = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetAppleProRes422LPCM))
        try await plain.export(to: both, as: .mov)
        let sum = try await SoundOfTrack(AVURLAsset(url: both)).left
        #expect(Set(sum[..<(6 * 4410)] + sum[(10 * 4410)...]) == [0.5])
        #expect(sum[(6 * 4410)..<(10 * 4410)].allSatisfy { $0 > 0.9999 })
    }

    @Test("a track of sound that is disabled is not heard, whatever a mix says of it")
    func leavesDisabledOut() async throws {
        let edit = AVMutableComposition()
        for (level, name) in [(Float(0.25), "a.wav"), (0.5, "b.wav")] {
            let asset = try constant(level, named: name)
            let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
            try edit.track(.audio).insertTimeRange(range(0, 10), of: source, at: .zero)
        }
        let parameters = AVMutableAudioMixInputParameters(track: edit.tracks[1])
        parameters.setVolume(1, at: .zero)
        func heard(_ mix: AVAudioMix?, _ name: String) async throws -> Set<Float> {
            let url = URL(filePath: folder.path(name))
            let preset = AVAssetExportPresetAppleProRes422LPCM
            let session = try #require(AVAssetExportSession(asset: edit, presetName: preset))
            session.audioMix = mix
            try await session.export(to: url, as: .mov)
            return Set(try await SoundOfTrack(AVURLAsset(url: url)).left)
        }
        #expect(try await heard(nil, "both.mov") == [0.75])
        edit.tracks[1].isEnabled = false
        #expect(try await heard(nil, "one.mov") == [0.25])
        #expect(try await heard(audioMix(parameters), "mixed.mov") == [0.25])
    }

    @Test("the volume of a file's track is set, and on copied sound a mix has no effect and says so")
    func exportsFiles() async throws {
        let asset = try constant(0.5, named: "half.wav")
        let parameters = AVMutableAudioMixInputParameters(
            track: try await asset.loadTracks(withMediaType: .audio).first
        )
        parameters.setVolume(0.5, at: .zero)
        let url = URL(filePath: folder.path("out.mov"))
        let session = try #require(
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes422LPCM)
        )
        session.audioMix = audioMix(parameters)
        try await session.export(to: url, as: .mov)
        #expect(Set(try await SoundOfTrack(AVURLAsset(url: url)).left) == [0.25])
        let copy = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        copy.audioMix = audioMix(parameters)
        try await copy.export(to: URL(filePath: folder.path("copy.wav")), as: .wav)
        #expect(copy.akResult?.warnings.contains { $0.contains("audio mix") } == true)
        #expect(Set(try await SoundOfTrack(AVURLAsset(url: URL(filePath: folder.path("copy.wav")))).left) == [0.5])
    }
}
