import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

@Suite("Compositions that are copied beside what is rendered")
struct CompositionPartCopyTests {
    private let folder = TemporaryFolder()

    /// Two clips of sound and pictures in tracks of their own, the second of which begins before the first one ends.
    private func dissolve(_ first: String, _ second: String) async throws -> (AVMutableComposition, AVVideoComposition)
    {
        let edit = AVMutableComposition()
        for (name, start) in [(first, 0), (second, 65)] {
            let asset = AVURLAsset(url: SampleMedia.url(name))
            for type in [AVMediaType.video, .audio] {
                guard let source = try await asset.loadTracks(withMediaType: type).first else { continue }
                try edit.track(type).insertTimeRange(frameRange(0, 75), of: source, at: frames(Int64(start)))
            }
        }
        let videos = edit.tracks(withMediaType: .video)
        let fading = AVMutableVideoCompositionLayerInstruction(assetTrack: videos[0])
        fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frameRange(65, 75))
        return (edit, composition(edit, [fading, AVMutableVideoCompositionLayerInstruction(assetTrack: videos[1])]))
    }

    private func composition(
        _ edit: AVComposition,
        _ layers: [AVVideoCompositionLayerInstruction],
        rate: CMTimeScale = 25
    ) -> AVMutableVideoComposition {
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = layers
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1, at: rate)
        composition.instructions = [instruction]
        return composition
    }

    private struct Made {
        var plan: AKExportPlan
        var result: AKExportResult
        var asset: AVURLAsset

        var pictures: AKExportResult.Track { get throws { try track(.video) } }

        func track(_ type: AVMediaType) throws -> AKExportResult.Track {
            try #require(result.tracks.first { $0.mediaType == type })
        }

        /// Of each stretch of pictures whether it is copied, the range in pictures of 1/25 s, and why.
        var stretches: [(isCopied: Bool, start: Double, end: Double, why: String)] {
            plan.stretches.filter { $0.mediaType == .video }.map {
                ($0.action == .copy, $0.range.start.seconds * 25, $0.range.end.seconds * 25, $0.why)
            }
        }
    }

    private func make(
        _ edit: AVComposition,
        _ name: String = "out.mov",
        _ prepare: (AVAssetExportSession) -> Void = { _ in }
    ) async throws -> Made {
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        prepare(session)
        let type: AVFileType = name.hasSuffix("mov") ? .mov : .mp4
        session.outputFileType = type
        let plan = try await session.akPlan()
        let url = URL(filePath: folder.path(name))
        try await session.export(to: url, as: type)
        return Made(plan: plan, result: try #require(session.akResult), asset: AVURLAsset(url: url))
    }

    /// What the plan says is what has been done.
    private func check(_ made: Made) throws {
        let pictures = try made.pictures
        let planned = made.plan.stretches.filter { $0.mediaType == .video }
        let copied = planned.filter { $0.action == .copy }.compactMap(\.sampleCount).reduce(0, +)
        let encoded = planned.filter { $0.action == .encode }.compactMap(\.sampleCount).reduce(0, +)
        #expect(copied == pictures.copiedSampleCount)
        #expect(encoded == pictures.encodedSampleCount)
        #expect(planned.allSatisfy { !$0.why.isEmpty })
    }

    @Test(
        "a dissolve is rendered, and copied is what is beside it",
        arguments: [("h264-bframes.mp4", "out.mov"), ("h264-open-gop.mp4", "out.mp4"), ("hevc.mp4", "out.mp4")]
    )
    func copiesBesideDissolves(_ second: String, _ name: String) async throws {
        let (edit, layers) = try await dissolve(second == "hevc.mp4" ? second : "h264-no-bframes.mp4", second)
        let preset = second == "hevc.mp4" ? AVAssetExportPresetHEVCHighestQuality : AVAssetExportPresetHighestQuality
        let session = try #require(AVAssetExportSession(asset: edit, presetName: preset))
        session.videoComposition = layers
        session.outputFileType = name.hasSuffix("mov") ? .mov : .mp4
        let plan = try await session.akPlan()
        let url = URL(filePath: folder.path(name))
        try await session.export(to: url, as: try #require(session.outputFileType))
        let made = Made(plan: plan, result: try #require(session.akResult), asset: AVURLAsset(url: url))
        try check(made)
        let counts = try made.pictures
        #expect(counts.copiedSampleCount + counts.encodedSampleCount == 140)
        #expect(counts.copiedSampleCount >= 88)
        #expect(made.stretches.contains { !$0.isCopied && $0.start <= 65 && $0.end >= 75 && $0.why.contains("layer") })
        // Beside the dissolve each picture says its number, and in it the weight is k of 10.
        let read = try await Self.luma(of: made.asset)
        let wanted = try await Self.luma(of: edit, layers)
        #expect(read.times == (0..<140).map { frames($0) })
        #expect(read.indexes[..<65] == wanted.indexes[..<65])
        #expect(read.indexes[75...] == wanted.indexes[75...])
        for number in 65..<75 {
            #expect(abs(read.means[number] - wanted.means[number]) < 2, "picture \(number)")
        }
        #expect(made.result.duration == frames(140))
    }

    @Test("what has no tables of its samples is copied beside a dissolve too", arguments: ["mkv", "ts"])
    func copiesWithoutTables(kind: String) async throws {
        // Pictures alone: beside sound they begin a little later than the file does, on no frame of the composition.
        let source = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let url = URL(filePath: folder.path("film.\(kind)"))
        let copy = try #require(AVAssetExportSession(asset: source, presetName: AVAssetExportPresetPassthrough))
        copy.akOptions.trackIDs = [try #require(try await source.loadTracks(withMediaType: .video).first).trackID]
        try await copy.export(to: url, as: kind == "ts" ? .akMPEGTransportStream : .akMatroska)
        let edit = AVMutableComposition()
        let films = [AVURLAsset(url: SampleMedia.url("h264-no-bframes.mp4")), AVURLAsset(url: url)]
        for (film, start) in zip(films, [0, 65]) {
            let source = try #require(try await film.loadTracks(withMediaType: .video).first)
            try edit.track(.video).insertTimeRange(frameRange(0, 75), of: source, at: frames(Int64(start)))
        }
        let fading = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frameRange(65, 75))
        let layers = composition(edit, [fading, AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[1])])
        let made = try await make(edit, "out.mp4") { $0.videoComposition = layers }
        try check(made)
        let counts = try made.pictures
        #expect(counts.copiedSampleCount + counts.encodedSampleCount == 140)
        #expect(counts.copiedSampleCount >= 88)
        let read = try await Self.luma(of: made.asset)
        #expect(read.times == (0..<140).map { frames($0) })
        #expect(Array(read.indexes[..<65]) == (0..<65).map { $0 })
        #expect(Array(read.indexes[75...]) == (10..<75).map { $0 })
    }

    @Test("a part of the timeline has the pictures and the sound of that part")
    func copiesPartsOfTimelines() async throws {
        let (edit, layers) = try await dissolve("h264-no-bframes.mp4", "h264-bframes.mp4")
        let part = frameRange(10, 130)
        let made = try await make(edit) {
            ($0.videoComposition, $0.timeRange) = (layers, part)
        }
        try check(made)
        // From the key picture 48 of each clip on.
        #expect(try made.pictures.copiedSampleCount >= 30)
        #expect(made.plan.range == part)
        #expect(made.result.requestedTimeRange == part)
        #expect(try await made.asset.load(.duration) == frames(120))
        let read = try await Self.luma(of: made.asset)
        let wanted = try await Self.luma(of: edit, layers)
        #expect(read.times == (0..<120).map { frames($0) })
        #expect(Array(read.indexes[..<55]) == Array(wanted.indexes[10..<65]))
        #expect(Array(read.indexes[65...]) == Array(wanted.indexes[75..<130]))
        // Tenths of a second from 0.4 s on.
        let (heard, whole) = (try await Self.levels(of: made.asset, nil), try await Self.levels(of: edit, nil))
        #expect(heard.count == 48)
        #expect(zip(heard, whole[4...]).allSatisfy { abs($0 - $1) < 0.02 + 0.1 * $1 })
    }

    private struct Luma {
        var times: [CMTime] = []
        var indexes: [Int?] = []
        /// Of brightness, over the whole picture.
        var means: [Double] = []
    }

    private static func luma(of asset: AVAsset, _ layers: AVVideoComposition? = nil) async throws -> Luma {
        let reader = try AVAssetReader(asset: asset)
        let settings = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
        let tracks = try await asset.loadTracks(withMediaType: .video)
        let output: AVAssetReaderOutput
        if let layers {
            let composed = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: settings)
            composed.videoComposition = layers
            output = composed
        } else {
            output = AVAssetReaderTrackOutput(track: try #require(tracks.first), outputSettings: settings)
        }
        reader.add(output)
        try reader.start()
        var luma = Luma()
        while let sample = output.copyNextSampleBuffer() {
            let picture = try #require(sample.imageBuffer)
            luma.times.append(sample.presentationTimeStamp)
            luma.indexes.append(PictureBarcode.index(of: picture))
            let grid = (0..<16).flatMap { x in (0..<9).map { y in picture.luma(10 + 20 * x, 10 + 20 * y) } }
            luma.means.append(Double(grid.reduce(0, +)) / Double(grid.count))
        }
        if let error = reader.error { throw error }
        return luma
    }

    @Test("a part at another speed is rendered, and the pictures before and behind it are copied")
    func copiesBesideSlowMotion() async throws {
        let edit = AVMutableComposition()
        let asset = AVURLAsset(url: SampleMedia.url("h264-no-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 75), of: asset, at: .zero)
        edit.scaleTimeRange(frameRange(24, 36), toDuration: frames(24))
        let made = try await make(edit)
        try check(made)
        let pictures = try await ReadPictures(of: made.asset).pictures
        #expect(pictures.map(\.index) == Array(0..<75))
        var times: [CMTime] = (0..<24).map { frames($0) }
        times += (0..<12).map { frames(24 + 2 * $0) }
        times += (0..<39).map { frames(48 + $0) }
        #expect(pictures.map(\.time) == times)
        #expect(try made.pictures.copiedSampleCount >= 48)
        #expect(made.stretches.contains { !$0.isCopied && $0.start == 24 && $0.end == 48 && $0.why.contains("speed") })
    }

    @Test("a gap is black, and what is around it is copied")
    func copiesBesideGaps() async throws {
        let edit = AVMutableComposition()
        let asset = AVURLAsset(url: SampleMedia.url("h264-no-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 75), of: asset, at: .zero)
        edit.insertEmptyTimeRange(frameRange(24, 29))
        let made = try await make(edit)
        try check(made)
        let luma = try await Self.luma(of: made.asset)
        #expect(luma.times == (0..<80).map { frames($0) })
        #expect(luma.indexes[..<24] == (0..<24).map { $0 }[...])
        #expect(luma.indexes[29...] == (24..<75).map { $0 }[...])
        #expect(luma.means[24..<29].allSatisfy { abs($0 - 16) <= 1 })
        #expect(try made.pictures.copiedSampleCount >= 48)
    }

    @Test("a gap of the pictures alone is black, and the sound that goes on is copied")
    func copiesSoundBelowGaps() async throws {
        let edit = AVMutableComposition()
        let video = try edit.track(.video)
        try await video.append("h264-no-bframes.mp4", frameRange(0, 75))
        video.removeTimeRange(frameRange(24, 29))
        video.insertEmptyTimeRange(frameRange(24, 29))
        try await edit.track(.audio).append("h264-no-bframes.mp4", frameRange(0, 75))
        let made = try await make(edit)
        try check(made)
        let luma = try await Self.luma(of: made.asset)
        #expect(luma.times == (0..<75).map { frames($0) })
        #expect(luma.indexes[..<24] == (0..<24).map { $0 }[...])
        #expect(luma.indexes[29...] == (29..<75).map { $0 }[...])
        #expect(luma.means[24..<29].allSatisfy { abs($0 - 16) <= 1 })
        #expect(try made.pictures.copiedSampleCount >= 48)
        #expect(try made.track(.audio).encodedSampleCount == 0)
    }

    @Test("what is black at the end is encoded, below sound that goes on too", arguments: [50, 75] as [Int64])
    func copiesBeforeBlackEnd(soundEnd: Int64) async throws {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-no-bframes.mp4", frameRange(0, 50))
        try await edit.track(.audio).append("h264-no-bframes.mp4", frameRange(0, soundEnd))
        edit.akMinimumDuration = frames(75)
        let made = try await make(edit)
        try check(made)
        let luma = try await Self.luma(of: made.asset)
        #expect(luma.times == (0..<75).map { frames($0) })
        #expect(luma.indexes[..<50] == (0..<50).map { $0 }[...])
        #expect(luma.means[50...].allSatisfy { abs($0 - 16) <= 1 })
        #expect(try made.pictures.copiedSampleCount >= 48)
        #expect(try await made.asset.load(.duration) == frames(75))
    }

    @Test("pass-through leaves out what is black and silent at the end, and says so", arguments: [50, 60] as [Int64])
    func leavesBlackEndOut(soundEnd: Int64) async throws {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-no-bframes.mp4", frameRange(0, 50))
        try await edit.track(.audio).append("h264-no-bframes.mp4", frameRange(0, soundEnd))
        edit.akMinimumDuration = frames(75)
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetPassthrough))
        session.outputFileType = .mov
        let url = URL(filePath: folder.path("out.mov"))
        let length = soundEnd == 50 ? 1.0 : 0.6
        let sentence = "the last \(length) s, in which nothing shows, cannot be copied and are left out"
        #expect(try await session.akPlan().warnings.contains(sentence))
        try await session.export(to: url, as: .mov)
        let result = try #require(session.akResult)
        #expect(result.warnings.contains(sentence))
        #expect(result.tracks.allSatisfy { $0.encodedSampleCount == 0 })
        #expect(try await AVURLAsset(url: url).load(.duration) == frames(soundEnd))
    }

    @Test("music below a film leaves all pictures as they are, and the sound is mixed")
    func copiesAboveMusic() async throws {
        let edit = AVMutableComposition()
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 75), of: asset, at: .zero)
        try await edit.track(.audio).append("aac.m4a", frameRange(0, 75))
        let parameters = AVMutableAudioMixInputParameters(track: edit.tracks(withMediaType: .audio)[1])
        parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: frameRange(0, 75))
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let made = try await make(edit) { $0.audioMix = mix }
        try check(made)
        #expect(try made.pictures.copiedSampleCount == 75)
        let sound = try made.track(.audio)
        #expect(sound.copiedSampleCount == 0)
        #expect(sound.encodedSampleCount > 0)
        #expect(made.plan.stretches.contains { $0.mediaType == .audio && $0.why.contains("mixed") })
        let (duration, tracks) = try await made.asset.load(.duration, .tracks)
        #expect(duration == frames(75))
        #expect(tracks.map(\.mediaType) == [.video, .audio])
        // What is heard is what rendering all would have given.
        let read = try await Self.levels(of: made.asset, nil)
        let wanted = try await Self.levels(of: edit, mix)
        #expect(read.count == wanted.count)
        #expect(zip(read, wanted).allSatisfy { abs($0 - $1) < 0.02 + 0.1 * $1 })
    }

    @Test("sound that goes on behind the pictures is all there")
    func keepsLongerSound() async throws {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-no-bframes.mp4", frameRange(0, 50))
        try await edit.track(.audio).append("h264-no-bframes.mp4", frameRange(25, 75))
        try await edit.track(.audio).append("aac.m4a", frameRange(0, 70))
        let made = try await make(edit)
        try check(made)
        #expect(made.plan.duration == frames(70))
        #expect(made.result.duration == frames(70))
        #expect(try await made.asset.load(.duration) == frames(70))
        #expect(try made.pictures.copiedSampleCount >= 48)
    }

    /// How loud each tenth of a second is.
    private static func levels(of asset: AVAsset, _ mix: AVAudioMix?) async throws -> [Float] {
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
            AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
        ]
        let tracks = try await asset.loadTracks(withMediaType: .audio)
        let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: settings)
        output.audioMix = mix
        reader.add(output)
        try reader.start()
        var samples: [Float] = []
        while let sample = output.copyNextSampleBuffer() {
            let data = try #require(sample.dataBuffer).dataBytes()
            samples += data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }
        if let error = reader.error { throw error }
        return stride(from: 0, to: samples.count - 4799, by: 4800).map { start in
            (samples[start..<start + 4800].reduce(0) { $0 + $1 * $1 } / 4800).squareRoot()
        }
    }

    @Test("pictures at other times than the source's are all rendered")
    func rendersOtherTimes() async throws {
        let (edit, _) = try await dissolve("h264-no-bframes.mp4", "h264-bframes.mp4")
        let videos = edit.tracks(withMediaType: .video)
        let layers = composition(
            edit,
            [AVMutableVideoCompositionLayerInstruction(assetTrack: videos[0]), .init(assetTrack: videos[1])],
            rate: 30
        )
        let made = try await make(edit) { $0.videoComposition = layers }
        #expect(try made.pictures.copiedSampleCount == 0)
        #expect(try made.pictures.encodedSampleCount == 168)
        #expect(made.stretches.allSatisfy { !$0.isCopied && $0.why.contains("other times") })
    }

    @Test("pictures with an overlay are rendered, and those before it and behind it are copied")
    func rendersOverlays() async throws {
        let edit = AVMutableComposition()
        let asset = AVURLAsset(url: SampleMedia.url("h264-no-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 75), of: asset, at: .zero)
        let mark = AVMutableVideoCompositionLayerInstruction()
        mark.trackID = edit.unusedTrackID()
        mark.setOpacity(0, at: .zero)
        mark.setOpacity(1, at: frames(26))
        mark.setOpacity(0, at: frames(30))
        let below = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks(withMediaType: .video)[0])
        let layers = composition(edit, [mark, below])
        layers.akOverlays = [
            mark.trackID: AKOverlay(size: CGSize(width: 320, height: 180)) { _, picture in
                CVPixelBufferLockBaseAddress(picture, [])
                if let base = CVPixelBufferGetBaseAddress(picture) {
                    memset(base, 0xFF, CVPixelBufferGetDataSize(picture))
                }
                CVPixelBufferUnlockBaseAddress(picture, [])
            }
        ]
        let made = try await make(edit) { $0.videoComposition = layers }
        try check(made)
        #expect(
            made.stretches.contains { !$0.isCopied && $0.start == 26 && $0.end == 30 && $0.why.contains("overlay") }
        )
        let read = try await Self.luma(of: made.asset)
        #expect(read.means[26..<30].allSatisfy { abs($0 - 235) <= 1 })
        #expect(read.indexes[..<26] == (0..<26).map { $0 }[...])
        #expect(read.indexes[30...] == (30..<75).map { $0 }[...])
        #expect(try made.pictures.copiedSampleCount >= 48)
    }

    @Test("a layer that is moved is rendered, and copied is what shows as it is")
    func rendersMovedLayers() async throws {
        let (edit, _) = try await dissolve("h264-no-bframes.mp4", "h264-no-bframes.mp4")
        let videos = edit.tracks(withMediaType: .video)
        let small = AVMutableVideoCompositionLayerInstruction(assetTrack: videos[1])
        small.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5), at: .zero)
        small.setTransform(.identity, at: frames(89))
        let whole = AVMutableVideoCompositionLayerInstruction(assetTrack: videos[0])
        let layers = composition(edit, [small, whole])
        let made = try await make(edit) { $0.videoComposition = layers }
        try check(made)
        #expect(made.stretches.contains { !$0.isCopied && $0.start == 65 && $0.end == 89 })
        let read = try await Self.luma(of: made.asset)
        let wanted = try await Self.luma(of: edit, layers)
        #expect(read.times == wanted.times)
        #expect(read.indexes[..<65] == wanted.indexes[..<65])
        #expect(read.indexes[89...] == wanted.indexes[89...])
        #expect(zip(read.means, wanted.means).allSatisfy { abs($0 - $1) < 2 })
    }
}
