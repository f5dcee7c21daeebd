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

    /// `isEdge`: the part is the edge of a cut, alone at work for a short time. `pass`: which of two passes it is.
    init(
        _ work: PictureRendering,
        number: Int,
        of source: TrackSource,
        in range: CMTimeRange,
        at speed: Speed = .normal,
        _ session: ReadingSession,
        isEdge: Bool = false,
        pass: EncoderPass? = nil
    ) throws {
        pictures = try ChunkPictures(work, number: number, of: source, in: range, at: speed, session, isEdge: isEdge)
        encoder = try PictureEncoder(work.encoding, pass)
        rendersApart = work.rendersApart
    }

    /// Does all of it, and hands on samples as they are finished. `check` is asked before every picture, and told when the
    /// source shows it.
    func run(_ check: (CMTime) throws -> Void, _ body: (SinkSample) throws -> Void) throws {
        // SAFETY: nobody but the thread that makes the pictures uses it from here on.
        nonisolated(unsafe) let pictures = pictures
        if rendersApart {
            let pump = Pump(name: "assetkit.export.rendering", ahead: 1) { try pictures.next() }
            defer { pump.stop() }
            try encode({ try pump.next() }, check, body)
        } else {
            try encode({ try pictures.next() }, check, body)
        }
        try encoder.finish(body)
    }

    private func encode(
        _ next: () throws -> ChunkPicture?,
        _ check: (CMTime) throws -> Void,
        _ body: (SinkSample) throws -> Void
    ) throws {
        while let picture = try next() {
            try check(picture.sourceTime)
            try encoder.encode(picture.memory.frame, at: picture.time, duration: picture.duration, body)
        }
    }
}
