internal import CMTimeLib

/// The line through a device's readings of the last two seconds, by least squares in whole numbers.
struct ClockFit {
    struct Reading {
        let host: Int64
        let device: Int64
    }

    private static let window: Int64 = 2_000_000_000
    /// A device that says the time every few microseconds needs no more of it.
    private static let maximumCount = 512
    /// Slopes are kept to 2^-40: in an hour that is 3 nanoseconds.
    private static let slopeUnit: Int128 = 1 << 40
    /// Clocks of devices are off by a few hundred parts per million at most. What is more is jitter of the measurement.
    static let slopeLimits = (least: slopeUnit - slopeUnit / 200, most: slopeUnit + slopeUnit / 200)

    private(set) var readings: [Reading]

    init(first: Reading) { readings = [first] }

    mutating func add(_ reading: Reading) {
        readings.append(reading)
        let oldest = reading.host - Self.window
        readings.removeAll { $0.host < oldest }
        // Thinned evenly, so that the line still rests on the whole window.
        if readings.count > Self.maximumCount {
            let last = readings.count - 1
            readings = readings.enumerated().filter { $0.offset == last || $0.offset.isMultiple(of: 2) }.map(\.element)
        }
    }

    /// The line, at the newest reading's host time. Of a single reading nobody can tell the slope: it is 1.
    var line: ClockLine.Segment? {
        guard let origin = readings.last else { return nil }
        let count = Int128(readings.count)
        var (sumX, sumY, sumXX, sumXY): (Int128, Int128, Int128, Int128) = (0, 0, 0, 0)
        for reading in readings {
            let x = Int128(reading.host - origin.host)
            let y = Int128(reading.device - origin.device)
            sumX += x
            sumY += y
            sumXX += x * x
            sumXY += x * y
        }
        let spread = count * sumXX - sumX * sumX
        let slope = spread == 0 ? Self.slopeUnit : (count * sumXY - sumX * sumY) * Self.slopeUnit / spread
        let limited = min(max(slope, Self.slopeLimits.least), Self.slopeLimits.most)
        // The height of the line at the newest reading (x = 0), in units of the slope's: the mean of y minus slope times x.
        let height = (sumY * Self.slopeUnit - limited * sumX) / count
        guard let host = ExactTime.seconds(origin.host), let device = ExactTime.seconds(origin.device),
            let above = Rational128(height, Self.slopeUnit * 1_000_000_000),
            let height = ExactTime.sum(device, above).flatMap(ExactTime.settled),
            let slope = Rational128(limited, Self.slopeUnit)
        else { return nil }
        return ClockLine.Segment(host: host, device: height, slope: slope)
    }
}
