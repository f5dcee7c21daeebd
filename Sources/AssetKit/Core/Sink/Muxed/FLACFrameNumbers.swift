/// Numbers the frames of a FLAC file anew, where they come from several streams or from the middle of one (RFC 9639, 9.1).
///
/// Frames of a stream with one size of blocks count themselves, and all others count samples. What was cut or joined has
/// blocks of several sizes, so its frames count samples. The sound in them stays as it is. A plain value.
struct FLACFrameNumbers {
    private(set) var sampleCount = 0
    /// The sizes of the blocks, the last one left out.
    private(set) var smallest = Int.max
    private(set) var largest = 0
    private var last = 0

    /// The frame with the number that it has here; nil for what is no frame.
    mutating func numbered(_ frame: UnsafeRawBufferPointer, count: Int) -> [UInt8]? {
        guard frame.count > 8, frame[0] == 0xFF, frame[1] & 0xFE == 0xF8, let known = Self.length(ofNumber: frame[4])
        else { return nil }
        // A size or a rate that no code stands for comes behind the number.
        let sizeBytes = [6: 1, 7: 2][Int(frame[2] >> 4)] ?? 0
        let rateBytes = [12: 1, 13: 2, 14: 2][Int(frame[2] & 15)] ?? 0
        let extra = 4 + known
        let body = extra + sizeBytes + rateBytes + 1
        guard frame.count > body + 2 else { return nil }
        var result = [frame[0], frame[1] | 1, frame[2], frame[3]] + Self.coded(sampleCount)
        result += frame[extra..<body - 1]
        result.append(Self.checksum8(result))
        result += frame[body..<frame.count - 2]
        let checksum = Self.checksum16(result)
        result += [UInt8(checksum >> 8), UInt8(checksum & 0xFF)]
        if last > 0 { (smallest, largest) = (min(smallest, last), max(largest, last)) }
        last = count
        sampleCount += count
        return result
    }

    /// The smallest and the largest block.
    var blockSizes: (smallest: Int, largest: Int) {
        smallest == .max ? (last, last) : (smallest, max(largest, last))
    }

    // MARK: Numbers and checksums

    /// How many bytes a number has that begins with this one: as characters have in UTF-8, and up to seven.
    private static func length(ofNumber first: UInt8) -> Int? {
        let ones = (~first).leadingZeroBitCount
        switch ones {
        case 0: return 1
        case 2...7: return ones
        default: return nil
        }
    }

    static func coded(_ number: Int) -> [UInt8] {
        guard number >= 0x80 else { return [UInt8(number)] }
        let bits = Int.bitWidth - number.leadingZeroBitCount
        // Each byte behind the first has six bits; the first one has what its mark leaves.
        let count = (2...7).first { bits <= 6 * ($0 - 1) + max(0, 7 - $0) } ?? 7
        let mark = UInt8(truncatingIfNeeded: 0xFF00 >> count)
        let head = mark | UInt8(truncatingIfNeeded: number >> (6 * (count - 1)))
        return [head] + (0..<count - 1).reversed().map { 0x80 | UInt8(truncatingIfNeeded: number >> (6 * $0)) & 0x3F }
    }

    private static func checksum8(_ bytes: [UInt8]) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
        }
    }

    private static let table16: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { value, _ in value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1 }
    }

    private static func checksum16(_ bytes: [UInt8]) -> UInt16 {
        let table = table16
        return bytes.reduce(0) { $0 << 8 ^ table[Int($0 >> 8 ^ UInt16($1))] }
    }
}
