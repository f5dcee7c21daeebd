package import AssetKitMedia
package import AssetKitBase
internal import CMTimeLib
internal import Foundation

/// Writes the samples of several tracks into one file, in order, whoever brings them: each track may be fed by a thread of
/// its own. The file appears when it is complete, unless it was made to show at once.
///
/// Whoever brings a sample writes all that is due; who comes meanwhile leaves its own to be written by that one. After
/// an error every call throws it, and a file that was to appear at the end is gone. All of it may block, so it is not
/// for Swift's pool.
///
/// SAFETY: the sink and the file are used only by the one who is `busy` in the state, or after the last one; what the file takes of
/// the disk anybody may ask.
package final class FileWriter: @unchecked Sendable {
    /// Makes a sink that writes what the plan says into bytes.
    package typealias Opener = (SinkPlan, any ByteSink) throws -> any MediaSink

    private enum Phase {
        case open
        /// The file is complete and gets its name: too late to give it up.
        case publishing
        case finished
        case failed(any Error)
        case cancelled
    }

    private struct State {
        var interleaving: Interleaving
        var phase = Phase.open
        /// Somebody uses the sink.
        var isBusy = false
        /// Somebody waits for the sink.
        var isAwaited = false
        var budget = ByteBudget()

        var canEnd: Bool { if case .open = phase { true } else { false } }

        /// What every call throws.
        var failure: (any Error)? {
            switch phase {
            case .open, .publishing, .finished: nil
            case .failed(let error): error
            case .cancelled: CancellationError()
            }
        }

        func check() throws { if let failure { throw failure } }

        /// Takes the sink; nil while somebody has it.
        mutating func enter() -> Void? {
            isAwaited = isBusy
            guard !isBusy else { return nil }
            isBusy = true
            return ()
        }
    }

    private let state: Monitor<State>
    private let flag = CancellationFlag()
    private let replaces: Bool
    private let released: (@Sendable (Int) -> Void)?
    private var sink: (any MediaSink)?
    private var file: OutputFile?
    /// The file, for who asks how much of the disk it takes.
    private let measured = Protected<OutputFile?>(nil)
    /// Which file it writes, and has written; nil where there is none.
    package let fileIdentity: FileIdentity?

    /// Opens the sink with `open`, which may write. Where that fails, nothing is left of the file.
    ///
    /// `paces` says how each track goes with the others: evenly, where nothing is said. `released` is told, on any thread, of
    /// a track that `canAppend` has denied and that may go on; it must not block.
    package init(
        _ plan: SinkPlan,
        to file: OutputFile,
        replaces: Bool,
        paces: [Interleaving.Pace]? = nil,
        open: Opener,
        released: (@Sendable (Int) -> Void)? = nil
    ) throws {
        let paces = paces ?? plan.tracks.map { _ in .even }
        state = Monitor(State(interleaving: Interleaving(paces)))
        self.replaces = replaces
        self.released = released
        self.file = file
        fileIdentity = file.identity
        measured.withLock { $0 = file }
        sink = try open(plan, GuardedBytes(file, flag))
    }

    /// Writes to a sink that makes no file of its own.
    package init(_ sink: any MediaSink, paces: [Interleaving.Pace], released: (@Sendable (Int) -> Void)? = nil) {
        state = Monitor(State(interleaving: Interleaving(paces)))
        replaces = false
        fileIdentity = nil
        self.released = released
        self.sink = sink
    }

    // MARK: Samples

    /// How much the file takes, and how much it may.
    package var budget: ByteBudget {
        get { state.withLock { $0.budget } }
        set { state.withLock { $0.budget = newValue } }
    }

    /// Changes how many bytes the file may have; nil for any number. What it has already stays.
    package func limit(to byteCount: Int64?) { state.withLock { $0.budget.limit = byteCount } }

    /// How many bytes of the disk the file takes now, with what is reserved for it; nil where there is no file, or none any more.
    package var occupiedByteCount: Int64? { measured.withLock { $0?.occupiedByteCount } }

    /// The formats of a track are known, before its first sample.
    package func knows(_ formats: [CMFormatDescription]) { state.withLock { $0.budget.knows(formats) } }

    /// Whether there is room for other metadata at the end.
    package func takes(finalMetadataBytes bytes: Int64) -> Bool {
        state.withLock { $0.budget.takes(finalMetadataBytes: bytes) }
    }

    /// Whether a track may have another sample without being too far ahead of the others. Who has been told no hears
    /// through `released` when that changes. Throws what has gone wrong.
    package func canAppend(to track: Int) throws -> Bool {
        try state.withLock { state in
            try state.check()
            return state.interleaving.canAppend(to: track)
        }
    }

    /// Adds a sample to a track and waits, unless told not to, while the track is too far ahead of the slowest one that is
    /// not finished. Who feeds several tracks from one thread does not wait, and asks `canAppend` which one is next.
    ///
    /// Decode times ascend within a track. Throws what has gone wrong, wherever that was, and a `CancellationError` when
    /// the file has been given up.
    package func append(_ sample: SinkSample, to track: Int, waits: Bool = true) throws {
        try state.wait { state -> Void? in
            try state.check()
            guard !waits || state.interleaving.canAppend(to: track) else { return nil }
            precondition(!state.interleaving.isEnded(track), "a sample behind the end of its track")
            if state.budget.takes(sample, of: track) { state.interleaving.append(sample, to: track) }
            return ()
        }
        try drain()
    }

    /// Says that a track has all its samples: nobody waits for it any more. Throws what has gone wrong.
    package func end(_ track: Int) throws {
        try state.withLock { state in
            try state.check()
            state.interleaving.end(track)
        }
        try drain()
    }

    /// Lends the sink to who brings the samples of all tracks himself and in order. Nobody appends any meanwhile.
    package func lend(_ body: (any MediaSink) throws -> Void) throws {
        try enterLast()
        defer { leave(as: nil) }
        guard let sink else { return }
        try body(sink)
    }

    // MARK: The end

    /// Writes what is left, completes the file and shows it under its name. All tracks are ended by that. `check` throws why
    /// the complete file shall not get its name.
    package func finish(_ ending: SinkEnding, check: () throws -> Void = {}) throws {
        try state.withLock { state in
            try state.check()
            state.interleaving.endAll()
        }
        try drain()
        try enterLast()
        do {
            try sink?.finish(ending)
            try check()
            try state.withLock { state in
                try state.check()
                state.phase = .publishing
            }
            try file?.publish(replaces: replaces)
        } catch {
            throw fail(error)
        }
        close()
        leave(as: .finished)
    }

    /// Gives the file up and removes it. Whoever waits, or calls later, gets a `CancellationError`. Returns when the file is
    /// gone, which is at once: only a call that is at work already is waited for. False, and without effect, when the file
    /// is complete, or an error has come first.
    @discardableResult
    package func cancel() -> Bool { giveUp(.cancelled) }

    /// Gives the file up because of an error of somebody who brings samples: every call throws it from now on. A file that
    /// showed at once stays as it is.
    package func abandon(_ error: any Error) { _ = giveUp(.failed(error)) }

    private func giveUp(_ phase: Phase) -> Bool {
        let isMine = state.withLock { state in
            guard state.canEnd else { return false }
            state.phase = phase
            return true
        }
        guard isMine else { return false }
        flag.cancel()
        state.announce()
        state.wait { state -> Void? in state.enter() }
        if case .failed = phase { file?.keep() }
        file?.discard()
        close()
        leave(as: nil)
        return true
    }

    // MARK: Using the sink

    /// Writes what is due, unless somebody else is at it.
    private func drain() throws {
        var isMine = false
        repeat {
            guard let (sample, track) = try take(&isMine) else { return }
            do {
                try sink?.write(sample, to: track)
            } catch {
                throw fail(error)
            }
            state.withLock { $0.interleaving.wrote(sample, to: track) }
        } while isMine
    }

    /// The next sample that is due, for who has the sink then; nil when there is none, or somebody else has it.
    private func take(_ isMine: inout Bool) throws -> (SinkSample, Int)? {
        let hadIt = isMine
        let (next, released, failure, isAwaited) = state.withLock { state in
            if hadIt { state.isBusy = false }
            let failure = state.failure
            let next = failure == nil && !state.isBusy ? state.interleaving.next() : nil
            if next != nil { state.isBusy = true }
            return (next, state.interleaving.takeReleased(), failure, state.isAwaited)
        }
        isMine = next != nil
        if !released.isEmpty || (isAwaited && !isMine) { state.announce() }
        if let failure { throw failure }
        if let notify = self.released { released.forEach(notify) }
        return next
    }

    /// Waits for the sink. All that came has been written then.
    private func enterLast() throws {
        try state.wait { state -> Void? in
            try state.check()
            return state.enter()
        }
    }

    /// Lets go of the sink when something went wrong with it: an error that is not there yet is everybody's from now on.
    /// The result is what to throw.
    private func fail(_ error: any Error) -> any Error {
        let failure = state.withLock { state in
            let failure = state.failure ?? error
            if state.failure == nil { state.phase = .failed(error) }
            return failure
        }
        // What showed at once is of use up to where it went wrong. Whoever gave it up has removed it himself.
        if !(failure is CancellationError) { file?.keep() }
        file?.discard()
        close()
        leave(as: nil)
        return failure
    }

    private func close() {
        measured.withLock { $0 = nil }
        (sink, file) = (nil, nil)
    }

    private func leave(as phase: Phase?) {
        state.withLock { state in
            state.isBusy = false
            if let phase { state.phase = phase }
        }
        state.announce()
    }
}
