import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import Foundation

/// A screen that somebody has to choose, and whose pictures come when a test says so.
final class AskedScreen: DeviceProvider {
    private struct State {
        var sink: (any DeviceSink)?
        var setups: [DeviceSetup] = []
        var isThere = true
    }

    let name = "portal"
    private let host: any HostClock
    private let state = Protected(State())

    init(_ host: any HostClock) { self.host = host }

    var obstacle: String? { nil }
    /// How it was asked for, each time.
    var setups: [DeviceSetup] { state.withLock { $0.setups } }
    var isThere: Bool {
        get { state.withLock { $0.isThere } }
        set { state.withLock { $0.isThere = newValue } }
    }
    var isRunning: Bool { state.withLock { $0.sink != nil } }

    func devices() -> [DeviceFacts] { isThere ? PortalOffer().facts.map { [$0] } ?? [] : [] }
    func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? { nil }
    func access(to kind: DeviceKind) -> DeviceAccess { .authorized }
    func open(_ id: String) throws(AVError) -> any DeviceHandle {
        guard isThere else { throw AVError(.deviceNotConnected, "there is no portal") }
        return Handle(self)
    }

    /// Shows a picture of a size, now.
    func show(_ width: Int, _ height: Int) {
        guard let picture = PicturePool().picture(kCVPixelFormatType_32BGRA, width: width, height: height) else {
            return
        }
        CVPixelBufferLockBaseAddress(picture, [])
        if let start = CVPixelBufferGetBaseAddress(picture) {
            memset(start, 200, CVPixelBufferGetBytesPerRow(picture) * height)
        }
        CVPixelBufferUnlockBaseAddress(picture, [])
        state.withLock { $0.sink }?.receive(DeviceSample(.picture(picture), hostTime: host.now))
    }

    func fail(_ failure: DeviceFailure) { state.withLock { $0.sink }?.failed(failure) }

    private final class Handle: DeviceHandle {
        private let screen: AskedScreen

        init(_ screen: AskedScreen) { self.screen = screen }

        func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup {
            screen.state.withLock { $0.setups.append(setup) }
            return setup
        }
        func controls() throws(AVError) -> [DeviceControl] { [] }
        func set(_ changes: [DeviceControlChange]) throws(AVError) {}
        func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) {
            screen.state.withLock { $0.sink = sink }
        }
        func stop() { screen.state.withLock { $0.sink = nil } }
        func close() { stop() }
    }
}
