internal import AssetKitBase
internal import AssetKitCore
package import CMTimeLib

/// When pictures begin to show, one behind the other. Those that follow each other evenly take no memory, however many they are.
package struct ShownTimes: Sendable {
    private enum Run: Sendable {
        case listed(IntegerColumn, CMTimeScale)
        /// Multiples of a step, from one of them on, counted from a time.
        case even(from: CMTime, number: Int64, step: CMTime)
    }

    private var runs: [Run] = []
    /// For each run how many pictures are before it.
    private var starts: [Int] = []
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ times: [CMTime]) {
        var rest = times[...]
        while let timescale = rest.first?.timescale {
            var values = IntegerColumn()
            while let time = rest.first, time.timescale == timescale {
                values.append(time.value)
                rest = rest.dropFirst()
            }
            append(.listed(values, timescale), values.count)
        }
    }

    package mutating func append(_ others: ShownTimes) {
        let before = count
        runs += others.runs
        starts += others.starts.map { before + $0 }
        count += others.count
    }

    /// Appends the multiples of a step that lie in a range, counted from a time that is not behind it.
    mutating func append(each step: CMTime, from origin: CMTime, in range: CMTimeRange) {
        guard range.start.isNumeric, range.end.isNumeric, origin.isNumeric, step > .zero else { return }
        func number(notBefore time: CMTime) -> Int64 {
            let ahead = time - origin
            let part = Int128(step.value) * Int128(ahead.timescale)
            return Int64(
                clamping: Swift.max(-(-(Int128(ahead.value) * Int128(step.timescale))).floorDivided(by: part), 0)
            )
        }
        let first = number(notBefore: range.start)
        var end = number(notBefore: range.end)
        // A sum of times may have been rounded.
        while end > first, Self.time(end - 1, step, from: origin) >= range.end { end -= 1 }
        while Self.time(Swift.max(end, first), step, from: origin) < range.end { end = Swift.max(end, first) + 1 }
        if end > first { append(.even(from: origin, number: first, step: step), Int(end - first)) }
    }

    private mutating func append(_ run: Run, _ length: Int) {
        runs.append(run)
        starts.append(count)
        count += length
    }

    private static func time(_ number: Int64, _ step: CMTime, from origin: CMTime) -> CMTime {
        origin + CMTime(value: number * step.value, timescale: step.timescale)
    }

    private func time(_ place: Int, of run: Run) -> CMTime {
        switch run {
        case .listed(let values, let timescale): CMTime(value: values[place], timescale: timescale)
        case .even(let origin, let number, let step): Self.time(number + Int64(place), step, from: origin)
        }
    }
}

extension ShownTimes: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> CMTime {
        let run = BinarySearch.last(in: 0..<starts.count) { starts[$0] <= index } ?? 0
        return time(index - starts[run], of: runs[run])
    }
}

extension ShownTimes {
    /// So many even ones have to follow each other to be looked at as one.
    private static let fewest = 1000

    /// Those that come to a later tick than the one before them.
    package func distinct(_ tick: (CMTime) -> Int64) -> ShownTimes {
        var kept = ShownTimes()
        var last = Int64.min
        for (number, run) in runs.enumerated() {
            let length = (number + 1 < starts.count ? starts[number + 1] : count) - starts[number]
            if case .even(let origin, let first, let step) = run, length > Self.fewest,
                tick(time(Self.fewest, of: run)) - tick(time(0, of: run)) >= Self.fewest
            {
                // Ticks are no longer than steps.
                let skipped = tick(time(0, of: run)) > last ? 0 : 1
                kept.append(.even(from: origin, number: first + Int64(skipped), step: step), length - skipped)
                last = tick(time(length - 1, of: run))
                continue
            }
            var times: [CMTime] = []
            for place in 0..<length where tick(time(place, of: run)) > last {
                times.append(time(place, of: run))
                last = tick(time(place, of: run))
            }
            kept.append(times)
        }
        return kept
    }
}
