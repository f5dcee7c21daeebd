internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation
internal import Glibc

/// Has a desktop ask what is to be shared, and makes pictures of that, on a thread of its own, until it is stopped or cannot go on.
final class PortalRun: Sendable {
    private struct State {
        var isStopped = false
        var isDue = false
        /// What pictures are to be; nil for the desktop's own pixels.
        var preference: OSType?
        /// It will not touch what is shared any more, and may still say why.
        var isEnding = false
        var isOver = false
        var thread: pthread_t?
        var earlier: PortalRun?
        /// What is to be woken by whoever stops it.
        var connection: PortalConnection?
        var stream: PortalStream?
    }

    /// Why it does not go on.
    enum End: Error {
        case stopped
        case failed(DeviceFailure)
    }

    let place: PortalPlace
    let offer: PortalOffer
    let token: PortalToken
    let setup: DeviceSetup
    let host: any HostClock
    private let sink: any DeviceSink
    private let state = Monitor(State())

    init(
        at place: PortalPlace,
        _ offer: PortalOffer,
        _ token: PortalToken,
        _ setup: DeviceSetup,
        _ sink: any DeviceSink,
        _ host: any HostClock
    ) {
        (self.place, self.offer, self.token) = (place, offer, token)
        (self.setup, self.sink, self.host) = (setup, sink, host)
    }

    /// Nobody has stopped it, and it has not failed.
    var isWanted: Bool { state.withLock { !$0.isStopped && !$0.isEnding } }

    /// What pictures are to be just now.
    var preference: OSType? { state.withLock { $0.preference } }

    /// Begins, as soon as one before is over that may still be in its sink.
    func begin(after earlier: PortalRun?) {
        state.withLock { $0.earlier = earlier }
        WorkerThread.start("assetkit.portal.screen") { [self] in
            earlier?.waitForEnd()
            state.withLock { ($0.earlier, $0.thread) = (nil, pthread_self()) }
            let failure = work()
            let isStopped = state.withLock { state in
                state.isEnding = true
                return state.isStopped
            }
            // Said before it is over: who stops it now waits for that.
            if let failure, !isStopped { sink.failed(failure) }
            state.withLock { ($0.isOver, $0.thread) = (true, nil) }
            state.announce()
        }
    }

    /// What pictures become from the next one on: 4:2:0 where that is wished for, and red, green and blue otherwise.
    func prefer(_ pixelFormat: OSType?) { state.withLock { $0.preference = pixelFormat } }

    /// Ends it, and the dialog where there is one. The sink is not called any more then, unless it is the sink that calls this.
    func stop() {
        state.withLock { state in
            guard !state.isStopped, !state.isEnding else { return }
            state.isStopped = true
            state.connection?.wake()
            state.stream?.wake()
        }
        state.announce()
        guard !isOnThisThread else { return }
        // Who is still connecting calls nobody any more, and is not waited for.
        state.wait { $0.isOver || $0.connection == nil && !$0.isEnding ? () : nil }
    }

    /// Whether the sink calls, be it that of a run that this one waits for.
    private var isOnThisThread: Bool {
        let (thread, earlier) = state.withLock { ($0.thread, $0.earlier) }
        if let thread { return pthread_equal(thread, pthread_self()) != 0 }
        return earlier?.isOnThisThread ?? false
    }

    private func waitForEnd() { state.wait { $0.isOver ? () : nil } }

    // MARK: - On its thread

    private func work() -> DeviceFailure? {
        defer { letGo() }
        do throws(End) {
            guard isWanted else { return nil }
            let connection = try connect()
            try hold(connection)
            let stream = try open(connection)
            try show(stream)
        } catch {
            if case .failed(let failure) = error { return failure }
        }
        return nil
    }

    private func connect() throws(End) -> PortalConnection {
        do throws(PortalProblem) {
            return try place.connect(isPatient: true)
        } catch {
            throw .failed(.broken(error.sentence))
        }
    }

    private func letGo() {
        // They say goodbye after the lock is free.
        let held = state.withLock { state in
            defer { (state.stream, state.connection) = (nil, nil) }
            return (state.stream, state.connection)
        }
        withExtendedLifetime(held) {}
    }

    /// A stop from before is not lost: what is held now is woken by those that follow.
    func hold(_ connection: PortalConnection, _ stream: PortalStream? = nil) throws(End) {
        let isStopped = state.withLock { state in
            (state.connection, state.stream) = (connection, stream)
            return state.isStopped
        }
        if isStopped { throw .stopped }
    }

    func deliver(_ picture: CVPixelBuffer, at moment: Int64, lostCount: Int) {
        sink.receive(DeviceSample(.picture(picture), hostTime: moment, lostCount: lostCount))
    }

    /// Waits for a newer picture where that is wanted, or for a moment of the host clock, if there is one.
    func wait(_ stream: PortalStream, until moment: Int64?, wantsPictures: Bool) throws(End) -> PortalStream.Answer {
        let answer: PortalStream.Answer
        if host === SystemHostClock.shared {
            answer = stream.wait(until: moment, wantsPictures: wantsPictures)
        } else {
            answer = waitForCall(stream, at: moment, wantsPictures: wantsPictures)
        }
        guard isWanted else { throw .stopped }
        return answer
    }

    /// Another clock calls when it is time.
    private func waitForCall(_ stream: PortalStream, at moment: Int64?, wantsPictures: Bool) -> PortalStream.Answer {
        state.withLock { $0.isDue = false }
        let alarm = moment.map { moment in
            host.alarm(at: moment) { [state] in
                state.withLock { state in
                    state.isDue = true
                    state.stream?.wake()
                }
            }
        }
        defer { alarm?.cancel() }
        let answer = stream.wait(until: nil, wantsPictures: wantsPictures)
        guard answer == .woken else { return answer }
        return state.withLock { state in
            if !state.isStopped { state.stream?.rest() }
            return state.isDue ? .done : .woken
        }
    }
}
