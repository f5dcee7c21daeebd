internal import AssetKitMedia

/// Which native names mean the same as a common key: what reading asks in one direction and writing in the other.
enum MetadataCommonKeys {
    /// The common key of a native name; nil where there is none. A common name is its own.
    static func commonKey(of name: MetadataName) -> AVMetadataKey? {
        guard name.keySpace != .common else { return name.text.map(AVMetadataKey.init(rawValue:)) }
        return commonKeys[name.folded]
    }

    /// The native name under which a common key is written; nil where the key space has none.
    static func name(for commonKey: AVMetadataKey, in keySpace: AVMetadataKeySpace) -> MetadataName? {
        names(for: commonKey, in: keySpace).first
    }

    /// All native names that mean the same as a common key. The first is the one to write.
    static func names(for commonKey: AVMetadataKey, in keySpace: AVMetadataKeySpace) -> [MetadataName] {
        if keySpace == .common { return [MetadataName(key: commonKey, keySpace: .common)].compactMap(\.self) }
        return nativeNames[commonKey]?[keySpace] ?? []
    }

    private static let commonKeys: [MetadataName: AVMetadataKey] = {
        var result: [MetadataName: AVMetadataKey] = [:]
        for (commonKey, spaces) in nativeNames {
            for name in spaces.values.joined() { result[name.folded] = commonKey }
        }
        return result
    }()

    private static let nativeNames: [AVMetadataKey: [AVMetadataKeySpace: [MetadataName]]] = keys.mapValues { spaces in
        Dictionary(uniqueKeysWithValues: spaces.map { ($0, names(spelled: $1, in: $0)) })
    }

    private static func names(spelled keys: [String], in keySpace: AVMetadataKeySpace) -> [MetadataName] {
        let prefix = keySpace == .quickTimeMetadata ? "com.apple.quicktime." : ""
        return keys.compactMap { MetadataName(key: prefix + $0, keySpace: keySpace) }
    }
}

// The table. No native name is in it twice. A copyright sign is spelled `@`, as in ``AVMetadataKey``, and keys of
// QuickTime metadata go without the `com.apple.quicktime.` that they begin with.
//
// Sources: QuickTime File Format (user data and metadata keys), ID3 2.3 and 2.4, 3GPP TS 26.244, the field
// recommendations for Vorbis comments and APE, Matroska's tags, the list information chunk of RIFF.
extension MetadataCommonKeys {
    private typealias Spellings = [AVMetadataKeySpace: [String]]

    private static let keys: [AVMetadataKey: Spellings] = names.merging(people) { $1 }.merging(things) { $1 }
        .merging(ffmpegNames.mapValues { [.akFFmpeg: $0] }) { $0.merging($1) { $1 } }

    /// FFmpeg gives what most containers can say names of its own (`avformat.h`); the others are those of single formats.
    private static let ffmpegNames: [AVMetadataKey: [String]] = [
        .commonKeyTitle: ["title"], .commonKeyAlbumName: ["album"], .commonKeyArtist: ["artist"],
        .commonKeyAuthor: ["author"], .commonKeyCreator: ["composer"], .commonKeyContributor: ["performer"],
        .commonKeyPublisher: ["publisher"], .commonKeyCopyrights: ["copyright"],
        .commonKeyCreationDate: ["date", "creation_time", "year"], .commonKeyType: ["genre"],
        .commonKeyDescription: ["comment", "description", "synopsis"], .commonKeySubject: ["keywords"],
        .commonKeyLanguage: ["language"], .commonKeySoftware: ["encoder"], .commonKeyMake: ["make"],
        .commonKeyModel: ["model"], .commonKeyLocation: ["location"], .commonKeyArtwork: ["cover"],
    ]

    private static let names: [AVMetadataKey: Spellings] = [
        .commonKeyTitle: [
            .quickTimeMetadata: ["title", "displayname"], .quickTimeUserData: ["@nam"], .iTunes: ["@nam"],
            .isoUserData: ["titl"], .id3: ["TIT2"], .icy: ["StreamTitle"], .akVorbisComment: ["TITLE"],
            .akMatroska: ["TITLE"], .akRIFF: ["INAM"], .akAPE: ["Title"], .akAIFF: ["NAME"], .audioFile: ["title"],
        ],
        .commonKeyAlbumName: [
            .quickTimeMetadata: ["album"], .quickTimeUserData: ["@alb"], .iTunes: ["@alb"], .isoUserData: ["albm"],
            .id3: ["TALB"], .akVorbisComment: ["ALBUM"], .akMatroska: ["ALBUM"], .akRIFF: ["IPRD"], .akAPE: ["Album"],
            .audioFile: ["album"],
        ],
        .commonKeyDescription: [
            .quickTimeMetadata: ["description"], .quickTimeUserData: ["@des"], .iTunes: ["desc", "@des"],
            .isoUserData: ["dscp"], .id3: ["TIT3"], .akVorbisComment: ["DESCRIPTION"], .akMatroska: ["DESCRIPTION"],
            .akBroadcastWave: ["Description"],
        ],
        .commonKeyAccessibilityDescription: [
            .quickTimeMetadata: ["accessibility.description"], .quickTimeUserData: ["@ade"], .isoUserData: ["ades"],
        ],
        .commonKeySubject: [
            .quickTimeMetadata: ["keywords"], .quickTimeUserData: ["@key"], .isoUserData: ["kywd"],
            .akMatroska: ["SUBJECT"], .akRIFF: ["ISBJ"],
        ],
        .commonKeyType: [
            .quickTimeMetadata: ["genre"], .quickTimeUserData: ["@gen"], .iTunes: ["@gen", "gnre"],
            .isoUserData: ["gnre"], .id3: ["TCON"], .akVorbisComment: ["GENRE"], .akMatroska: ["GENRE"],
            .akRIFF: ["IGNR"], .akAPE: ["Genre"], .audioFile: ["genre"],
        ],
        .commonKeyLanguage: [
            .id3: ["TLAN"], .akVorbisComment: ["LANGUAGE"], .akRIFF: ["ILNG"], .akAPE: ["Language"],
        ],
        .commonKeyIdentifier: [.quickTimeMetadata: ["content.identifier"], .id3: ["UFID"]],
        .commonKeyArtwork: [
            .quickTimeMetadata: ["artwork"], .iTunes: ["covr"], .isoUserData: ["thmb"], .id3: ["APIC"],
            .akVorbisComment: ["METADATA_BLOCK_PICTURE", "COVERART"], .akAPE: ["Cover Art (Front)"],
        ],
    ]

    private static let people: [AVMetadataKey: Spellings] = [
        .commonKeyArtist: [
            .quickTimeMetadata: ["artist"], .quickTimeUserData: ["@ART"], .iTunes: ["@ART"], .isoUserData: ["perf"],
            .id3: ["TPE1"], .akVorbisComment: ["ARTIST"], .akMatroska: ["ARTIST"], .akRIFF: ["IART"],
            .akAPE: ["Artist"],
            .audioFile: ["artist"],
        ],
        .commonKeyAuthor: [
            .quickTimeMetadata: ["author"], .quickTimeUserData: ["@aut"], .isoUserData: ["auth"], .id3: ["TEXT"],
            .akVorbisComment: ["AUTHOR"], .akMatroska: ["WRITTEN_BY"], .akAIFF: ["AUTH"],
        ],
        .commonKeyCreator: [
            .quickTimeMetadata: ["composer"], .quickTimeUserData: ["@com", "@wrt"], .iTunes: ["@aut", "@wrt"],
            .id3: ["TCOM"], .akVorbisComment: ["COMPOSER"], .akMatroska: ["COMPOSER"], .akAPE: ["Composer"],
            .akBroadcastWave: ["Originator"], .audioFile: ["composer"],
        ],
        .commonKeyContributor: [
            .quickTimeMetadata: ["performer"], .quickTimeUserData: ["@prf"], .iTunes: ["@prf"],
            .akVorbisComment: ["PERFORMER"], .akMatroska: ["LEAD_PERFORMER"],
        ],
        .commonKeyPublisher: [
            .quickTimeMetadata: ["publisher"], .quickTimeUserData: ["@pub"], .iTunes: ["@pub", "@mak"], .id3: ["TPUB"],
            .akVorbisComment: ["ORGANIZATION", "PUBLISHER"], .akMatroska: ["PUBLISHER"], .akAPE: ["Publisher"],
        ],
        .commonKeyCopyrights: [
            .quickTimeMetadata: ["copyright"], .quickTimeUserData: ["@cpy"], .iTunes: ["cprt"], .isoUserData: ["cprt"],
            .id3: ["TCOP"], .akVorbisComment: ["COPYRIGHT"], .akMatroska: ["COPYRIGHT"], .akRIFF: ["ICOP"],
            .akAPE: ["Copyright"], .akAIFF: ["(c) "], .audioFile: ["copyright"],
        ],
    ]

    private static let things: [AVMetadataKey: Spellings] = [
        .commonKeyCreationDate: [
            .quickTimeMetadata: ["creationdate"], .quickTimeUserData: ["@day"], .iTunes: ["@day"],
            .isoUserData: ["date", "yrrc"], .id3: ["TDRC", "TYER"], .akVorbisComment: ["DATE"],
            .akMatroska: ["DATE_RECORDED"], .akRIFF: ["ICRD"], .akAPE: ["Year"], .akBroadcastWave: ["OriginationDate"],
            .audioFile: ["recorded date", "year"],
        ],
        .commonKeyLocation: [
            .quickTimeMetadata: ["location.ISO6709"], .quickTimeUserData: ["@xyz"], .iTunes: ["@xyz"],
            .isoUserData: ["loci"], .akVorbisComment: ["LOCATION"], .akMatroska: ["RECORDING_LOCATION"],
            .akAPE: ["Record Location"],
        ],
        .commonKeyMake: [.quickTimeMetadata: ["make"], .quickTimeUserData: ["@mak"]],
        .commonKeyModel: [.quickTimeMetadata: ["model"], .quickTimeUserData: ["@mod"]],
        .commonKeySoftware: [
            .quickTimeMetadata: ["software"], .quickTimeUserData: ["@swr"], .iTunes: ["@too"], .id3: ["TSSE"],
            .akVorbisComment: ["ENCODER"], .akMatroska: ["ENCODER"], .akRIFF: ["ISFT"],
            .audioFile: ["encoding application"],
        ],
        .commonKeyFormat: [.quickTimeUserData: ["@fmt"], .id3: ["TFLT"]],
        .commonKeySource: [
            .quickTimeUserData: ["@src"], .id3: ["TMED"], .akRIFF: ["ISRC"], .akVorbisComment: ["SOURCEMEDIA"],
            .akMatroska: ["ORIGINAL_MEDIA_TYPE"],
        ],
    ]
}
