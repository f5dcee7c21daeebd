import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("WAV, AIFF, CAF, AU and Ogg")
struct ChunkedAudioTests {
    typealias Build = ByteBuilder
    private static let scan = RawAudioFile.Effort.scan(isCancelled: { false })

    private func read(_ bytes: [UInt8], _ effort: RawAudioFile.Effort = .headers) throws -> RawAudioFile {
        try RawAudioFile.read(ByteWindow(bytes: bytes), effort: effort)
    }

    private static func format(tag: Int = 1, channels: Int = 2, rate: Int = 48_000, bits: Int = 16) -> [UInt8] {
        let block = channels * bits / 8
        return Build.little(tag, 2) + Build.little(channels, 2) + Build.little(rate, 4) + Build.little(rate * block, 4)
            + Build.little(block, 2) + Build.little(bits, 2)
    }

    private func wave(_ chunks: [[UInt8]], size: Int = 4, code: String = "RIFF") -> [UInt8] {
        Build.text(code) + Build.little(size, 4) + Build.text("WAVE") + chunks.flatMap { $0 }
    }

    @Test("WAV with a size is counted exactly, whatever follows")
    func plainWave() throws {
        let file = try read(
            wave(
                [
                    Build.chunk("fmt ", Self.format()), Build.chunk("data", Build.zeros(402)),
                    Build.chunk("LIST", Build.text("INFO")),
                ],
                size: 500
            )
        )
        #expect(file.sampleCount == 100)
        #expect(file.duration == CMTime(value: 100, timescale: 48_000))
        #expect(file.certainty == .exact)
        #expect(file.formatCode == "lpcm".fourCharCode)
    }

    @Test("WAV from a pipe goes on to the end of the file", arguments: [(0, 0), (0xffff_ffff, 0xffff_ffff), (36, 0)])
    func streamedWave(riffSize: Int, dataSize: Int) throws {
        let file = try read(
            wave(
                [Build.chunk("fmt ", Self.format()), Build.chunk("data", Build.zeros(400), size: dataSize)],
                size: riffSize
            )
        )
        #expect(file.sampleCount == 100)
        #expect(file.problems.isEmpty)
    }

    @Test("WAV that is cut off, empty, or lacks parts")
    func brokenWave() throws {
        let cut = try read(
            wave([Build.chunk("fmt ", Self.format()), Build.chunk("data", Build.zeros(40), size: 4_000)])
        )
        #expect(cut.sampleCount == 10)
        #expect(!cut.problems.isEmpty)
        let empty = try read(wave([Build.chunk("fmt ", Self.format()), Build.chunk("data", [])], size: 36 + 8))
        #expect(empty.sampleCount == 0)
        #expect(throws: RawAudioError.damaged("WAV without a format")) { try read(wave([])) }
        #expect(throws: RawAudioError.damaged("WAV without data")) {
            try read(wave([Build.chunk("fmt ", Self.format())]))
        }
        #expect(throws: RawAudioError.notRecognised) {
            try read(Build.text("RIFF") + Build.zeros(4) + Build.text("AVI "))
        }
        let zero = try read(
            wave([Build.chunk("fmt ", Build.zeros(16)), Build.chunk("data", Build.zeros(8))], size: 99)
        )
        #expect(zero.duration == nil)
    }

    @Test("an extensible format tells its real one, its loudspeakers and the bits that count")
    func extensible() throws {
        var format = Self.format(tag: 0xfffe, channels: 6, bits: 32)
        format +=
            Build.little(22, 2) + Build.little(24, 2) + Build.little(0x3f, 4) + Build.little(1, 2) + Build.zeros(14)
        let file = try read(wave([Build.chunk("fmt ", format), Build.chunk("data", Build.zeros(240))], size: 400))
        #expect(file.bitsPerSample == 24)
        #expect(file.channelMask == 0x3f)
        #expect(file.sampleCount == 10)
        #expect(file.formatCode == "lpcm".fourCharCode)
    }

    @Test("RF64 tells its size in ds64, and BW64 is the same")
    func largeWave() throws {
        let sizes = Build.chunk(
            "ds64",
            Build.little(1_000, 8) + Build.little(400, 8) + Build.little(100, 8) + Build.zeros(4)
        )
        for code in ["RF64", "BW64"] {
            let bytes = wave(
                [
                    sizes, Build.chunk("fmt ", Self.format()), Build.chunk("data", Build.zeros(400), size: 0xffff_ffff),
                    Build.chunk("LIST", Build.text("INFO")),
                ],
                size: 0xffff_ffff,
                code: code
            )
            #expect(try read(bytes).sampleCount == 100)
        }
    }

    @Test("Wave64 has long names")
    func wave64() throws {
        let tail: [UInt8] = [0xf3, 0xac, 0xd3, 0x11, 0x8c, 0xd1, 0x00, 0xc0, 0x4f, 0x8e, 0xdb, 0x8a]
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Build.text(name) + tail + Build.little(content.count + 24, 8) + content
                + Build.zeros((8 - content.count % 8) % 8)
        }
        let riff: [UInt8] = [0x2e, 0x91, 0xcf, 0x11, 0xa5, 0xd6, 0x28, 0xdb, 0x04, 0xc1, 0x00, 0x00]
        let bytes =
            Build.text("riff") + riff + Build.little(999, 8) + Build.text("wave") + tail
            + chunk("fmt ", Self.format()) + chunk("data", Build.zeros(44))
        #expect(try read(bytes).sampleCount == 11)
    }

    @Test("adaptive formats are counted by blocks, and the file's own count cuts the last one")
    func adaptive() throws {
        let format =
            Build.little(0x11, 2) + Build.little(1, 2) + Build.little(8_000, 4) + Build.little(4_055, 4)
            + Build.little(256, 2) + Build.little(4, 2) + Build.little(2, 2) + Build.little(505, 2)
        let chunks = [
            Build.chunk("fmt ", format), Build.chunk("fact", Build.little(1_000, 4)),
            Build.chunk("data", Build.zeros(512)),
        ]
        let file = try read(wave(chunks, size: 700))
        #expect(file.decodedSampleCount == 1_010)
        #expect(file.sampleCount == 1_000)
        #expect(file.remainder == 10)
        #expect(file.certainty == .exact)
    }

    private func aiff(_ compression: String?, frames: Int, bits: Int, _ sound: Int) -> [UInt8] {
        // 44100 in the coprocessor's format.
        let rate: [UInt8] = [0x40, 0x0e, 0xac, 0x44, 0, 0, 0, 0, 0, 0]
        let common =
            Build.big(2, 2) + Build.big(frames, 4) + Build.big(bits, 2) + rate
            + (compression.map { Build.text($0) + [0, 0] } ?? [])
        return Build.text("FORM") + Build.big(99, 4) + Build.text(compression == nil ? "AIFF" : "AIFC")
            + Build.form("COMM", common) + Build.form("SSND", Build.zeros(8 + sound))
    }

    @Test("AIFF counts what is stated and there")
    func aiff() throws {
        let plain = try read(aiff(nil, frames: 10, bits: 16, 40))
        #expect(plain.sampleRate == 44_100)
        #expect(plain.sampleCount == 10)
        #expect(plain.isBigEndian)
        #expect(try read(aiff("sowt", frames: 10, bits: 16, 40)).isBigEndian == false)
        #expect(try read(aiff("fl32", frames: 10, bits: 32, 80)).isFloat)
        let short = try read(aiff(nil, frames: 1_000, bits: 16, 40))
        #expect(short.sampleCount == 10)
        #expect(!short.problems.isEmpty)
        let packets = try read(aiff("ima4", frames: 3, bits: 16, 204))
        #expect(packets.sampleCount == 192)
        #expect(packets.formatCode == "ima4".fourCharCode)
        #expect(AIFFFile.extended(0x7fff, 1) == 0)
        #expect(AIFFFile.extended(0x400e, 0xac44_0000_0000_0000) == 44_100)
    }

    private func caf(_ format: String, bytesPerPacket: Int, framesPerPacket: Int, _ more: [[UInt8]]) -> [UInt8] {
        let description =
            Build.big(Int(44_100.0.bitPattern), 8) + Build.text(format) + Build.big(2, 4)
            + Build.big(bytesPerPacket, 4) + Build.big(framesPerPacket, 4) + Build.big(1, 4) + Build.big(16, 4)
        return Build.text("caff") + [0, 1, 0, 0] + Build.caf("desc", description) + more.flatMap { $0 }
    }

    @Test("CAF counts by size, also of a last chunk without one")
    func plainCAF() throws {
        let data = Build.zeros(4 + 200)
        let file = try read(caf("lpcm", bytesPerPacket: 2, framesPerPacket: 1, [Build.caf("data", data)]))
        #expect(file.sampleCount == 100)
        #expect(!file.isBigEndian)
        let open = try read(caf("lpcm", bytesPerPacket: 2, framesPerPacket: 1, [Build.caf("data", data, size: -1)]))
        #expect(open.sampleCount == 100)
        #expect(open.problems.isEmpty)
    }

    @Test("CAF's packet table tells what counts, and where packets lie")
    func packetTable() throws {
        let table = Build.big(3, 8) + Build.big(2_000, 8) + Build.big(1_000, 4) + Build.big(72, 4) + [0x81, 0x00, 5, 7]
        let bytes = caf(
            "aac ",
            bytesPerPacket: 0,
            framesPerPacket: 1_024,
            [Build.caf("kuki", [1, 2]), Build.caf("pakt", table), Build.caf("data", Build.zeros(4 + 128 + 12))]
        )
        let quick = try read(bytes)
        #expect(quick.sampleCount == 2_000)
        #expect(quick.priming == 1_000)
        #expect(quick.remainder == 72)
        #expect(quick.certainty == .stated)
        #expect(quick.setup == [1, 2])
        let file = try read(bytes, Self.scan)
        #expect(file.certainty == .exact)
        let start = file.audio.offset
        #expect(file.index?.entries.map(\.offset) == [start, start + 128, start + 133])
        let lying = caf(
            "aac ",
            bytesPerPacket: 0,
            framesPerPacket: 1_024,
            [
                Build.caf("pakt", Build.big(Int.max, 8) + Build.big(5, 8) + Build.zeros(8) + [1, 1]),
                Build.caf("data", Build.zeros(99)),
            ]
        )
        #expect(try read(lying, Self.scan).frameCount == 2)
    }

    @Test("AU tells encoding and size, or leaves the size open")
    func au() throws {
        func file(_ size: Int, _ encoding: Int) -> [UInt8] {
            Build.text(".snd") + Build.big(28, 4) + Build.big(size, 4) + Build.big(encoding, 4) + Build.big(8_000, 4)
                + Build.big(1, 4) + Build.text("hi\0\0") + Build.zeros(80)
        }
        #expect(try read(file(40, 3)).sampleCount == 20)
        #expect(try read(file(0xffff_ffff, 1)).sampleCount == 80)
        #expect(try read(file(4_000, 1)).sampleCount == 80)
        #expect(try read(file(40, 6)).isFloat)
        #expect(try read(file(40, 99)).sampleCount == nil)
        #expect(try read(file(40, 1)).entries.first?.value.text == "hi")
        #expect(throws: RawAudioError.self) { try read(Build.text(".snd") + Build.zeros(20)) }
    }

    private static let opusHead =
        Build.text("OpusHead") + [1, 2] + Build.little(312, 2) + Build.little(44_100, 4) + Build.zeros(3)

    /// Two packets of 20 ms per page.
    private func opus(serial: Int, pages: Int, firstGranule: Int = 1_920, cut: Int = 0) -> [UInt8] {
        let tags = Build.text("OpusTags") + Build.comments(["TITLE=\(serial)"])
        var bytes =
            Build.page([Self.opusHead], granule: 0, serial: serial, flags: 2)
            + Build.page([tags], granule: 0, serial: serial, number: 1)
        for number in 0..<pages {
            let isLast = number == pages - 1
            bytes += Build.page(
                [[0x08, 1, 2], [0x08, 3]],
                granule: firstGranule + number * 1_920 - (isLast ? cut : 0),
                serial: serial,
                number: number + 2,
                flags: isLast ? 4 : 0
            )
        }
        return bytes
    }

    @Test("Opus counts from pre-skip to the last granule")
    func opus() throws {
        for effort in [Self.scan, .headers] {
            let file = try read(opus(serial: 1, pages: 5, cut: 100), effort)
            #expect(file.sampleCount == 9_188)
            #expect(file.certainty == .exact)
            #expect(file.entries.first?.value.text == "1")
            #expect(file.linkCount == 1)
        }
        #expect(try read(opus(serial: 1, pages: 5), Self.scan).frameCount == 10)
    }

    @Test("a stream that was cut out of a longer one does not begin at zero")
    func cutStream() throws {
        let file = try read(opus(serial: 1, pages: 5, firstGranule: 1_000_000), Self.scan)
        #expect(file.sampleCount == 9_288)
    }

    @Test("streams that follow one another are told apart, and add up")
    func chain() throws {
        let bytes = opus(serial: 1, pages: 5) + opus(serial: 2, pages: 3)
        for effort in [Self.scan, .headers] {
            let file = try read(bytes, effort)
            #expect(file.linkCount == 2)
            #expect(file.streamCount == 2)
            #expect(file.sampleCount == 14_736)
        }
        // A second link may carry the number of the first.
        let same = try read(opus(serial: 1, pages: 5) + opus(serial: 1, pages: 3), Self.scan)
        #expect(same.linkCount == 2)
        #expect(same.sampleCount == 14_736)
    }

    /// The pages of a stream of Vorbis: two with headers, then pages with one packet each.
    private func vorbis(serial: Int, pages: Int) -> [[UInt8]] {
        let head = [1] + Build.text("vorbis") + Build.zeros(4) + [1] + Build.little(48_000, 4) + Build.zeros(12)
        let comment = [3] + Build.text("vorbis") + Build.comments([]) + [1]
        let setup = [5] + Build.text("vorbis")
        let first = Build.page([head + [0xB8, 1]], granule: 0, serial: serial, flags: 2)
        let second = Build.page([comment, setup], granule: 0, serial: serial, number: 1)
        let sound = (0..<pages).map { number in
            let flags: UInt8 = number == pages - 1 ? 4 : 0
            let granule = (number + 1) * 576
            return Build.page([[0, 1, 2]], granule: granule, serial: serial, number: number + 2, flags: flags)
        }
        return [first, second] + sound
    }

    @Test("Vorbis is on one page where that page is the last one of the stream, and no link of a chain follows")
    func vorbisOfOnePage() throws {
        func found(_ pages: [[UInt8]]) throws -> Set<Int> {
            try OggFile.vorbisOfOnePage(ByteWindow(bytes: pages.flatMap { $0 }))
        }
        let one = vorbis(serial: 1, pages: 1)
        #expect(try found(one) == [0])
        #expect(try found(one + [Build.zeros(300)]) == [0])
        #expect(try found(vorbis(serial: 1, pages: 2)) == [])
        // A second link, with a number of its own and with that of the first; longer than the part that is looked at.
        for serial in [2, 1] {
            for count in [1, 3, 2_000] { #expect(try found(one + vorbis(serial: serial, pages: count)) == []) }
        }
        // A stream beside it goes on.
        let other = vorbis(serial: 2, pages: 3)
        let heads = [one[0], other[0], one[1], other[1], one[2], other[2]]
        #expect(try found(heads + other[3...]) == [0])
    }

    @Test("a comment that goes on over pages is put together")
    func longComment() throws {
        let text = String(repeating: "x", count: 600)
        let packet = Build.text("OpusTags") + Build.comments(["TITLE=" + text])
        func page(_ part: ArraySlice<UInt8>, isContinued: Bool, ends: Bool) -> [UInt8] {
            let full = part.count / 255
            let segments = [UInt8](repeating: 255, count: full) + (ends ? [UInt8(part.count % 255)] : [])
            return Build.text("OggS") + [0, isContinued ? 1 : 0] + Build.little(ends ? 0 : -1, 8) + Build.little(1, 4)
                + Build.little(1, 4) + Build.zeros(4) + [UInt8(segments.count)] + segments + part
        }
        let bytes =
            Build.page([Self.opusHead], granule: 0, flags: 2)
            + page(packet[..<510], isContinued: false, ends: false)
            + page(packet[510...], isContinued: true, ends: true)
            + Build.page([[0x08]], granule: 960, flags: 4)
        let file = try read(bytes)
        #expect(file.entries.first?.value.text == text)
        #expect(file.sampleCount == 648)
    }

    @Test("granules at the edge of what fits make no trap")
    func hostileGranules() throws {
        let head =
            Build.page([Self.opusHead], granule: 0, flags: 2)
            + Build.page([Build.text("OpusTags") + Build.comments([])], granule: 0, number: 1)
        for granule in [Int.max, Int.min, -2, 0] {
            let bytes =
                head + Build.page([[0x08]], granule: granule, number: 2)
                + Build.page([[0x08]], granule: Int.max &- granule / 2, number: 3, flags: 4)
            _ = try read(bytes, Self.scan).duration
            _ = try read(bytes).duration
        }
    }
}
