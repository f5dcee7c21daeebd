internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib

/// What a type of files can hold, as far as planning depends on it.
struct ExportContainer: Sendable {
    let fileType: AVFileType

    init(_ fileType: AVFileType) { self.fileType = fileType }

    var hasFragments: Bool { MediaSinks.canHave(.fragmented(interval: .zero), in: fileType) }
    /// Pictures that are encoded are stored as they were, and the file says how to turn them. Matroska can say it, but
    /// not all players listen: what is made for them is turned itself, and what keeps to its source is not.
    func turns(_ transform: CGAffineTransform?, keepingSource: Bool) -> Bool {
        guard MediaSinks.canHoldEdits(fileType) || keepingSource else { return false }
        return MediaSinks.obstacle(toTurn: transform ?? .identity, in: fileType) == nil
    }
    var holdsPictures: Bool { MediaSinks.mediaTypes(in: fileType).contains(.video) }
    var holdsSeveralSounds: Bool { !MediaSinks.isSingleSound(fileType) }

    /// A composition's sounds are heard together, unless a client has them copied: what is told then, where there are so many.
    func lossOfMix(_ soundCount: Int, of loaded: LoadedAsset, _ options: AKExportOptions) -> String? {
        guard loaded.composed != nil, options.audio == .copied, soundCount > 1, holdsSeveralSounds else { return nil }
        return "\(soundCount) tracks of sound are copied beside each other, and are not mixed"
    }
}
