import AssetKit
import Foundation
import Testing

@Suite("Reader, misuse stops the program")
struct ReaderMisuseTests {
    @Test("starting twice")
    func startingTwice() async {
        await #expect(processExitsWith: .failure) {
            let (reader, output) = try ReaderKit.reader()
            reader.add(output)
            reader.startReading()
            reader.startReading()
        }
    }

    @Test("taking samples before the start")
    func samplesBeforeStart() async {
        await #expect(processExitsWith: .failure) {
            let (reader, output) = try ReaderKit.reader()
            reader.add(output)
            _ = output.copyNextSampleBuffer()
        }
    }

    @Test("adding an output twice")
    func addingTwice() async {
        await #expect(processExitsWith: .failure) {
            let (reader, output) = try ReaderKit.reader()
            reader.add(output)
            reader.add(output)
        }
    }

    @Test("changing the range after the start")
    func rangeAfterStart() async {
        await #expect(processExitsWith: .failure) {
            let (reader, output) = try ReaderKit.reader()
            reader.add(output)
            reader.startReading()
            reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
        }
    }

    @Test("settings that ask for compressed sound")
    func compressedSettings() async {
        await #expect(processExitsWith: .failure) {
            let track = AVURLAsset(url: SampleMedia.url("aac.m4a")).tracks[0]
            _ = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
        }
    }

    @Test("a reset without random access")
    func resetWithoutRandomAccess() async {
        await #expect(processExitsWith: .failure) {
            let (reader, output) = try ReaderKit.reader()
            reader.add(output)
            reader.startReading()
            while output.copyNextSampleBuffer() != nil {}
            output.reset(forReadingTimeRanges: [])
        }
    }

    @Test("a composition output without a composition")
    func noComposition() async {
        await #expect(processExitsWith: .failure) {
            let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
            let reader = try AVAssetReader(asset: asset)
            let tracks = asset.tracks(withMediaType: .video)
            reader.add(AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: nil))
            reader.startReading()
        }
    }
}
