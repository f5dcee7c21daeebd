import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import Foundation
import Testing

/// A camera that two sessions want, while the one that has it changes.
@Suite("Cameras that start anew while another session waits")
struct KeptCameraTests {
    private let studio = Studio()
    private let other: AVCaptureSession
    private let provider: TroubledProvider
    private let registry: DeviceRegistry
    private let camera: AVCaptureDevice
    private let input: AVCaptureDeviceInput
    private let log: NoticeLog

    init() throws {
        studio.provider.add(.camera(AKSyntheticCamera(id: "camera", width: 640, height: 480)))
        let troubled = studio.troubled()
        (provider, registry) = (troubled.provider, troubled.registry)
        camera = try #require(troubled.registry.device("camera"))
        other = AVCaptureSession(environment: studio.environment)
        log = studio.watch([
            AVCaptureSession.wasInterruptedNotification, AVCaptureSession.runtimeErrorNotification,
            AVCaptureSession.didStopRunningNotification,
        ])
        input = try studio.add(camera)
        studio.session.addOutput(AVCaptureVideoDataOutput())
        other.addInput(try AVCaptureDeviceInput(device: camera))
        other.addOutput(AVCaptureVideoDataOutput())
        studio.session.startRunning()
        other.startRunning()
    }

    /// Has the other session ask for the camera at each moment at which something is done with it; the answer says how often.
    private func asking(_ body: () -> Void) -> Int {
        var (count, isAsking) = (0, false)
        provider.during { [other] _ in
            guard !isAsking else { return }
            isAsking = true
            other.stopRunning()
            other.startRunning()
            isAsking = false
            count += 1
        }
        body()
        provider.during { _ in }
        return count
    }

    @Test("the session that has it keeps it through all of its changes, whoever asks in the middle of one")
    func changes() {
        #expect(other.isInterrupted)
        for number in 0..<40 {
            let preset: AVCaptureSession.Preset = number.isMultiple(of: 2) ? .low : .high
            let count = asking { studio.session.sessionPreset = preset }
            // While it is stopped, closed, opened, set up and started.
            #expect(count == 5 && other.isInterrupted && studio.session.sessionPreset == preset)
            studio.advance(0.1)
        }
        #expect(log.names.isEmpty && !studio.session.isInterrupted)
        #expect(studio.session.connections.map(\.isActive) == [true])
        studio.session.stopRunning()
        studio.advance(1)
        #expect(!other.isInterrupted && other.connections.map(\.isActive) == [true])
    }

    @Test("the format that its owner has set is not changed by who asks meanwhile")
    func format() throws {
        let format = try #require(camera.formats.first { $0 != camera.activeFormat })
        let count = asking {
            guard (try? camera.lockForConfiguration()) != nil else { return }
            camera.activeFormat = format
            camera.unlockForConfiguration()
        }
        #expect(count == 5 && camera.activeFormat == format && studio.session.sessionPreset == .inputPriority)
    }

    @Test("a change that fails keeps it as well, and goes on as before")
    func undoing() {
        var fails = true
        provider.fail(with: .unknown) { call in
            guard fails, case .configure = call else { return false }
            fails = false
            return true
        }
        let count = asking { studio.session.sessionPreset = .low }
        #expect(count > 5 && other.isInterrupted && log.errors.map(\.code) == [.unknown])
        #expect(!studio.session.isInterrupted && studio.session.connections.map(\.isActive) == [true])
    }

    @Test("where it cannot be started again, who waits gets it")
    func failing() {
        studio.advance(0.5)
        provider.fail { if case .configure = $0 { true } else { false } }
        studio.session.sessionPreset = .low
        #expect(studio.session.isInterrupted && other.isInterrupted)
        provider.fail { _ in false }
        studio.advance(1)
        #expect(studio.session.isInterrupted && !other.isInterrupted)
    }

    @Test("who takes its input away gives it away")
    func removing() {
        studio.session.removeInput(input)
        studio.advance(1)
        #expect(!other.isInterrupted && other.connections.map(\.isActive) == [true])
        #expect(studio.session.isRunning && !studio.session.isInterrupted)
    }
}
