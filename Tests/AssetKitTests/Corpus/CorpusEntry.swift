import Foundation
import Testing

/// One file of the corpus, with what other tools measured, as far as an asset can tell the same.
struct CorpusEntry: Decodable, Sendable {
    /// What is known about the samples of one stream.
    struct Packets: Decodable, Sendable {
        let packets: Int64
        let bytes: Int64
        let keyframes: Int
        let noPts: Int
        let minPts: Int64?
        let maxPts: Int64?
        let endPts: Int64?
        let reordered: Bool?
    }

    /// What comes out of the decoder of one stream.
    struct Frames: Decodable, Sendable {
        let samples: Int64?
    }

    /// What ffprobe says, in full.
    struct Probe: Decodable, Sendable {
        let streams: [ProbedStream]?
        let format: Format?
        let chapters: [Chapter]?

        struct Format: Decodable, Sendable {
            let formatName: String?
            let tags: [String: String]?
        }

        struct Chapter: Decodable, Sendable {
            let startTime: String?
            let endTime: String?
            let tags: [String: String]?
        }
    }

    /// What mkvmerge says.
    struct Merge: Decodable, Sendable {
        let tracks: [Track]?

        struct Track: Decodable, Sendable {
            let number: Int32?
            let type: String?
            let defaultTrack: Bool?
            let forcedTrack: Bool?
            let enabledTrack: Bool?
            let trackName: String?
        }
    }

    let file: String
    let size: Int64
    let `class`: Class
    let container: String
    let tags: [String]
    let opensInFfprobe: Bool?
    let duration: [String: Double?]?
    let packets: [String: Packets]?
    let frames: [String: Frames]?
    let ffprobe: Probe?
    let mkvmerge: Merge?
    let bmff: BoxFacts?
    let disagreements: [String]
    let note: String?

    /// What a file was put into the corpus for.
    enum Class: String, Decodable, Sendable {
        case valid, malformed, encrypted, segment, presentation, text
        case unsupported = "unsupported-by-ffmpeg-5.1"
        case dummyPayload = "dummy-payload"
        case initSegment = "init-segment"
    }

    /// The streams that are tracks: a cover is none.
    var streams: [ProbedStream] {
        (ffprobe?.streams ?? []).filter { $0.disposition?["attached_pic"] != 1 }
    }

    var coverCount: Int { (ffprobe?.streams ?? []).count - streams.count }

    /// The durations that tools measured, in seconds.
    var durations: [Double] { (duration ?? [:]).values.compactMap { $0 }.filter { $0 >= 0 } }

    func has(_ tag: String) -> Bool { tags.contains(tag) }
}

extension CorpusEntry: CustomTestStringConvertible {
    var testDescription: String { file }
}

/// One stream as ffprobe describes it.
struct ProbedStream: Decodable, Sendable {
    let index: Int
    let codecName: String?
    let codecType: String?
    let codecTagString: String?
    let profile: String?
    let width: Int?
    let height: Int?
    let hasBFrames: Int?
    let sampleAspectRatio: String?
    let pixFmt: String?
    let colorRange: String?
    let colorSpace: String?
    let colorTransfer: String?
    let colorPrimaries: String?
    let fieldOrder: String?
    let sampleRate: String?
    let channels: Int?
    let channelLayout: String?
    let id: String?
    let avgFrameRate: String?
    let timeBase: String?
    let startTime: String?
    let disposition: [String: Int]?
    let tags: [String: String]?

    /// The identifier in the container, where it has one.
    var identifier: Int32? { id.flatMap { Int32($0.dropFirst($0.hasPrefix("0x") ? 2 : 0), radix: 16) } }

    var isUsable: Bool { codecType != nil }
}

/// What the boxes of an MP4 or MOV file say, read by a parser that is not FFmpeg's.
struct BoxFacts: Decodable, Sendable {
    struct Movie: Decodable, Sendable {
        let timescale: Int64?
        let duration: UInt64?
    }

    struct Track: Decodable, Sendable {
        let id: Int32?
        let edits: [[Double]]?
        let stsd: [String]?
        let flags: Int?
        let matrix: [Double]?
        let altgroup: Int?
        let timescale: Int64?
        let lang: Language?
        let handler: String?
        let samples: Int64?
        let scheme: String?
        let frma: String?
        let tref: [Reference]?
        let stss: Int?
    }

    /// Three letters, or a number where the box holds no letters.
    struct Language: Decodable, Sendable {
        let letters: String?

        init(from decoder: any Decoder) throws {
            letters = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    /// One kind of reference, and the tracks referred to.
    struct Reference: Decodable, Sendable {
        let kind: String
        let tracks: [Int32]

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            kind = try values.decode(String.self)
            tracks = try values.decode([Int32].self)
        }
    }

    let top: [String]
    let movie: Movie?
    let tracks: [Track]
    let problems: [String]
}

extension String {
    /// Three letters, as ISO 639-2 has them; other bits of a language box mean nothing.
    var isLanguageCode: Bool { count == 3 && allSatisfy { $0.isASCII && $0.isLetter } }
}
