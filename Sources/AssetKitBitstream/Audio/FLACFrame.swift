/// The number and the checksums of a FLAC frame (RFC 9639, 9).
package enum FLACFrame {
    /// The frame with another number: its own in the stream, or where `countsSamples`, that of its first sample. The sound
    /// in it stays as it is, and damage to it can still be seen. nil for what is no frame.
    package static func renumbered(_ frame: UnsafeRawBufferPointer, to number: Int, countsSamples: Bool) -> [UInt8]? {
        guard frame.count > 8, frame[0] == 0xFF, frame[1] & 0xFE == 0xF8, let known = length(ofNumber: frame[4])
        else { return nil }
        // A size or a rate that no code stands for comes behind the number.
        let sizeBytes = [6: 1, 7: 2][Int(frame[2] >> 4)] ?? 0
        let rateBytes = [12: 1, 13: 2, 14: 2][Int(frame[2] & 15)] ?? 0
        let extra = 4 + known
        let body = extra + sizeBytes + rateBytes + 1
        guard frame.count > body + 2 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(frame.count + 6)
        result += [frame[0], frame[1] & 0xFE | (countsSamples ? 1 : 0), frame[2], frame[3]]
        result += coded(number)
        result += frame[extra..<body - 1]
        result.append(FLACChecksum.ofHead(result))
        let head = FLACChecksum.ofFrame(result) ^ FLACChecksum.ofFrame(frame[..<body])
        result += UnsafeRawBufferPointer(rebasing: frame[body..<frame.count - 2])
        let stated = UInt16(frame[frame.count - 2]) << 8 | UInt16(frame[frame.count - 1])
        // The sum is linear: what the head adds to it is changed, and the rest need not be looked at.
        let checksum = stated ^ FLACChecksum.moved(head, by: frame.count - 2 - body)
        result += [UInt8(checksum >> 8), UInt8(checksum & 0xFF)]
        return result
    }

    /// How many samples of each channel a frame has, by its head; nil for what is no frame.
    package static func sampleCount(_ head: [UInt8]) -> Int? {
        guard head.count > 5, head[0] == 0xFF, head[1] & 0xFE == 0xF8, let number = length(ofNumber: head[4]) else {
            return nil
        }
        let code = Int(head[2] >> 4)
        // A size that no code stands for comes behind the number.
        let place = 4 + number
        switch code {
        case 1: return 192
        case 2...5: return 576 << (code - 2)
        case 6: return head.count > place ? Int(head[place]) + 1 : nil
        case 7: return head.count > place + 1 ? Int(head[place]) << 8 + Int(head[place + 1]) + 1 : nil
        case 8...15: return 256 << (code - 8)
        default: return nil
        }
    }

    /// A number as characters are coded in UTF-8, with up to seven bytes.
    package static func coded(_ number: Int) -> [UInt8] {
        guard number >= 0x80 else { return [UInt8(number)] }
        let bits = Int.bitWidth - number.leadingZeroBitCount
        // Each byte behind the first has six bits; the first one has what its mark leaves.
        let count = (2...7).first { bits <= 6 * ($0 - 1) + max(0, 7 - $0) } ?? 7
        let mark = UInt8(truncatingIfNeeded: 0xFF00 >> count)
        let head = mark | UInt8(truncatingIfNeeded: number >> (6 * (count - 1)))
        var result = [head]
        for place in (0..<count - 1).reversed() {
            let rest = UInt8(truncatingIfNeeded: number >> (6 * place))
            result.append(0x80 | rest & 0x3F)
        }
        return result
    }

    /// How many bytes a number has that begins with this one.
    private static func length(ofNumber first: UInt8) -> Int? {
        let ones = (~first).leadingZeroBitCount
        switch ones {
        case 0: return 1
        case 2...7: return ones
        default: return nil
        }
    }
}
