public import AssetKitAssets
internal import AssetKitInterchange

extension AKEditDocument {
    /// An edit with its media opened.
    public struct OpenedEdit: Sendable {
        /// Tracks of pictures, and of sound. Clips between which there is a transition lie on two that take turns.
        public let composition: AVMutableComposition
        /// Transitions, opacities, transforms and crops, pictures over each other, and pictures that are turned in several ways;
        /// nil where pictures follow each other as they are, on one track.
        public let videoComposition: AVVideoComposition?
        /// How loud the clips are; nil where all are as loud as they are.
        public let audioMix: AVAudioMix?
        /// What of the document is not in it, a sentence each; those of the document itself come first.
        public let warnings: [String]
    }

    /// Opens the media and makes a composition of the edit.
    ///
    /// Of several tracks of pictures the first is the lowest. Pictures are fitted into the document's frame, in the middle, or
    /// laid where the document says; without a size in the document the frame is as large as the first pictures. Every
    /// transition is a dissolve, of sound too. It is as long as there are media on both sides of its cut. Where clips follow each
    /// other on one track, with cuts and transitions alone, frames begin with the pictures of clips that have as many in a second
    /// as the document, as those of an ``AKSequence`` do, so that what is beside transitions can be copied. For a moment in which
    /// only the sound of their file has begun, or goes on, up to 0.1 s, the first picture and the last one show.
    ///
    /// What cannot be shown is empty, black and silent, and in the warnings: media that are missing, that cannot be opened or
    /// that are not that long, and clips that play backwards. It lasts until the edit ends, and the edit's chapters are its chapters.
    ///
    /// - Parameter allowsReferences: Whether media may be opened that are not in the document's folder or below it: other
    ///   files of this machine, and addresses. Without it they are an error.
    /// - Returns: The composition, how loud its clips are, and what is not in it.
    /// - Throws: An ``AVError``; `.referenceForbiddenByReferencePolicy` where references would have to be allowed.
    public func composition(allowsReferences: Bool = false) async throws -> OpenedEdit {
        let media = MediaOpener(folder: folder, allowsReferences: allowsReferences)
        var builder = EditBuilder(document, media: media, fitsPictures: fitsPictures)
        return try await builder.build()
    }
}
