internal import AssetKitClocks

import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Sound of which some is lost.
@Suite("Sound that is late or lost")
struct LateSoundTests {
    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    /// Starts a session that has run for a moment; sound is stored as it comes, unless it is to be encoded.
    private func begin(
        _ microphone: AKSyntheticMicrophone,
        hasCamera: Bool = true,
        isEncoded: Bool = false,
        after moment: Double = 0.515
    ) throws {
        if hasCamera { try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30]))) }
        try studio.add(studio.microphone(microphone))
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
}
