import Foundation

@testable import AssetKit

/// What `truth.json` says about the pictures of a sample: which one is on the screen when.
struct ShownPictures: Decodable {
    /// One picture on the asset's timeline.
    struct Picture {
        let index: Int
        let start: CMTime
        let end: CMTime

        var middle: CMTime { CMTimeMultiplyByRatio(start + end, multiplier: 1, divisor: 2) }
    }

    private struct Run: Decodable {
        let first: Int
        let count: Int
        let start: [Int64]?
        let frameDuration: [Int64]?
        let times: [[Int64]]?
        let end: [Int64]?
    }

    private struct Video: Decodable {
        let codedSize: [Int]
        let pictures: [Run]?
        let keyFrames: [Int]?
    }

    private struct Track: Decodable {
        let mediaType: String
        let video: Video?
    }

    private struct File: Decodable {
        let name: String
        let tracks: [Track]
    }

    private struct Root: Decodable { let files: [File] }

    let name: String
    let codedSize: (width: Int, height: Int)
    let pictures: [Picture]
    let keyFrames: Set<Int>

    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "use all()"))
    }

    private init?(_ file: File) {
        guard let video = file.tracks.first(where: { $0.mediaType == "video" })?.video, let runs = video.pictures else {
            return nil
        }
        name = file.name
        codedSize = (video.codedSize[0], video.codedSize[1])
        keyFrames = Set(video.keyFrames ?? [])
        pictures = runs.flatMap(Self.pictures)
    }

    /// All samples that have pictures.
    static func all() throws -> [ShownPictures] {
        let data = try Data(contentsOf: SampleMedia.url("truth.json"))
        return try JSONDecoder().decode(Root.self, from: data).files.compactMap(ShownPictures.init)
    }

    static func named(_ name: String) throws -> ShownPictures? { try all().first { $0.name == name } }

    private static func pictures(_ run: Run) -> [Picture] {
        if let times = run.times?.map(time) {
            let ends = times.dropFirst() + [run.end.map(time) ?? times[times.count - 1]]
            return zip(times, ends).enumerated().map { Picture(index: run.first + $0, start: $1.0, end: $1.1) }
        }
        guard let start = run.start.map(time), let duration = run.frameDuration else { return [] }
        return (0..<run.count).map { number in
            func moment(_ count: Int) -> CMTime {
                start + CMTime(value: duration[0] * Int64(count), timescale: CMTimeScale(duration[1]))
            }
            return Picture(index: run.first + number, start: moment(number), end: moment(number + 1))
        }
    }

    private static func time(_ pair: [Int64]) -> CMTime { CMTime(value: pair[0], timescale: CMTimeScale(pair[1])) }
}
