internal import AssetKitCore
internal import AssetKitFFmpeg
internal import CMTimeLib

/// The pictures of one track that shows in layers. It is opened where the track is first looked at, and again where it has not
/// been looked at for a while. Not Sendable: one stage owns it.
final class LayerLane {
    /// Up to here it is cheaper to decode what does not show than to seek.
    private static let patience = CMTime(value: 2, timescale: 1)

    private let track: TrackSource
    private let session: ReadingSession
    private let options: TrackPictures.Options
    private var pictures: TrackPictures?
    private var current: (picture: LayerPicture, range: CMTimeRange)?
    private let slot = Frame()
    private var pending: CMTimeRange?
    /// Up to where it has been looked at.
    private var position = CMTime.zero

    init(_ track: TrackSource, _ session: ReadingSession, _ options: TrackPictures.Options) {
        (self.track, self.session, self.options) = (track, session, options)
    }

    /// The picture that shows at a time, which is not before the last one asked for; nil where the track shows nothing.
    func picture(at time: CMTime) throws -> LayerPicture? {
        let reached = CMTimeMaximum(position, current?.range.end ?? .zero)
        if pictures == nil || time > CMTimeMaximum(reached, pending?.start ?? .zero) + Self.patience {
            try open(at: time)
        }
        position = time
        while current.map({ $0.range.end <= time }) ?? true {
            if pending == nil { pending = try pictures?.next(into: slot) }
            guard let range = pending, range.start <= time else { return nil }
            let description = pictures?.source?.facts.video.map { PictureDescription($0) } ?? PictureDescription()
            current = (try LayerPicture(slot, description), range)
            pending = nil
        }
        return current?.picture
    }

    private func open(at time: CMTime) throws {
        (current, pending) = (nil, nil)
        slot.clear()
        pictures = try TrackPictures(
            of: track,
            in: CMTimeRange(start: time, duration: .positiveInfinity),
            session,
            options
        )
    }
}
