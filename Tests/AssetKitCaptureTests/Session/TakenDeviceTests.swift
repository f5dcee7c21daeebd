import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Devices that somebody else has.
@Suite("Sessions whose devices are taken")
struct TakenDeviceTests {
    private let studio = Studio()
    private let (first, second) = (DataLog(), DataLog())
    private static let names = [
        AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification,
        AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification,
        AVCaptureSession.runtimeErrorNotification,
    ]

    /// Has a session deliver what comes of an input.
    private func connect(_ input: AVCaptureInput, _ session: AVCaptureSession, _ log: DataLog) {
        session.addInput(input)
        if input.ports.first?.mediaType == .audio {
            let output = AVCaptureAudioDataOutput()
            output.setSampleBufferDelegate(log, queue: .main)
            session.addOutput(output)
        } else {
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(log, queue: .main)
            session.addOutput(output)
        }
    }

    private func frameCount(_ log: DataLog) -> Int { log.buffers.reduce(0) { $0 + $1.numSamples } }

    @Test("a camera that another program has at the start interrupts the session until it is free")
    func start() throws {
        let script = [AKSyntheticEvent(at: 0, .busy(true)), AKSyntheticEvent(at: 1.5, .busy(false))]
        let camera = try studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script))
        connect(try AVCaptureDeviceInput(device: camera), studio.session, first)
        let log = studio.watch(Self.names)
        studio.session.startRunning()
        #expect(studio.session.isRunning && studio.session.isInterrupted)
        #expect(log.names == [Self.names[0], Self.names[2]] && log.reasons == [.videoDeviceInUseByAnotherClient])
        studio.advance(3)
        #expect(!studio.session.isInterrupted && first.numbers == Array(0...30))
        #expect(log.names == [Self.names[0], Self.names[2], Self.names[3]])
    }

    @Test("a camera that is unplugged while it is waited for ends the session, which says why")
    func unplugging() throws {
        let taken = AKSyntheticCamera(width: 320, height: 240, script: [AKSyntheticEvent(at: 0, .busy(true))])
        let camera = try studio.camera(taken)
        connect(try AVCaptureDeviceInput(device: camera), studio.session, first)
        let log = studio.watch(Self.names)
        studio.session.startRunning()
        studio.provider.setPlugged(false, camera.uniqueID)
        studio.advance(1.5)
        #expect(!studio.session.isRunning && !studio.session.isInterrupted)
        #expect(log.errors.map(\.code) == [.deviceWasDisconnected])
        #expect(log.names == [Self.names[0], Self.names[2], Self.names[4], Self.names[1]])
    }

    @Test("the other devices deliver while one is waited for, and nothing is tried behind the end")
    func waiting() throws {
        let script = [AKSyntheticEvent(at: 0, .busy(true)), AKSyntheticEvent(at: 3, .busy(false))]
        let taken = AKSyntheticCamera(width: 320, height: 240, script: script)
        connect(try AVCaptureDeviceInput(device: studio.camera(taken)), studio.session, first)
        connect(try AVCaptureDeviceInput(device: studio.microphone()), studio.session, second)
        let log = studio.watch(Self.names)
        studio.session.startRunning()
        studio.advance(2.5)
        #expect(first.buffers.isEmpty && abs(frameCount(second) - 120_000) <= 480)
        #expect(studio.session.connections.map(\.isActive) == [false, true])
        studio.session.stopRunning()
        #expect(!studio.session.isRunning && !studio.session.isInterrupted)
        studio.advance(2)
        #expect(log.names == [Self.names[0], Self.names[2], Self.names[1]] && first.buffers.isEmpty)
    }
}
