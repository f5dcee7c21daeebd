import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSinks

@Suite("Sound in files without times")
struct UntimedSoundTests {
    private static let rate: CMTimeScale = 48000

    private func sound(_ codec: AudioFormatID, priming: Int = 0, hides: Bool = false) throws -> UntimedSound {
        var basic = AudioStreamBasicDescription()
        basic.mSampleRate = Double(Self.rate)
        basic.mFormatID = codec
        basic.mChannelsPerFrame = 1
        if codec == kAudioFormatLinearPCM {
            basic.mFormatFlags = 4 | kAudioFormatFlagIsPacked
            basic.mBitsPerChannel = 16
            basic.mBytesPerFrame = 2
            basic.mBytesPerPacket = 2
            basic.mFramesPerPacket = 1
        } else {
            basic.mFramesPerPacket = 1024
        }
        let format = CMFormatDescription(
            type: kCMMediaType_Audio,
            subtype: codec,
            audio: AudioFormatDetails(basic: basic)
        )
        var track = SinkTrack(mediaType: .audio, formats: [format], timescale: Self.rate)
        track.priming = priming
        return UntimedSound(track, try #require(SinkFormat(format)), in: "a test", canHidePriming: hides)
    }

    private func sample(at start: Int64, bytes: Int, lasting frames: Int64, trimmed: Int = 0) throws -> SinkSample {
        let time = CMTime(value: start, timescale: Self.rate)
        var result = SinkSample(
            data: try CMBlockBuffer(copying: Data(count: bytes)),
            presentationTime: time,
            decodeTime: time,
            duration: CMTime(value: frames, timescale: Self.rate)
        )
        result.trimmedFramesAtEnd = trimmed
        return result
    }

    private func packet(at start: Int64) throws -> SinkSample { try sample(at: start, bytes: 100, lasting: 1024) }

    /// Position, frames, silence before them, first byte and the one behind the last.
    private func numbers(_ placement: UntimedSound.Placement?) -> [Int]? {
        placement.map {
            [Int($0.position), $0.frameCount, $0.silenceCount, $0.range.lowerBound, $0.range.upperBound]
        }
    }

    @Test(
        "of ten frames those from zero on are stored, behind silence where they begin later",
        arguments: [
            (Int64(0), 0, [0, 10, 0, 0, 20]), (5, 0, [5, 10, 5, 0, 20]), (-4, 0, [0, 6, 0, 8, 20]),
            (0, 3, [0, 7, 0, 0, 14]), (-4, 3, [0, 3, 0, 8, 14]), (-9, 0, [0, 1, 0, 18, 20]), (-10, 0, nil),
            (-7, 3, nil),
        ] as [(Int64, Int, [Int]?)]
    )
    func linear(start: Int64, trimmed: Int, expected: [Int]?) throws {
        var sound = try sound(kAudioFormatLinearPCM)
        let sample = try sample(at: start, bytes: 20, lasting: 1, trimmed: trimmed)
        let placement = try sound.placement(sample, frames: 10)
        #expect(numbers(placement) == expected)
    }

    @Test(
        "frames that overlap those before them are left out, and gaps are filled",
        arguments: [
            (Int64(10), [10, 10, 0, 0, 20]), (7, [10, 7, 0, 6, 20]), (15, [15, 10, 5, 0, 20]), (0, nil),
        ] as [(Int64, [Int]?)]
    )
    func linearSecond(start: Int64, expected: [Int]?) throws {
        var sound = try sound(kAudioFormatLinearPCM)
        _ = try sound.placement(try sample(at: 0, bytes: 20, lasting: 1), frames: 10)
        let placement = try sound.placement(try sample(at: start, bytes: 20, lasting: 1), frames: 10)
        #expect(numbers(placement) == expected)
    }

    @Test(
        "packets that end by zero are left out where nothing can be hidden",
        arguments: [(Int64(-1024), nil), (-1023, 0), (-1, 0), (0, 0)] as [(Int64, Int64?)]
    )
    func heard(start: Int64, expected: Int64?) throws {
        var sound = try sound(kAudioFormatMPEG4AAC)
        let placement = try sound.placement(try packet(at: start), frames: 1024)
        #expect(placement?.position == expected)
    }

    @Test(
        "what lies before zero is hidden, whether it was announced or not",
        arguments: [(Int64(-1024), 1024), (-1020, 1024), (-2048, 2048), (0, 0)] as [(Int64, Int)]
    )
    func hidden(start: Int64, expected: Int) throws {
        var sound = try sound(kAudioFormatMPEG4AAC, priming: 1024, hides: true)
        let placement = try sound.placement(try packet(at: start), frames: 1024)
        #expect(placement?.position == Int64(-expected))
        #expect(sound.priming == expected)
    }

    @Test("packets follow each other although their times are rounded, and a gap is refused")
    func gaps() throws {
        var sound = try sound(kAudioFormatMPEG4AAC)
        _ = try sound.placement(try packet(at: 0), frames: 1024)
        let placement = try sound.placement(try packet(at: 1030), frames: 1024)
        #expect(placement?.position == 1024)
        let late = try packet(at: 2048 + 1025)
        #expect(throws: MediaProblem.self) { try sound.placement(late, frames: 1024) }
        #expect(sound.ending.end == CMTime(value: 2048, timescale: Self.rate))
    }
}
