import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("What has become of samples")
struct CaptureStatisticsTests {
    private let studio = Studio()

    private func sum(_ counts: AKCaptureStatistics) -> Int { counts.delivered + counts.dropped + counts.unwanted }

    @Test("sound that a device has lost is counted in blocks, as all sound is")
    func lostSound() throws {
        try studio.add(studio.microphone(AKSyntheticMicrophone(script: [AKSyntheticEvent(at: 0.5, .drop(20))])))
        let (output, log) = (AVCaptureAudioDataOutput(), DataLog())
        output.setSampleBufferDelegate(log, queue: .main)
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(1.005)
        studio.session.stopRunning()
        let counts = try #require(output.connections.first?.akStatistics)
        #expect(counts.produced == 100 && counts.delivered == 80 && counts.lostByDevice == 20)
        #expect(counts.dropped == 20 && counts.unwanted == 0)
    }

    @Test("what nobody wants is counted as that: without delegates, beside photos, outside of recordings")
    func unwanted() throws {
        try studio.add(studio.camera())
        try studio.add(studio.microphone())
        let (photos, log) = (AVCapturePhotoOutput(), PhotoLog())
        let others: [AVCaptureOutput] = [
            AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput(), AVCaptureMetadataOutput(),
            AVCaptureMovieFileOutput(),
        ]
        studio.session.addOutput(photos)
        for output in others { studio.session.addOutput(output) }
        studio.session.startRunning()
        studio.advance(0.5)
        photos.capturePhoto(with: AVCapturePhotoSettings(), delegate: log)
        studio.advance(0.5)
        studio.session.stopRunning()
        let taken = try #require(photos.connections.first?.akStatistics)
        #expect(taken.delivered == 1 && taken.unwanted == taken.produced - 1 && taken.produced > 30)
        for counts in others.flatMap(\.connections).map(\.akStatistics) {
            #expect(counts.unwanted == counts.produced && counts.produced > 30, "\(counts)")
        }
    }

    @Test("what two recordings have of a connection is counted once, and pauses are wanted by none")
    func recordings() async throws {
        try studio.add(studio.camera())
        try studio.add(studio.microphone())
        let output = AVCaptureMovieFileOutput()
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
        let logs = [RecordingLog(), RecordingLog()]
        output.startRecording(to: studio.url("first.mov"), recordingDelegate: logs[0])
        studio.advance(0.5)
        output.pauseRecording()
        studio.advance(0.5)
        output.resumeRecording()
        studio.advance(0.5)
        output.startRecording(to: studio.url("second.mov"), recordingDelegate: logs[1])
        studio.advance(0.5)
        output.stopRecording()
        studio.advance(2)
        studio.session.stopRunning()
        #expect(logs.allSatisfy { $0.finishCount == 1 && $0.errors.isEmpty })
        let numbers = try await [
            RecordedMovie(studio.url("first.mov")).numbers, RecordedMovie(studio.url("second.mov")).numbers,
        ]
        let pictures = try #require(output.connection(with: .video)?.akStatistics)
        #expect(pictures.delivered == numbers[0].count + numbers[1].count && pictures.dropped == 0)
        #expect(pictures.produced == sum(pictures) && pictures.unwanted > 60)
        let sounds = try #require(output.connection(with: .audio)?.akStatistics)
        #expect(sounds.produced == sum(sounds) && (148...153).contains(sounds.delivered))
    }
}
