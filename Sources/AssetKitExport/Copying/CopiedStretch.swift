internal import CMTimeLib

/// What is copied of one stretch of a track. A plain value.
struct CopiedStretch: Sendable, Hashable {
    /// The samples by their places in decode order, in ascending runs.
    var samples: [Range<Int>]
    /// The part of the media that is presented.
    var source: CMTimeRange
    /// When it is presented, on the timeline of the asset.
    var target: CMTimeRange

    var sampleCount: Int { samples.reduce(0) { $0 + $1.count } }

    /// Media time passes as fast as the asset's, so that samples can say by their own times when they are presented.
    var hasNormalRate: Bool { source.duration == target.duration }
}

extension Array where Element == Range<Int> {
    /// The same places in ascending runs that do not touch.
    var merged: [Range<Int>] {
        var result: [Range<Int>] = []
        for run in sorted(by: { $0.lowerBound < $1.lowerBound }) where !run.isEmpty {
            if let last = result.last, run.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, run.upperBound)
            } else {
                result.append(run)
            }
        }
        return result
    }
}
