internal import AssetKitBase
internal import AssetKitMedia

/// The runs of a screen that is open, one at a time.
final class ScreenRuns: Sendable {
    private struct State {
        var run: (any ScreenRun)?
        var preference: OSType?
        var isClosed = false
    }

    private let state = Protected(State())

    /// Throws where the screen may not be set up or started just now.
    func requireIdle(_ what: String) throws(AVError) {
        let (isClosed, run) = state.withLock { ($0.isClosed, $0.run) }
        guard !isClosed else { throw AVError(.operationNotAllowed, "the screen cannot be \(what): it is closed") }
        guard run?.thread.isWanted != true else {
            throw AVError(.operationNotAllowed, "the screen cannot be \(what): it is running")
        }
    }

    func begin(_ run: any ScreenRun) {
        let earlier = state.withLock { state in
            run.thread.preference = state.preference
            defer { state.run = run }
            return state.run
        }
        run.begin(after: earlier?.thread)
    }

    func prefer(_ pixelFormat: OSType?) {
        let run = state.withLock { state in
            state.preference = pixelFormat
            return state.run
        }
        run?.thread.preference = pixelFormat
    }

    func stop() { state.withLock { $0.run }?.stop() }

    func close() {
        stop()
        state.withLock { $0.isClosed = true }
    }
}
