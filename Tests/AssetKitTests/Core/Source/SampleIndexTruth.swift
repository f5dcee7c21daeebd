import Foundation

@testable import AssetKit

/// What `truth.json` says of samples and when they show.
struct SampleIndexTruth: Decodable {
    struct File: Decodable, CustomStringConvertible, Sendable {
        let name: String
        let container: String
        let tracks: [Track]

        var description: String { name }
    }

    struct Track: Decodable, Sendable {
        let mediaType: String
        let segments: [Segment]?
        let video: Video?
    }

    struct Segment: Decodable, Sendable {
        let source: Range?
        let rate: [Int64]?
    }

    struct Range: Decodable, Sendable {
        let start: [Int64]
    }

    struct Video: Decodable, Sendable {
        let frameCount: Int
        let undecodableSamples: Int?
        let pictures: [Run]?
        let keyFrames: [Int]?
        let reordered: Bool?
    }

    /// Pictures that show one after the other.
    struct Run: Decodable, Sendable {
        let first: Int
        let count: Int
        let start: [Int64]?
        let frameDuration: [Int64]?
        let times: [[Int64]]?

        /// When picture `index` shows.
        func time(of index: Int) -> CMTime {
            if let times { return CMTime(times[index - first]) }
            guard let start, let frameDuration else { return .invalid }
            return CMTime(start) + CMTimeMultiply(CMTime(frameDuration), multiplier: Int32(index - first))
        }
    }

    let files: [File]

    static let all: [File] = {
        guard let data = try? Data(contentsOf: SampleMedia.url("truth.json")) else { return [] }
        return (try? JSONDecoder().decode(Self.self, from: data))?.files ?? []
    }()
}

extension CMTime {
    /// A time as `truth.json` has it: value and timescale.
    init(_ fraction: [Int64]) {
        self.init(value: fraction[0], timescale: Int32(fraction[1]))
    }
}
