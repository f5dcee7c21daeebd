import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("Images of AVI, whose samples are numbered as they are decoded")
struct NumberedImageTests {
    private let folder = TemporaryFolder()

    private static func generator(_ asset: AVAsset, exact: Bool = true) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.apertureMode = .encodedPixels
        guard exact else { return generator }
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        return generator
    }

    private static func indices(_ numbers: [Int], of generator: AVAssetImageGenerator) async throws -> [Int] {
        var found: [Int] = []
        for await element in generator.images(for: numbers.map { CMTime(value: Int64($0) * 2 + 1, timescale: 50) }) {
            let index = PictureBarcode.index(of: try element.image, codedSize: (320, 180))
            #expect(try element.actualTime == CMTime(value: Int64(index ?? -1), timescale: 25))
            found.append(index ?? -1)
        }
        return found
    }

    private static func counts(_ generator: AVAssetImageGenerator) -> RenderCounters.Snapshot {
        generator.engine.counters.snapshot
    }

    @Test("an image takes the group of pictures that it is in, and no more")
    func group() async throws {
        let asset = AVAsset(
            akData: try await AnnexB.avi(of: "h264-bframes.mp4"),
            fileType: AVFileType(rawValue: "public.avi")
        )
        let exact = Self.generator(asset)
        #expect(try await Self.indices([60], of: exact) == [60])
        #expect(Self.counts(exact).picturesDecoded < 20)
        let loose = Self.generator(asset, exact: false)
        #expect(try await Self.indices([60, 74, 50, 48], of: loose) == [48, 48, 48, 48])
        #expect(Self.counts(loose).picturesDecoded < 4)
        #expect(Self.counts(loose).picturesConverted == 1)
        let every = Self.generator(asset)
        #expect(try await Self.indices(Array(0..<75), of: every) == Array(0..<75))
        #expect(Self.counts(every).picturesDecoded == 75)
    }

    /// Codecs with pictures out of order, groups that are open and closed.
    private static let films: [(name: String, arguments: [String])] = [
        ("mpeg4", ["-c:v", "mpeg4", "-bf", "2", "-g", "10", "-q:v", "2"]),
        ("mpeg4-one", ["-c:v", "mpeg4", "-bf", "1", "-g", "7", "-q:v", "2"]),
        ("mpeg4-plain", ["-c:v", "mpeg4", "-bf", "0", "-g", "10", "-q:v", "2"]),
        ("mpeg2", ["-c:v", "mpeg2video", "-bf", "2", "-g", "9", "-q:v", "2"]),
        ("h264", ["-c:v", "libx264", "-bf", "3", "-g", "12", "-crf", "20"]),
        ("h264-open", ["-c:v", "libx264", "-bf", "3", "-g", "12", "-crf", "20", "-x264-params", "open-gop=1"]),
        ("mjpeg", ["-c:v", "mjpeg", "-q:v", "2"]),
    ]

    /// An AVI file of numbered pictures.
    private func film(_ name: String, _ encoder: [String]) throws -> URL {
        let path = folder.path("\(name).avi")
        let source = ["-i", SampleMedia.url("h264-bframes.mp4").path, "-an", "-fps_mode", "cfr"]
        try Oracle.run(source + encoder + [path])
        return URL(filePath: path)
    }

    @Test(
        "each picture is found alone and among others",
        .enabled(if: Oracle.isThere),
        arguments: films
    )
    func every(name: String, arguments: [String]) async throws {
        let asset = AVURLAsset(url: try film(name, arguments))
        #expect(try await Self.indices(Array(0..<75), of: Self.generator(asset)) == Array(0..<75))
        var decoded = 0
        for number in stride(from: 0, to: 75, by: 2) {
            let alone = Self.generator(asset)
            #expect(try await Self.indices([number], of: alone) == [number])
            decoded += Self.counts(alone).picturesDecoded
        }
        // From the beginning it would be 1,444 and more. x264's open groups do not begin with pictures that say that
        // decoding can start there.
        #expect(decoded < 38 * 14 || name == "h264-open", "\(name): \(decoded)")
        let few = [3, 30, 31, 33, 70]
        #expect(try await Self.indices(few, of: Self.generator(asset)) == few)
    }

    @Test("two pictures packed in one sample are told apart", .enabled(if: Oracle.isThere))
    func packed() async throws {
        let unpacked = try film("unpacked", ["-c:v", "mpeg4", "-bf", "1", "-g", "12", "-q:v", "2"])
        let bytes = try PackedMPEG4.avi(of: try Data(contentsOf: unpacked))
        let asset = AVAsset(akData: bytes, fileType: AVFileType(rawValue: "public.avi"))
        #expect(try await Self.indices(Array(0..<75), of: Self.generator(asset)) == Array(0..<75))
        for number in [0, 1, 11, 12, 13, 40, 73, 74] {
            #expect(try await Self.indices([number], of: Self.generator(asset)) == [number])
        }
    }

    @Test(
        "a reader that begins within AVI gives the same pictures at the same times",
        .enabled(if: Oracle.isThere),
        arguments: films
    )
    func reading(name: String, arguments: [String]) async throws {
        let asset = AVURLAsset(url: try film(name, arguments))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        for start in [0, 9, 17, 30, 40, 59, 71] {
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
            reader.add(output)
            let begin = CMTime(value: Int64(start), timescale: 25)
            reader.timeRange = CMTimeRange(start: begin, duration: .positiveInfinity)
            #expect(reader.startReading())
            var found: [Int?] = []
            while let sample = output.copyNextSampleBuffer() {
                found.append(PictureBarcode.index(of: try #require(sample.imageBuffer)))
                let time = CMTime(value: Int64(start + found.count - 1), timescale: 25)
                #expect(sample.presentationTimeStamp == time)
            }
            #expect(found == Array(start..<75), "\(name) from \(start)")
        }
    }
}
