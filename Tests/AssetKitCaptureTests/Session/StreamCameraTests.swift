import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

/// Cameras whose pictures refer to others.
@Suite("Cameras that deliver a stream of H.264")
struct StreamCameraTests {
    private let studio = Studio()
    private let log = DataLog()
    private let description = AKSyntheticCamera(
        id: "stream",
        width: 320,
        height: 240,
        frameRates: [30],
        coding: "avc1"
    )

    /// Starts a session of the camera with outputs, after what becomes of its samples was said.
    private func begin(_ outputs: [AVCaptureOutput], _ change: @escaping (inout DeviceSample) -> Void = { _ in }) throws
    {
        studio.provider.add(.camera(description))
        let (provider, registry) = studio.troubled()
        provider.change(change)
        registry.refresh()
        try studio.add(try #require(registry.device("stream")))
        outputs.forEach(studio.session.addOutput)
        studio.session.startRunning()
    }

    @Test("every picture is seen, recorded and photographed")
    func everything() async throws {
        let (data, file, photo) = (AVCaptureVideoDataOutput(), AVCaptureMovieFileOutput(), AVCapturePhotoOutput())
        data.setSampleBufferDelegate(log, queue: .main)
        try begin([data, file, photo])
        studio.advance(0.515)
        let (recorded, photos) = (RecordingLog(), PhotoLog())
        file.startRecording(to: studio.url(), recordingDelegate: recorded)
        photo.capturePhoto(with: AVCapturePhotoSettings(), delegate: photos)
        studio.advance(2)
        file.stopRecording()
        studio.advance(1)
        #expect(log.numbers == Array(0..<log.numbers.count) && log.numbers.count > 100 && log.dropped.isEmpty)
        #expect(recorded.errors.isEmpty && recorded.finishCount == 1)
        #expect(try await RecordedMovie(studio.url()).numbers == Array(16...75))
        #expect(pictureNumber(photos.photos.first?.cgImageRepresentation()) == 16)
        let picture = try #require(log.buffers.first?.imageBuffer)
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    }

    @Test("what follows a loss is left out up to the next key frame, and counted", arguments: [true, false])
    func losses(isTold: Bool) throws {
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(log, queue: .main)
        let count = Protected(0)
        try begin([output]) { sample in
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            guard number == 40 else { return }
            if isTold {
                sample.lostCount = 1
            } else if let rubbish = try? CMBlockBuffer(copying: Data(repeating: 7, count: 400)) {
                sample.content = .coded(rubbish)
            }
        }
        studio.advance(2.9)
        #expect(log.numbers.prefix(40) == Array(0..<40)[...])
        #expect(log.numbers.dropFirst(40).first == 60 && log.numbers.count > 60)
        let statistics = try #require(output.connections.first?.akStatistics)
        #expect(statistics.lostByDevice == (isTold ? 21 : 20))
        #expect(statistics.produced == statistics.delivered + statistics.dropped)
        #expect(statistics.glitches == 1)
    }

    @Test("a camera that can do anything else is not asked for a stream")
    func choice() throws {
        let rates = DeviceRates.these([CMTime(value: 1, timescale: 30)])
        let formats = [DevicePictureFormat.Coding.h264, .jpeg].map { coding in
            DeviceFormat.pictures(DevicePictureFormat(coding, width: 640, height: 480, rates: rates))
        }
        let facts = DeviceFacts(id: "both", kind: .camera, name: "both", formats: formats)
        let all = formats.compactMap { AVCaptureDevice.Format($0, of: facts) }
        for preset in [AVCaptureSession.Preset.high, .vga640x480, .photo] {
            let both = FormatChoice.choose(all, preset, rate: nil, isScalable: false)
            #expect(both?.format.pictures?.coding == .jpeg)
            let alone = FormatChoice.choose([all[0]], preset, rate: nil, isScalable: false)
            #expect(alone?.format.pictures?.coding == .h264)
        }
    }
}
