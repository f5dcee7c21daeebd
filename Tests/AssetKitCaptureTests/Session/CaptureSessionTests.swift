import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Capture sessions")
struct CaptureSessionTests {
    @Test("a session brings every picture and every frame of sound to code")
    func delivery() throws {
        let studio = Studio()
        let (pictures, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
        let (pictureLog, soundLog) = (DataLog(), DataLog())
        pictures.setSampleBufferDelegate(pictureLog, queue: .main)
        sound.setSampleBufferDelegate(soundLog, queue: .main)
        try studio.add(studio.camera())
        try studio.add(studio.microphone(AKSyntheticMicrophone(signal: .counter)))
        studio.session.addOutput(pictures)
        studio.session.addOutput(sound)
        studio.session.startRunning()
        studio.advance(2.01)
        studio.session.stopRunning()
        studio.advance(1)
        #expect(pictureLog.numbers == Array(0...60))
        let first = try #require(pictureLog.buffers.first)
        #expect(first.presentationTimeStamp == CMTime(value: 100, timescale: 1))
        #expect(first.formatDescription?.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        #expect(soundLog.buffers.reduce(0) { $0 + $1.numSamples } == 96_480)
        let connection = try #require(pictures.connections.first)
        #expect(connection.akStatistics.produced == 61 && connection.akStatistics.delivered == 61)
    }

    @Test("what runs and what does not is told in order")
    func notifications() throws {
        let studio = Studio()
        let log = studio.watch([
            AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification,
            AVCaptureSession.runtimeErrorNotification,
        ])
        try studio.add(studio.camera())
        studio.session.addOutput(AVCaptureVideoDataOutput())
        studio.session.startRunning()
        studio.session.startRunning()
        #expect(studio.session.isRunning)
        studio.session.stopRunning()
        studio.session.stopRunning()
        #expect(!studio.session.isRunning)
        #expect(
            log.names == [AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification]
        )
    }

    @Test("a session that loses its only device stops, and says why")
    func unplugging() throws {
        let studio = Studio()
        let log = studio.watch([
            AVCaptureSession.didStopRunningNotification, AVCaptureSession.runtimeErrorNotification,
        ])
        let camera = try studio.camera(
            AKSyntheticCamera(width: 320, height: 240, script: [AKSyntheticEvent(at: 1, .unplug)])
        )
        try studio.add(camera)
        studio.session.addOutput(AVCaptureVideoDataOutput())
        studio.session.startRunning()
        studio.advance(2)
        #expect(!studio.session.isRunning && !camera.isConnected)
        #expect(
            log.names == [AVCaptureSession.runtimeErrorNotification, AVCaptureSession.didStopRunningNotification]
        )
        #expect(log.errors.map(\.code) == [.deviceWasDisconnected])
        #expect(log.errors.first?.device == camera)
    }

    @Test("a session goes on with the other device, and takes one back that returns")
    func returning() throws {
        let studio = Studio()
        let script = [AKSyntheticEvent(at: 1, .unplug), AKSyntheticEvent(at: 3, .plug)]
        try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script)))
        try studio.add(studio.microphone())
        let (pictures, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
        let (pictureLog, soundLog) = (DataLog(), DataLog())
        pictures.setSampleBufferDelegate(pictureLog, queue: .main)
        sound.setSampleBufferDelegate(soundLog, queue: .main)
        studio.session.addOutput(pictures)
        studio.session.addOutput(sound)
        studio.session.startRunning()
        studio.advance(2)
        #expect(studio.session.isRunning)
        #expect(pictures.connections.first?.isActive == false && sound.connections.first?.isActive == true)
        #expect(pictureLog.numbers.count == 30)
        studio.advance(3)
        #expect(pictures.connections.first?.isActive == true)
        #expect(pictureLog.numbers.count == 30 + 61)
        #expect(soundLog.buffers.reduce(0) { $0 + $1.numSamples } == 240_000)
    }

    @Test("a device that another program takes interrupts the session until it is free")
    func interruption() throws {
        let studio = Studio()
        let log = studio.watch([
            AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification,
        ])
        let script = [AKSyntheticEvent(at: 1, .busy(true)), AKSyntheticEvent(at: 2.5, .busy(false))]
        try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script)))
        let output = AVCaptureVideoDataOutput()
        let pictures = DataLog()
        output.setSampleBufferDelegate(pictures, queue: .main)
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(2)
        #expect(studio.session.isInterrupted && studio.session.isRunning)
        studio.advance(2)
        #expect(!studio.session.isInterrupted)
        #expect(
            log.names == [AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification]
        )
        #expect(pictures.numbers.count == 30 + 31)
    }

    @Test("cameras change while the microphone goes on without a gap")
    func switching() throws {
        let studio = Studio()
        let front = try studio.add(studio.camera(AKSyntheticCamera(id: "front", width: 320, height: 240)))
        let back = try AVCaptureDeviceInput(
            device: try studio.camera(AKSyntheticCamera(id: "back", width: 320, height: 240))
        )
        try studio.add(studio.microphone(AKSyntheticMicrophone(signal: .counter)))
        let (pictures, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
        let (pictureLog, soundLog) = (DataLog(), DataLog())
        pictures.setSampleBufferDelegate(pictureLog, queue: .main)
        sound.setSampleBufferDelegate(soundLog, queue: .main)
        studio.session.addOutput(pictures)
        studio.session.addOutput(sound)
        studio.session.startRunning()
        studio.advance(1)
        #expect(!studio.session.canAddInput(back))
        studio.session.beginConfiguration()
        studio.session.removeInput(front)
        #expect(studio.session.canAddInput(back))
        studio.session.addInput(back)
        #expect(studio.session.inputs.count == 2)
        studio.session.commitConfiguration()
        studio.advance(1)
        #expect(pictureLog.numbers == Array(0...30) + Array(0...30))
        #expect(soundLog.buffers.reduce(0) { $0 + $1.numSamples } == 96_000)
    }

    @Test("changes that fail leave the session as it was, and it says so")
    func failing() throws {
        let studio = Studio()
        let log = studio.watch([AVCaptureSession.runtimeErrorNotification])
        let front = try studio.add(studio.camera(AKSyntheticCamera(id: "front", width: 320, height: 240)))
        let busy = AKSyntheticCamera(id: "back", width: 320, height: 240)
        let back = try AVCaptureDeviceInput(device: try studio.camera(busy))
        let output = AVCaptureVideoDataOutput()
        let pictures = DataLog()
        output.setSampleBufferDelegate(pictures, queue: .main)
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(1)
        var taken = busy
        taken.script = [AKSyntheticEvent(at: 0, .busy(true))]
        studio.provider.add(.camera(taken))
        studio.registry.refresh()
        studio.session.beginConfiguration()
        studio.session.removeInput(front)
        studio.session.addInput(back)
        studio.session.commitConfiguration()
        #expect(log.errors.map(\.code) == [.deviceInUseByAnotherApplication])
        #expect(studio.session.inputs == [front])
        studio.advance(1)
        #expect(pictures.numbers.count == 31 + 31)
        studio.session.removeInput(front)
        #expect(studio.session.canAddInput(back))
    }

    @Test("presets choose formats, and formats that a client chooses stay")
    func presets() throws {
        let studio = Studio()
        let camera = try studio.camera(AKSyntheticCamera(width: 1920, height: 1080))
        try studio.add(camera)
        studio.session.addOutput(AVCaptureVideoDataOutput())
        func size() -> [Int32] {
            let size = camera.activeFormat.formatDescription.videoDimensions
            return [size.width, size.height]
        }
        #expect(size() == [1920, 1080])
        studio.session.sessionPreset = .vga640x480
        #expect(size() == [640, 480])
        studio.session.sessionPreset = .medium
        #expect(size() == [640, 480])
        studio.session.sessionPreset = .low
        #expect(size() == [320, 240])
        #expect(!studio.session.canSetSessionPreset(.hd4K3840x2160))
        #expect(studio.session.canSetSessionPreset(.hd1280x720))
        try camera.lockForConfiguration()
        camera.activeFormat = camera.formats[1]
        camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
        camera.unlockForConfiguration()
        #expect(studio.session.sessionPreset == .inputPriority)
        #expect(size() == [1280, 720])
        studio.session.startRunning()
        studio.advance(1)
        #expect(studio.session.connections.first?.akStatistics.produced == 16)
    }

    @Test("a camera without pictures of the preset cannot be added, and can once the preset suits it")
    func unsuitedCamera() throws {
        let studio = Studio()
        let large = try studio.add(studio.camera(AKSyntheticCamera(id: "large", width: 1920, height: 1080)))
        let small = try AVCaptureDeviceInput(
            device: try studio.camera(AKSyntheticCamera(id: "small", width: 320, height: 240))
        )
        #expect(studio.session.canSetSessionPreset(.hd1920x1080))
        studio.session.sessionPreset = .hd1920x1080
        studio.session.removeInput(large)
        #expect(!studio.session.canAddInput(small))
        studio.session.beginConfiguration()
        // Of the presets that name no exact size it gives its largest.
        studio.session.sessionPreset = .vga640x480
        #expect(studio.session.canAddInput(small))
        studio.session.addInput(small)
        studio.session.commitConfiguration()
        #expect(!studio.session.canSetSessionPreset(.hd1920x1080))
        studio.session.addOutput(AVCaptureVideoDataOutput())
        studio.session.startRunning()
        studio.advance(0.1)
        #expect(studio.session.isRunning && studio.session.connections.first?.isActive == true)
    }

    @Test("a camera that comes back without pictures of the preset is told of, and the others go on")
    func unsuitedReturn() throws {
        let studio = Studio()
        let log = studio.watch([AVCaptureSession.runtimeErrorNotification])
        var camera = AKSyntheticCamera(width: 1280, height: 720, script: [AKSyntheticEvent(at: 1, .unplug)])
        try studio.add(studio.camera(camera))
        try studio.add(studio.microphone())
        let (pictures, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
        studio.session.addOutput(pictures)
        studio.session.addOutput(sound)
        studio.session.sessionPreset = .hd1280x720
        studio.session.startRunning()
        studio.advance(2)
        #expect(pictures.connections.first?.isActive == false && log.errors.isEmpty)
        (camera.width, camera.height, camera.script) = (320, 240, [])
        studio.provider.add(.camera(camera))
        studio.registry.refresh()
        studio.advance(1)
        #expect(log.errors.map(\.code) == [.unsupportedDeviceActiveFormat])
        #expect(studio.session.isRunning && sound.connections.first?.isActive == true)
        #expect(pictures.connections.first?.isActive == false)
        // Nor does the session start anew before its preset suits.
        studio.session.stopRunning()
        studio.session.startRunning()
        #expect(!studio.session.isRunning && log.errors.count == 2)
        studio.session.sessionPreset = .high
        studio.session.startRunning()
        #expect(studio.session.isRunning && pictures.connections.first?.isActive == true)
    }

    @Test("pictures that come while code is busy are left out, and it hears of that")
    func lateness() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let output = AVCaptureVideoDataOutput()
        let log = DataLog()
        // Whoever lets time pass within a callback takes that long.
        log.meanwhile = { _ in
            if log.buffers.count == 3 { studio.advance(0.21) }
        }
        output.setSampleBufferDelegate(log, queue: .main)
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.5)
        #expect(Set(log.reasons) == [kCMSampleBufferDroppedFrameReason_FrameWasLate as String])
        let connection = try #require(output.connections.first)
        let counts = connection.akStatistics
        #expect(counts.produced == counts.delivered + counts.dropped)
        #expect(counts.late == log.dropped.count && counts.late >= 4)
        #expect(zip(log.numbers, log.numbers.dropFirst()).allSatisfy(<))
    }

    @Test("channels tell how loud they are")
    func levels() throws {
        let studio = Studio()
        try studio.add(studio.microphone(AKSyntheticMicrophone(channelCount: 2)))
        let output = AVCaptureAudioDataOutput()
        let log = DataLog()
        output.setSampleBufferDelegate(log, queue: .main)
        studio.session.addOutput(output)
        let connection = try #require(output.connections.first)
        #expect(connection.audioChannels.isEmpty)
        studio.session.startRunning()
        studio.advance(0.05)
        // A sine of half the full scale.
        #expect(abs(connection.audioChannels[0].averagePowerLevel + 9.03) < 0.1)
        #expect(abs(connection.audioChannels[1].peakHoldLevel + 6.02) < 0.1)
        studio.advance(0.05)
        connection.audioChannels[0].volume = 0
        #expect(connection.audioChannels.count == 2)
        studio.advance(0.8)
        #expect(connection.audioChannels[0].averagePowerLevel == -160)
        #expect(connection.audioChannels[0].peakHoldLevel < -12)
    }
}
