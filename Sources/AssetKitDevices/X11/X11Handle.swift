package import AssetKitBase
package import AssetKitClocks
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// An output of an X server that pictures can be made of.
///
/// What is shown of it follows the output when that moves. When it gets another size, and was wanted whole, or when what was
/// wanted is not on it any more, it fails: it is to be opened again.
package final class X11Handle: DeviceHandle {
    private struct State {
        var output: X11Output
        var setup: DeviceSetup
        var region: GrabRegion
    }

    private let connection: X11Connection
    private let state: Protected<State>
    private let captures = ScreenCaptures()

    init(_ connection: X11Connection, _ output: X11Output) throws(AVError) {
        self.connection = connection
        let (setup, region) = try Self.plan(nil, output, connection)
        state = Protected(State(output: output, setup: setup, region: region))
    }

    deinit { close() }

    /// How the last picture came. To be asked while it does not run.
    package var sharing: X11Sharing { connection.sharing }

    package func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup {
        try captures.requireIdle("set up")
        let name = state.withLock { $0.output.name }
        let output = try Self.find(name, connection)
        let (setup, region) = try Self.plan(setup, output, connection)
        state.withLock { ($0.output, $0.setup, $0.region) = (output, setup, region) }
        return setup
    }

    package func controls() throws(AVError) -> [DeviceControl] { [] }

    package func set(_ changes: [DeviceControlChange]) throws(AVError) {
        guard changes.isEmpty else { throw AVError(.operationNotAllowed, "a screen has nothing that can be set") }
    }

    package func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) {
        try captures.requireIdle("started")
        let state = state.withLock { $0 }
        captures.begin(X11Capture(connection, state.output, state.region, state.setup, sink, host))
    }

    package func prefer(_ pixelFormat: OSType?) { captures.prefer(pixelFormat) }

    package func stop() { captures.stop() }

    package func close() { captures.close() }

    private static func find(_ name: String, _ connection: X11Connection) throws(AVError) -> X11Output {
        // A capture that was stopped left it awake.
        connection.rest()
        let (answer, outputs) = connection.outputs()
        guard answer == .done else {
            throw AVError(.deviceNotConnected, "the screen '\(name)' cannot be set up: \(X11Capture.lossText)")
        }
        guard let output = outputs.first(where: { $0.name == name }) else {
            throw AVError(.deviceNotConnected, "the screen '\(name)' cannot be set up: it is not connected any more")
        }
        return output
    }

    /// What it does when it is asked for something.
    private static func plan(
        _ wish: DeviceSetup?,
        _ output: X11Output,
        _ connection: X11Connection
    ) throws(AVError) -> (DeviceSetup, GrabRegion) {
        if let wish, wish.format.pictures?.coding != .pixels(kCVPixelFormatType_32BGRA) {
            throw AVError(.formatUnsupported, "a screen gives pictures of 32 bits with blue first only")
        }
        guard let region = GrabRegion(wish?.region, width: output.width, height: output.height) else {
            throw AVError(
                .screenCaptureFailed,
                "there is no picture of that part of the screen: it has \(output.width) x \(output.height) pixels"
            )
        }
        let setup = DeviceSetup(
            format: X11Output.format(region),
            frameDuration: GrabPace(wish?.frameDuration ?? .invalid).duration,
            region: wish?.region == nil ? nil : region.rectangle,
            showsCursor: (wish?.showsCursor ?? true) && connection.knowsPointer
        )
        return (setup, region)
    }
}
