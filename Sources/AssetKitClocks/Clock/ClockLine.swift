internal import CMTimeLib

/// What a device's clock shows at which host time: a straight line, behind a first one that leads to it smoothly.
///
/// A clock does not jump when it is measured anew. It runs a little faster or slower for a while, until it meets the line.
struct ClockLine {
    /// A point on the line and its slope, seconds of the device per second of the host.
    struct Segment {
        var host: Rational128
        var device: Rational128
        var slope: Rational128

        func device(at hostTime: Rational128) -> Rational128? {
            ExactTime.difference(hostTime, host).flatMap { ExactTime.product($0, slope) }
                .flatMap { ExactTime.sum(device, $0) }
        }

        func host(at deviceTime: Rational128) -> Rational128? {
            ExactTime.difference(deviceTime, device).flatMap { ExactTime.quotient($0, slope) }
                .flatMap { ExactTime.sum(host, $0) }
        }
    }

    /// What holds until ``final`` begins; also for times before it was known.
    var first: Segment
    /// What holds from its own point on, where the first line leads to anything else.
    var final: Segment?

    func current(at hostTime: Rational128) -> Segment {
        guard let final, hostTime >= final.host else { return first }
        return final
    }

    func device(at hostTime: Rational128) -> Rational128? { current(at: hostTime).device(at: hostTime) }

    func host(at deviceTime: Rational128) -> Rational128? {
        guard let final, deviceTime >= final.device else { return first.host(at: deviceTime) }
        return final.host(at: deviceTime)
    }
}
