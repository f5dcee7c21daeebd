import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitMedia

@Suite("Reader, stored samples")
struct StoredReadingTests {
    private func read(_ name: String, _ type: AVMediaType, in range: CMTimeRange? = nil) async throws
        -> [CMSampleBuffer]
    {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let track = try #require(try await asset.loadTracks(withMediaType: type).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        if let range { reader.timeRange = range }
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        var samples: [CMSampleBuffer] = []
        while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
        if let error = reader.error { throw error }
        return samples
    }

    @Test("all samples of a track of pictures come, those that are key pictures marked", arguments: PictureTruth.names)
    func pictures(name: String) async throws {
        guard !name.hasPrefix("edit-") else { return }
        let (_, video, container) = try PictureTruth.shown(name)
        let samples = try await read(name, .video)
        #expect(samples.reduce(0) { $0 + $1.numSamples } == video.frameCount)
        #expect(samples.allSatisfy { $0.formatDescription?.mediaType == .video })
        let keys = samples.filter { $0.sampleAttachments[0][.notSync] as? Bool != true }
        guard ["mp4", "mov"].contains(container), name != "h264-open-gop.mp4", name != "hevc-open-gop.mp4" else {
            return
        }
        #expect(keys.count == video.keyFrames.count)
        let times = samples.map(\.presentationTimeStamp).sorted()
        let (shown, _, _) = try PictureTruth.shown(name)
        #expect(times == shown.map(\.time))
    }

    @Test("the priming of sound is trimmed away by attachments")
    func priming() async throws {
        let samples = try await read("aac.m4a", .audio)
        let first = try #require(samples.first)
        #expect(first.presentationTimeStamp == CMTime(value: -1024, timescale: 44100))
        #expect(first.outputDuration == .zero)
        let heard = samples.reduce(CMTime.zero) { $0 + $1.outputDuration }
        #expect(heard == CMTime(value: 132_300, timescale: 44100))
    }

    @Test("a range begins at the sample that decoding has to begin at")
    func range() async throws {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 1), end: CMTime(value: 3, timescale: 2))
        let samples = try await read("h264-bframes.mp4", .video, in: range)
        let first = try #require(samples.first)
        #expect(first.sampleAttachments[0][.notSync] as? Bool != true)
        #expect(first.presentationTimeStamp <= range.start)
        let shown = samples.filter { $0.sampleAttachments[0][.doNotDisplay] as? Bool != true }
        #expect(shown.map(\.outputPresentationTimeStamp).min() == range.start)
        #expect(shown.map { $0.outputPresentationTimeStamp + $0.outputDuration }.max() == range.end)
    }

    @Test("uncompressed sound comes many samples at once")
    func uncompressed() async throws {
        let samples = try await read("h264-bframes.mov", .audio)
        #expect(samples.reduce(0) { $0 + $1.numSamples } == 72000)
        #expect(samples.count < 100)
        #expect(samples.reduce(0) { $0 + ($1.dataBuffer?.dataLength ?? 0) } == 144_000)
    }

    @Test("what is stored is what the file holds at the place that references tell")
    func references() async throws {
        let url = SampleMedia.url("h264-bframes.mp4")
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderSampleReferenceOutput(track: track)
        let stored = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        reader.add(stored)
        #expect(reader.startReading())
        let bytes = try Data(contentsOf: url)
        var count = 0
        while let reference = output.copyNextSampleBuffer(), let sample = stored.copyNextSampleBuffer() {
            let place = try #require(
                CMGetAttachment(
                    reference,
                    key: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset,
                    attachmentModeOut: nil
                )
                    as? NSNumber
            ).intValue
            #expect(reference.dataBuffer == nil)
            #expect(reference.presentationTimeStamp == sample.presentationTimeStamp)
            #expect(try sample.dataBuffer?.dataBytes() == bytes[place..<place + reference.totalSampleSize])
            count += 1
        }
        #expect(count == 75)
    }

    @Test("references come from a provider too, as what they are")
    func referencesFromProvider() async throws {
        let url = SampleMedia.url("h264-bframes.mp4")
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let references = reader.outputProvider(for: AVAssetReaderSampleReferenceOutput(track: track))
        let stored = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(stored)
        try reader.start()
        let bytes = try Data(contentsOf: url)
        var count = 0
        while let reference = try await references.next(), let sample = stored.copyNextSampleBuffer() {
            guard case .sampleReference(let place) = reference.content else {
                Issue.record("\(reference.contentType) is no reference")
                return
            }
            #expect(place.url == url)
            let range = Int(place.byteOffset)..<Int(place.byteOffset) + reference.totalSampleSize
            #expect(try sample.dataBuffer?.dataBytes() == bytes[range])
            count += 1
        }
        #expect(count == 75)
        #expect(try await references.next() == nil)
        #expect(reader.status == .reading || reader.status == .completed)
    }
}
