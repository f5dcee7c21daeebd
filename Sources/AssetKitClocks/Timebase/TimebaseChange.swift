package import CMTimeLib

/// What can be changed about a timebase.
package enum TimebaseChange {
    /// Another speed from now on, without a jump.
    case rate(Double)
    /// The time that the timebase has at a time of its source; without one, now.
    case anchor(CMTime, reference: CMTime?)
    /// Both at once.
    case rateAndAnchor(Double, CMTime, reference: CMTime)
    /// The same for what goes on without a jump, as far as anybody can tell.
    case continuation(Double, CMTime, reference: CMTime)
}
