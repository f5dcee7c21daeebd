internal import CMTimeLib

extension EditDocument {
    /// Throws where the document is none that can be written: items that do not follow each other, times that are none.
    package func validate() throws(InterchangeError) {
        for (index, track) in tracks.enumerated() { try track.validate(at: "track \(index + 1)") }
        for marker in markers {
            guard marker.range.isWithinLimits else {
                throw InterchangeError("the marker '\(marker.name.shortened)' has no range that can be written")
            }
        }
    }
}

extension EditTrack {
    fileprivate func validate(at place: String) throws(InterchangeError) {
        // Sums of times that none holds exactly are rounded to the nanosecond.
        let tolerance = CMTime(value: 1, timescale: 1_000_000)
        var end = CMTime.zero
        for (index, item) in items.enumerated() {
            let place = "\(place), item \(index + 1)"
            if case .transition(let transition) = item {
                guard transition.inOffset.isWithinLimits, transition.outOffset.isWithinLimits,
                    transition.inOffset >= .zero, transition.outOffset >= .zero
                else { throw InterchangeError("the offsets of a transition are times of zero and more", at: place) }
            }
            guard let range = item.targetRange else { continue }
            guard range.isWithinLimits, range.duration > .zero else {
                throw InterchangeError("an item has a range that is not empty", at: place)
            }
            guard range.start.isClose(to: end, within: tolerance) else {
                throw InterchangeError("an item begins where the one before it ends", at: place)
            }
            end = range.end
            if case .clip(let clip) = item { try clip.validate(at: place) }
        }
    }
}

extension EditClip {
    fileprivate func validate(at place: String) throws(InterchangeError) {
        guard sourceRange.isWithinLimits, media.start.isWithinLimits, media.duration?.isWithinLimits ?? true else {
            throw InterchangeError("the clip '\(name.shortened)' has a source range that can be written", at: place)
        }
        guard areSpeedPointsRight else {
            let reason = "the speed of the clip '\(name.shortened)' goes from its start to its end"
            throw InterchangeError(reason, at: place)
        }
        guard effects.areFinite else {
            let reason = "the ramps of the clip '\(name.shortened)' are between finite values"
            throw InterchangeError(reason, at: place)
        }
    }

    private var areSpeedPointsRight: Bool {
        guard let first = speed.first, let last = speed.last else {
            return sourceRange.duration == targetRange.duration
        }
        return speed.count > 1 && first.target == .zero && last.target == targetRange.duration
            && zip(speed, speed.dropFirst()).allSatisfy { $0.target < $1.target }
            && speed.allSatisfy { $0.source.isWithinLimits } && speed.sourceRange == sourceRange
    }
}

extension EditEffects {
    fileprivate var areFinite: Bool {
        Self.areFinite(volume) && Self.areFinite(opacity) && Self.areFinite(transform) && Self.areFinite(crop)
    }

    private static func areFinite<Value>(_ ramps: [EditRamp<Value>]) -> Bool {
        ramps.allSatisfy { $0.range.isWithinLimits && $0.start.numbers.areFinite && $0.end.numbers.areFinite }
    }
}

extension CMTimeRange {
    fileprivate var isWithinLimits: Bool {
        start.isWithinLimits && duration.isWithinLimits && duration >= .zero
    }
}
