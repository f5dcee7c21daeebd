import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("ID3")
struct ID3Tests {
    typealias Build = ByteBuilder

    private func read(_ bytes: [UInt8]) throws -> ID3v2Tag {
        try #require(try ID3v2Tag.read(ByteWindow(bytes: bytes), at: 0))
    }

    @Test("texts are read in all four encodings")
    func encodings() throws {
        let utf16: [UInt8] = [0xe4, 0x00, 0x3d, 0xd8, 0x00, 0xde]
        let big: [UInt8] = [0x00, 0xe4, 0xd8, 0x3d, 0xde, 0x00]
        let tag = try read(
            Build.tag(
                Build.frame("TIT2", [0, 0xe4]) + Build.frame("TPE1", [1, 0xff, 0xfe] + utf16)
                    + Build.frame("TALB", [1, 0xfe, 0xff] + big) + Build.frame("TPUB", [2] + big)
                    + Build.frame("TCOM", [3] + Build.text("ä😀")) + Build.frame("TENC", Build.text("old"))
            )
        )
        #expect(tag.entries.map(\.value.text) == ["ä", "ä😀", "ä😀", "ä😀", "ä😀", "old"])
        #expect(tag.entries[0].commonKey == "title")
        #expect(tag.problems.isEmpty)
    }

    @Test("one frame can hold several values, and named ones keep their names")
    func severalValues() throws {
        let utf16Pair: [UInt8] = [1, 0xff, 0xfe, 0x61, 0, 0, 0, 0xff, 0xfe, 0x62, 0]
        let tag = try read(
            Build.tag(
                Build.frame("TPE1", [3] + Build.text("A\0B\0"), version: 4)
                    + Build.frame("TCOM", utf16Pair, version: 4)
                    + Build.frame("TXXX", [3] + Build.text("mood\0calm"), version: 4)
                    + Build.frame("WXXX", [0] + Build.text("shop\0http://a"), version: 4)
                    + Build.frame("WOAS", Build.text("http://b\0junk"), version: 4),
                version: 4
            )
        )
        #expect(tag.entries.map(\.value.text) == ["A", "B", "a", "b", "calm", "http://a", "http://b"])
        #expect(tag.entries[4].name == "mood")
        #expect(tag.entries[5].name == "shop")
    }

    @Test("comments and lyrics keep language and description")
    func comments() throws {
        let tag = try read(
            Build.tag(
                Build.frame("COMM", [0] + Build.text("deuNote\0Text"))
                    + Build.frame("COMM", [0] + Build.text("XXX\0Plain"))
                    + Build.frame("USLT", [1] + Build.text("eng") + [0xff, 0xfe, 0, 0, 0xff, 0xfe, 0x6c, 0])
            )
        )
        #expect(tag.entries.map(\.language) == ["deu", nil, "eng"])
        #expect(tag.entries.map(\.name) == ["Note", nil, nil])
        #expect(tag.entries.map(\.value.text) == ["Text", "Plain", "l"])
    }

    @Test("version 2.2 has shorter names and its own pictures")
    func oldVersion() throws {
        func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Build.text(name) + Build.big(content.count, 3) + content
        }
        let picture: [UInt8] = [1, 2, 3]
        let bytes = Build.tag(
            frame("TT2", [0] + Build.text("Old"))
                + frame("PIC", [0] + Build.text("PNG") + [3] + Build.text("c\0") + picture),
            version: 2
        )
        let window = try ByteWindow(bytes: bytes)
        let tag = try #require(try ID3v2Tag.read(window, at: 0))
        #expect(tag.entries[0].key == "TT2")
        #expect(tag.entries[0].commonKey == "title")
        #expect(tag.entries[1].mimeType == "image/png")
        #expect(tag.entries[1].pictureKind == 3)
        let stored = try #require(tag.entries[1].value.stored)
        #expect(try stored.bytes(from: window, limit: 10) == picture)
    }

    @Test("unsynchronisation of the whole tag and of single frames is undone, in pictures too")
    func unsynchronisation() throws {
        let picture: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0xff, 0x00, 0x11]
        let content = [0] + Build.text("image/jpeg\0") + [3] + Build.text("\0") + picture
        func stuffed(_ bytes: [UInt8]) -> [UInt8] {
            var result: [UInt8] = []
            for byte in bytes {
                if result.last == 0xff, byte >= 0xe0 || byte == 0 { result.append(0) }
                result.append(byte)
            }
            return result
        }
        let old = Build.tag(
            stuffed(Build.frame("APIC", content) + Build.frame("TIT2", [0] + Build.text("T"))),
            flags: 0x80
        )
        let new = Build.tag(
            Build.frame("APIC", stuffed(content), flags: 0x02, version: 4)
                + Build.frame("TIT2", [0, 0x54], version: 4),
            version: 4,
            flags: 0x80
        )
        for bytes in [old, new] {
            let window = try ByteWindow(bytes: bytes)
            let tag = try #require(try ID3v2Tag.read(window, at: 0))
            #expect(tag.entries.map(\.key) == ["APIC", "TIT2"])
            let stored = try #require(tag.entries[0].value.stored)
            #expect(try stored.bytes(from: window, limit: 100) == picture)
            #expect(tag.entries[1].value.text == "T")
        }
    }

    @Test("extended headers are skipped, and footers count")
    func extendedHeaderAndFooter() throws {
        let frame = Build.frame("TIT2", [0, 0x54], version: 4)
        let extended = Build.syncSafe(6) + [1, 0]
        #expect(try read(Build.tag(extended + frame, version: 4, flags: 0x40)).entries.count == 1)
        let old = Build.tag(Build.big(6, 4) + Build.zeros(6) + Build.frame("TIT2", [0, 0x54]), flags: 0x40)
        #expect(try read(old).entries.count == 1)
        let whole =
            Build.tag(frame, version: 4, flags: 0x10) + Build.text("3DI") + [4, 0, 0x10] + Build.syncSafe(frame.count)
        #expect(try read(whole).extent.count == Int64(whole.count))
        let window = try ByteWindow(bytes: [1, 2, 3] + whole)
        let tag = try #require(try ID3v2Tag.read(window, endingAt: Int64(whole.count + 3)))
        #expect(tag.extent.offset == 3)
        #expect(tag.entries.first?.value.text == "T")
    }

    @Test("sizes that an old iTunes wrote plainly into version 2.4 are understood")
    func plainSizes() throws {
        let long = [0] + [UInt8](repeating: 0x61, count: 300)
        let body = Build.frame("TIT2", long, version: 3) + Build.frame("TPE1", [0, 0x62], version: 4)
        let tag = try read(Build.tag(body, version: 4))
        #expect(tag.entries.map(\.key) == ["TIT2", "TPE1"])
        #expect(tag.entries[0].value.text?.count == 300)
    }

    @Test("compressed and encrypted frames are named and marked")
    func marked() throws {
        let tag = try read(
            Build.tag(
                Build.frame("TIT2", Build.zeros(9), flags: 0x80) + Build.frame("TPE1", Build.zeros(3), flags: 0x40)
            )
        )
        let forms = tag.entries.map { entry in
            if case .stored(let stored) = entry.value { stored.form } else { StoredTagData.Form() }
        }
        #expect(forms == [.compressed, .encrypted])
    }

    @Test("chapters have times, titles and an order of their own")
    func chapters() throws {
        func chapter(_ name: String, _ start: Int, _ end: Int, _ title: String) -> [UInt8] {
            Build.frame(
                "CHAP",
                Build.text(name + "\0") + Build.big(start, 4) + Build.big(end, 4) + [UInt8](repeating: 0xff, count: 8)
                    + Build.frame("TIT2", [0] + Build.text(title))
            )
        }
        let table = Build.frame(
            "CTOC",
            Build.text("toc\0") + [3, 2] + Build.text("b\0a\0") + Build.frame("TIT2", [0] + Build.text("All"))
        )
        let tag = try read(Build.tag(chapter("b", 1_500, 0xffff_ffff, "Two") + chapter("a", 0, 1_500, "One") + table))
        #expect(tag.chapters.map(\.identifier) == ["a", "b"])
        #expect(tag.chapters[0].start == .zero)
        #expect(tag.chapters[0].end == CMTime(value: 3, timescale: 2))
        #expect(tag.chapters[1].end == nil)
        #expect(tag.chapters.map { $0.titles.first?.text } == ["One", "Two"])
        #expect(tag.contentsTables.first?.children == ["b", "a"])
        #expect(tag.contentsTables.first?.isOrdered == true)
        #expect(tag.contentsTables.first?.title == "All")
    }

    @Test("counters, ratings, owners and objects keep their parts")
    func others() throws {
        let tag = try read(
            Build.tag(
                Build.frame("PCNT", [0, 0, 1, 0]) + Build.frame("POPM", Build.text("me\0") + [196, 0, 0, 0, 1])
                    + Build.frame("UFID", Build.text("http://x\0") + [9])
                    + Build.frame("TLEN", [0] + Build.text("2500"))
                    + Build.frame("GEOB", [0] + Build.text("a/b\0f.bin\0what\0") + [5, 6]) + Build.frame("XYZW", [1])
            )
        )
        #expect(tag.entries[0].value == .number(256))
        #expect(tag.entries[1].value == .number(196))
        #expect(tag.entries[1].name == "me")
        #expect(tag.entries[2].value == .data([9]))
        #expect(tag.claimedDuration == CMTime(value: 5, timescale: 2))
        #expect(tag.entries[4].name == "what")
        #expect(tag.entries[4].mimeType == "a/b")
        #expect(tag.entries[5].value == .data([1]))
    }

    @Test("genres are told by number, by name, and by both")
    func genres() {
        #expect(ID3Genre.names(in: "17") == ["Rock"])
        #expect(ID3Genre.names(in: "(17)") == ["Rock"])
        #expect(ID3Genre.names(in: "(4)(17)Eurodisco") == ["Disco", "Rock", "Eurodisco"])
        #expect(ID3Genre.names(in: "(RX)") == ["Remix"])
        #expect(ID3Genre.names(in: "((so)") == ["(so)"])
        #expect(ID3Genre.names(in: "Polka") == ["Polka"])
        #expect(ID3Genre.name(0) == "Blues")
        #expect(ID3Genre.name(79) == "Hard Rock")
        #expect(ID3Genre.name(125) == "Dance Hall" || ID3Genre.name(125) == "Dancehall")
        #expect(ID3Genre.name(147) == "Synthpop")
        #expect(ID3Genre.name(191) == "Psybient")
        #expect(ID3Genre.name(192) == nil)
        #expect(ID3Genre.name(-1) == nil)
    }

    @Test("the old tag at the end gives what a newer one does not")
    func versionOne() throws {
        func fixed(_ text: String, _ count: Int) -> [UInt8] { Build.text(text) + Build.zeros(count - text.utf8.count) }
        let old =
            Build.text("TAG") + fixed("Title", 30) + fixed("Artist", 30) + fixed("", 30) + Build.text("1999")
            + fixed("Note", 28) + [0, 7, 17]
        let entries = try #require(ID3v1.entries(old))
        #expect(entries.map(\.key) == ["TIT2", "TPE1", "TYER", "COMM", "TRCK", "TCON"])
        #expect(entries.map(\.value.text) == ["Title", "Artist", "1999", "Note", "7", "Rock"])
        let audio = Build.zeros(500)
        let alone = try TagEnvelope.read(ByteWindow(bytes: audio + old))
        #expect(alone.entries.count == 6)
        #expect(alone.audioEnd == 500)
        let tag = Build.tag(Build.frame("TIT2", [0] + Build.text("New")))
        let both = try TagEnvelope.read(ByteWindow(bytes: tag + audio + old))
        #expect(both.entries.map(\.value.text) == ["New"])
        #expect(both.audioOffset == Int64(tag.count))
        #expect(both.audioEnd == Int64(tag.count + 500))
    }

    @Test("hostile sizes end the tag and nothing else")
    func hostile() throws {
        let tooLong = try read(Build.tag(Build.text("TIT2") + [0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0x41]))
        #expect(tooLong.entries.isEmpty)
        #expect(!tooLong.problems.isEmpty)
        let beyondFile = try read(Build.text("ID3") + [4, 0, 0] + [0x7f, 0x7f, 0x7f, 0x7f])
        #expect(beyondFile.extent.count == 10)
        #expect(try ID3v2Tag.read(ByteWindow(bytes: Build.text("ID3") + [3, 0, 0, 0x80, 0, 0, 0]), at: 0) == nil)
        var nested = Build.frame("TIT2", [0, 0x41])
        for _ in 0..<100 { nested = Build.frame("CHAP", Build.text("x\0") + Build.zeros(16) + nested) }
        #expect(try read(Build.tag(nested)).chapters.count == 1)
    }
}
