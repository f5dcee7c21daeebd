internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What a renderer of sample buffers knows, whatever they hold: what has been enqueued, who asks for more, and how it stands.
///
/// SAFETY: everything that changes is touched behind ``PlaybackLock`` only.
class RendererCore: @unchecked Sendable {
    /// A buffer that waits to be decoded.
    struct Waiting {
        let buffer: CMSampleBuffer
        /// In seconds.
        let duration: Double
        /// What comes at this time or later has been taken away again.
        var limit: CMTime?

        init(_ buffer: CMSampleBuffer) {
            self.buffer = buffer
            let length = buffer.duration
            duration = length.isNumeric ? max(length.seconds, 0) : 0.02
        }
    }

    /// A client that wants to be called when there is room.
    struct Request {
        let queue: DispatchQueue
        let block: @Sendable () -> Void
        /// It is being called.
        var isCalled = false
        /// It had room and enqueued nothing: it is not called again before.
        var pause: Int64 = 0
    }

    let environment: HostEnvironment
    /// Decodes.
    let worker: any SerialWorker
    /// Whose time it goes by: its synchronizer's, or its own.
    weak var engine: StepEngine<RenderCore>?
    /// Its own.
    weak var home: StepEngine<RenderCore>?

    var waiting: [Waiting] = []
    var request: Request?
    /// Counts what was enqueued.
    var enqueued = 0
    /// When something was enqueued last.
    var enqueuedAt: Int64 = 0
    var isDecoding = false
    /// Counts flushes: what was decoded before is not wanted any more.
    var session = 0
    var status = AVQueuedSampleBufferRenderingStatus.unknown
    var error: AVError?

    init(_ environment: HostEnvironment, _ name: String) {
        self.environment = environment
        worker = environment.worker(name)
    }

    /// It has room.
    func isReady(_ core: RenderCore) -> Bool { waiting.count < 16 }

    /// It has enough to begin with.
    func isSufficient(_ core: RenderCore) -> Bool { true }

    /// So long nothing has to be enqueued, in nanoseconds, before what is there counts as all that comes.
    private static let patience: Int64 = 250_000_000

    /// It has something, and nothing has come for so long that a start does not wait for more.
    func isAllThereIs(_ core: RenderCore) -> Bool { hasSomething && core.now - enqueuedAt >= Self.patience }

    /// When that will be so.
    func allThereIsDue(_ core: RenderCore) -> Int64? {
        guard core.delaysStart, core.rate != 0, core.motion == .still, hasSomething, !isSufficient(core) else {
            return nil
        }
        let due = enqueuedAt + Self.patience
        return due > core.now ? due : nil
    }

    /// Something has been enqueued that has not been played.
    var hasSomething: Bool { !waiting.isEmpty }

    /// Forgets what has been enqueued.
    func forget(_ core: RenderCore) {
        session += 1
        (waiting, isDecoding) = ([], false)
        guard status == .failed else { return }
        change(to: .unknown, nil, core)
    }

    /// Tells observers of the client's object.
    func announceStatus(_ old: AVQueuedSampleBufferRenderingStatus, _ core: RenderCore) {}

    func change(to new: AVQueuedSampleBufferRenderingStatus, _ error: AVError?, _ core: RenderCore) {
        let old = status
        (status, self.error) = (new, error)
        if old != new { announceStatus(old, core) }
    }

    /// It cannot go on until it is flushed.
    func fail(_ cause: any Error, _ what: String, _ core: RenderCore) {
        guard status != .failed else { return }
        let (code, reason) = AVError.explanation(of: cause)
        let text = "cannot play \(what): \(reason)"
        let why = [NSLocalizedFailureReasonErrorKey: reason]
        change(to: .failed, (cause as? AVError) ?? AVError(code, text, userInfo: why), core)
    }

    /// Looks at it with what it belongs to.
    func look<Result>(_ body: (RenderCore) -> Result) -> Result? {
        guard let engine = PlaybackLock.withLock({ engine ?? home }) else { return nil }
        return engine.look(body)
    }

    /// Changes it, and lets what it belongs to take a step: the one that it belongs to when that comes to pass.
    func perform(_ body: (RenderCore) -> Void) {
        while let engine = PlaybackLock.withLock({ engine }) {
            let isDone = engine.perform { core in
                guard self.engine === engine else { return false }
                body(core)
                return true
            }
            if isDone { return }
        }
    }

    /// Does something on a worker behind the step, and takes in what comes of it.
    func run<Result: Sendable>(
        _ core: RenderCore,
        on worker: any SerialWorker,
        _ job: @escaping @Sendable () -> Result,
        then take: @escaping @Sendable (RenderCore, Result) -> Void
    ) {
        let reference = RendererReference(renderer: self)
        core.effect {
            worker.async {
                let result = job()
                reference.renderer?.perform { take($0, result) }
            }
        }
    }

    // MARK: Being fed

    func enqueue(_ buffer: CMSampleBuffer) {
        perform { core in
            enqueued += 1
            enqueuedAt = core.now
            guard status != .failed else { return }
            if status == .unknown { change(to: .rendering, nil, core) }
            waiting.append(Waiting(buffer))
        }
    }

    func ask(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
        perform { _ in
            require(request == nil, "requestMediaDataWhenReady(on:using:): it was asked before, and not stopped since")
            request = Request(queue: queue, block: block)
        }
    }

    func stopAsking() { perform { _ in request = nil } }

    /// Calls the client where it waits for room and there is some.
    func poke(_ core: RenderCore) {
        guard let request, !request.isCalled, request.pause <= core.now, isReady(core), status != .failed else {
            return
        }
        self.request?.isCalled = true
        let (before, environment) = (enqueued, environment)
        let reference = RendererReference(renderer: self)
        core.effect {
            environment.notice(on: request.queue) {
                request.block()
                reference.renderer?.perform { core in
                    let renderer = reference.renderer
                    renderer?.request?.isCalled = false
                    // Not so soon again that this spins.
                    if renderer?.enqueued == before { renderer?.request?.pause = core.now + 5_000_000 }
                }
            }
        }
    }

    /// When the client has to be called again.
    func pokeDue(_ core: RenderCore) -> Int64? {
        guard let request, !request.isCalled, request.pause > core.now else { return nil }
        return request.pause
    }
}
