import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitContainers
@testable import AssetKitCore
@testable import AssetKitSinks

@Suite("MP3 files that begin in the middle of other sound")
struct MP3BeginningTests {
    private static let rate: CMTimeScale = 44_100
    /// Version 1, layer III, 128 kb/s, 44.1 kHz, joint stereo: 417 bytes, of which 36 are head and side information.
    private static let head: [UInt8] = [0xFF, 0xFB, 0x90, 0x64]

    private func beginning(isCut: Bool) throws -> MP3Beginning {
        var basic = AudioStreamBasicDescription()
        basic.mSampleRate = Double(Self.rate)
        basic.mFormatID = kAudioFormatMPEGLayer3
        basic.mChannelsPerFrame = 2
        basic.mFramesPerPacket = 1152
        let format = CMFormatDescription(
            type: kCMMediaType_Audio,
            subtype: kAudioFormatMPEGLayer3,
            audio: AudioFormatDetails(basic: basic)
        )
        let track = SinkTrack(mediaType: .audio, formats: [format], timescale: Self.rate, isCut: isCut)
        return MP3Beginning(track, try #require(SinkFormat(format)))
    }

    /// A frame of the stream that is told from all others by its bytes.
    private func frame(at start: Int64) throws -> SinkSample {
        let content = (36..<417).map { UInt8(truncatingIfNeeded: start / 1152 &* 31 &+ $0) }
        let bytes = Self.head + [UInt8](repeating: 0, count: 32) + content
        let time = CMTime(value: start, timescale: Self.rate)
        return SinkSample(
            data: try CMBlockBuffer(copying: Data(bytes)),
            presentationTime: time,
            decodeTime: time,
            duration: CMTime(value: 1152, timescale: Self.rate)
        )
    }

    private func bytes(_ sample: SinkSample) throws -> [UInt8] { try sample.data.withBytes { Array($0) } }

    @Test(
        "stored are the frames that the file can hide, and else a silent one before the first that is needed",
        arguments: [
            // Where frames begin, and where those begin that are stored. Whole streams stay as they are.
            (false, Int64(-1105), [-1105, 47, 1199]), (false, 0, [0, 1152, 2304]),
            (true, 0, [-1152, 0, 1152, 2304]), (true, -529, [-529, 623, 1775]), (true, -528, [-1680, -528, 624, 1776]),
            (true, -4608, [-4608, -3456, -2304, -1152, 0, 1152]),
            (true, -4624, [-4624, -3472, -2320, -1168, -16, 1136]),
            (true, -5760, [-2304, -1152, 0, 1152]), (true, -57_600, [-2304, -1152, 0, 1152]),
            (false, -5760, [-2304, -1152, 0, 1152]),
        ] as [(Bool, Int64, [Int64])]
    )
    func places(isCut: Bool, start: Int64, expected: [Int64]) throws {
        var beginning = try beginning(isCut: isCut)
        var stored: [SinkSample] = []
        var time = start
        while stored.last.map({ $0.presentationTime.value < expected[expected.count - 1] }) ?? true {
            stored += try beginning.samples(frame(at: time))
            time += 1152
        }
        #expect(stored.map(\.presentationTime.value) == expected)
        #expect(stored.allSatisfy { $0.duration == CMTime(value: 1152, timescale: Self.rate) })
        #expect(beginning.finish().isEmpty)
    }

    @Test("the silent frame ends with the bytes of those that are not stored, and takes none itself")
    func filler() throws {
        var beginning = try beginning(isCut: true)
        var reservoir: [UInt8] = []
        var stored: [SinkSample] = []
        for number in -10...0 where stored.isEmpty {
            let frame = try frame(at: Int64(number) * 1152)
            stored = try beginning.samples(frame)
            if stored.isEmpty { reservoir += try bytes(frame).dropFirst(36) }
        }
        let silent = try bytes(try #require(stored.first))
        // 192 kb/s is the first rate with room for the 511 bytes that frames may reach back.
        #expect(silent.count == 626)
        #expect(silent.suffix(511) == reservoir.suffix(511))
        #expect(silent[4..<36].allSatisfy { $0 == 0 })
        let head = try #require(MPEGAudioHead(silent))
        #expect(head.bitsPerSecond == 192_000 && head.byteCount == 626 && head.channelCount == 2)
    }

    @Test("what never gets to the first one that is heard is stored at the end")
    func neverBegun() throws {
        var beginning = try beginning(isCut: true)
        #expect(try beginning.samples(frame(at: -57_600)).isEmpty)
        #expect(try beginning.samples(frame(at: -56_448)).isEmpty)
        #expect(beginning.finish().map(\.presentationTime.value) == [-57_600, -56_448])
        #expect(beginning.finish().isEmpty)
    }

    @Test(
        "a silent frame is as large as its content needs, at the rate of the stream where that will do",
        arguments: [
            (head, 0, 417), (head, 381, 417), (head, 382, 522), (head, 486, 522), (head, 487, 626), (head, 1008, 1044),
            // No frame of 44.1 kHz is larger.
            (head, 1009, nil),
            // With a checksum, which the silent one has not; padded, which it is not either.
            ([0xFF, 0xFA, 0x90, 0x64], 381, 417), ([0xFF, 0xFB, 0x92, 0x64], 381, 417),
            // Mono at 32 kb/s; version 2 at 64 kb/s and 22.05 kHz.
            ([0xFF, 0xFB, 0x10, 0xC4], 83, 104), ([0xFF, 0xFB, 0x10, 0xC4], 511, 626),
            ([0xFF, 0xF3, 0x80, 0x64], 187, 208), ([0xFF, 0xF3, 0x80, 0x64], 255, 313),
            // Layer II, no head, too little.
            ([0xFF, 0xFD, 0x90, 0x64], 0, nil), ([0x00, 0xFB, 0x90, 0x64], 0, nil), ([0xFF, 0xFB], 0, nil),
        ] as [([UInt8], Int, Int?)]
    )
    func silence(head: [UInt8], content: Int, expected: Int?) {
        let content = (0..<content).map { UInt8(truncatingIfNeeded: $0) }
        let frame = MP3SilentFrame(like: head, carrying: content)
        #expect(frame?.bytes.count == expected)
        guard let frame, let made = MPEGAudioHead(frame.bytes), let model = MPEGAudioHead(head) else { return }
        #expect(made.byteCount == frame.bytes.count && frame.bytes.suffix(content.count) == content[...])
        #expect((made.sampleRate, made.mode, made.version) == (model.sampleRate, model.mode, model.version))
    }
}
