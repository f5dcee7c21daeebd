import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading

@Suite("Reader, damaged files")
struct ReaderDamageTests {
    static let files = [
        "h264-bframes.mp4", "hevc-open-gop.mp4", "vp9-opus.webm", "av1.mp4", "h264-bframes.mkv", "h264.ts", "mpeg2.ts",
        "fragmented.mp4", "edit-reordered.mp4", "aac.aac", "mp3-vbr.mp3", "flac.flac", "opus.ogg", "vorbis.ogg",
        "alac.m4a", "wav-24bit.wav", "caf.caf", "prores.mov", "mjpeg.mov",
    ]

    /// Numbers that are the same in every run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test("a file with wrong bytes is read to an end, or to an error", arguments: files)
    func wrongBytes(name: String) async throws {
        let original = try Data(contentsOf: SampleMedia.url(name))
        for seed in 1...4 as ClosedRange<UInt64> {
            var numbers = Numbers(state: seed &* 0x9e37_79b9_7f4a_7c15)
            var data = original
            for _ in 0..<12 {
                data[Int.random(in: 0..<data.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            if seed == 4 { data = data.prefix(data.count * 2 / 3) }
            try await read(data, name)
        }
    }

    private func read(_ data: Data, _ name: String) async throws {
        let asset = AVAsset(akData: data, fileType: .mp4)
        // Without settings stored samples come, which any damage may stand in too.
        for isStored in [true, false] {
            guard let reader = try? AVAssetReader(asset: asset) else { return }
            for track in asset.tracks where track.mediaType == .video || track.mediaType == .audio {
                let settings: [String: Any] =
                    track.mediaType == .audio ? [AVFormatIDKey: kAudioFormatLinearPCM] : [:]
                reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: isStored ? nil : settings))
            }
            guard reader.startReading() else {
                #expect(reader.error != nil)
                continue
            }
            for output in reader.outputs {
                var count = 0
                while output.copyNextSampleBuffer() != nil, count < 100_000 { count += 1 }
                #expect(count < 100_000)
            }
            #expect(reader.status == .completed || (reader.status == .failed && reader.error != nil))
        }
    }
}
