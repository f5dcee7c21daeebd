import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Whoever lets time pass within a callback takes that long.
@Suite("Delegates that are stuck")
struct StuckDelegateTests {
    @Test(
        "one that takes long holds its picture and those that wait, and hears of each that was left out, in order",
        arguments: [(true, 2), (false, 11)]
    )
    func pictures(discardsLate: Bool, most: Int) throws {
        let studio = Studio()
        let census = try studio.addCountedCamera()
        let (output, log, held) = (AVCaptureVideoDataOutput(), DataLog(), Protected(0))
        output.alwaysDiscardsLateVideoFrames = discardsLate
        log.meanwhile = { _ in
            guard log.buffers.count == 1 else { return }
            studio.advance(6)
            held.withLock { $0 = census.heldCount }
        }
        output.setSampleBufferDelegate(log, queue: .main)
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.1)
        #expect(census.count > 180)
        // One may be on its way from the device.
        #expect((most...most + 1).contains(held.withLock { $0 }))
        let counts = try #require(output.connections.first?.akStatistics)
        #expect(counts.late == log.dropped.count && counts.late > 160)
        #expect(counts.produced == counts.delivered + counts.dropped)
        let times = log.dropped.map(\.presentationTimeStamp)
        #expect(zip(times, times.dropFirst()).allSatisfy(<))
        #expect(log.dropped.allSatisfy { $0.imageBuffer == nil && $0.dataBuffer == nil && $0.numSamples == 0 })
        #expect(Set(log.reasons) == [kCMSampleBufferDroppedFrameReason_FrameWasLate as String])
    }

    @Test("sound that follows a gap says so, whether the device lost something or the delegate was too slow")
    func sound() throws {
        let studio = Studio()
        try studio.add(studio.microphone(AKSyntheticMicrophone(script: [AKSyntheticEvent(at: 0.5, .drop(5))])))
        let (output, log) = (AVCaptureAudioDataOutput(), DataLog())
        log.meanwhile = { _ in
            if log.buffers.count == 100 { studio.advance(3) }
        }
        output.setSampleBufferDelegate(log, queue: .main)
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(1.5)
        let pairs = Array(zip(log.buffers, log.buffers.dropFirst()))
        let gaps = pairs.map { $1.presentationTimeStamp != $0.presentationTimeStamp + $0.duration }
        let marks = pairs.map { pair in
            CMGetAttachment(
                pair.1,
                key: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence,
                attachmentModeOut: nil
            ) != nil
        }
        #expect(gaps == marks && gaps.count { $0 } == 2)
        #expect(output.connections.first?.akStatistics.late ?? 0 > 50)
    }
}
