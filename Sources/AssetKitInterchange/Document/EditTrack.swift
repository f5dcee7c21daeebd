package import CMTimeLib

/// Items that follow each other from zero on: each begins where the one before it ends.
package struct EditTrack: Sendable, Equatable {
    package enum Kind: String, Sendable, Hashable {
        case video = "Video"
        case audio = "Audio"
    }

    package var name: String
    package var kind: Kind
    package var isEnabled: Bool
    package var items: [EditItem]
    /// Those of the track itself, in its time.
    package var markers: [EditMarker]
    package var extras: EditExtras

    package init(
        name: String = "",
        kind: Kind,
        isEnabled: Bool = true,
        items: [EditItem] = [],
        markers: [EditMarker] = [],
        extras: EditExtras = EditExtras()
    ) {
        self.name = name
        self.kind = kind
        self.isEnabled = isEnabled
        self.items = items
        self.markers = markers
        self.extras = extras
    }

    /// Where its last item ends. Transitions take no time.
    package var duration: CMTime { items.last { $0.targetRange != nil }?.targetRange?.end ?? .zero }

    /// The clips without what is between them.
    package var clips: [EditClip] {
        items.compactMap { item in
            guard case .clip(let clip) = item else { return nil }
            return clip
        }
    }
}

extension EditTrack {
    /// Where on the track a transition is: from its in offset before the cut to its out offset behind it. Nil where there
    /// is none.
    package func transitionRange(at index: Int) -> CMTimeRange? {
        guard items.indices.contains(index), case .transition(let transition) = items[index] else { return nil }
        let cut = items[..<index].last { $0.targetRange != nil }?.targetRange?.end ?? .zero
        return CMTimeRange(
            start: cut.minus(transition.inOffset),
            duration: transition.inOffset.plus(transition.outOffset)
        )
    }

    /// Where on the track an item shows: its target range, and what transitions beside it take before and behind. Nil for
    /// what takes no time.
    package func visibleRange(at index: Int) -> CMTimeRange? {
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

    /// Puts an item behind what is there, at the time that follows from it.
    package mutating func append(_ item: EditItem) {
        items.append(item.starting(at: duration))
    }
}
