import Foundation
import Synchronization
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitSources
@testable import AssetKitBase

@Suite("Image generator")
struct ImageGeneratorTests {
    private static func generator(_ name: String, exact: Bool = true) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: SampleMedia.url(name)))
        generator.apertureMode = .encodedPixels
        generator.maximumSize = CGSize(width: 160, height: 0)
        guard exact else { return generator }
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        return generator
    }

    private static func index(_ image: CGImage) -> Int? { PictureBarcode.index(of: image, codedSize: (320, 180)) }

    private static func time(_ value: Int64, _ timescale: CMTimeScale = 25) -> CMTime {
        CMTime(value: value, timescale: timescale)
    }

    // MARK: Tolerances. The sample has 75 pictures of 1/25 s; 0 and 48 are key pictures.

    @Test(
        "without a limit it is the key picture at or before the time",
        arguments: [
            "h264-bframes.mp4", "h264-bframes.mkv", "h264.ts", "hevc.mkv", "mpeg2.ts",
        ]
    )
    func unbounded(name: String) async throws {
        let keys = try #require(try ShownPictures.named(name))
        let generator = Self.generator(name, exact: false)
        for picture in [0, 5, 47, 48, 49, 74] {
            let shown = keys.pictures[picture]
            let (image, actual) = try await generator.image(at: shown.middle)
            let key = try #require(keys.keyFrames.filter { $0 <= picture }.max())
            #expect(PictureBarcode.index(of: image, codedSize: keys.codedSize) == key, "\(name) \(picture)")
            #expect(abs((actual - keys.pictures[key].start).seconds) < 0.0011)
        }
    }

    @Test("a finite tolerance takes the nearer key picture, or else the first picture within")
    func finite() async throws {
        let generator = Self.generator("h264-bframes.mp4")
        generator.requestedTimeToleranceBefore = Self.time(10)
        generator.requestedTimeToleranceAfter = Self.time(10)
        for (asked, expected) in [(5, 0), (43, 48), (52, 48), (30, 20), (70, 60)] {
            let (image, actual) = try await generator.image(at: Self.time(Int64(asked)))
            #expect(Self.index(image) == expected, "asked for \(asked)")
            #expect(actual == Self.time(Int64(expected)))
        }
    }

    @Test("a tolerance to one side only is kept")
    func oneSided() async throws {
        let generator = Self.generator("h264-bframes.mp4")
        generator.requestedTimeToleranceAfter = .positiveInfinity
        #expect(Self.index(try await generator.image(at: Self.time(30)).image) == 48)
        generator.requestedTimeToleranceAfter = .zero
        generator.requestedTimeToleranceBefore = .positiveInfinity
        #expect(Self.index(try await generator.image(at: Self.time(47)).image) == 0)
    }

    // MARK: Ends and gaps

    @Test("before the start it is the first picture, at the end the last, beyond it none")
    func ends() async throws {
        let generator = Self.generator("h264-bframes.mp4")
        #expect(Self.index(try await generator.image(at: Self.time(-50)).image) == 0)
        let (last, actual) = try await generator.image(at: Self.time(75))
        #expect(Self.index(last) == 74)
        #expect(actual == Self.time(74))
        let error = await #expect(throws: AVError.self) { try await generator.image(at: Self.time(76)) }
        #expect(error?.code == .noImageAtTime)
        generator.requestedTimeToleranceBefore = .positiveInfinity
        #expect(Self.index(try await generator.image(at: Self.time(100)).image) == 48)
    }

    @Test("in a gap between edits there is a picture only within the tolerance")
    func gap() async throws {
        let generator = Self.generator("edit-inner-gap.mp4")
        let inGap = Self.time(5, 4)
        let error = await #expect(throws: AVError.self) { try await generator.image(at: inGap) }
        #expect(error?.code == .noImageAtTime)
        generator.requestedTimeToleranceAfter = Self.time(1, 2)
        let (image, actual) = try await generator.image(at: inGap)
        #expect(Self.index(image) == 25)
        #expect(actual == Self.time(3, 2))
        let leading = Self.generator("edit-leading-empty.mp4")
        let first = try await leading.image(at: .zero)
        #expect(Self.index(first.image) == 0)
        #expect(first.actualTime == Self.time(1, 1))
    }

    @Test("an asset without pictures, and a time that is none, fail with words")
    func nothingToShow() async {
        let sound = AVAssetImageGenerator(asset: AVURLAsset(url: SampleMedia.url("aac.m4a")))
        let noPictures = await #expect(throws: AVError.self) { try await sound.image(at: .zero) }
        #expect(noPictures?.localizedDescription.contains("it has no pictures") == true)
        let noTime = await #expect(throws: AVError.self) {
            try await Self.generator("h264-bframes.mp4").image(at: .invalid)
        }
        #expect(noTime?.code == .noImageAtTime)
    }

    // MARK: Work

    @Test("the file is opened once, and no group of pictures is decoded twice")
    func economy() async throws {
        let generator = Self.generator("h264-bframes.mp4")
        let times = (0..<75).map { Self.time($0) }
        for await element in generator.images(for: times) { _ = try element.image }
        let counts = generator.engine.counters.snapshot
        #expect(counts.opens == 1)
        #expect(counts.packetsRead == 75)
        #expect(counts.picturesDecoded == 75)
        #expect(counts.picturesConverted == 75)
        _ = try await generator.image(at: Self.time(30))
        #expect(generator.engine.counters.snapshot.opens == 1)
    }

    @Test("a key picture takes one packet, and a late picture leaves disposable ones out")
    func skipping() async throws {
        // The end of a sequence comes when all has been counted.
        let loose = Self.generator("h264-bframes.mp4", exact: false)
        for await element in loose.images(for: [Self.time(60)]) { _ = try element.image }
        #expect(loose.engine.counters.snapshot.packetsRead == 1)
        #expect(loose.engine.counters.snapshot.picturesDecoded == 1)
        let exact = Self.generator("h264-bframes.mp4")
        for await element in exact.images(for: [Self.time(74)]) { _ = try element.image }
        let counts = exact.engine.counters.snapshot
        #expect(counts.packetsSkipped > 5)
        #expect(counts.picturesDecoded + counts.packetsSkipped == counts.packetsRead)
    }

    @Test("two requests for one picture decode it once")
    func shared() async throws {
        let generator = Self.generator("h264-bframes.mp4")
        let times = [Self.time(10), Self.time(101, 250), Self.time(10)]
        var found: [Int?] = []
        for await element in generator.images(for: times) { found.append(Self.index(try element.image)) }
        #expect(found == [10, 10, 10])
        #expect(generator.engine.counters.snapshot.picturesConverted == 1)
    }

    // MARK: Calls

    @Test("the older calls give the same, in the order asked")
    func olderCalls() async throws {
        let generator = Self.generator("h264-bframes.mp4")
        var actual = CMTime.invalid
        let image = try generator.copyCGImage(at: Self.time(33), actualTime: &actual)
        #expect(Self.index(image) == 33)
        #expect(actual == Self.time(33))
        let times = [70, 3, 50, 400, 20].map { NSValue(time: Self.time($0)) }
        let results = await withCheckedContinuation { done in
            let seen = Mutex<[String]>([])
            generator.generateCGImagesAsynchronously(forTimes: times) { requested, image, _, result, error in
                let words =
                    image.flatMap(Self.index).map(String.init) ?? "\((error as? AVError)?.code == .noImageAtTime)"
                let all = seen.withLock { seen in
                    seen.append("\(requested.value) \(result) \(words)")
                    return seen
                }
                if all.count == times.count { done.resume(returning: all) }
            }
        }
        #expect(
            results == [
                "70 succeeded 70", "3 succeeded 3", "50 succeeded 50", "400 failed true", "20 succeeded 20",
            ]
        )
    }

    @Test("to cancel reports every image that is due as cancelled, once")
    func cancelling() async {
        let generator = Self.generator("h264-bframes.mp4")
        let times = (0..<500).map { NSValue(time: Self.time($0 % 75)) }
        let results = await withCheckedContinuation { done in
            let seen = Mutex<[AVAssetImageGenerator.Result]>([])
            generator.generateCGImagesAsynchronously(forTimes: times) { _, _, _, result, _ in
                let all = seen.withLock { seen in
                    seen.append(result)
                    return seen
                }
                if all.count == 1 { generator.cancelAllCGImageGeneration() }
                if all.count == times.count { done.resume(returning: all) }
            }
        }
        #expect(results.first == .succeeded)
        #expect(results.last == .cancelled)
        #expect(!results.contains(.failed))
    }

    @Test("to leave the loop, or to cancel the task, ends the work")
    func leaving() async throws {
        let generator = Self.generator("h264-bframes.mp4")
        for await element in generator.images(for: (0..<1000).map { Self.time($0 % 75) }) {
            _ = try element.image
            break
        }
        let task = Task { try await generator.image(at: Self.time(74)) }
        task.cancel()
        let outcome = await task.result
        if case .failure(let error) = outcome { #expect((error as? AVError)?.code == .operationCancelled) }
        // The generator goes on to serve.
        #expect(Self.index(try await generator.image(at: Self.time(3)).image) == 3)
    }

    @Test("a spoilt region does not spoil the images of others")
    func damage() async throws {
        var bytes = try Data(contentsOf: SampleMedia.url("h264-all-intra.mp4"))
        let whole = AVURLAsset(url: SampleMedia.url("h264-all-intra.mp4"))
        let track = try #require(try await whole.loadTracks(withMediaType: .video).first)
        let cursor = try #require(track.makeSampleCursor(presentationTimeStamp: Self.time(20)))
        let place = cursor.currentSampleStorageRange
        for offset in 8..<Int(place.length) { bytes[Int(place.offset) + offset] = 0xff }
        let generator = AVAssetImageGenerator(asset: AVAsset(akData: bytes, fileType: .mp4))
        generator.apertureMode = .encodedPixels
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        var found: [Int?] = []
        for await element in generator.images(for: [19, 20, 21].map { Self.time($0) }) {
            found.append((try? element.image).flatMap(Self.index))
        }
        #expect(found[0] == 19)
        #expect(found[2] == 21)
    }
}
