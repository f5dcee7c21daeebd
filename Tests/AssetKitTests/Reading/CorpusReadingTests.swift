import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitSources
@testable import AssetKitMedia

/// Media made by others: FFmpeg's own decoding has been counted, and what comes out here is counted against it.
@Suite("Reader, the corpus", .enabled(if: Corpus.isExpected))
struct CorpusReadingTests {
    struct Entry: Decodable, Sendable {
        struct Frames: Decodable, Sendable {
            let count: Int?
            let samples: Int?
        }

        let file: String
        let `class`: String
        let frames: [String: Frames]?
    }

    static let entries: [Entry] = {
        let data = try? Data(contentsOf: Corpus.folder.appending(path: "index.json"))
        let all = data.flatMap { try? JSONDecoder().decode([Entry].self, from: $0) } ?? []
        return all.filter { $0.class == "valid" && $0.frames?.isEmpty == false }
    }()

    /// Tracks of which less is heard than is decoded: their sound starts before the asset's zero.
    static let startsBeforeZero = ["files/androidx-media/mkv/sample_with_chapters.mkv, stream 1": 1024]

    /// How many pictures of a film an everyday run reads. Only one film has more, and with them four fifths of all pixels of
    /// the corpus.
    private static let pictureLimit = LongRun.isOn ? Int.max : 1500

    @Test("every file is read to its end, and has as many pictures and sound frames as are decoded")
    func everything() throws {
        #expect(Self.entries.count > 200)
        for entry in Self.entries {
            let asset = AVURLAsset(url: Corpus.folder.appending(path: entry.file))
            let reader = try AVAssetReader(asset: asset)
            for track in asset.tracks where track.isDecodable && [.video, .audio].contains(track.mediaType) {
                let settings: [String: Any] = track.mediaType == .audio ? [AVFormatIDKey: kAudioFormatLinearPCM] : [:]
                reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: settings))
            }
            #expect(reader.startReading(), "\(entry.file)")
            var isCut = false
            for case let output as AVAssetReaderTrackOutput in reader.outputs {
                let stream = output.track.facts.streamIndex.map(String.init) ?? ""
                let frames = entry.frames?[stream]
                let isLong = (frames?.count ?? 0) > Self.pictureLimit
                let count = Self.count(output, upTo: isLong ? Self.pictureLimit : .max)
                guard let frames, let wanted = frames.samples ?? frames.count else { continue }
                let name = "\(entry.file), stream \(stream)"
                #expect(count + (Self.startsBeforeZero[name] ?? 0) == (isLong ? Self.pictureLimit : wanted), "\(name)")
                isCut = isCut || isLong
            }
            if isCut { reader.cancelReading() }
            #expect(reader.status == (isCut ? .cancelled : .completed), "\(entry.file)")
        }
    }

    private static func count(_ output: AVAssetReaderTrackOutput, upTo limit: Int) -> Int {
        var count = 0
        while count < limit, let sample = output.copyNextSampleBuffer() { count += sample.numSamples }
        return count
    }
}
