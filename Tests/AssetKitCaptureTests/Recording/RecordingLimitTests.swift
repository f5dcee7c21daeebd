internal import AssetKitClocks

import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// What a recording may take, and what of devices it does not take.
@Suite("Limits of recordings, and sound that is none")
struct RecordingLimitTests {
    private let studio = Studio()
    private let log = RecordingLog()

    private func item(_ byteCount: Int) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierDescription
        item.value = String(repeating: "x", count: byteCount) as NSString
        return item
    }

    private func size(_ url: URL) -> Int { (try? Data(contentsOf: url).count) ?? 0 }

    private func begin(_ output: AVCaptureFileOutput, microphoneCount: Int = 1, hasCamera: Bool = true) throws {
        if hasCamera { try studio.add(studio.camera(AKSyntheticCamera(width: 128, height: 96, frameRates: [30]))) }
        studio.session.addOutput(output)
        for number in 0..<microphoneCount {
            try studio.add(studio.microphone(AKSyntheticMicrophone(id: "microphone \(number)")))
        }
        studio.session.startRunning()
        studio.advance(0.1)
    }

    @Test(
        "metadata is a part of the size, whenever it is set",
        arguments: [(40_000, 0), (40_000, 60_000), (0, 60_000), (0, 200_000)]
    )
    func metadata(first: Int, last: Int) async throws {
        let output = AVCaptureMovieFileOutput()
        output.maxRecordedFileSize = 180_000
        if first > 0 { output.metadata = [item(first)] }
        try begin(output)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1)
        if last > 0 { output.metadata = [item(last)] }
        studio.advance(60)
        #expect(log.errors.map(\.code) == [.maximumFileSizeReached])
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
        let size = size(studio.url())
        #expect(size <= 180_000 && size > 90_000, "\(size)")
        let items = try await AVURLAsset(url: studio.url()).load(.metadata)
        let text = try await items.first?.load(.stringValue)
        // What there was no room for has left what was there as it was.
        #expect(text?.count == (last == 200_000 ? nil : last > 0 ? last : first))
        #expect(try await RecordedMovie(studio.url()).pictures.count > 10)
    }

    @Test("metadata that is larger than the file may be leaves nothing of it")
    func nothing() throws {
        let output = AVCaptureMovieFileOutput()
        output.maxRecordedFileSize = 30_000
        output.metadata = [item(40_000)]
        try begin(output)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(2)
        #expect(log.errors.map(\.code) == [.maximumFileSizeReached])
        #expect(log.errors.first?.recordingSuccessfullyFinished == false && size(studio.url()) <= 30_000)
    }

    @Test("it leaves nothing either where what is left out first is not the beginning")
    func nothingLate() throws {
        let camera = AKSyntheticCamera(width: 128, height: 96, frameRates: [30], coding: "jpeg")
        studio.provider.add(.camera(camera))
        // The recording begins with a picture that is broken: the first one that is encoded comes behind its beginning.
        let provider = CorruptingProvider(studio.provider, cutting: [16])
        let environment = studio.environment
        let registry = DeviceRegistry([provider]) { environment.notice($0) }
        try studio.add(try #require(registry.devices.first))
        let output = AVCaptureMovieFileOutput()
        output.maxRecordedFileSize = 30_000
        output.metadata = [item(40_000)]
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(2)
        #expect(log.errors.map(\.code) == [.maximumFileSizeReached])
        #expect(log.errors.first?.recordingSuccessfullyFinished == false && size(studio.url()) == 0)
    }

    @Test("tracks cost too", arguments: [1, 4, 7])
    func tracks(count: Int) async throws {
        let output = AVCaptureMovieFileOutput()
        output.maxRecordedFileSize = 120_000
        output.movieFragmentInterval = CMTime(value: 1, timescale: 10)
        try begin(output, microphoneCount: count)
        #expect(output.connections.count == count + 1)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(30)
        #expect(log.errors.map(\.code) == [.maximumFileSizeReached])
        #expect(size(studio.url()) <= 120_000 && size(studio.url()) > 40_000, "\(size(studio.url()))")
        #expect(try await RecordedMovie(studio.url()).pictures.count > 2)
    }

    @Test("files of sound are as large as they may be, and no larger", arguments: [AVFileType.wav, .aiff, .caf, .m4a])
    func sound(fileType: AVFileType) async throws {
        let output = AVCaptureAudioFileOutput()
        output.maxRecordedFileSize = 200_000
        try begin(output, hasCamera: false)
        output.startRecording(to: studio.url(), outputFileType: fileType, recordingDelegate: log)
        studio.advance(40)
        #expect(log.errors.map(\.code) == [.maximumFileSizeReached])
        let size = size(studio.url())
        #expect(size <= 200_000 && size > 190_000, "\(size)")
        #expect(try await !RecordedMovie(studio.url()).sound.isEmpty)
    }

    @Test("sound that is no number is silence in files, to code and on meters")
    func noNumbers() async throws {
        let (provider, registry) = studio.troubled()
        studio.provider.add(.microphone(AKSyntheticMicrophone(id: "microphone")))
        let strange: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .signalingNaN]
        provider.change { sample in
            guard case .sound(var block) = sample.content else { return }
            for index in block.samples.indices { block.samples[index] = index % 3 == 0 ? strange[index / 3 % 5] : 0 }
            sample.content = .sound(block)
        }
        try studio.add(try #require(registry.device("microphone")))
        let (file, data, heard) = (AVCaptureAudioFileOutput(), AVCaptureAudioDataOutput(), DataLog())
        data.setSampleBufferDelegate(heard, queue: .main)
        studio.session.addOutput(file)
        studio.session.addOutput(data)
        studio.session.startRunning()
        file.startRecording(to: studio.url("sound.m4a"), recordingDelegate: log)
        studio.advance(1)
        file.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let movie = try await RecordedMovie(studio.url("sound.m4a"))
        #expect(movie.sound.count > 40_000 && movie.sound.allSatisfy { abs($0) < 0.001 })
        let bytes = try heard.buffers.compactMap { try $0.dataBuffer?.dataBytes() }.joined()
        #expect(bytes.count > 100_000 && bytes.allSatisfy { $0 == 0 })
        #expect(data.connections.first?.audioChannels.first?.averagePowerLevel == -160)
    }
}
