package import AssetKitBase
internal import AssetKitClocks
internal import Foundation

/// The screen, or the window, that a desktop lets its user share, through its portal and PipeWire: on a desktop of Wayland, and out of a
/// sandbox, there is no other way to see one.
///
/// It is one device: the desktop itself asks which screen it is when pictures are to come, and what was answered holds for the next
/// time too. Looking for devices shows no dialog.
package final class PortalProvider: DeviceProvider {
    package let name = "portal"
    private let place: PortalPlace
    private let environment: @Sendable () -> [String: String]
    /// Until when a bus that did not answer is not asked again.
    private let silence = Protected<(problem: PortalProblem, end: Int64)?>(nil)

    /// How long that is, in nanoseconds: all devices are listed together, and who wants a camera is not to wait for this each time.
    private static let pause: Int64 = 10_000_000_000

    /// Speaks to a bus, or to the session's. Whoever does not answer for so many milliseconds is not waited for. `application` is whose
    /// choices are kept; nil for those of the program.
    package init(
        bus: String? = nil,
        milliseconds: Int = 3000,
        application: String? = nil,
        environment: @escaping @Sendable () -> [String: String] = { ProcessInfo.processInfo.environment }
    ) {
        place = PortalPlace(
            bus: bus,
            milliseconds: milliseconds,
            application: application ?? ProcessInfo.processInfo.processName
        )
        self.environment = environment
    }

    /// Whether its screen is the one to take: what an X server shows of a desktop of Wayland is not all of it.
    package static func isPreferred(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
        func has(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        // Where nobody names a display of Wayland, one of X that is named is meant.
        return has("WAYLAND_DISPLAY") || environment["XDG_SESSION_TYPE"] == "wayland" && !has("DISPLAY")
    }

    package var obstacle: String? {
        do {
            _ = try look()
            return nil
        } catch {
            return error.sentence
        }
    }

    package func devices() -> [DeviceFacts] {
        guard let offer = try? look(), var facts = offer.facts else { return [] }
        facts.isDefault = Self.isPreferred(environment())
        return [facts]
    }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? {
        // Where there is none, nothing is asked again and again for one.
        guard let (_, connection) = try? find() else { return nil }
        let watcher = PortalWatcher(place, changed)
        watcher.begin(connection)
        return DeviceWatch { watcher.end() }
    }

    package func access(to kind: DeviceKind) -> DeviceAccess {
        guard kind == .screen else { return .restricted("the portal is asked for nothing but screens") }
        guard let obstacle else { return .authorized }
        return .denied(obstacle)
    }

    package func open(_ id: String) throws(AVError) -> any DeviceHandle {
        let offer: PortalOffer
        do {
            offer = try look()
        } catch {
            throw AVError(.deviceNotConnected, "cannot open the screen '\(id)': \(error.sentence)")
        }
        guard id == PortalOffer.id else {
            throw AVError(.deviceNotConnected, "cannot open the screen '\(id)': there is none of that name")
        }
        return PortalHandle(offer, at: place, PortalToken(of: place.application, environment()))
    }

    private static var missingLibrary: PortalProblem? {
        if !PortalConnection.isPossible { return .noLibrary("libsystemd") }
        if !PortalStream.isPossible { return .noLibrary("libpipewire") }
        return nil
    }

    private func look() throws(PortalProblem) -> PortalOffer { try find().offer }

    private func find() throws(PortalProblem) -> (offer: PortalOffer, connection: PortalConnection) {
        if let missing = Self.missingLibrary { throw missing }
        let now = SystemHostClock.shared.now
        if let silence = silence.withLock({ $0 }), now < silence.end { throw silence.problem }
        do throws(PortalProblem) {
            let connection = try place.connect()
            let offer = try connection.offer()
            guard offer.facts != nil else { throw .nothing }
            return (offer, connection)
        } catch {
            if error.isSilence {
                let end = SystemHostClock.shared.now + Self.pause
                silence.withLock { $0 = (error, end) }
            }
            throw error
        }
    }
}
