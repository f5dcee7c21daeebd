import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitSinks
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// Codecs that are read, and neither copied nor made.
@Suite("Windows Media", .enabled(if: Oracle.isThere))
struct WindowsMediaTests {
    private let folder = TemporaryFolder()

    /// A film of 50 pictures with sound.
    private func film(_ pictures: String, _ sound: String) throws -> AVURLAsset {
        let path = folder.path("\(pictures).wmv")
        let sources = [
            "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=2", "-f", "lavfi", "-i", "sine=duration=2",
        ]
        try Oracle.run(sources + ["-c:v", pictures, "-g", "12", "-c:a", sound, path])
        return AVURLAsset(url: URL(filePath: path))
    }

    @Test(
        "films are read under their codecs' names, to the last picture",
        arguments: [
            ("wmv1", "wmav1", "Windows Media Video 7", "Windows Media Audio 1"),
            ("wmv2", "wmav2", "Windows Media Video 8", "Windows Media Audio 2"),
        ]
    )
    func read(pictures: String, sound: String, videoTitle: String, audioTitle: String) async throws {
        let asset = try film(pictures, sound)
        let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let audio = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        #expect(video.akDetails.codecName == videoTitle)
        #expect(audio.akDetails.codecName == audioTitle)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: video,
            outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        )
        reader.add(output)
        try #require(reader.startReading())
        var count = 0
        while let sample = output.copyNextSampleBuffer() {
            #expect(sample.imageBuffer != nil)
            count += 1
        }
        #expect(reader.status == .completed)
        #expect(count == 50)
    }

    @Test("what cannot be copied is refused by name")
    func refused() async throws {
        let asset = try film("wmv1", "wmav1")
        let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let format = try #require(video.sampleFormats.first)
        let reason = try #require(MediaSinks.obstacle(to: format, in: .mp4))
        #expect(reason.hasPrefix("Windows Media Video 7 cannot be stored in an MP4 file, which takes H.264, HEVC"))
    }

    @Test("names of the later versions", arguments: [MediaCodec.wmv3, .vc1, .wmaPro, .wmaLossless, .wmaVoice])
    func later(codec: MediaCodec) {
        let traits = codec.traits
        #expect(traits.title.hasPrefix("Windows Media") || codec == .vc1)
        #expect(traits.habits.contains(.reorders) == (traits.kind == .picture))
        #expect(traits.matroskaName == nil && Decoders.exist(for: traits))
    }
}
