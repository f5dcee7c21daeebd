import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import AssetKitWriting
import CMTimeLib
import Foundation
import Testing

/// Files of sound while they are made.
@Suite("Files of sound that grow")
struct SoundFileTests {
    private let studio = Studio()
    private let output = AVCaptureAudioFileOutput()
    private let log = RecordingLog()

    private func begin(_ fileType: AVFileType) throws -> URL {
        try studio.add(studio.microphone(AKSyntheticMicrophone(channelCount: 2)))
        studio.session.addOutput(output)
        studio.session.startRunning()
        let url = studio.url("sound")
        output.startRecording(to: url, outputFileType: fileType, recordingDelegate: log)
        studio.advance(5.4)
        return url
    }

    private func size(_ url: URL) throws -> Int { try Data(contentsOf: url).count }

    @Test(
        "a file in the making has its name, grows, and can be played",
        arguments: [AVFileType.wav, .caf, .aiff, .m4a]
    )
    func growing(fileType: AVFileType) async throws {
        let url = try begin(fileType)
        let early = try size(url)
        // What a crash would leave of it.
        let crashed = studio.url("crashed")
        try FileManager.default.copyItem(at: url, to: crashed)
        let movie = try await RecordedMovie(crashed)
        let seconds = Double(movie.sound.count) / movie.sampleRate
        #expect((4.2...5.41).contains(seconds), "\(seconds)")
        let errors = movie.beepErrors(since: 100)
        #expect(errors.count >= 4 && errors.allSatisfy { abs($0) < 0.0005 })
        studio.advance(3)
        #expect(try size(url) > early)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let whole = try await RecordedMovie(url)
        #expect(abs(Double(whole.sound.count) / whole.sampleRate - 8.4) < 0.0005)
    }

    @Test("what a crash left is completed in place, once", arguments: [AVFileType.wav, .caf, .aiff])
    func recovery(fileType: AVFileType) async throws {
        let url = try begin(fileType)
        let crashed = studio.url("crashed")
        try FileManager.default.copyItem(at: url, to: crashed)
        // Half a frame at the end, as a power cut may leave it.
        let handle = try FileHandle(forWritingTo: crashed)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        let recovery = try await AVAssetWriter.akRecoverMovie(at: crashed)
        #expect(!recovery.wasComplete && recovery.removedByteCount == 3)
        let movie = try await RecordedMovie(crashed)
        #expect((4.2...5.41).contains(Double(movie.sound.count) / movie.sampleRate))
        let bytes = try Data(contentsOf: crashed)
        #expect(try await AVAssetWriter.akRecoverMovie(at: crashed).wasComplete)
        #expect(try Data(contentsOf: crashed) == bytes)
        output.stopRecording()
        studio.advance(1)
        #expect(try await AVAssetWriter.akRecoverMovie(at: url).wasComplete)
    }

    @Test("a Core Audio file of compressed sound appears when it is complete")
    func compressed() async throws {
        output.audioSettings = [
            AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        ]
        let url = try begin(.caf)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        output.stopRecording()
        studio.advance(1)
        let movie = try await RecordedMovie(url)
        #expect(abs(Double(movie.sound.count) / movie.sampleRate - 5.4) < 0.0005)
    }
}
