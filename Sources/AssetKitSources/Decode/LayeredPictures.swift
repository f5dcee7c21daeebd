internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import CMTimeLib

/// The pictures of a layered track over a range: each is put together of those that its tracks show then. Only tracks that show
/// are decoded. Not Sendable: one stage owns it.
final class LayeredPictures: PictureSequence {
    private let track: LayeredTrack
    private let session: ReadingSession
    private let readers: LayerReaders
    private let compositor: PictureCompositor
    private var times: LayerTimes
    /// The last picture, and what it was made of.
    private var last: (layers: [ResolvedLayer], pictures: [LayerPicture?], background: LayerProgram.Color)?
    private let lastFrame = Frame()

    init(_ track: LayeredTrack, in range: CMTimeRange, _ session: ReadingSession, _ options: TrackPictures.Options) {
        (self.track, self.session) = (track, session)
        readers = LayerReaders(track, session, options)
        compositor = PictureCompositor(track.output(keepsAlpha: options.keepsAlpha))
        times = LayerTimes(track, in: range)
    }

    /// The library's own compositor makes every picture.
    var problem: (any Error)? { nil }

    func next(into frame: borrowing Frame) throws -> CMTimeRange? {
        guard let range = times.next() else { return nil }
        try session.flag.check()
        guard let program = track.program(at: range.start) else {
            throw MediaProblem.withoutInstruction(at: range.start)
        }
        readers.keep(program.trackIDs)
        let (layers, pictures) = try shown(program.layers(at: range.start), at: range.start)
        // What nothing has changed in is the same picture.
        if !isLast(layers, pictures, program.background) {
            lastFrame.take(from: try compositor.compose(layers, of: pictures, over: program.background))
            last = (layers, layers.map { pictures[$0.trackID] }, program.background)
        }
        try frame.share(lastFrame)
        return range
    }

    /// Whether the last picture was made of the same. It holds what it was made of: another picture could else come to lie at
    /// the same place in memory.
    private func isLast(
        _ layers: [ResolvedLayer],
        _ pictures: [Int32: LayerPicture],
        _ background: LayerProgram.Color
    ) -> Bool {
        guard let last, last.layers == layers, last.background == background else { return false }
        return zip(layers, last.pictures).allSatisfy { pictures[$0.trackID] === $1 }
    }

    /// The layers of which something shows, the lowest first, with their pictures: nothing below one that hides all is looked
    /// at.
    private func shown(
        _ layers: [ResolvedLayer],
        at time: CMTime
    ) throws -> (layers: [ResolvedLayer], pictures: [Int32: LayerPicture]) {
        var shown: [ResolvedLayer] = []
        var pictures: [Int32: LayerPicture] = [:]
        for layer in layers.reversed() {
            guard let picture = try pictures[layer.trackID] ?? readers.picture(of: layer.trackID, at: time) else {
                continue
            }
            pictures[layer.trackID] = picture
            shown.append(layer)
            if layer.hides(width: track.width, height: track.height, with: picture.size) { break }
        }
        return (shown.reversed(), pictures)
    }
}
