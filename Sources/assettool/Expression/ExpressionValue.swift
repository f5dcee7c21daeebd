import AssetKit

/// An exact time on its way through an expression.
struct ExactTime {
    var seconds: BigRational
    /// The timescale that the expression implies, as media code would have it: `300/600 + 1/3` counts in 600ths.
    var timescale: Int32?
    /// A function rounded on the way here.
    var isRounded = false

    init(_ seconds: BigRational, timescale: Int32? = nil, isRounded: Bool = false) {
        self.seconds = seconds
        self.timescale = timescale
        self.isRounded = isRounded
    }
}

/// What an expression or a part of it is worth.
enum ExpressionValue {
    case time(ExactTime)
    /// What a conversion gives when its result does not fit the timescale asked for. It can be shown and negated; it has
    /// no exact value to calculate with.
    case infinity(isNegative: Bool)
    case range(start: ExactTime, duration: ExactTime)
    case boolean(Bool)

    /// What it is called in a message.
    var kind: String {
        switch self {
        case .time: "a time"
        case .infinity: "an infinity"
        case .range: "a range"
        case .boolean: "a comparison"
        }
    }
}
