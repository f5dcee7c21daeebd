import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia

/// Another provider's devices. What is called of them is kept, and a test says what fails.
final class TroubledProvider: DeviceProvider {
    enum Call: Hashable {
        case open(String)
        case configure(String, DeviceSetup)
        case set(String, [DeviceControlChange])
        case start(String)
        case stop(String)
        case close(String)
    }

    private struct State {
        var calls: [Call] = []
        var fails: (Call) -> Bool = { _ in false }
        var code = AVError.Code.deviceInUseByAnotherApplication
        var meanwhile: (Call) -> Void = { _ in }
        var changes: (inout DeviceSample) -> Void = { _ in }
        var loses: (DeviceSample) -> Bool = { _ in false }
        var handOn: (@escaping @Sendable () -> Void) -> Void = { $0() }
        var presents: (inout DeviceFacts) -> Void = { _ in }
    }

    let base: SyntheticProvider
    private let state = Protected(State())

    init(_ base: SyntheticProvider) { self.base = base }

    var calls: [Call] { state.withLock { $0.calls } }

    /// Says which calls fail from now on, and how.
    func fail(with code: AVError.Code = .deviceInUseByAnotherApplication, where fails: @escaping (Call) -> Bool) {
        state.withLock { ($0.fails, $0.code) = (fails, code) }
    }

    /// Says what happens during calls.
    func during(_ meanwhile: @escaping (Call) -> Void) { state.withLock { $0.meanwhile = meanwhile } }

    /// Says what becomes of samples.
    func change(_ changes: @escaping (inout DeviceSample) -> Void) { state.withLock { $0.changes = changes } }

    /// Says which samples never come.
    func lose(where loses: @escaping (DeviceSample) -> Bool) { state.withLock { $0.loses = loses } }

    /// Says how samples are handed on, once each: by a plain call unless this says otherwise.
    func hand(on handOn: @escaping (@escaping @Sendable () -> Void) -> Void) { state.withLock { $0.handOn = handOn } }

    var name: String { base.name }
    var obstacle: String? { base.obstacle }

    /// Says what is said of devices that are there.
    func present(_ presents: @escaping (inout DeviceFacts) -> Void) { state.withLock { $0.presents = presents } }

    func devices() -> [DeviceFacts] {
        let presents = state.withLock { $0.presents }
        return base.devices().map { facts in
            var facts = facts
            presents(&facts)
            return facts
        }
    }
    func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? { base.watch(changed) }
    func access(to kind: DeviceKind) -> DeviceAccess { base.access(to: kind) }

    func open(_ id: String) throws(AVError) -> any DeviceHandle {
        try note(.open(id))
        return Handle(try base.open(id), id, self)
    }

    private func note(_ call: Call) throws(AVError) {
        let (code, meanwhile) = state.withLock { state in
            state.calls.append(call)
            return (state.fails(call) ? state.code : nil, state.meanwhile)
        }
        meanwhile(call)
        if let code { throw AVError(code, "it does not do that") }
    }

    /// What becomes of a sample; nil where it never comes.
    fileprivate func changed(_ sample: DeviceSample) -> DeviceSample? {
        guard !state.withLock({ $0.loses })(sample) else { return nil }
        var sample = sample
        state.withLock { $0.changes }(&sample)
        return sample
    }

    fileprivate func handOn(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.handOn }(body) }

    private final class Handle: DeviceHandle {
        private let base: any DeviceHandle
        private let id: String
        private let provider: TroubledProvider

        init(_ base: any DeviceHandle, _ id: String, _ provider: TroubledProvider) {
            (self.base, self.id, self.provider) = (base, id, provider)
        }

        func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup {
            try provider.note(.configure(id, setup))
            return try base.configure(setup)
        }
        func controls() throws(AVError) -> [DeviceControl] { try base.controls() }
        func set(_ changes: [DeviceControlChange]) throws(AVError) {
            try provider.note(.set(id, changes))
            try base.set(changes)
        }
        func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) {
            try provider.note(.start(id))
            try base.start(Sink(sink, provider), on: host)
        }
        func stop() {
            try? provider.note(.stop(id))
            base.stop()
        }
        func close() {
            try? provider.note(.close(id))
            base.close()
        }
    }

    private final class Sink: DeviceSink {
        private let base: any DeviceSink
        private let provider: TroubledProvider

        init(_ base: any DeviceSink, _ provider: TroubledProvider) { (self.base, self.provider) = (base, provider) }

        func receive(_ sample: DeviceSample) {
            guard let sample = provider.changed(sample) else { return }
            provider.handOn { [base] in base.receive(sample) }
        }
        func failed(_ failure: DeviceFailure) { base.failed(failure) }
    }
}

extension Studio {
    /// The studio's devices, seen through another provider.
    func troubled() -> (provider: TroubledProvider, registry: DeviceRegistry) {
        let (troubled, environment) = (TroubledProvider(provider), environment)
        return (troubled, DeviceRegistry([troubled]) { environment.notice($0) })
    }
}
