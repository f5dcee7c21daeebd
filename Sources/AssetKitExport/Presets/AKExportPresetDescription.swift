public import AssetKitMedia

/// What a preset stands for, in words. An addition to AVFoundation.
///
/// ```swift
/// for name in AVAssetExportSession.allExportPresets() {
///     guard let preset = AKExportPresetDescription(presetName: name) else { continue }
///     print(name, preset.summary, preset.fileTypes.map(\.rawValue))
/// }
/// ```
public struct AKExportPresetDescription: Sendable, Hashable {
    /// The name of the preset.
    public let presetName: String
    /// One line for people.
    public let summary: String
    /// The types of files that it makes, the best one first.
    public let fileTypes: [AVFileType]

    /// Finds the preset of a name; nil where there is none.
    public init?(presetName: String) {
        guard let preset = ExportPreset(named: presetName) else { return nil }
        self.presetName = presetName
        summary = preset.summary
        fileTypes = preset.fileTypes
    }
}
