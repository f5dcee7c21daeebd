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

@Suite("Metadata in every kind of file")
struct MetadataRoundTripTests {
    private let folder = TemporaryFolder()

    struct Kind: CustomTestStringConvertible, Sendable {
        var ending: String
        var type: AVFileType
        var preset: String
        var source = "h264-bframes.mp4"

        var testDescription: String { ending }
    }

    static let kinds = [
        Kind(ending: "mp4", type: .mp4, preset: AVAssetExportPresetPassthrough),
        Kind(ending: "m4v", type: .m4v, preset: AVAssetExportPresetPassthrough),
        Kind(ending: "m4a", type: .m4a, preset: AVAssetExportPresetPassthrough, source: "aac.m4a"),
        Kind(ending: "3gp", type: .mobile3GPP, preset: AVAssetExportPresetPassthrough),
        Kind(ending: "mov", type: .mov, preset: AVAssetExportPresetPassthrough),
        Kind(ending: "mkv", type: .akMatroska, preset: AVAssetExportPresetPassthrough),
        Kind(ending: "webm", type: .akWebM, preset: AVAssetExportPresetPassthrough, source: "opus.ogg"),
        Kind(ending: "mp3", type: .mp3, preset: AVAssetExportPresetPassthrough, source: "mp3-xing.mp3"),
        Kind(ending: "flac", type: .akFLAC, preset: AKExportPresetFLAC, source: "aac.m4a"),
        Kind(ending: "ogg", type: .akOgg, preset: AVAssetExportPresetPassthrough, source: "opus.ogg"),
        Kind(ending: "ogg", type: .akOgg, preset: AVAssetExportPresetPassthrough, source: "vorbis.ogg"),
        Kind(ending: "wav", type: .wav, preset: AKExportPresetWAV, source: "aac.m4a"),
        Kind(ending: "aiff", type: .aiff, preset: AKExportPresetWAV, source: "aac.m4a"),
        Kind(ending: "caf", type: .caf, preset: AKExportPresetWAV, source: "aac.m4a"),
    ]

    /// A value for every usual name, and three that nobody knows.
    static let values: [String: String] = {
        var values = Dictionary(uniqueKeysWithValues: TagNames.all.map { ($0.name, "Wert-\($0.name)") })
        for name in TagNames.all {
            switch name.kind {
            case .number: values[name.name] = "17"
            case .flag: values[name.name] = "1"
            case .position: values[name.name] = "3/12"
            case .text: break
            }
        }
        values["date"] = "2019"
        values["creation_time"] = "2020-05-06T07:08:09Z"
        values["location"] = "+48.1000+011.5000/"
        // Parts of the track and the disc number.
        values["tracktotal"] = nil
        values["disctotal"] = nil
        values["My Own Word"] = "Grüße"
        values["replaygain_track_gain"] = "-6.5 dB"
        return values
    }()

    private func export(_ kind: Kind, _ change: (inout AKExportOptions) -> Void) async throws
        -> (asset: AVURLAsset, session: AVAssetExportSession, path: String)
    {
        let path = folder.path("out.\(kind.ending)")
        let session = try await ExportSample.export(kind.source, kind.preset, to: path, as: kind.type) { session in
            change(&session.akOptions)
            session.akReplacesExistingFile = true
        }
        return (AVURLAsset(url: URL(filePath: path)), session, path)
    }

    private static func changes(_ values: [String: String]) -> [AKExportOptions.MetadataChange] {
        values.sorted { $0.key < $1.key }.map { AKExportOptions.MetadataChange(name: $0.key, value: $0.value) }
    }

    /// What a file says, by usual names or else the file's own in small letters.
    private static func texts(_ asset: AVAsset) async throws -> [String: [String]] {
        _ = try await asset.load(.metadata)
        let tags = try SinkTags(try ExportMetadata.carried(try asset.requireLoaded()) + encoders(asset))
        return Dictionary(grouping: tags.texts) { $0.usual?.name ?? $0.name.lowercased() }
            .mapValues { $0.map(\.value) }
    }

    private static func encoders(_ asset: AVAsset) throws -> [MetadataEntry] {
        try asset.requireLoaded().facts.metadata.filter(\.isOfEncoder)
    }

    @Test("all usual names and words of one's own come back", arguments: kinds)
    func everyName(kind: Kind) async throws {
        let result = try await export(kind) { $0.metadata = Self.changes(Self.values) }
        #expect(result.session.akResult?.warnings == [])
        let texts = try await Self.texts(result.asset)
        for (name, value) in Self.values {
            // A moment of ID3 has no zone.
            let start = name == "creation_time" ? String(value.dropLast()) : value
            #expect(
                texts[name.lowercased()]?.contains { $0.hasPrefix(start) } ?? false,
                "\(name): \(texts[name.lowercased()] ?? [])"
            )
        }
    }

    @Test("FFmpeg reads all values, and no name makes two", .enabled(if: ProbedFile.isThere), arguments: kinds)
    func probed(kind: Kind) async throws {
        let path = try await export(kind) { $0.metadata = Self.changes(Self.values) }.path
        let words = ["-v", "error", "-show_format", "-show_streams", "-of", "json", path]
        let answer = try Witness.answer("/usr/bin/ffprobe", words)
        let formats =
            [answer["format"] as? [String: Any]].compactMap { $0 } + (answer["streams"] as? [[String: Any]] ?? [])
        let said = formats.flatMap { ($0["tags"] as? [String: String] ?? [:]).values }.joined(separator: "\n")
        for (name, value) in Self.values where Self.isRead(name, in: kind) {
            let value = name == "creation_time" ? String(value.prefix(19)) : value
            #expect(said.contains(value), "\(name)")
        }
    }

    /// What Debian's FFmpeg has no reader for, or reads as another name that is there too.
    private static func isRead(_ name: String, in kind: Kind) -> Bool {
        switch kind.type {
        // An author is an artist to it, and an encoder whoever has encoded.
        case .mp4, .m4v, .m4a, .mobile3GPP: return !["publisher", "artist", "encoded_by"].contains(name)
        // A conductor is a performer.
        case .mp3, .aiff: return name != "conductor"
        // A description is a comment.
        case .akFLAC, .akOgg: return name != "comment"
        case .wav:
            // Beside an information chunk FFmpeg does not look at the tag.
            let key = TagNames.typed(name)?.key(in: .riff)
            return key != nil && !["IMUS", "IWRI"].contains(key)
        default: return true
        }
    }

    @Test("MediaInfo reads what it has fields for", .enabled(if: MediaInfo.isThere), arguments: kinds)
    func mediaInfo(kind: Kind) async throws {
        let path = try await export(kind) { $0.metadata = Self.changes(Self.values) }.path
        let answer = try Witness.answer("/usr/bin/mediainfo", ["--Output=JSON", path])
        let said = String(describing: answer)
        for name in ["title", "artist", "album", "genre", "composer", "copyright"] where kind.type != .caf {
            #expect(said.contains("Wert-\(name)"), "\(name)")
        }
    }

    @Test("a name is found under whatever spelling people know")
    func spellings() {
        let spellings = [
            ("ALBUMARTIST", "album_artist"), ("TPE2", "album_artist"), ("aART", "album_artist"), ("Year", "date"),
            ("TALB", "album"), ("tracknumber", "track"), ("©nam", "title"), ("INAM", "title"), ("Lyrics", "lyrics"),
            ("album artist", "album_artist"), ("DATE_RELEASED", "date"), ("com.apple.quicktime.make", "make"),
        ]
        for (typed, name) in spellings { #expect(TagNames.typed(typed)?.name == name, "\(typed)") }
        #expect(TagNames.typed("my word") == nil)
        #expect(TagNames.typed("creator")?.name == "creator")
    }

    @Test("a creator does not become a composer", arguments: kinds)
    func creator(kind: Kind) async throws {
        let result = try await export(kind) { $0.metadata = Self.changes(["creator": "Wer"]) }
        let texts = try await Self.texts(result.asset)
        #expect(texts["creator"] == ["Wer"])
        #expect(texts["composer"] == nil)
    }

    @Test("what takes the place of the source's own is there once, and an empty value takes it away")
    func replacing() async throws {
        let kind = Kind(ending: "m4a", type: .m4a, preset: AVAssetExportPresetPassthrough, source: "tags-itunes.m4a")
        let result = try await export(kind) { $0.metadata = Self.changes(["TITLE": "Neu", "artist": ""]) }
        let texts = try await Self.texts(result.asset)
        #expect(texts["title"] == ["Neu"])
        #expect(texts["artist"] == nil)
        #expect(texts["album"] != nil)
    }

    @Test("a transport stream says what it has no place for")
    func losses() async throws {
        let kind = Kind(ending: "ts", type: .akMPEGTransportStream, preset: AVAssetExportPresetPassthrough)
        let result = try await export(kind) { $0.metadata = Self.changes(["title": "T", "album": "A", "Wort": "W"]) }
        let warning =
            "an MPEG transport stream has no place for metadata such as this, so it is left out: 'Wort' and album"
        #expect(result.session.akResult?.warnings == [warning])
    }
}
