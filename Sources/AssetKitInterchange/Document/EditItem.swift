package import CMTimeLib

/// What a track is made of.
package enum EditItem: Sendable, Equatable {
    case clip(EditClip)
    case gap(EditGap)
    /// It lies over the cut between its neighbours and takes no time of its own.
    case transition(EditTransition)
    /// What nothing here understands, as it was read. It takes no time.
    case unknown(JSONValue)

    /// Where it is on the track; nil for what takes no time.
    package var targetRange: CMTimeRange? {
        switch self {
        case .clip(let clip): clip.targetRange
        case .gap(let gap): gap.targetRange
        case .transition, .unknown: nil
        }
    }

    /// The same at another place of the track.
    package func starting(at start: CMTime) -> EditItem {
        switch self {
        case .clip(var clip):
            clip.targetRange.start = start
            return .clip(clip)
        case .gap(var gap):
            gap.targetRange.start = start
            return .gap(gap)
        case .transition, .unknown: return self
        }
    }
}
