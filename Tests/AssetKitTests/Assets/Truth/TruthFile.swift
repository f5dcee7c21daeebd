import AssetKit
import Foundation

/// The truth about one sample file; `SampleMedia/README.md` describes the schema.
struct TruthFile: Decodable {
    struct Index: Decodable {
        let files: [TruthFile]
    }

    struct Layout: Decodable {
        let fragmented: Bool
    }

    struct Chapter: Decodable {
        let title: String
        let start: TruthTime
        let end: TruthTime
    }

    struct Metadata: Decodable {
        let keySpace: String
        let values: [String: String]
    }

    struct Cover: Decodable {
        let type: String
        let size: [Int]
    }

    let name: String
    let container: String
    let byteCount: Int64
    let duration: TruthTime?
    let startTime: TruthTime?
    let movieTimescale: Int32?
    let layout: Layout?
    let chapters: [Chapter]?
    let metadata: Metadata?
    let creationTime: String?
    let coverArt: Cover?
    let declaresPriming: Bool?
    let tracks: [TruthTrack]

    static func all() throws -> [TruthFile] {
        let data = try Data(contentsOf: SampleMedia.url("truth.json"))
        return try JSONDecoder().decode(Index.self, from: data).files
    }
}

/// A time, or any other ratio.
struct TruthTime: Decodable, Hashable {
    let value: Int64
    let scale: Int64

    init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        value = try values.decode(Int64.self)
        scale = try values.decode(Int64.self)
    }

    var time: CMTime { CMTime(value: value, timescale: Int32(clamping: scale)) }
    var number: Double { Double(value) / Double(scale) }
}

/// The truth about one track.
struct TruthTrack: Decodable {
    struct Stretch: Decodable {
        let start: TruthTime
        let duration: TruthTime
    }

    struct Segment: Decodable {
        let source: Stretch?
        let target: Stretch
        let rate: TruthTime?
    }

    struct SampleDescription: Decodable {
        let codec: String
    }

    struct Timecode: Decodable {
        let start: String
    }

    let mediaType: String
    let codec: String?
    let codecName: String
    let language: String?
    let title: String?
    let metadata: TruthFile.Metadata?
    let timescale: Int32?
    let segments: [Segment]?
    let sampleDescriptions: [SampleDescription]?
    let timecode: Timecode?
    let video: TruthPictures?
    let audio: TruthSound?
}

/// The truth about the pictures of a track.
struct TruthPictures: Decodable {
    struct Run: Decodable {
        let count: Int64
        let start: TruthTime?
        let frameDuration: TruthTime?
        let times: [TruthTime]?
        let end: TruthTime?

        /// When the first picture of the run shows.
        var first: CMTime? { (start ?? times?.first)?.time }

        /// When the last one is gone.
        var last: CMTime? {
            if let end { return end.time }
            guard let start, let frameDuration else { return nil }
            return start.time + CMTimeMultiply(frameDuration.time, multiplier: Int32(count))
        }
    }

    struct Aperture: Decodable {
        let width: TruthTime
        let height: TruthTime
        let horizontalOffset: TruthTime
        let verticalOffset: TruthTime
    }

    struct Colour: Decodable {
        let primaries: String?
        let transfer: String?
        let matrix: String?
        let range: String?
    }

    struct Display: Decodable {
        struct Luminance: Decodable {
            let minimum: TruthTime
            let maximum: TruthTime
        }

        let red: [TruthTime]
        let green: [TruthTime]
        let blue: [TruthTime]
        let white: [TruthTime]
        let luminance: Luminance
    }

    struct Light: Decodable {
        let maximum: Int
        let maximumFrameAverage: Int
    }

    struct Captions: Decodable {
        let standard: String
    }

    let frameCount: Int64
    /// Pictures that are stored before the first good one, and need others that are missing.
    let undecodableSamples: Int64?
    let frameRate: TruthTime?
    let pictures: [Run]
    let codedSize: [Int]
    let pixelAspectRatio: [Int]
    let cleanAperture: Aperture?
    let displaySize: [Double]
    let transform: [Double]
    let rotation: Int?
    let bitDepth: Int
    let chroma: String
    let alpha: TruthAlpha?
    let fieldCount: Int?
    let color: Colour?
    let hdr: String?
    let masteringDisplay: Display?
    let contentLightLevel: Light?
    let keyFrames: [Int]
    let reordered: Bool
    let closedCaptions: Captions?
}

/// The truth about the sound of a track.
struct TruthSound: Decodable {
    let sampleRate: Double
    let channels: Int
    let channelLayout: String?
    let bitDepth: Int?
    let lossless: Bool
    let start: TruthTime?
    let sourceSampleCount: Int64
    let priming: Int64
}

/// How opaque pixels are.
struct TruthAlpha: Decodable {
    /// `straight` or `premultiplied`.
    let mode: String
}
