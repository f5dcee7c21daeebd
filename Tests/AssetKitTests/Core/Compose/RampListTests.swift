import AssetKitCore
import CMTimeLib
import Foundation
import TestSupport
import Testing

@Suite("Ramps of values")
struct RampListTests {
    private func time(_ value: Int64, _ timescale: CMTimeScale = 1) -> CMTime {
        CMTime(value: value, timescale: timescale)
    }

    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: time(start), end: time(end)) }

    @Test("nothing is said before the first that is set, and the last value stays")
    func ends() {
        var list = RampList<Double>()
        #expect(list.isEmpty && list.value(at: .zero) == nil && list.ramp(for: .zero) == nil)
        list.set(from: 0.25, to: 0.75, in: range(2, 4))
        #expect(list.value(at: time(1)) == nil)
        #expect(list.value(at: time(2)) == 0.25)
        #expect(list.value(at: time(3)) == 0.5)
        #expect(list.value(at: time(4)) == 0.75)
        #expect(list.value(at: time(1000)) == 0.75)
    }

    @Test("the k-th of N frames of a dissolve is at exactly k / N", arguments: [24, 25, 30, 50] as [CMTimeScale])
    func dissolve(rate: CMTimeScale) {
        for (numerator, count) in [(Int64(1000), 12), (1001, 30), (1001, 7)] {
            let frame = CMTime(value: numerator, timescale: rate * 1000)
            let start = CMTime(value: numerator * 90_001, timescale: rate * 1000)
            let duration = CMTime(value: frame.value * Int64(count), timescale: frame.timescale)
            var list = RampList<Double>()
            list.set(from: 0, to: 1, in: CMTimeRange(start: start, duration: duration))
            for k in 0...count {
                let moment = CMTime(value: frame.value * (90_001 + Int64(k)), timescale: frame.timescale)
                #expect(list.value(at: moment) == Double(k) / Double(count))
            }
        }
    }

    @Test("times of other clocks, and times too long for exact fractions, are in place too")
    func otherClocks() {
        var list = RampList<Double>()
        list.set(from: 1, to: 0, in: CMTimeRange(start: time(1, 90_000), end: time(30_001, 90_000)))
        let third: Double = 1 / 3
        #expect(list.value(at: time(10_001, 90_000)) == 1 - third)
        var long = RampList<Double>()
        let most = CMTimeScale.max
        let whole = CMTimeRange(start: time(-.max / 4, most), duration: time(.max / 2, most - 1))
        long.set(from: 0, to: 1, in: whole)
        #expect(abs((long.value(at: time(1, 999_999_937)) ?? 0) - 0.5) < 1e-6)
    }

    @Test("a point holds until the next one or the next ramp begins")
    func points() {
        var list = RampList<Double>()
        list.set(from: 0, to: 1, in: range(4, 6))
        list.set(0.5, at: time(2))
        list.set(0.2, at: time(8))
        let moments: [(Int64, Double?)] = [
            (1, nil), (2, 0.5), (3, 0.5), (4, 0), (5, 0.5), (6, 1), (7, 1), (8, 0.2), (9, 0.2),
        ]
        for (second, value) in moments { #expect(list.value(at: time(second)) == value) }
        list.set(0.9, at: time(8))
        #expect(list.value(at: time(8)) == 0.9)
    }

    @Test("what is set later counts for its range, and the rest of an earlier ramp stays")
    func overlaps() {
        var list = RampList<Double>()
        list.set(from: 0, to: 1, in: range(0, 10))
        list.set(from: 8, to: 9, in: range(4, 6))
        let moments: [(Int64, Double)] = [(1, 0.1), (4, 8), (5, 8.5), (6, 0.6), (9, 0.9), (10, 1)]
        for (second, value) in moments { #expect(list.value(at: time(second)) == value) }
        list.set(3, at: time(8))
        #expect(list.value(at: time(7)) == 0.7)
        #expect(list.value(at: time(9)) == 3)
        #expect(list.value(at: time(20)) == 3)
        list.set(from: 5, to: 5, in: range(0, 30))
        #expect(list.ramps.count == 1)
    }

    @Test("a point that a later ramp covers is gone, and the ramp's end stays")
    func coveredPoints() {
        var list = RampList<Double>()
        list.set(0.5, at: time(2))
        list.set(from: 1, to: 0, in: range(1, 3))
        #expect(list.value(at: time(4)) == 0)
    }

    @Test("a ramp without length sets its end")
    func emptyRamp() {
        var list = RampList<Double>()
        list.set(from: 1, to: 0.25, in: range(2, 2))
        #expect(list.value(at: time(2)) == 0.25)
        #expect(list.value(at: time(1)) == nil)
    }

    @Test("the ramp for a time is the one around it, else the next one, and none behind the last")
    func rampForTime() throws {
        var list = RampList<Double>()
        list.set(from: 0, to: 1, in: range(2, 4))
        list.set(from: 0, to: 1, in: range(6, 10))
        list.set(from: 7, to: 8, in: range(8, 9))
        #expect(list.ramp(for: .zero)?.range == range(2, 4))
        #expect(list.ramp(for: time(3))?.range == range(2, 4))
        #expect(list.ramp(for: time(4))?.range == range(6, 8))
        let rest = try #require(list.ramp(for: time(9)))
        #expect(rest == Ramp(range(9, 10), from: 0.75, to: 1))
        #expect(list.ramp(for: time(10)) == nil)
        list.set(0.5, at: time(12))
        #expect(list.ramp(for: time(10))?.range.start == time(12))
        #expect(list.ramp(for: time(100))?.range.end == .positiveInfinity)
    }

    @Test("values that change are told from those that do not")
    func constant() {
        var list = RampList<Double>()
        #expect(list.isConstant(in: range(0, 9), before: 1))
        list.set(1, at: time(3))
        #expect(list.isConstant(in: range(0, 9), before: 1))
        #expect(!list.isConstant(in: range(0, 9), before: 0))
        list.set(from: 1, to: 0, in: range(5, 7))
        #expect(list.isConstant(in: range(0, 5), before: 1))
        #expect(!list.isConstant(in: range(0, 6), before: 1))
        #expect(!list.isConstant(in: range(6, 7), before: 1))
        #expect(list.isConstant(in: range(7, 9), before: 1))
    }

    @Test("any order of points and ramps agrees with a table of ticks")
    func model() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var (list, model) = (RampList<Double>(), RampModel())
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let start = Int.random(in: 0..<40, using: &generator)
                let length = Int.random(in: 0...15, using: &generator)
                let from = Double.random(in: 0...1, using: &generator)
                let to = Double.random(in: 0...1, using: &generator)
                if length == 0 {
                    list.set(to, at: time(Int64(start)))
                } else {
                    list.set(from: from, to: to, in: range(Int64(start), Int64(start + length)))
                }
                model.set(from, to, start, length)
            }
            for tick in 0..<60 {
                let (found, wanted) = (list.value(at: time(Int64(tick))), model.value(at: tick))
                #expect((found == nil) == (wanted == nil), "seed \(seed)")
                #expect(abs((found ?? 0) - (wanted ?? 0)) < 1e-12, "seed \(seed)")
            }
        }
    }
}

/// The same rules, tick by tick: which value a tick was given, or that what was before it goes on.
private struct RampModel {
    private var values = [Double?](repeating: nil, count: 100)
    /// Where ramps end, the end stays unless something else begins.
    private var ends = [Double?](repeating: nil, count: 100)
    private var isBeginning = [Bool](repeating: false, count: 100)

    mutating func set(_ from: Double, _ to: Double, _ start: Int, _ length: Int) {
        if length == 0 {
            // The rest of a ramp around it goes, up to whatever begins next.
            var tick = start
            repeat {
                (values[tick], ends[tick]) = (nil, nil)
                tick += 1
            } while tick < 100 && !isBeginning[tick]
            if tick < 100, values[tick] == nil, !isBeginning[tick] { ends[tick] = nil }
            (values[start], isBeginning[start]) = (to, true)
            return
        }
        let end = start + length
        // A ramp that goes on behind this one begins anew there.
        if values[end] != nil, !isBeginning[end] { isBeginning[end] = true }
        for tick in start..<end {
            let place = Double(tick - start) / Double(length)
            values[tick] = from * (1 - place) + to * place
            (isBeginning[tick], ends[tick]) = (tick == start, nil)
        }
        ends[end] = to
    }

    func value(at tick: Int) -> Double? {
        for place in stride(from: tick, through: 0, by: -1) {
            if let value = values[place] { return value }
            if let end = ends[place] { return end }
        }
        return nil
    }
}
