import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitReading
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Join session")
struct JoinSessionTests {
    private let folder = TemporaryFolder()

    /// Copies ranges of samples into a new file.
    private func join(
        _ names: [String],
        _ ranges: [CMTimeRange]? = nil,
        to name: String,
        _ mode: AKTrimMode = .keyframe
    ) async throws -> (asset: AVURLAsset, result: AKJoinSession.Result) {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let everything = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let clips = names.enumerated().map { number, name in
            AKJoinSession.Clip(
                asset: AVURLAsset(url: SampleMedia.url(name), options: options),
                timeRange: ranges?[number] ?? everything
            )
        }
        let session = AKJoinSession(clips: clips)
        session.cutMode = mode
        let url = URL(filePath: folder.path(name))
        let result = try await session.export(to: url)
        return (AVURLAsset(url: url, options: options), result)
    }

    private func pictures(_ asset: AVAsset) async throws -> [(index: Int, time: CMTime)] {
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        var found: [(Int, CMTime)] = []
        while let sample = output.copyNextSampleBuffer() {
            let picture = try #require(sample.imageBuffer)
            found.append((try #require(PictureBarcode.index(of: picture)), sample.presentationTimeStamp))
        }
        if let error = reader.error { throw error }
        return found
    }

    private func clicks(_ asset: AVAsset) async throws -> (places: [Int64], rate: Int) {
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: ReadSound.floats)
        let reader = try AVAssetReader(asset: asset)
        reader.add(output)
        let sound = try ReadSound(reader, output)
        return (sound.clicks(isExact: false), sound.sampleRate)
    }

    private static let cuts: [(name: String, type: String)] = [
        "h264-bframes.mp4", "h264-no-bframes.mp4", "h264-open-gop.mp4", "hevc.mp4", "hevc-open-gop.mp4", "vfr.mp4",
        "h264.ts", "hevc.ts", "h264-bframes.mkv", "hevc.mkv", "vp9-opus.webm", "av1.mp4", "ntsc-29.97.mp4", "mjpeg.mov",
        "mpeg2.ts", "fragmented.mp4", "start-10-hours.ts",
    ].flatMap { name in ["mp4", "mov", "mkv", "ts"].map { (name, $0) } }

    @Test("what a cut presents is its actual range, picture by picture", arguments: cuts)
    func pictures(name: String, type: String) async throws {
        let truth = try #require(try ShownPictures.named(name))
        let duration = try #require(truth.pictures.last?.end)
        var random = SeededGenerator(seed: 41)
        for number in 0..<3 {
            let times = [0, 1].map { _ in Int64.random(in: 0..<Int64(duration.seconds * 600), using: &random) }.sorted()
            let range = CMTimeRange(
                start: CMTime(value: times[0], timescale: 600),
                end: CMTime(value: times[1] + 30, timescale: 600)
            )
            let made: (asset: AVURLAsset, result: AKJoinSession.Result)
            do {
                made = try await join([name], [range], to: "\(number).\(type)")
            } catch let error as AVError where error.localizedDescription.contains("cannot be stored") {
                return
            }
            let actual = made.result.plan.clips[0].actualTimeRange
            let wanted = truth.pictures.filter { $0.start >= actual.start && $0.start < actual.end }
            let found = try await pictures(made.asset)
            #expect(found.map(\.index) == wanted.map(\.index), "\(range)")
            // Matroska counts milliseconds.
            let tolerance = CMTime(value: type == "mkv" || name.hasSuffix("mkv") ? 1 : 0, timescale: 1000)
            let start = found.first?.time ?? .zero
            for (picture, truth) in zip(found, wanted) {
                let expected = truth.start - actual.start
                let place = type == "ts" ? picture.time - start + (wanted[0].start - actual.start) : picture.time
                #expect(abs((place - expected).seconds) <= tolerance.seconds + 1e-5, "\(picture.index) of \(range)")
            }
        }
    }

    @Test("a cut's sound stands at its sample", arguments: ["h264-bframes.mp4", "fragmented.mp4", "h264-bframes.mov"])
    func sound(name: String) async throws {
        let range = CMTimeRange(start: CMTime(value: 7, timescale: 10), end: CMTime(value: 26, timescale: 10))
        let source = try await clicks(AVURLAsset(url: SampleMedia.url(name)))
        // Uncompressed sound has no place in MP4.
        let first = name.hasSuffix("mov") ? "mov" : "mp4"
        for (type, mode) in [(first, AKTrimMode.presentsExactly), ("mov", .keyframe)] {
            let made = try await join([name], [range], to: "\(mode).\(type)", mode)
            let actual = made.result.plan.clips[0].actualTimeRange
            let start = actual.start.nearestSample(rate: source.rate), end = actual.end.nearestSample(rate: source.rate)
            let wanted = source.places.filter { $0 >= start && $0 + 200 < end }.map { $0 - start }
            let found = try await clicks(made.asset)
            #expect(found.places.count == wanted.count)
            for (place, wanted) in zip(found.places, wanted) { #expect(abs(place - wanted) <= 1) }
        }
    }

    @Test("in movies every clip's pictures and clicks stand at the sum of the durations before it")
    func joined() async throws {
        let name = "h264-bframes.mp4"
        let made = try await join(Array(repeating: name, count: 5), to: "five.mp4")
        let source = try await clicks(AVURLAsset(url: SampleMedia.url(name)))
        let found = try await clicks(made.asset)
        let wanted = (0..<5).flatMap { clip in source.places.map { $0 + Int64(clip * 3 * source.rate) } }
        #expect(found.places.count == wanted.count)
        for (place, wanted) in zip(found.places, wanted) { #expect(abs(place - wanted) <= 1) }
        let shown = try await pictures(made.asset)
        #expect(shown.map(\.index) == (0..<5).flatMap { _ in 0..<75 })
        for (number, picture) in shown.enumerated() {
            #expect(picture.time == CMTime(value: Int64(number), timescale: 25))
        }
    }

    @Test("clips with and without reordered pictures, at other timescales, join exactly")
    func mixed() async throws {
        let names = ["h264-no-bframes.mp4", "h264-bframes.mp4", "h264-no-bframes.mp4", "h264-bframes.mkv"]
        let made = try await join(names, to: "mixed.mov")
        let shown = try await pictures(made.asset)
        let starts = made.result.plan.clips.map(\.start)
        var place = 0
        for (clip, name) in names.enumerated() {
            let truth = try #require(try ShownPictures.named(name)).pictures
            for picture in truth {
                #expect(shown[place].index == picture.index)
                #expect(abs((shown[place].time - starts[clip] - picture.start).seconds) <= 0.001)
                place += 1
            }
        }
        #expect(place == shown.count)
    }

    @Test("elsewhere joined sound stands where it should to a millisecond", arguments: ["mkv", "ts"])
    func joinedElsewhere(type: String) async throws {
        let name = "h264-bframes.mp4"
        let made = try await join([name, name, name, name], to: "four.\(type)")
        let source = try await clicks(AVURLAsset(url: SampleMedia.url(name)))
        let found = try await clicks(made.asset)
        let shown = try await pictures(made.asset)
        #expect(shown.map(\.index) == (0..<4).flatMap { _ in 0..<75 })
        for clip in 0..<4 {
            for place in source.places {
                let wanted = place + Int64(clip * 3 * source.rate)
                // The very first sample's click may lie in the packet that is left out.
                guard place > 2048 else { continue }
                #expect(
                    found.places.contains { abs($0 - wanted) <= 96 },
                    "\(clip): \(wanted) in \(found.places)"
                )
            }
        }
    }

    @Test("FFmpeg finds nothing wrong with what was cut and joined", .enabled(if: Oracle.isThere))
    func decodes() async throws {
        let range = CMTimeRange(start: CMTime(value: 13, timescale: 10), end: CMTime(value: 21, timescale: 10))
        for (name, type) in [
            ("h264-bframes.mp4", "mp4"), ("h264-bframes.mp4", "mkv"), ("h264-bframes.mp4", "ts"), ("hevc.mp4", "mov"),
            ("vp9-opus.webm", "webm"), ("h264.ts", "mp4"), ("hevc.ts", "mkv"), ("fragmented.mp4", "mp4"),
            ("vp9-opus.webm", "mp4"), ("mpeg2.ts", "mp4"), ("mpeg2.ts", "mov"), ("hevc.mkv", "mov"),
        ] {
            let cut = "cut-\(name).\(type)", twice = "twice-\(name).\(type)"
            _ = try await join([name], [range], to: cut)
            _ = try await join([name, name], to: twice)
            #expect(try Oracle.complaints(folder.path(cut)) == "", "\(cut)")
            #expect(try Oracle.complaints(folder.path(twice)) == "", "\(twice)")
        }
    }

    @Test("chapters, languages, rotation and covers come along")
    func rest() async throws {
        let chapters = try await join(["chapters.mp4"], to: "chapters.mov")
        let source = AVURLAsset(url: SampleMedia.url("chapters.mp4"))
        #expect(try await chapters.asset.load(.availableChapterLocales).count == 1)
        let titles = try #require(chapters.asset.facts).chapters.map(\.title)
        _ = try await source.load(.duration)
        #expect(titles == source.facts?.chapters.map(\.title))
        let languages = try await join(["two-languages.mp4"], to: "languages.mp4")
        #expect(try await languages.asset.loadTracks(withMediaType: .audio).map(\.languageCode) == ["eng", "fra"])
        let rotated = try await join(["rotated-90.mp4"], to: "rotated.mp4")
        let track = try #require(try await rotated.asset.loadTracks(withMediaType: .video).first)
        let original = AVURLAsset(url: SampleMedia.url("rotated-90.mp4"))
        let first = try #require(try await original.loadTracks(withMediaType: .video).first)
        #expect(track.preferredTransform == first.preferredTransform)
        let cover = try await join(["cover.m4a"], to: "cover.m4a")
        #expect(try await cover.asset.load(.commonMetadata).contains { $0.commonKey == .commonKeyArtwork })
    }

    @Test("a file that is there is left alone, unless it may be replaced")
    func existing() async throws {
        let path = folder.path("there.mp4")
        try Data("precious".utf8).write(to: URL(filePath: path))
        let error = try await #require(throws: AVError.self) { try await join(["aac.m4a"], to: "there.mp4") }
        #expect(error.code == .fileAlreadyExists)
        #expect(error.localizedDescription == "cannot write '\(path)': it exists already")
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
    }

    @Test("an export that is given up leaves nothing")
    func cancelled() async throws {
        let session = AKJoinSession(assets: [AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))])
        session.cancelExport()
        let url = URL(filePath: folder.path("never.mp4"))
        await #expect(throws: CancellationError.self) { try await session.export(to: url) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }

    @Test("a plan says what an export would make, and makes nothing")
    func plan() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let session = AKJoinSession(assets: [asset, asset])
        let plan = try await session.plan(for: URL(filePath: folder.path("never.mp4")))
        #expect(plan.duration == CMTime(value: 6, timescale: 1))
        #expect(plan.tracks.first { $0.mediaType == .video }?.copiedSampleCounts == [75, 75])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }
}
