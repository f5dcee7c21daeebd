internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources

/// What is lost of a track's alpha where its samples are copied.
enum AlphaLoss {
    /// A sentence; nil where nothing is lost.
    static func warning(_ track: TrackFacts, in type: AVFileType) -> String? {
        guard let alpha = track.video?.alpha else { return nil }
        let ending = FileTypes.preferredExtension(of: type) ?? type.rawValue
        switch alpha.place {
        case .beside where !type.holdsAdditions:
            return
                "track \(track.trackID): its alpha is not kept: that of \(track.codecName) lies beside the samples, for "
                + "which a file of the type \(ending) has no place"
        case .inside where alpha.isPremultiplied && !type.saysWhetherPremultiplied:
            return
                "track \(track.trackID): a file of the type \(ending) does not say that colours are multiplied with alpha, "
                + "as they are here"
        default: return nil
        }
    }

    /// What is lost of a track's alpha that becomes like another one; nil where nothing is.
    static func warning(_ track: TrackFacts, like model: TrackFacts) -> String? {
        guard let alpha = track.video?.alpha, !alpha.isDecodable || model.video?.alpha == nil else { return nil }
        let reason =
            alpha.isDecodable
            ? "the first file's pictures have none, so it is laid over black" : "it cannot be decoded here"
        return "track \(track.trackID): its alpha is not kept: \(reason)"
    }
}
