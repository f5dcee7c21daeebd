public import AssetKitAssets
internal import AssetKitBase
internal import Foundation

/// Inputs whose tracks are alternatives, such as the sound in several languages: players present one of them.
///
/// ```swift
/// let writer = try AVAssetWriter(url: URL(filePath: "film.mp4"), fileType: .mp4)
/// let settings: [String: Any] = [
///     AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
/// ]
/// let inputs = ["en", "fr"].map { language in
///     let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
///     input.extendedLanguageTag = language
///     writer.add(input)
///     return input
/// }
/// let languages = AVAssetWriterInputGroup(inputs: inputs, defaultInput: inputs.first)
/// if writer.canAdd(languages) { writer.add(languages) }
/// ```
///
/// SAFETY: fixed after init.
open class AVAssetWriterInputGroup: AVMediaSelectionGroup, @unchecked Sendable {
    /// The alternatives.
    public let inputs: [AVAssetWriterInput]
    /// What players present unless told otherwise; nil for none of them.
    public let defaultInput: AVAssetWriterInput?

    /// Makes a group. The default must be one of the inputs.
    public init(inputs: [AVAssetWriterInput], defaultInput: AVAssetWriterInput?) {
        require(
            defaultInput.map { wanted in inputs.contains { $0 === wanted } } ?? true,
            "AVAssetWriterInputGroup: the default input is none of the inputs"
        )
        self.inputs = inputs
        self.defaultInput = defaultInput
        super.init(options: [], defaultOption: nil, allowsEmptySelection: defaultInput == nil, characteristic: nil)
    }
}
