import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import Foundation

/// Keeps what a microphone delivers.
final class SoundCatcher: DeviceSink {
    struct Block {
        var hostTime: Int64
        var arrival: Int64
        /// Which frame of the recording is its first.
        var frame: Int
        var isDiscontinuous: Bool
    }
    struct State {
        var samples: [Float] = []
        var format: DeviceSoundFormat?
        var blocks: [Block] = []
        var failures: [DeviceFailure] = []

        var frameCount: Int { samples.count / max(1, format?.channelCount ?? 1) }
    }

    private let state = Monitor(State())
    /// Called with each block, on the device's thread.
    private let whenHeard: @Sendable () -> Void

    init(whenHeard: @escaping @Sendable () -> Void = {}) { self.whenHeard = whenHeard }

    func receive(_ sample: DeviceSample) {
        let arrival = SystemHostClock.shared.now
        state.withLock { state in
            guard case .sound(let block) = sample.content else { return }
            state.blocks.append(
                Block(
                    hostTime: sample.hostTime,
                    arrival: arrival,
                    frame: state.frameCount,
                    isDiscontinuous: sample.isDiscontinuous
                )
            )
            state.format = block.format
            state.samples += block.samples
        }
        state.announce()
        whenHeard()
    }

    func failed(_ failure: DeviceFailure) {
        state.withLock { $0.failures.append(failure) }
        state.announce()
    }

    var all: State { state.withLock { $0 } }

    /// Waits until what was caught is as needed; false when that does not happen.
    func wait(seconds: Double = 600, until isReached: (State) -> Bool) -> Bool {
        state.wait(until: .now + seconds) { isReached($0) ? true : nil } ?? false
    }

    /// Waits until so many frames more than now have come.
    func waitForFrames(_ count: Int) -> Bool {
        let wanted = all.frameCount + count
        return wait { $0.frameCount >= wanted }
    }

    /// Waits for the end, and answers why.
    func waitForFailure() -> DeviceFailure? { wait { !$0.failures.isEmpty } ? all.failures.first : nil }
}
