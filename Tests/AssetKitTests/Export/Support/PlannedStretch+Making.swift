import CMTimeLib

@testable import AssetKitCore
@testable import AssetKitExport

extension PlannedStretch {
    /// A range of a source, at its own speed, from a time on.
    init(_ source: CMTimeRange, _ treatment: Treatment, because why: String = "", at start: CMTime = .zero) {
        let target = CMTimeRange(start: start, duration: source.duration)
        self.init(TimelineStretch(clip: 0, trackID: 1, source: source, target: target), treatment, because: why)
    }
}
