import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitContainers
@testable import AssetKitMedia

@Suite("Codecs and containers beside ffprobe and MediaInfo", .enabled(if: Oracle.isThere))
struct ContainerPairTests {
    private let folder = TemporaryFolder()

    struct Pair: Sendable {
        var codec: String
        var type: AVFileType
        var isPicture: Bool
    }

    /// Everything that can be copied into a file of ours, as far as there is somebody who makes it.
    static let pairs = ContainerRules.all.flatMap { rules in
        let pictures = rules.pictures.map { Pair(codec: $0.rawValue, type: rules.type, isPicture: true) }
        return pictures + rules.sounds.map { Pair(codec: $0.rawValue, type: rules.type, isPicture: false) }
    }.filter { !PairSource.unmade.contains($0.codec) }

    /// Each with the containers that hold it, so that its source is made once.
    static let codecs = Set(pairs.map(\.codec)).sorted()

    private func copy(_ source: URL, to name: String, as type: AVFileType) async throws -> WrittenFile {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: source, options: options)
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        try await session.export(to: URL(filePath: folder.path(name)), as: type)
        return try await WrittenFile(folder.path(name), type)
    }

    /// Writes all samples into a file of a type that only `AVAssetWriter` makes.
    private func store(_ source: URL, to name: String, as type: AVFileType) async throws -> WrittenFile {
        _ = try await Remux(source, to: type).write(to: folder.path(name))
        return try await WrittenFile(folder.path(name), type)
    }

    @Test("a copy is what others read too, for every codec in every container that holds it", arguments: codecs)
    func copied(codec: String) async throws {
        let source = URL(filePath: try PairSource.make(codec, in: folder))
        for (number, pair) in Self.pairs.enumerated() where pair.codec == codec {
            do {
                try await check(pair, source, "\(number)")
            } catch {
                Issue.record(error, "\(codec) in \(pair.type.rawValue)")
            }
        }
    }

    private func check(_ pair: Pair, _ source: URL, _ number: String) async throws {
        let name = number + "." + (FileTypes.preferredExtension(of: pair.type) ?? "bin")
        let what = "\(pair.codec) in \(pair.type.rawValue)"
        let isExported = ExportPreset.passthrough.fileTypes.contains(pair.type)
        let file =
            isExported
            ? try await copy(source, to: name, as: pair.type) : try await store(source, to: name, as: pair.type)
        let track = try #require(file.tracks.first)
        #expect(file.tracks.count == 1, "\(what)")
        #expect(track.facts.traits.name == WitnessNames.codec(pair.codec, in: pair.type), "\(what)")
        if pair.isPicture { #expect(track.index.count == 25, "\(what)") }
        // Streams say it of sound.
        let isSilent = pair.type == .akMPEGTransportStream && pair.isPicture
        if !isSilent, !MediaSinks.isSingleSound(pair.type) {
            #expect(["fra", "fre"].contains(track.facts.languageCode), "\(what)")
        }
        try file.expectAgreement()
    }

    @Test(
        "turns, shapes, colours, fields, languages, channels and variable rates are read by others too",
        arguments: [
            ("rotated-90.mp4", [AVFileType.mov, .mp4]), ("rotated-270.mp4", [.mp4]),
            ("non-square-pixels.mp4", [.mov, .mp4, .akMatroska, .akMPEGTransportStream]),
            ("hdr10.mp4", [.mov, .mp4, .akMatroska, .akMPEGTransportStream]), ("hlg.mp4", [.mov, .mp4, .akMatroska]),
            ("color-bt709.mov", [.mov, .mp4, .akMatroska]), ("color-bt601.mp4", [.mov, .mp4, .akMatroska]),
            ("color-full-range.mp4", [.mov, .mp4, .akMatroska]),
            ("interlaced-tff.mp4", [.mov, .mp4, .akMatroska, .akMPEGTransportStream]),
            ("two-languages.mkv", [.mov, .mp4, .akMatroska, .akMPEGTransportStream]),
            ("vfr.mp4", [.mov, .mp4, .akMatroska]), ("ntsc-29.97.mp4", [.mov, .mp4, .akMatroska]),
            ("surround-aac.m4a", [.mov, .m4a, .akMatroska]), ("surround-ac3.mp4", [.mov, .mp4, .akMatroska]),
            ("subtitles.mkv", [.mov, .mp4, .akMatroska]), ("subtitles.webm", [.akWebM]),
        ] as [(String, [AVFileType])]
    )
    func facts(name: String, types: [AVFileType]) async throws {
        let source = try await LoadedSource.load(AVURLAsset(url: SampleMedia.url(name))).tracks
        for type in types {
            let ending = try #require(FileTypes.preferredExtension(of: type))
            let file = try await copy(SampleMedia.url(name), to: "out." + ending, as: type)
            try #require(file.tracks.count == source.count)
            for (new, old) in zip(file.tracks, source) {
                let (new, old) = (new.facts, old.facts)
                #expect(new.video?.transform == old.video?.transform)
                #expect(new.video?.pixelAspect == old.video?.pixelAspect)
                #expect(new.video?.primaries == old.video?.primaries, "\(type.rawValue)")
                #expect(new.video?.transfer == old.video?.transfer, "\(type.rawValue)")
                #expect(new.video?.matrix == old.video?.matrix, "\(type.rawValue)")
                // A stream says it between pictures, which are not read to open it.
                let isTold = type != .akMPEGTransportStream
                if isTold { #expect(new.video?.contentLight == old.video?.contentLight) }
                #expect(new.audio?.channelCount == old.audio?.channelCount)
                #expect(new.languageCode ?? "und" == old.languageCode ?? "und")
            }
            try file.expectAgreement()
        }
    }

    @Test("only what nobody makes is not tried")
    func everything() {
        let listed = Set(ContainerRules.all.flatMap { ($0.pictures + $0.sounds).map(\.rawValue) })
        #expect(PairSource.unmade.isSubset(of: listed))
        #expect(Set(Self.pairs.map(\.codec)) == listed.subtracting(PairSource.unmade))
    }
}
