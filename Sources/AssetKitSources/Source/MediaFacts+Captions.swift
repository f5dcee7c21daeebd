internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib

extension MediaFacts {
    /// Lists captions that travel inside pictures as tracks of their own, behind the stored ones.
    mutating func addCaptionTracks() {
        for carrier in tracks where carrier.hasCaptionsInside {
            let used = Set(tracks.map(\.trackID))
            guard let identifier = (1...Int32.max).first(where: { $0 > (used.max() ?? 0) || !used.contains($0) }) else {
                return
            }
            tracks.append(Self.captions(of: carrier, identifier: identifier))
        }
    }

    /// A track without samples of its own: whoever wants the captions reads the pictures.
    private static func captions(of carrier: TrackFacts, identifier: Int32) -> TrackFacts {
        var track = TrackFacts(trackID: identifier, streamIndex: nil, mediaType: .closedCaption)
        track.codec = "atcc".fourCharCode
        track.codecName = MediaCodec.a53.traits.title
        track.isEnabled = carrier.isEnabled
        track.isSelfContained = carrier.isSelfContained
        track.isProtected = carrier.isProtected
        track.timescale = carrier.timescale
        track.timeRange = carrier.timeRange
        track.segments = carrier.segments
        return track
    }
}
