internal import CMTimeLib

extension CMTime {
    /// Seconds at the first timescale that holds them, otherwise in lowest terms, and where no time holds them exactly,
    /// rounded to the nearest nanosecond: from the middle away from zero.
    init(nearest seconds: Rational128, preferring timescales: [CMTimeScale]) {
        for timescale in timescales {
            if let exact = CMTime(exactly: seconds, timescale: timescale) {
                self = exact
                return
            }
        }
        self =
            CMTime(exactly: seconds)
            ?? CMTime(seconds, timescale: 1_000_000_000, rounding: .roundHalfAwayFromZero)
    }

    /// The exact seconds of a number on the only timeline that edits know: loops of it have no place here.
    var editSeconds: Rational128? { epoch == 0 ? exactSeconds : nil }
}
