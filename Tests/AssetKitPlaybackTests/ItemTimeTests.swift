import AssetKit
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("The time of an item")
struct ItemTimeTests {
    @Test("an output tells it for a time stamp of a display, to the nanosecond, where that has a time of the host")
    func timeStamps() {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        let output = AVPlayerItemVideoOutput()
        stage.item.add(output)
        stage.player.play()
        stage.run(1)
        let now = stage.host.now
        var stamp = CVTimeStamp(
            hostTime: UInt64(now + 100_000_007),
            flags: CVTimeStampFlags.videoHostTimeValid.rawValue
        )
        #expect(output.itemTime(for: stamp) == CMTime(value: 1_100_000_007, timescale: 1_000_000_000))
        #expect(output.itemTime(for: stamp) == output.itemTime(forMachAbsoluteTime: now + 100_000_007))
        stamp.flags = CVTimeStampFlags.videoTimeValid.rawValue
        #expect(!output.itemTime(for: stamp).isValid)
        stamp.flags = CVTimeStampFlags.hostTimeValid.rawValue
        stamp.hostTime = .max
        #expect(!output.itemTime(for: stamp).isValid)
        stage.item.remove(output)
        stamp.hostTime = UInt64(now)
        #expect(!output.itemTime(for: stamp).isValid)
    }

    @Test("a synchronized layer knows its item, and layers can be put on it")
    func synchronizedLayer() {
        let item = AVPlayerItem(url: Samples.url("h264-bframes.mp4"))
        let layer = AVSynchronizedLayer(playerItem: item)
        let title = CALayer()
        layer.addSublayer(title)
        #expect(layer.playerItem === item)
        #expect(title.superlayer === layer)
        layer.playerItem = nil
        #expect(layer.playerItem == nil)
    }

    @Test("what an item keeps for its client goes to its copies")
    func kept() throws {
        let item = AVPlayerItem(url: Samples.url("h264-bframes.mp4"))
        #expect(!item.seekingWaitsForVideoCompositionRendering)
        item.seekingWaitsForVideoCompositionRendering = true
        let copy = try #require(item.copy() as? AVPlayerItem)
        #expect(copy.seekingWaitsForVideoCompositionRendering)
    }
}
