import Testing

@testable import AssetKit
@testable import AssetKitBitstream

@Suite("BitReader")
struct BitReaderTests {
    @Test("numbers cross byte borders")
    func numbers() throws {
        var reader = BitReader(bytes("A5 0F F0 12 34 56"))
        #expect(try reader.unsigned(3) == 0b101)
        #expect(try reader.unsigned(0) == 0)
        #expect(try reader.unsigned(13) == 0x050F)
        #expect(try reader.unsigned(32) == 0xF012_3456)
        #expect(reader.remaining == 0)
    }

    @Test("a slice is read from its own start")
    func slices() throws {
        var reader = BitReader(bytes("FF FF 12 34").dropFirst(2))
        #expect(reader.bitCount == 16)
        #expect(try reader.unsigned(16) == 0x1234)
    }

    @Test("what is written as Exp-Golomb is read", arguments: [0, 1, 2, 7, 255, 65_535, 1 << 31, (1 << 32) - 2])
    func golomb(value: Int) throws {
        var builder = BitBuilder()
        builder.golomb(value)
        builder.signedGolomb(-(value / 2))
        var reader = BitReader(builder.payload)
        #expect(try reader.golomb() == value)
        #expect(try reader.signedGolomb() == -(value / 2))
    }

    @Test("signed codes alternate")
    func signed() throws {
        var reader = BitReader(bytes("A6 42 98 E2 04 8A"))  // the codes 0 to 8
        #expect(try (0..<9).map { _ in try reader.signedGolomb() } == [0, 1, -1, 2, -2, 3, -3, 4, -4])
    }

    @Test("reading past the end throws and moves nothing")
    func end() throws {
        var reader = BitReader(bytes("80"))
        #expect(throws: BitstreamError.endOfData) { try reader.unsigned(9) }
        #expect(throws: BitstreamError.endOfData) { try reader.skip(9) }
        #expect(throws: BitstreamError.endOfData) { try reader.skip(-1) }
        #expect(throws: BitstreamError.endOfData) { try reader.bytes(2) }
        #expect(reader.position == 0)
        #expect(try reader.unsigned(8) == 0x80)
        #expect(throws: BitstreamError.endOfData) { try reader.golomb() }
    }

    @Test("a code of more than 32 bits is refused")
    func longCode() throws {
        var reader = BitReader(bytes("00000000 FFFFFFFF FF"))
        #expect(throws: BitstreamError.invalid("Exp-Golomb code")) { try reader.golomb() }
    }

    @Test("a bounded code names its field")
    func bounds() throws {
        var reader = BitReader(bytes("38"))  // 6
        #expect(throws: BitstreamError.invalid("num_things")) { try reader.golomb("num_things", atMost: 5) }
    }

    @Test("leb128 is bounded to 32 bits")
    func leb128() throws {
        var reader = BitReader(bytes("E5 8E 26"))
        #expect(try reader.leb128() == 624_485)
        var padded = BitReader(bytes("81 80 80 80 80 80 80 00"))
        #expect(try padded.leb128() == 1)
        var large = BitReader(bytes("80 80 80 80 10"))
        #expect(throws: BitstreamError.invalid("leb128")) { try large.leb128() }
        var endless = BitReader(bytes("80 80 80 80 80 80 80 80 80"))
        #expect(throws: BitstreamError.invalid("leb128")) { try endless.leb128() }
    }

    @Test("the stop bit ends a payload", arguments: [("C0", 1), ("80 80", 8), ("81 00 00", 7), ("80", 0), ("00", 0)])
    func stopBit(hex: String, bits: Int) throws {
        var reader = BitReader(bytes(hex))
        var count = 0
        while reader.hasMoreData {
            _ = try reader.flag()
            count += 1
        }
        #expect(count == bits)
    }
}
