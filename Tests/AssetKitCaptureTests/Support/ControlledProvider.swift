import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia

/// Another provider's cameras, with controls that a test chooses, and that change when it says so.
final class ControlledProvider: DeviceProvider {
    private struct State {
        var controls: [DeviceControl]
        var changes: [DeviceControlChange] = []
        var isStubborn = false
    }

    private let base: SyntheticProvider
    private let state: Protected<State>

    init(_ base: SyntheticProvider, _ controls: [DeviceControl]) {
        (self.base, state) = (base, Protected(State(controls: controls)))
    }

    /// All that was set, in order.
    var changes: [DeviceControlChange] { state.withLock { $0.changes } }

    /// Takes what is set, and does nothing.
    var isStubborn: Bool {
        get { state.withLock { $0.isStubborn } }
        set { state.withLock { $0.isStubborn = newValue } }
    }

    /// The value of now. Whoever sets it here is another program, or the camera itself.
    subscript(kind: DeviceControl.Kind) -> Int64? {
        get { state.withLock { state in state.controls.first { $0.kind == kind }?.value } }
        set {
            state.withLock { state in
                for index in state.controls.indices where state.controls[index].kind == kind {
                    state.controls[index].value = newValue ?? 0
                }
            }
        }
    }

    fileprivate var controls: [DeviceControl] { state.withLock { $0.controls } }

    fileprivate func set(_ change: DeviceControlChange) {
        state.withLock { $0.changes.append(change) }
        guard !isStubborn else { return }
        self[change.kind] = change.value
        if change.kind == .autoFocusStart { self[.autoFocusStatus] = 1 }
    }

    var name: String { base.name }
    var obstacle: String? { base.obstacle }

    func devices() -> [DeviceFacts] {
        base.devices().map { facts in
            var facts = facts
            facts.controls = controls
            return facts
        }
    }
    func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? { base.watch(changed) }
    func access(to kind: DeviceKind) -> DeviceAccess { base.access(to: kind) }
    func open(_ id: String) throws(AVError) -> any DeviceHandle { Handle(try base.open(id), self) }

    private final class Handle: DeviceHandle {
        private let base: any DeviceHandle
        private let provider: ControlledProvider

        init(_ base: any DeviceHandle, _ provider: ControlledProvider) {
            (self.base, self.provider) = (base, provider)
        }

        func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup { try base.configure(setup) }
        func controls() throws(AVError) -> [DeviceControl] { provider.controls }
        func set(_ changes: [DeviceControlChange]) throws(AVError) { changes.forEach(provider.set) }
        func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) { try base.start(sink, on: host) }
        func stop() { base.stop() }
        func close() { base.close() }
    }
}
