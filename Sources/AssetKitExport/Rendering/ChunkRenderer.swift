internal import AssetKitBase
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib

/// Encodes the pictures that begin in one part of the timeline. Not Sendable: one thread owns it.
final class ChunkRenderer {
    private let pictures: ChunkPictures
    private let encoder: PictureEncoder
    private let rendersApart: Bool

    /// `isEdge`: the chunk is the edge of a cut, alone at work for a short time. `pass`: which of two passes it is.
    init(
        _ rendering: PictureRendering,
        number: Int,
        of source: TrackSource,
        in range: CMTimeRange,
        at speed: Speed = .normal,
        _ session: ReadingSession,
        isEdge: Bool = false,
        pass: EncoderPass? = nil
    ) throws {
        pictures = try ChunkPictures(
            rendering,
            number: number,
            of: source,
            in: range,
            at: speed,
            session,
            isEdge: isEdge
        )
        encoder = try PictureEncoder(rendering.encoding, pass)
        rendersApart = rendering.rendersApart
    }

    /// Does all of it, and hands on samples as they are finished. `check` is asked again and again, and told when the source
    /// shows the picture that is next. `crew`: where the thread belongs that makes the pictures apart; nil for none.
    func run(
        _ crew: ExportCrew? = nil,
        _ check: (CMTime) throws -> Void,
        _ body: (SinkSample) throws -> Void
    ) throws {
        if let crew, rendersApart {
            let made = rendered(crew)
            defer { made.close() }
            while let picture = try made.take() {
                try check(picture.sourceTime)
                try encode(picture, body)
            }
        } else {
            while let picture = try pictures.next(check) { try encode(picture, body) }
        }
        try encoder.finish(body)
    }

    /// The pictures, made on a thread of their own, one ahead of who takes them.
    private func rendered(_ crew: ExportCrew) -> BoundedQueue<ChunkPicture> {
        let made = BoundedQueue<ChunkPicture>(capacity: 1)
        // SAFETY: nobody but that thread uses it from here on.
        nonisolated(unsafe) let pictures = pictures
        crew.add("assetkit.export.rendering") {
            do {
                while let picture = try pictures.next({ _ in try crew.check() }) {
                    guard made.put(picture) else { return }
                }
                made.finish()
            } catch {
                made.finish(error)
            }
        }
        return made
    }

    private func encode(_ picture: ChunkPicture, _ body: (SinkSample) throws -> Void) throws {
        try encoder.encode(picture.memory.frame, at: picture.time, duration: picture.duration, body)
    }
}
