import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation

/// A session with synthetic devices in a time that tests let pass.
final class Studio {
    let host = VirtualHostClock(now: 100_000_000_000)
    let provider = SyntheticProvider()
    let environment: HostEnvironment
    let registry: DeviceRegistry
    let session: AVCaptureSession
    let folder: URL

    init(severalCameras: Bool = false, makeWorker: (@Sendable (String) -> any SerialWorker)? = nil) {
        let environment = HostEnvironment.virtual(host, makeWorker: makeWorker)
        self.environment = environment
        registry = DeviceRegistry([provider]) { environment.notice($0) }
        session =
            severalCameras
            ? AVCaptureMultiCamSession(environment: environment) : AVCaptureSession(environment: environment)
        folder = FileManager.default.temporaryDirectory.appending(path: "capture-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        session.stopRunning()
        try? FileManager.default.removeItem(at: folder)
    }

    func camera(_ camera: AKSyntheticCamera = AKSyntheticCamera(width: 320, height: 240, frameRates: [30])) throws
        -> AVCaptureDevice
    {
        provider.add(.camera(camera))
        return try device(camera.id)
    }

    func microphone(_ microphone: AKSyntheticMicrophone = AKSyntheticMicrophone()) throws -> AVCaptureDevice {
        provider.add(.microphone(microphone))
        return try device(microphone.id)
    }

    func screen(_ screen: AKSyntheticScreen = AKSyntheticScreen(width: 320, height: 240)) throws -> AVCaptureDevice {
        provider.add(.screen(screen))
        return try device(screen.id)
    }

    private func device(_ id: String) throws -> AVCaptureDevice {
        registry.refresh()
        guard let device = registry.device(id) else { throw AVError(.deviceNotConnected) }
        return device
    }

    @discardableResult
    func add(_ device: AVCaptureDevice) throws -> AVCaptureDeviceInput {
        let input = try AVCaptureDeviceInput(device: device)
        session.addInput(input)
        return input
    }

    func advance(_ seconds: Double) { host.advance(by: Int64((seconds * 1e9).rounded())) }

    func url(_ name: String = "film.mov") -> URL { folder.appending(path: name) }

    /// The session's notifications, in order.
    func watch(_ names: [Notification.Name]) -> NoticeLog { NoticeLog(names, session) }
}

/// Notifications in the order in which they came.
final class NoticeLog {
    private let state = Protected([(name: Notification.Name, error: AVError?, reason: Int?)]())
    private var tokens: [any NSObjectProtocol] = []

    init(_ names: [Notification.Name], _ object: AnyObject?) {
        let state = state
        tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { notification in
                let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
                let reason = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
                state.withLock { $0.append((notification.name, error, reason)) }
            }
        }
    }

    deinit { tokens.forEach { NotificationCenter.default.removeObserver($0) } }

    var names: [Notification.Name] { state.withLock { $0.map(\.name) } }
    var errors: [AVError] { state.withLock { $0.compactMap(\.error) } }
    var reasons: [AVCaptureSession.InterruptionReason] {
        state.withLock { $0.compactMap(\.reason) }.compactMap { AVCaptureSession.InterruptionReason(rawValue: $0) }
    }
}
