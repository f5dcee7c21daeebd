import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import Foundation
import Testing

/// A session with synthetic devices on the machine's time and on threads: what is awaited there comes when it comes.
final class ThreadedStudio {
    let provider = SyntheticProvider()
    let registry: DeviceRegistry
    var session: AVCaptureSession? = AVCaptureSession(environment: .system)
    let folder: URL

    init() throws {
        registry = DeviceRegistry([provider]) { body in HostEnvironment.system.notice(body) }
        folder = FileManager.default.temporaryDirectory.appending(path: "capture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        session?.stopRunning()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Small and slow, so that they keep up on a machine that is busy.
    func addCamera() throws {
        let camera = AKSyntheticCamera(width: 160, height: 120, frameRates: [30])
        provider.add(.camera(camera))
        try add(camera.id)
    }

    func addMicrophone() throws {
        let microphone = AKSyntheticMicrophone(sampleRate: 8000)
        provider.add(.microphone(microphone))
        try add(microphone.id)
    }

    private func add(_ id: String) throws {
        registry.refresh()
        session?.addInput(try AVCaptureDeviceInput(device: try #require(registry.device(id))))
    }

    func url(_ name: String) -> URL { folder.appending(path: name) }
}
