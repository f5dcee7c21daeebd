internal import CMTimeLib

/// How a device's clock follows its readings: smoothly, never backwards, and at most half a percent off the host's pace.
struct DeviceTime {
    /// How soon an error is to be gone.
    private static let horizon: Rational128 = 1
    /// A reading that is further off than this is no jitter: the device began anew.
    private static let tolerance = Rational128(1, 5)

    private(set) var line: ClockLine
    private var fit: ClockFit

    /// Nil for a reading that is too large for any time.
    init?(host: Int64, device: Int64) {
        fit = ClockFit(first: ClockFit.Reading(host: host, device: device))
        guard let line = fit.line else { return nil }
        self.line = ClockLine(first: line, final: nil)
    }

    /// What a reading did to the clock.
    enum Outcome { case ignored, followed, jumped }

    /// Takes a reading in. One that is not newer than the last says nothing.
    mutating func add(host: Int64, device: Int64) -> Outcome {
        guard let newest = fit.readings.last, host > newest.host, let hostTime = ExactTime.seconds(host),
            let deviceTime = ExactTime.seconds(device), let shown = line.device(at: hostTime),
            let error = ExactTime.difference(deviceTime, shown), let tolerance = Self.tolerance
        else { return .ignored }
        let reading = ClockFit.Reading(host: host, device: device)
        guard error.magnitude <= tolerance else {
            let slope = line.current(at: hostTime).slope
            fit = ClockFit(first: reading)
            line = ClockLine(first: ClockLine.Segment(host: hostTime, device: deviceTime, slope: slope), final: nil)
            return .jumped
        }
        fit.add(reading)
        guard let target = fit.line, let settled = ExactTime.settled(shown),
            let lead = lead(to: target, from: settled, at: hostTime)
        else { return .ignored }
        line = lead
        return .followed
    }

    /// From what the clock shows now to the line.
    private func lead(to target: ClockLine.Segment, from shown: Rational128, at host: Rational128) -> ClockLine? {
        guard let error = ExactTime.difference(target.device, shown),
            let wanted = ExactTime.sum(target.slope, error),
            let least = Rational128(ClockFit.slopeLimits.least, 1 << 40),
            let most = Rational128(ClockFit.slopeLimits.most, 1 << 40)
        else { return nil }
        let slope = min(max(wanted, least), most)
        let first = ClockLine.Segment(host: host, device: shown, slope: slope)
        guard slope != target.slope else { return ClockLine(first: first, final: nil) }
        // They meet after the error divided by how much faster the one is than the other.
        guard let difference = slope.subtracting(target.slope),
            let duration = wanted == slope ? Self.horizon : ExactTime.quotient(error, difference),
            let meeting = ExactTime.sum(host, duration).flatMap(ExactTime.settled),
            let device = first.device(at: meeting).flatMap(ExactTime.settled)
        else { return nil }
        return ClockLine(
            first: first,
            final: ClockLine.Segment(host: meeting, device: device, slope: target.slope)
        )
    }
}
