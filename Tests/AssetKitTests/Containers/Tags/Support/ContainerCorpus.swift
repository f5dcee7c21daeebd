import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBase

/// Media made by others, with what several programs say of its containers: beside the package, or where
/// `ASSETKIT_CORPUS` points. The suites that need it are left out, loudly, when it is not there.
enum ContainerCorpus {
    struct Entry: Decodable {
        let file: String
        let size: Int64
        let `class`: String
        let container: String
        let codecs: [String?]
        let tags: [String]
        let packets: [String: Packets]?
        let mkvmerge: Merge?
        let ffprobe: Probe?
        let soxi: SoX?
        let flac_streaminfo: FLACFacts?
        let mediainfo: [[String: String]]?
        let frames: [String: Frames]?

        /// The packets of the one stream with sound.
        var soundPackets: Packets? {
            guard let stream = ffprobe?.streams?.first(where: { $0.codec_type == "audio" }) else { return nil }
            return packets?[String(stream.index)]
        }
        /// How many samples FFmpeg's decoder gives.
        var decodedSamples: Int64? {
            guard let stream = soundStream else { return nil }
            return frames?[String(stream.index)]?.samples
        }
        /// A fact from mediainfo's words about the sound.
        func soundInfo(_ key: String) -> Int64? {
            mediainfo?.first { $0["@type"] == "Audio" }?[key].flatMap { Int64($0) }
        }
        var soundStream: Stream? { ffprobe?.streams?.first { $0.codec_type == "audio" } }
        func has(_ tag: String) -> Bool { tags.contains(tag) }
    }

    /// What a decoder made of a stream.
    struct Frames: Decodable {
        let samples: Int64?
    }

    struct Packets: Decodable {
        let packets: Int
        let bytes: Int64
        let keyframes: Int
        let min_pts: Int64?
        let max_pts: Int64?
        let end_pts: Int64?
    }

    struct Merge: Decodable {
        struct Track: Decodable {
            let type: String
            let codec_id: String
            let number: UInt64
            let language: String
            let language_ietf: String?
            let track_name: String?
            let default_duration: Int64?
            let default_track: Bool
            let enabled_track: Bool
            let forced_track: Bool
            let pixel_dimensions: String?
            let display_dimensions: String?
            let audio_channels: Int?
            let audio_sampling_frequency: Int?
            let audio_bits_per_sample: Int?
            let minimum_timestamp: Int64?
        }
        let recognized: Bool?
        let duration_ns: Int64?
        let muxing_app: String?
        let chapters: Int?
        let attachments: Int?
        let tracks: [Track]?
    }

    struct Probe: Decodable {
        struct Format: Decodable { let tags: [String: String]? }
        struct Chapter: Decodable {
            let time_base: String
            let start: Int64
            let end: Int64
            let tags: [String: String]?
        }
        let streams: [Stream]?
        let chapters: [Chapter]?
        let format: Format?
    }

    struct Stream: Decodable {
        let index: Int
        let codec_type: String?
        let codec_name: String?
        let sample_rate: String?
        let channels: Int?
        let time_base: String?
        let bits_per_raw_sample: String?
        let tags: [String: String]?
        let duration_ts: Int64?
    }

    struct SoX: Decodable {
        let channels: String?
        let sample_rate: String?
        let duration: String?

        /// `00:00:02.74 = 131568 samples ~ …`
        var sampleCount: Int64? {
            guard let words = duration?.split(separator: " "), let index = words.firstIndex(of: "samples") else {
                return nil
            }
            return Int64(words[index - 1])
        }
    }

    struct FLACFacts: Decodable {
        let min_block: Int
        let max_block: Int
        let rate: Int
        let channels: Int
        let bits: Int
        let samples: Int64
        let md5: String
    }

    static let folder: URL? = {
        let folder = PackageFolder.corpus
        if FileManager.default.fileExists(atPath: folder.path + "/index.json") { return folder }
        let note = "*** NO CORPUS at \(folder.path): the suites on Matroska, tags and audio files are LEFT OUT ***\n"
        FileHandle.standardError.write(Data(note.utf8))
        return nil
    }()

    static var isPresent: Bool { folder != nil }

    /// What runs the corpus's own program that breaks files.
    static let python = "/usr/bin/python3"
    static var canBreakFiles: Bool { isPresent && FileManager.default.isExecutableFile(atPath: python) }

    static let entries: [Entry] = {
        guard let folder, let index = try? Data(contentsOf: folder.appending(path: "index.json")) else { return [] }
        do {
            return try JSONDecoder().decode([Entry].self, from: index)
        } catch {
            Issue.record("the index of the corpus cannot be read: \(error)")
            return []
        }
    }()

    static let matroska: Set<String> = ["mkv", "mka", "webm"]
    static let framedAudio: Set<String> = ["mp3", "mp2", "adts", "ac3", "eac3"]
    static let chunkedAudio: Set<String> = ["wav", "aiff", "aifc", "caf"]
    static let audio = framedAudio.union(chunkedAudio).union(["flac", "ogg"])

    static func entries(in containers: Set<String>) -> [Entry] {
        entries.filter { containers.contains($0.container) }
    }

    static func url(of entry: Entry) throws -> URL { try #require(folder).appending(path: entry.file) }

    static func data(of entry: Entry) throws -> Data {
        // Foundation leaks a page for every empty file it reads, which the address sanitizer would report as ours.
        guard entry.size > 0 else { return Data() }
        return try Data(contentsOf: #require(folder).appending(path: entry.file))
    }

    static func window(of entry: Entry) throws -> ByteWindow { try ByteWindow(AKDataSource(data(of: entry))) }
}

extension ByteWindow {
    /// A window on bytes in memory.
    convenience init(bytes: [UInt8]) throws { try self.init(AKDataSource(Data(bytes))) }
}
