package import CMTimeLib

/// A range of media on a range of a track.
package struct EditClip: Sendable, Equatable {
    package var name: String
    package var media: EditMedia
    /// What is used of the media, in its time from zero: the timecode it starts with is subtracted.
    package var sourceRange: CMTimeRange
    /// Where it is on the track.
    package var targetRange: CMTimeRange
    /// Which source time shows when, in the order of the targets: the first target is zero, the last one the duration of
    /// `targetRange`, and it is linear between them. Sources that go down play backwards, equal ones hold a picture.
    /// Empty where source and target last equally long and play as they are.
    package var speed: [EditSpeedPoint]
    package var isEnabled: Bool
    package var effects: EditEffects
    /// Their ranges are in the time of the media, as `sourceRange` is.
    package var markers: [EditMarker]
    package var extras: EditExtras

    package init(
        name: String = "",
        media: EditMedia,
        sourceRange: CMTimeRange,
        targetRange: CMTimeRange,
        speed: [EditSpeedPoint] = [],
        isEnabled: Bool = true,
        effects: EditEffects = EditEffects(),
        markers: [EditMarker] = [],
        extras: EditExtras = EditExtras()
    ) {
        self.name = name
        self.media = media
        self.sourceRange = sourceRange
        self.targetRange = targetRange
        self.speed = speed
        self.isEnabled = isEnabled
        self.effects = effects
        self.markers = markers
        self.extras = extras
    }

    /// The points of `speed`, or the two that say the same where that is empty.
    package var speedPoints: [EditSpeedPoint] {
        guard speed.isEmpty else { return speed }
        return [
            EditSpeedPoint(source: sourceRange.start, target: .zero),
            EditSpeedPoint(source: sourceRange.start.plus(targetRange.duration), target: targetRange.duration),
        ]
    }
}

extension EditClip {
    /// What a reader says of a clip of which a part lies before the start of its media; nil for others.
    var earlyStartWarning: String? {
        guard sourceRange.start < .zero else { return nil }
        return "the clip '\(name.shortened)' begins before its media does, and is empty until then"
    }
}
