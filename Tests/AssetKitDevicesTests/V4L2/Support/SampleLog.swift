import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import Foundation

/// Takes what a device delivers, and remembers it.
final class SampleLog: DeviceSink {
    struct State {
        var samples: [DeviceSample] = []
        var failures: [DeviceFailure] = []
    }
    let state = Monitor(State())
    private let received: (@Sendable (DeviceSample) -> Void)?

    private let keptCount: Int

    /// `received` is called with each sample, on the device's thread. Of samples after the first `keptCount` only the times are kept.
    init(keptCount: Int = .max, _ received: (@Sendable (DeviceSample) -> Void)? = nil) {
        (self.keptCount, self.received) = (keptCount, received)
    }

    func receive(_ sample: DeviceSample) {
        received?(sample)
        state.withLock { state in
            var sample = sample
            if state.samples.count >= keptCount {
                sample.content = .sound(DeviceSoundBlock([], DeviceSoundFormat(sampleRate: 1, channelCount: 1)))
            }
            state.samples.append(sample)
        }
        state.announce()
    }

    func failed(_ failure: DeviceFailure) {
        state.withLock { $0.failures.append(failure) }
        state.announce()
    }

    var samples: [DeviceSample] { state.withLock { $0.samples } }
    var failures: [DeviceFailure] { state.withLock { $0.failures } }
    var times: [Int64] { samples.map(\.hostTime) }
    var lostCounts: [Int] { samples.map(\.lostCount) }
    var cuts: [Bool] { samples.map(\.isDiscontinuous) }

    /// Waits for so many samples; false where a failure comes before, or where it takes too long.
    func wait(count: Int) -> Bool {
        state.wait(until: .now + 600) { state in
            state.samples.count >= count ? true : state.failures.isEmpty ? nil : false
        } ?? false
    }

    /// Waits for the end; nil where it takes too long.
    func waitForFailure() -> DeviceFailure? { state.wait(until: .now + 600) { $0.failures.first } }
}

extension DeviceSample {
    var picture: CVPixelBuffer? {
        if case .picture(let picture) = content { picture } else { nil }
    }

    var coded: [UInt8]? {
        guard case .coded(let block) = content else { return nil }
        var bytes = [UInt8](repeating: 0, count: CMBlockBufferGetDataLength(block))
        CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: bytes.count, destination: &bytes)
        return bytes
    }
}
