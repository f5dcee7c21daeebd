import AssetKit

/// An exact time on its way through an expression.
struct ExactTime {
    var seconds: Rational128
    /// The timescale that the expression implies, as media code would have it: `300/600 + 1/3` counts in 600ths.
    var timescale: Int32?
    /// A function rounded on the way here.
    var isRounded = false

    init(_ seconds: Rational128, timescale: Int32? = nil, isRounded: Bool = false) {
        self.seconds = seconds
        self.timescale = timescale
        self.isRounded = isRounded
    }
}

/// What an expression or a part of it is worth.
enum ExpressionValue {
    case time(ExactTime)
    case range(start: ExactTime, duration: ExactTime)
    case boolean(Bool)

    /// What it is called in a message.
    var kind: String {
        switch self {
        case .time: "a time"
        case .range: "a range"
        case .boolean: "a comparison"
        }
    }
}
