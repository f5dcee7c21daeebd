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
