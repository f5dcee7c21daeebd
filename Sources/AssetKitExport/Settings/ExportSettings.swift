internal import AssetKitAssets
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// What a client has set on a session. A plain value: an export goes by what was set when it began.
struct ExportSettings: Sendable {
    var outputURL: URL?
    var outputFileType: AVFileType?
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var metadata: [AVMetadataItem]?
    var metadataItemFilter: AVMetadataItemFilter?
    /// In bytes; 0 for none.
    var fileLengthLimit: Int64 = 0
    var shouldOptimizeForNetworkUse = false
    var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral
    var audioMix: AVAudioMix?
    var videoComposition: CompositionUse?
    var allowsParallelizedExport = true
    var audioTrackGroupHandling: AVAssetTrackGroupOutputHandling = []
    var canPerformMultiplePasses = false
    var directoryForTemporaryFiles: URL?
    var options = AKExportOptions()
    /// What follows from the options for a source that is known; those who want the speed to count set it.
    var speed = Speed.normal
    var trimMode = AKTrimMode.presentsExactly
    var verifiesJoins = true
    var fallsBackToEncoding = true
    var cutsSoundBetweenPackets = false
    var replacesExistingFile = false
    /// Set by those who know that nothing else is asked of a composition's sound.
    var untouchedSound = UntouchedSound.encoded
    /// What is wanted where clips meet. Set by those who join, whose file is made as one of several clips also where it is of
    /// one; others need not set it.
    var joints: JointWishes?
    /// What is made is a clip of an edit, whose other sources are open meanwhile.
    var isOfEdit = false

    /// How the bytes of a movie lie.
    var layout: SinkPlan.Layout {
        if let interval = options.fragmentInterval { return .fragmented(interval: interval) }
        return shouldOptimizeForNetworkUse ? .indexFirst : .plain
    }
}
