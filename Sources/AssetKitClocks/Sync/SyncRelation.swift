internal import CMTimeLib
internal import Foundation

/// How two clocks or timebases go with each other, at one moment: from the first up to what drives both, and down to the
/// second. What drives only one of them is a chain of exact fractions; between clocks there are their lines over the
/// host's time.
struct SyncRelation {
    /// From the first up, without what they have in common.
    private let up: [CMTimebase]
    /// From the second up, likewise.
    private let down: [CMTimebase]
    /// The clocks at the top, where the way leads over them.
    private let clocks: (from: CMClock, to: CMClock)?
    private let target: TimeSource

    /// Under the lock of the tree.
    private init(_ first: TimeSource, _ second: TimeSource) {
        let (from, fromClock) = first.chain
        let (to, toClock) = second.chain
        target = second
        if let common = from.first(where: { timebase in to.contains { $0 === timebase } }) {
            up = Array(from.prefix { $0 !== common })
            down = Array(to.prefix { $0 !== common })
            clocks = nil
        } else {
            (up, down, clocks) = (from, to, (fromClock, toClock))
        }
    }

    /// A clock on the way was invalidated.
    private var isBroken: Bool { clocks.map { $0.from.stoppedAt != nil || $0.to.stoppedAt != nil } ?? false }

    /// Two clocks that show the same host's time are one.
    private static func isOne(_ first: CMClock, _ second: CMClock) -> Bool {
        first === second || (first.host === second.host && first.device == nil && second.device == nil)
    }

    private func convert(_ time: Rational128) -> Rational128? {
        var time = time
        for timebase in up {
            guard let above = timebase.anchor.reference(at: time, rate: timebase.rateNow) else { return nil }
            time = above
        }
        if let clocks, !Self.isOne(clocks.from, clocks.to) {
            guard let there = Self.bridge(time, clocks.from, clocks.to) else { return nil }
            time = there
        }
        for timebase in down.reversed() {
            guard let below = timebase.anchor.time(at: time, rate: timebase.rateNow) else { return nil }
            time = below
        }
        return time
    }

    private static func bridge(_ time: Rational128, _ from: CMClock, _ to: CMClock) -> Rational128? {
        guard var host = from.device.map({ $0.line.host(at: time) }) ?? time else { return nil }
        if from.host !== to.host {
            // Two hosts have nothing to be measured by: what they show now belongs together.
            guard let here = ExactTime.seconds(from.host.now), let there = ExactTime.seconds(to.host.now),
                let offset = ExactTime.difference(there, here), let moved = ExactTime.sum(host, offset)
            else { return nil }
            host = moved
        }
        return to.device.map { $0.line.device(at: host) } ?? host
    }

    /// Nil where nothing passes there.
    private var rate: Double? {
        guard !down.contains(where: { $0.rateNow == .zero }) else { return nil }
        let slope = { (clock: CMClock) -> Rational128 in
            guard let line = clock.device?.line, let now = ExactTime.seconds(clock.host.now) else { return .one }
            return line.current(at: now).slope
        }
        var above = up.map(\.rateNow)
        var below = down.map(\.rateNow)
        if let clocks, !Self.isOne(clocks.from, clocks.to) {
            above.append(slope(clocks.from))
            below.append(slope(clocks.to))
        }
        // Exact as long as it fits, and rounded once.
        let exact = above.reduce(Rational128.one) { $0?.multiplied(by: $1) }
        let ratio = below.reduce(exact) { $0?.divided(by: $1) }
        if let ratio { return ratio.doubleValue }
        return above.reduce(1) { $0 * $1.doubleValue } / below.reduce(1) { $0 * $1.doubleValue }
    }
}

extension SyncRelation {
    private static func relation(_ first: Any, _ second: Any) -> SyncRelation? {
        guard let first = TimeSource(first), let second = TimeSource(second) else { return nil }
        let relation = SyncRelation(first, second)
        return relation.isBroken ? nil : relation
    }

    static func rate(of first: Any, relativeTo second: Any) -> Double {
        TimeTree.withLock { relation(first, second)?.rate ?? .nan }
    }

    static func rateAndAnchorTime(
        of first: Any,
        relativeTo second: Any
    ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
        try TimeTree.withLock {
            guard let relation = relation(first, second), let from = TimeSource(first) else {
                throw clockError(kCMSyncError_InvalidParameter)
            }
            guard let rate = relation.rate else { throw clockError(kCMSyncError_RateMustBeNonZero) }
            let host = from.chain.clock.host
            let otherHost = relation.target.chain.clock.host
            let now = host.now
            guard let time = from.exactTime(at: now),
                let there = relation.target.exactTime(at: host === otherHost ? now : otherHost.now)
            else { throw clockError(kCMSyncError_InvalidParameter) }
            return (
                rate, ExactTime.time(time, epoch: from.epoch),
                ExactTime.time(there, epoch: relation.target.epoch)
            )
        }
    }

    static func convert(_ time: CMTime, from first: Any, to second: Any) -> CMTime {
        TimeTree.withLock {
            guard let relation = relation(first, second), let seconds = time.exactSeconds else { return .invalid }
            if relation.up.isEmpty, relation.down.isEmpty,
                relation.clocks.map({ isOne($0.from, $0.to) }) ?? true
            {
                return time
            }
            return relation.convert(seconds).map { ExactTime.time($0, epoch: relation.target.epoch) } ?? .invalid
        }
    }

    static func mightDrift(_ first: Any, _ second: Any) -> Bool {
        TimeTree.withLock {
            guard let first = TimeSource(first), let second = TimeSource(second) else { return true }
            return !isOne(first.chain.clock, second.chain.clock)
        }
    }

    static func time(of object: Any) -> CMTime {
        switch TimeSource(object) {
        case .clock(let clock): clock.time
        case .timebase(let timebase): timebase.time
        case nil: .invalid
        }
    }
}
