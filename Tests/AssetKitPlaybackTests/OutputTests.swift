import AssetKit
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
