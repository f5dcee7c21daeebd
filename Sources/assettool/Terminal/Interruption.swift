import AssetKit

/// What Ctrl-C and SIGTERM do: the first one cancels the work, so that `defer` can clean up, and a second one ends the
/// program at once.
struct InterruptionState {
    enum Action: Equatable { case cancel, end }

    private(set) var isInterrupted = false

    mutating func signal() -> Action {
        defer { isInterrupted = true }
        return isInterrupted ? .end : .cancel
    }
}

/// Watches for signals while the tool works. However an interrupted program ends, its exit code is 130.
///
/// SAFETY: the variables are only touched on `queue`. That is a queue and not an actor because the threads that actors
/// run on may all be inside calls that block.
final class Interruption: @unchecked Sendable {
    /// How long cancelled work may take to clean up. Work that cannot notice, such as a read that blocks, ends with it.
    static let patience = DispatchTimeInterval.milliseconds(250)

    private let queue = DispatchQueue(label: "assettool.interruption")
    private var state = InterruptionState()
    private var sources: [any DispatchSourceSignal] = []
    private var task: Task<ExitCode, Never>?

    /// Runs `work` until it is done or interrupted, and answers the exit code.
    static func supervise(_ work: @escaping @Sendable () async -> ExitCode) async -> ExitCode {
        let interruption = Interruption()
        await interruption.watch()
        let task = Task { await work() }
        interruption.queue.sync { interruption.begin(task) }
        let code = await task.value
        return interruption.queue.sync { interruption.state.isInterrupted } ? .interrupted : code
    }

    /// Takes the signals over, and returns when they arrive here.
    private func watch() async {
        await withCheckedContinuation { continuation in
            let registrations = DispatchGroup()
            queue.sync {
                sources = [SIGINT, SIGTERM].map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
                for source in sources {
                    registrations.enter()
                    source.setRegistrationHandler { registrations.leave() }
                    source.setEventHandler { [self] in
                        // Signals in quick succession come as one event.
                        for _ in 0..<source.data { handleSignal() }
                    }
                    source.activate()
                }
            }
            registrations.notify(queue: queue) { continuation.resume() }
        }
    }

    private func begin(_ task: Task<ExitCode, Never>) {
        self.task = task
        if state.isInterrupted { task.cancel() }
    }

    private func handleSignal() {
        switch state.signal() {
        case .cancel:
            task?.cancel()
            queue.asyncAfter(deadline: .now() + Self.patience) { Self.end() }
        case .end: Self.end()
        }
    }

    /// Ends the process without running anything else in it but the removal of unfinished files: other threads may be in
    /// the middle of their work.
    private static func end() { TemporaryFiles.removeAll { _exit(ExitCode.interrupted.rawValue) } }
}
