package import AssetKitBase
package import AssetKitClocks
internal import Foundation

/// Microphones, and what the machine plays, from a PulseAudio server, or from PipeWire in its place.
///
/// libpulse is loaded when it is needed; no server is ever started. A connection is held as long as somebody watches; whoever asks
/// otherwise makes one for the question.
package final class PulseProvider: DeviceProvider {
    private struct State {
        var watchers: [Int: @Sendable () -> Void] = [:]
        var nextWatcher = 0
        /// The connection of the watchers.
        var connection: PulseConnection?
        /// How long until the next attempt.
        var delay = PulseProvider.firstDelay
        var retry: HostAlarm?
        /// A call is owed to the watchers.
        var isNoticeOwed = false
        var notice: HostAlarm?
        /// Until when a server that hangs is not asked again.
        var silentUntil = Int64.min
    }

    private static let firstDelay: Int64 = 100_000_000
    private static let longestDelay: Int64 = 2_000_000_000
    /// Devices come with several changes each.
    private static let debounce: Int64 = 50_000_000
    private static let limitMilliseconds: CInt = 2000

    package let name = "pulse"
    private let place: PulsePlace
    private let host: any HostClock
    private let worker: any SerialWorker
    private let stallMilliseconds: Int
    private let state = Protected(State())

    /// Makes a provider of a server; nil for the one that the environment says.
    package init(server: String? = nil, environment: HostEnvironment = .system, stallMilliseconds: Int = 2000) {
        place = PulsePlace(
            server: server,
            applicationName: ProcessInfo.processInfo.processName,
            milliseconds: Self.limitMilliseconds
        )
        host = environment.host
        worker = environment.worker("assetkit.devices.sound")
        self.stallMilliseconds = stallMilliseconds
    }

    package var obstacle: String? {
        do {
            _ = try connection()
            return nil
        } catch {
            return error.obstacle
        }
    }

    package func devices() -> [DeviceFacts] { (try? listed()) ?? [] }

    package func access(to kind: DeviceKind) -> DeviceAccess {
        guard kind == .microphone else { return .restricted("a sound server has nothing but microphones") }
        do {
            _ = try connection()
            return .authorized
        } catch {
            // Nobody denies what is not there, and cards without a server are ALSA's.
            return error.isAbsence ? .restricted(error.obstacle) : .denied(error.obstacle)
        }
    }

    package func open(_ id: String) throws(AVError) -> any DeviceHandle {
        let found: DeviceFacts?
        do {
            found = try listed().first { $0.id == id }
        } catch {
            throw error.error(opening: id)
        }
        guard let found else { throw PulseProblem.noSource.error(opening: id) }
        guard let format = found.formats.first?.sound else {
            throw AVError(
                .deviceNotConnected,
                "cannot open the microphone '\(id)': \(found.obstacle ?? "it has no formats")"
            )
        }
        return PulseHandle(id, format, at: place, stallMilliseconds: stallMilliseconds)
    }

    package func choose(_ port: String, of id: String) throws(AVError) {
        do throws(PulseProblem) {
            try connection().choose(port, of: id)
        } catch {
            note(error)
            throw error.error(choosing: port, of: id)
        }
    }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? {
        guard PulseConnection.isPossible else { return nil }
        let number = state.withLock { state in
            state.nextWatcher += 1
            state.watchers[state.nextWatcher] = changed
            return state.nextWatcher
        }
        connectSoon()
        return DeviceWatch { [weak self] in self?.unwatch(number) }
    }

    private func unwatch(_ number: Int) {
        // All is let go after the lock is free: a connection waits for its thread.
        let rest = state.withLock { state -> [Any?] in
            let watcher = state.watchers.removeValue(forKey: number)
            guard state.watchers.isEmpty else { return [watcher] }
            defer { (state.connection, state.retry, state.notice, state.isNoticeOwed) = (nil, nil, nil, false) }
            return [watcher, state.connection, state.retry, state.notice]
        }
        withExtendedLifetime(rest) {}
    }
}

extension PulseProvider {
    private func listed() throws(PulseProblem) -> [DeviceFacts] {
        do {
            return try connection().devices()
        } catch {
            note(error)
            throw error
        }
    }

    /// The watchers' connection, or one for a question.
    private func connection() throws(PulseProblem) -> PulseConnection {
        let now = host.now
        let (held, isSilent) = state.withLock { ($0.connection, $0.silentUntil > now) }
        if isSilent { throw .noAnswer }
        // It is lost a moment before the worker makes another one.
        if let held, held.isConnected { return held }
        do {
            return try PulseConnection(place)
        } catch {
            note(error)
            throw error
        }
    }

    /// Whoever asks next does not wait again for a server that hangs, and whoever watches is to ask again.
    private func note(_ problem: PulseProblem) {
        guard problem == .noAnswer else { return }
        let until = host.now + Self.longestDelay
        state.withLock { $0.silentUntil = until }
        notice(at: until)
    }
}

/// What watchers need: a connection that tells of changes, and another one when it is lost.
extension PulseProvider: PulseClient {
    func tell(_ event: PulseEvent) {
        switch event {
        case .changed: noticeSoon()
        case .serverGone:
            // Not on this thread, which is the connection's own.
            worker.async { [weak self] in self?.reconnect() }
        default: break
        }
    }

    private func connectSoon() { worker.async { [weak self] in self?.connect() } }

    private func reconnect() {
        let before = state.withLock { state in
            defer { state.connection = nil }
            return state.connection
        }
        withExtendedLifetime(before) {}
        noticeSoon()
        connect()
    }

    /// On the worker, one at a time.
    private func connect() {
        guard state.withLock({ !$0.watchers.isEmpty && $0.connection == nil }) else { return }
        do {
            let connection = try PulseConnection(place, client: self)
            try connection.watch()
            let isWanted = state.withLock { state in
                guard !state.watchers.isEmpty else { return false }
                (state.connection, state.delay, state.retry) = (connection, Self.firstDelay, nil)
                state.silentUntil = .min
                return true
            }
            // What changed before is not told.
            if isWanted { noticeSoon() }
        } catch {
            note(error)
            retryLater()
        }
    }

    private func retryLater() {
        let delay = state.withLock { state in
            defer { state.delay = min(state.delay * 2, Self.longestDelay) }
            return state.delay
        }
        let alarm = host.alarm(at: host.now + delay) { [weak self] in self?.connectSoon() }
        state.withLock { $0.retry = alarm }
    }

    private func noticeSoon() { notice(at: host.now + Self.debounce) }

    /// Calls the watchers at a moment, once for all that happens until then.
    private func notice(at moment: Int64) {
        let isFirst = state.withLock { state in
            guard !state.watchers.isEmpty, !state.isNoticeOwed else { return false }
            state.isNoticeOwed = true
            return true
        }
        guard isFirst else { return }
        // Watchers may take long, and others wait for their alarms on that thread.
        let alarm = host.alarm(at: moment) { [weak self, worker] in
            worker.async { [weak self] in self?.callWatchers() }
        }
        state.withLock { $0.notice = alarm }
    }

    private func callWatchers() {
        let watchers = state.withLock { state in
            state.isNoticeOwed = false
            return state.watchers.sorted { $0.key < $1.key }.map(\.value)
        }
        for watcher in watchers { watcher() }
    }
}
