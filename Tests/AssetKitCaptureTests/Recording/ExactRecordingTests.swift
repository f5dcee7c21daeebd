import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Recordings that begin and end with the very sample that a delegate has seen.
@Suite("Recordings that are exact to the sample")
struct ExactRecordingTests {
    /// Does something with the output at some pictures, or at some blocks of sound.
    private final class Director: NSObject, AVCaptureFileOutputDelegate, @unchecked Sendable {
        enum Kind { case picture, sound }

        private let kind: Kind
        private let acts: [Int: (AVCaptureFileOutput) -> Void]
        private let counts = Protected((seen: 0, others: 0))
        private let isExact: Bool

        init(at kind: Kind = .picture, isExact: Bool = true, _ acts: [Int: (AVCaptureFileOutput) -> Void]) {
            (self.kind, self.acts, self.isExact) = (kind, acts, isExact)
        }

        var seenCount: Int { counts.withLock { $0.seen } }

        func fileOutputShouldProvideSampleAccurateRecordingStart(_ output: AVCaptureFileOutput) -> Bool { isExact }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didOutputSampleBuffer sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            guard (sampleBuffer.imageBuffer != nil) == (kind == .picture) else { return }
            let number = counts.withLock { counts in
                defer { counts.seen += 1 }
                return counts.seen
            }
            acts[number]?(output)
        }
    }

    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    /// Runs for three seconds with a delegate; sound is stored as it comes.
    private func run(
        _ director: Director,
        hasCamera: Bool = true,
        microphone script: [AKSyntheticEvent] = []
    ) throws {
        if hasCamera { try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30]))) }
        try studio.add(studio.microphone(AKSyntheticMicrophone(signal: .counter, script: script)))
        studio.session.addOutput(output)
        if let sound = output.connection(with: .audio) {
            output.setOutputSettings(
                [
                    AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
                    AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: 48_000,
                    AVNumberOfChannelsKey: 1,
                ],
                for: sound
            )
        }
        output.delegate = director
        studio.session.startRunning()
        studio.advance(3.004)
        withExtendedLifetime(director) {}
    }

    /// Which frames of the microphone a movie has.
    private func frames(_ movie: RecordedMovie) -> [Int] { movie.sound.map { Int(($0 * 2_097_152).rounded()) } }

    private func start(_ name: String = "film.mov", _ log: RecordingLog? = nil) -> (AVCaptureFileOutput) -> Void {
        let (url, log) = (studio.url(name), log ?? self.log)
        return { $0.startRecording(to: url, recordingDelegate: log) }
    }

    @Test("a recording begins with the picture of the call, and ends before that of another one")
    func pictures() async throws {
        try run(Director([10: start(), 40: { $0.stopRecording() }]))
        #expect(log.words == ["start", "will finish", "finish"] && log.errors.isEmpty)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(10...39) && abs(movie.duration - 1) < 0.0001)
        #expect(log.starts.first?.seconds == 100 + 0.333333333)
        #expect(frames(movie) == Array(16_000..<64_000))
    }

    @Test("pauses are exact too, and a second start hands over at the picture of its call")
    func turns() async throws {
        let second = RecordingLog()
        try run(
            Director([
                10: start(), 20: { $0.pauseRecording() }, 35: { $0.resumeRecording() }, 50: start("second.mov", second),
                60: { $0.stopRecording() },
            ])
        )
        #expect(log.errors.isEmpty && second.errors.isEmpty && log.finishCount == 1 && second.finishCount == 1)
        let movies = [
            try await RecordedMovie(studio.url()), try await RecordedMovie(studio.url("second.mov")),
        ]
        #expect(movies[0].numbers == Array(10...19) + Array(35...49))
        #expect(frames(movies[0]) == Array(16_000..<32_000) + Array(56_000..<80_000))
        #expect(movies[1].numbers == Array(50...59) && frames(movies[1]) == Array(80_000..<96_000))
    }

    @Test("a recording begins with the sound of the call", arguments: [true, false])
    func sound(hasCamera: Bool) async throws {
        try run(Director(at: .sound, [33: start(), 133: { $0.stopRecording() }]), hasCamera: hasCamera)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let movie = try await RecordedMovie(studio.url())
        #expect(frames(movie) == Array(33 * 480..<133 * 480))
        // Picture 10 is the first one from 0.33 s on, and 39 the last one before 1.33 s.
        #expect(movie.numbers == (hasCamera ? Array(10...39) : []))
    }

    @Test("two pictures between which a pause leaves less than a tick of the file are one")
    func nearness() async throws {
        // Sound is at first two microseconds later than pictures, and then 20 ms without two microseconds.
        let script = [AKSyntheticEvent(at: 0, .jump(0.000_002)), AKSyntheticEvent(at: 1.5, .jump(0.019_996))]
        // From behind picture 30, which is at 101 s, up to just before picture 60, at 102 s.
        let acts: [Int: (AVCaptureFileOutput) -> Void] = [
            33: start(), 100: { $0.pauseRecording() }, 198: { $0.resumeRecording() }, 250: { $0.stopRecording() },
        ]
        try run(Director(at: .sound, acts), microphone: script)
        #expect(log.words == ["start", "pause", "resume", "will finish", "finish"] && log.errors.isEmpty)
        #expect(try await RecordedMovie(studio.url()).numbers == Array(10...30) + Array(61...75))
    }

    @Test("a delegate that is not exact sees what is recorded, and nothing else")
    func inexact() async throws {
        let director = Director(isExact: false, [5: { $0.stopRecording() }])
        try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30])))
        studio.session.addOutput(output)
        output.delegate = director
        studio.session.startRunning()
        studio.advance(1)
        #expect(director.seenCount == 0)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(2)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        #expect((5...8).contains(director.seenCount))
    }
}
