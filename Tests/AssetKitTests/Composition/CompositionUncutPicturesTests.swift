import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSources

@Suite("Compositions whose pictures go on where other tracks of their film begin, end or pause")
struct CompositionUncutPicturesTests {
    private let folder = TemporaryFolder()

    private struct Made {
        var plan: AKExportPlan
        var result: AKExportResult
        var asset: AVURLAsset

        func track(_ type: AVMediaType) throws -> AKExportResult.Track {
            try #require(result.tracks.first { $0.mediaType == type })
        }

        func planned(_ type: AVMediaType) -> [AKExportPlan.Stretch] { plan.stretches.filter { $0.mediaType == type } }
    }

    private func make(
        _ edit: AVComposition,
        _ mode: AKTrimMode,
        _ name: String = "out.mp4",
        preset: String = AVAssetExportPresetPassthrough
    ) async throws -> Made {
        let session = try #require(AVAssetExportSession(asset: edit, presetName: preset))
        session.akTrimMode = mode
        let url = URL(filePath: folder.path(name))
        let type = try #require(FileTypes.fileType(ofExtension: url.pathExtension))
        session.outputFileType = type
        let plan = try await session.akPlan()
        try await session.export(to: url, as: type)
        return Made(plan: plan, result: try #require(session.akResult), asset: AVURLAsset(url: url))
    }

    private func edit(_ cuts: [(String, CMTimeRange)]) async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        for (name, range) in cuts {
            try await edit.insertTimeRange(range, of: AVURLAsset(url: SampleMedia.url(name)), at: edit.duration)
        }
        return edit
    }

    /// Two clips of a film that begin with key pictures, whose sound is silent in some ranges.
    private func film(silentIn ranges: [CMTimeRange]) async throws -> AVMutableComposition {
        let name = "h264-no-bframes.mp4"
        let edit = try await edit([(name, frameRange(0, 75)), (name, frameRange(48, 75))])
        edit.tracks(withMediaType: .audio)[0].silence(ranges)
        return edit
    }

    /// No picture is encoded and none is there twice, and clips begin where the edit has them begin.
    private func expectUncut(_ made: Made, _ count: Int, startingAt starts: [CMTime]) throws {
        let pictures = try made.track(.video)
        #expect(pictures.copiedSampleCount == count && pictures.encodedSampleCount == 0)
        let planned = made.planned(.video)
        #expect(planned.allSatisfy { $0.action == .copy })
        #expect(planned.compactMap(\.sampleCount).reduce(0, +) == count)
        #expect(planned.map(\.range.start) == starts)
    }

    private func expectSamePictures(_ made: Made, _ edit: AVAsset) async throws {
        let read = try await ReadPictures(of: made.asset).pictures
        let wanted = try await ReadPictures(of: edit).pictures
        #expect(read.map(\.index) == wanted.map(\.index))
        #expect(read.map(\.hash) == wanted.map(\.hash))
        #expect(read.map(\.time) == wanted.map(\.time))
    }

    /// What is heard is what the composition is, sample by sample: but for noise that AAC leaves to the decoder's dice.
    private func expectSameSound(_ made: Made, _ edit: AVAsset) async throws {
        let read = try await CompositionSoundCopyTests.samples(of: made.asset)
        let wanted = try await CompositionSoundCopyTests.samples(of: edit)
        #expect(abs(read.count - wanted.count) <= 1)
        let differing = zip(read, wanted).count { abs($0 - $1) > 0.02 }
        #expect(differing < 400, "of \(read.count)")
    }

    /// A track of the file shows at these times, to a millisecond.
    private func expectShown(_ track: AVAssetTrack, _ ranges: [CMTimeRange]) async throws {
        let shown = try await track.load(.segments).filter { !$0.isEmpty }.map(\.timeMapping.target)
        try #require(shown.count == ranges.count, "\(shown)")
        for (own, wanted) in zip(shown, ranges) {
            #expect(abs((own.start - wanted.start).seconds) < 0.001, "\(own)")
            #expect(abs((own.end - wanted.end).seconds) < 0.001, "\(own)")
        }
    }

    @Test(
        "samples are kept, cut at key pictures or cut to the picture: sound is silent within clips of pictures",
        arguments: [AKTrimMode.presentsExactly, .keyframe, .smart],
        [
            [frameRange(50, 75)], [frameRange(0, 30)], [frameRange(20, 40)], [frameRange(90, 102)],
            [frameRange(20, 40), frameRange(60, 80)],
        ]
    )
    func sound(mode: AKTrimMode, silent: [CMTimeRange]) async throws {
        let edit = try await film(silentIn: silent)
        let made = try await make(edit, mode)
        try expectUncut(made, 102, startingAt: [.zero, frames(75)])
        try await expectSamePictures(made, edit)
        #expect(try made.track(.audio).encodedSampleCount == 0)
        #expect(made.planned(.audio).allSatisfy { $0.action == .copy })
        try await expectSameSound(made, edit)
        #expect(try await made.asset.load(.duration) == frames(102))
    }

    @Test("in files without edits such sound is encoded in one run", arguments: [AKTrimMode.keyframe, .smart])
    func soundWithoutEdits(mode: AKTrimMode) async throws {
        let made = try await make(try await film(silentIn: [frameRange(20, 40)]), mode, "out.mkv")
        let pictures = try made.track(.video)
        #expect(pictures.copiedSampleCount == 102 && pictures.encodedSampleCount == 0)
        #expect(made.planned(.audio).allSatisfy { $0.action == .encode })
        #expect(try made.track(.audio).copiedSampleCount == 0)
        let samples = try await CompositionSoundCopyTests.samples(of: made.asset)
        #expect(samples[45_000..<70_000].allSatisfy { abs($0) < 0.001 })
        for heard in [0..<36_000, 90_000..<130_000] { #expect(samples[heard].contains { abs($0) > 0.01 }) }
    }

    @Test("of one clip too, which is not cut anywhere")
    func oneClipWithoutEdits() async throws {
        let edit = try await edit([("h264-no-bframes.mp4", frameRange(0, 75))])
        edit.tracks(withMediaType: .audio)[0].silence([frameRange(50, 75)])
        let made = try await make(edit, .keyframe, "out.mkv")
        try expectUncut(made, 75, startingAt: [.zero])
        #expect(made.planned(.audio).map(\.action) == [.encode])
    }

    @Test("where a clip moves to its key picture, sound that begins with it does too, and pauses when it did")
    func moved() async throws {
        let edit = try await edit([("h264-no-bframes.mp4", frameRange(50, 75))])
        edit.tracks(withMediaType: .audio)[0].silence([frameRange(10, 15)])
        let made = try await make(edit, .keyframe)
        #expect(try await ReadPictures(of: made.asset).pictures.map(\.index) == Array(48..<75))
        let sound = try #require(try await made.asset.loadTracks(withMediaType: .audio).first)
        try await expectShown(sound, [frameRange(0, 12), frameRange(17, 27)])
    }

    @Test("edges of a clip are encoded, and not the pictures where its sound pauses")
    func edges() async throws {
        let edit = try await edit([("h264-bframes.mp4", frameRange(40, 75))])
        edit.tracks(withMediaType: .audio)[0].silence([frameRange(15, 25)])
        let made = try await make(edit, .smart)
        #expect(try await ReadPictures(of: made.asset).pictures.map(\.index) == Array(40..<75))
        let pictures = try made.track(.video)
        #expect(pictures.encodedSampleCount < 12 && pictures.encodedSampleCount + pictures.copiedSampleCount == 35)
        #expect(try made.track(.audio).encodedSampleCount == 0)
        let sound = try #require(try await made.asset.loadTracks(withMediaType: .audio).first)
        try await expectShown(sound, [frameRange(0, 15), frameRange(25, 35)])
        try await expectSameSound(made, edit)
    }

    @Test(
        "each of several tracks of sound is silent by itself",
        arguments: [AKTrimMode.presentsExactly, .keyframe, .smart]
    )
    func languages(mode: AKTrimMode) async throws {
        let edit = try await edit([("two-languages.mp4", frameRange(0, 75))])
        let sounds = edit.tracks(withMediaType: .audio)
        sounds[0].silence([frameRange(20, 40)])
        sounds[1].silence([frameRange(30, 60)])
        let made = try await make(edit, mode)
        try expectUncut(made, 75, startingAt: [.zero])
        try await expectSamePictures(made, edit)
        let tracks = try await made.asset.loadTracks(withMediaType: .audio)
        try #require(tracks.count == 2)
        try await expectShown(tracks[0], [frameRange(0, 20), frameRange(40, 75)])
        try await expectShown(tracks[1], [frameRange(0, 30), frameRange(60, 75)])
        #expect(made.result.tracks.allSatisfy { $0.encodedSampleCount == 0 })
    }

    @Test(
        "so are subtitles, with presets that encode too",
        arguments: [
            (AVAssetExportPresetPassthrough, AKTrimMode.presentsExactly), (AVAssetExportPresetPassthrough, .keyframe),
            (AVAssetExportPresetPassthrough, .smart), (AVAssetExportPresetHighestQuality, .presentsExactly),
        ]
    )
    func subtitles(preset: String, mode: AKTrimMode) async throws {
        let edit = try await edit([("subtitles.mp4", frameRange(0, 75))])
        try #require(edit.tracks.first { $0.mediaType.isText }).silence([frameRange(30, 50)])
        let made = try await make(edit, mode, preset: preset)
        try expectUncut(made, 75, startingAt: [.zero])
        try await expectSamePictures(made, edit)
        let text = try #require(try await made.asset.load(.tracks).first { $0.mediaType.isText })
        let shown = try await text.load(.segments).filter { !$0.isEmpty }.map(\.timeMapping.target)
        try #require(shown.count == 2)
        #expect(abs(shown[0].end.seconds - 1.2) < 0.001 && abs(shown[1].start.seconds - 2) < 0.001)
    }

    /// Pictures of one file, sound of another that is over earlier, and subtitles of a third one.
    private func ofThreeFiles() async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-no-bframes.mp4", frameRange(0, 75))
        try await edit.track(.audio).append("aac.m4a", frameRange(0, 50))
        let subtitles = AVURLAsset(url: SampleMedia.url("subtitles.mp4"))
        let source = try #require(try await subtitles.load(.tracks).first { $0.mediaType.isText })
        try edit.track(source.mediaType).insertTimeRange(frameRange(30, 60), of: source, at: frames(10))
        return edit
    }

    private func expectAllCopied(_ made: Made, _ edit: AVMutableComposition) async throws {
        try expectUncut(made, 75, startingAt: [.zero])
        try await expectSamePictures(made, edit)
        try await expectSameSound(made, edit)
        #expect(made.plan.stretches.count == 3 && made.plan.stretches.allSatisfy { $0.action == .copy })
        #expect(made.result.tracks.count == 3)
        #expect(made.result.tracks.allSatisfy { $0.encodedSampleCount == 0 && $0.copiedSampleCount > 0 })
        for track in made.result.tracks {
            let planned = made.planned(track.mediaType).compactMap(\.sampleCount).reduce(0, +)
            #expect(track.copiedSampleCount == planned)
        }
        let text = try #require(try await made.asset.load(.tracks).first { $0.mediaType.isText })
        try await expectShown(text, [frameRange(10, 40)])
    }

    @Test(
        "subtitles and sound of other files are copied beside pictures that are",
        arguments: [
            (AVAssetExportPresetHighestQuality, AKTrimMode.presentsExactly), (AVAssetExportPresetPassthrough, .smart),
        ]
    )
    func otherFiles(preset: String, mode: AKTrimMode) async throws {
        let edit = try await ofThreeFiles()
        let made = try await make(edit, mode, preset: preset)
        try await expectAllCopied(made, edit)
    }

    @Test("edges of clips are encoded, and not the pictures where sound of another file begins, pauses or ends")
    func edgesBesideMusic() async throws {
        let edit = AVMutableComposition()
        let video = try edit.track(.video)
        for range in [frameRange(40, 75), frameRange(0, 75)] { try await video.append("h264-bframes.mp4", range) }
        let music = try edit.track(.audio)
        try await music.append("aac.m4a", frameRange(0, 70))
        music.silence([frameRange(0, 10), frameRange(40, 50)])
        let made = try await make(edit, .smart)
        let read = try await ReadPictures(of: made.asset).pictures
        #expect(read.map(\.index) == Array(40..<75) + Array(0..<75))
        let pictures = try made.track(.video)
        #expect(pictures.encodedSampleCount < 12 && pictures.encodedSampleCount + pictures.copiedSampleCount == 110)
        #expect(try made.track(.audio).encodedSampleCount == 0)
        #expect(made.planned(.audio).map(\.action) == [.copy])
        try await expectSameSound(made, edit)
        #expect(try await made.asset.load(.duration) == frames(110))
    }

    @Test("a track of which nothing is heard is in the way of no copy")
    func unheard() async throws {
        let edit = try await ofThreeFiles()
        _ = try edit.track(.audio)
        let made = try await make(edit, .smart)
        #expect(try made.track(.video).encodedSampleCount == 0)
        #expect(try made.track(.video).copiedSampleCount == 75)
    }

    @Test("in files without edits clips beside sound of another file are encoded")
    func otherSoundWithoutEdits() async throws {
        let edit = try await ofThreeFiles()
        let text = try #require(edit.tracks.first { $0.mediaType.isText })
        edit.removeTrack(text)
        let made = try await make(edit, .smart, "out.mkv")
        #expect(try made.track(.video).encodedSampleCount == 75)
        #expect(made.planned(.audio).map(\.action) == [.encode])
    }

    @Test("a film whose sound pauses cannot be in fragments, which have no edits")
    func fragments() async throws {
        let edit = try await edit([("h264-no-bframes.mp4", frameRange(0, 75))])
        edit.tracks(withMediaType: .audio)[0].silence([frameRange(20, 40)])
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetPassthrough))
        session.akOptions.fragmentInterval = CMTime(value: 1, timescale: 1)
        let url = URL(filePath: folder.path("out.mp4"))
        await #expect { try await session.export(to: url, as: .mp4) } throws: {
            $0.localizedDescription.contains("leave the fragments out")
        }
    }
}
