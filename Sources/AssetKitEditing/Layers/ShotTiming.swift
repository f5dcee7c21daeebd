internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

/// When the frames of shots that follow each other begin: with the multiples of a step, or with the pictures of the shots, where
/// those would be missed. What a shot shows as it is can be copied then.
struct ShotTiming {
    /// Those of a shot, on the timeline of all.
    private struct Pictures {
        let trackID: CMPersistentTrackID
        let range: CMTimeRange
        /// When the last one is over, but for a moment for which it is held.
        let end: CMTime
        /// Frames may begin when they do.
        var mayTime = false
        /// When one of them begins, and how often they do; nil where that is not as often as frames.
        var steps: (begin: CMTime, grid: PictureGrid)?
    }

    private let step: CMTime?
    private let isUneven: Bool
    private var all: [Pictures] = []
    private var areMissed = false

    /// `step`: how long a frame shows; nil where pictures of which there are as many do not all show for as long. `isUneven`: frames
    /// do not show for as long as each other anyway, so that pictures of any rate may say when they begin.
    init(step: CMTime?, isUneven: Bool = false) { (self.step, self.isUneven) = (step, isUneven) }

    /// Adds a shot behind all others. `rhythm`: how the pictures of its media follow each other, of which it begins at `source`.
    /// `end`: when the last of them is over, but for a moment for which it is held.
    mutating func add(
        _ rhythm: PictureRhythm,
        from source: CMTime,
        on trackID: CMPersistentTrackID,
        in range: CMTimeRange,
        until end: CMTime
    ) {
        var pictures = Pictures(trackID: trackID, range: range, end: end)
        switch rhythm {
        case .even(let grid):
            if let step, grid.hasStep(step) {
                let begin = range.start + (grid.start - source)
                pictures.steps = (begin, grid)
                if !grid.isExact || !grid.counts(begin) { areMissed = true }
            }
            pictures.mayTime = pictures.steps != nil || isUneven && grid.step <= PictureRhythm.longest
        case .uneven: (pictures.mayTime, areMissed) = (true, true)
        case .unknown: break
        }
        all.append(pictures)
    }

    /// Nothing where the multiples are right, and for shots that have more or fewer pictures.
    var timings: [FrameTiming] {
        guard areMissed else { return [] }
        var timings: [FrameTiming] = []
        var start = CMTime.zero
        for (place, pictures) in all.enumerated() {
            let isLast = place + 1 == all.count
            let end = isLast ? CMTime.positiveInfinity : turn(from: pictures, to: all[place + 1])
            guard end > start else { continue }
            if pictures.mayTime {
                timings.append(FrameTiming(pictures.trackID, in: CMTimeRange(start: start, end: end)))
            }
            start = end
        }
        return timings
    }

    /// When it is the next shot's turn to say when frames begin. While both show it is the turn of the first one; then the second
    /// one's begin at about the same times, so that a time in the middle of a picture is in the same one of both.
    private func turn(from first: Pictures, to next: Pictures) -> CMTime {
        var turn = CMTimeMinimum(first.end, first.range.end)
        if first.steps != nil, let (begin, grid) = next.steps {
            let half = CMTimeMultiplyByRatio(grid.step, multiplier: 1, divisor: 2)
            let quarter = CMTimeMultiplyByRatio(grid.step, multiplier: 1, divisor: 4)
            turn = CMTimeMinimum(turn, grid.first(notBefore: turn - quarter, inStepWith: begin) - half)
        }
        return CMTimeMaximum(turn, next.range.start)
    }
}
