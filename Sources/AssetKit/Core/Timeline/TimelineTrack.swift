internal import AssetKitMedia

/// A track of a new file. A plain value.
struct TimelineTrack: Codable, Sendable, Hashable {
    /// The kind of media, as ``AVMediaType`` has it.
    var mediaType: AVMediaType
    /// In the order of their clips, and of their targets within a clip. Where there is none, nothing shows: an empty
    /// edit, silence, or black.
    var stretches: [TimelineStretch]
}
