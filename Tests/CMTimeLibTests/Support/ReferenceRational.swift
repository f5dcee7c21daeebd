/// A fraction of integers of any size, not reduced; the denominator is positive. What exact results are checked against.
struct ReferenceRational {
    var top: ReferenceInteger
    var bottom: ReferenceInteger

    func isEqual(_ other: ReferenceRational) -> Bool { top * other.bottom == other.top * bottom }
    static func < (left: ReferenceRational, right: ReferenceRational) -> Bool {
        left.top * right.bottom < right.top * left.bottom
    }
    static func + (left: ReferenceRational, right: ReferenceRational) -> ReferenceRational {
        ReferenceRational(top: left.top * right.bottom + right.top * left.bottom, bottom: left.bottom * right.bottom)
    }
    static func - (left: ReferenceRational, right: ReferenceRational) -> ReferenceRational {
        ReferenceRational(top: left.top * right.bottom - right.top * left.bottom, bottom: left.bottom * right.bottom)
    }
    static func * (left: ReferenceRational, right: ReferenceRational) -> ReferenceRational {
        ReferenceRational(top: left.top * right.top, bottom: left.bottom * right.bottom)
    }

    /// Lowest terms have magnitudes of at most these. With `t = g * t'`, `t' <= limit` is `t <= limit * g`.
    func fits(_ topLimit: UInt128, _ bottomLimit: UInt128) -> Bool {
        let divisor = ReferenceInteger.greatestCommonDivisor(top, bottom)
        return !(ReferenceInteger(magnitude: topLimit) * divisor < top.magnitude)
            && !(ReferenceInteger(magnitude: bottomLimit) * divisor < bottom)
    }
}
