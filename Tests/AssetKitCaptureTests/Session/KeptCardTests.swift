import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import Foundation
import Testing

/// A card that has one reader at a time, as those of ALSA have without a server, and that two sessions want.
@Suite("Sound cards that start anew while another session waits")
struct KeptCardTests {
    private let studio = Studio()
    private let other: AVCaptureSession
    private let provider: TroubledProvider
    private let registry: DeviceRegistry
    private let card: AVCaptureDevice
    private let log: NoticeLog

    init() throws {
        studio.provider.add(.microphone(AKSyntheticMicrophone(id: "card")))
        (provider, registry) = studio.troubled()
        provider.present { facts in
            facts.isExclusive = true
            facts.formats.append(.sound(DeviceSoundFormat(sampleRate: 44_100, channelCount: 1)))
        }
        var isTaken = false
        provider.fail { call in
            switch call {
            case .open: return isTaken
            case .start:
                defer { isTaken = true }
                return isTaken
            case .stop: isTaken = false
            default: break
            }
            return false
        }
        card = try #require(registry.device("card"))
        other = AVCaptureSession(environment: studio.environment)
        log = studio.watch([
            AVCaptureSession.wasInterruptedNotification, AVCaptureSession.runtimeErrorNotification,
            AVCaptureSession.didStopRunningNotification,
        ])
        for session in [studio.session, other] {
            session.addInput(try AVCaptureDeviceInput(device: card))
            session.addOutput(AVCaptureAudioDataOutput())
        }
        studio.session.startRunning()
        other.startRunning()
    }

    @Test("the session that has it keeps it when its format changes, whoever asks in the middle of that")
    func format() throws {
        #expect(other.isInterrupted && !studio.session.isInterrupted)
        let format = try #require(card.formats.last)
        var (count, isAsking) = (0, false)
        provider.during { [other] _ in
            guard !isAsking else { return }
            isAsking = true
            other.stopRunning()
            other.startRunning()
            isAsking = false
            count += 1
        }
        try card.lockForConfiguration()
        card.activeFormat = format
        card.unlockForConfiguration()
        provider.during { _ in }
        // While it is stopped, closed, opened, set up and started.
        #expect(count == 5 && other.isInterrupted && card.activeFormat == format)
        #expect(log.names.isEmpty && !studio.session.isInterrupted)
        #expect(studio.session.connections.map(\.isActive) == [true])
        studio.session.stopRunning()
        studio.advance(1)
        #expect(!other.isInterrupted && other.connections.map(\.isActive) == [true])
    }
}
