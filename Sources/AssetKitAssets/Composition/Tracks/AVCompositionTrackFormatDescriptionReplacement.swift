public import AssetKitMedia
public import Foundation

/// A format description of a track of a composition that counts in the place of its media's own.
///
/// ``AVMutableCompositionTrack/replaceFormatDescription(_:with:)`` makes them.
open class AVCompositionTrackFormatDescriptionReplacement: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init.
    /// The description that the media has.
    public let originalFormatDescription: CMFormatDescription
    /// The one that counts instead.
    public let replacementFormatDescription: CMFormatDescription

    init(_ original: CMFormatDescription, by replacement: CMFormatDescription) {
        (originalFormatDescription, replacementFormatDescription) = (original, replacement)
        super.init()
    }
}

extension AVCompositionTrack {
    /// The format descriptions that count in the place of those of the track's media. Inserting the track somewhere else does
    /// not take them along.
    public var formatDescriptionReplacements: [AVCompositionTrackFormatDescriptionReplacement] { state.replacements }
}
