internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitEdits
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// All that a composition is at a moment. A value: what is not changed is shared, so a snapshot costs nothing.
struct CompositionState: Sendable {
    typealias Segments = SegmentList<CompositionSource>
    typealias Segment = EditSegment<CompositionSource>

    var tracks: [Track] = []
    /// As it was set; nil for that of the first track of pictures.
    var naturalSize: CGSize?
    /// It lasts so long at least, whatever its tracks hold.
    var minimumDuration = CMTime.zero
    /// Those of the edit itself: what sources say is not among them.
    var chapters: [Chapter] = []
    /// Identifiers that tracks have or have had.
    var usedTrackIDs: Set<CMPersistentTrackID> = []

    struct Track: Sendable {
        let trackID: CMPersistentTrackID
        let mediaType: AVMediaType
        var segments = Segments()
        var isEnabled = true
        var preferredTransform = CGAffineTransform.identity
        var preferredVolume: Float = 1
        /// As it was set; nil for that of the first segment.
        var naturalTimeScale: CMTimeScale?
        var languageCode: String?
        var extendedLanguageTag: String?
        /// By the four characters of the reference.
        var associations: [String: [CMPersistentTrackID]] = [:]
        var replacements: [AVCompositionTrackFormatDescriptionReplacement] = []
    }

    var duration: CMTime { CMTimeMaximum(tracks.map(\.segments.duration).max() ?? .zero, minimumDuration) }

    subscript(trackID: CMPersistentTrackID) -> Track? { tracks.first { $0.trackID == trackID } }

    /// Edits all tracks. One that refuses stays as it was.
    mutating func edit(_ body: (inout Segments) throws(EditError) -> Void) {
        for place in tracks.indices { tracks[place].segments.edit(body) }
    }

    /// Adds a track. The identifier that is preferred is taken where it is none of another track's, and never was.
    mutating func addTrack(_ mediaType: AVMediaType, preferring trackID: CMPersistentTrackID) -> CMPersistentTrackID {
        let isFree = trackID > 0 && !usedTrackIDs.contains(trackID)
        let fresh = isFree ? trackID : (usedTrackIDs.max() ?? 0) + 1
        usedTrackIDs.insert(fresh)
        tracks.append(Track(trackID: fresh, mediaType: mediaType))
        return fresh
    }
}

extension CompositionState.Segments {
    /// Edits the list, which stays as it was where that is refused: the methods of AVFoundation that do so tell nobody.
    mutating func edit(_ body: (inout Self) throws(EditError) -> Void) {
        var edited = self
        do { try body(&edited) } catch { return }
        self = edited
    }
}
