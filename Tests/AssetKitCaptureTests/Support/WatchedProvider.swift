import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia

/// Another provider's devices, which keep what pixels were preferred.
final class WatchedProvider: DeviceProvider {
    private let base: SyntheticProvider
    private let kept = Protected<[OSType?]>([])

    init(_ base: SyntheticProvider) { self.base = base }

    /// All that was said, in order.
    var preferences: [OSType?] { kept.withLock { $0 } }

    var name: String { base.name }
    var obstacle: String? { base.obstacle }

    func devices() -> [DeviceFacts] { base.devices() }
    func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? { base.watch(changed) }
    func access(to kind: DeviceKind) -> DeviceAccess { base.access(to: kind) }

    func open(_ id: String) throws(AVError) -> any DeviceHandle {
        Handle(try base.open(id)) { [kept] preference in kept.withLock { $0.append(preference) } }
    }

    private final class Handle: DeviceHandle {
        private let base: any DeviceHandle
        private let note: @Sendable (OSType?) -> Void

        init(_ base: any DeviceHandle, _ note: @escaping @Sendable (OSType?) -> Void) {
            (self.base, self.note) = (base, note)
        }

        func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup { try base.configure(setup) }
        func controls() throws(AVError) -> [DeviceControl] { try base.controls() }
        func set(_ changes: [DeviceControlChange]) throws(AVError) { try base.set(changes) }
        func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) { try base.start(sink, on: host) }
        func prefer(_ pixelFormat: OSType?) { note(pixelFormat) }
        func stop() { base.stop() }
        func close() { base.close() }
    }
}
