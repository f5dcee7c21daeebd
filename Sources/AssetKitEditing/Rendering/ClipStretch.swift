internal import AssetKitAssets
internal import AssetKitInterchange
internal import CMTimeLib

/// A stretch of a clip that plays at one speed.
struct ClipStretch {
    private let clip: String
    /// Of the media; nil where there is nothing to show.
    private var source: CMTimeRange?
    /// Where on the track that shows.
    private var shown: CMTimeRange
    /// Where on the track the stretch is.
    private let target: CMTimeRange
    private let from: CMTime
    private let to: CMTime
    /// Why not all of it can be shown, as a sentence.
    private(set) var problem: String?
    /// What is missing at its end, where that is so little that nobody means it.
    private(set) var missingMoment: CMTimeRange?

    init(_ clip: String, _ from: EditSpeedPoint, _ to: EditSpeedPoint, at start: CMTime) {
        (self.clip, self.from, self.to) = (clip, from.source, to.source)
        target = CMTimeRange(start: start + from.target, end: start + to.target)
        shown = target
    }

    /// Works out what of the media shows, which begin at zero and end at `end`. Who has read the document has said already which
    /// clips begin before their media do.
    mutating func cut(to end: CMTime, isSound: Bool) {
        guard from <= to else {
            problem = "the clip '\(clip)' plays backwards, which is not rendered; it is left empty there"
            return
        }
        guard from < end else {
            problem = "the media of the clip '\(clip)' have nothing at \(Self.text(from)); it is left empty there"
            return
        }
        guard from >= .zero || to > .zero else { return }
        guard from < to else {
            // A picture that is held is a moment of the media that lasts. Sound has none.
            let moment = CMTime(value: 1, timescale: 1000)
            if !isSound { source = CMTimeRange(start: from, end: CMTimeMinimum(from + moment, end)) }
            return
        }
        let first = CMTimeMaximum(from, .zero)
        source = CMTimeRange(start: first, end: CMTimeMinimum(to, end))
        if first > from {
            let start = target.start + target.duration.share(first - from, of: to - from)
            shown = CMTimeRange(start: start, end: target.end)
        }
        guard end < to else { return }
        shown = CMTimeRange(start: shown.start, end: target.start + target.duration.share(end - from, of: to - from))
        guard to - end > SequencePart.longestMoment else {
            missingMoment = CMTimeRange(start: shown.end, end: target.end)
            return
        }
        problem = "the media of the clip '\(clip)' end at \(Self.text(end)); it is left empty behind that"
    }

    func insert(_ track: AVAssetTrack, in composed: AVMutableCompositionTrack) throws {
        guard let source, shown.duration > .zero else {
            composed.insertEmptyTimeRange(target)
            return
        }
        if shown.start > target.start {
            composed.insertEmptyTimeRange(CMTimeRange(start: target.start, end: shown.start))
        }
        try composed.insertTimeRange(source, of: track, at: shown.start)
        if source.duration != shown.duration {
            let inserted = CMTimeRange(start: shown.start, duration: source.duration)
            composed.scaleTimeRange(inserted, toDuration: shown.duration)
        }
        if shown.end < target.end {
            composed.insertEmptyTimeRange(CMTimeRange(start: shown.end, end: target.end))
        }
    }

    private static func text(_ time: CMTime) -> String { "\((time.seconds * 1000).rounded() / 1000) s" }
}

extension CMTime {
    /// As much of the time as a part is of a whole, rounded once where no time says it.
    func share(_ part: CMTime, of whole: CMTime) -> CMTime {
        guard let own = exactSeconds, let part = part.exactSeconds, let whole = whole.exactSeconds,
            let share = own.multiplied(by: part)?.divided(by: whole)
        else { return CMTimeMultiplyByFloat64(self, multiplier: part.seconds / whole.seconds) }
        return CMTime(exactly: share) ?? CMTime(share, timescale: 1_000_000_000, rounding: .default)
    }
}
