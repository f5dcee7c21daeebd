/// A picture that somebody asks for by time, and how far from it another one will do.
struct StillRequest: Sendable {
    /// The place of the request among those asked together.
    var number: Int
    var time: CMTime
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity

    /// No other picture will do than the one that is shown.
    var isExact: Bool { toleranceBefore <= .zero && toleranceAfter <= .zero }

    /// A picture at `moment` will do.
    func accepts(_ moment: CMTime) -> Bool {
        moment <= time ? time - moment <= toleranceBefore : moment - time <= toleranceAfter
    }
}
