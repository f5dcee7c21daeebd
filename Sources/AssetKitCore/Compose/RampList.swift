package import CMTimeLib

/// How a value changes in time: points from which on it stays, and ramps between two of them.
///
/// A point holds until whatever comes next begins, and the end of a ramp holds until then too. What is set later counts for
/// its own range; what else there was of an earlier ramp stays as it was.
package struct RampList<Value: RampValue>: Sendable, Hashable {
    /// What counts from a time on: a ramp, or the rest of one. They follow each other in time.
    private struct Entry: Sendable, Hashable {
        var start: CMTime
        /// Where the ramp, or what is left of it, ends; the start for a point.
        var end: CMTime
        var ramp: Ramp<Value>

        var isPoint: Bool { start == end }
    }

    private var entries: [Entry] = []

    package init() {}

    /// Nothing has been set.
    package var isEmpty: Bool { entries.isEmpty }

    /// From a time on the value is this one, until the next that is set begins.
    package mutating func set(_ value: Value, at time: CMTime) {
        // What is left of a ramp that the time falls into would begin nowhere: the point holds until what begins next.
        cut(at: time)
        entries.removeSubrange(countOfEntries { $0.start < time }..<countOfEntries(startingUntil: time))
        insert(Entry(start: time, end: time, ramp: Ramp(CMTimeRange(start: time, end: time), from: value, to: value)))
    }

    /// Within a range the value goes from one to another. A range without length sets the end alone.
    package mutating func set(from start: Value, to end: Value, in range: CMTimeRange) {
        guard range.duration > .zero else { return set(end, at: range.start) }
        cut(at: range.start)
        cut(at: range.end)
        entries.removeSubrange(countOfEntries { $0.start < range.start }..<countOfEntries { $0.start < range.end })
        insert(Entry(start: range.start, end: range.end, ramp: Ramp(range, from: start, to: end)))
    }

    /// What the value is at a time; nil before the first that is set.
    package func value(at time: CMTime) -> Value? {
        let count = countOfEntries(startingUntil: time)
        guard count > 0 else { return nil }
        return entries[count - 1].ramp.value(at: time)
    }

    /// What the value goes through in the ramp that a time lies in, else in the next one; nil behind the last. A point counts
    /// as a ramp that ends where the next one begins.
    package func ramp(for time: CMTime) -> Ramp<Value>? {
        let count = countOfEntries(startingUntil: time)
        if count > 0, let found = ramp(of: count - 1), time < found.range.end { return found }
        return count < entries.count ? ramp(of: count) : nil
    }

    /// All that has been set, in the order of time, as `ramp(for:)` tells it.
    package var ramps: [Ramp<Value>] { entries.indices.compactMap(ramp(of:)) }

    /// When the value begins or ends to change.
    package var turningPoints: [CMTime] { entries.flatMap { [$0.start, $0.end] } }

    /// Whether the value is the same at all times of a range; the one before the first that is set is `value`.
    package func isConstant(in range: CMTimeRange, before value: Value) -> Bool {
        let first = self.value(at: range.start) ?? value
        let next = countOfEntries(startingUntil: range.start)
        if next > 0, !isStill(entries[next - 1], from: range.start) { return false }
        return entries[next...].prefix { $0.start < range.end }.allSatisfy { $0.ramp.isFlat && $0.ramp.start == first }
    }

    private func isStill(_ entry: Entry, from time: CMTime) -> Bool { entry.ramp.isFlat || entry.end <= time }

    /// The same with other values. What lies between two of them has to become what lies between the other two.
    func mapped(_ other: (Value) -> Value) -> RampList {
        var list = self
        for place in entries.indices {
            let ramp = entries[place].ramp
            list.entries[place].ramp = Ramp(ramp.range, from: other(ramp.start), to: other(ramp.end))
        }
        return list
    }

    /// The ramp as far as it counts.
    private func ramp(of index: Int) -> Ramp<Value>? {
        let entry = entries[index]
        if entry.isPoint {
            let next = index + 1 < entries.count ? entries[index + 1].start : .positiveInfinity
            return Ramp(CMTimeRange(start: entry.start, end: next), from: entry.ramp.start, to: entry.ramp.end)
        }
        let range = CMTimeRange(start: entry.start, end: entry.end)
        return Ramp(range, from: entry.ramp.value(at: entry.start), to: entry.ramp.value(at: entry.end))
    }

    /// How many begin at a time or before it.
    private func countOfEntries(startingUntil time: CMTime) -> Int { countOfEntries { $0.start <= time } }

    /// How many there are of which something is true, where it is of the first ones.
    private func countOfEntries(where holds: (Entry) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Makes two of a ramp that a time falls into.
    private mutating func cut(at time: CMTime) {
        let count = countOfEntries(startingUntil: time)
        guard count > 0, entries[count - 1].start < time, time < entries[count - 1].end else { return }
        var rest = entries[count - 1]
        entries[count - 1].end = time
        rest.start = time
        entries.insert(rest, at: count)
    }

    private mutating func insert(_ entry: Entry) {
        entries.insert(entry, at: countOfEntries(startingUntil: entry.start))
    }
}
