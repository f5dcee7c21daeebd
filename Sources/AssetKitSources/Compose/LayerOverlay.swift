package import AssetKitMedia
package import CMTimeLib

/// Pictures that show in layers without being of a track.
package enum LayerOverlay: Sendable {
    /// The same one at all times.
    case still(CVPixelBuffer)
    /// One for each time.
    case drawn(@Sendable (CMTime) throws -> CVPixelBuffer)
}
