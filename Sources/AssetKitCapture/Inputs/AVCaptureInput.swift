internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
public import Foundation

/// Where a session gets media from.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    private struct State {
        weak var session: AVCaptureSession?
        var ports: [Port] = []
    }
    private let state = Protected(State())

    override init() { super.init() }

    /// What it delivers: a port for each kind of media.
    open var ports: [Port] { state.withLock { $0.ports } }

    func makePorts(_ formats: [(AVMediaType, CMFormatDescription?)]) {
        let ports = formats.map { Port(self, $0.0, $0.1) }
        state.withLock { $0.ports = ports }
    }

    /// The session that it belongs to.
    var session: AVCaptureSession? {
        get { state.withLock { $0.session } }
        set { state.withLock { $0.session = newValue } }
    }

    /// The device behind it, where there is one.
    var source: AVCaptureDevice? { nil }

    /// Why nothing comes of it, whatever the session wants; nil where something can.
    var obstacle: AVError? { nil }

    /// How the device is to deliver, given what the session makes of its presets.
    func setup(_ choice: DeviceSetup) -> DeviceSetup { choice }

    /// How many times as wide and as high as the device's pictures its own are.
    var scale: CGFloat { 1 }
}
