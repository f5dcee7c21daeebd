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

/// Nothing for a while.
package struct EditGap: Sendable, Equatable {
    package var name: String
    package var targetRange: CMTimeRange
    package var isEnabled: Bool
    package var markers: [EditMarker]
    package var extras: EditExtras

    package init(
        name: String = "",
        targetRange: CMTimeRange,
        isEnabled: Bool = true,
        markers: [EditMarker] = [],
        extras: EditExtras = EditExtras()
    ) {
        self.name = name
        self.targetRange = targetRange
        self.isEnabled = isEnabled
        self.markers = markers
        self.extras = extras
    }
}

/// From one item to the next: it begins `inOffset` before the cut and ends `outOffset` behind it, and both neighbours show
/// that much more of their media.
package struct EditTransition: Sendable, Equatable {
    package enum Kind: Sendable, Hashable {
        case dissolve
        /// Another one, by the name it has in the document. It is shown as a dissolve.
        case other(String)
    }

    package var name: String
    package var kind: Kind
    package var inOffset: CMTime
    package var outOffset: CMTime
    package var extras: EditExtras

    package init(
        name: String = "",
        kind: Kind = .dissolve,
        inOffset: CMTime,
        outOffset: CMTime,
        extras: EditExtras = EditExtras()
    ) {
        self.name = name
        self.kind = kind
        self.inOffset = inOffset
        self.outOffset = outOffset
        self.extras = extras
    }
}
