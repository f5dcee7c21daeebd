@testable import AssetKit

/// The bytes that hexadecimal digits spell; anything that is no digit separates.
func bytes(_ hex: String) -> ArraySlice<UInt8> {
    let digits = hex.compactMap(\.hexDigitValue)
    precondition(digits.count.isMultiple(of: 2), "an odd number of digits")
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
        bytes.append(UInt8(digits[index] * 16 + digits[index + 1]))
    }
    return bytes[...]
}

/// A small generator with a seed (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
