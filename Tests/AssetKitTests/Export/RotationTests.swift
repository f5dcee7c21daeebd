import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Exports, how pictures are turned", .enabled(if: Oracle.isThere))
struct RotationTests {
    private let folder = TemporaryFolder()

    private func clip(_ orientation: TurnedClip.Orientation) throws -> String { try TurnedClip.shared(orientation) }

    private func export(
        _ path: String,
        _ preset: String = AVAssetExportPresetPassthrough,
        to name: String,
        as type: AVFileType,
        _ change: (AVAssetExportSession) -> Void = { _ in }
    ) async throws -> AKExportResult {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: URL(filePath: path), options: options)
        _ = try await asset.load(.tracks)
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        change(session)
        try await session.export(to: URL(filePath: folder.path(name)), as: type)
        return try #require(session.akResult)
    }

    private func track(_ name: String) async throws -> AVAssetTrack {
        try #require(
            try await AVURLAsset(url: URL(filePath: folder.path(name))).loadTracks(withMediaType: .video).first
        )
    }

    @Test(
        "movies and Matroska files say how copied pictures are turned and mirrored",
        arguments: TurnedClip.orientations
    )
    func copies(orientation: TurnedClip.Orientation) async throws {
        let source = try clip(orientation)
        for (name, type) in [("a.mov", AVFileType.mov), ("a.mkv", .akMatroska)] {
            let result = try await export(source, to: name, as: type)
            #expect(result.warnings.isEmpty)
            #expect(result.tracks.map(\.encodedSampleCount) == [0])
            #expect(try await TurnedClip.quarters(folder.path(name), at: [0.1]) == [TurnedClip.shown])
        }
        // From Matroska back into a movie.
        _ = try await export(folder.path("a.mkv"), to: "b.mp4", as: .mp4)
        #expect(try await TurnedClip.quarters(folder.path("b.mp4"), at: [0.1]) == [TurnedClip.shown])
    }

    @Test(
        "a transport stream that cannot say it is a warning where samples are copied",
        arguments: TurnedClip.orientations
    )
    func streams(orientation: TurnedClip.Orientation) async throws {
        let result = try await export(try clip(orientation), to: "a.ts", as: .akMPEGTransportStream)
        let isUpright = orientation.verb == "upright"
        #expect(result.warnings.count == (isUpright ? 0 : 1))
        let sentence = "are \(orientation.verb), which an MPEG transport stream cannot say"
        #expect(isUpright || result.warnings[0].contains(sentence))
    }

    @Test("a smart cut of turned pictures is copied into Matroska, and turned itself in a transport stream")
    func smartCuts() async throws {
        let source = try clip(TurnedClip.quarter)
        func cut(_ session: AVAssetExportSession) {
            session.akTrimMode = .smart
            session.timeRange = CMTimeRange(start: CMTime(value: 3, timescale: 25), duration: .positiveInfinity)
        }
        let matroska = try await export(source, to: "a.mkv", as: .akMatroska, cut)
        #expect(matroska.tracks.map(\.copiedSampleCount) == [5] && matroska.tracks.map(\.encodedSampleCount) == [2])
        #expect(
            try await TurnedClip.quarters(folder.path("a.mkv"), at: [0, 0.2]) == [TurnedClip.shown, TurnedClip.shown]
        )
        let stream = try await export(source, to: "a.ts", as: .akMPEGTransportStream, cut)
        #expect(stream.tracks.map(\.encodedSampleCount) == [7])
        #expect(stream.warnings.contains { $0.contains("turned by 90°") })
        #expect(try await track("a.ts").naturalSize == CGSize(width: 64, height: 32))
        #expect(
            try await TurnedClip.quarters(folder.path("a.ts"), at: [0, 0.2]) == [TurnedClip.shown, TurnedClip.shown]
        )
    }

    @Test(
        "copied pictures that are to be turned are so by the file",
        arguments: [("a.mp4", AVFileType.mp4), ("a.mov", .mov), ("a.mkv", .akMatroska)]
    )
    func rotation(name: String, type: AVFileType) async throws {
        // Stored turned against the clock, with nobody saying so.
        let orientation = TurnedClip.Orientation(matrix: [1, 0, 0, 1], filter: TurnedClip.quarter.filter, verb: "")
        let source = try clip(orientation)
        for trimMode in [AKTrimMode.keyframe, .smart] {
            let result = try await export(source, to: name, as: type) {
                ($0.akOptions.rotation, $0.akTrimMode, $0.akReplacesExistingFile) = (90, trimMode, true)
            }
            #expect(result.tracks.map(\.encodedSampleCount) == [0])
            #expect(try await track(name).akDetails.video?.rotation == 90)
            #expect(try await TurnedClip.quarters(folder.path(name), at: [0.1]) == [TurnedClip.shown])
        }
        // Beside sound, or what else there may be, that is encoded.
        _ = try await export(source, AVAssetExportPresetHighestQuality, to: "b." + name, as: type) {
            ($0.akOptions.rotation, $0.akOptions.video) = (90, .copied)
        }
        #expect(try await TurnedClip.quarters(folder.path("b." + name), at: [0.1]) == [TurnedClip.shown])
    }

    @Test("copied pictures that a transport stream cannot turn are refused")
    func refusedRotation() async throws {
        let source = try clip(TurnedClip.upright)
        let error = await #expect(throws: AVError.self) {
            _ = try await export(source, to: "a.ts", as: .akMPEGTransportStream) { $0.akOptions.rotation = 90 }
        }
        #expect(
            error?.localizedDescription.contains("turned by 90°, which an MPEG transport stream cannot say") == true
        )
        #expect(!FileManager.default.fileExists(atPath: folder.path("a.ts")))
    }

    @Test("options that could do nothing are refused by name, and so they are in plans")
    func uselessOptions() async throws {
        let changes: [(String, (inout AKExportOptions) -> Void)] = [
            ("crop", { $0.crop = CGRect(x: 0, y: 0, width: 8, height: 8) }),
            ("maximumSize", { $0.maximumSize = .zero }), ("scale", { $0.scale = .fraction(0.5) }),
            ("frameDuration", { $0.frameDuration = CMTime(value: 1, timescale: 10) }),
            ("videoBitRate", { $0.videoBitRate = 1000 }), ("quality", { $0.quality = 1 }),
            ("constantRateFactor", { $0.constantRateFactor = 20 }), ("encoderPreset", { $0.encoderPreset = "slow" }),
            ("audioBitRate", { $0.audioBitRate = 64_000 }), ("sampleRate", { $0.sampleRate = 8000 }),
            ("channelCount", { $0.channelCount = 1 }),
        ]
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        _ = try await asset.load(.tracks)
        func refusal(_ preset: String, _ change: (inout AKExportOptions) -> Void) async throws -> String {
            let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
            session.outputURL = URL(filePath: folder.path("a.mp4"))
            change(&session.akOptions)
            let planning = await #expect(throws: AVError.self) { _ = try await session.akPlan() }
            let exporting = await #expect(throws: AVError.self) {
                try await session.export(to: URL(filePath: folder.path("a.mp4")), as: .mp4)
            }
            #expect(planning?.failureReason == exporting?.failureReason)
            return exporting?.localizedDescription ?? ""
        }
        for (name, change) in changes {
            #expect(try await refusal(AVAssetExportPresetPassthrough, change).contains("\(name) cannot act on"))
            let chosen = try await refusal(AVAssetExportPresetHighestQuality) {
                ($0.video, $0.audio) = (.copied, .copied)
                change(&$0)
            }
            #expect(chosen.contains("\(name) cannot act on"))
            let leftOut = try await refusal(AVAssetExportPresetHighestQuality) {
                if name.hasPrefix("audio") || name.hasPrefix("sample") || name.hasPrefix("channel") {
                    $0.audio = .leftOut
                } else {
                    $0.video = .leftOut
                }
                change(&$0)
            }
            #expect(leftOut.contains("left out"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }

    @Test("so are those that the type of the file has nothing for, and not those that only this source has nothing for")
    func optionsWithoutTracks() async throws {
        func refusal(
            _ sample: String,
            _ name: String,
            _ type: AVFileType,
            _ preset: String,
            _ change: (inout AKExportOptions) -> Void
        ) async throws -> String {
            let asset = AVURLAsset(url: SampleMedia.url(sample))
            _ = try await asset.load(.tracks)
            let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
            change(&session.akOptions)
            let error = await #expect(throws: AVError.self) {
                try await session.export(to: URL(filePath: folder.path(name)), as: type)
            }
            return error?.localizedDescription ?? ""
        }
        let highest = AVAssetExportPresetHighestQuality
        let sound = try await refusal("h264-bframes.mp4", "a.m4a", .m4a, AVAssetExportPresetAppleM4A) {
            $0.quality = 0.5
        }
        #expect(sound.contains("quality cannot act on an M4A file"))
        let prores = try await refusal("h264-bframes.mp4", "a.mov", .mov, highest) {
            ($0.video, $0.quality) = (.encoded(.proRes422), 0.5)
        }
        #expect(prores.contains("ProRes 422 has no scale of quality"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
        let silent = SampleMedia.url("no-audio.mp4").path(percentEncoded: false)
        let blind = SampleMedia.url("aac.m4a").path(percentEncoded: false)
        for (number, source) in [silent, blind].enumerated() {
            let name = "\(number).mkv"
            _ = try await export(source, highest, to: name, as: .akMatroska) {
                ($0.akOptions.audio, $0.akOptions.channelCount) = (.encoded(kAudioFormatOpus), 1)
                ($0.akOptions.rotation, $0.akOptions.scale) = (90, .fraction(0.5))
                $0.akOptions.crop = CGRect(x: 0, y: 0, width: 64, height: 64)
            }
            let types = try await AVURLAsset(url: URL(filePath: folder.path(name))).load(.tracks).map(\.mediaType)
            #expect(types == [number == 0 ? .video : .audio])
        }
    }

    @Test("a part to keep is counted in what is shown", arguments: TurnedClip.orientations)
    func crops(orientation: TurnedClip.Orientation) async throws {
        // The right three quarters of the upper half.
        let source = try clip(orientation)
        for (name, type) in [("a.mp4", AVFileType.mp4), ("a.mkv", .akMatroska)] {
            _ = try await export(source, AVAssetExportPresetHighestQuality, to: name, as: type) {
                $0.akOptions.crop = CGRect(x: 16, y: 0, width: 48, height: 16)
            }
            let video = try await track(name)
            let shown = CGRect(origin: .zero, size: video.naturalSize).applying(video.preferredTransform)
            #expect(shown.size == CGSize(width: 48, height: 16))
            // A third of it is white.
            let generator = try await TurnedClip.quarters(folder.path(name), at: [0.1])
            #expect(generator == [[true, false, true, false]])
        }
    }

    @Test("a part with odd sides becomes smaller where pixels share colour, and that is said")
    func oddCrops() async throws {
        let source = try clip(TurnedClip.quarter)
        let result = try await export(source, AVAssetExportPresetHighestQuality, to: "a.mp4", as: .mp4) {
            $0.akOptions.crop = CGRect(x: 0, y: 0, width: 33, height: 17)
        }
        #expect(result.warnings.contains { $0.contains("32x16 instead of 33x17") })
        let video = try await track("a.mp4")
        #expect(video.naturalSize == CGSize(width: 16, height: 32))
        let outside = await #expect(throws: AVError.self) {
            _ = try await export(source, AVAssetExportPresetHighestQuality, to: "b.mp4", as: .mp4) {
                $0.akOptions.crop = CGRect(x: 0, y: 0, width: 32, height: 64)
            }
        }
        #expect(outside?.localizedDescription.contains("which show as 64x32") == true)
    }

    @Test(
        "a writer refuses a transform that the file cannot say",
        arguments: [AVFileType.akMPEGTransportStream, .akMatroska]
    )
    func writers(type: AVFileType) throws {
        let name = type == .akMatroska ? "a.mkv" : "a.ts"
        let writer = try AVAssetWriter(outputURL: URL(filePath: folder.path(name)), fileType: type)
        let settings: [String: Any] = [
            AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 32,
        ]
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        input.transform = CGAffineTransform(a: 1, b: 0.5, c: 0, d: 1, tx: 0, ty: 0)
        writer.add(input)
        #expect(!writer.startWriting())
        #expect(writer.error?.localizedDescription.contains("slanted or stretched") == true)
    }
}
