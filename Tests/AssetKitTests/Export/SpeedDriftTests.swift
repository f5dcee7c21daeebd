import Foundation
import TestSupport
import Testing

@testable import AssetKit

/// Ten minutes in long runs, nine seconds every day.
@Suite("Long films at another speed")
struct SpeedDriftTests {
    private static let repeats = LongRun.isOn ? 200 : 3

    private let folder = TemporaryFolder()

    /// A clip of three seconds, many times over: 75 pictures and three clicks each, exactly.
    private func film() async throws -> URL {
        let clip = folder.path("clip.mov")
        try await ExportSample.export("h264-bframes.mp4", AVAssetExportPresetPassthrough, to: clip, as: .mov) {
            $0.akOptions.audio = .encoded(kAudioFormatLinearPCM)
        }
        let film = URL(filePath: folder.path("film.mov"))
        let clips = (0..<Self.repeats).map { _ in AVURLAsset(url: URL(filePath: clip)) }
        _ = try await AKJoinSession(assets: clips).export(to: film)
        return film
    }

    @Test(
        "pictures and clicks are where they belong from the beginning to the end",
        arguments: [AVAudioTimePitchAlgorithm.varispeed, .timeDomain, .spectral]
    )
    func noDrift(algorithm: AVAudioTimePitchAlgorithm) async throws {
        let film = try await film()
        let asset = AVURLAsset(url: film)
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.akOptions.speed = Rational128(25, 24)
        session.audioTimePitchAlgorithm = algorithm
        session.akOptions.audio = .encoded(kAudioFormatLinearPCM)
        let path = folder.path("fast.mov")
        try await session.export(to: URL(filePath: path), as: .mov)

        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.count == 75 * Self.repeats)
        for (number, picture) in pictures.enumerated() {
            #expect(picture.index == number % 75)
            #expect(picture.time == CMTime(value: CMTimeValue(number) * 24, timescale: 625))
        }

        let sound = try await ExportSample.sound(path)
        let seconds = 3 * Self.repeats
        #expect(sound.samples.count == seconds * sound.rate * 24 / 25)
        // By its spectra a click is spread over some milliseconds, and is no longer loudest where it begins.
        let tolerance = algorithm == .spectral ? 0.003 : 0.002
        for second in 0..<seconds {
            let expected = second * sound.rate * 24 / 25
            let around = max(0, expected - sound.rate / 50)..<min(sound.samples.count, expected + sound.rate / 50)
            let click = try #require(around.max { abs(sound.samples[$0]) < abs(sound.samples[$1]) })
            #expect(abs(sound.samples[click]) > 0.3, "second \(second)")
            #expect(abs(Double(click - expected)) / Double(sound.rate) <= tolerance, "second \(second)")
        }
    }
}
