import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitMedia

@Suite("Codecs by the names that cameras give them")
struct CameraCodecTests {
    private let folder = TemporaryFolder()

    @Test(
        "pictures are opened and decoded",
        .enabled(if: Oracle.isThere),
        arguments: [
            ("m2v1", ["-c:v", "mpeg2video", "-s", "352x288", "-bf", "2"]),
            ("xdv7", ["-c:v", "mpeg2video", "-s", "352x288"]), ("dvcp", ["-c:v", "dvvideo", "-s", "720x576"]),
        ]
    )
    func pictures(code: String, encoder: [String]) async throws {
        let path = folder.path("camera.mov")
        let film = ["-f", "lavfi", "-i", "testsrc2=r=25:d=1", "-pix_fmt", "yuv420p", "-tag:v", code]
        try Oracle.run(film + encoder + [path])
        let asset = AVURLAsset(url: URL(filePath: path))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let format = try #require(try await track.load(.formatDescriptions).first)
        #expect(format.subtype == code.fourCharCode)
        #expect(track.isDecodable)
        let reader = try AVAssetReader(asset: asset)
        let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        #expect(reader.startReading())
        var count = 0
        while let sample = output.copyNextSampleBuffer() { count += sample.imageBuffer == nil ? 0 : 1 }
        #expect(count == 25)
        #expect(reader.status == .completed)
    }
}
