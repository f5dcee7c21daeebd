import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitSources
@testable import AssetKitMedia

/// The pictures of a track as a reader gives them.
struct ReadPictures {
    struct Picture: Equatable {
        var index: Int
        var time: CMTime
        var duration: CMTime
        var hash: Int
    }

    var pictures: [Picture] = []
    var counts = RenderCounters.Snapshot()

    init(_ name: String, format: OSType? = nil, in range: CMTimeRange? = nil) async throws {
        try await self.init(of: AVURLAsset(url: SampleMedia.url(name)), format: format, in: range)
    }

    init(of asset: AVAsset, format: OSType? = nil, in range: CMTimeRange? = nil) async throws {
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = format.map { [kCVPixelBufferPixelFormatTypeKey: $0] } ?? [:]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        if let range { reader.timeRange = range }
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        while let sample = output.copyNextSampleBuffer() {
            let buffer = try #require(sample.imageBuffer)
            pictures.append(
                Picture(
                    index: try #require(PictureBarcode.index(of: buffer)),
                    time: sample.presentationTimeStamp,
                    duration: sample.duration,
                    hash: Self.hash(buffer)
                )
            )
        }
        if let error = reader.error { throw error }
        #expect(reader.status == .completed)
        counts = reader.session.counters.snapshot
    }

    private static func hash(_ picture: CVPixelBuffer) -> Int {
        var hasher = Hasher()
        for plane in picture.format.planes.indices {
            let width = picture.format.planes[plane].byteCount(ofWidth: picture.width(ofPlane: plane)) ?? 0
            let bytesPerRow = picture.storage.bytesPerRow(ofPlane: plane)
            _ = picture.akWithPlane(plane) { span in
                span.withUnsafeBytes { bytes in
                    for row in 0..<picture.height(ofPlane: plane) {
                        hasher.combine(
                            bytes: UnsafeRawBufferPointer(
                                rebasing: bytes[row * bytesPerRow..<row * bytesPerRow + width]
                            )
                        )
                    }
                }
            }
        }
        return hasher.finalize()
    }
}

/// What `truth.json` says about when pictures are shown.
struct PictureTruth: Decodable {
    struct File: Decodable {
        let name: String
        let container: String
        let tracks: [Track]
    }

    struct Track: Decodable {
        let video: Video?
    }

    struct Video: Decodable {
        let frameCount: Int
        let pictures: [Run]
        let codedSize: [Int]
        let keyFrames: [Int]
    }

    struct Run: Decodable {
        let first: Int
        let count: Int
        let start: TruthTime?
        let frameDuration: TruthTime?
        let times: [TruthTime]?
        let end: TruthTime?
    }

    let files: [File]

    static func all() throws -> [File] {
        try JSONDecoder().decode(Self.self, from: Data(contentsOf: SampleMedia.url("truth.json"))).files
    }

    static let names: [String] = ((try? all()) ?? []).filter { $0.tracks.contains { $0.video != nil } }.map(\.name)

    /// When each picture is shown, in order.
    static func shown(_ name: String) throws -> (
        pictures: [(index: Int, time: CMTime)], video: Video, container: String
    ) {
        let file = try #require(try all().first { $0.name == name })
        let video = try #require(file.tracks.compactMap(\.video).first)
        var shown: [(Int, CMTime)] = []
        for run in video.pictures {
            for number in 0..<run.count {
                if let times = run.times {
                    shown.append((run.first + number, times[number].time))
                } else if let start = run.start, let step = run.frameDuration {
                    let ahead = CMTimeMultiply(step.time, multiplier: Int32(number))
                    shown.append((run.first + number, start.time + ahead))
                }
            }
        }
        return (shown, video, file.container)
    }
}

@Suite("Reader, pictures")
struct PictureReadingTests {
    @Test("every picture comes once, in order, at its time", arguments: PictureTruth.names)
    func everyPicture(name: String) async throws {
        let (shown, _, container) = try PictureTruth.shown(name)
        let read = try await ReadPictures(name)
        #expect(read.pictures.map(\.index) == shown.map(\.index))
        // Matroska rounds times to a millisecond.
        let tolerance = ["matroska", "webm"].contains(container) ? CMTime(value: 1, timescale: 1000) : .zero
        for (picture, wanted) in zip(read.pictures, shown) {
            let difference = CMTimeAbsoluteValue(picture.time - wanted.time)
            #expect(difference <= tolerance, "picture \(wanted.index) at \(wanted.time) is at \(picture.time)")
        }
        for (picture, next) in zip(read.pictures, read.pictures.dropFirst()) {
            #expect(picture.time + picture.duration <= next.time)
        }
        #expect(read.counts.opens == 1)
    }

    @Test(
        "each picture is decoded once where no edit goes back",
        arguments: [
            "h264-bframes.mp4", "hevc-open-gop.mp4", "vp9.mp4", "edit-dwell.mp4", "edit-inner-gap.mp4",
            "edit-rate-half.mp4",
        ]
    )
    func decodedOnce(name: String) async throws {
        let (_, video, _) = try PictureTruth.shown(name)
        let read = try await ReadPictures(name)
        #expect(read.counts.picturesDecoded <= video.frameCount)
        #expect(read.counts.seeks == 1)
    }

    static let rangeFiles = [
        "h264-bframes.mp4", "h264-open-gop.mp4", "hevc-open-gop.mp4", "vfr.mp4", "edit-reordered.mp4", "edit-dwell.mp4",
        "edit-rate-double.mp4", "edit-cut-inside-picture.mp4", "h264-bframes.mkv", "vp9-opus.webm", "h264.ts",
        "mpeg2.ts",
        "h264-one-keyframe.mp4", "negative-composition-offsets.mp4", "fragmented.mp4",
    ]

    @Test("a range gives the pictures that the whole shows there, the first one cut to it", arguments: rangeFiles)
    func ranges(name: String) async throws {
        let whole = try await ReadPictures(name)
        for (from, to) in [(0, 300), (330, 910), (1000, 1500), (1234, 1999)] as [(Int64, Int64)] {
            let range = CMTimeRange(
                start: CMTime(value: from, timescale: 1000),
                end: CMTime(value: to, timescale: 1000)
            )
            let part = try await ReadPictures(name, in: range)
            let wanted = whole.pictures.filter { $0.time < range.end && $0.time + $0.duration > range.start }
            #expect(part.pictures.map(\.index) == wanted.map(\.index), "\(from)-\(to) ms")
            #expect(part.pictures.map(\.hash) == wanted.map(\.hash), "\(from)-\(to) ms")
            #expect(part.pictures.map(\.time) == wanted.map { max($0.time, range.start) }, "\(from)-\(to) ms")
            let ends = wanted.map { min($0.time + $0.duration, range.end) }
            #expect(part.pictures.map { $0.time + $0.duration } == ends, "\(from)-\(to) ms")
        }
    }

    @Test(
        "pictures come in the format asked for",
        arguments: [
            kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8Planar,
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
        ]
    )
    func formats(format: OSType) async throws {
        let read = try await ReadPictures("h264-bframes.mp4", format: format)
        #expect(read.pictures.map(\.index) == Array(0..<75))
    }

    @Test("a picture that a decoder gives as it is asked for is neither converted nor copied")
    func withoutConversion() async throws {
        let read = try await ReadPictures("h264-bframes.mp4", format: kCVPixelFormatType_420YpCbCr8Planar)
        #expect(read.counts.picturesConverted == 0)
        #expect(read.counts.picturesCopied == 0)
    }

    @Test("a picture that stands on its head in the file is copied once", .enabled(if: Oracle.isThere))
    func onItsHead() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("upside down.avi")
        let command = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-c:v", "rawvideo"]
        try Oracle.run(command + ["-pix_fmt", "bgr24", path])
        // A height below zero says that the first row comes first; above it the last one does.
        var data = try Data(contentsOf: URL(filePath: path))
        let header = try #require(data.range(of: Data("strf".utf8)))
        data.replaceSubrange(header.upperBound + 12..<header.upperBound + 16, with: [48, 0, 0, 0])
        try data.write(to: URL(filePath: path))
        let asset = AVURLAsset(url: URL(filePath: path))
        let reader = try AVAssetReader(asset: asset)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let format = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_24BGR]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: format)
        reader.add(output)
        try #require(reader.startReading())
        var count = 0
        while output.copyNextSampleBuffer() != nil { count += 1 }
        #expect(count == 5)
        let counts = reader.session.counters.snapshot
        #expect(counts.picturesCopied == 5)
        #expect(counts.picturesConverted == 0)
    }
}
