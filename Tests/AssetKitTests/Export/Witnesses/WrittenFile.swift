import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitMedia

/// A file that was written, as we read it, beside what other readers say of it.
struct WrittenFile {
    let path: String
    let type: AVFileType
    let tracks: [LoadedSource.Track]

    init(_ path: String, _ type: AVFileType) async throws {
        (self.path, self.type) = (path, type)
        tracks = try await LoadedSource.load(AVURLAsset(url: URL(filePath: path))).tracks
    }

    func tracks(_ type: AVMediaType) -> [LoadedSource.Track] { tracks.filter { $0.facts.mediaType == type } }

    /// Expects that others say the same.
    func expectAgreement() throws {
        if MediaInfo.isThere { try expectAgreement(with: try MediaInfo(path)) }
        if ProbedFile.isThere { try expectAgreement(with: try ProbedFile(path)) }
    }

    // MARK: MediaInfo

    private func expectAgreement(with info: MediaInfo) throws {
        #expect(info.format == WitnessNames.container(type), "\(path)")
        for (kind, type) in [("Video", AVMediaType.video), ("Audio", .audio), ("Text", .subtitle)] {
            let (theirs, ours) = (info.tracks(kind), tracks(type))
            try #require(theirs.count == ours.count, "\(kind) tracks of \(path)")
            for (their, our) in zip(theirs, ours) {
                let says = MediaInfoWitness(fields: their, track: our, type: self.type, isAlone: tracks.count == 1)
                let differences = says.differences()
                #expect(differences.isEmpty, "\(kind) in \(type.rawValue): \(differences.joined(separator: "; "))")
            }
        }
    }

    // MARK: ffprobe

    private func expectAgreement(with probe: ProbedFile) throws {
        for (kind, type) in [("video", AVMediaType.video), ("audio", .audio)] {
            let (theirs, ours) = (probe.streams(kind), tracks(type))
            try #require(theirs.count == ours.count, "\(kind) streams of \(path)")
            for (their, our) in zip(theirs, ours) { expect(our, their) }
        }
    }

    private func expect(_ track: LoadedSource.Track, _ stream: [String: Any]) {
        let facts = track.facts
        // MP4 has one number for all layers of MPEG-1 sound, and FFmpeg one name.
        let isLayered = facts.traits.name == "mp2" && stream["codec_name"] as? String == "mp3"
        #expect(isLayered || stream["codec_name"] as? String == facts.traits.name, "\(path)")
        if let video = facts.video {
            #expect(stream["width"] as? Int == video.codedWidth, "\(path)")
            #expect(stream["height"] as? Int == video.codedHeight, "\(path)")
            #expect(stream["nb_read_packets"] as? String == "\(track.index.count)", "\(path)")
        }
        if let audio = facts.audio {
            #expect((stream["sample_rate"] as? String).flatMap(Double.init) == audio.sampleRate, "\(path)")
            #expect(stream["channels"] as? Int == audio.channelCount, "\(path)")
            // Of uncompressed sound it makes packets as it likes.
            if !facts.isPlainSound {
                #expect(stream["nb_read_packets"] as? String == "\(track.index.count)", "\(path)")
            }
        }
    }
}
