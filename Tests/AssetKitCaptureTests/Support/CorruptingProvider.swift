import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia

/// Another provider's devices, some of whose files are cut off on the way.
final class CorruptingProvider: DeviceProvider {
    let base: SyntheticProvider
    /// Which of a device's samples are cut off.
    let numbers: Set<Int>

    init(_ base: SyntheticProvider, cutting numbers: Set<Int>) { (self.base, self.numbers) = (base, numbers) }

    var name: String { base.name }
    var obstacle: String? { base.obstacle }

    func devices() -> [DeviceFacts] { base.devices() }
    func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? { base.watch(changed) }
    func access(to kind: DeviceKind) -> DeviceAccess { base.access(to: kind) }

    func open(_ id: String) throws(AVError) -> any DeviceHandle { Handle(try base.open(id), numbers) }

    private final class Handle: DeviceHandle {
        private let base: any DeviceHandle
        private let numbers: Set<Int>

        init(_ base: any DeviceHandle, _ numbers: Set<Int>) { (self.base, self.numbers) = (base, numbers) }

        func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup { try base.configure(setup) }
        func controls() throws(AVError) -> [DeviceControl] { try base.controls() }
        func set(_ changes: [DeviceControlChange]) throws(AVError) { try base.set(changes) }
        func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) {
            try base.start(Sink(sink, numbers), on: host)
        }
        func stop() { base.stop() }
        func close() { base.close() }
    }

    private final class Sink: DeviceSink {
        private let base: any DeviceSink
        private let numbers: Set<Int>
        private let count = Protected(0)

        init(_ base: any DeviceSink, _ numbers: Set<Int>) { (self.base, self.numbers) = (base, numbers) }

        func receive(_ sample: DeviceSample) {
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            var sample = sample
            if numbers.contains(number), case .coded(let block) = sample.content,
                let bytes = try? block.dataBytes().prefix(200), let short = try? CMBlockBuffer(copying: bytes)
            {
                sample.content = .coded(short)
            }
            base.receive(sample)
        }

        func failed(_ failure: DeviceFailure) { base.failed(failure) }
    }
}
