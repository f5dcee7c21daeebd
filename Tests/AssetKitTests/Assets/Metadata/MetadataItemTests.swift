@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitMedia
import Foundation
import Testing

@Suite("Metadata items")
struct MetadataItemTests {
    @Test("setting an identifier sets the key and the key space")
    func identifierSetsKey() {
        let item = AVMutableMetadataItem()
        item.identifier = .quickTimeMetadataTitle
        #expect(item.keySpace == .quickTimeMetadata)
        #expect(item.key as? NSString == "com.apple.quicktime.title")
        #expect(item.commonKey == .commonKeyTitle)
        item.identifier = nil
        #expect(item.keySpace == nil)
        #expect(item.key == nil)
        #expect(item.commonKey == nil)
    }

    @Test("setting the key and the key space, in either order, sets the identifier")
    func keySetsIdentifier() {
        let item = AVMutableMetadataItem()
        item.keySpace = .common
        #expect(item.identifier == nil)
        item.key = AVMetadataKey.commonKeyLocation as NSString
        #expect(item.identifier == .commonIdentifierLocation)

        let other = AVMutableMetadataItem()
        other.key = "@nam" as NSString
        #expect(other.identifier == nil)
        other.keySpace = .iTunes
        #expect(other.identifier == .iTunesMetadataSongName)
        #expect(other.key as? NSString == "@nam")
        other.keySpace = .common
        #expect(other.identifier?.rawValue == "common/%40nam")
        other.key = nil
        #expect(other.identifier == nil)
    }

    @Test("a text that is no identifier is kept, and has no key")
    func unparsableIdentifier() {
        let item = AVMutableMetadataItem()
        item.identifier = AVMetadataIdentifier("nonsense")
        #expect(item.identifier?.rawValue == "nonsense")
        #expect(item.key == nil)
        #expect(item.keySpace == nil)
        #expect(AVMetadataItem.commonItems(from: [item]).isEmpty)
    }

    @Test("every identifier can be set, and gives a key that gives it back")
    func allIdentifiers() {
        for identifier in MetadataConstants.identifiers {
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            let other = AVMutableMetadataItem()
            other.key = item.key
            other.keySpace = item.keySpace
            #expect(other.identifier == identifier)
            #expect(other.commonKey == item.commonKey)
        }
    }

    @Test("an item of a container has the native key, and a name that clients know")
    func containerItem() {
        let item = MetadataItems.native(.iTunes, "©nam", .text("Sunrise"), language: "eng")
        #expect(item.identifier == .iTunesMetadataSongName)
        #expect((item.key as? NSNumber)?.int32Value == Int32(bitPattern: 0xa96e_616d))
        #expect(item.keySpace == .iTunes)
        #expect(item.commonKey == .commonKeyTitle)
        #expect(item.value as? NSString == "Sunrise")
        #expect(item.extendedLanguageTag == "en")
        #expect(item.locale?.identifier == "en")
        #expect(!item.time.isValid)
        #expect(!item.duration.isValid)
        #expect(item.startDate == nil)
    }

    @Test("an at sign in a file is an at sign")
    func literalAtSign() {
        let item = MetadataItems.native(.quickTimeUserData, "@PRM", .text("x"))
        #expect(item.identifier?.rawValue == "udta/%40PRM")
        #expect(AVMetadataItem.metadataItems(from: [item], withKey: "@PRM", keySpace: nil).count == 1)
        #expect(AVMetadataItem.metadataItems(from: [item], withKey: "©PRM", keySpace: nil).isEmpty)
    }

    @Test(
        "hostile keys make items that can be asked everything",
        arguments: ["", "x", "\u{0}\u{0}\u{0}\u{0}", "日本語", "////", "%%%%", String(repeating: "k", count: 100_000)]
    )
    func hostileKeys(key: String) {
        for keySpace: AVMetadataKeySpace in [.iTunes, .id3, .quickTimeMetadata, .akVorbisComment, .common, .init("")] {
            let item = MetadataItems.native(keySpace, key, .text("x"), language: key)
            #expect(item.stringValue == "x")
            #expect(item.key == nil || item.identifier != nil)
            if let identifier = item.identifier {
                #expect(AVMetadataItem.metadataItems(from: [item], filteredByIdentifier: identifier).count == 1)
                #expect(AVMetadataItem.metadataItems(from: [item], withKey: item.key, keySpace: keySpace).count == 1)
            }
            #expect(AVMetadataItem.metadataItems(from: [item], withKey: nil, keySpace: nil).count == 1)
            #expect(!item.description.isEmpty)
        }
    }

    @Test("an item may hold for a stretch of the timeline")
    func timedItem() {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 3, timescale: 1))
        let entry = MetadataEntry(keySpace: .common, key: "title", value: .text("Chapter 1"))
        let item = AVMetadataItem(entry: entry, timeRange: range) { _ in [] }
        #expect(item.time == range.start)
        #expect(item.duration == range.duration)
        #expect(item.identifier == .commonIdentifierTitle)
    }

    @Test("copies say everything that the original says")
    func copies() throws {
        let item = MetadataItems.mutable(.quickTimeMetadataTitle, "Sunrise" as NSString, language: "fr-CA")
        item.dataType = "com.apple.metadata.datatype.UTF-8"
        item.time = CMTime(value: 1, timescale: 600)
        item.duration = CMTime(value: 2, timescale: 600)
        item.startDate = Date(timeIntervalSince1970: 5)
        item.extraAttributes = [.info: "remark"]
        let copy = try #require(item.copy() as? AVMetadataItem)
        let mutable = try #require(copy.mutableCopy() as? AVMutableMetadataItem)
        #expect(!(copy is AVMutableMetadataItem))
        for other in [copy, mutable] {
            #expect(other !== item)
            #expect(other.identifier == .quickTimeMetadataTitle)
            #expect(other.keySpace == .quickTimeMetadata)
            #expect(other.key as? NSString == "com.apple.quicktime.title")
            #expect(other.commonKey == .commonKeyTitle)
            #expect(other.stringValue == "Sunrise")
            #expect(other.extendedLanguageTag == "fr-CA")
            #expect(other.locale == item.locale)
            #expect(other.dataType == item.dataType)
            #expect(other.time == item.time)
            #expect(other.duration == item.duration)
            #expect(other.startDate == item.startDate)
            #expect(other.extraAttributes?[.info] as? String == "remark")
        }
    }

    @Test("copies go their own ways")
    func copiesAreIndependent() throws {
        let item = MetadataItems.mutable(.commonIdentifierTitle, "first" as NSString)
        let copy = try #require(item.copy() as? AVMetadataItem)
        let mutable = try #require(item.mutableCopy() as? AVMutableMetadataItem)
        item.value = "second" as NSString
        mutable.identifier = .commonIdentifierArtist
        #expect(copy.stringValue == "first")
        #expect(mutable.stringValue == "first")
        #expect(item.identifier == .commonIdentifierTitle)
        #expect(copy.copy() as? AVMetadataItem === copy)
    }

    @Test("a value that the client changes afterwards does not change the item")
    func valuesAreCopied() {
        let text = NSMutableString(string: "first")
        let item = MetadataItems.mutable(.commonIdentifierTitle, text)
        text.append(" and more")
        #expect(item.stringValue == "first")
    }

    @Test("items are equal to themselves only")
    func identity() {
        let item = MetadataItems.mutable(.commonIdentifierTitle, "x" as NSString)
        let copy = item.copy() as? AVMetadataItem
        #expect(item.isEqual(item))
        #expect(!item.isEqual(copy))
    }

    @Test("an item can be made as clients make it")
    func clientSpelling() throws {
        let item = AVMutableMetadataItem()
        item.identifier = .quickTimeMetadataLocationISO6709
        item.value = "+48.8577+002.295/" as NSString
        item.dataType = "com.apple.metadata.datatype.UTF-8"
        let copy = try #require(item.copy() as? AVMetadataItem)
        #expect(copy.stringValue == "+48.8577+002.295/")
        #expect(copy.commonKey == .commonKeyLocation)
    }

    @Test("an item's description names what it says")
    func description() {
        let item = MetadataItems.mutable(.commonIdentifierTitle, "Sunrise" as NSString, language: "en")
        #expect(
            item.description
                == "<AVMutableMetadataItem: identifier=common/title, keySpace=comn, key=title, commonKey=title, "
                + "language=en, value=Sunrise>"
        )
    }

    @Test("an item may be read and changed by many threads at once")
    func threads() async {
        let item = MetadataItems.mutable(.commonIdentifierTitle, "0" as NSString)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        item.value = "\(thread) \(round)" as NSString
                        item.identifier = round.isMultiple(of: 2) ? .commonIdentifierTitle : .iTunesMetadataArtist
                        _ = (item.stringValue, item.key, item.copy())
                    }
                }
            }
        }
        #expect(item.stringValue?.hasSuffix(" 199") == true)
        #expect(item.identifier == .iTunesMetadataArtist)
    }
}
