/// MD5, which the corpus names the payload of streams with.
struct ISOMessageDigest {
    private var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
    /// The sines of RFC 1321, section 3.4: floor(2³² · |sin(i)|).
    private static let sines: [UInt32] = (1...64).map { UInt32(sine(Double($0)).magnitude * 0x1p32) }

    /// sin(x) by its series after taking off whole turns; good to the last bits that count for these 64.
    private static func sine(_ angle: Double) -> Double {
        let reduced = angle.remainder(dividingBy: 2 * Double.pi)
        var (term, sum) = (reduced, reduced)
        for step in 1..<24 {
            term *= -reduced * reduced / Double(2 * step * (2 * step + 1))
            sum += term
        }
        return sum
    }

    mutating func update(_ bytes: [UInt8]) {
        byteCount += UInt64(bytes.count)
        let all = pending + bytes
        let whole = all.count / 64 * 64
        all.withUnsafeBytes { all in
            Self.sines.withUnsafeBufferPointer { sines in
                Self.shifts.withUnsafeBufferPointer { shifts in
                    for start in stride(from: 0, to: whole, by: 64) { add(all, start, sines, shifts) }
                }
            }
        }
        pending = Array(all[whole...])
    }

    private mutating func add(
        _ bytes: UnsafeRawBufferPointer,
        _ start: Int,
        _ sines: UnsafeBufferPointer<UInt32>,
        _ shifts: UnsafeBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var step = 0
        while step < 64 {
            let round = step >> 4
            let mix: UInt32
            let place: Int
            switch round {
            case 0: (mix, place) = ((b & c) | (~b & d), step)
            case 1: (mix, place) = ((d & b) | (~d & c), (5 &* step &+ 1) & 15)
            case 2: (mix, place) = (b ^ c ^ d, (3 &* step &+ 5) & 15)
            default: (mix, place) = (c ^ (b | ~d), (7 &* step) & 15)
            }
            let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start &+ place &* 4, as: UInt32.self))
            let sum = a &+ mix &+ sines[step] &+ word
            let shift = shifts[round &* 4 &+ (step & 3)]
            (a, d, c, b) = (d, c, b, b &+ (sum &<< shift | sum &>> (32 &- shift)))
            step &+= 1
        }
        state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
    }

    /// The digest of all bytes, in hexadecimal digits.
    func finished() -> String {
        var copy = self
        let bits = byteCount * 8
        let padding = (119 - Int(byteCount % 64)) % 64 + 1
        copy.update([0x80] + [UInt8](repeating: 0, count: padding - 1))
        copy.update((0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) })
        let digest = copy.state.flatMap { (word: UInt32) -> [UInt8] in
            (0..<4).map { (place: UInt32) -> UInt8 in UInt8(truncatingIfNeeded: word >> (8 * place)) }
        }
        return digest.map { (byte: UInt8) -> String in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
