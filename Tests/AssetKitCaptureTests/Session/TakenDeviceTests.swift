import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Devices that somebody else has, in this program or in another one.
@Suite("Sessions whose devices are taken")
struct TakenDeviceTests {
    private let studio = Studio()
    private let other: AVCaptureSession
    private let first = DataLog()
    private let second = DataLog()
    private static let names = [
        AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification,
        AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification,
        AVCaptureSession.runtimeErrorNotification,
    ]

    init() { other = AVCaptureSession(environment: studio.environment) }

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

    // MARK: Two sessions

    @Test("a camera stays with the session that has it, and the next one gets it when that stops")
    func camera() async throws {
        let camera = try studio.camera()
        connect(try AVCaptureDeviceInput(device: camera), studio.session, first)
        connect(try AVCaptureDeviceInput(device: camera), other, second)
        let (movie, record) = (AVCaptureMovieFileOutput(), RecordingLog())
        studio.session.addOutput(movie)
        let (undisturbed, log) = (studio.watch(Self.names), NoticeLog(Self.names, other))
        studio.session.startRunning()
        movie.startRecording(to: studio.url(), recordingDelegate: record)
        studio.advance(1)
        other.startRunning()
        studio.advance(1)
        #expect(other.isRunning && other.isInterrupted && second.buffers.isEmpty)
        #expect(other.connections.map(\.isActive) == [false])
        #expect(log.reasons == [.videoDeviceInUseByAnotherClient])
        movie.stopRecording()
        studio.advance(0.5)
        #expect(record.errors.isEmpty && record.finishCount == 1)
        #expect(try await RecordedMovie(studio.url()).numbers == Array(0...59))
        #expect(first.numbers == Array(0...75) && !studio.session.isInterrupted)
        studio.session.stopRunning()
        studio.advance(1)
        #expect(!other.isInterrupted && second.numbers == Array(0...15))
        let (started, stopped) = (Self.names[0], Self.names[1])
        #expect(undisturbed.names == [started, stopped])
        #expect(log.names == [started, Self.names[2], Self.names[3]])
        // The other way round.
        studio.session.startRunning()
        #expect(studio.session.isInterrupted && !other.isInterrupted)
        other.stopRunning()
        studio.session.stopRunning()
        #expect(!studio.session.isInterrupted)
    }

    @Test("a camera whose lamp is on stays lit when another session asks for it")
    func lamp() throws {
        let camera = try studio.camera(AKSyntheticCamera(width: 320, height: 240, hasControls: true))
        connect(try AVCaptureDeviceInput(device: camera), studio.session, first)
        connect(try AVCaptureDeviceInput(device: camera), other, second)
        studio.session.startRunning()
        try camera.lockForConfiguration()
        camera.torchMode = .on
        camera.unlockForConfiguration()
        other.startRunning()
        other.stopRunning()
        #expect(camera.isTorchActive && studio.session.isRunning)
    }

    @Test("a session that does not have a camera leaves its format alone")
    func format() throws {
        let camera = try studio.camera(AKSyntheticCamera(width: 1280, height: 720))
        connect(try AVCaptureDeviceInput(device: camera), studio.session, first)
        studio.session.startRunning()
        let format = camera.activeFormat
        connect(try AVCaptureDeviceInput(device: camera), other, second)
        other.sessionPreset = .low
        other.startRunning()
        #expect(camera.activeFormat === format)
        studio.session.stopRunning()
        studio.advance(1.5)
        #expect(camera.activeFormat.formatDescription.videoDimensions.width == 320)
    }

    @Test("what is set of a device reaches each session that has it, whoever has given it up")
    func settings() throws {
        let camera = try studio.camera(AKSyntheticCamera(width: 1280, height: 720))
        let input = try AVCaptureDeviceInput(device: camera)
        connect(input, other, second)
        connect(try AVCaptureDeviceInput(device: camera), studio.session, first)
        studio.session.startRunning()
        other.removeInput(input)
        try camera.lockForConfiguration()
        camera.activeFormat = try #require(camera.formats.last)
        camera.unlockForConfiguration()
        #expect(studio.session.sessionPreset == .inputPriority && other.sessionPreset == .high)
        studio.advance(0.1)
        let size = first.buffers.last?.formatDescription?.videoDimensions
        #expect(size?.width == camera.activeFormat.formatDescription.videoDimensions.width)
    }

    @Test("two sessions hear a microphone, and one goes on when the other stops")
    func microphone() throws {
        let microphone = try studio.microphone()
        connect(try AVCaptureDeviceInput(device: microphone), studio.session, first)
        connect(try AVCaptureDeviceInput(device: microphone), other, second)
        studio.session.startRunning()
        studio.advance(1)
        other.startRunning()
        studio.advance(1)
        #expect(abs(frameCount(first) - 96_000) <= 480 && abs(frameCount(second) - 48_000) <= 480)
        studio.session.stopRunning()
        studio.advance(1)
        #expect(abs(frameCount(first) - 96_000) <= 480 && abs(frameCount(second) - 96_000) <= 480)
        studio.session.startRunning()
        studio.advance(1)
        #expect(abs(frameCount(first) - 144_000) <= 960 && abs(frameCount(second) - 144_000) <= 480)
        #expect(!studio.session.isInterrupted && !other.isInterrupted)
    }

    @Test("two sessions see a screen, each at its own rate")
    func screen() throws {
        let screen = try studio.screen()
        let (slow, fast) = (AVCaptureScreenInput(akScreen: screen), AVCaptureScreenInput(akScreen: screen))
        slow.minFrameDuration = CMTime(value: 1, timescale: 10)
        fast.minFrameDuration = CMTime(value: 1, timescale: 30)
        connect(slow, studio.session, first)
        connect(fast, other, second)
        studio.session.startRunning()
        other.startRunning()
        // Of as many pictures as somebody keeps for longer than that, some are lost.
        studio.advance(0.6)
        let counts = (first.buffers.count, second.buffers.count)
        #expect(abs(counts.0 - 6) <= 1 && abs(counts.1 - 18) <= 1, "\(counts)")
        #expect(!other.isInterrupted)
    }

    // MARK: Another program

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

    /// A camera and a microphone that another program has, the microphone until so many seconds have passed.
    private func takeBoth(until end: Double) throws -> (camera: AVCaptureDevice, microphone: AVCaptureDevice) {
        let taken = AKSyntheticEvent(at: 0, .busy(true))
        let camera = try studio.camera(AKSyntheticCamera(width: 320, height: 240, script: [taken]))
        let script = [taken, AKSyntheticEvent(at: end, .busy(false))]
        let microphone = try studio.microphone(AKSyntheticMicrophone(script: script))
        connect(try AVCaptureDeviceInput(device: camera), studio.session, first)
        connect(try AVCaptureDeviceInput(device: microphone), studio.session, second)
        return (camera, microphone)
    }

    @Test("a camera that is unplugged while a microphone is waited for too is told of once, and at once")
    func unpluggingOneOfTwo() throws {
        let (camera, _) = try takeBoth(until: 3.5)
        let log = studio.watch(Self.names)
        studio.session.startRunning()
        studio.provider.setPlugged(false, camera.uniqueID)
        studio.advance(1.5)
        #expect(log.errors.map(\.code) == [.deviceWasDisconnected] && log.errors.first?.device == camera)
        #expect(studio.session.isRunning && studio.session.isInterrupted)
        studio.advance(3)
        #expect(!studio.session.isInterrupted && frameCount(second) > 0)
        #expect(log.names == [Self.names[0], Self.names[2], Self.names[4], Self.names[3]])
    }

    @Test("devices that are unplugged one after the other while they are waited for are told of once each")
    func unpluggingBoth() throws {
        let (camera, microphone) = try takeBoth(until: 60)
        let log = studio.watch(Self.names)
        studio.session.startRunning()
        studio.provider.setPlugged(false, camera.uniqueID)
        studio.advance(2.5)
        studio.provider.setPlugged(false, microphone.uniqueID)
        studio.advance(2.5)
        #expect(log.errors.map(\.code) == [.deviceWasDisconnected, .deviceWasDisconnected])
        #expect(log.errors.compactMap(\.device) == [camera, microphone])
        #expect(!studio.session.isRunning && !studio.session.isInterrupted)
        #expect(log.names == [Self.names[0], Self.names[2], Self.names[4], Self.names[4], Self.names[1]])
    }

    @Test("a camera that is unplugged while it is waited for is told of, and the microphone goes on")
    func unpluggingBesides() throws {
        let taken = AKSyntheticCamera(width: 320, height: 240, script: [AKSyntheticEvent(at: 0, .busy(true))])
        let camera = try studio.camera(taken)
        connect(try AVCaptureDeviceInput(device: camera), studio.session, first)
        connect(try AVCaptureDeviceInput(device: studio.microphone()), studio.session, second)
        let log = studio.watch(Self.names)
        studio.session.startRunning()
        studio.provider.setPlugged(false, camera.uniqueID)
        studio.advance(2.5)
        #expect(studio.session.isRunning && !studio.session.isInterrupted)
        #expect(log.names == [Self.names[0], Self.names[2], Self.names[4], Self.names[3]])
        #expect(log.errors.first?.device == camera && abs(frameCount(second) - 120_000) <= 480)
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
