internal import AssetKitClocks

import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Sound that takes its time, does not come at all, or of which some is lost.
@Suite("Sound that is late or lost")
struct LateSoundTests {
    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    /// Delivers what it hears two seconds later: its clock is that much behind, and all it says is right for that.
    private let late = AKSyntheticMicrophone(signal: .counter, script: [AKSyntheticEvent(at: 0, .jump(-2))])

    /// Starts a session that has run for a moment; sound is stored as it comes, unless it is to be encoded.
    private func begin(
        _ microphone: AKSyntheticMicrophone,
        hasCamera: Bool = true,
        isEncoded: Bool = false,
        after moment: Double = 0.515,
        camera script: [AKSyntheticEvent] = []
    ) throws {
        if hasCamera {
            let camera = AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script)
            try studio.add(studio.camera(camera))
        }
        try studio.add(studio.microphone(microphone))
        run(isEncoded: isEncoded, for: moment)
    }

    private func run(isEncoded: Bool = false, for moment: Double) {
        studio.session.addOutput(output)
        if let sound = output.connection(with: .audio), !isEncoded {
            output.setOutputSettings(
                [
                    AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
                    AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: 48_000,
                    AVNumberOfChannelsKey: 1,
                ],
                for: sound
            )
        }
        studio.session.startRunning()
        studio.advance(moment)
    }

    /// Which frames of the microphone a file has.
    private func frames(_ name: String = "film.mov") async throws -> [Int] {
        try await RecordedMovie(studio.url(name)).sound.map { Int(($0 * 2_097_152).rounded()) }
    }

    @Test("sound that is delivered two seconds late is recorded to the end")
    func toTheEnd() async throws {
        try begin(late)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(3)
        output.stopRecording()
        studio.advance(3)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        #expect(try await RecordedMovie(studio.url()).numbers == Array(16...105))
        // From 100.5333 to 103.515 s of a clock that began at 98 s.
        let frames = try await frames()
        #expect(frames == Array(121_600..<121_600 + frames.count))
        #expect(abs(frames.count - 143_120) < 48)
    }

    @Test("files that follow each other wait for the sound that belongs to them", arguments: [true, false])
    func handover(hasCamera: Bool) async throws {
        try begin(late, hasCamera: hasCamera)
        let logs = (0..<3).map { _ in RecordingLog() }
        for (number, log) in logs.enumerated() {
            output.startRecording(to: studio.url("\(number).mov"), recordingDelegate: log)
            studio.advance(0.5)
        }
        output.stopRecording()
        studio.advance(3)
        #expect(logs.allSatisfy { $0.errors.isEmpty && $0.finishCount == 1 })
        var all: [Int] = []
        for number in logs.indices { all += try await frames("\(number).mov") }
        let first = hasCamera ? 121_600 : 120_720
        #expect(all == Array(first..<first + all.count))
        #expect(abs(first + all.count - 192_720) < 48)
    }

    @Test("a file that is full has the late sound of its pictures")
    func full() async throws {
        try begin(AKSyntheticMicrophone(script: [AKSyntheticEvent(at: 0, .jump(-2))]), isEncoded: true)
        output.maxRecordedFileSize = 300_000
        output.startRecording(to: studio.url(), recordingDelegate: log)
        for _ in 0..<20 where log.finishCount == 0 { studio.advance(2) }
        #expect(log.errors.map(\.code) == [.maximumFileSizeReached])
        let size = try #require(try studio.url().resourceValues(forKeys: [.fileSizeKey]).fileSize)
        #expect(size <= 300_000 && size > 200_000, "\(size)")
        let movie = try await RecordedMovie(studio.url())
        let end = movie.soundStart + Double(movie.sound.count) / movie.sampleRate
        #expect(movie.duration > 0.5 && abs(end - movie.duration) < 0.2, "\(end) of \(movie.duration)")
    }

    @Test("a file whose sound has not come is one of pictures, and silence is no sound", arguments: [0.9, 1.8])
    func nothing(time: Double) async throws {
        let script = [AKSyntheticEvent(at: 0, .drop(195))]
        try begin(AKSyntheticMicrophone(signal: .counter, script: script), after: 0.005)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(time)
        output.stopRecording()
        studio.advance(3)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers.count >= 26 && movie.sound.allSatisfy { $0 == 0 })
        #expect(output.connection(with: .audio)?.akStatistics.delivered == 0)
    }

    @Test(
        "a microphone whose first sound takes its time is recorded from the beginning, also where that comes behind the end",
        arguments: [true, false],
        [0.9, 3]
    )
    func firstSound(hasCamera: Bool, time: Double) async throws {
        // What it hears from 100 s on comes from 101.9 s on, and is frame 91,200 and those behind it.
        let script = [AKSyntheticEvent(at: 0, .jump(-1.9)), AKSyntheticEvent(at: 0, .drop(190))]
        try begin(AKSyntheticMicrophone(signal: .counter, script: script), hasCamera: hasCamera, after: 0.005)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(time)
        output.stopRecording()
        studio.advance(3)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let frames = try await frames()
        // From the first picture on, or from the moment when it was asked for.
        let (first, last) = (hasCamera ? 92_800 : 91_440, 91_440 + Int(time * 48_000))
        #expect(frames == Array(first..<first + frames.count))
        #expect(abs(first + frames.count - last) < 48)
    }

    @Test("sound that begins when nobody waits for it any more is whole, and silent before")
    func beginning() async throws {
        studio.provider.add(.camera(AKSyntheticCamera(id: "front", width: 320, height: 240, frameRates: [30])))
        let script = [AKSyntheticEvent(at: 0, .jump(-2.5))]
        studio.provider.add(.microphone(AKSyntheticMicrophone(id: "desk", signal: .counter, script: script)))
        let (provider, registry) = studio.troubled()
        let first = studio.host.now + 2_500_000_000
        provider.lose { sample in
            let isSound = if case .sound = sample.content { true } else { false }
            return isSound && sample.hostTime < first
        }
        for id in ["front", "desk"] { try studio.add(try #require(registry.device(id))) }
        run(for: 0.005)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(6)
        output.stopRecording()
        studio.advance(3)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let frames = try await frames()
        // It comes five seconds after the beginning, and was heard half of them before.
        let silence = Array(repeating: 0, count: 118_400)
        #expect(frames == silence + Array(240_000..<240_000 + max(0, frames.count - 118_400)))
        #expect(abs(frames.count - 286_640) < 48)
    }

    @Test("fifty milliseconds that the microphone says it has lost are silent, and no frame beside them is touched")
    func lost() async throws {
        let script = [AKSyntheticEvent(at: 1.5, .drop(5))]
        try begin(AKSyntheticMicrophone(signal: .counter, script: script))
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(3)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let frames = try await frames()
        let silence = Array(repeating: 0, count: 2400)
        #expect(frames == Array(25_600..<72_000) + silence + Array(74_400..<25_600 + frames.count))
        #expect(abs(frames.count - 143_120) < 48)
    }

    @Test("a microphone whose clock jumps ahead of what it can have heard has every frame in its place")
    func jumpAhead() async throws {
        let script = [AKSyntheticEvent(at: 1.5, .jump(2)), AKSyntheticEvent(at: 2.5, .jump(-2))]
        try begin(AKSyntheticMicrophone(signal: .counter, script: script))
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(3)
        output.stopRecording()
        studio.advance(3)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let frames = try await frames()
        #expect(frames == Array(25_600..<25_600 + frames.count))
        #expect(abs(frames.count - 143_120) < 48)
        #expect(output.connection(with: .audio)?.akStatistics.glitches == 2)
    }

    @Test(
        "clocks that jump by hours and back take nothing from a recording, and add nothing to it",
        arguments: [0.0, -2],
        [18_000.0, -18_000]
    )
    func jumpOfHours(lateness: Double, seconds: Double) async throws {
        let jumps = [AKSyntheticEvent(at: 1.5, .jump(seconds)), AKSyntheticEvent(at: 2.5, .jump(-seconds))]
        let script = [AKSyntheticEvent(at: 0, .jump(lateness))] + jumps
        try begin(AKSyntheticMicrophone(signal: .counter, script: script), camera: jumps)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(3)
        output.stopRecording()
        studio.advance(3)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(16...105))
        #expect(abs(movie.duration - 2.9817) < 0.001, "\(movie.duration)")
        let first = lateness == 0 ? 25_600 : 121_600
        let frames = try await frames()
        #expect(frames == Array(first..<first + frames.count))
        #expect(abs(frames.count - 143_120) < 48)
        #expect(output.connections.map(\.akStatistics.glitches) == [2, 2])
    }
}
