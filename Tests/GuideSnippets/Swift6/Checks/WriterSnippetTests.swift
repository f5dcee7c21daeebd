import AssetKit
import Foundation
import Testing

@Suite("Snippets 10 and 11: writing files")
struct WriterSnippetTests {
    /// Times and brightness, in the middle, of all pictures of a file.
    private static func pictures(_ url: URL) async throws -> [(time: CMTime, brightness: Int)] {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            ]
        )
        reader.add(output)
        #expect(reader.startReading())
        var result: [(CMTime, Int)] = []
        while let sample = output.copyNextSampleBuffer() {
            let picture = try #require(CMSampleBufferGetImageBuffer(sample))
            CVPixelBufferLockBaseAddress(picture, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(picture, 0))
            let place = CVPixelBufferGetHeight(picture) / 2 * CVPixelBufferGetBytesPerRowOfPlane(picture, 0)
            result.append((sample.presentationTimeStamp, Int(base.load(fromByteOffset: place + 32, as: UInt8.self))))
        }
        #expect(reader.status == .completed)
        return result
    }

    private static func fresh(_ name: String) -> URL {
        FileManager.default.temporaryDirectory.appending(path: "assetkit-\(UUID().uuidString)-\(name)")
    }

    @Test("what is read, encoded and written has every picture at its time")
    func transcoding() async throws {
        let (source, target) = (Places.sample("h264-bframes.mp4"), Self.fresh("copy.mp4"))
        defer { try? FileManager.default.removeItem(at: target) }
        try await Snippet10ReaderToWriter().transcode(AVURLAsset(url: source), to: target)
        let (before, after) = (try await Self.pictures(source), try await Self.pictures(target))
        #expect(!before.isEmpty && before.map(\.time) == after.map(\.time))
        for (old, new) in zip(before, after) { #expect(abs(old.brightness - new.brightness) < 16) }
    }

    @Test("painted pictures become a movie")
    func images() async throws {
        let target = Self.fresh("images.mov")
        defer { try? FileManager.default.removeItem(at: target) }
        try await Snippet11WriterFromImages.movie(frames: 24, size: CGSize(width: 64, height: 48), fps: 12, to: target)
        let pictures = try await Self.pictures(target)
        #expect(pictures.map(\.time) == (0..<24).map { CMTime(value: $0, timescale: 12) })
        // Shades rise by 8 of 255; black is 16 and white 235.
        for (number, picture) in pictures.enumerated() {
            #expect(abs(picture.brightness - (16 + number * 8 * 219 / 255)) < 6, "picture \(number)")
        }
        #expect(try await AVURLAsset(url: target).load(.duration) == CMTime(value: 2, timescale: 1))
    }
}
