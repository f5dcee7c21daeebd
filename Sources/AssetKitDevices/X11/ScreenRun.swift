internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation
internal import Glibc

/// Makes pictures of a part of a screen, one in each period, on a thread of its own, until it is stopped or cannot go on.
final class ScreenRun: Sendable {
    private struct State {
        var isStopped = false
        var isDue = false
        /// The server is asked for a picture.
        var isReading = false
        /// What pictures are to be; nil for the server's own pixels.
        var preference: OSType?
        /// It will not touch the screen any more, and may still say why.
        var isEnding = false
        var isOver = false
        var thread: pthread_t?
        var earlier: ScreenRun?
    }

    static let lossText = "the X server is gone"

    private let connection: X11Connection
    private let output: X11Output
    private let region: GrabRegion
    private let setup: DeviceSetup
    private let sink: any DeviceSink
    private let host: any HostClock
    private let state = Monitor(State())

    init(
        _ connection: X11Connection,
        _ output: X11Output,
        _ region: GrabRegion,
        _ setup: DeviceSetup,
        _ sink: any DeviceSink,
        _ host: any HostClock
    ) {
        (self.connection, self.output, self.region) = (connection, output, region)
        (self.setup, self.sink, self.host) = (setup, sink, host)
    }

    /// Nobody has stopped it, and it has not failed.
    var isWanted: Bool { state.withLock { !$0.isStopped && !$0.isEnding } }

    /// Begins, as soon as one before is over that may still be in its sink.
    func begin(after earlier: ScreenRun?) {
        state.withLock { $0.earlier = earlier }
        WorkerThread.start("assetkit.x11.screen") { [self] in
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

    /// Ends it. The sink is not called any more then, unless it is the sink that calls this.
    func stop() {
        state.withLock { state in
            guard !state.isStopped, !state.isEnding else { return }
            state.isStopped = true
            connection.wake()
        }
        state.announce()
        guard !isOnThisThread else { return }
        let isStuck =
            state.wait(until: .now + Self.patience) { $0.isOver ? false : nil } ?? state.withLock { $0.isReading }
        // The server stands still in the middle of a picture, and libxcb waits for the rest of that whatever comes.
        if isStuck { connection.cut() }
        waitForEnd()
    }

    /// How many seconds a picture that is under way may still take when it is stopped.
    private static let patience = 1.0

    /// Whether the sink calls, be it that of a run that this one waits for.
    private var isOnThisThread: Bool {
        let (thread, earlier) = state.withLock { ($0.thread, $0.earlier) }
        if let thread { return pthread_equal(thread, pthread_self()) != 0 }
        return earlier?.isOnThisThread ?? false
    }

    private func waitForEnd() { state.wait { $0.isOver ? () : nil } }

    // MARK: - On its thread

    private func work() -> DeviceFailure? {
        let pool = PicturePool()
        connection.rest()
        var output = output
        // An earlier run has seen changes that this one must know of.
        if let failure = follow(&output) { return failure }
        var pace = GrabPace(setup.frameDuration)
        while isWanted {
            // Memory that is not there yet takes its time: it is there before the moment, and not between that and the picture.
            let prepared = form.make(from: pool)
            let expected = form
            guard wait(until: pace.moment(after: host.now)) else { return nil }
            let form = form
            let picture = form == expected ? prepared : form.make(from: pool)
            guard let picture else { return .broken("there is no memory for a picture") }
            let now = host.now
            let lostCount = pace.look(at: now)
            if let failure = grab(picture, form, of: &output) { return failure }
            guard isWanted else { return nil }
            sink.receive(DeviceSample(.picture(picture), hostTime: now, lostCount: lostCount))
        }
        return nil
    }

    /// What pictures are to be just now.
    private var form: ScreenPicture {
        ScreenPicture(state.withLock { $0.preference }, width: region.width, height: region.height)
    }

    /// Waits for a moment of the host clock; false when it is stopped before.
    private func wait(until moment: Int64) -> Bool {
        // The machine's own time it waits for by itself: an alarm goes through two more threads, and where all processors are busy each
        // of them comes late.
        guard host !== SystemHostClock.shared else { return isWanted && connection.pause(until: moment) == .done }
        repeat {
            state.withLock { $0.isDue = false }
            let alarm = host.alarm(at: moment) { [state] in
                state.withLock { $0.isDue = true }
                state.announce()
            }
            defer { alarm.cancel() }
            let isStopped = state.wait { state in state.isStopped || state.isDue ? state.isStopped : nil }
            if isStopped { return false }
            // A timer that is early by a nanosecond would make two pictures in one period.
        } while host.now < moment
        return true
    }

    private func grab(
        _ picture: CVPixelBuffer,
        _ form: ScreenPicture,
        of output: inout X11Output
    ) -> DeviceFailure? {
        // A change while the outputs are listed is seen with the next try, and one after the other ends.
        for _ in 0..<100 {
            switch read(picture, form, of: output) {
            case .done, .woken: return nil
            case .lost: return .interrupted(Self.lossText)
            case .stalled: return .stalled
            case .refused: return .broken("the X server does not let the screen be read")
            case .changed:
                if let failure = follow(&output) { return failure }
            }
        }
        return .broken("the screen does not stop changing")
    }

    private func read(_ picture: CVPixelBuffer, _ form: ScreenPicture, of output: X11Output) -> X11Connection.Answer {
        state.withLock { $0.isReading = true }
        defer { state.withLock { $0.isReading = false } }
        let answer = connection.grab(region, of: output, showsCursor: setup.showsCursor)
        if answer == .done { form.fill(picture, from: connection) }
        return answer
    }

    /// Finds where the output is now, and whether it still shows what is wanted.
    private func follow(_ output: inout X11Output) -> DeviceFailure? {
        let (answer, outputs) = connection.outputs()
        switch answer {
        case .done: break
        case .woken: return nil
        case .stalled: return .stalled
        case .changed, .refused, .lost: return .interrupted(Self.lossText)
        }
        guard let found = outputs.first(where: { $0.name == output.name }) else { return .disconnected }
        guard GrabRegion(setup.region, width: found.width, height: found.height) == region else {
            return .broken("the screen has another size now: \(found.width) x \(found.height) pixels")
        }
        output = found
        return nil
    }
}
