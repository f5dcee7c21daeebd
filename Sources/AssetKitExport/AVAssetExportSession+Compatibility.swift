public import AssetKitAssets
public import AssetKitMedia
internal import Dispatch
internal import Foundation

extension AVAssetExportSession {
    /// The names of all presets, but for the one that copies.
    public class func allExportPresets() -> [String] { ExportPreset.all.filter { !$0.copies }.map(\.name) }

    /// The names of the presets that make something of an asset, but for the one that copies. Loads the asset where that
    /// has not happened; for one that cannot be opened there are none.
    public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        guard let facts = asset.facts else { return [] }
        return ExportPreset.all.filter { !$0.copies && $0.fits(facts) }.map(\.name)
    }

    /// Finds out whether a preset makes a file of a type of an asset; nil stands for any type.
    @preconcurrency
    public class func determineCompatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        DispatchQueue.exports.async {
            guard let preset = ExportPreset(named: presetName), let facts = asset.facts else { return handler(false) }
            handler(preset.fits(facts, in: outputFileType))
        }
    }

    /// Whether a preset makes a file of a type of an asset; nil stands for any type.
    public class func compatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            determineCompatibility(ofExportPreset: presetName, with: asset, outputFileType: outputFileType) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// The types of files that the preset makes.
    public var supportedFileTypes: [AVFileType] { preset.fileTypes }

    /// Finds out which types of files the preset makes of this asset.
    @preconcurrency
    public func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
        let (asset, preset) = (asset, preset)
        DispatchQueue.exports.async { handler(asset.facts.map { preset.fileTypes(for: $0) } ?? []) }
    }

    /// The types of files that the preset makes of this asset.
    public var compatibleFileTypes: [AVFileType] {
        get async {
            await withCheckedContinuation { continuation in
                determineCompatibleFileTypes { continuation.resume(returning: $0) }
            }
        }
    }
}
