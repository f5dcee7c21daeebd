import AssetKit
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("Interlaced pictures from anywhere")
struct InterlacedSeekTests {
    @Test("a picture shows that was asked for, though none before it can be decoded")
    func nothingBefore() async throws {
        let folder = TemporaryFolder()
        let asset = AVURLAsset(url: Samples.url("interlaced-tff.mp4"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let samples = try await track.akLoadSampleTable()
        let key = try #require(samples.map { $0 }.last { $0.isSync }).presentationTime
        var data = try Data(contentsOf: asset.url)
        for sample in samples where sample.presentationTime < key {
            let offset = Int(try #require(sample.offset))
            // A unit of the same length that holds nothing.
            data[offset + 4] = 12
            data.replaceSubrange(
                offset..<offset + 4,
                with: withUnsafeBytes(of: UInt32(sample.size - 4).bigEndian) { Data($0) }
            )
            data.replaceSubrange(
                offset + 5..<offset + sample.size,
                with: Data(repeating: 0xFF, count: sample.size - 6) + [0x80]
            )
        }
        let file = folder.file("damaged.mp4")
        try data.write(to: file)
        let item = AVPlayerItem(url: file)
        item.seek(to: key, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: nil)
        let stage = Stage([item], hasSound: false)
        stage.run(0.5)
        #expect(stage.screen.presented.map(\.itemTime) == [key])
    }
}
