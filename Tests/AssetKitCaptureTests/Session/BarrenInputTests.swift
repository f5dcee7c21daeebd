import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import Foundation
import Testing

@testable import AssetKitCapture

/// A camera that nothing comes of, beside a microphone.
@Suite("Sessions one input of which delivers nothing")
struct BarrenInputTests {
    private let studio = Studio()
    private let provider: TroubledProvider
    private let registry: DeviceRegistry
    private let input: AVCaptureDeviceInput
    private let pictures = AVCaptureVideoDataOutput()
    private let sound = AVCaptureAudioDataOutput()
    private let log: NoticeLog

    init() throws {
        studio.provider.add(.camera(AKSyntheticCamera(id: "camera", width: 1280, height: 720, frameRates: [30])))
        studio.provider.add(.microphone(AKSyntheticMicrophone(id: "microphone")))
        let troubled = studio.troubled()
        (provider, registry) = (troubled.provider, troubled.registry)
        log = studio.watch([AVCaptureSession.runtimeErrorNotification, AVCaptureSession.didStopRunningNotification])
        input = try studio.add(try #require(troubled.registry.device("camera")))
        try studio.add(try #require(troubled.registry.device("microphone")))
        studio.session.addOutput(pictures)
        studio.session.addOutput(sound)
        studio.session.sessionPreset = .hd1280x720
        studio.session.startRunning()
        studio.advance(0.5)
    }

    /// Has the camera come back without the format of the preset.
    private func replug() {
        studio.provider.setPlugged(false, "camera")
        loseFormat()
        studio.provider.setPlugged(true, "camera")
        studio.advance(0.5)
    }

    private func loseFormat() {
        provider.present { facts in facts.formats.removeAll { $0.pictures?.width == 1280 } }
        registry.refresh()
    }

    private var delivers: [Bool] { [pictures, sound].map { $0.connections.first?.isActive ?? false } }

    @Test("all else of them can be changed, and what is wrong is told once")
    func otherChanges() throws {
        replug()
        #expect(log.errors.map(\.code) == [.unsupportedDeviceActiveFormat] && delivers == [false, true])
        let movie = AVCaptureMovieFileOutput()
        studio.session.addOutput(movie)
        #expect(studio.session.outputs.count == 3 && movie.connection(with: .audio)?.isActive == true)
        #expect(movie.connection(with: .video)?.isActive == false)
        let connection = try #require(sound.connections.first)
        connection.isEnabled = false
        #expect(!connection.isEnabled && !connection.isActive)
        connection.isEnabled = true
        #expect(connection.isActive)
        studio.session.removeOutput(movie)
        #expect(studio.session.outputs.count == 2)
        #expect(log.errors.count == 1 && studio.session.isRunning && delivers == [false, true])
    }

    @Test("the input itself can be taken away")
    func removal() {
        replug()
        studio.session.removeInput(input)
        #expect(studio.session.inputs.count == 1 && input.session == nil)
        #expect(log.errors.count == 1 && studio.session.isRunning && sound.connections.first?.isActive == true)
    }

    @Test("the input delivers again where the preset becomes one that its camera has")
    func preset() {
        replug()
        studio.session.sessionPreset = .high
        #expect(log.errors.count == 1 && delivers == [true, true])
    }

    @Test("another camera that comes back unfit is told of once more")
    func twice() {
        replug()
        replug()
        #expect(log.errors.map(\.code) == [.unsupportedDeviceActiveFormat, .unsupportedDeviceActiveFormat])
        #expect(studio.session.isRunning && delivers == [false, true])
    }

    @Test("a change that brings something impossible itself is refused all the same")
    func refusal() throws {
        replug()
        let (screen, output) = (AVCaptureScreenInput(of: nil), AVCaptureVideoDataOutput())
        studio.session.beginConfiguration()
        studio.session.addInputWithNoConnections(screen)
        studio.session.addOutputWithNoConnections(output)
        studio.session.addConnection(AVCaptureConnection(inputPorts: screen.ports, output: output))
        studio.session.commitConfiguration()
        #expect(log.errors.map(\.code) == [.unsupportedDeviceActiveFormat, .screenCaptureFailed])
        #expect(studio.session.inputs.count == 2 && studio.session.outputs.count == 2 && delivers == [false, true])
    }

    @Test("a camera that came back and cannot be started is told of once, and is tried again with each change")
    func failingStart() throws {
        studio.provider.setPlugged(false, "camera")
        provider.fail(with: .unknown) { $0 == .start("camera") }
        studio.provider.setPlugged(true, "camera")
        studio.advance(0.5)
        #expect(log.errors.map(\.code) == [.unknown] && delivers == [false, true])
        let movie = AVCaptureMovieFileOutput()
        studio.session.addOutput(movie)
        #expect(studio.session.outputs.count == 3 && log.errors.count == 1 && delivers == [false, true])
        provider.fail { _ in false }
        studio.session.removeOutput(movie)
        #expect(log.errors.count == 1 && delivers == [true, true])
    }

    @Test("a camera that does not start again when a change is undone is told of then, and by no later change")
    func failingUndo() {
        provider.fail(with: .unknown) { $0 == .start("camera") }
        studio.session.sessionPreset = .low
        // Of the change, and of what was before it.
        #expect(log.errors.map(\.code) == [.unknown, .unknown] && delivers == [false, true])
        checkNextChanges()
    }

    @Test("a camera that does not start once another program has let it go is told of then, and by no later change")
    func failingWait() {
        studio.provider.setPlugged(false, "camera")
        provider.fail { $0 == .start("camera") }
        studio.provider.setPlugged(true, "camera")
        studio.advance(0.5)
        #expect(studio.session.isInterrupted && log.errors.isEmpty)
        provider.fail(with: .unknown) { $0 == .start("camera") }
        studio.advance(1)
        #expect(!studio.session.isInterrupted && log.errors.map(\.code) == [.unknown])
        checkNextChanges()
    }

    /// The camera is tried again with each change, and nothing more is told of it.
    private func checkNextChanges() {
        let count = log.errors.count
        let movie = AVCaptureMovieFileOutput()
        studio.session.addOutput(movie)
        #expect(studio.session.outputs.count == 3 && log.errors.count == count && delivers == [false, true])
        provider.fail { _ in false }
        studio.session.removeOutput(movie)
        #expect(log.errors.count == count && delivers == [true, true])
    }

    @Test("an input that a change lets deliver again is refused where it cannot be started")
    func failingConnection() throws {
        let connection = try #require(pictures.connections.first)
        connection.isEnabled = false
        provider.fail(with: .unknown) { $0 == .start("camera") }
        connection.isEnabled = true
        #expect(log.errors.map(\.code) == [.unknown] && !connection.isEnabled && delivers == [false, true])
    }

    @Test("a camera that delivers goes on, whatever it says of its formats meanwhile")
    func goingOn() throws {
        loseFormat()
        let connection = try #require(pictures.connections.first)
        let count = connection.akStatistics.produced
        studio.session.addOutput(AVCaptureMovieFileOutput())
        studio.advance(0.5)
        #expect(log.errors.isEmpty && delivers == [true, true])
        #expect(connection.akStatistics.produced - count == 15)
    }
}
