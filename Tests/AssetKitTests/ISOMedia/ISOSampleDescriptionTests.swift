import Testing

@testable import AssetKit
@testable import AssetKitSources
@testable import AssetKitISOMedia
@testable import AssetKitMedia

@Suite("ISO sample descriptions")
struct ISOSampleDescriptionTests {
    private func track(_ handler: String, _ entries: [UInt8]..., dataReferences: [UInt8]? = nil) throws -> ISOTrack {
        var track = ISOMake.Track(handler: handler, descriptions: entries)
        if let dataReferences { track.dataReferences = dataReferences }
        let movie = try ISOMake.movie(ISOMake.file([track]))
        #expect(movie.warnings.isEmpty)
        return try #require(movie.tracks.first)
    }

    private func visual(_ extensions: [UInt8]...) throws -> ISOVisualDescription {
        let track = try track("vide", ISOMake.visualEntry("avc1", extensions.flatMap { $0 }))
        guard case .visual(let visual)? = track.descriptions.first??.details else { throw ISOMediaError.notISOMedia }
        return visual
    }

    private func sound(_ entry: [UInt8]) throws -> ISOSoundDescription {
        guard case .sound(let sound)? = try track("soun", entry).descriptions.first??.details else {
            throw ISOMediaError.notISOMedia
        }
        return sound
    }

    @Test("what boxes say about pictures is read")
    func pictures() throws {
        let visual = try visual(
            ISOMake.box("colr", ISOMake.code("nclc"), ISOMake.u16(1, 2, 3)),
            ISOMake.box("colr", ISOMake.code("nclx"), ISOMake.u16(9, 16, 9), [0x80]),
            ISOMake.box("colr", ISOMake.code("nclx"), ISOMake.u16(1, 1, 1)),
            ISOMake.box("colr", ISOMake.code("prof"), [1, 2, 3]),
            ISOMake.box("pasp", ISOMake.u32(16, 11)),
            ISOMake.box("clap", ISOMake.u32(60, 1, 40, 1) + ISOMake.i32(-2, 2, 0, 1)),
            ISOMake.box("fiel", [2, 9]),
            ISOMake.box("mdcv", ISOMake.u16(1, 2, 3, 4, 5, 6, 7, 8) + ISOMake.u32(10_000_000, 50)),
            ISOMake.box("clli", ISOMake.u16(1000, 400)),
            ISOMake.box("gama", ISOMake.u32(0x2_3333)) + ISOMake.u32(0)
        )
        #expect(visual.width == 64)
        #expect(visual.height == 48)
        #expect(visual.compressorName == "test")
        #expect(visual.depth == 24)
        #expect(
            visual.colors == [
                .codePoints(primaries: 1, transfer: 2, matrix: 3, isFullRange: nil),
                .codePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true),
                .codePoints(primaries: 1, transfer: 1, matrix: 1, isFullRange: false),
                .profile([1, 2, 3]),
            ]
        )
        #expect(visual.pixelAspect?.value == 16.0 / 11)
        #expect(visual.cleanAperture?.width.value == 60)
        #expect(visual.cleanAperture?.horizontalOffset.value == -1)
        #expect(visual.fieldCount == 2)
        #expect(visual.fieldDetail == 9)
        #expect(visual.masteringDisplay?.primaries == [1, 2, 3, 4, 5, 6])
        #expect(visual.masteringDisplay?.maximumLuminance == 10_000_000)
        #expect(visual.contentLight == .init(pixel: 1000, average: 400))
        #expect(visual.gamma == 0x2_3333)
        #expect(visual.colorTable == nil)
    }

    @Test("configuration records are handed out as bytes, also of formats that nobody knows")
    func configuration() throws {
        let track = try track(
            "vide",
            ISOMake.visualEntry("hvc1", ISOMake.box("hvcC", [1, 2]), ISOMake.box("dvvC", [3])),
            ISOMake.visualEntry("new1", ISOMake.box("newC", [4]), ISOMake.box("btrt", ISOMake.u32(1, 2, 3)))
        )
        #expect(track.descriptions.count == 2)
        #expect(track.descriptions[0]?.configuration("hvcC") == [1, 2])
        #expect(track.descriptions[0]?.configuration("dvvC") == [3])
        #expect(track.descriptions[0]?.configuration("avcC") == nil)
        #expect(track.descriptions[1]?.configuration("newC") == [4])
        #expect(track.descriptions[1]?.bitRate?.maximum == 2)
    }

    @Test("an indexed picture has its colours in front of the boxes")
    func colorTable() throws {
        var entry = ISOMake.visualEntry("rle ")
        entry.replaceSubrange(entry.count - 4..<entry.count, with: ISOMake.u16(1, 0))
        entry += ISOMake.u32(0) + ISOMake.u16(0x8000, 1) + ISOMake.u64(7, 8) + ISOMake.box("gama", ISOMake.u32(5))
        entry.replaceSubrange(0..<4, with: ISOMake.u32(UInt32(entry.count)))
        guard case .visual(let visual)? = try track("vide", entry).descriptions.first??.details else {
            throw ISOMediaError.notISOMedia
        }
        #expect(visual.colorTable == [7, 8])
        #expect(visual.gamma == 5)
    }

    @Test("sound of QuickTime's versions 1 and 2 is read")
    func quickTimeSound() throws {
        let layout = ISOMake.fullBox("chan", 0, 0, ISOMake.u32(0x0065_0002, 0, 1, 1) + ISOMake.zeros(16))
        let stream: [UInt8] = [3, 25, 0, 1, 0, 4, 17, 0x40, 0x15]
        let wave = ISOMake.box(
            "wave",
            ISOMake.box("frma", ISOMake.code("mp4a")),
            ISOMake.box("enda", ISOMake.u16(1)),
            ISOMake.fullBox("esds", 0, 0, stream),
            ISOMake.u32(8, 0)
        )
        let packing = ISOMake.u32(1024, 1, 2, 2)
        let entry = ISOMake.soundEntry("mp4a", version: 1, packing, wave, layout)
        let sound = try sound(entry)
        #expect(sound.version == 1)
        #expect(sound.packing?.samplesPerPacket == 1024)
        #expect(sound.sampleRate == 48000)
        #expect(sound.isLittleEndian == true)
        #expect(sound.channelLayout?.tag == 0x0065_0002)
        #expect(sound.channelLayout?.labels == [1])
        let description = try #require(try track("soun", entry).descriptions.first ?? nil)
        #expect(description.configuration("esds") == ISOMake.zeros(4) + stream)
        #expect(!description.isProtected)

        let rate = ISOMake.u64((96000.0).bitPattern)
        let second = ISOMake.u32(72) + rate + ISOMake.u32(6, 0x7f00_0000, 32, 0b1001, 24, 1)
        let pcm = try self.sound(ISOMake.soundEntry("lpcm", version: 2, second, layout))
        #expect(pcm.sampleRate == 96000)
        #expect(pcm.channelCount == 6)
        #expect(pcm.linearPCM?.flags == 0b1001)
        #expect(pcm.linearPCM?.bytesPerPacket == 24)
        #expect(pcm.channelLayout?.tag == 0x0065_0002)
    }

    @Test("sound of ISO's version 1 has its rate and its layout in boxes")
    func isoSound() throws {
        let rate = ISOMake.fullBox("srat", 0, 0, ISOMake.u32(192_000))
        let layout = ISOMake.fullBox("chnl", 0, 0, [1, 0, 0, 126, 0, 5, 1])
        let list =
            ISOMake.u32(1)
            + ISOMake.soundEntry("ipcm", version: 1, rate, layout, ISOMake.fullBox("pcmC", 0, 0, [1, 24]))
        let fields = ISOFields(ISOMake.u32(0x0100_0000) + list, of: "stsd")
        let context = ISOReadingContext(try ISOMake.window([]), limits: ISOLimits())
        let reader = ISOSampleDescriptionReader(handler: "soun", context: context, name: "track 1")
        guard case .sound(let sound)? = try reader.read(fields).first??.details else { throw ISOMediaError.notISOMedia }
        #expect(sound.version == 0)
        #expect(sound.sampleRate == 192_000)
        #expect(sound.channelLayout?.definedLayout == 0)
        #expect(sound.channelLayout?.speakers == [0, 126])
        #expect(sound.isLittleEndian == true)
        #expect(sound.configuredBitsPerSample == 24)
    }

    @Test("time codes have their rate and the name of the reel")
    func timeCode() throws {
        let name = ISOMake.box("name", ISOMake.u16(4, 0) + ISOMake.text("A001"))
        let fixed = ISOMake.zeros(6) + ISOMake.u16(1) + ISOMake.u32(0, 3, 30000, 1001) + [30, 0]
        guard
            case .timeCode(let code)? = try track("tmcd", ISOMake.box("tmcd", fixed, name)).descriptions.first??.details
        else { throw ISOMediaError.notISOMedia }
        #expect(code.isDropFrame)
        #expect(code.flags == 3)
        #expect(code.timescale == 30000)
        #expect(code.frameDuration == 1001)
        #expect(code.frameCount == 30)
        #expect(code.reelName == "A001")
        #expect(code.reelNameLanguage?.tag == "eng")
    }

    @Test("texts and timed metadata have their fixed parts")
    func texts() throws {
        let head = ISOMake.zeros(6) + ISOMake.u16(1)
        func text(_ handler: String, _ entry: [UInt8]) throws -> ISOTextDescription {
            guard case .text(let text)? = try track(handler, entry).descriptions.first??.details else {
                throw ISOMediaError.notISOMedia
            }
            return text
        }
        let box = ISOMake.u16(1, 2, 3, 4)
        let fonts = ISOMake.box("ftab", ISOMake.u16(0))
        let timed = ISOMake.u32(0x4000_0000) + [0x01, 0xff] + ISOMake.zeros(4) + box + ISOMake.zeros(12)
        for format in ["tx3g", "text"] {
            let found = try text("sbtl", ISOMake.box(format, head + timed + fonts))
            #expect(found.displayFlags == 0x4000_0000)
            #expect(found.horizontalJustification == 1)
            #expect(found.verticalJustification == -1)
            #expect(found.box == .init(top: 1, left: 2, bottom: 3, right: 4))
        }
        let quickTime =
            ISOMake.u32(1) + ISOMake.i32(-1) + ISOMake.zeros(6) + box + ISOMake.zeros(21) + [4] + ISOMake.text("Helv")
        #expect(try text("text", ISOMake.box("text", head + quickTime)).fontName == "Helv")
        let markup = try text("subt", ISOMake.box("stpp", head + ISOMake.text("urn:a\0\0image/png\0")))
        #expect(markup.texts == ["urn:a", "", "image/png"])
        let caption = try track("text", ISOMake.box("wvtt", head, ISOMake.box("vttC", ISOMake.text("WEBVTT"))))
        #expect(caption.descriptions.first??.configuration("vttC") == ISOMake.text("WEBVTT"))
        #expect(caption.mediaType == .text)
        // The handler decides, also about what other movies call subtitles.
        #expect(try track("text", ISOMake.box("tx3g", head + timed + fonts)).mediaType == .text)
        #expect(try track("sbtl", ISOMake.box("tx3g", head + timed + fonts)).mediaType == .subtitle)
        let unknown = try track("meta", ISOMake.box("gpmd", head, [1, 2, 3]))
        #expect(unknown.descriptions.first??.format == "gpmd")
    }

    @Test("protected samples tell what they are and how they are protected")
    func protection() throws {
        let tenc = ISOMake.fullBox("tenc", 1, 0, [0, 0x19, 1, 0] + [UInt8](repeating: 7, count: 16) + [2, 8, 9])
        let sinf = ISOMake.box(
            "sinf",
            ISOMake.box("frma", ISOMake.code("avc1")),
            ISOMake.fullBox("schm", 0, 0, ISOMake.code("cbcs") + ISOMake.u32(0x10000)),
            ISOMake.box("schi", tenc)
        )
        let description = try #require(try track("vide", ISOMake.visualEntry("encv", sinf)).descriptions.first ?? nil)
        #expect(description.isProtected)
        #expect(description.format == "encv")
        #expect(description.codec == "avc1")
        #expect(description.protection?.scheme == "cbcs")
        #expect(description.protection?.defaults?.encryptedBlocks == 1)
        #expect(description.protection?.defaults?.clearBlocks == 9)
        #expect(description.protection?.defaults?.constantVector == [8, 9])
        #expect(description.protection?.defaults?.keyID == [UInt8](repeating: 7, count: 16))
    }

    @Test("other files are named, not opened")
    func dataReferences() throws {
        var alias = ISOMake.zeros(50) + [5] + ISOMake.text("b.mov") + ISOMake.zeros(58) + ISOMake.zeros(36)
        alias +=
            ISOMake.u16(0, 3) + ISOMake.text("dir\0") + ISOMake.u16(18, 6) + ISOMake.text("/a/b.m")
            + ISOMake.u16(0xffff, 0)
        let list = ISOMake.fullBox(
            "dref",
            0,
            0,
            ISOMake.u32(4),
            ISOMake.fullBox("url ", 0, 0, ISOMake.text("file:///x.mov\0")),
            ISOMake.fullBox("alis", 0, 1),
            ISOMake.fullBox("alis", 0, 0, alias),
            ISOMake.fullBox("urn ", 0, 0, ISOMake.text("urn:x\0there\0"))
        )
        let track = try track("vide", ISOMake.visualEntry("avc1"), dataReferences: list)
        #expect(track.dataReferences.map(\.isSelfContained) == [false, true, false, false])
        #expect(track.dataReferences.map(\.target) == ["file:///x.mov", nil, "/a/b.m", "urn:x there"])
        #expect(track.hasExternalMedia)
    }

    @Test("an entry that is damaged is missing, the others stay")
    func damagedEntry() throws {
        let track = ISOMake.Track(descriptions: [ISOMake.box("avc1", [1, 2, 3]), ISOMake.visualEntry("hvc1")])
        let movie = try ISOMake.movie(ISOMake.file([track]))
        #expect(movie.tracks.first?.descriptions.map { $0?.format } == [nil, "hvc1"])
        #expect(movie.warnings.count == 1)
    }
}
