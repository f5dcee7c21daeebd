import AssetKit
import AssetKitClocks
import AssetKitTargets
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("Outputs of items")
struct OutputTests {
    private final class Delegate: AVPlayerItemOutputPullDelegate, @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var changes = 0
        var flushes = 0
        func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) { changes += 1 }
        func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { flushes += 1 }
    }

    @Test("a video output gives each picture once, in the format that is asked for")
    func pictures() throws {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
        ])
        stage.item.add(output)
        #expect(stage.item.outputs == [output])
        stage.run(0)
        stage.player.play()
        var times: [CMTime] = []
        for _ in 0..<100 {
            stage.run(0.0099)
            let now = output.itemTime(forHostTime: Double(stage.host.now) / 1e9)
            guard output.hasNewPixelBuffer(forItemTime: now) else {
                #expect(output.copyPixelBuffer(forItemTime: now, itemTimeForDisplay: nil) == nil)
                continue
            }
            var time = CMTime.invalid
            let picture = try #require(output.copyPixelBuffer(forItemTime: now, itemTimeForDisplay: &time))
            #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA)
            times.append(time)
        }
        #expect(times == (0..<25).map { CMTime(value: $0, timescale: 25) })
    }

    @Test("what an output has that is to be alone shows nowhere else, until that is taken away")
    func alone() {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        let output = AVPlayerItemVideoOutput()
        output.suppressesPlayerRendering = true
        let before = stage.screen.presented.count
        stage.item.add(output)
        stage.player.play()
        stage.run(1)
        #expect(stage.screen.presented.count == before)
        #expect(output.hasNewPixelBuffer(forItemTime: stage.player.currentTime()))
        stage.item.remove(output)
        #expect(stage.screen.presented.last?.itemTime == CMTime(value: 1, timescale: 1))
        stage.run(1)
        #expect(stage.screen.presented.count == before + 26)
    }

    @Test("a picture that waits for a busy target is seen before that is closed at the end")
    func lastPicture() {
        let (host, worker) = (VirtualHostClock(now: 1_000_000_000), HeldWorker())
        let environment = HostEnvironment.virtual(host) { _ in worker }
        let item = AVPlayerItem(url: Samples.url("h264-bframes.mp4"))
        let player = AVPlayer(items: [item], environment: environment, audio: nil)
        let (layer, screen) = (AVPlayerLayer(player: player), AKVirtualVideoTarget(host: host))
        layer.akTarget = screen
        worker.work()
        player.play()
        worker.work()
        // The first one is being drawn, and the next one waits.
        host.advance(by: 40_000_000)
        host.advance(by: 40_000_000)
        player.engine.perform { _ = $0.closeTargets() }
        worker.work()
        #expect(screen.presented.last?.itemTime == CMTime(value: 2, timescale: 25))
    }

    /// A screen that is taken away while it draws, and another picture waits for it.
    private final class VanishingScreen: AKVideoTarget, @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        weak var layer: AVPlayerLayer?
        private var events: (@Sendable (AKVideoTargetEvent) -> Void)?
        private(set) var presented = 0
        private(set) var isClosed = false

        var wish: AKVideoTargetWish { AKVideoTargetWish() }
        func open(_ size: CGSize, events: @escaping @Sendable (AKVideoTargetEvent) -> Void) throws {
            self.events = events
        }
        func clear() {}
        func close() { isClosed = true }

        func present(_ picture: CVPixelBuffer, itemTime: CMTime, hostTime: Int64) throws {
            guard !isClosed else { throw AVError(.deviceWasDisconnected) }
            presented += 1
            events?(.needsPicture)
            layer?.player?.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
            layer?.akTarget = nil
        }
    }

    @Test("a target that is taken away while it shows a picture gets none any more, and nothing went wrong")
    func vanishing() {
        let stage = Stage([AVPlayerItem(url: Samples.url("h264-bframes.mp4"))], hasScreen: false, hasSound: false)
        let screen = VanishingScreen()
        let layer = AVPlayerLayer(player: stage.player)
        screen.layer = layer
        layer.akTarget = screen
        stage.player.play()
        stage.run(0.5)
        #expect(screen.presented == 1)
        #expect(screen.isClosed)
        #expect(stage.player.akFigures.pictureProblem == nil)
    }

    @Test("its delegate hears of pictures when it asks, and of seeks")
    func delegate() {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        let (output, delegate) = (AVPlayerItemVideoOutput(), Delegate())
        output.setDelegate(delegate, queue: nil)
        stage.item.add(output)
        stage.run(0)
        output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
        #expect(delegate.changes == 1)
        stage.player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
        stage.run(0)
        #expect(delegate.flushes == 1)
        #expect(delegate.changes == 1)
        stage.item.remove(output)
        #expect(stage.item.outputs.isEmpty)
        #expect(output.itemTime(forHostTime: 0) == .invalid)
    }
}
