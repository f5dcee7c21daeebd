import CMTimeLib

/// What a list shows, tick by tick: slow and plain.
struct TickModel {
    struct Tick {
        var source: String?
        /// What shows when the tick begins, and how much of it shows in one tick.
        var time: Rational128
        var step: Rational128
        /// A segment begins here.
        var isStart: Bool

        static func empty(isStart: Bool) -> Tick { Tick(source: nil, time: .zero, step: .zero, isStart: isStart) }

        /// What shows behind so much of the tick.
        func time(after part: Rational128) -> Rational128? { step.multiplied(by: part)?.adding(time) }
    }

    private(set) var ticks: [Tick] = []

    var count: Int { ticks.count }

    mutating func insert(_ new: [Tick], at place: Int) {
        let isAtEnd = place >= count
        if place > count { appendEmpty(place - count) }
        split(at: place)
        ticks.insert(contentsOf: new, at: place)
        if isAtEnd { trimEnd() }
    }

    mutating func insertEmpty(_ length: Int, at place: Int) {
        guard place < count else { return }
        insert((0..<length).map { .empty(isStart: $0 == 0) }, at: place)
    }

    mutating func remove(_ range: Range<Int>) {
        split(at: range.upperBound)
        ticks.removeSubrange(range.clamped(to: 0..<count))
        trimEnd()
    }

    mutating func slice(_ range: Range<Int>) -> [Tick] {
        var copy = self
        copy.split(at: range.lowerBound)
        return Array(copy.ticks[range.clamped(to: 0..<count)])
    }

    /// Whether all segments in a range begin and end on ticks when it lasts for others.
    func canScale(_ range: Range<Int>, to length: Int) -> Bool {
        range.allSatisfy { !ticks[$0].isStart || ($0 - range.lowerBound) * length % range.count == 0 }
    }

    mutating func scale(_ range: Range<Int>, to length: Int) {
        split(at: range.lowerBound)
        split(at: range.upperBound)
        let old = Array(ticks[range])
        let new = (0..<length).compactMap { Self.scaled(old, $0, of: length) }
        ticks.replaceSubrange(range, with: new)
    }

    private static func scaled(_ old: [Tick], _ index: Int, of length: Int) -> Tick? {
        let (whole, rest) = (index * old.count).quotientAndRemainder(dividingBy: length)
        guard let ratio = Rational128(Int128(old.count), Int128(length)),
            let part = Rational128(Int128(rest), Int128(length))
        else { return nil }
        var tick = old[whole]
        guard let time = tick.time(after: part), let step = tick.step.multiplied(by: ratio) else { return nil }
        (tick.time, tick.step) = (time, step)
        // Where a segment lasts for less than before, its first tick shows the beginning of it all the same.
        tick.isStart = tick.isStart && rest == 0
        return tick
    }

    private mutating func split(at place: Int) {
        if place < count { ticks[place].isStart = true }
    }

    private mutating func appendEmpty(_ length: Int) {
        ticks += (0..<length).map { .empty(isStart: $0 == 0) }
    }

    private mutating func trimEnd() {
        while let last = ticks.last, last.source == nil { ticks.removeLast() }
    }
}
