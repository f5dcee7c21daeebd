/// When each frame of a stream of sound was heard, from readings of the stream's clock that come now and then and are a little wrong.
///
/// What lies between the clock of the host and that of the stream is the median of what the readings of some seconds say. A plain
/// value: no clock, no thread.
package struct StreamClockFilter: Sendable {
    /// When a block was heard.
    package struct Stamp: Equatable, Sendable {
        /// Of the first frame, in nanoseconds of the host clock.
        package var hostTime: Int64
        /// It does not follow from the block before.
        package var isDiscontinuous: Bool
    }
    private struct Reading {
        var hostTime: Int64
        /// When the first frame of the stream was heard, by this reading alone.
        var base: Int64
    }

    /// How far back readings count: long enough for a busy machine, short enough for a device that is 200 ppm off, which it
    /// follows half a millisecond behind.
    private static let window: Int64 = 5_000_000_000
    /// Readings that agree for so long, and are so many, and so far from the others, are no jitter: sound was lost.
    private static let stepTime: Int64 = 400_000_000
    private static let stepCount = 5
    private static let stepSize: Int64 = 100_000_000

    private let sampleRate: Int64
    private var readings: [Reading] = []
    private var base: Int64?
    /// What arrivals say as long as there is no reading: nothing arrives before it is heard.
    private var arrivalBase: Int64?
    private var last: (time: Int64, hostTime: Int64)?
    private var isStep = false

    package init(sampleRate: Int) { self.sampleRate = Int64(max(1, sampleRate)) }

    /// A frame was heard at a moment.
    package mutating func note(frame: Int64, at hostTime: Int64) {
        readings.append(Reading(hostTime: hostTime, base: hostTime - time(of: frame)))
        readings.removeAll { $0.hostTime < hostTime - Self.window }
        dropWhatIsBeforeStep()
        let before = base ?? arrivalBase
        base = Self.median(readings)
        if let before, let base, abs(base - before) > Self.stepSize { isStep = true }
    }

    /// What was known does not hold any more: the stream stood still, or is one of another device.
    package mutating func restart() {
        (readings, base, arrivalBase) = ([], nil, nil)
        isStep = last != nil
    }

    /// When a block was heard that begins with a frame. Blocks come in order; `now` is when this one arrived.
    package mutating func stamp(frame: Int64, count: Int, now: Int64) -> Stamp {
        let begin = time(of: frame)
        if base == nil { arrivalBase = min(arrivalBase ?? .max, now - time(of: frame + Int64(count))) }
        var hostTime = (base ?? arrivalBase ?? now) + begin
        // Time goes on at half its speed at least.
        if let last { hostTime = max(hostTime, last.hostTime + max(1, (begin - last.time) / 2)) }
        last = (begin, hostTime)
        defer { isStep = false }
        return Stamp(hostTime: hostTime, isDiscontinuous: isStep)
    }

    private mutating func dropWhatIsBeforeStep() {
        guard let newest = readings.last?.hostTime, readings.count > Self.stepCount else { return }
        var place = readings.firstIndex { $0.hostTime >= newest - Self.stepTime } ?? 0
        // The one before shows that they agree for so long, and where there are few of them, older ones count too.
        place = min(max(place - 1, 0), readings.count - Self.stepCount)
        guard place > 0, let base = Self.median(readings[..<place]) else { return }
        let recent = readings[place...]
        let isBehind = recent.allSatisfy { $0.base - base > Self.stepSize }
        let isAhead = recent.allSatisfy { base - $0.base > Self.stepSize }
        if isBehind || isAhead { readings.removeSubrange(..<place) }
    }

    private static func median(_ readings: some Collection<Reading>) -> Int64? {
        let bases = readings.map(\.base).sorted()
        guard let middle = bases.dropFirst(bases.count / 2).first else { return nil }
        guard bases.count.isMultiple(of: 2) else { return middle }
        let other = bases[bases.count / 2 - 1]
        return other + (middle - other) / 2
    }

    /// Nanoseconds of a number of frames, of streams that run for days too.
    private func time(of frame: Int64) -> Int64 {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: sampleRate)
        return seconds * 1_000_000_000 + rest * 1_000_000_000 / sampleRate
    }
}
