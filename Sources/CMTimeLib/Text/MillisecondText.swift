/// A binary64 number with three decimals, as C's `%.3f` prints it: the exact binary value decides, ties go to even.
///
/// The quotient of an Int64 and an Int32 is at most 2^63, so a thousand times its mantissa fits 128 bits.
func millisecondText(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
    let sign = number.sign == .minus ? "-" : ""
    let significand = UInt128(number.significandBitPattern | (number.isNormal ? 1 << 52 : 0))
    let exponent = (number.isNormal ? Int(number.exponent) : -1022) - 52
    guard exponent < 0 else { return "\(sign)\(significand << UInt128(exponent)).000" }
    var thousandths: UInt128 = 0
    // Below 2^-65 a thousandth is out of reach, and the shift would be wider than the integer.
    if exponent > -118 {
        let product = significand * 1000
        let shift = UInt128(-exponent)
        thousandths = product >> shift
        let remainder = product & (1 << shift - 1)
        let half: UInt128 = 1 << (shift - 1)
        if remainder > half || (remainder == half && thousandths & 1 == 1) { thousandths += 1 }
    }
    let digits = String(thousandths % 1000)
    return "\(sign)\(thousandths / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
}
