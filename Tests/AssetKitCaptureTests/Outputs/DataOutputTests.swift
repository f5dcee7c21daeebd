import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Data outputs and files of sound")
struct DataOutputTests {
    private let studio = Studio()

    private func deliver(_ output: AVCaptureVideoDataOutput, _ camera: AKSyntheticCamera) throws -> DataLog {
        let log = DataLog()
        output.setSampleBufferDelegate(log, queue: .main)
        try studio.add(studio.camera(camera))
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.2)
        return log
    }

    /// Leaves its place to another delegate, on another queue, whenever it hears of a gap; without one it goes there itself.
    private final class Leaver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
        let words = Protected([String]())
        private let next: DataLog?

        init(to next: DataLog? = nil) { self.next = next }

        func captureOutput(
            _ output: AVCaptureOutput,
            didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) { words.withLock { $0.append("picture") } }

        func captureOutput(
            _ output: AVCaptureOutput,
            didDrop sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            words.withLock { $0.append("gap") }
            let output = output as? AVCaptureVideoDataOutput
            let other: any AVCaptureVideoDataOutputSampleBufferDelegate = if let next { next } else { self }
            output?.setSampleBufferDelegate(other, queue: DispatchQueue(label: "next"))
        }
    }

    @Test("the picture behind a gap is for one delegate, though another one took its place when it heard of the gap")
    func otherDelegate() throws {
        let (output, next) = (AVCaptureVideoDataOutput(), DataLog())
        let leaver = Leaver(to: next)
        output.setSampleBufferDelegate(leaver, queue: DispatchQueue(label: "first"))
        let script = [AKSyntheticEvent(at: 0.09, .drop(2))]
        try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script)))
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.3)
        #expect(leaver.words.withLock { $0 } == ["picture", "picture", "picture", "gap"])
        // The other one is told of the gap on its own queue, and what is behind it comes there.
        #expect(next.reasons == [kCMSampleBufferDroppedFrameReason_Discontinuity as String])
        #expect(next.numbers == Array(5...9))
        let counts = try #require(output.connections.first?.akStatistics)
        #expect(counts.delivered == 8 && counts.lostByDevice == 2)
    }

    @Test("a delegate that goes to another queue when it hears of a gap hears of it once, and the pictures come there")
    func otherQueue() throws {
        let (output, leaver) = (AVCaptureVideoDataOutput(), Leaver())
        output.setSampleBufferDelegate(leaver, queue: DispatchQueue(label: "first"))
        let script = [0.09, 0.19].map { AKSyntheticEvent(at: $0, .drop(1)) }
        try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script)))
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.3)
        let words = leaver.words.withLock { $0 }
        #expect(words.count { $0 == "gap" } == 2 && words.count { $0 == "picture" } == 8, "\(words)")
        #expect(words.last == "picture")
    }

    @Test(
        "pictures come in the format and the size that code wants, from whatever a camera has",
        arguments: ["420v", "yuvs", "jpeg", "BGRA", "avc1"]
    )
    func conversion(coding: String) throws {
        let output = AVCaptureVideoDataOutput()
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
            kCVPixelBufferWidthKey as String: 160, kCVPixelBufferHeightKey as String: 120,
        ]
        let log = try deliver(output, AKSyntheticCamera(width: 320, height: 240, frameRates: [30], coding: coding))
        let picture = try #require(log.buffers.first?.imageBuffer)
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA)
        #expect(CVPixelBufferGetWidth(picture) == 160 && CVPixelBufferGetHeight(picture) == 120)
        #expect(log.numbers == Array(0...6))
    }

    @Test("an empty dictionary leaves pictures as the camera has them")
    func native() throws {
        let output = AVCaptureVideoDataOutput()
        output.videoSettings = [:]
        let log = try deliver(output, AKSyntheticCamera(width: 320, height: 240, frameRates: [30], coding: "yuvs"))
        let picture = try #require(log.buffers.first?.imageBuffer)
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_422YpCbCr8_yuvs)
    }

    @Test("pixels are turned and mirrored", arguments: [0, 90, 180, 270], [false, true])
    func turning(angle: Int, isMirrored: Bool) throws {
        let output = AVCaptureVideoDataOutput()
        let camera = try studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30]))
        try studio.add(camera)
        studio.session.addOutput(output)
        let (plain, turned) = (DataLog(), DataLog())
        let connection = try #require(output.connections.first)
        output.setSampleBufferDelegate(plain, queue: .main)
        studio.session.startRunning()
        studio.advance(0.01)
        output.setSampleBufferDelegate(turned, queue: .main)
        connection.videoRotationAngle = CGFloat(angle)
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isMirrored
        studio.session.stopRunning()
        studio.session.startRunning()
        studio.advance(0.001)
        let before = try #require(plain.buffers.first?.imageBuffer)
        let after = try #require(turned.buffers.first?.imageBuffer)
        #expect(CVPixelBufferGetWidth(after) == (angle % 180 == 0 ? 320 : 240))
        // Both are the first picture of a run, but for the time that stands in them below.
        for (x, y) in [(5, 5), (100, 10), (300, 100), (250, 150), (20, 130)] {
            var (column, row) =
                switch angle {
                case 90: (239 - y, x)
                case 180: (319 - x, 239 - y)
                case 270: (y, 319 - x)
                default: (x, y)
                }
            if isMirrored { column = CVPixelBufferGetWidth(after) - 1 - column }
            row += 0
            #expect(luma(before, x, y) == luma(after, column, row), "\(x), \(y)")
        }
    }

    private func luma(_ picture: CVPixelBuffer, _ column: Int, _ row: Int) -> UInt8? {
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        let base = CVPixelBufferGetBaseAddressOfPlane(picture, 0)
        return base?.load(
            fromByteOffset: row * CVPixelBufferGetBytesPerRowOfPlane(picture, 0) + column,
            as: UInt8.self
        )
    }

    @Test("sound is recorded to files of many kinds", arguments: [AVFileType.m4a, .wav, .caf, .aiff])
    func soundFiles(fileType: AVFileType) async throws {
        try studio.add(studio.microphone(AKSyntheticMicrophone(channelCount: 2)))
        let output = AVCaptureAudioFileOutput()
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.3)
        let log = RecordingLog()
        let url = studio.url("sound.\(fileType == .m4a ? "m4a" : "pcm")")
        output.startRecording(to: url, outputFileType: fileType, recordingDelegate: log)
        studio.advance(2)
        output.stopRecording()
        studio.advance(1)
        #expect(log.finishCount == 1)
        #expect(log.errors.map(\.localizedDescription) == [])
        let movie = try await RecordedMovie(url)
        #expect(abs(Double(movie.sound.count) / movie.sampleRate - 2) < 0.0005)
        let errors = movie.beepErrors(since: 100.3)
        #expect(errors.count == 2 && errors.allSatisfy { abs($0) < 0.0003 })
    }

    @Test("a connection that is taken away ends the recording, and says why")
    func reconfiguration() throws {
        try studio.add(studio.camera())
        let microphone = try studio.add(studio.microphone())
        let output = AVCaptureMovieFileOutput()
        studio.session.addOutput(output)
        studio.session.startRunning()
        let log = RecordingLog()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1)
        studio.session.removeInput(microphone)
        studio.advance(1)
        #expect(log.errors.map(\.code) == [.sessionConfigurationChanged])
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
    }

    @Test("several cameras at the same time need a session for that")
    func severalCameras() throws {
        let several = Studio(severalCameras: true)
        for id in ["front", "back"] {
            try several.add(several.camera(AKSyntheticCamera(id: id, width: 320, height: 240)))
        }
        let outputs = [AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput()]
        let logs = outputs.map { _ in DataLog() }
        for (index, output) in outputs.enumerated() {
            output.setSampleBufferDelegate(logs[index], queue: .main)
            several.session.addOutputWithNoConnections(output)
            let port = several.session.inputs[index].ports[0]
            several.session.addConnection(AVCaptureConnection(inputPorts: [port], output: output))
        }
        several.session.startRunning()
        several.advance(0.5)
        #expect(logs.map { $0.numbers.count } == [16, 16])
    }
}
