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
    /// Puts an item behind what is there, at the time that follows from it.
    package mutating func append(_ item: EditItem) {
        items.append(item.starting(at: duration))
    }
}
