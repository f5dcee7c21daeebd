internal import AssetKitCore
internal import AssetKitSinks
internal import AssetKitTimePitch
internal import CMTimeLib

/// A source range on a target range of one track of a new file, and what happens to its samples. A plain value.
struct PlannedStretch: Codable, Sendable, Hashable {
    /// What happens to the samples.
    enum Treatment: Codable, Sendable, Hashable {
        /// They stay as they are.
        case copied
        /// Pictures are copied, and encoded at the edges of the range alone.
        case spliced(SplicePlan)
        /// Pictures are rendered.
        case pictures(PictureRendering)
        /// Sound is rendered.
        case sound(SoundRendering)
        /// Text becomes text of another kind.
        case text
    }

    /// On the asset's own timeline.
    @CodableCMTimeRange var source: CMTimeRange
    /// On the timeline of the new file.
    @CodableCMTimeRange var target: CMTimeRange
    /// How fast it plays.
    var speed: Speed
    var treatment: Treatment
    /// The reason, for people.
    var why: String

    /// What becomes of a stretch of a timeline.
    init(_ stretch: TimelineStretch, _ treatment: Treatment, because why: String) {
        (_source, _target) = (CodableCMTimeRange(stretch.source), CodableCMTimeRange(stretch.target))
        (self.treatment, self.why, speed) = (treatment, why, stretch.speed)
    }

    /// Its samples are not decoded: they are copied, or text of another kind is made of them.
    var isStored: Bool { treatment == .copied || treatment == .text }

    /// Pictures are rendered.
    var isOfPictures: Bool { if case .pictures = treatment { true } else { false } }

    /// It can have fewer bits.
    var hasAdjustableRate: Bool {
        switch treatment {
        case .pictures(let rendering): rendering.encoding.codec.traits.takesBitRate
        case .sound(let rendering): !rendering.encoding.codec.traits.isLossless
        case .copied, .spliced, .text: false
        }
    }
}
