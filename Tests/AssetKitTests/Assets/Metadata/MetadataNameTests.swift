@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitMedia
import Foundation
import Testing

@Suite("Metadata names")
struct MetadataNameTests {
    @Test("every identifier comes apart into a key space and a key, and goes together again")
    func identifiersRoundTrip() throws {
        for identifier in MetadataConstants.identifiers {
            let keySpace = try #require(AVMetadataItem.keySpace(forIdentifier: identifier))
            let key = try #require(AVMetadataItem.key(forIdentifier: identifier))
            #expect(AVMetadataItem.identifier(forKey: key, keySpace: keySpace) == identifier)
        }
    }

    @Test("there are as many constants as Apple's systems have, and few share a value")
    func constantsAreComplete() {
        #expect(MetadataConstants.identifiers.count == 282)
        #expect(MetadataConstants.keys.map(\.1.count).reduce(0, +) == 269)
        // The misspelled commercial frame, credits and source, and the copyright notice of MPEG-4 and 3GPP.
        #expect(Set(MetadataConstants.identifiers).count == 282 - 3)
    }

    @Test("every key makes an identifier in its space, and the identifiers are the constants")
    func keysMakeIdentifiers() throws {
        let known = Set(MetadataConstants.identifiers)
        for (keySpace, keys) in MetadataConstants.keys {
            for key in keys {
                let identifier = try #require(AVMetadataItem.identifier(forKey: key, keySpace: keySpace))
                #expect(known.contains(identifier), "\(identifier)")
                #expect(AVMetadataItem.keySpace(forIdentifier: identifier) == keySpace)
            }
        }
    }

    @Test(
        "identifiers are spelled as Apple spells them",
        arguments: [
            (AVMetadataIdentifier.commonIdentifierTitle, "common/title"),
            (.commonIdentifierAssetIdentifier, "common/identifier"),
            (.iTunesMetadataSongName, "itsk/%A9nam"), (.iTunesMetadataTrackNumber, "itsk/trkn"),
            (.quickTimeMetadataTitle, "mdta/com.apple.quicktime.title"),
            (.quickTimeMetadataLocationISO6709, "mdta/com.apple.quicktime.location.ISO6709"),
            (.quickTimeMetadataiXML, "mdta/info.ixml.xml"), (.quickTimeUserDataFullName, "udta/%A9nam"),
            (.identifier3GPUserDataTitle, "uiso/titl"), (.id3MetadataTitleDescription, "id3/TIT2"),
            (.icyMetadataStreamURL, "icy/StreamUrl"),
        ]
    )
    func rawValues(identifier: AVMetadataIdentifier, rawValue: String) {
        #expect(identifier.rawValue == rawValue)
    }

    @Test("a key of iTunes may be a constant, a text with either sign, a number or data")
    func spellingsOfAKey() {
        let spellings: [Any] = [
            AVMetadataKey.iTunesMetadataKeySongName, "@nam", "©nam", "©nam" as NSString,
            Data([0xa9, 0x6e, 0x61, 0x6d]),
            Int32(bitPattern: 0xa96e_616d), UInt32(0xa96e_616d), NSNumber(value: 0xa96e_616d),
        ]
        for key in spellings {
            #expect(AVMetadataItem.identifier(forKey: key, keySpace: .iTunes) == .iTunesMetadataSongName)
        }
    }

    @Test("keys of four-character spaces are numbers, but ID3 frames are texts")
    func kindsOfKeys() throws {
        let name = try #require(AVMetadataItem.key(forIdentifier: .iTunesMetadataSongName) as? NSNumber)
        #expect(UInt32(bitPattern: name.int32Value) == 0xa96e_616d)
        #expect(AVMetadataItem.key(forIdentifier: .isoUserDataDate) as? NSNumber == 0x6461_7465)
        #expect(AVMetadataItem.key(forIdentifier: .id3MetadataTitleDescription) as? String == "TIT2")
        #expect(
            AVMetadataItem.key(forIdentifier: .quickTimeMetadataTitle) as? String == "com.apple.quicktime.title"
        )
    }

    @Test("frames of ID3 2.2 have three letters and a zero before them")
    func shortFrames() {
        #expect(AVMetadataItem.identifier(forKey: "TT2", keySpace: .id3)?.rawValue == "id3/%00TT2")
    }

    @Test(
        "any text is a key where keys are texts, and comes back",
        arguments: ["a b", "50%", "a/b", "ключ", "%41", "🎬", "?#&=+", "\u{0}"]
    )
    func escaping(key: String) throws {
        let identifier = try #require(AVMetadataItem.identifier(forKey: key, keySpace: .quickTimeMetadata))
        #expect(AVMetadataItem.key(forIdentifier: identifier) as? String == key)
        #expect(identifier.rawValue.utf8.allSatisfy { (0x21..<0x7f).contains($0) })
        #expect(identifier.rawValue.split(separator: "/").count == 2)
    }

    @Test("bytes that are no text are a key too")
    func dataKeys() throws {
        let bytes = Data([0xff, 0x00, 0xc3])
        let identifier = try #require(AVMetadataItem.identifier(forKey: bytes, keySpace: .quickTimeMetadata))
        #expect(AVMetadataItem.key(forIdentifier: identifier) as? Data == bytes)
    }

    @Test("what is no key has no identifier")
    func badKeys() {
        let bad: [(Any, AVMetadataKeySpace)] = [
            ("abc", .iTunes), ("abcde", .iTunes), ("", .iTunes), ("", .common), ("日本語だ", .iTunes),
            (Int64.max, .iTunes), (-1e30, .iTunes), (2.5, .iTunes), (Data([1]), .iTunes), (Data(), .common),
            (17, .common), (Date(), .common), ("title", AVMetadataKeySpace(rawValue: "")),
            (String(repeating: "x", count: 1_000_000), .id3),
        ]
        for (key, keySpace) in bad {
            #expect(AVMetadataItem.identifier(forKey: key, keySpace: keySpace) == nil)
        }
    }

    @Test(
        "what is no identifier has no parts",
        arguments: ["", "/", "title", "/title", "common/", "itsk/%", "itsk/%A", "itsk/%GGnam", "a/%zz"]
    )
    func badIdentifiers(text: String) {
        let identifier = AVMetadataIdentifier(rawValue: text)
        #expect(AVMetadataItem.key(forIdentifier: identifier) == nil)
        #expect(AVMetadataItem.keySpace(forIdentifier: identifier) == nil)
    }

    @Test("key spaces of other containers make identifiers as well")
    func ownKeySpaces() throws {
        for keySpace: AVMetadataKeySpace in [
            .akVorbisComment, .akMatroska, .akRIFF, .akAPE, .akBroadcastWave, .akAIFF, .akITunesLongForm,
        ] {
            let identifier = try #require(AVMetadataItem.identifier(forKey: "A key", keySpace: keySpace))
            #expect(AVMetadataItem.keySpace(forIdentifier: identifier) == keySpace)
            #expect(AVMetadataItem.key(forIdentifier: identifier) as? String == "A key")
        }
    }

    @Test("constants cast to texts, and texts make constants")
    func constantsAreTexts() {
        #expect(AVMetadataKey.commonKeyTitle as NSString == "title")
        #expect(AVMetadataIdentifier("common/title") == .commonIdentifierTitle)
        #expect(AVMetadataKey(rawValue: "TIT2") == .id3MetadataKeyTitleDescription)
    }
}
