import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("APE, Vorbis, FLAC, RIFF, AIFF and CAF tags")
struct OtherTagTests {
    typealias Build = ByteBuilder

    private func ape(_ items: [(String, [UInt8], Int)], hasHeader: Bool = true) -> [UInt8] {
        let body = items.flatMap {
            Build.little($0.1.count, 4) + Build.little($0.2, 4) + Build.text($0.0 + "\0") + $0.1
        }
        func mark(_ flags: Int) -> [UInt8] {
            Build.text("APETAGEX") + Build.little(2_000, 4) + Build.little(body.count + 32, 4)
                + Build.little(items.count, 4) + Build.little(flags, 4) + Build.zeros(8)
        }
        return (hasHeader ? mark(0xa000_0000) : []) + body + mark(hasHeader ? 0x8000_0000 : 0)
    }

    @Test("APE items are texts, links and pictures")
    func apeItems() throws {
        let items: [(String, [UInt8], Int)] = [
            ("Title", Build.text("Ä"), 0), ("Artist", Build.text("A\0B"), 0),
            ("Cover Art (Front)", Build.text("c.jpg\0") + [0xff, 0xd8], 2), ("Link", Build.text("http://x"), 4),
        ]
        let bytes = Build.zeros(10) + ape(items)
        let window = try ByteWindow(bytes: bytes)
        let envelope = try TagEnvelope.read(window)
        #expect(envelope.hasAPE)
        #expect(envelope.audioEnd == 10)
        #expect(envelope.entries.map(\.key) == ["Title", "Artist", "Artist", "Cover Art (Front)", "Link"])
        #expect(envelope.entries.map(\.commonKey) == ["title", "artist", "artist", "artwork", nil])
        #expect(envelope.entries[3].name == "c.jpg")
        #expect(envelope.entries[3].pictureKind == 3)
        let stored = try #require(envelope.entries[3].value.stored)
        #expect(try stored.bytes(from: window, limit: 10) == [0xff, 0xd8])
        #expect(envelope.entries[4].value.text == "http://x")
    }

    @Test("APE tags without a header, in front, and with sizes that lie")
    func apeEdges() throws {
        let plain = ape([("Year", Build.text("1999"), 0)], hasHeader: false)
        #expect(try TagEnvelope.read(ByteWindow(bytes: [1, 2] + plain)).audioEnd == 2)
        let front = ape([("Year", Build.text("1999"), 0)])
        let envelope = try TagEnvelope.read(ByteWindow(bytes: front + Build.zeros(50)))
        #expect(envelope.audioOffset == Int64(front.count))
        #expect(envelope.entries.count == 1)
        var lying = ape([("Year", Build.text("1999"), 0)])
        lying.replaceSubrange(32..<36, with: [0xff, 0xff, 0xff, 0xff])
        #expect(try TagEnvelope.read(ByteWindow(bytes: lying + Build.zeros(9))).entries.isEmpty)
    }

    @Test("comments of Vorbis give entries, pictures and chapters")
    func vorbis() {
        let picture =
            Build.big(3, 4) + Build.big(9, 4) + Build.text("image/png") + Build.big(1, 4) + Build.text("d")
            + Build.zeros(16) + Build.big(2, 4) + [7, 8]
        let comment = VorbisComment(
            Build.comments([
                "TITLE=T=1", "artist=Ä", "CHAPTER002=00:01:00.500", "CHAPTER001=00:00:00.000", "CHAPTER001NAME=Intro",
                "CHAPTER002URL=http://x", "nothing",
                "METADATA_BLOCK_PICTURE=" + Data(picture).base64EncodedString(),
            ])
        )
        #expect(comment.vendor == "test")
        #expect(comment.entries.first?.value.text == "T=1")
        #expect(comment.entries[1].commonKey == "artist")
        let art = comment.entries.last
        #expect(art?.value == .data([7, 8]))
        #expect(art?.mimeType == "image/png")
        #expect(art?.pictureKind == 3)
        #expect(art?.commonKey == "artwork")
        #expect(comment.chapters.map(\.start) == [.zero, CMTime(value: 60_500, timescale: 1_000)])
        #expect(comment.chapters[0].titles.first?.text == "Intro")
        #expect(comment.chapters[1].entries.first?.value.text == "http://x")
        #expect(comment.problems.all.count == 1)
    }

    private static let times: [(String, CMTime?)] = [
        ("00:00:00", .zero), ("01:02:03.4", CMTime(value: 3_723_400, timescale: 1_000)),
        ("00:00:00.123456789", CMTime(value: 123_456_789, timescale: 1_000_000_000)), ("00:60:00.0", nil),
        ("1:2", nil), ("", nil), ("99999999999999999999:00:00", nil), ("00:00:-1", nil), ("00:00:01.x", nil),
    ]

    @Test("times of chapters are exact, or none", arguments: times)
    func chapterTime(text: String, time: CMTime?) {
        #expect(VorbisChapters.time(text) == time)
    }

    @Test("comments that are cut anywhere end there")
    func cutComments() {
        let bytes = Build.comments(["TITLE=abc", "ARTIST=def"])
        for count in 0..<bytes.count {
            let comment = VorbisComment(Array(bytes.prefix(count)))
            #expect(!comment.problems.isEmpty)
            #expect(comment.entries.count < 2)
        }
        #expect(VorbisComment(Build.little(0, 4) + [0xff, 0xff, 0xff, 0xff]).entries.isEmpty)
    }

    @Test("the blocks of FLAC: comment, picture, seek table and the tracks of a disc")
    func flacBlocks() throws {
        func block(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] { [kind] + Build.big(content.count, 3) + content }
        let packed: UInt64 = 44_100 << 44 | 1 << 41 | 15 << 36 | 441_000
        let info =
            Build.big(4_096, 2) + Build.big(4_096, 2) + Build.zeros(6) + Build.big(Int(packed), 8) + Build.zeros(16)
        func track(_ number: UInt8, _ offset: Int, _ flags: UInt8 = 0) -> [UInt8] {
            Build.big(offset, 8) + [number] + Build.zeros(12) + [flags] + Build.zeros(13) + [1] + Build.big(588, 8) + [
                1, 0, 0, 0,
            ]
        }
        let sheet = Build.zeros(128 + 8 + 1 + 258) + [3] + track(1, 0) + track(2, 44_100) + track(170, 441_000)
        let picture =
            Build.big(4, 4) + Build.big(3, 4) + Build.text("a/b") + Build.big(0, 4) + Build.zeros(16)
            + Build.big(99, 4) + [5, 6]
        let bytes =
            Build.text("fLaC") + block(0, info) + block(3, Build.zeros(36)) + block(2, Build.text("TEST"))
            + block(4, Build.comments(["TITLE=T"])) + block(6, picture) + block(0x85, sheet)
        let window = try ByteWindow(bytes: bytes)
        let ours = try #require(try FLACMetadata.read(window, at: 0))
        #expect(ours.streamInfo?.sampleRate == 44_100)
        #expect(ours.streamInfo?.channelCount == 2)
        #expect(ours.streamInfo?.bitsPerSample == 16)
        #expect(ours.streamInfo?.sampleCount == 441_000)
        #expect(ours.seekPointCount == 2)
        #expect(ours.applicationCodes == ["TEST"])
        #expect(ours.audioOffset == Int64(bytes.count))
        #expect(ours.cueTracks.map(\.offset) == [588, 44_688, 441_588])
        #expect(
            ours.chapters.map(\.start) == [
                CMTime(value: 588, timescale: 44_100), CMTime(value: 44_688, timescale: 44_100),
            ]
        )
        #expect(ours.entries.map(\.key) == ["TITLE", "METADATA_BLOCK_PICTURE"])
        let stored = try #require(ours.entries[1].value.stored)
        #expect(try stored.bytes(from: window, limit: 9) == [5, 6])
        #expect(ours.problems.all.count == 1)
    }

    @Test("RIFF tells itself in INFO, bext and ID3")
    func riff() throws {
        let info = Build.text("INFO") + Build.chunk("INAM", Build.text("Näme\0")) + Build.chunk("IART", [0xe4, 0])
        func fixed(_ text: String, _ count: Int) -> [UInt8] { Build.text(text) + Build.zeros(count - text.utf8.count) }
        let bext =
            fixed("Desc", 256) + fixed("Me", 32) + fixed("", 32) + fixed("2020-01-02", 10) + fixed("03:04:05", 8)
            + Build.little(48_000, 8) + Build.little(1, 2) + [1] + Build.zeros(63) + Build.zeros(190)
            + Build.text("A=PCM\r\n")
        let id3 = Build.tag(Build.frame("TIT2", [0] + Build.text("Id")))
        let bytes = Build.chunk("LIST", info) + Build.chunk("bext", bext) + Build.chunk("id3 ", id3)
        let window = try ByteWindow(bytes: bytes)
        var tags = RIFFTags()
        try tags.read(try FileChunk.list(window, from: 0, style: .riff, limit: 10), window)
        let texts = Dictionary(tags.entries.map { ($0.key, $0.value.text) }) { first, _ in first }
        #expect(texts["INAM"] == "Näme")
        #expect(texts["IART"] == "ä")
        #expect(texts["Description"] == "Desc")
        #expect(texts["OriginationDate"] == "2020-01-02")
        #expect(texts["CodingHistory"] == "A=PCM")
        #expect(texts["TIT2"] == "Id")
        #expect(texts["OriginatorReference"] == nil)
        #expect(tags.timeReference == 48_000)
        #expect(tags.entries.contains { $0.key == "UMID" })
    }

    @Test("AIFF and CAF tell themselves in texts")
    func aiffAndCAF() throws {
        let comments = Build.big(1, 2) + Build.zeros(6) + Build.big(3, 2) + Build.text("abc") + [0]
        let bytes =
            Build.form("NAME", Build.text("N")) + Build.form("(c) ", Build.text("me")) + Build.form("COMT", comments)
        let window = try ByteWindow(bytes: bytes)
        var tags = AIFFTags()
        try tags.read(try FileChunk.list(window, from: 0, style: .iff, limit: 10), window)
        #expect(tags.entries.map(\.value.text) == ["N", "me", "abc"])
        #expect(tags.entries.map(\.commonKey) == ["title", "copyrights", "description"])
        let info = Build.caf("info", Build.big(9, 4) + Build.text("title\0T\0artist\0A"))
        let other = try ByteWindow(bytes: info)
        let chunk = try #require(try FileChunk.list(other, from: 0, style: .caf, limit: 10).first)
        let entries = try CAFTags.entries(chunk, other)
        #expect(entries.map(\.key) == ["title", "artist"])
        #expect(entries.map(\.commonKey) == ["title", "artist"])
    }

    private static let keys: [(TagKeySpace, String, String?)] = [
        (.iTunes, "©nam", "title"), (.iTunes, "covr", "artwork"),
        (.quickTimeMetadata, "com.apple.quicktime.make", "make"),
        (.quickTimeMetadata, "com.apple.quicktime.location.ISO6709", "location"),
        (.quickTimeUserData, "©day", "creationDate"),
        (.isoUserData, "cprt", "copyrights"), (.id3, "TDRC", "creationDate"), (.vorbis, "album", "albumName"),
        (.matroska, "date_released", "creationDate"), (.riff, "ISFT", "software"), (.common, "title", "title"),
        (.common, "other", nil), (.id3, "tit2", nil), (.icy, "StreamTitle", "title"),
        (TagKeySpace(rawValue: "unheard"), "title", nil),
    ]

    @Test("native keys have common ones", arguments: keys)
    func common(space: TagKeySpace, key: String, common: String?) {
        #expect(CommonKeys.commonKey(for: key, in: space) == common)
        if let common { #expect(CommonKeys.all.contains(common)) }
    }
}
