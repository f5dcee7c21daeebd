extension FrameRate {
    /// Reads the name of a rate: `25`, `30000/1001`, `12.5`, and the usual short forms of rates slowed down by 1000/1001.
    ///
    /// `23.976` and `23.98` are 24000/1001, `29.97` is 30000/1001, and so on for 47.95, 59.94, 119.88 and others: a
    /// decimal with two places or more that is `n * 1000/1001` rounded or cut to those places, for an `n` that is a
    /// multiple of 12 or 15. Any other decimal is taken as it stands.
    ///
    /// Nil for other text, for rates that are not positive, and for terms that do not fit 32 bits.
    public init?(_ name: some StringProtocol) {
        guard let number = Rational128(name) else { return nil }
        let places = name.utf8.reversed().prefix { $0.isDecimalDigit }.count
        let isPlainDecimal = name.utf8.allSatisfy { $0.isDecimalDigit || $0 == UInt8(ascii: ".") }
        if isPlainDecimal, places < name.utf8.count, let rate = Self.slowedRate(named: number, places: places) {
            self = rate
            return
        }
        self.init(number)
    }

    /// The rate `n * 1000/1001` that has this name when written with so many places.
    private static func slowedRate(named name: Rational128, places: Int) -> FrameRate? {
        guard places >= 2, places <= 18, !name.isInteger else { return nil }
        guard let nominal = Int32(exactly: name.ceiling), nominal <= Int32.max / 1000 else { return nil }
        guard nominal % 12 == 0 || nominal % 15 == 0, let rate = FrameRate(nominal * 1000, 1001) else { return nil }
        let scale = Rational128(places.powerOfTen)
        guard let exact = rate.framesPerSecond.multiplied(by: scale), let written = name.multiplied(by: scale) else {
            return nil
        }
        guard written.isInteger, written.floor == exact.floor || written.floor == exact.rounded() else { return nil }
        return rate
    }

    /// The rate is `n * 1000/1001` for an integer `n`, as television in 60 Hz countries has it.
    public var isSlowedDown: Bool { denominator == 1001 && numerator % 1000 == 0 }
}

extension Int {
    /// Ten to this power, which is at most 18.
    fileprivate var powerOfTen: Int64 { (0..<self).reduce(1) { power, _ in power * 10 } }
}
