internal import AssetKitBase

/// Where closed captions are that can be read.
package enum CaptionKind: Sendable, Hashable {
    /// In samples of their own.
    case samples
    /// Inside pictures, which have to be decoded for them.
    case pictures

    package init?(_ track: TrackFacts) {
        switch track.codec {
        case "c608".fourCharCode: self = .samples
        case "atcc".fourCharCode: self = .pictures
        default: return nil
        }
    }
}
