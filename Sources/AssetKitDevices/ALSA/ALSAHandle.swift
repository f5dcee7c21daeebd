internal import AssetKitBase
internal import AssetKitClocks

/// A source of ALSA's that was opened. The card is taken while it runs alone, so that others may have it before and after.
final class ALSAHandle: DeviceHandle {
    private struct State {
        var format: DeviceSoundFormat
        var capture: CardCapture?
        var isClosed = false
    }

    private let id: String
    private let configuration: String?
    private let state: Protected<State>

    /// - Throws: Where the card cannot be had just now.
    init(_ id: String, _ wish: DeviceSoundFormat, configuration: String?) throws(AVError) {
        (self.id, self.configuration) = (id, configuration)
        do throws(ALSAProblem) {
            let card = try ALSACard(id, wish, configuration: configuration)
            state = Protected(State(format: card.format))
        } catch {
            throw error.error(opening: id)
        }
    }

    deinit { close() }

    func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup {
        let (format, isRunning) = state.withLock { ($0.format, $0.capture != nil) }
        guard !isRunning else {
            throw AVError(.operationNotAllowed, "the microphone '\(id)' cannot be changed while it records")
        }
        guard let wish = setup.format.sound, wish != format else { return DeviceSetup(format: .sound(format)) }
        let taken = try card(SoundFormats.nearest(wish)).format
        state.withLock { $0.format = taken }
        return DeviceSetup(format: .sound(taken))
    }

    func controls() throws(AVError) -> [DeviceControl] { [] }

    func set(_ changes: [DeviceControlChange]) throws(AVError) {
        guard let change = changes.first else { return }
        throw AVError(
            .operationNotAllowed,
            "the microphone '\(id)' has no control '\(change.kind.rawValue)': its volume is the mixer's"
        )
    }

    func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) {
        stop()
        let (format, isClosed) = state.withLock { ($0.format, $0.isClosed) }
        guard !isClosed else { throw closed }
        let capture = CardCapture(try card(format), for: sink, on: host)
        // Before anything is heard, so that the sink may stop it, and unless it was closed while the card was opened.
        let isKept = state.withLock { state in
            if !state.isClosed { state.capture = capture }
            return !state.isClosed
        }
        guard isKept else { throw closed }
        capture.begin()
    }

    private var closed: AVError { AVError(.deviceNotConnected, "the microphone '\(id)' is closed") }

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

    private func card(_ format: DeviceSoundFormat) throws(AVError) -> ALSACard {
        do {
            return try ALSACard(id, format, configuration: configuration)
        } catch {
            throw error.error(opening: id)
        }
    }
}
