package import CMTimeLib

/// A picture that somebody asks for by time, and how far from it another one will do.
package struct StillRequest: Sendable {
    /// The place of the request among those asked together.
    package var number: Int
    package var time: CMTime
    package var toleranceBefore = CMTime.positiveInfinity
    package var toleranceAfter = CMTime.positiveInfinity

    package init(
        number: Int,
        time: CMTime,
        toleranceBefore: CMTime = CMTime.positiveInfinity,
        toleranceAfter: CMTime = CMTime.positiveInfinity
    ) {
        self.number = number
        self.time = time
        self.toleranceBefore = toleranceBefore
        self.toleranceAfter = toleranceAfter
    }

    /// No other picture will do than the one that is shown.
    package var isExact: Bool { toleranceBefore <= .zero && toleranceAfter <= .zero }

    /// A picture at `moment` will do.
    func accepts(_ moment: CMTime) -> Bool {
        moment <= time ? time - moment <= toleranceBefore : moment - time <= toleranceAfter
    }
}
