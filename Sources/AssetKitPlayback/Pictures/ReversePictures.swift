internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitSources
internal import CMTimeLib

/// Pictures from a time backwards: stretch by stretch, each decoded forwards from where that can start. One worker owns it.
final class ReversePictures {
    /// So many pictures are held at most; a longer stretch is decoded several times.
    private static let most = 24

    private let media: ItemMedia
    private let track: TrackSource
    private let sync: SyncTimes?
    private unowned let reader: PictureReader
    /// All before this time is to come.
    private var end: CMTime
    private var held: [DecodedPicture] = []

    /// `reader`: keeps this, and has the decoder.
    init(_ media: ItemMedia, _ track: TrackSource, before end: CMTime, _ reader: PictureReader) {
        (self.media, self.track, self.end, self.reader) = (media, track, end, reader)
        sync = SyncTimes(track)
    }

    /// The picture before; nil at the beginning.
    func next() throws -> DecodedPicture? {
        if held.isEmpty, end > .zero { try fill() }
        return held.popLast()
    }

    private func fill() throws {
        var window = CMTime(value: 1, timescale: 2)
        while held.isEmpty, end > .zero {
            // A moment before, so that the one that decoding starts with is not the end itself.
            let moment = CMTimeMaximum(end - CMTime(value: 1, timescale: 1000), .zero)
            let key = sync?.around(moment, track).before
            let start = CMTimeMaximum(
                CMTimeMinimum(key ?? end - window, end - CMTime(value: 1, timescale: 1000)),
                .zero
            )
            let pictures = try reader.pictures(from: start, until: end, isReverse: true)
            while let shown = try pictures.next(into: reader.frame) {
                held.append(try media.picture(reader.frame, shown, pictures.source ?? track, pictures.problem))
                if held.count > Self.most { held.removeFirst() }
            }
            end = held.first?.range.start ?? start
            window = CMTimeMultiply(window, multiplier: 2)
        }
    }
}
