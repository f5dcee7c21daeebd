/// Two integers of the file that mean their quotient. The denominator may be 0.
package struct ISOFraction: Hashable, Sendable {
    package let numerator: Int64
    package let denominator: Int64

    /// A signed numerator over an unsigned denominator.
    package init(_ fields: inout ISOFields) throws(ISOMediaError) {
        numerator = Int64(try fields.i32())
        denominator = Int64(try fields.u32())
    }

    /// Two unsigned integers.
    package init(unsigned fields: inout ISOFields) throws(ISOMediaError) {
        numerator = Int64(try fields.u32())
        denominator = Int64(try fields.u32())
    }

    /// nil over 0.
    package var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }
}
