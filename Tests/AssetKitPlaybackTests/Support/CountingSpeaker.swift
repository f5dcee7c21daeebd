import AssetKit
import AssetKitClocks
import AssetKitTargets
import TestSupport

/// A speaker that looks at every sample it is given: one channel of a counter, over and over.
final class CountingSpeaker: AKAudioTarget, @unchecked Sendable {
    // SAFETY: everything is called on the thread of the test.
    private let device: AKVirtualAudioTarget
    private let length: Int64
    /// How many samples it was given.
    private(set) var count: Int64 = 0
    /// The first sample that was not the next one.
    private(set) var problem: String?

    /// `length`: how many samples there are until they begin anew.
    init(_ host: VirtualHostClock, length: Int64, latency: Duration, quantum: Duration) {
        device = AKVirtualAudioTarget(host: host, latency: latency, quantum: quantum)
        self.length = length
    }

    func open(
        _ wish: AKAudioTargetFormat,
        events: @escaping @Sendable (AKAudioTargetEvent) -> Void
    ) throws -> AKAudioTargetFormat { try device.open(wish, events: events) }

    func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
        device.start(at: hostTime) { [unowned self] buffer in
            let taken = source(buffer)
            check(buffer.prefix(taken))
            return taken
        }
    }

    private func check(_ samples: Slice<UnsafeMutableBufferPointer<Float>>) {
        for sample in samples {
            let expected = CounterSound.value(Int(count % length) + 1)
            if sample != expected, problem == nil { problem = "\(sample) for \(expected) at \(count)" }
            count += 1
        }
    }

    func stop() { device.stop() }
    var position: AKAudioTargetPosition? { device.position }
    func close() { device.close() }
}
