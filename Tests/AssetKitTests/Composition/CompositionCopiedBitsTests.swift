import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

/// One part dissolves into another; what the plan calls copied is looked at picture by picture.
@Suite("Pictures that compositions copy, bit by bit")
struct CompositionCopiedBitsTests {
    private let folder = TemporaryFolder()

    struct Case: Sendable, CustomTestStringConvertible {
        let first: String
        let second: String
        let out: String
        /// So many of 140 are copied at least.
        let least: Int
        /// Samples but for key pictures are stored as they were.
        let keepsBytes: Bool

        init(_ first: String, _ second: String, to out: String, _ least: Int, keepsBytes: Bool = true) {
            (self.first, self.second, self.out, self.least, self.keepsBytes) = (first, second, out, least, keepsBytes)
        }

        var testDescription: String { "\(first), \(second) to \(out)" }
    }

    private struct Made {
        let plan: AKExportPlan
        let result: AKExportResult
        let url: URL

        var pictures: AKExportResult.Track {
            get throws { try #require(result.tracks.first { $0.mediaType == .video }) }
        }

        var stretches: [AKExportPlan.Stretch] { plan.stretches.filter { $0.mediaType == .video } }
    }

    /// The second part comes through the last ten pictures of the first.
    private func dissolve(_ first: URL, _ second: URL, to name: String) async throws -> Made {
        var sequence = AKSequence(parts: [first, second].map { AKSequence.Part(AVURLAsset(url: $0)) })
        sequence.dissolveDuration = frames(10)
        let edit = try await sequence.edit()
        let isHEVC = first.lastPathComponent.contains("hevc")
        let preset = isHEVC ? AVAssetExportPresetHEVCHighestQuality : AVAssetExportPresetHighestQuality
        let session = try #require(AVAssetExportSession(asset: edit.composition, presetName: preset))
        (session.videoComposition, session.audioMix) = (edit.videoComposition, edit.audioMix)
        let types: [String: AVFileType] = ["mp4": .mp4, "mkv": .akMatroska, "ts": .akMPEGTransportStream]
        let url = URL(filePath: folder.path(name))
        let type = try #require(types[url.pathExtension])
        session.outputFileType = type
        let plan = try await session.akPlan()
        try await session.export(to: url, as: type)
        return Made(plan: plan, result: try #require(session.akResult), url: url)
    }

    /// How many pictures of stretches that the plan calls copied there are, all of which are decoded to what one of the films is
    /// decoded to.
    private func countOfSame(_ made: Made, _ films: [URL]) async throws -> Int {
        var hashes: [Int: Set<Int>] = [:]
        for film in films {
            for picture in try await ReadPictures(of: AVURLAsset(url: film)).pictures {
                hashes[picture.index, default: []].insert(picture.hash)
            }
        }
        let pictures = try await ReadPictures(of: AVURLAsset(url: made.url)).pictures
        let start = try #require(pictures.first).time
        // Well within the picture, since containers round times.
        let moment = CMTime(value: 2, timescale: 1000)
        let copied = made.stretches.filter { $0.action == .copy }.map(\.range)
        let looked = pictures.filter { picture in
            copied.contains { $0.containsTime(picture.time - start + moment) }
        }
        for picture in looked {
            let isSame = hashes[picture.index]?.contains(picture.hash) ?? false
            #expect(isSame, "\(picture.index) at \(picture.time.seconds)")
        }
        return looked.count
    }

    @Test(
        "what a dissolve leaves alone is decoded to the same bits as in its file",
        arguments: [
            Case("h264-no-bframes.mp4", "h264-bframes.mp4", to: "out.mp4", 80),
            Case("h264-bframes.mkv", "h264-no-bframes.mp4", to: "out.mp4", 80),
            Case("h264-no-bframes.mp4", "h264-bframes.mkv", to: "out.mkv", 80, keepsBytes: false),
            Case("h264.ts", "h264-no-bframes.mp4", to: "out.mp4", 80, keepsBytes: false),
            Case("hevc.mp4", "hevc.mp4", to: "out.mp4", 80),
            Case("hevc.mkv", "hevc.mkv", to: "out.mkv", 60, keepsBytes: false),
            // Parameter sets have other ids here, which slices name.
            Case("h264-no-bframes.mp4", "h264-open-gop.mp4", to: "out.mkv", 100, keepsBytes: false),
            Case("h264-no-bframes.mp4", "h264-open-gop.mp4", to: "out.ts", 100, keepsBytes: false),
        ]
    )
    func keepsBits(_ expected: Case) async throws {
        let films = [expected.first, expected.second].map(SampleMedia.url)
        let made = try await dissolve(films[0], films[1], to: expected.out)
        let copied = try made.pictures.copiedSampleCount
        #expect(copied >= expected.least)
        #expect(made.stretches.filter { $0.action == .copy }.compactMap(\.sampleCount).reduce(0, +) == copied)
        #expect(!made.stretches.contains { $0.why.contains("speed") })
        #expect(try await countOfSame(made, films) == copied)
        guard expected.keepsBytes else { return }
        var stored: Set<Data> = []
        for film in films {
            stored.formUnion(try StoredMedia.numbers(try await StoredMedia.samples(film, .video)).map(\.bytes))
        }
        let samples = try StoredMedia.numbers(try await StoredMedia.samples(made.url, .video))
        let keys = samples.count { $0.isSync }
        #expect(samples.count { stored.contains($0.bytes) } >= copied - keys)
    }

    @Test("times that Matroska rounds to milliseconds are no reason to encode")
    func roundedTimes() async throws {
        let film = URL(filePath: folder.path("film.mkv"))
        let source = AVURLAsset(url: SampleMedia.url("ntsc-29.97.mp4"))
        let copy = try #require(AVAssetExportSession(asset: source, presetName: AVAssetExportPresetPassthrough))
        try await copy.export(to: film, as: .akMatroska)
        let made = try await dissolve(film, film, to: "out.mp4")
        let copied = try made.pictures.copiedSampleCount
        // Something of each part.
        #expect(made.stretches.filter { $0.action == .copy }.count >= 2, "\(made.stretches.map(\.why))")
        #expect(try await countOfSame(made, [film]) == copied)
    }

    @Test("a first picture that is held until the pictures begin is encoded, and the reason says that")
    func heldPicture() async throws {
        let films = ["h264-bframes.mkv", "h264-no-bframes.mp4"].map(SampleMedia.url)
        let made = try await dissolve(films[0], films[1], to: "out.mp4")
        let first = try #require(made.stretches.first)
        #expect(first.action == .encode && first.sampleCount == 1)
        #expect(first.why.contains("a picture is held"))
        #expect(made.stretches.count { $0.why.contains("held") } == 1)
        let pictures = try await ReadPictures(of: AVURLAsset(url: made.url)).pictures
        #expect(pictures.prefix(66).map(\.index) == [0] + Array(0..<65))
        #expect(pictures.suffix(65).map(\.index) == Array(10..<75))
    }

    /// A film with a parameter set in its second key picture that nothing uses, whose id an encoder's gets in cuts.
    private func filmWithOddSet() async throws -> URL {
        let url = URL(filePath: folder.path("odd.mp4"))
        let samples = try await StoredMedia.samples(SampleMedia.url("h264-no-bframes.mp4"), .video)
        let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
        let format = try #require(samples.first?.formatDescription)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        let changed = try samples.enumerated().map { number, sample in
            try number == 48 ? Self.withOddSet(sample) : sample
        }
        let thread = TestThread {
            for sample in changed {
                try FakeWriting.wait(for: input)
                guard input.append(sample) else { return }
            }
            input.markAsFinished()
        }
        try thread.value()
        await writer.finishWriting()
        if let error = writer.error { throw error }
        return url
    }

    private static func withOddSet(_ sample: CMSampleBuffer) throws -> CMSampleBuffer {
        // A picture parameter set with the id 15, of the sequence parameter set 0.
        let bytes = [0, 0, 0, 5, 0x68, 0x08, 0x4E, 0x38, 0x80] + Array(try #require(sample.dataBuffer).dataBytes())
        let timing = CMSampleTimingInfo(
            duration: sample.duration,
            presentationTimeStamp: sample.presentationTimeStamp,
            decodeTimeStamp: sample.decodeTimeStamp
        )
        return try CMSampleBuffer(
            dataBuffer: try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
            formatDescription: sample.formatDescription,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [bytes.count]
        )
    }

    @Test("what a joint is refused before is encoded instead, with a warning, and no picture is lost")
    func refusedJoint() async throws {
        let film = try await filmWithOddSet()
        let plain = SampleMedia.url("h264-no-bframes.mp4")
        let made = try await dissolve(plain, film, to: "out.mp4")
        // Nobody knows before.
        #expect(made.stretches.last?.action == .copy)
        let pictures = try made.pictures
        #expect(pictures.copiedSampleCount == 65 && pictures.encodedSampleCount == 75)
        #expect(made.result.warnings.contains { $0.contains("a join did not give the same pictures") })
        let read = try await ReadPictures(of: AVURLAsset(url: made.url)).pictures
        #expect(read.count == 140)
        #expect(read.prefix(65).map(\.index) == Array(0..<65))
        #expect(read.suffix(65).map(\.index) == Array(10..<75))
        #expect(read.map(\.time) == (0..<140).map { frames($0) })
    }
}
