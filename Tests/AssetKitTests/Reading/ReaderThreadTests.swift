import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitMedia

@Suite("Reader, threads")
struct ReaderThreadTests {
    @Test("cancelling frees a thread that waits for a sample, though the source does not answer")
    func cancelWhileWaiting() async throws {
        let source = try HaltingSource("h264-bframes.mp4")
        let asset = AVAsset(akSource: source, fileType: .mp4)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        reader.add(output)
        #expect(reader.startReading())
        source.setStuck(true)
        let taken = Task.detached {
            var count = 0
            while output.copyNextSampleBuffer() != nil { count += 1 }
            return count
        }
        try source.waitForReader()
        reader.cancelReading()
        #expect(await taken.value < 75)
        #expect(reader.status == .cancelled)
        source.setStuck(false)
    }

    @Test("two outputs are read from two threads")
    func twoThreads() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mkv"))
        let reader = try AVAssetReader(asset: asset)
        let sound = AVAssetReaderTrackOutput(
            track: try #require(try await asset.loadTracks(withMediaType: .audio).first),
            outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM]
        )
        let pictures = AVAssetReaderTrackOutput(
            track: try #require(try await asset.loadTracks(withMediaType: .video).first),
            outputSettings: [:]
        )
        reader.add(sound)
        reader.add(pictures)
        #expect(reader.startReading())
        @Sendable func count(_ output: AVAssetReaderOutput) -> Int {
            var count = 0
            while let sample = output.copyNextSampleBuffer() { count += sample.numSamples }
            return count
        }
        async let frames = Task.detached { count(sound) }.value
        async let shown = Task.detached { count(pictures) }.value
        #expect(await shown == 75)
        #expect(await frames >= 144_000)
        #expect(reader.status == .completed)
    }

    @Test("a provider gives every sample, and then nil")
    func provider() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let provider = reader.outputProvider(for: AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
        try reader.start()
        var times: [CMTime] = []
        for try await sample in provider {
            guard case .pixelBuffer = sample.content else { continue }
            times.append(sample.presentationTimeStamp)
        }
        #expect(times == (0..<75).map { CMTime(value: $0, timescale: 25) })
        #expect(reader.status == .completed)
    }

    @Test("tracks are mixed to one")
    func mixing() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("two-languages.mp4"))
        let tracks = try await asset.loadTracks(withMediaType: .audio)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: ReadSound.floats)
        reader.add(output)
        let mixed = try ReadSound(reader, output)
        let first = try await ReadSound("two-languages.mp4", track: 0)
        let second = try await ReadSound("two-languages.mp4", track: 1)
        #expect(mixed.runs.map(\.count) == [144_000])
        for place in stride(from: 0, to: 144_000, by: 997) {
            let sum = first.channels[0][place] + second.channels[0][place]
            #expect(abs(mixed.channels[0][place] - sum) < 1e-6)
        }
    }

    @Test("a mix is silent where a track has no sound yet")
    func mixOfLateSound() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("late-sound.mp4"))
        let reader = try AVAssetReader(asset: asset)
        let tracks = try await asset.loadTracks(withMediaType: .audio)
        let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: ReadSound.floats)
        reader.add(output)
        let mixed = try ReadSound(reader, output)
        #expect(mixed.runs.map(\.start) == [0])
        #expect(mixed.runs.map(\.count) == [144_000])
        #expect(mixed.channels[0][0..<48000].allSatisfy { $0 == 0 })
    }
}
