internal import AssetKitBase
package import CMTimeLib

/// When pictures are handed on of a screen whose desktop sends some only as it changes: never two within a period, and never none for
/// two of them. What is shown at a time is the newest picture of then. A plain value; times are nanoseconds of the host clock.
package struct SharedTimes: Hashable, Sendable {
    /// What is to be handed on next.
    package struct Step: Hashable, Sendable {
        /// At which time it is shown.
        package let moment: Int64
        /// When that is known: not before.
        package let due: Int64
        /// It is the new picture, and not the one before once more.
        package let isNew: Bool
    }

    /// So much time at most is made up for when the machine had none for this: what lies before is lost.
    package static let longestLag: Int64 = 1_000_000_000

    private let pace: GrabPace
    /// A period, without what it has beyond whole nanoseconds.
    private let period: Int64
    /// When the last picture was shown.
    package private(set) var last: Int64?

    package init(_ duration: CMTime) {
        pace = GrabPace(duration)
        period = Int64(Int128(pace.duration.value) * 1_000_000_000 / Int128(pace.duration.timescale))
    }

    /// How long a picture lasts.
    package var duration: CMTime { pace.duration }

    /// What comes next, where there is a picture of a time that was not handed on yet, or none; nil before the first one.
    package func next(_ fresh: Int64?) -> Step? {
        guard let last else { return fresh.map { Step(moment: $0, due: $0, isNew: true) } }
        let earliest = last.addingClamped(period)
        let latest = earliest.addingClamped(period)
        if let fresh, fresh < latest {
            let moment = max(fresh, earliest)
            return Step(moment: moment, due: moment, isNew: true)
        }
        // Pictures that are repeated lie on the grid.
        let moment = pace.moment(after: earliest - 1)
        // One that is on its way and comes a little late is not passed by.
        let grace = max(moment, min(moment.addingClamped(period / 2), latest - 1))
        let due = fresh == nil ? grace : moment
        return Step(moment: moment, due: due, isNew: false)
    }

    /// Notes what was handed on.
    package mutating func handOn(_ step: Step) { last = step.moment }

    /// Gives up what lies too far back to be made up for at a time. The answer is how many periods that are.
    package mutating func skip(at now: Int64) -> Int {
        guard let last, now.subtractingClamped(last) > Self.longestLag + 2 * period else { return 0 }
        let resumed = pace.moment(after: now - 2 * period)
        self.last = resumed
        return Int((resumed - last + period / 2) / period)
    }
}
