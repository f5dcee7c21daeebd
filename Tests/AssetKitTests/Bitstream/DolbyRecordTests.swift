import Testing

@testable import AssetKit
@testable import AssetKitBitstream

@Suite("Records of AC-3")
struct DolbyRecordTests {
    /// A frame of E-AC-3 up to the end of what it says of itself, filled to 64 bytes: 1536 samples at 48 kHz.
    private static func enhancedFrame(
        kind: Int,
        substream: Int = 0,
        mode: Int,
        map: Int? = nil,
        services: [(Int, Int)] = [(0, 1), (0, 1), (0, 1)]
    ) -> [UInt8] {
        var builder = BitBuilder()
        for (value, count) in [
            (0x0B77, 16), (kind, 2), (substream, 3), (31, 11), (0, 2), (3, 2), (mode, 3), (1, 1), (16, 5), (27, 5),
            (0, 1),
        ] { builder.unsigned(value, count) }
        if kind == 1 {
            builder.flag(map != nil)
            if let map { builder.unsigned(map, 16) }
        }
        for (value, count) in services { builder.unsigned(value, count) }
        return builder.padded + [UInt8](repeating: 0, count: 64 - builder.padded.count)
    }

    @Test("records of AC-3 are made of what they say")
    func records() throws {
        #expect(try AC3Configuration(record: BitstreamVectors.dac3).record == Array(BitstreamVectors.dac3))
        #expect(try EnhancedAC3Configuration(record: BitstreamVectors.dec3).record == Array(BitstreamVectors.dec3))
        let frame = try AC3FrameHeader(BitstreamVectors.ac3Frame)
        #expect(AC3Configuration(frame: frame).record == Array(BitstreamVectors.dac3))
        let vpc = try VPConfiguration(record: BitstreamVectors.vpcProfile3)
        #expect(vpc.record == Array(BitstreamVectors.vpcProfile3))
    }

    @Test("the record of E-AC-3 counts dependent substreams and their speakers, of the first moment alone")
    func dependentSubstreams() throws {
        // 5.1, pairs behind it and above it; then a program of its own in stereo; then the next moment.
        let sample =
            Self.enhancedFrame(kind: 0, mode: 7) + Self.enhancedFrame(kind: 1, mode: 6, map: 1 << 9 | 1 << 4)
            + Self.enhancedFrame(kind: 0, substream: 1, mode: 2) + Self.enhancedFrame(kind: 0, mode: 7)
        let made = try EnhancedAC3Configuration(sample: sample[...])
        #expect(made.substreams.map(\.dependentSubstreams) == [1, 0])
        #expect(made.substreams.map(\.addedLocations) == [0b0_0100_0010, 0])
        #expect(made.substreams.map(\.channelCount) == [10, 3])
        // Three frames of 64 bytes in 32 ms.
        #expect(made.bitRate == 48_000)
        #expect(try EnhancedAC3Configuration(record: made.record[...]) == made)
        #expect(throws: BitstreamError.self) {
            try EnhancedAC3Configuration(sample: Self.enhancedFrame(kind: 1, mode: 6)[...])
        }
    }

    @Test("the record of E-AC-3 says what the sound is for and how many objects there are")
    func services() throws {
        // How to mix, for all that modes with three fronts and surrounds can say, and for other programs.
        let mixing: [(Int, Int)] = [
            (1, 1), (0, 2), (0, 6), (0, 6), (1, 1), (9, 5), (1, 1), (0, 6), (0, 1), (3, 2), (1, 5), (0, 24),
        ]
        let blocks: [(Int, Int)] = [(1, 1), (0, 1), (1, 1), (3, 5), (0, 1), (1, 1), (3, 5), (0, 1), (0, 1)]
        // Commentary, which was produced in a room; then objects.
        let purpose: [(Int, Int)] = [(1, 1), (5, 3), (0, 2), (0, 2), (1, 1), (0, 8), (0, 1)]
        let objects: [(Int, Int)] = [(1, 1), (1, 6), (0, 7), (1, 1), (16, 8)]
        let frame = Self.enhancedFrame(kind: 0, mode: 7, services: mixing + blocks + purpose + objects)
        let made = try EnhancedAC3Configuration(sample: frame[...])
        #expect(made.substreams.map(\.bitstreamMode) == [5])
        #expect(made.objectComplexity == 16)
        #expect(try EnhancedAC3Configuration(record: made.record[...]) == made)
        let mono: [(Int, Int)] = [(1, 1), (0, 1), (1, 1), (0, 6), (0, 1), (1, 2), (0, 5), (1, 1), (0, 14), (0, 1)]
        let emergency: [(Int, Int)] = [(1, 1), (2, 3), (0, 4), (0, 1)]
        let alone = Self.enhancedFrame(kind: 0, mode: 1, services: mono + emergency)
        #expect(try EnhancedAC3Services(frame: alone[...]).bitstreamMode == 2)
        for count in 0..<16 {
            #expect(throws: BitstreamError.self) { try EnhancedAC3Services(frame: frame.prefix(count)) }
        }
    }
}
