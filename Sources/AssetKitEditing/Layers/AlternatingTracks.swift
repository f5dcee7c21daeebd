internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib

/// Tracks of a composition that clips are put into one behind the other. Where neighbours are there at the same time they take
/// turns in two of them; where none are, one is enough.
struct AlternatingTracks {
    private let composition: AVMutableComposition
    private let mediaType: AVMediaType
    private var tracks: [(track: AVMutableCompositionTrack, end: CMTime)] = []

    init(_ mediaType: AVMediaType, of composition: AVMutableComposition) {
        (self.mediaType, self.composition) = (mediaType, composition)
    }

    /// The track that has room for a clip, which begins no earlier than those before it.
    mutating func track(for range: CMTimeRange) throws -> AVMutableCompositionTrack {
        if let place = tracks.firstIndex(where: { $0.end <= range.start }) {
            tracks[place].end = range.end
            return tracks[place].track
        }
        let invalid = kCMPersistentTrackID_Invalid
        guard let track = composition.addMutableTrack(withMediaType: mediaType, preferredTrackID: invalid) else {
            throw AVError(.operationNotSupportedForAsset, "the composition has no room for another track")
        }
        tracks.append((track, range.end))
        return track
    }
}
