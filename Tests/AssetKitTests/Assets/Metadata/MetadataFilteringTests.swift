@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
import Foundation
import Testing

@Suite("Filtering metadata")
struct MetadataFilteringTests {
    private let items = [
        MetadataItems.native(.iTunes, "©nam", .text("itsk title")),
        MetadataItems.native(.quickTimeUserData, "©nam", .text("udta title")),
        MetadataItems.native(.id3, "TIT2", .text("id3 title")),
        MetadataItems.native(.iTunes, "trkn", .data([0, 0, 0, 1, 0, 2, 0, 0])),
        MetadataItems.mutable(.commonIdentifierTitle, "common title" as NSString),
        MetadataItems.native(.akVorbisComment, "title", .text("vorbis title")),
    ]

    private func texts(_ items: [AVMetadataItem]) -> [String?] { items.map(\.stringValue) }

    @Test("a native identifier finds its items, a common one all that mean the same")
    func byIdentifier() {
        let native = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .iTunesMetadataSongName)
        #expect(texts(native) == ["itsk title"])
        let common = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle)
        #expect(texts(common) == ["itsk title", "udta title", "id3 title", "common title", "vorbis title"])
        let none = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: AVMetadataIdentifier("nonsense"))
        #expect(none.isEmpty)
    }

    @Test("keys of Vorbis comments are found in small and capital letters")
    func ignoringCase() {
        let found = AVMetadataItem.metadataItems(from: items, withKey: "TITLE", keySpace: .akVorbisComment)
        #expect(texts(found) == ["vorbis title"])
        let identifier = AVMetadataIdentifier("org.xiph.vorbis/TITLE")
        #expect(AVMetadataItem.metadataItems(from: items, filteredByIdentifier: identifier).count == 1)
    }

    @Test("a key finds items in one key space, or in all")
    func byKey() {
        let key = AVMetadataKey.iTunesMetadataKeySongName
        #expect(texts(AVMetadataItem.metadataItems(from: items, withKey: key, keySpace: .iTunes)) == ["itsk title"])
        let all = AVMetadataItem.metadataItems(from: items, withKey: "@nam", keySpace: nil)
        #expect(texts(all) == ["itsk title", "udta title"])
        #expect(AVMetadataItem.metadataItems(from: items, withKey: nil, keySpace: .iTunes).count == 2)
        #expect(AVMetadataItem.metadataItems(from: items, withKey: nil, keySpace: nil).count == items.count)
        #expect(AVMetadataItem.metadataItems(from: items, withKey: "none", keySpace: nil).isEmpty)
    }

    @Test("the key that an item shows finds it")
    func byItsOwnKey() {
        for item in items {
            let found = AVMetadataItem.metadataItems(from: [item], withKey: item.key, keySpace: item.keySpace)
            #expect(found.first === item)
        }
    }

    @Test("a key without a key space is compared as it is")
    func keyWithoutSpace() {
        let item = AVMutableMetadataItem()
        item.key = "loose" as NSString
        #expect(AVMetadataItem.metadataItems(from: [item], withKey: "loose", keySpace: nil).count == 1)
        #expect(AVMetadataItem.metadataItems(from: [item], withKey: 5, keySpace: nil).isEmpty)
        #expect(AVMetadataItem.metadataItems(from: [AVMetadataItem()], withKey: "loose", keySpace: nil).isEmpty)
    }

    @Test("the filter for sharing lets the work pass, and nothing about its maker")
    func sharing() {
        let filter = AVMetadataItemFilter.forSharing()
        let allowed: [AVMetadataIdentifier] = [
            .iTunesMetadataSongName, .iTunesMetadataTrackNumber, .quickTimeMetadataTitle, .commonIdentifierArtwork,
            .commonIdentifierCopyrights, .id3MetadataAlbumTitle, .quickTimeUserDataGenre, .iTunesMetadataComposer,
            .id3MetadataComposer, AVMetadataIdentifier("org.ffmpeg/title"),
            AVMetadataIdentifier("org.xiph.vorbis/ARTIST"),
        ]
        let refused: [AVMetadataIdentifier] = [
            .commonIdentifierLocation, .quickTimeMetadataLocationISO6709, .quickTimeMetadataLocationName,
            .quickTimeMetadataLocationHorizontalAccuracyInMeters, .quickTimeUserDataLocationISO6709,
            .identifier3GPUserDataLocation, .commonIdentifierCreationDate, .quickTimeMetadataCreationDate,
            .quickTimeMetadataMake, .quickTimeMetadataModel, .quickTimeMetadataSoftware, .commonIdentifierAuthor,
            .quickTimeMetadataCameraIdentifier, .quickTimeMetadataContentIdentifier, .iTunesMetadataAppleID,
            .quickTimeMetadataAccessibilityDescription, .quickTimeMetadataAuthor, .iTunesMetadataAccountKind,
            .id3MetadataInternationalStandardRecordingCode, .id3MetadataUniqueFileIdentifier, .id3MetadataOwnership,
            .id3MetadataPopularimeter, .id3MetadataPlayCounter, .id3MetadataFileOwner, .id3MetadataUserText,
            .id3MetadataEncodedBy, .commonIdentifierDescription, .commonIdentifierSubject, .commonIdentifierCreator,
            AVMetadataIdentifier("org.ffmpeg/location"), AVMetadataIdentifier("org.ffmpeg/encoder"),
            .quickTimeMetadataComment, .id3MetadataPrivate, .quickTimeMetadataDetectedFace,
            AVMetadataIdentifier("mdta/com.example.serial-number"), AVMetadataIdentifier("nonsense"),
        ]
        let given = (allowed + refused).map { MetadataItems.mutable($0, "x" as NSString) } + [AVMutableMetadataItem()]
        let passed = AVMetadataItem.metadataItems(from: given, filteredBy: filter)
        #expect(passed.map(\.identifier) == allowed)
    }
}
