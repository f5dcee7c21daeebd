internal import AssetKitBase
package import AssetKitDevices
internal import AssetKitMedia
internal import Foundation
internal import Glibc

/// All devices that providers know, each as one object that stays the same when it goes and comes back.
package final class DeviceRegistry: Sendable {
    private struct State {
        var watches: [DeviceWatch] = []
        var known: [AVCaptureDevice] = []
        /// Those that are there, in the order in which providers name them.
        var present: [AVCaptureDevice] = []
        /// The identity of the camera that the user of the program likes best.
        var preferred: String?
    }

    /// How far the first listing is. Whoever asks for devices waits for it.
    private struct Beginning {
        /// The thread that has taken it on.
        var starter: pthread_t?
        /// The thread that lists devices just now, for the first time or not.
        var lister: pthread_t?
        var isOver = false

        /// A thread of those asks, and would wait for itself.
        var isMine: Bool {
            [starter, lister].contains { thread in thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
        }
    }

    /// What is to be told of a listing.
    struct News {
        var forSessions: EffectLine.Effects = []
        var forClients: EffectLine.Effects = []

        mutating func add(_ others: News) {
            forSessions += others.forSessions
            forClients += others.forClients
        }
    }

    /// The machine's, and those that stand for some.
    package static let shared = DeviceRegistry(AllProviders.all) { OperationQueue.main.addOperation($0) }

    package let providers: [any DeviceProvider]
    private let notify: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let state = Protected(State())
    private let beginning = Monitor(Beginning())
    /// One listing at a time. Clients are never called with it held.
    private let listing = Protected(false)
    /// What sessions are to hear of listings. They wait for no client that takes its time.
    private let forSessions = EffectLine()
    /// What clients are to hear of listings.
    private let forClients = EffectLine()

    /// Makes a registry that posts its notifications as `notify` does it.
    package init(
        _ providers: [any DeviceProvider],
        notify: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        (self.providers, self.notify) = (providers, notify)
    }

    /// The devices that are there.
    package var devices: [AVCaptureDevice] {
        start()
        return state.withLock { $0.present }
    }

    /// The device of an identity, also when it is not there any more.
    package func device(_ id: String) -> AVCaptureDevice? {
        start()
        return state.withLock { state in state.known.first { $0.uniqueID == id && $0.isConnected } }
    }

    /// The camera that the user of the program likes best, while it is there.
    var preferredCamera: AVCaptureDevice? {
        get { state.withLock { $0.preferred }.flatMap { device($0) } }
        set {
            let id = newValue?.uniqueID
            state.withLock { $0.preferred = id }
        }
    }

    /// Looks for devices for the first time, and whenever a provider says that something has changed from then on. Returns when they
    /// have been listed, whoever does that, unless a provider asks while it is listed.
    private func start() {
        let isFirst = beginning.wait { beginning -> Bool? in
            if beginning.isOver || beginning.isMine { return false }
            guard beginning.starter == nil else { return nil }
            beginning.starter = pthread_self()
            return true
        }
        guard isFirst else { return }
        let watches = providers.compactMap { provider in provider.watch { [weak self] in self?.refresh() } }
        state.withLock { $0.watches = watches }
        refresh(isFirst: true)
    }

    /// Asks all providers, and tells of what has come and gone.
    package func refresh(isFirst: Bool = false) {
        listing.withLock { _ in
            beginning.withLock { $0.lister = pthread_self() }
            let news = update(isFirst: isFirst)
            forSessions.add(news.forSessions)
            forClients.add(news.forClients)
            beginning.withLock { beginning in
                beginning.lister = nil
                if isFirst { beginning.isOver = true }
            }
        }
        // Before clients are called: they may take as long as they like.
        if isFirst { beginning.announce() }
        forSessions.drain()
        forClients.drain()
    }

    private func update(isFirst: Bool) -> News {
        // A device that two providers show is the first one's.
        var names: Set<String> = []
        var found: [(facts: DeviceFacts, provider: any DeviceProvider)] = []
        for provider in providers {
            for facts in provider.devices() where names.insert(facts.id).inserted { found.append((facts, provider)) }
        }
        let before = state.withLock { ($0.known, $0.present) }
        var (known, present, news) = (before.0, [AVCaptureDevice](), News())
        for (facts, provider) in found {
            if let device = known.first(where: { $0.uniqueID == facts.id && $0.kind == facts.kind }) {
                news.forClients += device.update(facts, provider)
                present.append(device)
            } else {
                let device = AVCaptureDevice(facts, provider, self)
                known.append(device)
                present.append(device)
            }
        }
        let added = present.filter { device in !before.1.contains { $0 === device } }
        let removed = before.1.filter { device in !present.contains { $0 === device } }
        for device in removed {
            news.add(device.connectionChanged(false))
            if !isFirst { news.forClients.append(notice(.AVCaptureDeviceWasDisconnected, device)) }
        }
        for device in added {
            news.add(device.connectionChanged(true))
            if !isFirst { news.forClients.append(notice(.AVCaptureDeviceWasConnected, device)) }
        }
        state.withLock { [known, present] in ($0.known, $0.present) = (known, present) }
        return news
    }

    private func notice(_ name: Notification.Name, _ device: AVCaptureDevice) -> @Sendable () -> Void {
        { [notify] in notify { NotificationCenter.default.post(name: name, object: device) } }
    }
}

extension DeviceRegistry {
    /// Looks again, since a device has told that it is gone: its stream notices that before its provider does. Observers are called on
    /// that worker, and may hold it up.
    func refreshSoon(on worker: any SerialWorker) { worker.async { [weak self] in self?.refresh() } }
}
