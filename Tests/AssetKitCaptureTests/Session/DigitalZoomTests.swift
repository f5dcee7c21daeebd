import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

/// Cameras that cannot zoom, and pictures that are made larger.
@Suite("Digital zoom")
struct DigitalZoomTests {
    private let studio = Studio()

    private func zoom(_ camera: AVCaptureDevice, _ factor: CGFloat) throws {
        try camera.lockForConfiguration()
        camera.videoZoomFactor = factor
        camera.unlockForConfiguration()
    }

    /// Keeps what pictures show, and lets go of them.
    private final class NumberLog: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
        private let state = Protected([(number: Int?, width: Int)]())

        var seen: [(number: Int?, width: Int)] { state.withLock { $0 } }

        func captureOutput(
            _ output: AVCaptureOutput,
            didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            guard let picture = sampleBuffer.imageBuffer else { return }
            let number = AKSyntheticPicture.number(in: picture)
            state.withLock { $0.append((number, CVPixelBufferGetWidth(picture))) }
        }
    }

    /// A picture whose brightness says in which column each pixel is, or in which row.
    private func ramp(inRows: Bool) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 200, 200, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &made)
        let picture = try #require(made)
        CVPixelBufferLockBaseAddress(picture, [])
        defer { CVPixelBufferUnlockBaseAddress(picture, []) }
        for (plane, rows) in [(0, 200), (1, 100)] {
            let memory = try #require(CVPixelBufferGetBaseAddressOfPlane(picture, plane))
            let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(picture, plane)
            for row in 0..<rows {
                for column in 0..<200 {
                    let value = plane == 1 ? 128 : UInt8(20 + (inRows ? row : column))
                    memory.storeBytes(of: value, toByteOffset: row * bytesPerRow + column, as: UInt8.self)
                }
            }
        }
        return picture
    }

    @Test("the middle of a picture becomes the whole", arguments: [1.25, 2, 4], [true, false])
    func middle(factor: Double, inRows: Bool) throws {
        let picture = try PictureMagnifier().magnified(try ramp(inRows: inRows), CGFloat(factor))
        #expect(CVPixelBufferGetWidth(picture) == 200 && CVPixelBufferGetHeight(picture) == 200)
        let first = (200 - 200 / factor) / 2
        let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(picture, 0)
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        let memory = try #require(CVPixelBufferGetBaseAddressOfPlane(picture, 0))
        for place in stride(from: 10, to: 190, by: 20) {
            let offset = inRows ? place * bytesPerRow + 100 : 100 * bytesPerRow + place
            let value = Double(memory.load(fromByteOffset: offset, as: UInt8.self))
            #expect(abs(value - 20 - (first + (Double(place) + 0.5) / factor - 0.5)) < 2.1, "\(place): \(value)")
        }
    }

    @Test("parts are within pictures, of whole blocks and in their middle")
    func parts() {
        for (width, height) in [(64, 48), (320, 240), (1920, 1080), (2, 2)] {
            for factor: CGFloat in [1.001, 1.5, 3, 4] {
                let crop = PictureMagnifier.crop(width: width, height: height, factor)
                #expect(crop.width >= 2 && crop.height >= 2)
                #expect(crop.x >= 0 && crop.x + crop.width <= width && crop.y >= 0 && crop.y + crop.height <= height)
                #expect([crop.x, crop.y, crop.width, crop.height].allSatisfy { $0 % 2 == 0 })
                #expect(abs(crop.x * 2 + crop.width - width) <= 2 && abs(crop.y * 2 + crop.height - height) <= 2)
            }
        }
    }

    @Test(
        "all who take a camera's pictures have them larger while it is zoomed, and whole again",
        arguments: ["420v", "yuvs", "jpeg", "avc1"]
    )
    func everybody(coding: String) async throws {
        let camera = try studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], coding: coding))
        try studio.add(camera)
        let (data, file, photo) = (AVCaptureVideoDataOutput(), AVCaptureMovieFileOutput(), AVCapturePhotoOutput())
        let (log, recorded) = (NumberLog(), RecordingLog())
        data.setSampleBufferDelegate(log, queue: .main)
        [data, file, photo].forEach(studio.session.addOutput)
        studio.session.startRunning()
        studio.advance(0.515)
        file.startRecording(to: studio.url(), recordingDelegate: recorded)
        studio.advance(0.5)
        let whole = log.seen.count
        try zoom(camera, 2)
        #expect(camera.videoZoomFactor == 2)
        let photos = PhotoLog()
        photo.capturePhoto(with: AVCapturePhotoSettings(), delegate: photos)
        studio.advance(0.5)
        let zoomed = log.seen.count
        try zoom(camera, 1)
        studio.advance(0.5)
        file.stopRecording()
        studio.advance(0.5)
        // The number is in the upper quarter, which is out of sight in between.
        func numbers(_ range: Range<Int>) -> [Int?] { log.seen[range].map(\.number) }
        #expect(numbers(0..<whole) == Array(0..<whole) && zoomed > whole + 10)
        #expect(!zip(whole..., numbers(whole..<zoomed)).contains { $0 == $1 })
        #expect(numbers(zoomed..<log.seen.count) == Array(zoomed..<log.seen.count))
        #expect(log.seen.allSatisfy { $0.width == 320 })
        let image = try #require(photos.photos.first?.cgImageRepresentation())
        #expect(image.width == 320 && image.height == 240 && pictureNumber(image) != whole)
        #expect(recorded.errors.isEmpty)
        let movie = try await RecordedMovie(studio.url())
        let expected = (16..<16 + movie.numbers.count).map { (whole..<zoomed).contains($0) ? nil : $0 }
        #expect(zip(movie.numbers, expected).allSatisfy { $1 == nil || $0 == $1 } && movie.numbers.count == 45)
    }

    @Test("a zoom goes from one factor to another, with or without a control", arguments: [true, false])
    func ramp(hasControls: Bool) throws {
        let camera = try studio.camera(AKSyntheticCamera(frameRates: [30], hasControls: hasControls))
        try studio.add(camera)
        studio.session.addOutput(AVCaptureVideoDataOutput())
        studio.session.startRunning()
        try camera.lockForConfiguration()
        camera.ramp(toVideoZoomFactor: 4, withRate: 2)
        studio.advance(0.5)
        #expect(camera.isRampingVideoZoom && abs(camera.videoZoomFactor - 2) < 0.15)
        studio.advance(0.6)
        #expect(!camera.isRampingVideoZoom && camera.videoZoomFactor == 4)
        camera.unlockForConfiguration()
    }

    /// A camera with a zoom of these numbers, in the studio's running session.
    private func camera(zoom: ClosedRange<Int64>) throws -> (camera: AVCaptureDevice, provider: ControlledProvider) {
        studio.provider.add(.camera(AKSyntheticCamera(id: "camera", width: 320, height: 240, frameRates: [30])))
        let control = DeviceControl(
            .zoomAbsolute,
            name: "Zoom",
            minimum: zoom.lowerBound,
            maximum: zoom.upperBound,
            defaultValue: zoom.lowerBound,
            value: zoom.lowerBound
        )
        let (provider, environment) = (ControlledProvider(studio.provider, [control]), studio.environment)
        let registry = DeviceRegistry([provider]) { environment.notice($0) }
        let camera = try #require(registry.device("camera"))
        try studio.add(camera)
        studio.session.addOutput(AVCaptureVideoDataOutput())
        studio.session.startRunning()
        return (camera, provider)
    }

    @Test("a zoom of few steps goes all the way, there and back, and is done then")
    func coarseRamp() throws {
        let (camera, provider) = try camera(zoom: 1...8)
        try camera.lockForConfiguration()
        camera.ramp(toVideoZoomFactor: 4, withRate: 2)
        studio.advance(1.1)
        #expect(!camera.isRampingVideoZoom && camera.videoZoomFactor == 4)
        camera.ramp(toVideoZoomFactor: 1, withRate: 2)
        studio.advance(0.5)
        #expect(camera.isRampingVideoZoom && camera.videoZoomFactor == 2)
        studio.advance(0.6)
        #expect(!camera.isRampingVideoZoom && camera.videoZoomFactor == 1)
        let values = provider.changes.map(\.value)
        #expect(Set(values) == [1, 2, 3, 4] && values.last == 1)
    }

    @Test("a driver's zoom whose numbers begin at nothing says no factors: pictures are made larger here")
    func zoomFromNothing() throws {
        let (camera, provider) = try camera(zoom: 0...10)
        #expect(camera.activeFormat.videoMaxZoomFactor == 4)
        try zoom(camera, 3)
        #expect(camera.videoZoomFactor == 3 && camera.digitalZoom == 3 && provider.changes.isEmpty)
    }
}
