import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSources

@Suite("Presets and options on compositions with layers and a mix")
struct CompositionOptionTests {
    private let folder = TemporaryFolder()

    /// Eight pictures of a film turn into eight of another one by a dissolve of four, as their sound does.
    private func session(_ preset: String = AVAssetExportPresetHighestQuality) async throws -> AVAssetExportSession {
        let edit = AVMutableComposition()
        let clips: [(name: String, start: Int64, place: Int64)] = [("h264-bframes.mp4", 0, 0), ("hevc.mp4", 40, 4)]
        for clip in clips {
            let asset = AVURLAsset(url: SampleMedia.url(clip.name))
            for type in [AVMediaType.video, .audio] {
                let source = try #require(try await asset.loadTracks(withMediaType: type).first)
                let range = frameRange(clip.start, clip.start + 8)
                try edit.track(type).insertTimeRange(range, of: source, at: frames(clip.place))
            }
        }
        let layers = edit.tracks(withMediaType: .video).map {
            AVMutableVideoCompositionLayerInstruction(assetTrack: $0)
        }
        layers[0].setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frameRange(4, 8))
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = layers
        let video = AVMutableVideoComposition()
        (video.renderSize, video.frameDuration) = (CGSize(width: 320, height: 180), frames(1))
        video.instructions = [instruction]
        let mix = AVMutableAudioMix()
        mix.inputParameters = edit.tracks(withMediaType: .audio).enumerated().map { number, track in
            let parameters = AVMutableAudioMixInputParameters(track: track)
            let (from, to): (Float, Float) = number == 0 ? (1, 0) : (0, 1)
            parameters.setVolumeRamp(fromStartVolume: from, toEndVolume: to, timeRange: frameRange(4, 8))
            return parameters
        }
        let session = try #require(AVAssetExportSession(asset: edit, presetName: preset))
        (session.videoComposition, session.audioMix) = (video, mix)
        return session
    }

    private func opened(_ path: String) -> AVURLAsset {
        // Bare streams are only as long as they are said to be when they have been looked through.
        AVURLAsset(url: URL(filePath: path), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    }

    @Test(
        "every preset makes all pictures at their times, and one track of sound",
        arguments: AVAssetExportSession.allExportPresets()
    )
    func presets(name: String) async throws {
        let session = try await session(name)
        let type = try #require(session.supportedFileTypes.first)
        let path = folder.path("out." + (FileTypes.preferredExtension(of: type) ?? "bin"))
        try await session.export(to: URL(filePath: path), as: type)
        let made = opened(path)
        let holdsPictures = try #require(ExportPreset(named: name)).pictures != nil
        #expect(try await made.load(.tracks).map(\.mediaType) == (holdsPictures ? [.video, .audio] : [.audio]))
        #expect(abs(try await made.load(.duration).seconds - 0.48) < 0.05)
        guard holdsPictures else { return }
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.count == 12)
        for (number, picture) in pictures.enumerated() {
            // Matroska counts milliseconds.
            #expect(abs(picture.time.seconds - Double(number) / 25) < 0.0011)
        }
        #expect(pictures.prefix(5).map(\.index) == [0, 1, 2, 3, 4])
        #expect(pictures.suffix(4).map(\.index) == [44, 45, 46, 47])
    }

    /// Something that is asked for, and what comes out.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let types: [AVMediaType]
        let count: Int
        let size: CGSize
        let seconds: Double
        /// Which the first and the last picture are, in their own films; nil where the barcode is not where it was.
        let ends: [Int?]?
        let change: @Sendable (AVAssetExportSession) -> Void

        init(
            _ name: String,
            types: [AVMediaType] = [.video, .audio],
            count: Int = 12,
            size: (Int, Int) = (320, 180),
            seconds: Double = 0.48,
            ends: [Int?]? = [0, 47],
            change: @escaping @Sendable (AVAssetExportSession) -> Void
        ) {
            (testDescription, self.types, self.count, self.seconds) = (name, types, count, seconds)
            (self.size, self.ends, self.change) = (CGSize(width: size.0, height: size.1), ends, change)
        }
    }

    static let rows: [Row] = [
        Row("a range", count: 8, seconds: 0.32, ends: [2, 45]) { $0.timeRange = frameRange(2, 10) },
        Row("the index first") { $0.shouldOptimizeForNetworkUse = true },
        Row("one part after the other") { $0.allowsParallelizedExport = false },
        Row("a limit of bytes") { $0.fileLengthLimit = 20_000 },
        Row("two passes at a bit rate") {
            $0.canPerformMultiplePassesOverSourceMediaData = true
            $0.akOptions.videoBitRate = 300_000
        },
        Row("a folder for what is temporary") {
            $0.directoryForTemporaryFiles = FileManager.default.temporaryDirectory
        },
        Row("another stretcher") { $0.audioTimePitchAlgorithm = .timeDomain },
        Row("metadata beside a filter") {
            $0.metadataItemFilter = .forSharing()
            $0.akOptions.metadata = [AKExportOptions.MetadataChange(name: "title", value: "Edit")]
        },
        Row("a quality") { $0.akOptions.quality = 0.3 },
        Row("a quality of the encoder's") { $0.akOptions.constantRateFactor = 30 },
        Row("little work") { $0.akOptions.encoderPreset = "ultrafast" },
        Row("another codec of pictures") { $0.akOptions.video = .encoded(.hevc) },
        Row("another codec of sound") { $0.akOptions.audio = .encoded(kAudioFormatOpus) },
        Row("no sound", types: [.video]) { $0.akOptions.audio = .leftOut },
        Row("no pictures", types: [.audio], count: 0, ends: nil) { $0.akOptions.video = .leftOut },
        Row("a bit rate of sound") { $0.akOptions.audioBitRate = 64_000 },
        Row("another rate of sound, in one channel") {
            $0.akOptions.sampleRate = 24_000
            $0.akOptions.channelCount = 1
        },
        Row("a size", size: (160, 90), ends: nil) { $0.akOptions.maximumSize = CGSize(width: 160, height: 120) },
        Row("a scale", size: (160, 90), ends: nil) { $0.akOptions.scale = .fraction(0.5) },
        Row("a crop", size: (280, 90)) { $0.akOptions.crop = CGRect(x: 0, y: 0, width: 280, height: 90) },
        Row("a turn", size: (180, 320), ends: nil) { $0.akOptions.rotation = 90 },
        Row("a constant rate", count: 24) { $0.akOptions.frameDuration = frames(1, at: 50) },
        Row("twice the speed", seconds: 0.24) { $0.akOptions.speed = 2 },
        Row("twice the length", seconds: 0.96) { $0.akOptions.scaledDuration = frames(24) },
        Row("a higher pitch") { $0.akOptions.pitchShift = 3 },
        Row("fragments") { $0.akOptions.fragmentInterval = frames(5) },
        Row("one processor") { $0.akOptions.processorLimit = 1 },
    ]

    @Test("an option does there what it does to a file", arguments: rows)
    func options(row: Row) async throws {
        let session = try await session()
        row.change(session)
        let path = folder.path("out.mp4")
        try await session.export(to: URL(filePath: path), as: .mp4)
        let made = opened(path)
        #expect(try await made.load(.tracks).map(\.mediaType) == row.types)
        #expect(abs(try await made.load(.duration).seconds - row.seconds) < 0.05)
        if session.fileLengthLimit > 0 {
            #expect(try Data(contentsOf: URL(filePath: path)).count <= Int(session.fileLengthLimit))
        }
        if session.shouldOptimizeForNetworkUse {
            let bytes = try Data(contentsOf: URL(filePath: path))
            let places = try ["moov", "mdat"].map { try #require(bytes.range(of: Data($0.utf8))).lowerBound }
            #expect(places[0] < places[1])
        }
        let title = session.akOptions.metadata.first?.value
        #expect(try await made.load(.commonMetadata).contains { $0.stringValue == "Edit" } == (title == "Edit"))
        guard let track = try await made.loadTracks(withMediaType: .video).first else { return }
        let (size, turn) = try await track.load(.naturalSize, .preferredTransform)
        #expect(CGRect(origin: .zero, size: size).applying(turn).size == row.size)
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.count == row.count)
        guard let ends = row.ends else { return }
        #expect([pictures.first?.index, pictures.last?.index] == ends)
    }

    @Test("a stream is a folder with playlists, and its segments are the edit")
    func stream() async throws {
        let session = try await session()
        session.akOptions.streamSegmentDuration = frames(6)
        let path = folder.path("stream")
        try await session.export(to: URL(filePath: path), as: .mp4)
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(names == ["init.mp4", "master.m3u8", "media.m3u8", "segment-1.m4s", "segment-2.m4s"])
        var whole = Data()
        for name in names where !name.hasSuffix(".m3u8") {
            whole += try Data(contentsOf: URL(filePath: path + "/" + name))
        }
        try whole.write(to: URL(filePath: folder.path("joined.mp4")))
        let pictures = try await ExportSample.pictures(folder.path("joined.mp4"))
        #expect(pictures.count == 12)
        #expect(pictures.first?.index == 0 && pictures.last?.index == 47)
    }

    private func soundLength(_ session: AVAssetExportSession) async throws -> Int64 {
        session.akOptions.video = .leftOut
        defer { session.akOptions.video = .byPreset }
        return try await session.estimatedOutputFileLengthInBytes
    }

    @Test("estimates are of the one track of pictures and the one of sound that come out, of a range and of a limit")
    func estimates() async throws {
        let session = try await session()
        #expect(try await session.estimatedMaximumDuration == frames(12))
        let whole = try await session.estimatedOutputFileLengthInBytes
        // A film of the same size and rate takes as much.
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let alone = try #require(AVAssetExportSession(asset: film, presetName: session.presetName))
        let ofFilm = try await alone.estimatedOutputFileLengthInBytes
        #expect(abs(Double(whole) - Double(ofFilm) * 0.48 / 3) <= 1.5)
        let video = try #require(session.videoComposition?.mutableCopy() as? AVMutableVideoComposition)
        (video.renderSize, video.frameDuration) = (CGSize(width: 640, height: 360), frames(1, at: 50))
        let sound = try await soundLength(session)
        session.videoComposition = video
        let larger = try await session.estimatedOutputFileLengthInBytes
        #expect(abs((larger - sound) - 8 * (whole - sound)) <= 10)
        session.videoComposition = nil
        session.audioMix = nil
        #expect(abs(try await session.estimatedOutputFileLengthInBytes - whole) <= 1)
        session.timeRange = frameRange(0, 6)
        #expect(abs(try await session.estimatedOutputFileLengthInBytes - whole / 2) <= 1)
        #expect(session.maxDuration == frames(6))
        session.fileLengthLimit = 1000
        #expect(try await session.estimatedOutputFileLengthInBytes == 1000)
    }
}
