internal import AssetKitMedia
internal import AssetKitSinks

/// What an input is to become. A plain value.
///
/// SAFETY: settings are dictionaries of plain values that nobody changes.
struct InputPlan: @unchecked Sendable {
    /// The track as far as it is known: without formats.
    var track: SinkTrack
    var settings: [String: Any]?
    var hint: CMFormatDescription?
    var isRealTime: Bool
    /// Whether samples come now and then, and nobody waits for them.
    var isSparse: Bool
    /// Where the file's segments end, for the input that decides that.
    var segments: SegmentWish?
}
