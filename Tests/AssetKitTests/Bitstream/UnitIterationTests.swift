import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBitstream

@Suite("Units of a stream")
struct UnitIterationTests {
    @Test(
        "start codes part units, of three bytes or four, and zeros before them belong to nobody",
        arguments: [
            ("000001 65 88 00000001 41 9A", ["6588", "419a"]),
            ("FF FF 00000001 67 64 00 00 000001 68", ["6764", "68"]),
            ("000001 000001 09 10 00", ["0910"]),
            ("000001 65 000003 01 000001 06", ["6500000301", "06"]),
            ("0000", []), ("000001", []), ("", []), ("65 88 00 00", []),
        ]
    )
    func annexB(stream: String, units: [String]) {
        #expect(Array(AnnexBUnits(bytes(stream))) == units.map { bytes($0) })
    }

    @Test("the search for start codes agrees with a plain one")
    func startCodes() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            // Eight bytes without a zero are passed at once, so there have to be such as well.
            let largest: UInt8 = Bool.random(using: &generator) ? 2 : 9
            let stream = (0..<Int.random(in: 0...50, using: &generator)).map { _ in
                UInt8.random(in: 0...largest, using: &generator)
            }
            let start = Int.random(in: 0...3, using: &generator)
            let plain = stream.indices.dropLast(2).first { $0 >= start && Array(stream[$0..<$0 + 3]) == [0, 0, 1] }
            #expect(AnnexBUnits.startCode(in: stream[...], from: start) == plain, "\(stream)")
            let rest = stream.dropFirst(start)
            #expect(AnnexBUnits.startCode(in: rest, from: rest.startIndex) == plain, "\(stream)")
        }
    }

    @Test("length prefixes of each size", arguments: [1, 2, 3, 4])
    func lengths(size: Int) throws {
        let prefix = [UInt8](repeating: 0, count: size - 1)
        let sample = prefix + [2, 0x65, 0x88] + prefix + [0] + prefix + [1, 0x06]
        var units = LengthPrefixedUnits(sample[...], lengthSize: size)
        #expect(try units.next() == bytes("6588"))
        #expect(try units.next() == [])
        #expect(try units.next() == bytes("06"))
        #expect(try units.next() == nil)
    }

    @Test(
        "a sample that ends inside a unit throws",
        arguments: ["00000002 65", "000000", "FFFFFFFF 65", "00000001 65 00"]
    )
    func truncatedSample(sample: String) throws {
        var units = LengthPrefixedUnits(bytes(sample), lengthSize: 4)
        #expect(throws: BitstreamError.endOfData) {
            while try units.next() != nil {}
        }
    }

    @Test("emulation prevention goes and comes back")
    func emulation() {
        #expect(
            EmulationPrevention.removed(from: bytes("000003 01 000003 00000300")) == Array(bytes("0000010000000000"))
        )
        #expect(EmulationPrevention.removed(from: bytes("65000003 01"), limit: 3) == [0x65, 0, 0])
        #expect(
            EmulationPrevention.inserted(into: bytes("0000 01 0000 00 000004"))
                == Array(bytes("000003010000030000030004"))
        )
        #expect(EmulationPrevention.inserted(into: bytes("650000")) == Array(bytes("65000003")))
    }

    @Test("any payload survives the round trip, and no start code is left in it")
    func roundTrip() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let payload = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...4, using: &generator)
            }
            let unit = EmulationPrevention.inserted(into: payload)
            #expect(EmulationPrevention.removed(from: unit[...]) == payload)
            #expect(AnnexBUnits.startCode(in: unit[...], from: 0) == nil)
        }
    }

    @Test("open bitstream units of AV1, with and without a size")
    func av1() throws {
        var units = AV1Units(bytes("12 00  0A 02 AABB  36 28 01 CC  30 DD EE"))
        let delimiter = try #require(try units.next())
        #expect(delimiter.kind == AV1Units.Kind.temporalDelimiter && delimiter.payload.isEmpty)
        #expect(try units.next()?.payload == bytes("AABB"))
        let layered = try #require(try units.next())
        #expect((layered.kind, layered.temporalID, layered.spatialID) == (6, 1, 1))
        #expect(layered.payload == bytes("CC"))
        #expect(try units.next()?.payload == bytes("DDEE"))
        #expect(try units.next() == nil)
    }

    @Test("parts of an MPEG stream keep their zeros")
    func segments() {
        let segments = Array(StartCodeSegments(bytes("FF 000001 B3 AA 00 000001 00 000001 B7")))
        #expect(segments.map(\.code) == [0xB3, 0x00, 0xB7])
        #expect(segments.map(\.payload) == [bytes("AA00"), [], []])
    }

    @Test("a superframe of VP9 is taken apart")
    func superframe() throws {
        #expect(try VP9Superframe.frames(of: bytes("AA BBCC C9 0100 0200 C9")) == [bytes("AA"), bytes("BBCC")])
        #expect(try VP9Superframe.frames(of: bytes("AA BBCC")) == [bytes("AABBCC")])
        #expect(throws: BitstreamError.endOfData) { try VP9Superframe.frames(of: bytes("AA C9 0100 0200 C9")) }
        #expect(throws: BitstreamError.endOfData) { try VP9Superframe.frames(of: []) }
    }
}
