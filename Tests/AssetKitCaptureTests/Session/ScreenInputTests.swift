import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

@Suite("Inputs of screens")
struct ScreenInputTests {
    private let studio = Studio()
    private let input: AVCaptureScreenInput
    private let output = AVCaptureVideoDataOutput()
    private let log = DataLog()

    init() throws {
        studio.provider.add(.screen(AKSyntheticScreen(id: "screen", width: 640, height: 360)))
        studio.registry.refresh()
        input = AVCaptureScreenInput(akScreen: try #require(studio.registry.device("screen")))
        input.minFrameDuration = CMTime(value: 1, timescale: 10)
        output.setSampleBufferDelegate(log, queue: .main)
        studio.session.addInput(input)
        studio.session.addOutput(output)
    }

    private var sizes: [[Int]] {
        log.buffers.compactMap(\.imageBuffer).map { [CVPixelBufferGetWidth($0), CVPixelBufferGetHeight($0)] }
    }

    @Test("all who take pictures have them smaller or larger, and the port says so", arguments: [0.5, 1, 1.5])
    func factor(factor: Double) async throws {
        input.scaleFactor = CGFloat(factor)
        let movie = AVCaptureMovieFileOutput()
        studio.session.addOutput(movie)
        let size = [Int(640 * factor), Int(360 * factor)]
        studio.session.startRunning()
        let dimensions = try #require(input.ports.first?.formatDescription?.videoDimensions)
        #expect([Int(dimensions.width), Int(dimensions.height)] == size)
        #expect(output.videoSettings[kCVPixelBufferWidthKey as String] as? Int == size[0])
        let record = RecordingLog()
        movie.startRecording(to: studio.url(), recordingDelegate: record)
        studio.advance(0.95)
        movie.stopRecording()
        studio.advance(0.5)
        #expect(sizes.count > 10 && Set(sizes) == [size])
        #expect(record.errors.isEmpty && record.finishCount == 1)
        let recorded = try await RecordedMovie(studio.url())
        #expect(recorded.size == CGSize(width: size[0], height: size[1]))
        // They show all of the screen.
        #expect(log.numbers.count == log.buffers.count)
    }

    @Test("a part of a screen is scaled as all of it is")
    func crop() {
        input.cropRect = CGRect(x: 100, y: 50, width: 200, height: 100)
        input.scaleFactor = 0.5
        studio.session.startRunning()
        studio.advance(0.35)
        #expect(sizes.count > 2 && Set(sizes) == [[100, 50]])
    }

    @Test("a factor that is set while a screen is captured holds from then on, and not before the commit")
    func change() {
        studio.session.startRunning()
        studio.advance(0.35)
        studio.session.beginConfiguration()
        input.scaleFactor = 0.5
        #expect(input.scaleFactor == 0.5)
        studio.advance(0.3)
        let count = sizes.count
        studio.session.commitConfiguration()
        #expect(input.ports.first?.formatDescription?.videoDimensions.width == 320)
        studio.advance(0.35)
        #expect(count > 5 && Set(sizes.prefix(count)) == [[640, 360]])
        #expect(sizes.count > count + 2 && Set(sizes.dropFirst(count)) == [[320, 180]])
    }

    @Test("an input without a screen keeps its session from starting, which says so")
    func missing() {
        let session = AVCaptureSession(environment: studio.environment)
        let log = NoticeLog([AVCaptureSession.runtimeErrorNotification], session)
        let input = AVCaptureScreenInput(of: nil)
        session.addInput(input)
        session.addOutput(AVCaptureVideoDataOutput())
        session.startRunning()
        #expect(!session.isRunning && log.errors.map(\.code) == [.screenCaptureFailed])
        session.removeInput(input)
        session.startRunning()
        #expect(session.isRunning && log.errors.count == 1)
        session.stopRunning()
    }

    @Test("scaled pictures have whole blocks of pixels that share their colours")
    func blocks() {
        for scale: CGFloat in [0.01, 0.333, 0.75, 1.27, 16] {
            for (width, height) in [(2, 2), (641, 359), (1366, 768)] {
                let size = PictureMagnifier.size(width: width, height: height, scale)
                #expect(size.width >= 2 && size.height >= 2 && size.width % 2 == 0 && size.height % 2 == 0)
                #expect(abs(CGFloat(size.width) - CGFloat(width) * scale) <= 2)
            }
        }
        let whole = PictureMagnifier.size(width: 641, height: 359, 1)
        #expect(whole.width == 641 && whole.height == 359)
        let crop = PictureMagnifier.crop(width: 641, height: 359, 1)
        #expect(crop.x == 0 && crop.y == 0 && crop.width == 641 && crop.height == 359)
    }
}
