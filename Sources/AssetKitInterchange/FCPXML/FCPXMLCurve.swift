internal import CMTimeLib

/// A value at times between which it goes in straight lines. Before the first and behind the last it stays.
struct FCPXMLCurve<Value: EditValue> {
    struct Key {
        var time: CMTime
        var value: Value
    }
    var keys: [Key]

    /// A value that stays.
    init(constant value: Value) { keys = [Key(time: .zero, value: value)] }

    /// Nothing for no keys.
    init?(keys: [Key]) {
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }

    /// The same as ramps, with `usual` in front of them. Where one begins with another value than the one before it ended
    /// with, the jump takes a ten-thousandth of a second, because a curve has one value at a time.
    init?(_ ramps: [EditRamp<Value>], usual: Value) {
        guard let first = ramps.first else { return nil }
        keys = []
        var value = first.range.start > .zero ? usual : first.start
        for ramp in ramps {
            if ramp.range.duration == .zero {
                jump(from: value, to: ramp.end, at: ramp.range.start)
            } else {
                jump(from: value, to: ramp.start, at: ramp.range.start)
                keys.append(Key(time: ramp.range.end, value: ramp.end))
            }
            value = ramp.end
        }
    }

    private mutating func jump(from old: Value, to new: Value, at time: CMTime) {
        let before = time.minus(CMTime(value: 1, timescale: 10_000))
        if old != new, time > .zero, before > keys.last?.time ?? .zero.minus(time) {
            keys.append(Key(time: before, value: old))
        }
        if let last = keys.last, last.time >= time { keys.removeLast() }
        keys.append(Key(time: time, value: new))
    }

    var isConstant: Bool { keys.allSatisfy { $0.value == keys[0].value } }

    func value(at time: CMTime) -> Value {
        let next = keys.firstIndexInOrder { $0.time > time }
        guard next < keys.count else { return keys[keys.count - 1].value }
        guard next > 0 else { return keys[0].value }
        let (from, to) = (keys[next - 1], keys[next])
        guard let share = time.minus(from.time).ratio(to: to.time.minus(from.time)) else { return from.value }
        return from.value.interpolated(to: to.value, at: share.doubleValue)
    }

    /// Ramps between the keys.
    var ramps: [EditRamp<Value>] {
        guard !isConstant else { return [.constant(keys[0].value)] }
        var ramps: [EditRamp<Value>] = []
        if keys[0].time > .zero { ramps.append(.constant(keys[0].value)) }
        for (from, to) in zip(keys, keys.dropFirst()) {
            let range = CMTimeRange(from: from.time, to: to.time)
            ramps.append(EditRamp(range: range, start: from.value, end: to.value))
        }
        return ramps
    }

    /// The same with other values.
    func map<Other>(_ change: (Value) -> Other) -> FCPXMLCurve<Other>? {
        FCPXMLCurve<Other>(keys: keys.map { FCPXMLCurve<Other>.Key(time: $0.time, value: change($0.value)) })
    }
}
