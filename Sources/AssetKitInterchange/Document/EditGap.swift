package import CMTimeLib

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
