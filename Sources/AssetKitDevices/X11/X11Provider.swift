package import AssetKitBase
internal import AssetKitClocks
internal import Foundation

/// The screens of the X server that a program is to use: a device for each of its outputs.
///
/// Where windows are those of Wayland, an X server that only shows windows of X (Xwayland) knows nothing of the others, and shows
/// black in their place; all of them are to be had through ``PortalProvider``.
package final class X11Provider: DeviceProvider {
    package let name = "x11"
    private let display: String?
    private let sharing: X11Sharing
    private let milliseconds: Int
    /// Which display did not answer, and until when it is not asked again.
    private let silence = Protected<(name: String, end: Int64)?>(nil)
    private let environment: @Sendable () -> [String: String]

    /// How long a server that did not answer is not asked again, in nanoseconds.
    private static let pause: Int64 = 2_000_000_000

    /// Knows the screens of a display, or of the one that the environment names when somebody asks. A server that does not answer for
    /// so many milliseconds is not waited for.
    package init(
        display: String? = nil,
        sharing: X11Sharing = .asItCan,
        milliseconds: Int = 5000,
        environment: @escaping @Sendable () -> [String: String] = { ProcessInfo.processInfo.environment }
    ) {
        (self.display, self.sharing, self.milliseconds) = (display, sharing, milliseconds)
        self.environment = environment
    }

    package var obstacle: String? {
        switch connect() {
        case .success: nil
        case .failure(let obstacle): obstacle.sentence
        }
    }

    package func devices() -> [DeviceFacts] {
        guard case .success(let (display, connection)) = connect() else { return [] }
        let (answer, outputs) = connection.outputs()
        guard answer == .done else { return [] }
        let usual = outputs.firstIndex { $0.isPrimary } ?? outputs.startIndex
        return outputs.enumerated().map { index, output in
            DeviceFacts(
                id: display.id(of: output.name),
                kind: .screen,
                name: outputs.count == 1 ? "Screen" : "Screen \(output.name)",
                model: output.model,
                formats: output.format.map { [$0] } ?? [],
                isDefault: index == usual,
                obstacle: connection.hasTrueColours ? nil : Self.colours
            )
        }
    }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? {
        guard case .success(let (display, connection)) = connect(), connection.tellsChanges else { return nil }
        let watcher = X11Watcher(display, milliseconds: milliseconds, changed)
        watcher.begin(connection)
        return DeviceWatch { watcher.end() }
    }

    package func access(to kind: DeviceKind) -> DeviceAccess {
        guard kind == .screen else { return .restricted("an X server has nothing but screens") }
        guard let obstacle else { return .authorized }
        return .denied(obstacle)
    }

    package func open(_ id: String) throws(AVError) -> any DeviceHandle {
        switch connect() {
        case .failure(let obstacle):
            throw AVError(.deviceNotConnected, "cannot open the screen '\(id)': \(obstacle.sentence)")
        case .success(let (display, connection)):
            guard connection.hasTrueColours else {
                throw AVError(.screenCaptureFailed, "cannot open the screen '\(id)': \(Self.colours)")
            }
            let (answer, outputs) = connection.outputs()
            guard answer == .done else {
                throw AVError(.deviceNotConnected, "cannot open the screen '\(id)': the X server does not answer")
            }
            guard let output = outputs.first(where: { display.id(of: $0.name) == id }) else {
                throw AVError(.deviceNotConnected, "cannot open the screen '\(id)': there is none of that name")
            }
            return try X11Handle(connection, output)
        }
    }

    private static let colours = "the display does not show 16 million colours (TrueColor of 24 bits)"

    // MARK: - Connecting

    private struct Obstacle: Error { let sentence: String }

    private func connect() -> Result<(X11Display, X11Connection), Obstacle> {
        guard X11Connection.isPossible else { return .failure(Obstacle(sentence: "libxcb is not installed")) }
        let environment = environment()
        guard let name = display ?? environment["DISPLAY"], !name.isEmpty else {
            return .failure(Obstacle(sentence: "DISPLAY is not set"))
        }
        let display = X11Display(name)
        let mute = Obstacle(sentence: "the display '\(name)' does not answer")
        let now = SystemHostClock.shared.now
        if let silence = silence.withLock({ $0 }), silence.name == name, now < silence.end { return .failure(mute) }
        do throws(X11Connection.Refusal) {
            return .success((display, try X11Connection(display, sharing: sharing, milliseconds: milliseconds)))
        } catch {
            guard error.isSilence else {
                return .failure(Obstacle(sentence: "the display '\(name)' cannot be opened"))
            }
            let end = SystemHostClock.shared.now + Self.pause
            silence.withLock { $0 = (name, end) }
            return .failure(mute)
        }
    }
}
