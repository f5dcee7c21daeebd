import CMTimeLib

/// What every time function should return, worked out slowly and straight from the specification of time.
///
/// Nothing here calls a function of the library: it uses the stored fields of the types, exact whole numbers of the
/// tests' own, and binary64 only where the specification names it.
enum Oracle {
    /// The classes of a time in the order in which they compare. Malformed times are `numeric` here.
    enum Class: Int {
        case negativeInfinity
        case numeric
        case indefinite
        case positiveInfinity
        case invalid

        var isInfinite: Bool { self == .negativeInfinity || self == .positiveInfinity }

        /// The class of the negated time.
        var negated: Class {
            switch self {
            case .negativeInfinity: .positiveInfinity
            case .positiveInfinity: .negativeInfinity
            default: self
            }
        }
    }

    static let invalid = CMTime(value: 0, timescale: 0, flags: CMTimeFlags(rawValue: 0), epoch: 0)
    static let indefinite = CMTime(value: 0, timescale: 0, flags: CMTimeFlags(rawValue: 17), epoch: 0)
    static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: CMTimeFlags(rawValue: 5), epoch: 0)
    static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: CMTimeFlags(rawValue: 9), epoch: 0)
    static let zero = CMTime(value: 0, timescale: 1, flags: CMTimeFlags(rawValue: 1), epoch: 0)

    static let invalidRange = CMTimeRange(start: invalid, duration: invalid)
    static let zeroRange = CMTimeRange(start: zero, duration: zero)
    static let invalidMapping = CMTimeMapping(source: invalidRange, target: invalidRange)

    static let highestTimescale: Int64 = 2_147_483_647
    static let nanosecondTimescale: Int64 = 1_000_000_000

    /// The class by the flag bits alone: the first of the bits 4, 8, 16 decides.
    static func flaggedClass(of time: CMTime) -> Class {
        let bits = time.flags.rawValue
        if bits & 1 == 0 { return .invalid }
        if bits & 4 != 0 { return .positiveInfinity }
        if bits & 8 != 0 { return .negativeInfinity }
        if bits & 16 != 0 { return .indefinite }
        return .numeric
    }

    /// The class that arithmetic and comparison see: a malformed time counts as invalid.
    static func effectiveClass(of time: CMTime) -> Class {
        let flagged = flaggedClass(of: time)
        return flagged == .numeric && time.timescale <= 0 ? .invalid : flagged
    }

    /// The constant of a class that has one.
    static func constant(_ kind: Class) -> CMTime {
        switch kind {
        case .negativeInfinity: negativeInfinity
        case .positiveInfinity: positiveInfinity
        case .indefinite: indefinite
        case .numeric, .invalid: invalid
        }
    }

    static func infinity(isNegative: Bool) -> CMTime {
        isNegative ? negativeInfinity : positiveInfinity
    }

    static func hasRoundedBit(_ time: CMTime) -> Bool {
        time.flags.rawValue & 2 != 0
    }

    static func numeric(_ value: Int64, _ timescale: Int64, isRounded: Bool, epoch: Int64) -> CMTime {
        let flags = CMTimeFlags(rawValue: isRounded ? 3 : 1)
        return CMTime(value: value, timescale: Int32(timescale), flags: flags, epoch: epoch)
    }
}

// Predicates.
extension Oracle {
    static func isValid(_ time: CMTime) -> Bool { flaggedClass(of: time) != .invalid }
    static func isNumeric(_ time: CMTime) -> Bool { flaggedClass(of: time) == .numeric }
    static func isIndefinite(_ time: CMTime) -> Bool { flaggedClass(of: time) == .indefinite }
    static func isPositiveInfinity(_ time: CMTime) -> Bool { flaggedClass(of: time) == .positiveInfinity }
    static func isNegativeInfinity(_ time: CMTime) -> Bool { flaggedClass(of: time) == .negativeInfinity }
    static func hasBeenRounded(_ time: CMTime) -> Bool { isNumeric(time) && hasRoundedBit(time) }
}
