import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("What files say about themselves is carried along")
struct MetadataCarryingTests {
    private let folder = TemporaryFolder()

    /// A film with a date and the name of another program, made by FFmpeg.
    private func source(_ name: String = "source.mp4", _ words: [String] = []) throws -> String {
        let path = folder.path(name)
        let tags = ["creation_time=2020-05-06T07:08:09Z", "title=Titel", "album=Folge", "track=2/7"]
        try Oracle.run(
            ["-i", SampleMedia.url("h264-bframes.mp4").path, "-c", "copy"]
                + tags.flatMap { ["-metadata", $0] } + words + [path]
        )
        return path
    }

    private func tags(_ path: String) async throws -> SinkTags {
        let asset = AVURLAsset(url: URL(filePath: path))
        _ = try await asset.load(.metadata)
        let loaded = try asset.requireLoaded()
        return try SinkTags(ExportMetadata.carried(loaded) + loaded.facts.metadata.filter(\.isOfEncoder))
    }

    private func expectAll(_ path: String) async throws {
        let tags = try await tags(path)
        #expect(tags.value(of: "title") == "Titel")
        #expect(tags.value(of: "album") == "Folge")
        #expect(tags.value(of: "track") == "2/7")
        let date = try #require(tags.value(of: "creation_time"))
        #expect(date.hasPrefix("2020-05-06T07:08:09"))
        // The first frame of an MP3 file names the library that wrote it.
        #expect([nil, "Lavf"].contains(tags.value(of: "encoder")))
    }

    @Test(
        "in copies, exact, smart and key frame trims",
        arguments: [
            ("mp4", AVFileType.mp4), ("mov", .mov), ("mkv", .akMatroska),
        ],
        [AKTrimMode.presentsExactly, .keyframe, .smart, .exact]
    )
    func copies(kind: (ending: String, type: AVFileType), mode: AKTrimMode) async throws {
        let asset = AVURLAsset(url: URL(filePath: try source()))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.akTrimMode = mode
        let isCopyOfMatroska = kind.type == .akMatroska && mode == .presentsExactly
        if !isCopyOfMatroska {
            session.timeRange = CMTimeRange(
                start: CMTime(value: mode == .keyframe ? 0 : 1, timescale: 25),
                end: CMTime(value: 30, timescale: 25)
            )
        }
        let path = folder.path("out." + kind.ending)
        try await session.export(to: URL(filePath: path), as: kind.type)
        try await expectAll(path)
    }

    @Test(
        "in sound of every kind",
        arguments: [
            ("mp3", AVFileType.mp3, AKExportPresetMP3), ("flac", .akFLAC, AKExportPresetFLAC),
            ("ogg", .akOgg, AKExportPresetOggOpus), ("wav", .wav, AKExportPresetWAV),
            ("aiff", .aiff, AKExportPresetWAV), ("caf", .caf, AKExportPresetWAV),
            ("m4a", .m4a, AVAssetExportPresetAppleM4A),
        ]
    )
    func sounds(ending: String, type: AVFileType, preset: String) async throws {
        let asset = AVURLAsset(url: URL(filePath: try source()))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        let path = folder.path("out." + ending)
        try await session.export(to: URL(filePath: path), as: type)
        try await expectAll(path)
    }

    @Test("in joins, which name what others say besides")
    func joins() async throws {
        let first = try source()
        let second = try source("second.mp4", ["-metadata", "artist=Andere", "-metadata", "title=Zweiter"])
        let session = AKJoinSession(assets: [first, second].map { AVURLAsset(url: URL(filePath: $0)) })
        let path = folder.path("out.mkv")
        let result = try await session.export(to: URL(filePath: path))
        try await expectAll(path)
        let warning = "'\(second)': what it says of itself and the first file does not is left out: title and artist"
        #expect(
            result.plan.warnings.contains { $0.hasSuffix(warning.dropFirst(second.count + 2)) },
            "\(result.plan.warnings)"
        )
    }

    @Test("the name of the library that made comments is none of them")
    func vendor() async throws {
        let path = folder.path("out.ogg")
        try await ExportSample.export("tags.ogg", AVAssetExportPresetPassthrough, to: path, as: .akOgg)
        let asset = AVURLAsset(url: URL(filePath: path))
        _ = try await asset.load(.metadata)
        #expect(try asset.requireLoaded().facts.metadata.filter { $0.key == "VENDOR" }.count <= 1)
    }

    @Test("or not at all, where that is asked for")
    func stripping() async throws {
        let path = folder.path("out.mp4")
        let asset = AVURLAsset(url: URL(filePath: try source()))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.akOptions.stripsMetadata = true
        session.akOptions.metadata = [AKExportOptions.MetadataChange(name: "artist", value: "Ich")]
        try await session.export(to: URL(filePath: path), as: .mp4)
        #expect(try await tags(path).texts.map(\.name) == ["artist"])
        #expect(try await AVURLAsset(url: URL(filePath: path)).load(.creationDate) == nil)
    }
}
