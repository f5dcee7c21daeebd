import AssetKit

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
