internal import AssetKitCore
internal import CMTimeLib

/// Numbers that change in time, and what is worked out of them: how opaque a shot is that fades while it dissolves.
struct CurveMix {
    /// Each is 1 before its first value.
    let curves: [RampList<Double>]
    /// How long a picture shows. What goes evenly from no end to the other is worked out for each.
    let step: CMTime

    /// What goes on for longer changes so little from one picture to the next that it is worked out for fewer.
    private static let mostSteps: Int64 = 4096

    /// One of the numbers, over a piece of time in which it goes evenly.
    struct Stroke {
        let start: Double
        let end: Double

        var isFlat: Bool { start == end }

        func value(at place: Double) -> Double { .between(start, end, at: place) }
    }

    /// What is made of the numbers in a range, as ramps that follow each other.
    ///
    /// `isEven`: whether that goes evenly from one end of strokes to the other. `combine` makes it of the numbers of a moment.
    func ramps(
        in range: CMTimeRange,
        isEven: ([Stroke]) -> Bool,
        _ combine: ([Double]) -> Double
    ) -> [Ramp<Double>] {
        let bounds = boundaries(in: range)
        return zip(bounds, bounds.dropFirst()).flatMap { start, end in
            let piece = CMTimeRange(start: start, end: end)
            let strokes = curves.map { $0.stroke(in: piece) }
            let inner = isEven(strokes) ? [] : steps(in: piece)
            let times = [start] + inner + [end]
            let values = times.map { time in
                combine(strokes.map { $0.value(at: (time - start).seconds / piece.duration.seconds) })
            }
            return times.indices.dropLast().map { index in
                let own = CMTimeRange(start: times[index], end: times[index + 1])
                return Ramp(own, from: values[index], to: values[index + 1])
            }
        }
    }

    /// All of them multiplied with each other.
    func product(in range: CMTimeRange) -> RampList<Double> {
        RampList(ramps(in: range, isEven: { $0.count { !$0.isFlat } < 2 }, { $0.reduce(1, *) }))
    }

    /// Where one of them takes another way, and the ends of the range.
    private func boundaries(in range: CMTimeRange) -> [CMTime] {
        let ends = curves.flatMap(\.ramps).flatMap { [$0.range.start, $0.range.end] }
        return ([range.start, range.end] + ends.filter { $0 > range.start && $0 < range.end }).sortedWithoutRepeats
    }

    /// The times of pictures between the ends of a range.
    private func steps(in range: CMTimeRange) -> [CMTime] {
        var number = Int64((range.start.seconds / step.seconds).rounded(.down))
        let stride = max(Int64(range.duration.seconds / step.seconds) / Self.mostSteps, 1)
        var times: [CMTime] = []
        while true {
            let time = CMTime(value: number * step.value, timescale: step.timescale)
            guard time < range.end else { return times }
            if time > range.start { times.append(time) }
            number += stride
        }
    }
}

extension RampList<Double> {
    /// Ramps that follow each other.
    init(_ ramps: [Ramp<Double>]) {
        self.init()
        for ramp in ramps { set(from: ramp.start, to: ramp.end, in: ramp.range) }
    }

    /// The way through a range in which no ramp begins or ends.
    fileprivate func stroke(in piece: CMTimeRange) -> CurveMix.Stroke {
        guard let ramp = ramp(for: piece.start), ramp.range.start <= piece.start else {
            let value = value(at: piece.start) ?? 1
            return CurveMix.Stroke(start: value, end: value)
        }
        return CurveMix.Stroke(start: ramp.value(at: piece.start), end: ramp.value(at: piece.end))
    }

    /// It is 1 throughout.
    var isOne: Bool { ramps.allSatisfy { $0.start == 1 && $0.end == 1 } }
}

extension [CMTime] {
    var sortedWithoutRepeats: [CMTime] {
        sorted().reduce(into: []) { times, next in
            if times.last != next { times.append(next) }
        }
    }
}
