import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("Bit writer")
struct BitWriterTests {
    @Test("what is written is read")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let values = (0..<20).map { _ in
                (Int.random(in: 0...32, using: &generator), Int.random(in: 0..<0xFFFF_FFFF, using: &generator))
            }
            var writer = BitWriter()
            for (length, value) in values {
                writer.unsigned(value, length)
                writer.golomb(value >> length)
                writer.flag(value & 1 == 1)
            }
            var reader = BitReader(writer.bytes)
            for (length, value) in values {
                #expect(try reader.unsigned(length) == value & ((1 << length) - 1))
                #expect(try reader.golomb() == value >> length)
                #expect(try reader.flag() == (value & 1 == 1))
            }
            #expect(reader.position == writer.position)
        }
    }

    @Test("the largest code and the lengths of codes")
    func codes() throws {
        var writer = BitWriter()
        writer.golomb(0xFFFF_FFFE)
        var reader = BitReader(writer.bytes)
        #expect(try reader.golomb() == 0xFFFF_FFFE)
        #expect(
            [0, 1, 2, 3, 7, 14, 15, 30, 31, 0xFFFF_FFFE].map(BitWriter.golombLength) == [
                1, 3, 3, 5, 7, 7, 9, 9, 11, 63,
            ]
        )
    }

    @Test("bits are copied from any place to any place")
    func copies() throws {
        var generator = SeededGenerator(seed: 8)
        let payload = (0..<9).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        for shift in 0..<9 {
            for start in 0...72 {
                for end in start...72 {
                    var (copied, expected) = (BitWriter(), BitWriter())
                    copied.unsigned(0x155, shift)
                    expected.unsigned(0x155, shift)
                    copied.copy(start..<end, of: payload)
                    for bit in start..<end { expected.flag(payload[bit / 8] >> (7 - bit % 8) & 1 == 1) }
                    guard copied.bytes != expected.bytes || copied.position != expected.position else { continue }
                    Issue.record("\(start)..<\(end) behind \(shift)")
                }
            }
        }
    }

    @Test("a payload is copied up to its stop bit")
    func stopBit() throws {
        var writer = BitWriter()
        writer.unsigned(0b101, 3)
        try writer.copyToStopBit(of: [0xFF, 0x0F, 0x40, 0, 0], from: 12)
        #expect(writer.bytes == [0b1011_1110, 0b1000_0000])
        #expect(throws: BitstreamError.endOfData) { try writer.copyToStopBit(of: [0xFF, 0x80], from: 9) }
        #expect(throws: BitstreamError.endOfData) { try writer.copyToStopBit(of: [0, 0], from: 0) }
    }

    @Test("another head before the rest of a unit keeps the payload, and no start code appears")
    func heads() {
        var generator = SeededGenerator(seed: 9)
        let values: [UInt8] = [0, 0, 0, 0, 1, 2, 3, 3, 0x80]
        func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in values.randomElement(using: &generator) ?? 0 } }
        for _ in 0..<20_000 {
            let payload = noise(Int.random(in: 0...12, using: &generator))
            let unit = EmulationPrevention.inserted(into: payload)
            let count = Int.random(in: 0...payload.count, using: &generator)
            let other = noise(Int.random(in: 0...5, using: &generator))
            var result: [UInt8] = []
            let found = unit.withUnsafeBytes { bytes in
                let head = EmulationPrevention.head(of: bytes, count: count)
                EmulationPrevention.append(other, inPlaceOf: head, of: bytes, to: &result)
                return head.payload
            }
            // An expectation takes longer than all of this.
            let isRight =
                found == Array(payload.prefix(count))
                && result == EmulationPrevention.inserted(into: other + payload.dropFirst(count))
            if !isRight { Issue.record("\(other) in the place of \(count) bytes of \(payload)") }
        }
    }
}
