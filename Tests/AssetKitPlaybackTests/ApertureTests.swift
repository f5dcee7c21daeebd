import AssetKit
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("Which part of pictures shows, and where sound goes")
struct ApertureTests {
    @Test(
        "pixels are square unless those that are stored are wanted, and the clean part shows unless all of it is wanted",
        arguments: [
            ("non-square-pixels.mp4", AVVideoApertureMode.cleanAperture, 320.0, 180.0),
            ("non-square-pixels.mp4", .productionAperture, 320, 180),
            ("non-square-pixels.mp4", .encodedPixels, 288, 180),
            ("clean-aperture.mp4", .productionAperture, 320, 180), ("clean-aperture.mp4", .encodedPixels, 320, 180),
        ]
    )
    func sizes(name: String, mode: AVVideoApertureMode, width: Double, height: Double) throws {
        let item = AVPlayerItem(url: Samples.url(name))
        item.videoApertureMode = mode
        let stage = Stage([item], hasSound: false)
        stage.run(0)
        #expect(item.presentationSize == CGSize(width: width, height: height))
        let shown = try #require(stage.screen.presented.last)
        #expect((Double(shown.width), Double(shown.height)) == (width, height))
    }

    @Test("another part shows as soon as it is asked for")
    func changing() throws {
        let stage = Stage("clean-aperture.mp4", hasSound: false)
        stage.run(0)
        let clean = try #require(stage.screen.presented.last)
        #expect(clean.width < 320)
        #expect(stage.item.presentationSize.width == CGFloat(clean.width))
        stage.item.videoApertureMode = .encodedPixels
        stage.run(0)
        #expect(stage.screen.presented.last?.width == 320)
        #expect(stage.item.copy() is AVPlayerItem)
        #expect((stage.item.copy() as? AVPlayerItem)?.videoApertureMode == .encodedPixels)
    }

    @Test("a device by its name takes the place of the machine's, until that is wanted again")
    func device() {
        let stage = Stage([])
        #expect(stage.player.audioOutputDeviceUniqueID == nil)
        stage.player.audioOutputDeviceUniqueID = "nowhere.monitor"
        #expect(stage.player.audioOutputDeviceUniqueID == "nowhere.monitor")
        #expect(stage.player.akAudioTarget !== stage.speaker)
        stage.player.audioOutputDeviceUniqueID = nil
        // On a virtual clock there is no machine.
        #expect(stage.player.akAudioTarget == nil)
        let render = RenderStage()
        render.sound.audioOutputDeviceUniqueID = "nowhere.monitor"
        #expect(render.sound.akAudioTarget !== render.speaker)
        #expect(render.sound.audioOutputDeviceUniqueID == "nowhere.monitor")
    }
}
