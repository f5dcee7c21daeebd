internal import AssetKitBase
internal import AssetKitClocks

/// Has a device's controls looked at twice a second as long as it is held: cameras change them by themselves, and so do other programs.
final class ControlWatch: Sendable {
    private static let interval: Int64 = 500_000_000

    private let host: any HostClock
    private let worker: any SerialWorker
    private let look: @Sendable () -> Void
    private let alarm = Protected<HostAlarm?>(nil)

    init(on host: any HostClock, _ worker: any SerialWorker, look: @escaping @Sendable () -> Void) {
        (self.host, self.worker, self.look) = (host, worker, look)
        schedule()
    }

    private func schedule() {
        let next = host.alarm(at: host.now + Self.interval) { [weak self] in
            // Drivers may take their time, and others wait for their alarms on that thread.
            self?.worker.async { [weak self] in self?.work() }
        }
        alarm.withLock { $0 = next }
    }

    private func work() {
        look()
        schedule()
    }
}
