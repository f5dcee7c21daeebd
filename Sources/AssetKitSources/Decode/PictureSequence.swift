internal import AssetKitFFmpeg
internal import CMTimeLib

/// Gives the pictures of a layered track, one after the other.
protocol PictureSequence: AnyObject {
    /// Fills the slot with the next picture and says when it is shown; nil at the end.
    func next(into frame: borrowing Frame) throws -> CMTimeRange?

    /// Why the last picture is the one before it once more; nil where it is one of its own.
    var problem: (any Error)? { get }
}

extension LayeredTrack {
    /// The pictures over a range: by the library's own compositor, or by the client's.
    func pictures(
        in range: CMTimeRange,
        _ session: ReadingSession,
        _ options: TrackPictures.Options
    ) -> any PictureSequence {
        guard let compositor else { return LayeredPictures(self, in: range, session, options) }
        return RequestedPictures(self, in: range, by: compositor, session, options)
    }
}
