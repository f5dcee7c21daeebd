internal import CMTimeLib

/// What time a timebase shows at which time of its source.
struct TimebaseAnchor {
    /// The own time, exactly.
    var time: Rational128
    /// The time of the source, exactly.
    var reference: Rational128
    /// The own timeline's number. That of the source does not matter.
    var epoch: CMTimeEpoch
    /// The own time as it was set, in its own timescale: so a timebase that stands still shows it.
    var given: CMTime?

    /// The own time at a time of the source.
    func time(at source: Rational128, rate: Rational128) -> Rational128? {
        if rate == .zero { return time }
        return ExactTime.difference(source, reference).flatMap { ExactTime.product($0, rate) }
            .flatMap { ExactTime.sum(time, $0) }
    }

    /// The time of the source at an own time. A timebase that stands still is at its anchor only.
    func reference(at own: Rational128, rate: Rational128) -> Rational128? {
        if rate == .zero { return own == time ? reference : nil }
        return ExactTime.difference(own, time).flatMap { ExactTime.quotient($0, rate) }
            .flatMap { ExactTime.sum(reference, $0) }
    }
}
