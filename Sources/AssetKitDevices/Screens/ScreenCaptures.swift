internal import AssetKitBase
internal import AssetKitMedia

/// The captures of a screen that is open, one at a time.
final class ScreenCaptures: Sendable {
    private struct State {
        var capture: (any ScreenCapture)?
        var preference: OSType?
        var isClosed = false
    }

    private let state = Protected(State())

    /// Throws where the screen may not be set up or started just now.
    func requireIdle(_ what: String) throws(AVError) {
        let (isClosed, capture) = state.withLock { ($0.isClosed, $0.capture) }
        guard !isClosed else { throw AVError(.operationNotAllowed, "the screen cannot be \(what): it is closed") }
        guard capture?.thread.isWanted != true else {
            throw AVError(.operationNotAllowed, "the screen cannot be \(what): it is running")
        }
    }

    func begin(_ capture: any ScreenCapture) {
        let earlier = state.withLock { state in
            capture.thread.preference = state.preference
            defer { state.capture = capture }
            return state.capture
        }
        capture.begin(after: earlier?.thread)
    }

    func prefer(_ pixelFormat: OSType?) {
        let capture = state.withLock { state in
            state.preference = pixelFormat
            return state.capture
        }
        capture?.thread.preference = pixelFormat
    }

    func stop() { state.withLock { $0.capture }?.stop() }

    func close() {
        stop()
        state.withLock { $0.isClosed = true }
    }
}
