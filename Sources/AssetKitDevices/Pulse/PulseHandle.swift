internal import AssetKitBase
internal import AssetKitClocks

/// A source of a sound server that is open. There is a connection while it runs, one for each start: so it may be started again when
/// the server comes back.
final class PulseHandle: DeviceHandle {
    private struct State {
        var format: DeviceSoundFormat
        var capture: PulseCapture?
        var isClosed = false
    }

    private let id: String
    private let place: PulsePlace
    private let stallMilliseconds: Int
    private let state: Protected<State>

    init(_ id: String, _ format: DeviceSoundFormat, at place: PulsePlace, stallMilliseconds: Int) {
        (self.id, self.place, self.stallMilliseconds) = (id, place, stallMilliseconds)
        state = Protected(State(format: format))
    }

    deinit { close() }

    func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup {
        let format = state.withLock { state in
            guard state.capture == nil else { return DeviceSoundFormat?.none }
            if let wish = setup.format.sound { state.format = SoundFormats.nearest(wish) }
            return state.format
        }
        guard let format else {
            throw AVError(.operationNotAllowed, "the microphone '\(id)' cannot be changed while it records")
        }
        return DeviceSetup(format: .sound(format))
    }

    func controls() throws(AVError) -> [DeviceControl] { [] }

    func set(_ changes: [DeviceControlChange]) throws(AVError) {
        guard let change = changes.first else { return }
        throw AVError(
            .operationNotAllowed,
            "the microphone '\(id)' has no control '\(change.kind.rawValue)': its volume is the sound server's"
        )
    }

    func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) {
        stop()
        let (format, isClosed) = state.withLock { ($0.format, $0.isClosed) }
        guard !isClosed else { throw AVError(.deviceNotConnected, "the microphone '\(id)' is closed") }
        let capture = PulseCapture(id, format, for: sink, on: host)
        // Before anything is heard, so that the sink may stop it.
        state.withLock { $0.capture = capture }
        do {
            try capture.start(at: place, stallMilliseconds: stallMilliseconds)
        } catch {
            stop()
            throw error.error(opening: id)
        }
    }

    func stop() {
        let capture = state.withLock { state in
            defer { state.capture = nil }
            return state.capture
        }
        capture?.stop()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        stop()
    }
}
