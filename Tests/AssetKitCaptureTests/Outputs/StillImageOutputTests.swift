import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Still images")
struct StillImageOutputTests {
    private struct Answers: Sendable {
        private let state = Protected([(CMSampleBuffer?, (any Error)?)]())
        var buffers: [CMSampleBuffer] { state.withLock { $0.compactMap(\.0) } }
        var errors: [AVError] { state.withLock { $0.compactMap { $0.1 as? AVError } } }
        func add(_ buffer: CMSampleBuffer?, _ error: (any Error)?) { state.withLock { $0.append((buffer, error)) } }
    }

    @Test("an image is a file with what is known of it beside")
    func files() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let output = AVCaptureStillImageOutput()
        #expect(output.availableImageDataCodecTypes == [.jpeg])
        output.outputSettings = [AVVideoCodecKey: AVVideoCodecType.jpeg]
        studio.session.addOutput(output)
        #expect(!studio.session.canAddOutput(AVCapturePhotoOutput()))
        studio.session.startRunning()
        let answers = Answers()
        let connection = try #require(output.connections.first)
        output.captureStillImageAsynchronously(from: connection) { answers.add($0, $1) }
        #expect(output.isCapturingStillImage && answers.buffers.isEmpty)
        studio.advance(0.1)
        #expect(!output.isCapturingStillImage)
        let buffer = try #require(answers.buffers.first)
        #expect(buffer.presentationTimeStamp == CMTime(value: 100, timescale: 1) && buffer.numSamples == 1)
        let exif = CMGetAttachment(buffer, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil)
        #expect((exif as? [String: Any])?[kCGImagePropertyExifPixelXDimension] as? Int == 320)
        let data = try #require(AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(buffer))
        #expect(data.starts(with: [0xFF, 0xD8, 0xFF, 0xE1]))
        #expect(
            AVCapturePhotoOutput.jpegPhotoDataRepresentation(forJPEGSampleBuffer: buffer, previewPhotoSampleBuffer: nil)
                == data
        )
    }

    @Test("an image can be pixels")
    func pixels() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let output = AVCaptureStillImageOutput()
        output.outputSettings = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
        studio.session.addOutput(output)
        studio.session.startRunning()
        let answers = Answers()
        let connection = try #require(output.connections.first)
        output.captureStillImageAsynchronously(from: connection) { answers.add($0, $1) }
        studio.advance(0.1)
        let buffer = try #require(answers.buffers.first)
        #expect(buffer.imageBuffer.flatMap { AKSyntheticPicture.number(in: $0) } == 0)
        #expect(AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(buffer) == nil)
    }

    @Test("an image that nothing comes of is answered once, with the reason")
    func failing() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let output = AVCaptureStillImageOutput()
        studio.session.addOutput(output)
        let answers = Answers()
        let connection = try #require(output.connections.first)
        output.captureStillImageAsynchronously(from: connection) { answers.add($0, $1) }
        #expect(answers.errors.map(\.code) == [.sessionNotRunning])
        studio.session.startRunning()
        output.captureStillImageAsynchronously(from: connection) { answers.add($0, $1) }
        studio.session.stopRunning()
        studio.advance(1)
        #expect(answers.errors.map(\.code) == [.sessionNotRunning, .sessionNotRunning] && answers.buffers.isEmpty)
    }
}
