import CMTimeLib
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("Streams of frames")
struct FrameStreamTests {
    typealias Build = ByteBuilder
    private static let scan = RawAudioFile.Effort.scan(isCancelled: { false })

    /// A frame of MPEG-1 layer III, 128 kbit/s at 44.1 kHz: 417 bytes.
    private static let mp3 = [UInt8]([0xff, 0xfb, 0x90, 0x00]) + Build.zeros(413)

    private func read(_ bytes: [UInt8], _ effort: RawAudioFile.Effort = scan) throws -> RawAudioFile {
        try RawAudioFile.read(ByteWindow(bytes: bytes), effort: effort)
    }

    private static let heads: [(bytes: [UInt8], size: Int, samples: Int, rate: Int, channels: Int)] = [
        ([0xff, 0xfb, 0x90, 0x00], 417, 1_152, 44_100, 2), ([0xff, 0xfb, 0x92, 0xc0], 418, 1_152, 44_100, 1),
        ([0xff, 0xf3, 0x80, 0x00], 208, 576, 22_050, 2), ([0xff, 0xe3, 0x18, 0xc0], 72, 576, 8_000, 1),
        ([0xff, 0xfd, 0xa4, 0x00], 576, 1_152, 48_000, 2), ([0xff, 0xff, 0xc4, 0x00], 384, 384, 48_000, 2),
        ([0xff, 0xf1, 0x50, 0x80, 0x01, 0x7f, 0xfc, 0], 11, 1_024, 44_100, 2),
        ([0x0b, 0x77, 0, 0, 0x14, 0x40, 0xe1, 0x00], 768, 1_536, 48_000, 6),
        ([0x0b, 0x77, 0, 0, 0x55, 0x40, 0x40, 0x00], 836, 1_536, 44_100, 2),
        ([0x0b, 0x77, 0x02, 0xff, 0x3f, 0x80, 0, 0], 1_536, 1_536, 48_000, 6),
        ([0x0b, 0x77, 0x00, 0xff, 0x04, 0x80, 0, 0], 512, 256, 48_000, 2),
    ]

    @Test("heads of all kinds tell size, samples, rate and channels", arguments: heads)
    func head(head: (bytes: [UInt8], size: Int, samples: Int, rate: Int, channels: Int)) throws {
        let bytes = head.bytes + Build.zeros(8)
        let frame = try #require(StreamFrame(bytes[...]))
        #expect(frame.byteCount == head.size)
        #expect(frame.sampleCount == head.samples)
        #expect(frame.sampleRate == head.rate)
        #expect(frame.channelCount == head.channels)
    }

    private static let noHeads: [[UInt8]] = [
        [0xff, 0xfb, 0xf0, 0], [0xff, 0xfb, 0x9c, 0], [0xff, 0xeb, 0x90, 0], [0xff, 0xf9, 0x90, 0],
        [0xfe, 0xfb, 0x90, 0],
        [0x0b, 0x77, 0, 0, 0xff, 0x40, 0, 0], [0x0b, 0x77, 0, 0, 0, 0xff, 0, 0], [0xff, 0xf1, 0x7c, 0, 0, 0, 0, 0],
    ]

    @Test("what cannot be a head is none", arguments: noHeads)
    func noHead(bytes: [UInt8]) {
        #expect(StreamFrame((bytes + Build.zeros(8))[...]) == nil)
    }

    @Test("a plain stream is counted, with junk in front, in the middle and behind")
    func counting() throws {
        let ten = (0..<10).flatMap { _ in Self.mp3 }
        let plain = try read(ten)
        #expect(plain.frameCount == 10)
        #expect(plain.sampleCount == 11_520)
        #expect(plain.duration == CMTime(value: 11_520, timescale: 44_100))
        #expect(plain.certainty == .exact)
        #expect(plain.bitRateMode == .constant)
        #expect(plain.problems.isEmpty)
        let junk = [UInt8](repeating: 0x55, count: 1_000)
        let mixed = try read(junk + ten + junk + ten + junk)
        #expect(mixed.frameCount == 20)
        #expect(mixed.problems.all.count == 3)
        #expect(mixed.audio.offset == 1_000)
        let cut = try read(ten + Self.mp3.prefix(100))
        #expect(cut.frameCount == 10)
        #expect(cut.problems.all.map(\.text) == ["the last frame is cut off"])
    }

    @Test("tags around and between frames are none of the audio")
    func tags() throws {
        let tag = Build.tag(Build.frame("TIT2", [0, 0x41]) + Build.zeros(300))
        let three = Self.mp3 + Self.mp3 + Self.mp3
        let file = try read(tag + three + tag + three)
        #expect(file.frameCount == 6)
        #expect(file.problems.isEmpty)
        #expect(file.entries.count == 1)
    }

    private func xing(frames: Int, method: UInt8, delay: Int, padding: Int, name: String = "Xing") -> [UInt8] {
        let body =
            Build.text(name) + Build.big(0xf, 4) + Build.big(frames, 4) + Build.big(9_999, 4) + Build.zeros(100)
            + Build.big(57, 4) + Build.text("LAME3.100") + [method] + Build.zeros(11)
            + Build.big(delay << 12 | padding, 3)
        let head = [UInt8]([0xff, 0xfb, 0x90, 0x00]) + Build.zeros(32) + body
        return head + Build.zeros(417 - head.count)
    }

    @Test("LAME's block tells delay, padding and method, and is no audio itself")
    func lame() throws {
        let bytes = xing(frames: 10, method: 4, delay: 576, padding: 1_000) + (0..<10).flatMap { _ in Self.mp3 }
        for effort in [Self.scan, .headers] {
            let file = try read(bytes, effort)
            #expect(file.frameCount == 10)
            #expect(file.priming == 1_105)
            #expect(file.remainder == 471)
            #expect(file.sampleCount == 9_944)
            #expect(file.bitRateMode == .variable)
            #expect(file.entries.first?.value.text == "LAME3.100")
            #expect(file.audio.offset == 417)
        }
        #expect(try read(bytes).certainty == .exact)
        #expect(try read(bytes, .headers).certainty == .stated)
        let average = xing(frames: 10, method: 2, delay: 0, padding: 0) + Self.mp3 + Self.mp3
        #expect(try read(average, .headers).bitRateMode == .average)
        #expect(try read(average, .headers).priming == nil)
        let constant = xing(frames: 2, method: 0, delay: 1, padding: 1, name: "Info") + Self.mp3 + Self.mp3
        #expect(try read(constant, .headers).bitRateMode == .constant)
    }

    @Test("a block that claims more frames than there are is corrected by a scan")
    func lyingBlock() throws {
        let bytes = xing(frames: 1_000_000, method: 4, delay: 576, padding: 1_000) + Self.mp3 + Self.mp3
        #expect(try read(bytes, .headers).frameCount == 1_000_000)
        let file = try read(bytes)
        #expect(file.frameCount == 2)
        #expect(file.remainder == 0)
        #expect(!file.problems.isEmpty)
    }

    @Test("Fraunhofer's block is read")
    func vbri() throws {
        let head =
            [UInt8]([0xff, 0xfb, 0x90, 0x00]) + Build.zeros(32) + Build.text("VBRI") + Build.zeros(6)
            + Build.big(4_170, 4) + Build.big(10, 4) + Build.big(5, 2)
        let bytes = head + Build.zeros(417 - head.count) + (0..<10).flatMap { _ in Self.mp3 }
        let file = try read(bytes, .headers)
        #expect(file.frameCount == 10)
        #expect(file.certainty == .stated)
        #expect(file.bitRateMode == .variable)
    }

    @Test("frames of free format are measured by their distance")
    func freeFormat() throws {
        let frame = [UInt8]([0xff, 0xfb, 0x00, 0x00]) + Build.zeros(496)
        let padded = [UInt8]([0xff, 0xfb, 0x02, 0x00]) + Build.zeros(497)
        let file = try read(frame + padded + frame + frame)
        #expect(file.frameCount == 4)
        #expect(file.audio.count == 2_001)
    }

    @Test("dependent frames of E-AC-3 take no time of their own")
    func dependentFrames() throws {
        let main = [UInt8]([0x0b, 0x77, 0x00, 0x0f, 0x3f, 0x80, 0, 0]) + Build.zeros(24)
        let extra = [UInt8]([0x0b, 0x77, 0x40, 0x0f, 0x3f, 0x80, 0, 0]) + Build.zeros(24)
        let file = try read(main + extra + main + extra)
        #expect(file.frameCount == 2)
        #expect(file.sampleCount == 3_072)
        #expect(file.formatCode == "ec-3".fourCharCode)
    }

    @Test("a scan that is cancelled throws")
    func cancellation() throws {
        let bytes = (0..<5_000).reduce(into: [UInt8]()) { bytes, _ in bytes += Self.mp3 }
        #expect(throws: RawAudioError.cancelled) { try read(bytes, .scan(isCancelled: { true })) }
    }

    @Test("an index keeps its size and its order however long the stream is")
    func index() throws {
        var index = FrameIndex(limit: 8)
        for number in 0..<1_000 { index.append(offset: Int64(number) * 10, sampleCount: 4) }
        #expect(index.frameCount == 1_000)
        #expect(index.sampleCount == 4_000)
        #expect(index.entries.count <= 8)
        #expect(index.stride == 128)
        for entry in index.entries { #expect(entry.offset == entry.firstSample / 4 * 10) }
        let entry = try #require(index.entry(atOrBefore: 2_001))
        #expect(entry.firstSample <= 2_001 && entry.firstSample + 4 * 128 > 2_001)
        #expect(index.entry(atOrBefore: -1)?.firstSample == 0)
        #expect(FrameIndex().entry(atOrBefore: 0) == nil)
    }

    @Test("noise is not recognised")
    func noise() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let bytes = (0..<5_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(throws: RawAudioError.notRecognised) { try read(bytes) }
        }
        #expect(throws: RawAudioError.notRecognised) { try read([]) }
        #expect(throws: RawAudioError.notRecognised) { try read([UInt8](repeating: 0xff, count: 100_000)) }
    }
}
