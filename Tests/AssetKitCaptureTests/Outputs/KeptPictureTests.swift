import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation
import Testing

@Suite("Pictures that clients keep")
struct KeptPictureTests {
    private let studio = Studio()

    /// Keeps all pictures that it gets.
    private final class Keeper: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureFileOutputDelegate,
        @unchecked Sendable
    {
        private let state = Protected((kept: [CMSampleBuffer](), reasons: [String]()))

        var keptCount: Int { state.withLock { $0.kept.count } }
        var reasons: [String] { state.withLock { $0.reasons } }
        /// What those show that it has.
        var numbers: [Int?] {
            state.withLock { $0.kept }.map { $0.imageBuffer.flatMap { AKSyntheticPicture.number(in: $0) } }
        }

        func letGo() { state.withLock { $0.kept = [] } }

        func captureOutput(
            _ output: AVCaptureOutput,
            didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) { state.withLock { $0.kept.append(sampleBuffer) } }

        func captureOutput(
            _ output: AVCaptureOutput,
            didDrop sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            let reason = CMGetAttachment(
                sampleBuffer,
                key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
                attachmentModeOut: nil
            )
            state.withLock { $0.reasons.append(reason as? String ?? "") }
        }

        func fileOutputShouldProvideSampleAccurateRecordingStart(_ output: AVCaptureFileOutput) -> Bool { false }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didOutputSampleBuffer sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) { state.withLock { $0.kept.append(sampleBuffer) } }
    }

    private static let outOfBuffers = kCMSampleBufferDroppedFrameReason_OutOfBuffers as String

    /// An output whose pictures are as the camera has them, unless settings say otherwise.
    private func addOutput(_ keeper: Keeper, _ settings: [String: Any] = [:]) -> AVCaptureVideoDataOutput {
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(keeper, queue: .main)
        studio.session.addOutput(output)
        output.videoSettings = settings
        return output
    }

    /// Records two seconds, of which the first picture is the 16th.
    private func record(_ file: AVCaptureMovieFileOutput) async throws -> [Int?] {
        let log = RecordingLog()
        studio.advance(0.515)
        file.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(2)
        file.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        return try await RecordedMovie(studio.url()).numbers
    }

    @Test(
        "whoever keeps all is told that there is no room, and recordings, previews and photos have every picture",
        arguments: ["420v", "yuvs", "jpeg", "avc1"]
    )
    func everybodyElse(coding: String) async throws {
        let (census, keeper) = (try studio.addCountedCamera(coding: coding), Keeper())
        let (file, photo) = (AVCaptureMovieFileOutput(), AVCapturePhotoOutput())
        let output = addOutput(keeper)
        studio.session.addOutput(file)
        studio.session.addOutput(photo)
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        let (target, photos) = (AKVirtualVideoTarget(host: studio.host), PhotoLog())
        layer.akTarget = target
        studio.session.startRunning()
        #expect(try await record(file) == Array(16...75))
        photo.capturePhoto(with: AVCapturePhotoSettings(), delegate: photos)
        studio.advance(0.1)
        #expect(photos.errors == [nil] && photos.photos.count == 1)
        let counts = try #require(output.connections.first?.akStatistics)
        #expect(keeper.keptCount == 32 && keeper.numbers == Array(0..<32))
        #expect(Set(keeper.reasons) == [Self.outOfBuffers] && keeper.reasons.count == counts.produced - 32)
        #expect(counts.outOfBuffers == keeper.reasons.count && counts.lostByDevice == 0)
        #expect(target.presented.count == counts.produced)
        // Once it has room again, it gets the next ones.
        keeper.letGo()
        studio.advance(0.5)
        #expect(keeper.keptCount == 15 && keeper.reasons.count == counts.outOfBuffers)
        studio.session.stopRunning()
        #expect(census.heldCount <= 10)
    }

    @Test("several clients have few of a camera's own pictures together, however often the session starts")
    func together() throws {
        let (census, keepers) = (try studio.addCountedCamera(), [Keeper(), Keeper()])
        for keeper in keepers { _ = addOutput(keeper) }
        for _ in 0..<3 {
            studio.session.startRunning()
            studio.advance(2)
            studio.session.stopRunning()
            // Eight of the camera's for both, and 24 copies for each.
            #expect(keepers.reduce(0) { $0 + $1.keptCount } == 8 + 24 + 24)
            #expect(census.heldCount <= 10)
        }
    }

    @Test("of pictures that are made for a client, it may keep as many")
    func converted() throws {
        let (census, keeper) = (try studio.addCountedCamera(), Keeper())
        _ = addOutput(keeper, [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        studio.session.startRunning()
        studio.advance(2)
        studio.session.stopRunning()
        #expect(keeper.numbers == Array(0..<24) && Set(keeper.reasons) == [Self.outOfBuffers])
        #expect(census.heldCount <= 2)
    }

    @Test("a delegate of a file output that keeps pictures does not keep them from the movie")
    func fileDelegate() async throws {
        let (census, keeper, file) = (try studio.addCountedCamera(), Keeper(), AVCaptureMovieFileOutput())
        studio.session.addOutput(file)
        file.delegate = keeper
        studio.session.startRunning()
        #expect(try await record(file) == Array(16...75))
        #expect(keeper.keptCount == 32)
        file.delegate = nil
        studio.session.stopRunning()
        #expect(census.heldCount <= 10)
    }

    @Test("photos of pixels may be kept, all that were asked for")
    func photos() throws {
        let (census, output, log) = (try studio.addCountedCamera(), AVCapturePhotoOutput(), PhotoLog())
        studio.session.addOutput(output)
        studio.session.startRunning()
        for _ in 0..<40 {
            let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            let settings = AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey: format])
            output.capturePhoto(with: settings, delegate: log)
            studio.advance(0.1)
        }
        studio.session.stopRunning()
        #expect(log.errors.count == 40 && log.errors.allSatisfy { $0 == nil })
        let numbers = log.photos.map { $0.pixelBuffer.flatMap { AKSyntheticPicture.number(in: $0) } ?? -1 }
        #expect(numbers.count == 40 && zip(numbers, numbers.dropFirst()).allSatisfy(<))
        #expect(census.heldCount <= 10)
    }
}
