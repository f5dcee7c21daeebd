import AssetKitBase
import AssetKitDevices

/// Keeps what a device delivers.
final class KeepingSink: DeviceSink {
    private let state = Protected((samples: [DeviceSample](), failures: [DeviceFailure]()))

    var samples: [DeviceSample] { state.withLock { $0.samples } }
    var failures: [DeviceFailure] { state.withLock { $0.failures } }

    func receive(_ sample: DeviceSample) { state.withLock { $0.samples.append(sample) } }
    func failed(_ failure: DeviceFailure) { state.withLock { $0.failures.append(failure) } }
}
