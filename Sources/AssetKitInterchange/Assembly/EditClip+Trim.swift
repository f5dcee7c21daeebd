internal import CMTimeLib

extension EditClip {
    /// A part of the clip, between two times counted from its start on the track. It begins where it was on the track.
    func trimmed(from start: CMTime, to end: CMTime) -> EditClip {
        guard start > .zero || end < targetRange.duration else { return self }
        var part = self
        part.targetRange = CMTimeRange(start: targetRange.start.plus(start), duration: end.minus(start))
        if speed.isEmpty {
            part.sourceRange = CMTimeRange(start: sourceRange.start.plus(start), duration: end.minus(start))
        } else {
            part.speed = speed.trimmed(from: start, to: end)
            part.sourceRange = part.speed.sourceRange
        }
        part.effects = effects.moved(by: start)
        return part
    }
}

extension EditEffects {
    /// The same where the time counts from `start`.
    func moved(by start: CMTime) -> EditEffects {
        EditEffects(
            volume: volume.moved(by: start),
            opacity: opacity.moved(by: start),
            transform: transform.moved(by: start),
            crop: crop.moved(by: start)
        )
    }
}

extension Array {
    fileprivate func moved<Value>(by start: CMTime) -> [EditRamp<Value>] where Element == EditRamp<Value> {
        guard start != .zero else { return self }
        var result: [EditRamp<Value>] = []
        for ramp in self {
            let moved = ramp.moved(by: start)
            // Of those that are over when the time begins, the last one says what holds.
            if moved.range.start <= .zero { result.removeAll() }
            result.append(moved)
        }
        return result
    }
}

extension EditRamp {
    fileprivate func moved(by offset: CMTime) -> EditRamp {
        let start = range.start.minus(offset)
        guard start < .zero else {
            return EditRamp(range: CMTimeRange(start: start, duration: range.duration), start: self.start, end: end)
        }
        let rest = start.plus(range.duration)
        guard rest > .zero, let share = offset.minus(range.start).ratio(to: range.duration) else {
            return .constant(end)
        }
        let value = self.start.interpolated(to: end, at: share.doubleValue)
        return EditRamp(range: CMTimeRange(start: .zero, duration: rest), start: value, end: end)
    }
}
