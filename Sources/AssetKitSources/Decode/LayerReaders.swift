internal import CMTimeLib

/// The tracks and overlays that show in layers. Only those that are looked at are opened. Not Sendable: one stage owns it.
final class LayerReaders {
    private let track: LayeredTrack
    private let session: ReadingSession
    private let options: TrackPictures.Options
    private var readers: [Int32: LayerReader] = [:]
    private let overlays: [Int32: OverlayReader]

    init(_ track: LayeredTrack, _ session: ReadingSession, _ options: TrackPictures.Options) {
        (self.track, self.session) = (track, session)
        overlays = track.overlays.mapValues { OverlayReader($0) }
        var own = options
        (own.lead, own.fillsGaps, own.sharesDemuxer) = (.none, false, false)
        self.options = own
    }

    /// Closes all tracks but these.
    func keep(_ trackIDs: [Int32]) { readers = readers.filter { trackIDs.contains($0.key) } }

    /// The picture of a track that shows at a time, which is not before the last one asked for; nil where it shows nothing.
    func picture(of trackID: Int32, at time: CMTime) throws -> LayerPicture? {
        if let overlay = overlays[trackID] { return try overlay.picture(at: time) }
        return try reader(of: trackID)?.picture(at: time)
    }

    private func reader(of trackID: Int32) -> LayerReader? {
        if let known = readers[trackID] { return known }
        guard let source = track.tracks[trackID] else { return nil }
        let fresh = LayerReader(source, session, options)
        readers[trackID] = fresh
        return fresh
    }
}
