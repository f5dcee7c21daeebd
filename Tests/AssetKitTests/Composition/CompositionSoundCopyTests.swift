import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

@Suite("Compositions whose sound is copied beside pictures that are not")
struct CompositionSoundCopyTests {
    private let folder = TemporaryFolder()

    /// Pictures that a layer dims for a while in the middle, and sound of these parts of files.
    private func edit(_ sounds: [(String, CMTimeRange)]) async throws -> (AVMutableComposition, AVVideoComposition) {
        let edit = AVMutableComposition()
        let video = try edit.track(.video)
        try await video.append("h264-no-bframes.mp4", frameRange(0, 75))
        let sound = try edit.track(.audio)
        for (name, range) in sounds { try await sound.append(name, range) }
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: video)
        layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0.5, timeRange: frameRange(26, 30))
        layer.setOpacity(1, at: frames(30))
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = [layer]
        let composition = AVMutableVideoComposition()
        (composition.renderSize, composition.frameDuration) = (CGSize(width: 320, height: 180), frames(1))
        composition.instructions = [instruction]
        return (edit, composition)
    }

    private struct Made {
        var plan: AKExportPlan
        var result: AKExportResult
        var asset: AVURLAsset

        var sound: AKExportResult.Track { get throws { try track(.audio) } }

        func track(_ type: AVMediaType) throws -> AKExportResult.Track {
            try #require(result.tracks.first { $0.mediaType == type })
        }

        var plannedSound: [AKExportPlan.Stretch] { plan.stretches.filter { $0.mediaType == .audio } }
    }

    private func make(
        _ edit: AVComposition,
        _ name: String = "out.mp4",
        preset: String = AVAssetExportPresetHighestQuality,
        _ prepare: (AVAssetExportSession) -> Void = { _ in }
    ) async throws -> Made {
        let session = try #require(AVAssetExportSession(asset: edit, presetName: preset))
        prepare(session)
        let url = URL(filePath: folder.path(name))
        let type = try #require(FileTypes.fileType(ofExtension: url.pathExtension))
        session.outputFileType = type
        let plan = try await session.akPlan()
        try await session.export(to: url, as: type)
        return Made(plan: plan, result: try #require(session.akResult), asset: AVURLAsset(url: url))
    }

    /// All of the sound is copied, says the plan too, and every packet is one of the sources'.
    private func expectCopied(_ made: Made, _ sources: Set<String>) async throws {
        let sound = try made.sound
        #expect(sound.encodedSampleCount == 0 && sound.copiedSampleCount > 0)
        #expect(made.plannedSound.map(\.action) == [.copy])
        #expect(made.plannedSound.allSatisfy { $0.why.contains("leaves its AAC") })
        var known: Set<Data> = []
        for name in sources { known.formUnion(try await Self.packets(AVURLAsset(url: SampleMedia.url(name)))) }
        #expect(try await Self.packets(made.asset).allSatisfy { known.contains($0) })
        let track = try #require(try await made.asset.loadTracks(withMediaType: .audio).first)
        #expect(try await track.akLoadSampleTable().count == sound.copiedSampleCount)
    }

    private static func packets(_ asset: AVAsset) async throws -> [Data] {
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        return try track.samplesAsStored(of: asset)
    }

    /// What is heard is what the composition is, sample by sample: but for noise that AAC leaves to the decoder's dice.
    private func expectSameSound(_ made: Made, _ edit: AVAsset) async throws {
        let (read, wanted) = (try await Self.samples(of: made.asset), try await Self.samples(of: edit))
        #expect(abs(read.count - wanted.count) <= 1)
        let differing = zip(read, wanted).count { abs($0 - $1) > 0.02 }
        #expect(differing < 400, "of \(read.count)")
    }

    static func samples(of asset: AVAsset) async throws -> [Float] {
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
        return samples
    }

    @Test("music below pictures of which some are rendered is copied", arguments: ["out.mp4", "out.mov"])
    func music(_ name: String) async throws {
        let (edit, layers) = try await edit([("aac.m4a", frameRange(0, 75))])
        let made = try await make(edit, name) { $0.videoComposition = layers }
        try await expectCopied(made, ["aac.m4a"])
        try await expectSameSound(made, edit)
        let pictures = try made.track(.video)
        #expect(pictures.copiedSampleCount >= 45 && pictures.encodedSampleCount > 0)
        #expect(pictures.copiedSampleCount + pictures.encodedSampleCount == 75)
        #expect(try await made.asset.load(.duration) == edit.duration)
        #expect(try await made.asset.load(.tracks).map(\.mediaType) == [.video, .audio])
    }

    @Test("sound of several clips is copied, and each begins to the sample")
    func clips() async throws {
        let (edit, layers) = try await edit([
            ("h264-bframes.mp4", frameRange(31, 60)), ("h264-no-bframes.mp4", frameRange(7, 40)),
            ("h264-bframes.mp4", frameRange(3, 16)),
        ])
        let made = try await make(edit) { $0.videoComposition = layers }
        try await expectCopied(made, ["h264-bframes.mp4", "h264-no-bframes.mp4"])
        try await expectSameSound(made, edit)
    }

    @Test("sound is copied where all pictures are rendered", arguments: [false, true])
    func smaller(_ isFirst: Bool) async throws {
        let (edit, layers) = try await edit([
            ("h264-bframes.mp4", frameRange(10, 40)), ("h264-no-bframes.mp4", frameRange(0, 45)),
        ])
        let made = try await make(edit) {
            ($0.videoComposition, $0.shouldOptimizeForNetworkUse) = (layers, isFirst)
            $0.akOptions.maximumSize = CGSize(width: 160, height: 90)
        }
        try await expectCopied(made, ["h264-bframes.mp4", "h264-no-bframes.mp4"])
        try await expectSameSound(made, edit)
        #expect(try made.track(.video).encodedSampleCount == 75)
        #expect(made.result.duration == edit.duration)
    }

    @Test("a range of the timeline has the sound of that range")
    func part() async throws {
        let (edit, layers) = try await edit([("aac.m4a", frameRange(0, 75))])
        let made = try await make(edit) { ($0.videoComposition, $0.timeRange) = (layers, frameRange(20, 60)) }
        try await expectCopied(made, ["aac.m4a"])
        let (read, wanted) = (try await Self.samples(of: made.asset), try await Self.samples(of: edit))
        #expect(abs(read.count - 76_800) <= 1)
        #expect(zip(read, wanted[38_400...]).count { abs($0 - $1) > 0.02 } < 100)
    }

    @Test("sound by itself is as long as the edit, with silence at its end")
    func silentEnd() async throws {
        let edit = AVMutableComposition()
        try await edit.track(.audio).append("aac.m4a", frameRange(0, 50))
        edit.akMinimumDuration = frames(75)
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetAppleM4A))
        let url = URL(filePath: folder.path("out.m4a"))
        try await session.export(to: url, as: .m4a)
        let samples = try await Self.samples(of: AVURLAsset(url: url))
        #expect(abs(samples.count - 144_000) <= 1)
        #expect(samples.dropFirst(100_000).allSatisfy { abs($0) < 0.001 })
        #expect(samples.prefix(90_000).contains { abs($0) > 0.01 })
    }

    /// Three seconds of pictures, and two of sound that is silent for the third.
    private func filmWithSilentEnd() async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-no-bframes.mp4", frameRange(0, 75))
        try await edit.track(.audio).append("aac.m4a", frameRange(0, 50))
        edit.akMinimumDuration = frames(75)
        return edit
    }

    @Test(
        "sound of a film by itself is as long as the edit too",
        arguments: [
            ("out.m4a", AVAssetExportPresetAppleM4A), ("out.mp4", AVAssetExportPresetHighestQuality),
        ]
    )
    func silentEndOfFilm(name: String, preset: String) async throws {
        let made = try await make(try await filmWithSilentEnd(), name, preset: preset) {
            if name == "out.mp4" { $0.akOptions.video = .leftOut }
        }
        #expect(made.result.tracks.map(\.mediaType) == [.audio])
        #expect(made.plannedSound.map(\.action) == [.encode])
        let samples = try await Self.samples(of: made.asset)
        #expect(abs(samples.count - 144_000) <= 1)
        #expect(samples.dropFirst(100_000).allSatisfy { abs($0) < 0.001 })
        #expect(samples.prefix(90_000).contains { abs($0) > 0.01 })
    }

    @Test("beside pictures such sound is copied, and is over earlier")
    func silentEndBesidePictures() async throws {
        let made = try await make(try await filmWithSilentEnd())
        try await expectCopied(made, ["aac.m4a"])
        #expect(try await made.asset.load(.duration) == frames(75))
    }

    @Test("where samples are asked for as they are, the silent end is left out, and that is said")
    func copiedWithoutSilentEnd() async throws {
        let made = try await make(try await filmWithSilentEnd(), "out.m4a", preset: AVAssetExportPresetAppleM4A) {
            $0.akOptions.audio = .copied
        }
        let sentence = "the last 1.0 s, in which nothing shows, cannot be copied and are left out"
        #expect(made.plan.warnings == [sentence])
        #expect(made.result.warnings.contains(sentence))
        #expect(try made.sound.encodedSampleCount == 0)
        #expect(abs(try await made.asset.load(.duration).seconds - 2) < 0.03)
    }

    @Test("sound of clips of a film is copied into a file of its own, which has no pictures")
    func soundOfFilm() async throws {
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: SampleMedia.url("h264-no-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 25), of: film, at: .zero)
        try await edit.insertTimeRange(frameRange(40, 60), of: film, at: frames(25))
        let made = try await make(edit, "out.m4a", preset: AVAssetExportPresetAppleM4A)
        #expect(made.result.tracks.map(\.mediaType) == [.audio])
        #expect(try made.sound.encodedSampleCount == 0)
        #expect(made.plan.warnings.isEmpty)
        try await expectSameSound(made, edit)
    }

    @Test("pictures of one file and sound of another are both copied")
    func apart() async throws {
        let (edit, _) = try await edit([("aac.m4a", frameRange(5, 75))])
        let made = try await make(edit)
        try await expectCopied(made, ["aac.m4a"])
        try await expectSameSound(made, edit)
        #expect(try made.track(.video).copiedSampleCount == 75)
    }

    /// Two clips of a film, whose sound is silent in some ranges.
    private func film(silentIn ranges: [CMTimeRange]) async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: SampleMedia.url("h264-no-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 75), of: film, at: .zero)
        try await edit.insertTimeRange(frameRange(48, 75), of: film, at: frames(75))
        edit.tracks(withMediaType: .audio)[0].silence(ranges)
        return edit
    }

    @Test(
        "pictures are not cut where their sound ends, begins or pauses, and both are copied",
        arguments: [
            [frameRange(50, 75)], [frameRange(0, 30)], [frameRange(20, 40)], [frameRange(90, 102)],
            [frameRange(20, 40), frameRange(60, 80)],
        ]
    )
    func shorterSound(silent: [CMTimeRange]) async throws {
        let edit = try await film(silentIn: silent)
        let made = try await make(edit)
        let pictures = try made.track(.video)
        #expect(pictures.copiedSampleCount == 102 && pictures.encodedSampleCount == 0)
        let planned = made.plan.stretches.filter { $0.mediaType == .video }
        #expect(planned.allSatisfy { $0.action == .copy })
        try await expectCopied(made, ["h264-no-bframes.mp4"])
        try await expectSameSound(made, edit)
        #expect(try await made.asset.load(.duration) == frames(102))
    }

    @Test("in files without edits such sound is encoded in one run, beside pictures that are copied")
    func shorterSoundWithoutEdits() async throws {
        let made = try await make(try await film(silentIn: [frameRange(50, 75)]), "out.mkv")
        let pictures = try made.track(.video)
        #expect(pictures.copiedSampleCount == 102 && pictures.encodedSampleCount == 0)
        #expect(made.plannedSound.map(\.action) == [.encode])
        let samples = try await Self.samples(of: made.asset)
        #expect(samples[100_000..<140_000].allSatisfy { abs($0) < 0.001 })
        #expect(samples[150_000..<190_000].contains { abs($0) > 0.01 })
    }

    @Test("sound that pauses is copied beside pictures of which some are, and encoded elsewhere")
    func pauses() async throws {
        let (edit, layers) = try await edit([("aac.m4a", frameRange(0, 75))])
        edit.tracks(withMediaType: .audio)[0].silence([frameRange(20, 30)])
        let made = try await make(edit) { $0.videoComposition = layers }
        try await expectCopied(made, ["aac.m4a"])
        try await expectSameSound(made, edit)
        let small = try await make(edit, "small.mp4") {
            $0.videoComposition = layers
            $0.akOptions.maximumSize = CGSize(width: 160, height: 90)
        }
        let alone = try await make(edit, "alone.m4a", preset: AVAssetExportPresetAppleM4A)
        for other in [small, alone] {
            #expect(other.plannedSound.map(\.action) == [.encode])
            #expect(other.plannedSound.allSatisfy { $0.why.contains("nothing shows for some time") })
        }
    }

    @Test("a mix that leaves the only track as loud as it is changes nothing", arguments: [1, 0.5] as [Float])
    func volume(_ volume: Float) async throws {
        let (edit, layers) = try await edit([("aac.m4a", frameRange(0, 75))])
        let parameters = AVMutableAudioMixInputParameters(track: edit.tracks(withMediaType: .audio)[0])
        parameters.setVolume(volume, at: .zero)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let made = try await make(edit) { ($0.videoComposition, $0.audioMix) = (layers, mix) }
        #expect(try (made.sound.copiedSampleCount > 0) == (volume == 1))
        #expect(made.plannedSound.map(\.action) == [volume == 1 ? .copy : .encode])
    }

    @Test("sound of which only parts can be copied is encoded whole, and the plan says why")
    func encodes() async throws {
        func check(
            _ why: String,
            _ name: String = "out.mp4",
            _ sounds: [(String, CMTimeRange)] = [("aac.m4a", frameRange(0, 75))],
            _ change: (AVMutableCompositionTrack) -> Void = { _ in }
        ) async throws {
            let (edit, layers) = try await edit(sounds)
            change(edit.tracks(withMediaType: .audio)[0])
            let session = try #require(
                AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality)
            )
            session.videoComposition = layers
            session.outputFileType = FileTypes.fileType(ofExtension: URL(filePath: name).pathExtension)
            let sound = try await session.akPlan().stretches.filter { $0.mediaType == .audio }
            #expect(sound.map(\.action) == [.encode])
            #expect(sound.allSatisfy { $0.why.contains(why) }, "\(sound.map(\.why))")
        }
        try await check("another speed") { $0.scaleTimeRange(frameRange(20, 30), toDuration: frames(15)) }
        let parts = [("aac.m4a", frameRange(0, 30)), ("flac.flac", frameRange(0, 30))]
        try await check("a part has another codec", "out.mp4", parts)
        try await check(
            "sample rate",
            "out.mp4",
            [("h264-bframes.mp4", frameRange(0, 30)), ("aac.m4a", frameRange(0, 20))]
        )
    }
}

extension AVAssetTrack {
    /// The bytes of all samples, in their order.
    fileprivate func samplesAsStored(of asset: AVAsset) throws -> [Data] {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: self, outputSettings: nil)
        reader.add(output)
        try reader.start()
        var samples: [Data] = []
        while let sample = output.copyNextSampleBuffer() {
            let data = try #require(sample.dataBuffer).dataBytes()
            let sizes = (0..<sample.numSamples).map { CMSampleBufferGetSampleSize(sample, at: $0) }
            var start = 0
            for size in sizes {
                samples.append(data[start..<start + size])
                start += size
            }
        }
        return samples
    }
}
