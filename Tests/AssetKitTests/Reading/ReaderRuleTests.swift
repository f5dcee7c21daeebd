import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Reader, rules")
struct ReaderRuleTests {
    private static var pcm: [String: Any] { [AVFormatIDKey: kAudioFormatLinearPCM] }

    @Test("a reader goes from unknown through reading to completed")
    func life() throws {
        let (reader, output) = try ReaderKit.reader()
        #expect(reader.status == .unknown)
        #expect(reader.canAdd(output))
        reader.add(output)
        #expect(!reader.canAdd(output))
        #expect(reader.startReading())
        #expect(reader.status == .reading)
        while output.copyNextSampleBuffer() != nil {}
        #expect(reader.status == .completed)
        #expect(output.copyNextSampleBuffer() == nil)
        #expect(reader.error == nil)
    }

    @Test("an output of another asset cannot be added")
    func foreignTrack() throws {
        let (reader, _) = try ReaderKit.reader()
        let (_, foreign) = try ReaderKit.reader("h264-bframes.mp4")
        #expect(!reader.canAdd(foreign))
    }

    @Test("a cancelled reader gives no samples")
    func cancelling() throws {
        let (reader, output) = try ReaderKit.reader()
        reader.add(output)
        #expect(reader.startReading())
        #expect(output.copyNextSampleBuffer() != nil)
        reader.cancelReading()
        #expect(reader.status == .cancelled)
        #expect(output.copyNextSampleBuffer() == nil)
    }

    @Test(
        "an output can be read before another one, whatever the order",
        arguments: ["h264-bframes.mp4", "h264-bframes.mkv", "h264.ts", "vp9-opus.webm"]
    )
    func oneAfterTheOther(name: String) throws {
        for isSoundFirst in [true, false] {
            let asset = AVURLAsset(url: SampleMedia.url(name))
            let reader = try AVAssetReader(asset: asset)
            let sound = AVAssetReaderTrackOutput(
                track: try #require(asset.tracks(withMediaType: .audio).first),
                outputSettings: Self.pcm
            )
            let pictures = AVAssetReaderTrackOutput(
                track: try #require(asset.tracks(withMediaType: .video).first),
                outputSettings: [:]
            )
            reader.add(sound)
            reader.add(pictures)
            #expect(reader.startReading())
            var counts: [Int] = []
            for output in isSoundFirst ? [sound, pictures] : [pictures, sound] {
                var count = 0
                while let sample = output.copyNextSampleBuffer() { count += sample.numSamples }
                counts.append(count)
            }
            #expect(reader.status == .completed)
            #expect(counts[isSoundFirst ? 1 : 0] == 75)
            #expect(counts[isSoundFirst ? 0 : 1] >= 144_000)
            #expect(reader.session.counters.snapshot.opens == 1)
        }
    }

    @Test("random access gives what one reading gives, until the configuration is final")
    func randomAccess() throws {
        let (reader, output) = try ReaderKit.reader("h264-bframes.mp4", .video)
        output.supportsRandomAccess = true
        reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 5))
        reader.add(output)
        #expect(reader.startReading())
        func indices() -> [Int?] {
            var found: [Int?] = []
            while let sample = output.copyNextSampleBuffer() {
                found.append(sample.imageBuffer.flatMap { PictureBarcode.index(of: $0) })
            }
            return found
        }
        #expect(indices() == [0, 1, 2, 3, 4])
        #expect(reader.status == .reading)
        func range(_ from: Int64, _ to: Int64) -> NSValue {
            NSValue(
                timeRange: CMTimeRange(start: CMTime(value: from, timescale: 25), end: CMTime(value: to, timescale: 25))
            )
        }
        output.reset(forReadingTimeRanges: [range(10, 12), range(40, 43)])
        #expect(indices() == [10, 11, 40, 41, 42])
        output.reset(forReadingTimeRanges: [range(1, 3)])
        #expect(indices() == [1, 2])
        output.markConfigurationAsFinal()
        #expect(reader.status == .completed)
    }

    @Test("a file that ends early fails, and says why")
    func truncated() throws {
        let data = try Data(contentsOf: SampleMedia.url("faststart.mp4"))
        let asset = AVAsset(akData: data.prefix(data.count / 2), fileType: .mp4)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: try #require(asset.tracks(withMediaType: .video).first),
            outputSettings: [:]
        )
        reader.add(output)
        #expect(reader.startReading())
        while output.copyNextSampleBuffer() != nil {}
        #expect(reader.status == .failed)
        #expect((reader.error as? AVError)?.code == .decodeFailed)
    }

    @Test("the state completes with the last output, fails once, and is used once")
    func state() {
        let (first, second) = (NSObject(), NSObject())
        var state = ReaderState()
        let hasStarted = state.start([ObjectIdentifier(first), ObjectIdentifier(second)])
        let startsAgain = state.start([])
        #expect(hasStarted)
        #expect(!startsAgain)
        state.finish(ObjectIdentifier(first))
        #expect(state.status == .reading)
        state.finish(ObjectIdentifier(second))
        #expect(state.status == .completed)
        let (fails, cancels) = (state.fail(AVError(.unknown)), state.cancel())
        #expect(!fails)
        #expect(!cancels)
    }
}

extension ReaderRuleTests {
    @Test(
        "an output that asks for what cannot be made is told, and makes the reader fail with the reason",
        arguments: [
            (
                AVMediaType.audio, [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 12],
                "samples of 12 bits"
            ),
            (.audio, [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: -1], "no sample rate"),
            (.video, [kCVPixelBufferPixelFormatTypeKey: "none".fourCharCode], "'none', which is not known here"),
        ] as [(AVMediaType, [String: any Sendable], String)]
    )
    func refusedSettings(type: AVMediaType, settings: [String: any Sendable], reason: String) throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let reader = try AVAssetReader(asset: asset)
        let track = try #require(asset.tracks(withMediaType: type).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        #expect(!reader.canAdd(output))
        reader.add(output)
        #expect(reader.status == .failed)
        #expect(reader.error?.localizedDescription.contains(reason) == true, "\(String(describing: reader.error))")
        reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
        #expect(!reader.startReading() && output.copyNextSampleBuffer() == nil)
    }

    @Test("a range without a beginning makes the reader fail")
    func rangeWithoutBeginning() throws {
        let (reader, output) = try ReaderKit.reader()
        reader.add(output)
        reader.timeRange = .invalid
        #expect(!reader.startReading())
        #expect(reader.error?.localizedDescription.contains("the time range has no beginning") == true)
    }
}
