import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSources

@Suite("Compositions whose samples are kept, and whose edits are written")
struct CompositionPassthroughTests {
    private let folder = TemporaryFolder()

    private func edit(_ name: String = "h264-bframes.mp4", _ range: CMTimeRange = frameRange(0, 75)) async throws
        -> AVMutableComposition
    {
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(range, of: AVURLAsset(url: SampleMedia.url(name)), at: .zero)
        return edit
    }

    private struct Made {
        var plan: AKExportPlan
        var result: AKExportResult
        var asset: AVURLAsset

        func track(_ type: AVMediaType) throws -> AKExportResult.Track {
            try #require(result.tracks.first { $0.mediaType == type })
        }
    }

    private func make(
        _ edit: AVComposition,
        _ name: String = "out.mov",
        _ prepare: (AVAssetExportSession) -> Void = { _ in }
    ) async throws -> Made {
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetPassthrough))
        prepare(session)
        let type = try #require(FileTypes.fileType(ofExtension: URL(filePath: name).pathExtension))
        session.outputFileType = type
        let plan = try await session.akPlan()
        let url = URL(filePath: folder.path(name))
        try await session.export(to: url, as: type)
        let made = Made(plan: plan, result: try #require(session.akResult), asset: AVURLAsset(url: url))
        // Nothing is encoded, and the plan says so.
        #expect(made.result.tracks.allSatisfy { $0.encodedSampleCount == 0 && $0.copiedSampleCount > 0 })
        #expect(plan.stretches.allSatisfy { $0.action == .copy && $0.why.contains("copied as they are") })
        for type in Set(plan.stretches.map(\.mediaType)) {
            let planned = plan.stretches.filter { $0.mediaType == type }.compactMap(\.sampleCount).reduce(0, +)
            let copied = made.result.tracks.filter { $0.mediaType == type }.map(\.copiedSampleCount).reduce(0, +)
            #expect(planned == copied)
        }
        #expect(plan.duration == made.result.duration)
        #expect(plan.warnings == made.result.warnings)
        return made
    }

    /// The file shows the composition's pictures when that does, to a tick.
    private func expectSamePictures(_ made: Made, _ edit: AVAsset) async throws {
        let read = try await ReadPictures(of: made.asset).pictures
        let wanted = try await ReadPictures(of: edit).pictures
        #expect(read.map(\.index) == wanted.map(\.index))
        #expect(read.map(\.hash) == wanted.map(\.hash))
        let tick = CMTime(value: 1, timescale: 12_800)
        for (picture, other) in zip(read, wanted) {
            #expect(CMTimeAbsoluteValue(picture.time - other.time) <= tick, "picture \(picture.index)")
        }
        #expect(try await made.asset.load(.duration) == edit.duration)
    }

    /// The file's segments are the composition's, neighbours that go on joined; rates are as near as 65,536ths come.
    private func expectSameSegments(_ made: Made, _ edit: AVComposition, _ type: AVMediaType = .video) async throws {
        let track = try #require(try await made.asset.loadTracks(withMediaType: type).first)
        let own = try await track.load(.segments).map(\.timeMapping)
        let wanted = try #require(edit.tracks(withMediaType: type).first).segments.map(\.timeMapping)
        #expect(own.map(\.target) == wanted.map(\.target))
        for (segment, other) in zip(own, wanted) {
            #expect(segment.isEmpty == other.isEmpty)
            guard !other.isEmpty else { continue }
            let rate = segment.source.duration.seconds / segment.target.duration.seconds
            #expect(abs(rate - other.source.duration.seconds / other.target.duration.seconds) <= 1 / 65_536)
        }
    }

    @Test(
        "a part at another speed is an edit with a rate",
        arguments: [("h264-bframes.mp4", "out.mov"), ("h264-no-bframes.mp4", "out.mp4"), ("hevc.mp4", "out.m4v")],
        [(12, 24), (30, 15), (12, 36), (25, 28)]
    )
    func scaled(_ files: (source: String, made: String), _ lengths: (own: Int64, shown: Int64)) async throws {
        let edit = try await edit(files.source)
        edit.scaleTimeRange(frameRange(20, 20 + lengths.own), toDuration: frames(lengths.shown))
        let made = try await make(edit, files.made)
        try await expectSamePictures(made, edit)
        try await expectSameSegments(made, edit)
        // The same samples serve all three segments.
        #expect(try made.track(.video).copiedSampleCount == 75)
        #expect(made.plan.stretches.contains { $0.why.contains("another speed") })
        #expect(made.plan.warnings.contains { $0.contains("FFmpeg") })
    }

    @Test("a gap is an empty edit", arguments: ["out.mov", "out.mp4"], [0, 24])
    func gap(_ name: String, _ start: Int64) async throws {
        let edit = try await edit()
        edit.insertEmptyTimeRange(frameRange(start, start + 5))
        let made = try await make(edit, name)
        try await expectSamePictures(made, edit)
        try await expectSameSegments(made, edit)
        try await expectSameSegments(made, edit, .audio)
        try await expectSameSound(made, edit)
        #expect(try made.track(.video).copiedSampleCount == 75)
        #expect(made.plan.warnings.isEmpty)
    }

    /// What is heard each twentieth of a second is as loud.
    private func expectSameSound(_ made: Made, _ edit: AVAsset) async throws {
        let (read, wanted) = (try await Self.levels(of: made.asset), try await Self.levels(of: edit))
        #expect(abs(read.count - wanted.count) <= 1)
        for (place, pair) in zip(read, wanted).enumerated() {
            #expect(abs(pair.0 - pair.1) < 0.01 + 0.02 * pair.1, "at \(place) of 20ths")
        }
    }

    private static func levels(of asset: AVAsset) async throws -> [Float] {
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
            AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
        ]
        let tracks = try await asset.loadTracks(withMediaType: .audio)
        let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: settings)
        reader.add(output)
        try reader.start()
        var samples: [Float] = []
        while let sample = output.copyNextSampleBuffer() {
            let data = try #require(sample.dataBuffer).dataBytes()
            samples += data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }
        if let error = reader.error { throw error }
        return stride(from: 0, to: samples.count - 2399, by: 2400).map { start in
            (samples[start..<start + 2400].reduce(0) { $0 + $1 * $1 } / 2400).squareRoot()
        }
    }

    @Test("pictures of one file and sound of another lie side by side, in step")
    func mixed() async throws {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-bframes.mp4", frameRange(10, 60))
        try await edit.track(.audio).append("aac.m4a", frameRange(5, 55))
        let made = try await make(edit, "out.mp4")
        try await expectSamePictures(made, edit)
        try await expectSameSound(made, edit)
        try await expectInterleaved(made)
    }

    /// Samples that show together lie together: no track is more than a second ahead of the other.
    private func expectInterleaved(_ made: Made) async throws {
        var places: [(position: Int64, time: Double)] = []
        for track in try await made.asset.load(.tracks) {
            for sample in try await track.akLoadSampleTable() {
                places.append((sample.offset ?? 0, sample.presentationTime.seconds))
            }
        }
        var latest = 0.0
        for place in places.sorted(by: { $0.position < $1.position }) {
            #expect(place.time > latest - 1.2)
            latest = max(latest, place.time)
        }
    }

    @Test("sound that is out of step with its pictures stays so")
    func shifted() async throws {
        let edit = try await edit()
        edit.tracks(withMediaType: .audio)[0].removeTimeRange(frameRange(0, 5))
        let made = try await make(edit)
        try await expectSamePictures(made, edit)
        try await expectSameSound(made, edit)
    }

    @Test("a track that is shown by several tracks at once is in each of them")
    func isShownTwice() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(frameRange(0, 75), of: asset, at: .zero)
        let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        try edit.track(.audio).insertTimeRange(frameRange(0, 75), of: sound, at: .zero)
        let made = try await make(edit)
        #expect(try await made.asset.load(.tracks).map(\.mediaType) == [.video, .audio, .audio])
        try await expectSamePictures(made, edit)
        try await expectSameSound(made, edit)
    }

    @Test("what shows several times is stored once")
    func repeats() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let edit = AVMutableComposition()
        let video = try edit.track(.video)
        let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
        for _ in 0..<3 { try video.insertTimeRange(frameRange(30, 40), of: source, at: video.timeRange.end) }
        video.insertEmptyTimeRange(frameRange(0, 2))
        let made = try await make(edit)
        try await expectSamePictures(made, edit)
        #expect(try made.track(.video).copiedSampleCount <= 45)
    }

    @Test("parts of several files follow each other with gaps and at other speeds", arguments: ["out.mov", "out.mp4"])
    func several(_ name: String) async throws {
        let edit = AVMutableComposition()
        let video = try edit.track(.video)
        for (name, range) in [
            ("h264-bframes.mp4", frameRange(11, 40)), ("h264-open-gop.mp4", frameRange(50, 110)),
            ("h264-bframes.mp4", frameRange(0, 20)), ("h264-bframes.mkv", frameRange(30, 60)),
        ] {
            try await video.append(name, range)
        }
        video.scaleTimeRange(frameRange(35, 45), toDuration: frames(4))
        video.insertEmptyTimeRange(frameRange(60, 67))
        video.scaleTimeRange(frameRange(100, 110), toDuration: frames(33))
        let made = try await make(edit, name)
        try await expectSamePictures(made, edit)
    }

    @Test("a picture that its file holds by an edit stays held")
    func dwell() async throws {
        let edit = try await edit("edit-dwell.mp4", frameRange(0, 100))
        edit.insertEmptyTimeRange(frameRange(0, 5))
        let made = try await make(edit)
        try await expectSamePictures(made, edit)
        let track = try #require(try await made.asset.loadTracks(withMediaType: .video).first)
        let held = try await track.load(.segments).map(\.timeMapping).filter { $0.source.duration == .zero }
        #expect(held.map(\.target) == [frameRange(30, 55)])
    }

    @Test("a range of the timeline is cut out of it")
    func part() async throws {
        let edit = try await edit()
        edit.scaleTimeRange(frameRange(10, 30), toDuration: frames(40))
        edit.insertEmptyTimeRange(frameRange(60, 65))
        let made = try await make(edit) { $0.timeRange = frameRange(20, 80) }
        let wanted = try await ReadPictures(of: edit, in: frameRange(20, 80)).pictures
        let read = try await ReadPictures(of: made.asset).pictures
        #expect(read.map(\.index) == wanted.map(\.index))
        #expect(read.map(\.time) == wanted.map { max($0.time, frames(20)) - frames(20) })
        #expect(made.plan.range == frameRange(20, 80))
    }

    @Test("timecode goes with its pictures, also where what is stored later shows first")
    func timecode() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("timecode.mov"))
        let edit = AVMutableComposition()
        for range in [frameRange(30, 50), frameRange(5, 25)] {
            try await edit.insertTimeRange(range, of: asset, at: edit.duration)
        }
        edit.insertEmptyTimeRange(frameRange(20, 24))
        #expect(!edit.tracks(withMediaType: .timecode).isEmpty)
        let made = try await make(edit)
        try await expectSamePictures(made, edit)
        let track = try #require(try await made.asset.loadTracks(withMediaType: .timecode).first)
        let own = try await track.load(.segments).map(\.timeMapping)
        #expect(own.map(\.target) == [frameRange(0, 20), frameRange(20, 24), frameRange(24, 44)])
        #expect(own.filter { !$0.isEmpty }.map(\.source.duration) == [frames(20), frames(20)])
        let pictures = try #require(try await made.asset.loadTracks(withMediaType: .video).first)
        let shown = try await pictures.load(.segments).map(\.timeMapping)
        #expect(own.map(\.target) == shown.map(\.target))
        // The label of a picture is as far from that of the first stored one as the picture is.
        #expect(own[0].source.start - own[2].source.start == frames(25))
    }

    @Test("subtitles go with their film")
    func subtitles() async throws {
        let edit = try await edit("subtitles.mp4")
        edit.insertEmptyTimeRange(frameRange(10, 20))
        let kinds = edit.tracks.map(\.mediaType)
        #expect(kinds.contains { $0.isText })
        let made = try await make(edit, "out.mp4")
        try await expectSamePictures(made, edit)
        #expect(try await made.asset.load(.tracks).map(\.mediaType) == kinds)
        let text = try #require(edit.tracks.first { $0.mediaType.isText })
        let own = try #require(try await made.asset.load(.tracks).first { $0.mediaType.isText })
        #expect(try await own.load(.timeRange).end == text.timeRange.end)
    }

    @Test("sound alone keeps its packets", arguments: [("aac.m4a", "out.m4a"), ("wav-16bit.wav", "out.mov")])
    func soundAlone(_ name: String, _ made: String) async throws {
        let edit = AVMutableComposition()
        let track = try edit.track(.audio)
        try await track.append(name, frameRange(10, 60))
        track.insertEmptyTimeRange(frameRange(20, 30))
        try await track.append(name, frameRange(0, 10))
        let file = try await make(edit, made)
        try await expectSameSound(file, edit)
        #expect(try await file.asset.load(.duration) == edit.duration)
    }

    @Test(
        "files without edit lists refuse it, with why and with what to do",
        arguments: ["out.mkv", "out.ts"]
    )
    func refuses(_ name: String) async throws {
        let edit = try await edit()
        edit.scaleTimeRange(frameRange(0, 10), toDuration: frames(20))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetPassthrough))
        let url = URL(filePath: folder.path(name))
        let type = try #require(FileTypes.fileType(ofExtension: url.pathExtension))
        await #expect { try await session.export(to: url, as: type) } throws: { error in
            let sentence = error.localizedDescription
            return ["speed", "no list of edits", "choose mov"].allSatisfy { sentence.contains($0) }
        }
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test("pictures that cannot be in one track are refused by name")
    func refusesOtherSizes() async throws {
        let edit = AVMutableComposition()
        let video = try edit.track(.video)
        try await video.append("h264-bframes.mp4", frameRange(0, 20))
        try await video.append("odd-size-h264-444.mp4", frameRange(0, 20))
        video.insertEmptyTimeRange(frameRange(5, 10))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetPassthrough))
        let url = URL(filePath: folder.path("out.mov"))
        await #expect { try await session.export(to: url, as: .mov) } throws: {
            $0.localizedDescription.contains("odd-size-h264-444.mp4")
        }
    }
}
