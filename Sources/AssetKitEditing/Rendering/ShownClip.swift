internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitInterchange
internal import CMTimeLib

/// A clip of a document whose media are open, with the transitions beside it.
struct ShownClip {
    /// The time in which it comes or goes.
    struct Change {
        var range: CMTimeRange
        /// The neighbour goes or comes meanwhile. Otherwise it is from nothing, or to nothing.
        var hasPartner: Bool
    }

    let clip: EditClip
    let source: AVAssetTrack
    /// Where the media end.
    let end: CMTime
    /// Where all of their file ends, if that is a moment later: until then nothing is missing.
    let heldEnd: CMTime
    var coming: Change?
    var going: Change?

    /// `fileEnd`: where the last track of the file ends.
    init(_ clip: EditClip, _ source: AVAssetTrack, end: CMTime, fileEnd: CMTime) {
        (self.clip, self.source, self.end) = (clip, source, end)
        let isMoment = fileEnd > end && fileEnd - end <= SequencePart.longestMoment
        heldEnd = isMoment ? fileEnd : end
    }

    /// It is over when its file is, or before. Documents round times.
    var isInFile: Bool {
        let last = speedPoints.last?.source ?? .zero
        return last - heldEnd < CMTime(value: 1, timescale: 1000)
    }

    /// Where on the track it shows, with the transitions.
    var range: CMTimeRange {
        let target = clip.targetRange
        return CMTimeRange(
            start: CMTimeMinimum(target.start, coming?.range.start ?? target.start),
            end: CMTimeMaximum(target.end, going?.range.end ?? target.end)
        )
    }

    // MARK: Media

    /// How much earlier it could begin at its first speed.
    var spareBefore: CMTime {
        let points = clip.speedPoints
        return spare(points[0].source, from: points[0], to: points[1])
    }

    /// How much later it could end at its last speed.
    var spareBehind: CMTime { spareBehind(until: end) }

    /// The same where what it shows last is held for as long as its file goes on.
    var heldBehind: CMTime { spareBehind(until: heldEnd) }

    private func spareBehind(until end: CMTime) -> CMTime {
        let points = clip.speedPoints
        let last = points.count - 1
        return spare(end - points[last].source, from: points[last - 1], to: points[last])
    }

    private func spare(_ media: CMTime, from: EditSpeedPoint, to: EditSpeedPoint) -> CMTime {
        // A picture that is held can be held for longer.
        guard from.source != to.source else { return .positiveInfinity }
        guard media > .zero, to.source > from.source else { return .zero }
        return (to.target - from.target).share(media, of: to.source - from.source)
    }

    /// The points of its speed, from the start of the transition before it to the end of the one behind it.
    var speedPoints: [EditSpeedPoint] {
        var points = clip.speedPoints
        let last = points.count - 1
        let (before, behind) = (clip.targetRange.start - range.start, range.end - clip.targetRange.end)
        let (first, second) = (points[0], points[1])
        let (lastButOne, end) = (points[last - 1], points[last])
        if before > .zero {
            let media = (second.source - first.source).share(before, of: second.target - first.target)
            points[0] = EditSpeedPoint(source: first.source - media, target: first.target - before)
        }
        if behind > .zero {
            let media = (end.source - lastButOne.source).share(behind, of: end.target - lastButOne.target)
            points[last] = EditSpeedPoint(source: end.source + media, target: end.target + behind)
        }
        return points
    }

    // MARK: Curves

    /// How much there is of it in transitions; `isChosen` says in which of them.
    func presence(where isChosen: (Change) -> Bool) -> RampList<Double> {
        var curve = RampList<Double>()
        if let coming, isChosen(coming) { curve.set(from: 0, to: 1, in: coming.range) }
        if let going, isChosen(going) { curve.set(from: 1, to: 0, in: going.range) }
        return curve
    }

    /// Ramps of an effect on the track's timeline. What holds from the clip's start on holds before it too.
    func curve<Value: EditValue, Result: RampValue>(
        _ ramps: [EditRamp<Value>],
        _ result: (Value) -> Result
    ) -> RampList<Result> {
        var curve = RampList<Result>()
        let start = clip.targetRange.start
        if let first = ramps.first, first.range.start <= .zero {
            curve.set(result(first.range.duration > .zero ? first.start : first.end), at: range.start)
        }
        for ramp in ramps {
            let own = CMTimeRange(start: start + ramp.range.start, duration: ramp.range.duration)
            curve.set(from: result(ramp.start), to: result(ramp.end), in: own)
        }
        return curve
    }
}
