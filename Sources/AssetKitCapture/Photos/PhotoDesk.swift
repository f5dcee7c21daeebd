internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib
internal import Dispatch
internal import Foundation

/// Takes photos for an output: who waits for pictures, who gets which, and what is made of them on a worker.
final class PhotoDesk: Sendable {
    /// The tools of the worker.
    ///
    /// SAFETY: only its jobs touch them.
    private final class Tools: @unchecked Sendable {
        let maker = PhotoMaker()
    }

    private struct State {
        var line = PhotoLine()
        var jobs: [Int64: PhotoJob] = [:]
        var worker: (any SerialWorker)?
        var watcher: (@Sendable () -> Void)?
    }

    private let state = Protected(State())
    private let callbacks = DispatchQueue(label: "assetkit.capture.photos")
    private let tools = Tools()

    /// The picture after a change of the exposure may have been exposed before it.
    private static let settlingCount = 1

    /// Another one would begin at once behind those that are there, and some more.
    func hasRoom(behind count: Int = 0) -> Bool { state.withLock { $0.line.entries.count + count < PhotoLine.limit } }

    var isEmpty: Bool { state.withLock { $0.line.isEmpty } }
    /// Somebody still waits for a picture.
    var isTaking: Bool { state.withLock { $0.line.isTaking } }

    /// Calls somebody whenever one of these may have changed.
    func watch(_ changed: @escaping @Sendable () -> Void) { state.withLock { $0.watcher = changed } }

    private func announce() { state.withLock { $0.watcher }?() }

    // MARK: Requests

    func submit(_ job: PhotoJob) {
        state.withLock { state in
            state.worker = state.worker ?? job.session.environment.worker("assetkit.capture.photos")
            state.jobs[job.id] = job
            state.line.submit(job.id, pictureCount: job.plan.pictureCount, isExclusive: job.plan.isExclusive)
        }
        announce()
        advance()
    }

    /// Lets those begin whose turn it is.
    private func advance() {
        let begun = state.withLock { state in state.line.begin().compactMap { state.jobs[$0] } }
        for job in begun {
            tell(job) { _ in }
            if job.plan.isExclusive {
                work { $0.prepare(job, 0) }
            } else {
                _ = state.withLock { $0.line.arm(job.id, notBefore: job.calledAt) }
            }
        }
    }

    private func work(_ body: @escaping @Sendable (PhotoDesk) -> Void) {
        guard let worker = state.withLock({ $0.worker }) else { return }
        worker.async { body(self) }
    }

    private func prepare(_ job: PhotoJob, _ index: Int) {
        do {
            try job.setUp(index)
        } catch {
            return fail(
                error as? AVError
                    ?? AVError(.unknown, "the photo was not taken: the camera cannot be set up", underlying: error)
            ) { $0 == job.id }
        }
        let skips = job.plan.exposures.isEmpty ? 0 : Self.settlingCount
        _ = state.withLock { $0.line.arm(job.id, notBefore: job.session.environment.host.now, skipping: skips) }
    }

    // MARK: Pictures

    /// Takes a picture, on the device's thread.
    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) {
        let takers = state.withLock { state in
            state.line.take(at: sample.sample.hostTime).compactMap { taker in
                state.jobs[taker.id].map { (job: $0, remaining: taker.remaining) }
            }
        }
        guard !takers.isEmpty else { return connection.count { $0.unwanted += 1 } }
        connection.count { $0.delivered += 1 }
        let turn = connection.turn
        for (job, remaining) in takers {
            let index = job.plan.pictureCount - remaining - 1
            tell(job) { client in
                if index == 0 { client.willTake() }
                if remaining == 0 { client.taken() }
            }
            work { $0.make(sample, turn, job, index, isLast: remaining == 0) }
        }
        // Not on the device's thread: who observes this may change the session, which waits for that thread.
        takers[0].job.session.environment.notice(on: callbacks) { [self] in announce() }
    }

    private func make(_ sample: CapturedSample, _ turn: CaptureTurn, _ job: PhotoJob, _ index: Int, isLast: Bool) {
        var facts = PhotoFacts(job.device, job.plan)
        let age = job.session.environment.host.now - sample.sample.hostTime
        facts.date = Date(timeIntervalSinceNow: -Double(age) / 1e9)
        // The device first, since the next picture waits for it.
        if isLast { job.restore() } else { prepare(job, index + 1) }
        // What is next in line may take pictures meanwhile.
        if isLast { advance() }
        let result: Result<PhotoProduct, AVError>
        do {
            result = .success(try tools.maker.make(sample, job.plan, facts, turn))
        } catch {
            result = .failure(error as? AVError ?? AVError(.unknown, "the photo cannot be made", underlying: error))
        }
        tell(job) { client in
            job.madeCount = index + 1
            if case .failure(let error) = result { job.fail(error) }
            client.made(result, index: index)
        }
        let isThrough = state.withLock { state in
            let isThrough = state.line.finish(job.id)
            if isThrough { state.jobs[job.id] = nil }
            return isThrough
        }
        if isThrough { finish(job) }
    }

    private func finish(_ job: PhotoJob) {
        tell(job) { client in
            let error = job.error
            if let error {
                for index in job.madeCount..<max(job.madeCount, job.plan.pictureCount) {
                    client.made(.failure(error), index: index)
                }
            }
            client.finished(error)
        }
        announce()
        advance()
    }

    /// No pictures come any more for those that wait for some.
    func fail(_ error: AVError, _ isMeant: (Int64) -> Bool = { _ in true }) {
        let failed = state.withLock { state in
            state.line.fail(isMeant).compactMap { failed -> (job: PhotoJob, isLeaving: Bool)? in
                guard let job = state.jobs[failed.id] else { return nil }
                job.fail(error)
                if failed.isLeaving { state.jobs[failed.id] = nil }
                return (job, failed.isLeaving)
            }
        }
        for (job, isLeaving) in failed {
            if job.plan.isExclusive { work { _ in job.restore() } }
            // Others end with what is being worked on.
            if isLeaving { finish(job) }
        }
    }

    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd) {
        let error: AVError
        switch reason {
        case .stopped: error = AVError(.sessionNotRunning, "the photo was not taken: the session was stopped")
        case .disconnected:
            error = AVError(.deviceWasDisconnected, "the photo was not taken: the device was disconnected")
        case .withdrawn(let failure):
            let reason = connection.inputPorts.first?.holder?.source.map(failure.reason) ?? "the device may not be used"
            error = AVError(.screenCaptureFailed, "the photo was not taken: \(reason)")
        case .interrupted:
            error = AVError(.sessionWasInterrupted, "the photo was not taken: the session was interrupted")
        case .reconfigured:
            // The device may only have started anew, and then its next picture is as good.
            let session = state.withLock { $0.jobs.values.first?.session }
            guard let session, !session.connections.contains(where: { $0 === connection }) else { return }
            error = AVError(.sessionConfigurationChanged, "the photo was not taken: the session was changed")
        }
        fail(error)
    }

    // MARK: Telling

    /// Tells a client something, and before that that it has begun.
    private func tell(_ job: PhotoJob, _ body: @escaping @Sendable (any PhotoClient) -> Void) {
        job.session.environment.notice(on: callbacks) {
            if job.takeBegin() { job.client.began() }
            body(job.client)
        }
    }
}

/// Hands pictures to a desk.
final class PhotoConsumer: CaptureConsumer {
    private weak let desk: PhotoDesk?

    init(_ desk: PhotoDesk) { self.desk = desk }

    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) { desk?.receive(sample, connection) }

    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd) {
        desk?.ended(connection, because: reason)
    }
}
