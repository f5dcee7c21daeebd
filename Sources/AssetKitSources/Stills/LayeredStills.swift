package import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
package import CMTimeLib

/// Still pictures of a track that is put together of others: those that reading it would give. One call at a time.
package final class LayeredStills: StillTaking {
    private let track: TrackSource
    private let layers: LayeredTrack
    private let duration: CMTime
    private let session: ReadingSession

    package init(
        _ track: TrackSource,
        _ layers: LayeredTrack,
        duration: CMTime,
        flag: CancellationFlag
    ) {
        (self.track, self.layers, self.duration) = (track, layers, duration)
        session = ReadingSession(track.input, flag: flag)
    }

    /// Makes pictures one after the other, in the order of their times. Tolerances do not count: no picture costs less than
    /// another.
    package func render(
        _ requests: [StillRequest],
        _ pictures: PictureRequest,
        flag: CancellationFlag,
        deliver: @escaping @Sendable (Int, Result<Still, any Error>) -> Void
    ) throws {
        layers.compositor?.resume()
        let watch = flag.onCancel { [layers] in layers.compositor?.cancel() }
        defer { withExtendedLifetime(watch) {} }
        let converter = PictureConverter(pictures, PictureDescription(track.facts.video ?? VideoFacts()))
        for request in requests.sorted(by: { $0.time < $1.time }) {
            try flag.check()
            deliver(request.number, Result { try still(at: request.time, converter) })
        }
    }

    private func still(at time: CMTime, _ converter: PictureConverter) throws -> Still {
        guard time.isValid, !time.isIndefinite, time <= CMTimeMaximum(duration, layers.end),
            let range = layers.pictureRange(at: CMTimeMaximum(time, .zero))
        else { throw MediaProblem.noPicture(at: time, duration: duration) }
        let frame = Frame()
        var options = TrackPictures.Options()
        options.keepsAlpha = true
        let shown = try TrackPictures(of: track, in: range, session, options)
        guard try shown.next(into: frame) != nil else { throw MediaProblem.noPicture(at: time, duration: duration) }
        return Still(image: try converter.image(frame), actualTime: range.start)
    }
}
