import AssetKit
import Synchronization

/// What Ctrl-C, SIGTERM and a terminal that goes away do: the first one cancels the work, so that `defer` can clean up, and a
/// second one ends the program at once. Work that goes on until somebody ends it is not cancelled but finished by the first one,
/// and Ctrl-C is the regular end of it.
struct InterruptionState {
    enum Action: Equatable { case cancel, finish, end, goOn }

    /// What the exit code is to be: that of the first signal which is not the regular end of the work. nil as long as none
    /// has come.
    private(set) var code: ExitCode?
    private var isFinishing = false

    /// `canFinish`: the work goes on until somebody ends it.
    mutating func signal(_ number: CInt, canFinish: Bool = false) -> Action {
        // A terminal that goes away says so more than once: the kernel does, and the shell.
        if number == SIGHUP, isFinishing || code == .hungUp { return .goOn }
        let isFirst = code == nil && !isFinishing
        if isFirst, canFinish {
            isFinishing = true
            if number != SIGINT { code = Self.code(of: number) }
            return .finish
        }
        code = code ?? Self.code(of: number)
        return isFirst ? .cancel : .end
    }

    private static func code(of number: CInt) -> ExitCode {
        switch number {
        case SIGTERM: .terminated
        case SIGHUP: .hungUp
        default: .interrupted
        }
    }
}

/// Watches for signals while the tool works. However an interrupted program ends, its exit code is 130, or 143 where the
/// signal was SIGTERM, or 129 where it was SIGHUP. Only work that goes on until somebody ends it, and that Ctrl-C has finished, has
/// an exit code of its own.
///
/// SAFETY: the variables are only touched on `queue`. That is a queue and not an actor because the threads that actors
/// run on may all be inside calls that block.
final class Interruption: @unchecked Sendable {
    /// How long cancelled work may take to clean up. Work that cannot notice, such as a read that blocks, ends with it.
    static let patience = DispatchTimeInterval.milliseconds(250)

    /// What finishes work that goes on until somebody ends it; nil for work that comes to an end by itself.
    private static let finisher = Mutex<(@Sendable () -> Void)?>(nil)

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
        return interruption.queue.sync { interruption.state.code } ?? code
    }

    /// Does work that goes on until somebody ends it: the first signal calls `finish` and leaves it all the time it needs, the
    /// second one ends the program.
    nonisolated(nonsending) static func finishable<Answer>(
        by finish: @escaping @Sendable () -> Void,
        _ work: () async throws -> Answer
    ) async throws -> Answer {
        finisher.withLock { $0 = finish }
        defer { finisher.withLock { $0 = nil } }
        // A signal that came before has cancelled.
        try Task.checkCancellation()
        return try await work()
    }

    /// Takes the signals over, and returns when they arrive here.
    private func watch() async {
        await withCheckedContinuation { continuation in
            let registrations = DispatchGroup()
            queue.sync {
                for number in [SIGINT, SIGTERM] + (Self.isHangupIgnored ? [] : [SIGHUP]) {
                    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                    sources.append(source)
                    registrations.enter()
                    source.setRegistrationHandler { registrations.leave() }
                    source.setEventHandler { [self] in
                        // Signals in quick succession come as one event.
                        for _ in 0..<source.data { handleSignal(number) }
                    }
                    source.activate()
                }
            }
            registrations.notify(queue: queue) { continuation.resume() }
        }
    }

    /// Somebody has started the tool with `nohup`: it is to outlive the terminal.
    private static var isHangupIgnored: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private func begin(_ task: Task<ExitCode, Never>) {
        self.task = task
        if state.code != nil { task.cancel() }
    }

    private func handleSignal(_ number: CInt) {
        let finish = Self.finisher.withLock { $0 }
        let action = state.signal(number, canFinish: finish != nil)
        let code = state.code ?? .interrupted
        switch action {
        case .goOn: break
        case .finish: finish?()
        case .cancel:
            task?.cancel()
            queue.asyncAfter(deadline: .now() + Self.patience) { Self.end(code) }
        case .end: Self.end(code)
        }
    }

    /// Ends the process without running anything else in it but the removal of unfinished files: other threads may be in
    /// the middle of their work.
    private static func end(_ code: ExitCode) { TemporaryFiles.removeAll { _exit(code.rawValue) } }
}
