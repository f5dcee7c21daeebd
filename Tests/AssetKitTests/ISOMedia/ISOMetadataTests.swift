import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitISOMedia

@Suite("ISO metadata")
struct ISOMetadataTests {
    private func metadata(_ boxes: [UInt8]) throws -> [ISOMetadataEntry] {
        let movie = try ISOMake.movie(ISOMake.file([], movie: boxes))
        #expect(movie.warnings.isEmpty)
        return movie.metadata
    }

    private func handler(_ type: String) -> [UInt8] {
        ISOMake.fullBox("hdlr", 0, 0, ISOMake.u32(0) + ISOMake.code(type) + ISOMake.zeros(13))
    }

    private func value(_ type: UInt32, _ locale: UInt32 = 0, _ bytes: [UInt8]) -> [UInt8] {
        ISOMake.box("data", ISOMake.u32(type, locale), bytes)
    }

    @Test("QuickTime's texts have a language each, and three ways to be written")
    func internationalTexts() throws {
        let two = ISOMake.u16(5, 0x15c7) + ISOMake.text("Title") + ISOMake.u16(5, 1) + [0x54, 0x69, 0x74, 0x72, 0x8e]
        let entries = try metadata(
            ISOMake.box(
                "udta",
                ISOMake.box("\u{a9}nam", two),
                ISOMake.box("\u{a9}cmt", ISOMake.text("a bare text\0")),
                ISOMake.box("\u{a9}too", value(1, ISOMake.text("tool"))),
                ISOMake.box("name", ISOMake.text("the name\0")),
                ISOMake.box("XMP_", ISOMake.text("<x/>")),
                ISOMake.u32(0)
            )
        )
        #expect(entries.map(\.key.description) == ["©nam", "©nam", "©cmt", "©too", "name", "XMP_"])
        #expect(entries.map(\.value.text) == ["Title", "Titré", "a bare text", "tool", "the name", nil])
        #expect(entries.map(\.languageTag) == ["eng", "fra", nil, nil, nil, nil])
        #expect(entries.allSatisfy { $0.keySpace == .quickTimeUserData })
        #expect(entries.last?.value == .data(ISOMake.text("<x/>"), .raw))
    }

    @Test("the Macintosh's characters are all known")
    func macRoman() {
        let all = ISOMacRoman.text((0...255).map { UInt8($0) })
        #expect(all.unicodeScalars.count == 256)
        #expect(Set(all.unicodeScalars).count == 256)
        #expect(ISOMacRoman.text([0x80, 0x8e, 0xa5, 0xca, 0xdb, 0xff]) == "Äé•\u{a0}€ˇ")
        let japanese: [UInt8] = [0x93, 0xfa, 0x96, 0x7b]
        #expect(ISOText.text(japanese, language: .japanese) == "日本")
    }

    @Test("3GPP's asset information is read")
    func assetInformation() throws {
        func item(_ type: String, _ content: [UInt8]) -> [UInt8] { ISOMake.fullBox(type, 0, 0, content) }
        let language = ISOMake.u16(0x15c7)
        let place = [UInt8(0)] + ISOMake.i32(-0x10000, 0x28000, 100 << 16) + ISOMake.text("earth\0\0")
        let wide: [UInt8] = [0xfe, 0xff, 0x00, 0x41, 0x26, 0x3a, 0, 0]
        let entries = try metadata(
            ISOMake.box(
                "udta",
                item("titl", language + ISOMake.text("title\0")),
                item("auth", language + wide),
                item("yrrc", ISOMake.u16(1999)),
                item("loci", language + ISOMake.text("here\0") + place),
                item("kywd", language + [2, 2] + ISOMake.text("a\0") + [3] + ISOMake.text("bc\0"))
            )
        )
        #expect(entries.map(\.value.text) == ["title", "A☺", nil, nil, "a, bc"])
        #expect(entries.allSatisfy { $0.keySpace == .isoUserData })
        #expect(entries[2].value == .unsigned(1999))
        guard case .location(let location) = entries[3].value else { throw ISOMediaError.notISOMedia }
        #expect(location.name == "here")
        #expect(location.longitude == -0x10000)
        #expect(location.latitude == 0x28000)
        #expect(location.altitude == 100 << 16)
        #expect(location.body == "earth")
    }

    @Test("QuickTime's keys have values of every type", arguments: [true, false])
    func quickTimeKeys(isFullBox: Bool) throws {
        let names = ["com.apple.quicktime.title", "a.number", "a.real", "a.picture", "a.point"]
        let keys = names.flatMap { ISOMake.u32(UInt32($0.utf8.count + 8)) + ISOMake.code("mdta") + ISOMake.text($0) }
        func item(_ index: UInt32, _ values: [UInt8]...) -> [UInt8] {
            ISOMake.u32(UInt32(values.joined().count + 8), index) + values.flatMap { $0 }
        }
        let list = ISOMake.box(
            "ilst",
            item(1, value(1, 0x5553_15c7, ISOMake.text("Title")), value(2, 0x0001_0001, [0, 0x54, 0x26, 0x3a])),
            item(
                2,
                value(21, [0xff, 0xfe]),
                value(22, [0xff, 0xfe]),
                value(66, [0x80, 0]),
                value(78, ISOMake.u64(.max))
            ),
            item(3, value(23, ISOMake.u32(Float(1.5).bitPattern)), value(24, ISOMake.u64(Double(-2.25).bitPattern))),
            item(
                4,
                value(13, [0xff, 0xd8]),
                value(14, [1]),
                value(0, [0x89, 0x50, 0x4e, 0x47]),
                value(21, ISOMake.zeros(9))
            ),
            item(5, value(70, ISOMake.u32(Float(1).bitPattern, Float(2).bitPattern)))
        )
        let locales =
            ISOMake.fullBox("ctry", 0, 0, ISOMake.u32(1) + ISOMake.u16(2, 0x4445, 0x4154))
            + ISOMake.fullBox("lang", 0, 0, ISOMake.u32(1) + ISOMake.u16(1, 0x10b5))
        let content = handler("mdta") + ISOMake.fullBox("keys", 0, 0, ISOMake.u32(5) + keys) + list + locales
        let entries = try metadata(isFullBox ? ISOMake.fullBox("meta", 0, 0, content) : ISOMake.box("meta", content))
        #expect(entries.allSatisfy { $0.keySpace == .quickTimeMetadata })
        #expect(entries.map(\.key.description) == [0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4].map { names[$0] })
        #expect(entries[0].value == .text("Title"))
        #expect(entries[0].countryCode == "US")
        #expect(entries[0].languageTag == "eng")
        #expect(entries[1].value == .text("T☺"))
        #expect(entries[1].countryCode == "DE")
        #expect(entries[1].languageTag == "deu")
        #expect(entries[2...5].map(\.value) == [.signed(-2), .unsigned(0xfffe), .signed(-32768), .unsigned(.max)])
        #expect(entries[6...7].map(\.value) == [.real(1.5), .real(-2.25)])
        #expect(entries[8].value == .data([0xff, 0xd8], .jpeg))
        #expect(entries[10].value == .data([0x89, 0x50, 0x4e, 0x47], .png))
        #expect(entries[11].value == .data(ISOMake.zeros(9), .raw))
        #expect(entries[12].value == .reals([1, 2]))
    }

    @Test("iTunes' values are read, and large ones stay in the file until they are asked for")
    func iTunes() throws {
        let cover = [0xff, 0xd8, 0xff] + [UInt8](repeating: 9, count: 100_000)
        func own(_ mean: String, _ name: String, _ value: [UInt8]) -> [UInt8] {
            let (mean, name) = (
                ISOMake.fullBox("mean", 0, 0, ISOMake.text(mean)), ISOMake.fullBox("name", 0, 0, ISOMake.text(name))
            )
            return ISOMake.box("----", mean, name, value)
        }
        let list = ISOMake.box(
            "ilst",
            ISOMake.box("\u{a9}nam", value(1, ISOMake.text("Song"))),
            ISOMake.box("trkn", value(0, ISOMake.u16(0, 3, 12, 0))),
            ISOMake.box("gnre", value(0, ISOMake.u16(18))),
            ISOMake.box("cpil", value(21, [1])),
            ISOMake.box("covr", value(13, cover), value(14, [1, 2])),
            own("com.apple.iTunes", "iTunSMPB", value(1, ISOMake.text("0 1")))
        )
        let bytes = ISOMake.file(
            [],
            movie: ISOMake.box("udta", ISOMake.fullBox("meta", 0, 0, handler("mdir"), list)) + ISOMake.zeros(0)
        )
        let window = try ISOMake.window(bytes)
        let entries = try ISOFileReader.read(window).metadata
        #expect(
            entries.map(\.key.description) == [
                "©nam", "trkn", "gnre", "cpil", "covr", "covr", "com.apple.iTunes.iTunSMPB",
            ]
        )
        #expect(entries[0].value == .text("Song"))
        #expect(entries[1].value == .position(3, of: 12))
        #expect(entries[2].value == .unsigned(18))
        #expect(entries[3].value == .signed(1))
        guard case .stored(let stored, .jpeg) = entries[4].value else { throw ISOMediaError.notISOMedia }
        #expect(stored.length == cover.count)
        #expect(try entries[4].value.bytes(from: window) == cover)
        #expect(entries[5].value == .data([1, 2], .png))
        #expect(entries[6].key == .qualified(domain: "com.apple.iTunes", name: "iTunSMPB"))
        #expect(entries.allSatisfy { $0.keySpace == .iTunes })
    }

    @Test("metadata of a track belongs to the track")
    func trackMetadata() throws {
        let name = ISOMake.box("udta", ISOMake.box("name", ISOMake.text("Left")))
        let movie = try ISOMake.movie(ISOMake.file([ISOMake.Track(extra: name)]))
        #expect(movie.metadata.isEmpty)
        #expect(movie.tracks.first?.metadata.map(\.value) == [.text("Left")])
    }

    @Test("values are limited in number")
    func limit() throws {
        var limits = ISOLimits()
        limits.metadataEntries = 3
        let items = (0..<9).flatMap { _ in ISOMake.box("name", ISOMake.text("x")) }
        let movie = try ISOMake.movie(ISOMake.file([], movie: ISOMake.box("udta", items)), limits: limits)
        #expect(movie.metadata.count == 3)
        #expect(movie.warnings == ["there is more metadata than 3 values"])
    }

    @Test("Nero's chapters and chapter tracks have titles and times")
    func chapters() throws {
        let list = ISOMake.u64(0) + [3] + ISOMake.text("one") + ISOMake.u64(15_000_000) + [3] + ISOMake.text("two")
        let users = ISOMake.box("udta", ISOMake.fullBox("chpl", 1, 0, ISOMake.u32(0) + [2] + list))
        let wide: [UInt8] = [0xff, 0xfe, 0x41, 0x00, 0x3a, 0x26]
        let titles = [
            ISOMake.u16(5) + ISOMake.text("Start") + ISOMake.box("href", ISOMake.zeros(4)), ISOMake.u16(6) + wide,
            ISOMake.u16(0),
        ]
        let text = ISOMake.box("text", ISOMake.zeros(6), ISOMake.u16(1), ISOMake.zeros(43))
        func file(offset: UInt32) -> [UInt8] {
            let video = ISOMake.Track(extra: ISOMake.box("tref", ISOMake.box("chap", ISOMake.u32(2, 3))))
            let chapters = ISOMake.Track(
                id: 2,
                handler: "text",
                duration: 1200,
                language: 0x15c7,
                edits: ISOMake.edits([(500, -1, 0x10000), (1200, 0, 0x10000)]),
                descriptions: [text],
                tables: ISOMake.tables(sizes: titles.map { UInt32($0.count) }, delta: 400, offset: offset)
            )
            let pictures = ISOMake.Track(id: 3, handler: "vide")
            return ISOMake.file([video, chapters, pictures], movie: users)
        }
        let media = ISOMake.box("mdat", titles.flatMap { $0 })
        let window = try ISOMake.window(file(offset: UInt32(file(offset: 0).count + 8)) + media)
        let movie = try ISOFileReader.read(window)
        #expect(movie.listedChapters.map(\.title) == ["one", "two"])
        #expect(movie.listedChapters.map(\.start.seconds) == [0, 1.5])
        let reader = ISOChapterTrackReader(movie: movie, window: window)
        #expect(reader.chapterTracks.map(\.id) == [2, 3])
        let chapters = try reader.chapters(of: try #require(reader.titleTracks.first))
        #expect(chapters.map(\.title) == ["Start", "A☺", ""])
        #expect(chapters.map(\.start) == [500, 900, 1300].map { CMTime(value: $0, timescale: 1000) })
        #expect(chapters.map(\.duration) == [400, 400, 400].map { CMTime(value: $0, timescale: 1000) })
        #expect(chapters.first?.languageTag == "eng")
    }
}

extension ISOMetadataTests {
    private func value(_ type: UInt32, _ bytes: [UInt8]) -> [UInt8] { value(type, 0, bytes) }
}
