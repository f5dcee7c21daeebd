import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Exports of compositions")
struct CompositionExportTests {
    private func film() async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        let cuts: [(String, CMTimeRange)] = [
            ("h264-bframes.mp4", frameRange(10, 30)), ("hevc.mp4", frameRange(50, 60)),
            ("h264-bframes.mp4", frameRange(5, 15)),
        ]
        for (name, range) in cuts {
            try await edit.insertTimeRange(
                range,
                of: AVURLAsset(url: SampleMedia.url(name)),
                at: edit.duration
            )
        }
        return edit
    }

    private func export(
        _ asset: AVAsset,
        to folder: TemporaryFolder,
        _ name: String = "out.mov",
        preset: String = AVAssetExportPreset640x480,
        _ change: (AVAssetExportSession) -> Void = { _ in }
    ) async throws -> URL {
        let url = URL(filePath: folder.path(name))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        change(session)
        try await session.export(to: url, as: name.hasSuffix(".mp4") ? .mp4 : .mov)
        return url
    }

    @Test("cuts are exported exactly: every picture at its time, and sound for as long")
    func exportsCuts() async throws {
        let folder = TemporaryFolder()
        let edit = try await film()
        let made = AVURLAsset(url: try await export(edit, to: folder))
        let pictures = try await ReadPictures(of: made).pictures
        #expect(pictures.map(\.index) == Array(10..<30) + Array(50..<60) + Array(5..<15))
        #expect(pictures.map(\.time) == (0..<40).map { frames($0) })
        let sound = try await SoundOfTrack(made)
        #expect(abs(sound.left.count - sound.rate * 40 / 25) <= 1)
        #expect(try await made.load(.tracks).map(\.mediaType) == [.video, .audio])
    }

    /// Long enough for several parts.
    private func longFilm() async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        for _ in 0..<10 {
            for name in ["h264-bframes.mp4", "hevc.mp4"] {
                try await edit.insertTimeRange(
                    frameRange(0, 75),
                    of: AVURLAsset(url: SampleMedia.url(name)),
                    at: edit.duration
                )
            }
        }
        return edit
    }

    @Test("the file is the same whatever number of chains works on it")
    func isDeterministic() async throws {
        let folder = TemporaryFolder()
        let edit = try await longFilm()
        _ = try await edit.load(.tracks)
        let loaded = try edit.requireLoaded()
        let preset = try #require(ExportPreset(named: AVAssetExportPreset640x480))
        let (one, many) = (URL(filePath: folder.path("one.mp4")), URL(filePath: folder.path("many.mp4")))
        // On any machine, two chains for four processors.
        for (url, processors) in [(one, 1), (many, 4)] {
            try await Task.detached {
                let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
                let wishes = ExportWishes(preset, ExportSettings())
                let context = SourceContext(loaded)
                let job = ClipJob(whole, wishes, context, to: url, as: .mp4, workerCount: processors)
                _ = try job.run { _ in }
            }.value
        }
        #expect(try Data(contentsOf: one) == Data(contentsOf: many))
        let pictures = try await ReadPictures(of: AVURLAsset(url: many)).pictures
        #expect(pictures.map(\.index) == Array(repeating: Array(0..<75), count: 20).flatMap { $0 })
    }

    @Test("beside several sources fewer encoders keep fewer pictures, and take as many processors")
    func keepsFewPictures() async throws {
        let edit = try await longFilm()
        let rendering = try await rendering(of: edit)
        #expect(rendering.chunks.count > 1)
        #expect(rendering.encoding.keepsFewPictures)
        #expect(rendering.encoding.threadCount == 2)
        #expect(rendering.rendersApart)
        #expect([1, 2, 3, 4, 6].map { rendering.mostWorkers(of: $0) } == [1, 1, 1, 2, 2])
        // A file by itself has as many chains as there are processors.
        var alone = rendering
        alone.encoding.threadCount = 1
        alone.rendersApart = false
        #expect(alone.mostWorkers(of: 4) == 4)
    }

    @Test("pictures of layers are put together beside the one thread that encodes them, and take as many processors")
    func rendersLayersApart() async throws {
        let edit = try await longFilm()
        let layers = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: edit)
        let rendering = try await rendering(of: edit, layers)
        #expect(rendering.chunks.count > 1)
        #expect(rendering.rendersApart)
        #expect(rendering.encoding.threadCount == 1)
        #expect([1, 2, 3, 4].map { rendering.mostWorkers(of: $0) } == [1, 1, 2, 2])
    }

    private func rendering(
        of edit: AVComposition,
        _ layers: AVVideoComposition? = nil
    ) async throws -> PictureRendering {
        _ = try await edit.load(.tracks)
        var loaded = try edit.requireLoaded()
        if let layers = CompositionUse(layers, after: nil) {
            loaded = try loaded.showing(layers, timedUntil: CancellationFlag())
        }
        let planner = ExportPlanner(
            loaded: loaded,
            preset: try #require(ExportPreset(named: AVAssetExportPreset640x480)),
            settings: ExportSettings(),
            fileType: .mp4
        )
        let renderings = try planner.plan().tracks.compactMap { track -> PictureRendering? in
            guard case .pictures(let rendering) = track.treatment else { return nil }
            return rendering
        }
        return try #require(renderings.first)
    }

    @Test(
        "a gap becomes black pictures and silence, to the picture and to the sample",
        arguments: [AVVideoCodecType.proRes422, AVVideoCodecType(rawValue: "FFV1")]
    )
    func exportsGaps(codec: AVVideoCodecType) async throws {
        let folder = TemporaryFolder()
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 20), of: film, at: .zero)
        edit.insertEmptyTimeRange(frameRange(5, 12))
        edit.insertEmptyTimeRange(frameRange(0, 3))
        let preset = AVAssetExportPresetAppleProRes422LPCM
        let made = AVURLAsset(
            url: try await export(edit, to: folder, preset: preset) { $0.akOptions.video = .encoded(codec) }
        )
        let (pictures, times) = try await planes(of: made)
        #expect(times == (0..<30).map { frames($0) })
        let black = pictures.indices.filter { number in
            pictures[number].isFlat(16, inPlane: 0) && pictures[number].isFlat(128, inPlane: 1)
        }
        #expect(black == [0, 1, 2] + Array(8..<15))
        let sound = try await SoundOfTrack(made)
        let frame = sound.rate / 25
        for range in [0..<3 * frame, 8 * frame..<15 * frame] {
            #expect(sound.left[range].allSatisfy { $0 == 0 })
        }
        #expect(sound.left.count == 30 * frame)
    }

    /// The pictures of an asset in NV12, and when each is shown.
    private func planes(of asset: AVAsset) async throws -> (pictures: [CVPixelBuffer], times: [CMTime]) {
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey: format])
        reader.add(output)
        try reader.start()
        var (pictures, times): ([CVPixelBuffer], [CMTime]) = ([], [])
        while let sample = output.copyNextSampleBuffer() {
            pictures.append(try #require(sample.imageBuffer))
            times.append(sample.presentationTimeStamp)
        }
        if let error = reader.error { throw error }
        return (pictures, times)
    }

    @Test(
        "pictures of 29.97 and 59.94 a second keep their times to the tick, and behind a gap, copied or encoded",
        arguments: [AVAssetExportPresetHighestQuality, AVAssetExportPreset640x480]
    )
    func keepsRates(preset: String) async throws {
        let folder = TemporaryFolder()
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("ntsc-29.97.mp4", frameRange(10 * 1001, 14 * 1001, at: 30_000))
        try await track.append("ntsc-59.94.mp4", frameRange(20 * 1001, 28 * 1001, at: 60_000))
        try await track.append("ntsc-29.97.mp4", frameRange(5 * 1001, 9 * 1001, at: 30_000))
        track.insertEmptyTimeRange(frameRange(8008, 13_013, at: 30_000))
        let made = AVURLAsset(url: try await export(edit, to: folder, "out.mp4", preset: preset))
        let pictures = try await ReadPictures(of: made).pictures
        // A gap has as many pictures as the fastest source.
        let rows: [(first: Int64, count: Int64, step: Int64)] = [(0, 4, 2002), (8008, 18, 1001), (26_026, 4, 2002)]
        let times = rows.flatMap { row in
            (0..<row.count).map { frames(row.first + row.step * $0, at: 60_000) }
        }
        #expect(pictures.map(\.time) == times)
        let black = Array(repeating: 0, count: 10)
        #expect(pictures.map(\.index) == Array(10..<14) + Array(20..<28) + black + Array(5..<9))
    }

    @Test("pictures of another size and shape are fitted in, with bars beside them")
    func fitsOthers() async throws {
        let folder = TemporaryFolder()
        let edit = AVMutableComposition()
        let track = try edit.track(.video)
        try await track.append("h264-bframes.mp4", frameRange(0, 5))
        try await track.append("alpha-vp9.webm", frameRange(0, 5))
        try await track.append("non-square-pixels.mp4", frameRange(0, 5))
        let made = AVURLAsset(url: try await export(edit, to: folder, preset: AVAssetExportPresetAppleProRes422LPCM))
        let read = try #require(try await made.loadTracks(withMediaType: .video).first)
        #expect(read.naturalSize == CGSize(width: 320, height: 180))
        #expect(try await ReadPictures.times(of: made) == (0..<15).map { frames($0) })
    }

    @Test("scaled stretches are exported at their speed, with their pitch")
    func exportsSpeed() async throws {
        let folder = TemporaryFolder()
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 50), of: film, at: .zero)
        edit.scaleTimeRange(frameRange(0, 25), toDuration: frames(50))
        let made = AVURLAsset(url: try await export(edit, to: folder, preset: AVAssetExportPresetAppleProRes422LPCM))
        let pictures = try await ReadPictures(of: made).pictures
        #expect(pictures.map(\.index) == Array(0..<50))
        #expect(pictures.map(\.time) == (0..<25).map { frames(2 * $0) } + (0..<25).map { frames(50 + $0) })
        let sound = try await SoundOfTrack(made).left
        #expect(sound.count == 3 * 48000)
        // A tone of 440 Hz, between two clicks; in the source noise is some 24 dB below it.
        let fit = SineFit(sound, 24000..<86400, period: 48000.0 / 440)
        #expect(abs(fit.centsOff) < 1 && fit.signalToNoise > 15, "\(fit)")
    }

    @Test("a source that is gone is named before anything is written")
    func missesSources() async throws {
        let folder = TemporaryFolder()
        let copy = URL(filePath: folder.path("gone film.mp4"))
        try FileManager.default.copyItem(at: SampleMedia.url("h264-bframes.mp4"), to: copy)
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(frameRange(0, 10), of: AVURLAsset(url: copy), at: .zero)
        try FileManager.default.removeItem(at: copy)
        await #expect { _ = try await export(edit, to: folder) } throws: {
            $0.localizedDescription.contains("gone film.mp4")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }

    @Test(
        "what is wrong with a source is told with its name: while pictures, sound and samples are read, and in an export"
    )
    func namesBrokenSources() async throws {
        let folder = TemporaryFolder()
        let broken = URL(filePath: folder.path("broken film.mp4"))
        try Data(contentsOf: SampleMedia.url("faststart.mp4")).prefix(20000).write(to: broken)
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(
            frameRange(0, 20),
            of: AVURLAsset(url: SampleMedia.url("h264-bframes.mp4")),
            at: .zero
        )
        try await edit.insertTimeRange(frameRange(0, 70), of: AVURLAsset(url: broken), at: edit.duration)
        func isNamed(_ error: any Error) -> Bool { error.localizedDescription.contains("in '\(broken.path)'") }
        await #expect { _ = try await ReadPictures(of: edit) } throws: { isNamed($0) }
        await #expect { _ = try await ReadPictures.times(of: edit) } throws: { isNamed($0) }
        await #expect { _ = try await SoundOfTrack(edit) } throws: { isNamed($0) }
        let generator = AVAssetImageGenerator(asset: edit)
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        await #expect { _ = try await generator.image(at: frames(85)) } throws: { isNamed($0) }
        #expect(try await generator.image(at: frames(3)).actualTime == frames(3))
        // Rendered, and copied where the edit leaves it alone: the reason itself names it, whoever puts it into a sentence.
        for preset in [AVAssetExportPreset640x480, AVAssetExportPresetHighestQuality] {
            await #expect { _ = try await export(edit, to: folder, preset: preset) } throws: {
                ($0 as? AVError)?.failureReason?.contains("'\(broken.path)'") == true
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["broken film.mp4"])
    }

    @Test("a composition is not written over one of its own sources")
    func keepsSources() async throws {
        let folder = TemporaryFolder()
        let copy = URL(filePath: folder.path("film.mov"))
        try FileManager.default.copyItem(at: SampleMedia.url("h264-bframes.mov"), to: copy)
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(frameRange(0, 10), of: AVURLAsset(url: copy), at: .zero)
        let before = try Data(contentsOf: copy)
        await #expect(throws: AVError.self) { _ = try await export(edit, to: folder, "film.mov") }
        #expect(try Data(contentsOf: copy) == before)
    }
}

extension CVPixelBuffer {
    /// All codes of a plane of NV12 are one.
    fileprivate func isFlat(_ code: UInt8, inPlane plane: Int) -> Bool {
        let (count, bytesPerRow) = (CVPixelBufferGetWidth(self), CVPixelBufferGetBytesPerRowOfPlane(self, plane))
        let flat = [UInt8](repeating: code, count: count)
        let result = akWithPlane(plane) { span in
            span.withUnsafeBytes { bytes in
                (0..<CVPixelBufferGetHeightOfPlane(self, plane)).allSatisfy { row in
                    bytes[row * bytesPerRow..<row * bytesPerRow + count].elementsEqual(flat)
                }
            }
        }
        return result ?? false
    }
}

extension ReadPictures {
    /// When the pictures of an asset are shown, whatever they show.
    static func times(of asset: AVAsset) async throws -> [CMTime] {
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        try reader.start()
        var times: [CMTime] = []
        while let sample = output.copyNextSampleBuffer() { times.append(sample.presentationTimeStamp) }
        if let error = reader.error { throw error }
        return times
    }
}
