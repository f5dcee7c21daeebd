import AssetKitAssets
import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

/// What becomes of samples that come faster than they are written.
@Suite("Recordings that are stuck")
struct StuckRecordingTests {
    private let worker = StuckWorker()
    private let studio: Studio
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    init() {
        let (stuck, others) = (worker, InlineWorker())
        studio = Studio { name in
            if name == "assetkit.recording" { return stuck }
            return others
        }
    }

    /// Records for a second, and is stuck from then on.
    private func begin() throws -> PictureCensus {
        let census = try studio.addCountedCamera()
        try studio.add(studio.microphone(AKSyntheticMicrophone(signal: .counter)))
        studio.session.addOutput(output)
        let sound = try #require(output.connection(with: .audio))
        output.setOutputSettings(
            [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
                AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: 48_000,
                AVNumberOfChannelsKey: 1,
            ],
            for: sound
        )
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1)
        worker.getStuck()
        return census
    }

    @Test("half a second of pictures and five of sound wait; what is lost is counted, and silent for just that long")
    func bounds() async throws {
        let census = try begin()
        let before = census.count
        studio.advance(8)
        #expect(census.count == before + 240)
        // Encoders may hold some of before.
        #expect(census.heldCount < 100)
        #expect(worker.waitingCount == 16 + 500)
        worker.goOn()
        studio.advance(1)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let pictures = try #require(output.connection(with: .video)?.akStatistics)
        #expect(pictures.late == 224 && pictures.missing == 224 && pictures.highWater == 16)
        #expect(output.connection(with: .audio)?.akStatistics.late == 300)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(16...61) + Array(286...315))
        let frames = movie.sound.map { Int(($0 * 2_097_152).rounded()) }
        let silence = Array(repeating: 0, count: 144_000)
        #expect(frames == Array(25_600..<312_480) + silence + Array(456_480..<25_600 + frames.count))
    }

    @Test("pictures that are lost at the very end are missing too")
    func end() throws {
        _ = try begin()
        studio.advance(2)
        studio.session.stopRunning()
        worker.goOn()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        #expect(output.connection(with: .video)?.akStatistics.missing == 44)
    }

    @Test("where a change of the session ends one, and its file turns out to be full, it is said to be full")
    func full() throws {
        try studio.add(studio.camera(AKSyntheticCamera(width: 1280, height: 720, frameRates: [30])))
        let input = try studio.add(studio.microphone())
        studio.session.addOutput(output)
        // For what there is in any movie, and for less than a picture.
        output.maxRecordedFileSize = 9000
        studio.session.startRunning()
        studio.advance(0.1)
        worker.getStuck()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(0.12)
        studio.session.removeInput(input)
        // All comes at once, and nothing has been encoded when the recording is to end.
        worker.goOn()
        studio.advance(4)
        #expect(log.errors.map(\.code) == [.maximumFileSizeReached] && log.finishCount == 1)
        let size = try? studio.url().resourceValues(forKeys: [.fileSizeKey]).fileSize
        #expect(size ?? 0 <= 9000)
    }
}

@Suite("Samples on their way to a recording")
struct SampleIntakeTests {
    @Test("those for which there is no room become numbers, which the next one has with it")
    func refusals() throws {
        var intake = SampleIntake(capacity: 25)
        let calls: [(time: Int64, lostCount: Int)] = [(0, 7), (10, 0), (20, 5), (30, 3)]
        let answers = calls.map { intake.admit(480, length: 10, at: $0.time, lostCount: $0.lostCount) }
        #expect(answers.map(\.isAdmitted) == [true, true, false, false])
        #expect(answers.allSatisfy { $0.refusal == nil })
        #expect(intake.sampleCount == 2 && intake.length == 20)
        intake.leave(length: 10)
        let next = intake.admit(480, length: 10, at: 40, lostCount: 0)
        #expect(next.isAdmitted)
        let refusal = try #require(next.refusal)
        #expect(refusal.first == 20 && refusal.last == 30 && refusal.count == 963 && refusal.lostBefore == 5)
        let rest = intake.takeRefusal()
        #expect(rest == nil && intake.sampleCount == 2)
    }

    @Test("one that is larger than the room comes in alone")
    func large() {
        var intake = SampleIntake(capacity: 25)
        let first = intake.admit(4800, length: 100, at: 0, lostCount: 0)
        let second = intake.admit(1, length: 1, at: 100, lostCount: 0)
        intake.leave(length: 100)
        let third = intake.admit(1, length: 1, at: 101, lostCount: 0)
        #expect(first.isAdmitted && !second.isAdmitted && third.isAdmitted)
        #expect(third.refusal?.count == 1)
    }
}
