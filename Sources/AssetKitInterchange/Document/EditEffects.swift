/// How a clip's picture is laid and how loud its sound is, over its time on the track.
///
/// Ramps stand in the order of their starts and do not overlap. Before the first one the value is the usual one, behind
/// each its last value holds.
package struct EditEffects: Sendable, Equatable {
    /// Amplitude: 1 is as it is, below zero is inverted.
    package var volume: [EditRamp<Double>]
    /// 0 to 1.
    package var opacity: [EditRamp<Double>]
    package var transform: [EditRamp<EditTransform>]
    /// In square pixels from the top left of the source's picture.
    package var crop: [EditRamp<EditRectangle>]

    package init(
        volume: [EditRamp<Double>] = [],
        opacity: [EditRamp<Double>] = [],
        transform: [EditRamp<EditTransform>] = [],
        crop: [EditRamp<EditRectangle>] = []
    ) {
        self.volume = volume
        self.opacity = opacity
        self.transform = transform
        self.crop = crop
    }

    package var isEmpty: Bool { volume.isEmpty && opacity.isEmpty && transform.isEmpty && crop.isEmpty }
}
