import CMTimeLib

@testable import AssetKitInterchange

extension EditTrack {
    /// Where on the track a transition is: from its in offset before the cut to its out offset behind it. Nil where there
    /// is none.
    func transitionRange(at index: Int) -> CMTimeRange? {
        guard items.indices.contains(index), case .transition(let transition) = items[index] else { return nil }
        let cut = items[..<index].last { $0.targetRange != nil }?.targetRange?.end ?? .zero
        return CMTimeRange(
            start: cut.minus(transition.inOffset),
            duration: transition.inOffset.plus(transition.outOffset)
        )
    }

    /// Where on the track an item shows: its target range, and what transitions beside it take before and behind. Nil for
    /// what takes no time.
    func visibleRange(at index: Int) -> CMTimeRange? {
        guard items.indices.contains(index), var range = items[index].targetRange else { return nil }
        if index > 0, case .transition(let before) = items[index - 1] {
            range.start = range.start.minus(before.inOffset)
            range.duration = range.duration.plus(before.inOffset)
        }
        if index + 1 < items.count, case .transition(let after) = items[index + 1] {
            range.duration = range.duration.plus(after.outOffset)
        }
        return range
    }
}
