/// When samples are decoded: runs of samples that are equally long, each with the time that it starts at.
package struct ISODecodeTimes: Sendable {
    package private(set) var starts: [UInt32] = []
    package private(set) var times: [Int64] = []
    package private(set) var durations: [UInt32] = []
    package private(set) var count = 0
    /// The time behind the last sample.
    package private(set) var end: Int64 = 0
    private var isAfterJump = false
    /// No sample starts before the one in front of it. Only fragments can make it otherwise.
    package private(set) var isRising = true

    static let runBytes = 16
    /// Later than any clock goes, and early enough to add to.
    package static let latest: Int64 = 1 << 60

    package var runCount: Int { starts.count }

    /// Adds samples behind the last one; false when their times cannot be counted any more.
    package mutating func append(duration: UInt32, count: Int) -> Bool {
        guard count > 0 else { return true }
        let length = Int64(duration).multipliedReportingOverflow(by: Int64(count))
        guard !length.overflow, length.partialValue <= Self.latest - max(end, 0) else { return false }
        if durations.last != duration || isAfterJump {
            if runCount > 0, end < time(of: self.count - 1, inRun: runCount - 1) { isRising = false }
            starts.append(UInt32(truncatingIfNeeded: self.count))
            times.append(end)
            durations.append(duration)
            isAfterJump = false
        }
        self.count += count
        end += length.partialValue
        return true
    }

    /// Lets the next sample start at `time`, as a fragment can say.
    package mutating func jump(to time: Int64) {
        guard time != end else { return }
        end = min(max(time, -Self.latest), Self.latest)
        isAfterJump = true
    }

    package func run(of index: Int) -> Int? {
        guard index >= 0, index < count else { return nil }
        return ISOSearch.last(in: 0..<starts.count) { Int(starts[$0]) <= index }
    }

    /// The run that holds `index`, for who walks along; nil beyond the end.
    package func run(of index: Int, from cursor: inout ISORunCursor) -> Int? {
        guard index >= 0, index < count else { return nil }
        return cursor.run(of: index, count: starts.count) { Int(starts[$0]) }
    }

    package func range(of run: Int) -> Range<Int> {
        Int(starts[run])..<(run + 1 < starts.count ? Int(starts[run + 1]) : count)
    }

    /// All samples of a range are equally long.
    package func areEqual(_ samples: Range<Int>) -> Bool {
        guard let first = run(of: samples.lowerBound), let last = run(of: samples.upperBound - 1) else { return true }
        return durations[first...last].allSatisfy { $0 == durations[first] }
    }

    package func time(of index: Int, inRun run: Int) -> Int64 {
        times[run] + Int64(index - Int(starts[run])) * Int64(durations[run])
    }

    /// The last sample that starts at `time` or before; nil before the first.
    package func index(at time: Int64) -> Int? {
        guard let run = ISOSearch.last(in: 0..<starts.count, where: { times[$0] <= time }) else { return nil }
        let samples = range(of: run)
        guard durations[run] > 0 else { return samples.upperBound - 1 }
        let ahead = (time - times[run]) / Int64(durations[run])
        return min(samples.lowerBound + Int(ahead), samples.upperBound - 1)
    }
}
