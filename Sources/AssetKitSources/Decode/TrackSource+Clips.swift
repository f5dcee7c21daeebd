internal import AssetKitCore

extension TrackSource {
    /// What pictures of one of its sources mean. A composition does not take over how a clip is turned: its track says that.
    package func description(of source: TrackSource) -> PictureDescription {
        var description = source.facts.video.map(PictureDescription.init) ?? PictureDescription()
        if composed != nil, let video = facts.video { description.transform = video.transform }
        return description
    }

    /// What the pictures of a composition's clips are fitted into: those of the first one, turned as the track is. Nil for other
    /// tracks, whose pictures stand for themselves.
    package func canvas(_ aperture: PictureRequest.Aperture, isTurned: Bool) -> PictureCanvas? {
        guard composed != nil, let video = facts.video else { return nil }
        return PictureCanvas(video, aperture, isTurned: isTurned)
    }
}
