internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitInterchange
internal import CMTimeLib
internal import Foundation

extension AKEditDocument {
    /// Makes a document of a sequence, for other programs to read. Its assets are opened.
    ///
    /// ```swift
    /// var sequence = AKSequence(parts: [
    ///     .init(AVURLAsset(url: URL(filePath: "beach.mp4"))),
    ///     .init(AVURLAsset(url: URL(filePath: "party.mov"))),
    /// ])
    /// sequence.dissolveDuration = CMTime(value: 1, timescale: 1)
    /// let document = try await AKEditDocument(sequence: sequence, name: "Holiday")
    /// try document.write(to: URL(filePath: "holiday.otio"))
    /// ```
    ///
    /// Dissolves become transitions, of pictures and of sound; fades become opacities and volumes of clips. A colour behind the
    /// pictures, and overlays, have no place in a document, which ``warnings`` say.
    ///
    /// - Throws: An ``AVError`` that names the part that cannot be taken, that is shorter than the dissolves beside it, or that is
    ///   in no file.
    public init(sequence: AKSequence, name: String = "") async throws {
        var parts: [SequencePart] = []
        for part in sequence.parts { parts.append(try await SequencePart(part)) }
        let maker = try await SequenceDocument(sequence, parts)
        self.init(try await maker.document(named: name), folder: "/")
    }
}
