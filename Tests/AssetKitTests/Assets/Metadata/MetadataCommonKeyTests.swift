@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitMedia
import Foundation
import Testing

@Suite("Common metadata keys")
struct MetadataCommonKeyTests {
    @Test(
        "native identifiers have the common key that means the same",
        arguments: [
            (AVMetadataIdentifier.iTunesMetadataSongName, AVMetadataKey.commonKeyTitle),
            (.id3MetadataTitleDescription, .commonKeyTitle), (.quickTimeUserDataFullName, .commonKeyTitle),
            (.quickTimeMetadataDisplayName, .commonKeyTitle), (.id3MetadataLeadPerformer, .commonKeyArtist),
            (.iTunesMetadataArtist, .commonKeyArtist), (.id3MetadataAlbumTitle, .commonKeyAlbumName),
            (.iTunesMetadataAuthor, .commonKeyCreator), (.iTunesMetadataReleaseDate, .commonKeyCreationDate),
            (.quickTimeMetadataCreationDate, .commonKeyCreationDate),
            (.quickTimeUserDataLocationISO6709, .commonKeyLocation), (.iTunesMetadataCoverArt, .commonKeyArtwork),
            (.id3MetadataAttachedPicture, .commonKeyArtwork), (.iTunesMetadataCopyright, .commonKeyCopyrights),
            (.quickTimeMetadataMake, .commonKeyMake), (.iTunesMetadataRecordCompany, .commonKeyPublisher),
            (.commonIdentifierSoftware, .commonKeySoftware),
        ]
    )
    func commonKeys(identifier: AVMetadataIdentifier, commonKey: AVMetadataKey) {
        #expect(MetadataItems.mutable(identifier, nil).commonKey == commonKey)
    }

    @Test("what is particular to a format has no common key")
    func noCommonKey() {
        for identifier: AVMetadataIdentifier in [.iTunesMetadataTrackNumber, .id3MetadataPrivate] {
            #expect(MetadataItems.mutable(identifier, nil).commonKey == nil)
        }
    }

    @Test("a common key is written under the native name by which it is read again")
    func writingAndReading() throws {
        for keySpace: AVMetadataKeySpace in [
            .quickTimeMetadata, .quickTimeUserData, .iTunes, .isoUserData, .id3, .akVorbisComment, .akMatroska, .akRIFF,
            .akAPE, .akFFmpeg,
        ] {
            for commonKey: AVMetadataKey in [.commonKeyTitle, .commonKeyArtist, .commonKeyAlbumName] {
                let name = try #require(MetadataCommonKeys.name(for: commonKey, in: keySpace))
                #expect(MetadataCommonKeys.commonKey(of: name) == commonKey)
                #expect(name.keySpace == keySpace)
            }
        }
        #expect(MetadataCommonKeys.name(for: .commonKeyMake, in: .id3) == nil)
    }

    @Test("no native name has two common keys")
    func tableIsUnambiguous() throws {
        for (_, keys) in MetadataConstants.keys.prefix(1) {
            for commonKey in keys {
                for (keySpace, _) in MetadataConstants.keys {
                    for name in MetadataCommonKeys.names(for: commonKey, in: keySpace) {
                        #expect(MetadataCommonKeys.commonKey(of: name) == commonKey, "\(name.identifier)")
                    }
                }
            }
        }
    }

    @Test(
        "what FFmpeg tells of other containers is known by its common keys",
        arguments: [
            ("title", AVMetadataKey.commonKeyTitle), ("artist", .commonKeyArtist), ("album", .commonKeyAlbumName),
            ("date", .commonKeyCreationDate), ("creation_time", .commonKeyCreationDate),
            ("comment", .commonKeyDescription), ("genre", .commonKeyType), ("copyright", .commonKeyCopyrights),
            ("encoder", .commonKeySoftware), ("Encoder", .commonKeySoftware), ("author", .commonKeyAuthor),
            ("composer", .commonKeyCreator), ("performer", .commonKeyContributor), ("publisher", .commonKeyPublisher),
            ("language", .commonKeyLanguage), ("make", .commonKeyMake), ("model", .commonKeyModel),
            ("location", .commonKeyLocation), ("keywords", .commonKeySubject), ("cover", .commonKeyArtwork),
        ]
    )
    func ffmpegNames(key: String, commonKey: AVMetadataKey) {
        let entry = MetadataEntry(keySpace: .akFFmpeg, key: key, value: .text("x"))
        let item = AVMetadataItem(entry: entry) { _ in [] }
        #expect(item.commonKey == commonKey)
        #expect(item.identifier?.rawValue == "org.ffmpeg/\(key)")
        #expect(AVMetadataItem.commonItems(from: [item]).first?.keySpace == .common)
    }

    @Test("a key of FFmpeg's that only one container has stays under its own name")
    func ffmpegRest() {
        let entry = MetadataEntry(keySpace: .akFFmpeg, key: "WM/Mood", value: .text("x"))
        let item = AVMetadataItem(entry: entry) { _ in [] }
        #expect(item.commonKey == nil)
        #expect(item.stringValue == "x")
    }

    @Test("Vorbis comments are known in small letters too")
    func caseIsIgnored() {
        #expect(MetadataItems.native(.akVorbisComment, "Title", .text("x")).commonKey == .commonKeyTitle)
        #expect(MetadataItems.native(.akMatroska, "title", .text("x")).commonKey == nil)
    }

    @Test("common items stand beside native ones and say the same")
    func commonItems() throws {
        let native = [
            MetadataItems.native(.iTunes, "©nam", .text("Sunrise"), language: "eng", info: "a remark"),
            MetadataItems.native(.iTunes, "trkn", .data([0, 0, 0, 1, 0, 2, 0, 0])),
            MetadataItems.native(.iTunes, "©ART", .text("Nobody")),
        ]
        let common = AVMetadataItem.commonItems(from: native)
        #expect(common.map(\.identifier) == [.commonIdentifierTitle, .commonIdentifierArtist])
        let title = try #require(common.first)
        #expect(title.keySpace == .common)
        #expect(title.key as? NSString == "title")
        #expect(title.commonKey == .commonKeyTitle)
        #expect(title.stringValue == "Sunrise")
        #expect(title.extendedLanguageTag == "en")
        #expect(title.extraAttributes?[.info] as? String == "a remark")
        #expect(native[0].identifier == .iTunesMetadataSongName)
    }

    @Test("what several formats say alike is one common item, what they say differently is two")
    func repeatedStatements() {
        let native = [
            MetadataItems.native(.iTunes, "©nam", .text("Sunrise")),
            MetadataItems.native(.quickTimeUserData, "©nam", .text("Sunrise")),
            MetadataItems.native(.quickTimeMetadata, "com.apple.quicktime.title", .text("Sunset")),
            MetadataItems.native(.quickTimeUserData, "©nam", .text("Sunrise"), language: "de"),
        ]
        #expect(AVMetadataItem.commonItems(from: native).map(\.stringValue) == ["Sunrise", "Sunset", "Sunrise"])
    }

    @Test("the container's word on the common key goes before the table's")
    func explicitCommonKey() {
        let item = MetadataItems.native(.akRIFF, "ICMT", .text("x"), commonKey: "description")
        #expect(item.commonKey == .commonKeyDescription)
        #expect(AVMetadataItem.commonItems(from: [item]).first?.identifier == .commonIdentifierDescription)
    }

    @Test("common items have no common items")
    func commonItemsOfCommonItems() {
        #expect(AVMetadataItem.commonItems(from: [MetadataItems.mutable(.commonIdentifierTitle, nil)]).isEmpty)
    }
}
