import AssetKitEdits
import CMTimeLib
import TestSupport
import Testing

/// A list and its model, with the same edits.
struct RandomEdits {
    var list = Clips()
    var model = TickModel()
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func edit() throws {
        if model.count > 240 { return try remove(mostly: model.count / 2) }
        switch number(10) {
        case 0...3: try insert()
        case 4: try insertEmpty()
        case 5...6: try remove(mostly: 8)
        case 7...8: try scale()
        default: try insertSlice()
        }
    }

    private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<Swift.max(limit, 1), using: &generator) }

    private func ticks(_ count: Int) -> CMTime { time(Int64(count), 600) }

    private func tickRange(_ range: Range<Int>) -> CMTimeRange {
        CMTimeRange(start: ticks(range.lowerBound), duration: ticks(range.count))
    }

    private mutating func someRange(atMost length: Int) -> Range<Int> {
        let start = number(model.count)
        return start..<Swift.min(model.count, start + 1 + number(length))
    }

    private mutating func insert() throws {
        let (start, length, ratio, place) = (number(5000), 1 + number(12), 1 + number(3), number(model.count + 4))
        let source = "\(number(5))"
        let new = clip(source, time(Int64(start), 30_000), ticks(length * ratio), in: ticks(length))
        try list.insert(new, at: ticks(place))
        let made = try (0..<length).map { tick in
            let step = try #require(Rational128(Int128(ratio), 600))
            let offset = try #require(step.multiplied(by: Rational128(Int64(tick))))
            let first = try #require(Rational128(Int128(start), 30_000)?.adding(offset))
            return TickModel.Tick(source: source, time: first, step: step, isStart: tick == 0)
        }
        model.insert(made, at: place)
    }

    private mutating func insertEmpty() throws {
        let (place, length) = (number(model.count + 3), 1 + number(6))
        try list.insertEmpty(tickRange(place..<place + length))
        model.insertEmpty(length, at: place)
    }

    private mutating func remove(mostly length: Int) throws {
        guard model.count > 0 else { return }
        let range = someRange(atMost: length)
        try list.remove(tickRange(range))
        model.remove(range)
    }

    private mutating func scale() throws {
        guard model.count > 0 else { return }
        let range = someRange(atMost: 24)
        let lengths = [range.count / 2, range.count * 2 / 3, range.count * 3 / 2, range.count * 2, range.count * 3]
        let fitting = lengths.filter { $0 > 0 && $0 != range.count && model.canScale(range, to: $0) }
        guard let length = fitting.randomElement(using: &generator) else { return }
        try list.scale(tickRange(range), to: ticks(length))
        model.scale(range, to: length)
    }

    private mutating func insertSlice() throws {
        guard model.count > 0 else { return }
        let (range, place) = (someRange(atMost: 20), number(model.count + 4))
        try list.insert(list.slice(tickRange(range)), at: ticks(place))
        model.insert(model.slice(range), at: place)
    }
}

extension RandomEdits {
    /// Where the two are not the same.
    func difference(everyTick: Bool) -> String? {
        let segments = list.segments
        guard list.duration == time(Int64(model.count)), list.count == segments.count else { return "duration" }
        guard segments.count == model.ticks.count(where: \.isStart) else { return "count" }
        for segment in segments {
            guard let start = segment.target.start.converting(exactlyTo: 600)?.value,
                let length = segment.target.duration.converting(exactlyTo: 600)?.value
            else { return "\(segment.target) is between ticks" }
            guard model.ticks[Int(start)].isStart else { return "no segment begins at \(start)" }
            for tick in start..<start + length where everyTick || tick == start || tick == start + length - 1 {
                let expected = model.ticks[Int(tick)]
                guard segment.source == expected.source else { return "source at \(tick)" }
                if segment.isEmpty { continue }
                guard segment.sourceSeconds(at: time(tick)) == expected.time else { return "\(tick)" }
            }
        }
        return nil
    }
}
