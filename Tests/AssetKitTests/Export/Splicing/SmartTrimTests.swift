import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitReading
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitBitstream
@testable import AssetKitMedia

/// Cuts that encode their edges alone. `scripts/check-trims.sh --mode smart` makes hundreds, of every kind of stream.
@Suite("Smart cuts")
struct SmartTrimTests {
    private let folder = TemporaryFolder()

    private func session(_ name: String, _ range: CMTimeRange) throws -> AVAssetExportSession {
        try session(SampleMedia.url(name), range)
    }

    private func session(_ url: URL, _ range: CMTimeRange) throws -> AVAssetExportSession {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: url, options: options)
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.timeRange = range
        session.akTrimMode = .smart
        return session
    }

    private func frames(_ first: Int64, _ end: Int64, rate: CMTimeScale = 25) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: first, timescale: rate), end: CMTime(value: end, timescale: rate))
    }

    private func bytes(_ samples: [CMSampleBuffer]) throws -> [Data] {
        try samples.map { try #require(try $0.dataBuffer?.dataBytes()) }
    }

    @Test(
        "a plan says what is done, and what is done is what it says",
        arguments: ["h264-bframes.mp4", "h264-open-gop.mp4", "hevc.mp4", "hevc-open-gop.mp4", "mpeg4-part2.mp4"]
    )
    func plan(name: String) async throws {
        let session = try session(name, frames(37, 65))
        session.outputURL = URL(filePath: folder.path("cut.mp4"))
        let pictures = try await session.akPlan().stretches.filter { $0.mediaType == .video }
        let copied = pictures.filter { $0.action == .copy }.reduce(0) { $0 + ($1.sampleCount ?? 0) }
        let encoded = pictures.filter { $0.action == .encode }.reduce(0) { $0 + ($1.sampleCount ?? 0) }
        #expect(copied > 0, "\(pictures)")
        #expect(encoded > 0, "\(pictures)")
        #expect(copied + encoded == 28, "\(pictures)")
        // One stretch follows the other.
        let (starts, ends) = (pictures.map(\.range.start), pictures.map(\.range.end))
        #expect(starts == [frames(37, 65).start] + ends.dropLast())
        #expect(ends.last == frames(37, 65).end)
        try await session.export(to: URL(filePath: folder.path("cut.mp4")), as: .mp4)
        let made = try #require(session.akResult?.tracks.first { $0.mediaType == .video })
        #expect(made.copiedSampleCount == copied)
        #expect(made.encodedSampleCount == encoded)
        #expect(session.akResult?.warnings == [])
    }

    @Test("every picture is the one that the source shows then", arguments: ["h264-bframes.mp4", "hevc-open-gop.mp4"])
    func pictures(name: String) async throws {
        let session = try session(name, frames(37, 65))
        let url = URL(filePath: folder.path("cut.mp4"))
        try await session.export(to: url, as: .mp4)
        let shown = try await barcodes(url)
        let numbers = Array(37..<65)
        #expect(shown.map(\.number) == numbers)
        let times = (0..<28).map { CMTime(value: Int64($0), timescale: 25) }
        #expect(shown.map(\.time) == times)
    }

    /// The numbers that pictures show, and when.
    private func barcodes(_ url: URL) async throws -> [(number: Int, time: CMTime)] {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        #expect(reader.startReading())
        var shown: [(number: Int, time: CMTime)] = []
        while let sample = output.copyNextSampleBuffer() {
            guard let picture = sample.imageBuffer else { continue }
            shown.append((try #require(PictureBarcode.index(of: picture)), sample.presentationTimeStamp))
        }
        #expect(reader.status == .completed)
        return shown
    }

    @Test("samples between the edges are those of the source, byte for byte")
    func untouched() async throws {
        let session = try session("h264-bframes.mp4", frames(37, 65))
        session.outputURL = URL(filePath: folder.path("cut.mp4"))
        let stretches = try await session.akPlan().stretches.filter { $0.mediaType == .video }
        let head = try #require(stretches.first?.sampleCount)
        let count = try #require(stretches.first { $0.action == .copy }?.sampleCount)
        try await session.export(to: URL(filePath: folder.path("cut.mp4")), as: .mp4)
        let before = try bytes(await StoredMedia.samples(SampleMedia.url("h264-bframes.mp4"), .video))
        let after = try bytes(await StoredMedia.samples(URL(filePath: folder.path("cut.mp4")), .video))
        #expect(after.count == 28)
        let copied = Array(after[head..<head + count])
        let start = try #require(before.firstIndex(of: copied[0]))
        let stored = Array(before[start..<start + count])
        #expect(stored == copied)
    }

    @Test(
        "what begins with a key picture and lacks nothing at its end is copied whole",
        arguments: [("h264-bframes.mp4", 12, Int.max), ("prores.mov", 3, 9), ("h264-all-intra.mp4", 7, 22)]
    )
    func wholeCopies(name: String, first: Int, end: Int) async throws {
        let truth = try #require(try ShownPictures.named(name))
        // A key picture, and where the file ends or pictures are stored as they are shown.
        let key = try #require(truth.pictures.first { truth.keyFrames.contains($0.index) && $0.index >= first })
        let last = truth.pictures.first { $0.index == end }?.start ?? truth.pictures[truth.pictures.count - 1].end
        let session = try session(name, CMTimeRange(start: key.start, end: last))
        let type: AVFileType = name.hasSuffix("mov") ? .mov : .mp4
        try await session.export(to: URL(filePath: folder.path(name)), as: type)
        let made = try #require(session.akResult?.tracks.first { $0.mediaType == .video })
        #expect(made.encodedSampleCount == 0)
        #expect(made.copiedSampleCount > 0)
        let wanted = CMTimeRange(start: key.start, end: last)
        #expect(session.akResult?.actualTimeRange == wanted)
    }

    @Test("what cannot be cut this way is encoded whole with a warning, or refused")
    func fallback() async throws {
        // The second description is one of another codec by its name.
        var bytes = try Data(contentsOf: SampleMedia.url("two-descriptions.mp4"))
        let second = try #require(bytes.range(of: Data("avc1".utf8), options: .backwards))
        bytes.replaceSubrange(second, with: Data("avc3".utf8))
        let url = URL(filePath: folder.path("two-codecs.mp4"))
        try bytes.write(to: url)
        let willing = try session(url, frames(37, 65))
        try await willing.export(to: URL(filePath: folder.path("a.mp4")), as: .mp4)
        let made = try #require(willing.akResult)
        #expect(made.warnings.joined().contains("encoded whole"))
        let pictures = try #require(made.tracks.first { $0.mediaType == .video })
        #expect(pictures.copiedSampleCount == 0)
        let strict = try session(url, frames(37, 65))
        strict.akFallsBackToEncoding = false
        let error = try await #require(throws: AVError.self) {
            try await strict.export(to: URL(filePath: folder.path("b.mp4")), as: .mp4)
        }
        #expect(error.localizedDescription.contains("several codecs"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("b.mp4")))
    }

    @Test("files that pictures cannot be copied into are encoded whole with a warning, or refused")
    func fragments() async throws {
        let willing = try session("h264-bframes.mp4", frames(37, 65))
        willing.akOptions.fragmentInterval = CMTime(value: 1, timescale: 1)
        try await willing.export(to: URL(filePath: folder.path("a.mp4")), as: .mp4)
        #expect(willing.akResult?.warnings == ["all of it is encoded: the file is made of fragments"])
        let strict = try session("h264-bframes.mp4", frames(37, 65))
        (strict.fileLengthLimit, strict.akFallsBackToEncoding) = (1 << 20, false)
        let error = try await #require(throws: AVError.self) {
            try await strict.export(to: URL(filePath: folder.path("b.mp4")), as: .mp4)
        }
        #expect(error.localizedDescription.contains("the file has a limit of bytes"))
    }

    @Test("what becomes of the sound does not matter to the pictures")
    func otherSound() async throws {
        for (number, audio) in [AKExportOptions.Treatment<AudioFormatID>.leftOut, .encoded(kAudioFormatOpus)]
            .enumerated()
        {
            let session = try session("h264-bframes.mp4", frames(37, 65))
            session.akOptions.audio = audio
            try await session.export(to: URL(filePath: folder.path("\(number).mp4")), as: .mp4)
            let tracks = try #require(session.akResult?.tracks)
            #expect(tracks.first?.copiedSampleCount ?? 0 > 0)
            #expect(tracks.count == (number == 0 ? 1 : 2))
            // All of it can be copied as well.
            let whole = try self.session("h264-all-intra.mp4", frames(7, 22))
            whole.akOptions.audio = audio
            try await whole.export(to: URL(filePath: folder.path("whole-\(number).mp4")), as: .mp4)
            #expect(whole.akResult?.tracks.first?.encodedSampleCount == 0)
        }
    }

    @Test("samples keep their own descriptions, or bring them", arguments: [AVFileType.mp4, .akMatroska])
    func severalDescriptions(type: AVFileType) async throws {
        let session = try session("two-descriptions.mp4", frames(37, 65))
        session.akFallsBackToEncoding = false
        let url = URL(filePath: folder.path(type == .mp4 ? "cut.mp4" : "cut.mkv"))
        try await session.export(to: url, as: type)
        let made = try #require(session.akResult?.tracks.first { $0.mediaType == .video })
        #expect(made.encodedSampleCount == 11)
        #expect(made.copiedSampleCount == 17)
        let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
        let descriptions = try await track.load(.formatDescriptions)
        let count = type == AVFileType.mp4 ? 2 : 1
        #expect(descriptions.count == count)
        let shown = try await barcodes(url)
        let numbers = Array(37..<65)
        #expect(shown.map(\.number) == numbers)
    }

    @Test("what shows for less than a file can count is left out of it", arguments: [false, true])
    func tooShort(isExact: Bool) async throws {
        // The first picture of the range shows for 0.375 ms of it.
        let range = CMTimeRange(start: CMTime(value: 3553, timescale: 1600), end: CMTime(value: 13, timescale: 5))
        let session = try session("h264-bframes.mkv", range)
        if isExact { session.akTrimMode = .exact }
        let url = URL(filePath: folder.path("cut.mkv"))
        session.outputURL = url
        try await session.export(to: url, as: .akMatroska)
        let times = try await barcodes(url).map(\.time)
        #expect(times.first == .zero)
        let ascend = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
        #expect(ascend)
        #expect(times.count == 10)
        #expect(session.akResult?.tracks.first?.encodedSampleCount == 10)
    }

    @Test("a cut on a coarse clock ends when it should")
    func coarseClock() async throws {
        // Ten ticks a second: the pictures of the source stand at every one of them.
        let source = folder.path("coarse.mov")
        let writer = try AVAssetWriter(outputURL: URL(filePath: source), fileType: .mov)
        let settings: [String: Any] = [
            AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: 32, AVVideoHeightKey: 32,
        ]
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        input.mediaTimeScale = 10
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input, sourcePixelBufferAttributes: nil)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        for number in 0..<10 {
            let picture = try SampleReader.picture(32, 32)
            try await waitPatiently("until the input has room") { input.isReadyForMoreMediaData }
            #expect(adaptor.append(picture, withPresentationTime: CMTime(value: Int64(number), timescale: 10)))
        }
        await writer.finishWriting()
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 4), end: CMTime(value: 64, timescale: 125))
        let session = try session(URL(filePath: source), range)
        let url = URL(filePath: folder.path("cut.mov"))
        try await session.export(to: url, as: .mov)
        let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
        let presented = try await track.load(.timeRange)
        #expect(presented.duration == range.duration)
        // A twentieth of a second of the first picture is over when the cut begins.
        let times = try await StoredMedia.samples(url, .video).map(\.presentationTimeStamp)
        let wanted = [0, 5, 15, 25].map { CMTime(value: $0, timescale: 100) }
        #expect(times == wanted)
        #expect(session.akResult?.tracks.first?.copiedSampleCount == 4)
    }

    @Test(
        "who decodes the source decodes the cut: its profile stays, and no picture is out of order that was not",
        .enabled(if: Oracle.isThere),
        arguments: [(10, 60), (29, 44)]
    )
    func profiles(range: (first: Int64, end: Int64)) async throws {
        let target = folder.path("cut.mp4")
        let source = try SharedClips.path(
            "source.mp4",
            ["-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=3", "-pix_fmt", "yuv420p", "-c:v", "libx264"]
                + ["-profile:v", "baseline", "-g", "24", "-sc_threshold", "0"]
        )
        let session = try session(URL(filePath: source), frames(range.first, range.end))
        try await session.export(to: URL(filePath: target), as: .mp4)
        #expect(session.akResult?.tracks.first?.encodedSampleCount ?? 0 > 0)
        let track = try #require(
            try await AVURLAsset(url: URL(filePath: target)).loadTracks(withMediaType: .video).first
        )
        let format = try #require(try await track.load(.formatDescriptions).first)
        let sets = try AVCConfiguration(record: format.codecHeader[...]).sequenceParameterSets
        #expect(sets.map { $0[1] }.allSatisfy { $0 == 66 })
        let samples = try await StoredMedia.samples(URL(filePath: target), .video)
        #expect(samples.allSatisfy { $0.presentationTimeStamp == $0.decodeTimeStamp || !$0.decodeTimeStamp.isNumeric })
    }

    @Test("a gap at the beginning of a cut stays as long as it is")
    func gap() async throws {
        // From the middle of the gap, and from less before its end than pictures are out of order.
        for start in [CMTime(value: 6, timescale: 5), CMTime(value: 2791, timescale: 1875)] {
            let end = CMTime(value: 7, timescale: 4)
            let session = try session("edit-inner-gap.mp4", CMTimeRange(start: start, end: end))
            let url = URL(filePath: folder.path("gap-\(start.timescale).mp4"))
            try await session.export(to: url, as: .mp4)
            let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
            let segments = try await track.load(.segments)
            let gaps = segments.map(\.isEmpty)
            #expect(gaps == [true, false])
            let gap = CMTime(value: 3, timescale: 2) - start
            #expect(segments.first?.timeMapping.target.duration == gap)
            let shown = try await barcodes(url)
            #expect(shown.first?.number == 25)
            #expect(shown.first?.time == gap)
        }
    }

    @Test("a track that shows nothing in the range is left out")
    func wholeGap() async throws {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 5), end: CMTime(value: 3, timescale: 5))
        let session = try session("edit-leading-empty.mp4", range)
        let error = try await #require(throws: AVError.self) {
            try await session.export(to: URL(filePath: folder.path("gap.mp4")), as: .mp4)
        }
        #expect(error.localizedDescription.contains("nothing in that time"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("gap.mp4")))
    }

    @Test("a place that no run may begin with is passed over")
    func refusedPlaces() async throws {
        let loaded = try await SpliceKit("hevc-open-gop.mp4")
        let range = frames(37, 110)
        let planned = try loaded.plan(range)
        let first = try #require(planned?.runs.first)
        let later = try #require(try loaded.plan(range, refusing: [first.first])?.runs.first)
        #expect(later.first > first.first)
    }

    @Test("encoded edges are finer than what they stand for, by the quantizer of the source")
    func quantizer() async throws {
        let kit = try await SpliceKit("h264-bframes.mp4")
        let edges = try #require(try kit.plan(frames(37, 65))?.edges)
        guard case .quantizer(let value) = edges.encoding.rate else {
            Issue.record("the rate is \(edges.encoding.rate)")
            return
        }
        #expect((0..<30).contains(value))
        var other = PictureEncoding(.hevc, width: 64, height: 64)
        other.rate = .quantizer(20)
        let refused = other
        #expect(throws: MediaProblem.self) { try refused.validate() }
    }

    @Test("edges of codecs that hide how fine they are take about twice the bytes of what they stand for")
    func trial() async throws {
        let kit = try await SpliceKit("hevc.mp4")
        let range = frames(7, 65)
        let rendering = try #require(try kit.plan(range)?.edges)
        #expect(rendering.encoding.rate == .quality(0.9))
        let trial = SpliceTrial(source: kit.source, copy: kit.copy, range: range, session: kit.session)
        let settled = try trial.settled(rendering)
        guard case .crf(let factor) = settled.encoding.rate else {
            Issue.record("the rate is \(settled.encoding.rate)")
            return
        }
        #expect((11...28).contains(factor))
        // What has been settled stays.
        #expect(try trial.settled(settled) == settled)
        let scale = try #require(PictureEncoding.Codec.hevc.traits.scale)
        #expect(scale.refined(20, by: 2) == 14)
        #expect(scale.refined(20, by: 0.5) == 26)
        #expect(scale.refined(20, by: 1e-9) == scale.value(0.5))
        #expect(scale.refined(20, by: 1e9) == 11)
    }

    @Test("pictures that differ behind a join are noticed")
    func mismatch() async throws {
        let kit = try await SpliceKit("h264-bframes.mp4")
        let splice = try #require(try kit.plan(frames(37, 65)))
        let run = try #require(splice.runs.first)
        let joint = try #require(try kit.joint(splice))
        try kit.check(joint, run)
        // The source's sets are gone, as if the encoder's had taken their place.
        var wrong = joint
        wrong.header = joint.encoderHeader
        let falsified = wrong
        #expect(throws: SpliceMismatch.self) { try kit.check(falsified, run) }
    }

    @Test("encoded samples that would come out otherwise are noticed")
    func wrongEdge() async throws {
        let kit = try await SpliceKit("h264-bframes.mp4")
        let splice = try #require(try kit.plan(frames(37, 65)))
        let joint = try #require(try kit.joint(splice))
        let samples = try PlacedSamples(kit.source, kit.copy.tracks[0].index, kit.session)
        let bytes = try samples.withBytes(of: 0) { Array($0) }
        // A sample of the source in the place of an encoded one.
        let check = try EdgeCheck(joint, of: kit.source.facts)
        try check.check(bytes, bytes)
        #expect(throws: SpliceMismatch.self) { try check.finish() }
    }
}
