import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import Dispatch
import Foundation
import Testing

@testable import AssetKitCapture

/// Whoever has the lock file of a device is another program to all others, within a process too.
@Suite("Devices that are being set up")
final class DeviceLockTests {
    private let id = "lock-\(UUID().uuidString)"
    private let base = SyntheticProvider()

    deinit { unlink(DeviceLockFile.path(of: id)) }

    private func camera() throws -> AVCaptureDevice {
        base.add(.camera(AKSyntheticCamera(id: id, width: 320, height: 240)))
        return try #require(DeviceRegistry([MachineProvider(base)]) { $0() }.device(id))
    }

    @Test("one program at a time sets up a device, and others are told so")
    func otherProgram() throws {
        let camera = try camera()
        var other: DeviceLockFile? = try DeviceLockFile(of: id)
        let error = #expect(throws: AVError.self) { try camera.lockForConfiguration() }
        #expect(error?.code == .deviceLockedForConfigurationByAnotherProcess)
        #expect(throws: Never.self) { _ = try DeviceLockFile(of: id + "/2") }
        unlink(DeviceLockFile.path(of: id + "/2"))
        withExtendedLifetime(other) {}
        other = nil
        try camera.lockForConfiguration()
        try camera.lockForConfiguration()
        camera.unlockForConfiguration()
        #expect(throws: AVError.self) { try DeviceLockFile(of: id) }
        camera.unlockForConfiguration()
        #expect(throws: Never.self) { _ = try DeviceLockFile(of: id) }
    }

    @Test("threads of one program that set up a device at once do not take each other for another one")
    func threads() throws {
        let camera = try camera()
        let refusals = Protected(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                do {
                    try camera.lockForConfiguration()
                    camera.unlockForConfiguration()
                } catch {
                    refusals.withLock { $0 += 1 }
                }
            }
        }
        #expect(refusals.withLock { $0 } == 0)
    }
}

/// Synthetic devices under another name, so that they are locked as the machine's own are.
private final class MachineProvider: DeviceProvider {
    private let base: SyntheticProvider

    init(_ base: SyntheticProvider) { self.base = base }

    var name: String { "machine" }
    var obstacle: String? { nil }

    func devices() -> [DeviceFacts] { base.devices() }
    func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? { nil }
    func access(to kind: DeviceKind) -> DeviceAccess { .authorized }
    func open(_ id: String) throws(AVError) -> any DeviceHandle { try base.open(id) }
}
