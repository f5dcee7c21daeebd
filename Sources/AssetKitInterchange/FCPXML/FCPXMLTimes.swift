internal import CMTimeLib

// Times of FCPXML are fractions of seconds: `1001/30000s`, `5s`.

extension MarkupElement {
    /// The time of an attribute; nil where it is not there.
    func time(_ attribute: String) throws(InterchangeError) -> CMTime? {
        guard let text = self[attribute], !text.isEmpty else { return nil }
        guard text.hasSuffix("s"), let seconds = Rational128(text.dropLast()) else {
            let reason = "'\(text.shortened)' is no time; one looks like '1001/30000s'"
            throw InterchangeError(reason, at: "\(place) \(attribute)")
        }
        let time = CMTime(seconds: seconds)
        guard time.isWithinLimits else {
            let reason = "a time of more than \(DocumentLimits.seconds) seconds is not read"
            throw InterchangeError(reason, at: "\(place) \(attribute)")
        }
        return time
    }

    /// A duration, which is not negative.
    func duration(_ attribute: String = "duration") throws(InterchangeError) -> CMTime? {
        guard let time = try time(attribute) else { return nil }
        guard time >= .zero else { throw InterchangeError("a duration is not negative", at: "\(place) \(attribute)") }
        return time
    }

    /// On unless the attribute says 0.
    func isOn(_ attribute: String = "enabled") -> Bool { self[attribute] != "0" }
}

extension CMTime {
    /// As FCPXML writes it.
    var fcpxml: String { "\(exactSeconds ?? .zero)s" }

    /// As Final Cut writes what is a whole number of frames: in the units of the frame's duration, unless in seconds.
    func fcpxml(at rate: FrameRate) -> String {
        guard exactSeconds?.isInteger == false, let frame = rate.frame(startingAt: self) else { return fcpxml }
        let (value, isTooLarge) = frame.multipliedReportingOverflow(by: Int64(rate.denominator))
        return isTooLarge ? fcpxml : "\(value)/\(rate.numerator)s"
    }
}
