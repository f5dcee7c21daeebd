package import AssetKitMedia

/// A track of a new file. A plain value.
package struct TimelineTrack: Codable, Sendable, Hashable {
    /// The kind of media, as ``AVMediaType`` has it.
    package var mediaType: AVMediaType
    /// In the order of their clips, and of their targets within a clip. Where there is none, nothing shows: an empty
    /// edit, silence, or black.
    package var stretches: [TimelineStretch]

    package init(mediaType: AVMediaType, stretches: [TimelineStretch]) {
        self.mediaType = mediaType
        self.stretches = stretches
    }
}
