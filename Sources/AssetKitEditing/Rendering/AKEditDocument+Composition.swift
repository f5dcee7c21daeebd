public import AssetKitAssets
internal import AssetKitInterchange

extension AKEditDocument {
    /// An edit with its media opened.
    public struct OpenedEdit: Sendable {
        /// One track of pictures, and a track of sound for each of the document's that is enabled.
        public let composition: AVMutableComposition
        /// How loud the clips are; nil where all are as loud as they are.
        public let audioMix: AVAudioMix?
        /// What of the document is not in it, a sentence each; those of the document itself come first.
        public let warnings: [String]
    }

    /// Opens the media and makes a composition of the edit.
    ///
    /// Of several tracks of pictures the upper one shows wherever it has a clip. What cannot be shown is empty, black and
    /// silent, and in the warnings: media that are missing, that cannot be opened or that are not that long, and clips that
    /// play backwards. Transitions become cuts, and opacity, transforms and crops are left out; the warnings say which.
    ///
    /// - Parameter allowsReferences: Whether media may be opened that are not in the document's folder or below it: other
    ///   files of this machine, and addresses. Without it they are an error.
    /// - Returns: The composition, how loud its clips are, and what is not in it.
    /// - Throws: An ``AVError``; `.referenceForbiddenByReferencePolicy` where references would have to be allowed.
    public func composition(allowsReferences: Bool = false) async throws -> OpenedEdit {
        var builder = EditBuilder(document, media: MediaOpener(folder: folder, allowsReferences: allowsReferences))
        return try await builder.build()
    }
}
