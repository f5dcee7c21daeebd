internal import AssetKitMedia
internal import AssetKitSources

extension LoadedAsset {
    /// What tells local files apart, and what assets know of them: those of equal files say and read the same.
    package struct File: Hashable, Sendable {
        /// References to other files begin with it, and messages name it.
        private let path: String
        private let state: FileState
        private let fileType: AVFileType?
        private let isPrecise: Bool
        private let restrictions: AVAssetReferenceRestrictions
        private let limits: AKOpeningLimits

        /// nil for what may be another one each time it is opened.
        fileprivate init?(_ loaded: LoadedAsset) {
            let (facts, input) = (loaded.facts, loaded.input)
            guard case .file(let path) = input.place, let state = facts.fileState, facts.byteCount != nil else {
                return nil
            }
            (self.path, self.state, isPrecise) = (path, state, facts.isPrecise)
            (fileType, restrictions, limits) = (input.fileType, input.restrictions, input.limits)
        }
    }

    /// The file that it is of; nil for what may be another one each time it is opened.
    package var file: File? { File(self) }
}
