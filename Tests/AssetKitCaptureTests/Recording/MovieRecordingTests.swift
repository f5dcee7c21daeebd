internal import AssetKitClocks

import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Recordings of movies")
struct MovieRecordingTests {
    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    /// Starts a session of a camera and a microphone that has run for a moment.
    private func begin(
        _ camera: AKSyntheticCamera = AKSyntheticCamera(width: 320, height: 240, frameRates: [30]),
        _ microphone: AKSyntheticMicrophone? = AKSyntheticMicrophone()
    ) throws {
        try studio.add(studio.camera(camera))
        if let microphone { try studio.add(studio.microphone(microphone)) }
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
    }

    @Test("a recording has every picture, and its sound belongs to them")
    func plain() async throws {
        try begin()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        #expect(output.isRecording)
        studio.advance(3)
        output.stopRecording()
        studio.advance(1)
        #expect(log.words == ["start", "will finish", "finish"])
        #expect(log.errors.isEmpty && !output.isRecording)
        let movie = try await RecordedMovie(studio.url())
        // The first picture behind 0.515 s is the 16th.
        #expect(movie.numbers == Array(16...105))
        #expect(abs(movie.duration - 2.9817) < 0.001)
        #expect(log.starts == [CMTime(value: 100_533_333_333, timescale: 1_000_000_000)])
        let start = try #require(log.starts.first?.seconds)
        let errors = movie.beepErrors(since: start)
        #expect(errors.count == 3 && errors.allSatisfy { abs($0) < 0.0005 })
        let flashes = movie.pictures.filter(\.isFlash).map { $0.time + start }
        // A second begins while its picture is seen.
        #expect(flashes.count == 3 && flashes.allSatisfy { $0.rounded() - $0 > -0.001 && $0.rounded() - $0 < 0.0335 })
        #expect(output.recordedDuration.seconds > 2.9 && output.recordedFileSize > 10_000)
    }

    @Test("a pause leaves nothing, in pictures and sound alike")
    func pause() async throws {
        try begin()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1)
        output.pauseRecording()
        #expect(output.isRecordingPaused)
        studio.advance(1.7)
        output.resumeRecording()
        studio.advance(2)
        output.stopRecording()
        studio.advance(1)
        #expect(log.words == ["start", "pause", "resume", "will finish", "finish"])
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(16...45) + Array(97...156))
        #expect(abs(movie.duration - 3.0) < 0.04)
        // Seconds behind the pause are later by 1.7 s, and the beeps still come with them: picture 97 is shown as the 30th.
        let start = try #require(log.starts.first?.seconds)
        let errors = movie.beepErrors(since: start + Double(97 - 46) / 30).suffix(2)
        #expect(errors.count == 2 && errors.allSatisfy { abs($0) < 0.0005 })
    }

    @Test("a recording ends when it is as long as it may be, to the frame")
    func durationLimit() async throws {
        try begin()
        output.maxRecordedDuration = CMTime(value: 2, timescale: 1)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(4)
        #expect(log.errors.map(\.code) == [.maximumDurationReached])
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(16...75))
        #expect(abs(movie.duration - 2) < 0.0005)
        #expect(abs(Double(movie.sound.count) / movie.sampleRate - 2) < 0.0005)
    }

    @Test("a recording ends before its file is larger than it may be", arguments: [60_000, 150_000, 1_000_000])
    func sizeLimit(limit: Int64) async throws {
        try begin()
        output.maxRecordedFileSize = limit
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(40)
        #expect(log.errors.map(\.code) == [.maximumFileSizeReached])
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
        let size = try #require(try studio.url().resourceValues(forKeys: [.fileSizeKey]).fileSize)
        #expect(size <= limit)
        guard limit > 100_000 else { return }
        // Where the next one is a key picture, it may be large.
        #expect(size > (limit == 1_000_000 ? limit / 10 * 9 : limit / 4 * 3), "\(size)")
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(16..<(16 + movie.numbers.count)) && movie.numbers.count > 10)
    }

    @Test("a second start hands over without losing a picture or a frame")
    func handover() async throws {
        try begin()
        let second = RecordingLog()
        output.startRecording(to: studio.url("first.mov"), recordingDelegate: log)
        studio.advance(1.21)
        output.startRecording(to: studio.url("second.mov"), recordingDelegate: second)
        studio.advance(1)
        output.stopRecording()
        studio.advance(1)
        #expect(log.finishCount == 1 && second.finishCount == 1)
        #expect(log.errors.isEmpty && second.errors.isEmpty)
        let movies = [
            try await RecordedMovie(studio.url("first.mov")), try await RecordedMovie(studio.url("second.mov")),
        ]
        #expect(movies[0].numbers + movies[1].numbers == Array(16...81))
        let frames = movies.map { Double($0.sound.count) / $0.sampleRate }
        #expect(abs(frames[0] - Double(movies[0].numbers.count) / 30) < 0.0005)
        #expect(abs(frames[0] + frames[1] - 2.1917) < 0.0015)
    }

    @Test("a microphone that drifts stays in step", arguments: [200.0, -200])
    func drift(ppm: Double) async throws {
        try begin(
            AKSyntheticCamera(width: 128, height: 96, frameRates: [5]),
            AKSyntheticMicrophone(driftPPM: ppm)
        )
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(70)
        output.stopRecording()
        studio.advance(1)
        let movie = try await RecordedMovie(studio.url())
        let start = try #require(log.starts.first?.seconds)
        let errors = movie.beepErrors(since: start)
        #expect(errors.count >= 68)
        #expect(errors.allSatisfy { abs($0) <= 0.020 })
        #expect(errors.dropFirst(60).allSatisfy { abs($0) <= 0.010 })
    }

    @Test("a recording whose camera is unplugged is an ordinary movie, and says why it ended")
    func unplugged() async throws {
        let script = [AKSyntheticEvent(at: 2, .unplug)]
        try begin(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script))
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(3)
        #expect(log.errors.map(\.code) == [.deviceWasDisconnected])
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
        #expect(log.errors.first?.device?.uniqueID == "synthetic-camera")
        #expect(log.finishCount == 1)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(16...59))
    }

    @Test(
        "a microphone that says nothing for a while holds nobody up, and is silent for so long",
        arguments: [0.6, 0.001]
    )
    func silence(time: Double) async throws {
        try begin(
            AKSyntheticCamera(width: 320, height: 240, frameRates: [30]),
            AKSyntheticMicrophone(script: [AKSyntheticEvent(at: time, .stall(1.9))])
        )
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(5)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let movie = try await RecordedMovie(studio.url())
        #expect(
            movie.numbers.count >= 134
                && movie.numbers == Array(movie.numbers[0]!...movie.numbers[0]! + movie.numbers.count - 1)
        )
        let start = try #require(log.starts.first?.seconds)
        let errors = movie.beepErrors(since: start)
        #expect(errors.count >= 2 && errors.allSatisfy { abs($0) < 0.012 })
        #expect(abs(Double(movie.sound.count) / movie.sampleRate + movie.soundStart - movie.duration) < 0.03)
    }

    @Test("a limit is kept although a device delivers nothing any more")
    func silentLimit() async throws {
        try begin(
            AKSyntheticCamera(width: 320, height: 240, frameRates: [30]),
            AKSyntheticMicrophone(script: [AKSyntheticEvent(at: 1, .stall(1.8))])
        )
        output.maxRecordedDuration = CMTime(value: 1, timescale: 1)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1.9)
        #expect(log.errors.map(\.code) == [.maximumDurationReached])
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(16...45))
    }

    @Test("pictures that are lost are missing where they were to be recorded, and not before")
    func missing() async throws {
        let script = [AKSyntheticEvent(at: 0.52, .drop(3)), AKSyntheticEvent(at: 1.5, .drop(4))]
        try begin(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script))
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1.5)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        #expect(try await RecordedMovie(studio.url()).numbers == Array(19...44) + Array(49...60))
        let counts = try #require(output.connection(with: .video)?.akStatistics)
        #expect(counts.dropped == 7 && counts.missing == 4)
    }

    @Test("broken pictures are left out, the first one too")
    func brokenPictures() async throws {
        studio.provider.add(
            .camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], coding: "jpeg"))
        )
        let provider = CorruptingProvider(studio.provider, cutting: [16, 20])
        let environment = studio.environment
        let registry = DeviceRegistry([provider]) { environment.notice($0) }
        try studio.add(try #require(registry.devices.first))
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(0.5)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == [17, 18, 19] + Array(21...30))
        let counts = try #require(output.connection(with: .video)?.akStatistics)
        #expect(counts.outOfBuffers == 2 && counts.missing == 2)
    }

    @Test("what cannot begin ends once, with its reason")
    func refusals() throws {
        try begin()
        try Data("mine".utf8).write(to: studio.url())
        output.startRecording(to: studio.url(), recordingDelegate: log)
        #expect(log.words.last == "finish" && log.errors.map(\.code) == [.fileAlreadyExists])
        #expect(try Data(contentsOf: studio.url()) == Data("mine".utf8))
        let stopped = RecordingLog()
        studio.session.stopRunning()
        output.startRecording(to: studio.url("other.mov"), recordingDelegate: stopped)
        #expect(stopped.errors.map(\.code) == [.sessionNotRunning])
        #expect(!output.isRecording)
        let nowhere = RecordingLog()
        studio.session.startRunning()
        output.startRecording(to: URL(filePath: "/nowhere/film.mov"), recordingDelegate: nowhere)
        studio.advance(1)
        #expect(nowhere.finishCount == 1 && nowhere.errors.first?.recordingSuccessfullyFinished == false)
    }

    @Test("a recording that is stopped at once, or by the session, ends once")
    func shortness() async throws {
        try begin()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        output.stopRecording()
        output.stopRecording()
        studio.advance(1)
        #expect(log.finishCount == 1)
        let second = RecordingLog()
        output.startRecording(to: studio.url("second.mov"), recordingDelegate: second)
        studio.advance(1)
        studio.session.stopRunning()
        studio.advance(1)
        #expect(second.finishCount == 1)
        let movie = try await RecordedMovie(studio.url("second.mov"))
        #expect(movie.numbers.count >= 29)
    }

    @Test("pictures are turned by the movie, and scaled to the preset")
    func turning() async throws {
        try begin(AKSyntheticCamera(width: 640, height: 480, frameRates: [30]), nil)
        studio.session.sessionPreset = .medium
        let connection = try #require(output.connection(with: .video))
        connection.videoRotationAngle = 90
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(0.5)
        output.stopRecording()
        studio.advance(1)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.size == CGSize(width: 480, height: 360))
        #expect(movie.transform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 360, ty: 0))
        #expect(movie.numbers.allSatisfy { $0 != nil } && movie.numbers.count >= 14)
    }

    @Test("metadata may change until the end")
    func metadata() async throws {
        try begin()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1)
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierTitle
        item.value = "A title" as NSString
        output.metadata = [item]
        studio.advance(0.5)
        output.stopRecording()
        studio.advance(1)
        let asset = AVURLAsset(url: studio.url())
        let titles = AVMetadataItem.metadataItems(
            from: try await asset.load(.commonMetadata),
            filteredByIdentifier: .commonIdentifierTitle
        )
        #expect(try await titles.first?.load(.stringValue) == "A title")
    }
}
