import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets

/// An editor cut five minutes of a WAVE file to 276 s.
@Suite("Minutes of sound in compositions")
struct LongSoundTests {
    private static let rate = 8000
    private let folder = TemporaryFolder()

    /// Sound of so many seconds that is silent, but for a click every ten.
    private func clicks(seconds: Int) throws -> AVURLAsset {
        var samples = [Int16](repeating: 0, count: seconds * Self.rate)
        for click in stride(from: 0, to: samples.count, by: 10 * Self.rate) { samples[click] = 16_384 }
        let bytes = UInt32(samples.count * 2)
        var data = Data("RIFF".utf8)
        data += Self.word(36 + bytes)
        data += Data("WAVEfmt ".utf8)
        // PCM of one channel, of 16 bits.
        for word in [16, 0x0001_0001, UInt32(Self.rate), UInt32(Self.rate * 2), 0x0010_0002] { data += Self.word(word) }
        data += Data("data".utf8)
        data += Self.word(bytes)
        data += samples.withUnsafeBytes { Data($0) }
        let url = URL(filePath: folder.path("clicks.wav"))
        try data.write(to: url)
        return AVURLAsset(url: url)
    }

    private static func word(_ number: UInt32) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }

    @Test("five minutes in two parts are as long in the file, every click on its sample", arguments: [Float(1), 0.5])
    func keepsItsLength(volume: Float) async throws {
        let asset = try clicks(seconds: 310)
        let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let edit = AVMutableComposition()
        let track = try edit.track(.audio)
        for (start, end) in [(0, 100), (105, 305)] {
            try track.insertTimeRange(frameRange(Int64(start), Int64(end), at: 1), of: source, at: .invalid)
        }
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AKExportPresetWAV))
        // What has its own volume may be copied; at another one it is rendered.
        if volume != 1 {
            let parameters = AVMutableAudioMixInputParameters(track: track)
            parameters.setVolume(volume, at: .zero)
            session.audioMix = audioMix(parameters)
        }
        let url = URL(filePath: folder.path("out.wav"))
        try await session.export(to: url, as: .wav)
        let made = try await SoundOfTrack(AVURLAsset(url: url))
        #expect(made.rate == Self.rate)
        #expect(made.left.count == 300 * Self.rate)
        let places = Array(stride(from: 0, to: 100, by: 10)) + Array(stride(from: 105, to: 300, by: 10))
        for second in places { #expect(made.left[second * Self.rate] == 0.5 * volume, "at \(second) s") }
    }
}
