import Foundation
import TestSupport
import Testing

@testable import AssetKit

@Suite("Tones in a mix")
struct MixedTonesTests {
    private static let rate = 44100
    private let folder = TemporaryFolder()

    private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: seconds(start), end: seconds(end))
    }

    /// Four seconds of a tone of so many samples a period, on a track of its own.
    private func addTone(
        of period: Int,
        _ range: CMTimeRange,
        at start: CMTime,
        to edit: AVMutableComposition
    ) async throws -> AVMutableCompositionTrack {
        let sine = (0..<4 * Self.rate).map { Float(0.25 * sin(2 * .pi * Double($0 % period) / Double(period))) }
        let asset = try writeWave(sine, rate: Self.rate, to: folder.path("\(edit.tracks.count).wav"))
        let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let track = try edit.track(.audio)
        try track.insertTimeRange(range, of: source, at: start)
        return track
    }

    @Test("each track's tone is as loud as its volumes say, within ramps and beside them, to a thousandth")
    func levels() async throws {
        // Whole periods go into each second, so that one tone tells nothing of another.
        let periods = [100, 63, 49]
        let edit = AVMutableComposition()
        let rising = AVMutableAudioMixInputParameters(
            track: try await addTone(of: periods[0], range(0, 4), at: .zero, to: edit)
        )
        rising.setVolume(0.5, at: .zero)
        rising.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 1, timeRange: range(1, 2))
        let falling = AVMutableAudioMixInputParameters(
            track: try await addTone(of: periods[1], range(0, 4), at: .zero, to: edit)
        )
        falling.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(1, 3))
        // Without parameters, and later.
        _ = try await addTone(of: periods[2], range(0, 3), at: seconds(1), to: edit)
        let sum = AVMutableAudioMixInputParameters()
        sum.trackID = AVAudioMixInputParametersTrackMixID
        sum.setVolume(0.8, at: .zero)
        let made = try await readMix(of: edit, audioMix(rising, falling, sum))
        try #require(made.count == 4 * Self.rate)
        let wanted = [[0.5, 0.75, 1, 1], [1, 0.75, 0.25, 0], [0, 1, 1, 1]]
        for (period, levels) in zip(periods, wanted) {
            for (second, level) in levels.enumerated() {
                let found = Self.level(of: period, made[second * Self.rate..<(second + 1) * Self.rate])
                #expect(abs(found / (0.25 * 0.8) - level) < 0.001, "\(period), second \(second): \(found)")
            }
        }
    }

    /// How loud the tone of a period is in a second of sound, in its own phase.
    private static func level(of period: Int, _ sound: ArraySlice<Float>) -> Double {
        var sum = 0.0
        for (place, sample) in sound.enumerated() {
            sum += Double(sample) * sin(2 * .pi * Double(place % period) / Double(period))
        }
        return 2 * sum / Double(sound.count)
    }

    @Test("a track that plays slower is stretched as its own parameters say, and others as the output does")
    func algorithms() async throws {
        let edit = AVMutableComposition()
        let own = AVMutableAudioMixInputParameters(
            track: try await addTone(of: 100, range(0, 4), at: .zero, to: edit)
        )
        own.audioTimePitchAlgorithm = .varispeed
        let other = AVMutableAudioMixInputParameters(
            track: try await addTone(of: 100, range(0, 4), at: .zero, to: edit)
        )
        edit.scaleTimeRange(range(0, 4), toDuration: seconds(8))
        for (muted, period) in [(other, 200.0), (own, 100)] {
            for parameters in [own, other] { parameters.setVolume(parameters === muted ? 0 : 1, at: .zero) }
            let made = try await readMix(of: edit, audioMix(own, other))
            try #require(made.count == 8 * Self.rate)
            let fit = SineFit(made, Self.rate / 5..<made.count - Self.rate / 5, period: period)
            #expect(abs(fit.centsOff) < 1 && fit.signalToNoise > 40, "\(period): \(fit)")
        }
    }
}
