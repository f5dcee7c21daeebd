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
