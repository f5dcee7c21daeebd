/// A set of times, kept as ranges that neither overlap nor touch, in order.
///
/// ```swift
/// var kept = try AKTimeRangeSet(CMTimeRange(start: .zero, duration: CMTime(value: 60, timescale: 1)))
/// try kept.remove(CMTimeRange(start: CMTime(value: 10, timescale: 1), duration: CMTime(value: 5, timescale: 1)))
/// kept.ranges.count   // 2: 0 ..< 10 and 15 ..< 60
/// kept.totalDuration  // 55/1
/// ```
///
/// Nothing is rounded. Every bound in a set is a bound that was put in, bit for bit, and a range that comes out as it
/// went in has its own duration. What a set holds:
///
/// * A range whose start is a number and whose duration is a number from zero up, or positive infinity for one that
///   never ends. Anything else (invalid, indefinite, an infinite start, a malformed member) is refused with
///   ``AKTimeRangeSetError/notARange``.
/// * Ranges of one epoch: that of the first. Another is refused with ``AKTimeRangeSetError/differentEpoch``; only an
///   empty set goes with every epoch.
/// * Ranges whose end and duration are both exactly a ``CMTime``. Where an operation would need one that is not, as
///   between 1/2147483647 and 1/2147483646, it throws ``AKTimeRangeSetError/notExact`` and changes nothing.
///
/// Empty ranges hold no time: putting one in or taking one out does nothing. As with ``CMTimeRange`` the end is outside.
public struct AKTimeRangeSet: Sendable, Hashable {
    /// One stretch of the set; the end is kept because a duration gives it back only by arithmetic.
    internal struct Element: Sendable, Hashable {
        let range: CMTimeRange
        let end: CMTime

        var start: CMTime { range.start }
    }

    internal var elements: [Element]

    /// Makes an empty set.
    public init() {
        elements = []
    }

    internal init(elements: [Element]) {
        self.elements = elements
    }

    /// Makes the set of the times in one range.
    public init(_ range: CMTimeRange) throws(AKTimeRangeSetError) {
        elements = try Element(range).map { [$0] } ?? []
    }

    /// Makes the set of the times in any of the ranges, which may overlap and come in any order.
    public init(_ ranges: some Sequence<CMTimeRange>) throws(AKTimeRangeSetError) {
        var pending: [Element] = []
        for range in ranges {
            guard let element = try Element(range) else { continue }
            if let first = pending.first, first.start.epoch != element.start.epoch { throw .differentEpoch }
            pending.append(element)
        }
        pending.sort { $0.start < $1.start }
        elements = []
        for element in pending {
            guard let last = elements.last, element.start <= last.end else {
                elements.append(element)
                continue
            }
            guard last.end < element.end else { continue }
            elements[elements.count - 1] = try Element(from: last.start, to: element.end)
        }
    }

    /// There is no time in the set.
    public var isEmpty: Bool { elements.isEmpty }

    /// The set never ends.
    public var isUnbounded: Bool { elements.last?.end.isPositiveInfinity ?? false }

    /// The ranges in order, with a gap between each two.
    public var ranges: Ranges { Ranges(elements: elements) }

    /// The first time in the set; nil for an empty one.
    public var start: CMTime? { elements.first?.start }

    /// The first time after the whole set, positive infinity where it never ends; nil for an empty one.
    public var end: CMTime? { elements.last?.end }

    /// How much time is in the set: exactly, or positive infinity for one that never ends; nil when no time holds it.
    public var totalDuration: CMTime? {
        guard !isUnbounded else { return .positiveInfinity }
        var total = CMTime.zero
        for element in elements {
            guard let sum = total.adding(exactly: element.range.duration) else { return accumulatedDuration }
            total = sum
        }
        return total
    }

    /// The total where it passes through sums that no time holds.
    private var accumulatedDuration: CMTime? {
        var total = AKTimeAccumulator()
        for element in elements { total.add(element.range.duration) }
        return total.time
    }

    /// Whether `time` is in the set; found by binary search. A time of another epoch is not, nor is one that is not a
    /// number.
    public func containsTime(_ time: CMTime) -> Bool {
        range(containing: time) != nil
    }

    /// The range of the set that `time` is in, or nil.
    public func range(containing time: CMTime) -> CMTimeRange? {
        guard time.isCalculable, let element = element(startingAtOrBefore: time), time < element.end else { return nil }
        return element.start.epoch == time.epoch ? element.range : nil
    }

    /// Whether the whole of `range` is in the set. An empty one is where its start is; what is no range is not.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        guard let bounds = try? Element.bounds(of: range) else { return false }
        guard bounds.start < bounds.end else { return containsTime(bounds.start) }
        guard let element = element(startingAtOrBefore: bounds.start), bounds.start < element.end else { return false }
        return element.start.epoch == bounds.start.epoch && bounds.end <= element.end
    }

    /// The last element that starts no later than `time`.
    private func element(startingAtOrBefore time: CMTime) -> Element? {
        var low = 0
        var high = elements.count
        while low < high {
            let middle = low + (high - low) / 2
            if elements[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? elements[low - 1] : nil
    }
}

extension AKTimeRangeSet {
    /// The ranges of a set, in order.
    public struct Ranges: RandomAccessCollection, Sendable {
        internal let elements: [AKTimeRangeSet.Element]

        public var startIndex: Int { 0 }
        /// How many ranges there are.
        public var endIndex: Int { elements.count }

        /// The range at a position, which has to be one of the indices.
        public subscript(position: Int) -> CMTimeRange { elements[position].range }
    }
}

/// Why ranges do not make a set.
public enum AKTimeRangeSetError: Error, Hashable, Sendable {
    /// The start is not a number, or the duration is neither a number from zero up nor positive infinity.
    case notARange
    /// The ranges lie on timelines of different epochs.
    case differentEpoch
    /// No CMTime holds the end or the duration of a range exactly.
    case notExact
}

extension AKTimeRangeSetError: CustomStringConvertible {
    /// What is wrong, as part of a sentence.
    public var description: String {
        switch self {
        case .notARange: "the time range is not valid, or it has no definite start and duration"
        case .differentEpoch: "the time ranges belong to different epochs"
        case .notExact: "the end or the duration of a time range cannot be given exactly"
        }
    }
}

extension AKTimeRangeSet.Element {
    /// Takes a range over as it is; nil for an empty one.
    init?(_ range: CMTimeRange) throws(AKTimeRangeSetError) {
        let bounds = try Self.bounds(of: range)
        guard bounds.start < bounds.end else { return nil }
        self.init(range: range, end: bounds.end)
    }

    /// Makes an element between two bounds of which the first is earlier and a number.
    init(from start: CMTime, to end: CMTime) throws(AKTimeRangeSetError) {
        guard !end.isPositiveInfinity else {
            self.init(range: CMTimeRange(start: start, duration: .positiveInfinity), end: .positiveInfinity)
            return
        }
        guard let duration = end.subtracting(exactly: start) else { throw .notExact }
        self.init(range: CMTimeRange(start: start, duration: duration), end: end)
    }

    /// The start and the exact end of a range.
    static func bounds(of range: CMTimeRange) throws(AKTimeRangeSetError) -> (start: CMTime, end: CMTime) {
        guard range.isValid, range.start.isCalculable else { throw .notARange }
        guard !range.duration.isPositiveInfinity else { return (range.start, .positiveInfinity) }
        guard range.duration.isCalculable else { throw .notARange }
        guard let end = range.start.adding(exactly: range.duration) else { throw .notExact }
        return (range.start, end)
    }
}
