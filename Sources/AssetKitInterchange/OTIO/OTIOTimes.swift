internal import CMTimeLib

// OTIO counts in binary numbers: a value and a rate. What they stand for is exact all the same: a rate slowed down by
// 1000/1001 is recognised, whole numbers are themselves, and for others the best fraction is taken.

extension OTIOObject {
    func time(_ name: String) throws(InterchangeError) -> OTIOTime? {
        guard let object = try object(name) else { return nil }
        return try OTIOTime(object)
    }

    func range(_ name: String) throws(InterchangeError) -> OTIORange? {
        guard let object = try object(name) else { return nil }
        guard object.schema == "TimeRange" else {
            throw InterchangeError("a TimeRange should be here, not '\(object.schema.shortened)'", at: object.path)
        }
        guard let start = try object.time("start_time"), let duration = try object.time("duration") else {
            throw InterchangeError("a TimeRange has a start_time and a duration", at: object.path)
        }
        guard duration.time >= .zero else { throw InterchangeError("a duration is not negative", at: object.path) }
        return OTIORange(start: start, duration: duration)
    }
}

/// A `TimeRange`.
struct OTIORange {
    let start: OTIOTime
    let duration: OTIOTime

    var range: CMTimeRange { CMTimeRange(start: start.time, duration: duration.time) }
}

/// A `RationalTime`.
struct OTIOTime {
    let value: Rational128
    let rate: Rational128
    let time: CMTime

    init(_ object: OTIOObject) throws(InterchangeError) {
        guard object.schema == "RationalTime" else {
            throw InterchangeError("a RationalTime should be here, not '\(object.schema.shortened)'", at: object.path)
        }
        guard let value = object.member("value")?.rational else {
            throw InterchangeError("the value of a time is a number", at: object.path)
        }
        guard let rate = object.member("rate")?.rate else {
            throw InterchangeError("the rate of a time is a positive number", at: object.path)
        }
        guard let seconds = value.divided(by: rate), seconds.magnitude < Rational128(DocumentLimits.seconds) else {
            throw InterchangeError("a time of more than \(DocumentLimits.seconds) seconds is not read", at: object.path)
        }
        self.value = value
        self.rate = rate
        time = CMTime(seconds: seconds)
    }
}

extension JSONValue {
    /// The number: exact where it is whole or short, else the best fraction with a denominator of at most a million.
    var rational: Rational128? {
        guard case .number(let text) = self, let number = doubleValue else { return nil }
        let exact = Rational128(text) ?? Rational128(exactly: number)
        // What is too small for a fraction is as good as nothing.
        guard let exact else { return abs(number) < 1 ? .zero : nil }
        return exact.bestApproximation(maximumDenominator: 1_000_000)
    }

    /// The number as a rate of frames or samples.
    fileprivate var rate: Rational128? {
        guard case .number(let text) = self, let number = doubleValue, number > 0, number < 1e12 else { return nil }
        let nominal = (number * 1.001).rounded()
        if number != number.rounded(), nominal > 0, abs(number - nominal * 1000 / 1001) < 1e-6 {
            return Rational128(Int128(nominal) * 1000, 1001)
        }
        // 29.97 is meant for 30000/1001, and 23.98 for 24000/1001.
        if let named = FrameRate(text), named.isSlowedDown { return named.framesPerSecond }
        guard let rate = rational, rate > .zero else { return nil }
        return rate
    }
}

/// Writes times at one rate where they are whole there, else at their own timescale.
struct OTIOTimeWriter {
    let rate: Rational128
    /// The largest whole number below which a binary number has all of them.
    private static let limit: Int128 = 1 << 53

    /// The rate at which all of these times are whole: the preferred one, else the least common timescale, where one exists.
    init(for times: some Sequence<CMTime>, preferring preferred: FrameRate?) {
        var common: Int128 = 1
        var allAreWhole = preferred != nil
        for time in times {
            guard let seconds = time.exactSeconds else { continue }
            if allAreWhole, let preferred, seconds.multiplied(by: preferred.framesPerSecond)?.isInteger != true {
                allAreWhole = false
            }
            let multiple = common / Self.gcd(common, seconds.denominator) * seconds.denominator
            if multiple <= Int128(Int32.max) { common = multiple }
        }
        rate = allAreWhole ? (preferred?.framesPerSecond ?? 1) : Rational128(common, 1) ?? 1
    }

    func time(_ time: CMTime) -> JSONValue {
        let seconds = time.exactSeconds ?? .zero
        if let value = seconds.multiplied(by: rate), value.isInteger, value.numerator.magnitude < Self.limit {
            return object(Double(value.numerator), rate.doubleValue)
        }
        return object(Double(seconds.numerator), Double(seconds.denominator))
    }

    func range(_ range: CMTimeRange) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .string("TimeRange.1"), "start_time": time(range.start), "duration": time(range.duration),
        ])
    }

    /// Whether what is written stands for exactly this time.
    func isExact(_ time: CMTime) -> Bool {
        guard let read = try? OTIOTime(OTIOObject(self.time(time), at: "")) else { return false }
        return read.time == time
    }

    private func object(_ value: Double, _ rate: Double) -> JSONValue {
        .object(["OTIO_SCHEMA": .string("RationalTime.1"), "value": .double(value), "rate": .double(rate)])
    }

    private static func gcd(_ first: Int128, _ second: Int128) -> Int128 {
        var (large, small) = (first, second)
        while small != 0 { (large, small) = (small, large % small) }
        return large
    }
}
