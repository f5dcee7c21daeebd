import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitSources
@testable import AssetKitBase

@Suite("Images of interlaced films")
struct InterlacedImageTests {
    private let folder = TemporaryFolder()
    private static let sample = "interlaced-tff.mp4"

    /// A film, and what FFmpeg's filter makes of every picture of it, without loss.
    private func make(_ arguments: [String], _ name: String) throws -> (film: String, truth: String) {
        let film = folder.path(name)
        try Oracle.run(["-i", SampleMedia.url(Self.sample).path, "-an"] + arguments + [film])
        return (film, try truth(of: film))
    }

    private func truth(of film: String) throws -> String {
        let truth = folder.path("truth.mkv")
        // FFmpeg does not know the times of pictures in AVI that are out of order.
        let filter = "bwdif=mode=send_frame:parity=auto:deint=all,setpts=N/25/TB"
        try Oracle.run(["-i", film, "-an", "-vf", filter, "-c:v", "ffv1", "-fps_mode", "passthrough", truth])
        return truth
    }

    private static func generator(_ path: String, exact: Bool = true) -> AVAssetImageGenerator {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: false]
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(filePath: path), options: options))
        generator.apertureMode = .encodedPixels
        guard exact else { return generator }
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        return generator
    }

    /// The middle of a picture's time.
    private static func time(_ number: Int) -> CMTime { CMTime(value: Int64(number) * 2 + 1, timescale: 50) }

    private static func images(_ numbers: [Int], of generator: AVAssetImageGenerator) async throws -> [CGImage] {
        var images: [CGImage] = []
        for await element in generator.images(for: numbers.map(time)) { images.append(try element.image) }
        return images
    }

    /// How many bytes of two images differ by more than a step.
    private static func differences(_ first: CGImage, _ second: CGImage) throws -> Int {
        let bytes = try [first, second].map { [UInt8](try #require($0.dataProvider?.data as Data?)) }
        try #require(bytes[0].count == bytes[1].count && first.bytesPerRow == second.bytesPerRow)
        guard bytes[0] != bytes[1] else { return 0 }
        var count = 0
        bytes[0].withUnsafeBufferPointer { first in
            bytes[1].withUnsafeBufferPointer { second in
                // Sequences are slow where nothing is optimised.
                var place = 0
                while place < first.count {
                    if first[place] != second[place], abs(Int(first[place]) - Int(second[place])) > 1 { count += 1 }
                    place += 1
                }
            }
        }
        return count
    }

    private static let mpeg2 = ["-c:v", "mpeg2video", "-flags", "+ilme+ildct", "-g", "10", "-bf", "2", "-q:v", "2"]
    private static let films: [(name: String, arguments: [String])] = [
        ("copy.mp4", ["-c", "copy"]), ("copy.ts", ["-c", "copy"]), ("copy.mkv", ["-c", "copy"]),
        ("mpeg2.ts", mpeg2), ("mpeg2.mkv", mpeg2 + ["-top", "0", "-vf", "fieldorder=bff"]),
        ("mpeg2.avi", mpeg2),
    ]

    @Test(
        "the image of each picture is what the filter makes of it among its neighbours",
        .enabled(if: Oracle.isThere),
        arguments: films
    )
    func every(name: String, arguments: [String]) async throws {
        let (film, truth) = try make(arguments, name)
        let all = Array(0..<75)
        let wanted = try await Self.images(all, of: Self.generator(truth))
        let found = try await Self.images(all, of: Self.generator(film))
        #expect(found.count == wanted.count)
        var wrong: [String] = []
        for number in all {
            let count = try Self.differences(found[number], wanted[number])
            if count > 0 { wrong.append("\(number): \(count)") }
        }
        #expect(wrong.isEmpty, "\(name): \(wrong.joined(separator: ", "))")
    }

    @Test(
        "a picture asked for alone has its neighbours too: the first, key pictures, the last",
        .enabled(if: Oracle.isThere),
        arguments: films
    )
    func alone(name: String, arguments: [String]) async throws {
        let (film, truth) = try make(arguments, name)
        for number in [0, 1, 9, 10, 11, 47, 48, 49, 73, 74] {
            let wanted = try await Self.images([number], of: Self.generator(truth))
            let found = try await Self.images([number], of: Self.generator(film))
            let count = try Self.differences(try #require(found.first), try #require(wanted.first))
            #expect(count == 0, "\(name) \(number): \(count)")
        }
    }

    @Test("neighbours cost no other group of pictures where any picture nearby will do")
    func economy() async throws {
        let film = SampleMedia.url(Self.sample).path
        let loose = Self.generator(film, exact: false)
        _ = try await Self.images([60], of: loose)
        #expect(loose.engine.counters.snapshot.picturesDecoded == 1)
        let exact = Self.generator(film)
        _ = try await Self.images([20], of: exact)
        let counts = exact.engine.counters.snapshot
        // Up to the picture behind, which may come with some that are decoded before it.
        #expect(counts.packetsRead <= 26)
        let all = Self.generator(film)
        _ = try await Self.images(Array(0..<75), of: all)
        #expect(all.engine.counters.snapshot.picturesDecoded == 75)
    }
}
