public import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AVAssetExportSession {
    /// Where the file is to be. Set it before the start; `export(to:as:)` does not look at it.
    public var outputURL: URL? {
        get { currentSettings.outputURL }
        set { change { $0.outputURL = newValue } }
    }

    /// What kind of file it is to be: one of ``supportedFileTypes``. The preset that copies goes by the name's ending
    /// where nothing is set; every other one must be told.
    public var outputFileType: AVFileType? {
        get { currentSettings.outputFileType }
        set {
            if let newValue {
                require(
                    supportedFileTypes.contains(newValue),
                    "AVAssetExportSession.outputFileType: \(presetName) makes no files of the type \(newValue)"
                )
            }
            change { $0.outputFileType = newValue }
        }
    }

    /// The part of the asset's timeline to export: from zero to the end unless something else is set.
    public var timeRange: CMTimeRange {
        get { currentSettings.timeRange }
        set { change { $0.timeRange = newValue } }
    }

    /// What the file says about itself; nil copies the asset's items.
    public var metadata: [AVMetadataItem]? {
        get { currentSettings.metadata }
        set { change { $0.metadata = newValue } }
    }

    /// What of the asset's items is copied; nil for all. Items in ``metadata`` do not go through it.
    public var metadataItemFilter: AVMetadataItemFilter? {
        get { currentSettings.metadataItemFilter }
        set { change { $0.metadataItemFilter = newValue } }
    }

    /// The most bytes that the file may have; 0 for no limit. The whole time range fits into it: where the preset's
    /// quality would take more, bits are saved. Where samples are only copied and take more, exporting fails.
    public var fileLengthLimit: Int64 {
        get { currentSettings.fileLengthLimit }
        set { change { $0.fileLengthLimit = newValue } }
    }

    /// Whether the index of a movie stands in front, so that playing can begin before all of it is there.
    public var shouldOptimizeForNetworkUse: Bool {
        get { currentSettings.shouldOptimizeForNetworkUse }
        set { change { $0.shouldOptimizeForNetworkUse = newValue } }
    }

    /// How sound is made faster or slower: where edits of the source are, and where ``AKExportOptions/speed`` or
    /// ``AKExportOptions/scaledDuration`` of ``akOptions`` ask for it.
    public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { currentSettings.audioTimePitchAlgorithm }
        set {
            let known: [AVAudioTimePitchAlgorithm] = [
                .akSpectralLongWindow, .lowQualityZeroLatency, .spectral, .timeDomain, .varispeed,
            ]
            require(known.contains(newValue), "AVAssetExportSession.audioTimePitchAlgorithm: there is no \(newValue)")
            change { $0.audioTimePitchAlgorithm = newValue }
        }
    }

    /// How loud tracks of sound are, and when: they become one track. It is copied. nil keeps the tracks of a file apart, and
    /// has those of a composition heard together, each at full volume. On sound that the preset copies it has no effect, and a
    /// warning says so; where ``AKExportOptions/audio`` has sound copied, a mix that changes it is refused.
    public var audioMix: AVAudioMix? {
        get { currentSettings.audioMix }
        set {
            let copy = newValue?.copy() as? AVAudioMix
            change { $0.audioMix = copy }
        }
    }

    /// How tracks of pictures are put together; nil shows the first one. It is copied. The preset that copies does not look at
    /// it, and a warning says so; where the tracks of a composition would be lost thereby, or ``AKExportOptions/video`` has
    /// pictures copied, the export is refused.
    public var videoComposition: AVVideoComposition? {
        get { currentSettings.videoComposition?.composition }
        set {
            newValue?.requireUsable(by: "AVAssetExportSession.videoComposition")
            let use = CompositionUse(newValue, after: currentSettings.videoComposition)
            change { $0.videoComposition = use }
        }
    }

    /// The compositor of a client's own that ``videoComposition`` names, made when that was set; nil where it names none.
    public var customVideoCompositor: (any AVVideoCompositing)? {
        currentSettings.videoComposition?.compositor?.compositor
    }

    /// Whether parts of the timeline may be worked on at once. True at first; the file is the same either way.
    public var allowsParallelizedExport: Bool {
        get { currentSettings.allowsParallelizedExport }
        set { change { $0.allowsParallelizedExport = newValue } }
    }

    /// What becomes of tracks of sound that are alternatives to each other. They all are in the file, and stay
    /// alternatives where it can say that.
    public var audioTrackGroupHandling: AVAssetTrackGroupOutputHandling {
        get { currentSettings.audioTrackGroupHandling }
        set { change { $0.audioTrackGroupHandling = newValue } }
    }

    /// Whether the source may be read more than once for the sake of quality. Then H.264 and HEVC with a bit rate
    /// (``AKExportOptions/videoBitRate``) are encoded in two passes: the first measures all pictures, and the second
    /// shares the bits out by that, nearer to the rate, in about twice the time. What aims at a quality, as presets do, gains
    /// nothing by it, and other codecs have one pass. An export with a ``fileLengthLimit`` reads the source as often as it
    /// has to in any case.
    public var canPerformMultiplePassesOverSourceMediaData: Bool {
        get { currentSettings.canPerformMultiplePasses }
        set { change { $0.canPerformMultiplePasses = newValue } }
    }

    /// Where files may lie that are needed on the way: those in which parts of a long film wait for their turn, without a
    /// name, and a hidden folder for what a first of two passes finds. By default they, as what is made itself, lie beside the target.
    public var directoryForTemporaryFiles: URL? {
        get { currentSettings.directoryForTemporaryFiles }
        set { change { $0.directoryForTemporaryFiles = newValue } }
    }

    // MARK: Additions to AVFoundation

    /// What is to be other than the preset says.
    public var akOptions: AKExportOptions {
        get { currentSettings.options }
        set { change { $0.options = newValue } }
    }

    /// How the preset that copies cuts ``timeRange`` out.
    public var akTrimMode: AKTrimMode {
        get { currentSettings.trimMode }
        set { change { $0.trimMode = newValue } }
    }

    /// Whether an ``AKTrimMode/smart`` cut decodes what follows each join, in the source and as it goes into the file,
    /// and compares the pictures. True unless set. Where they differ, more is encoded.
    public var akVerifiesJoins: Bool {
        get { currentSettings.verifiesJoins }
        set { change { $0.verifiesJoins = newValue } }
    }

    /// Whether an ``AKTrimMode/smart`` cut encodes all pictures of a track that cannot be cut that way, and says so in
    /// the result's warnings. True unless set; otherwise such an export fails, and the error says why.
    public var akFallsBackToEncoding: Bool {
        get { currentSettings.fallsBackToEncoding }
        set { change { $0.fallsBackToEncoding = newValue } }
    }

    /// Whether sound that is copied is cut between packets: it begins and ends up to one packet late then, in time with
    /// the pictures. False unless set: it is cut to the sample, and encoded again in an ``AKTrimMode/smart`` cut where
    /// the file cannot say that otherwise.
    public var akCutsSoundBetweenPackets: Bool {
        get { currentSettings.cutsSoundBetweenPackets }
        set { change { $0.cutsSoundBetweenPackets = newValue } }
    }

    /// Whether a file that has the name already is replaced when the new one is complete. False unless set.
    public var akReplacesExistingFile: Bool {
        get { currentSettings.replacesExistingFile }
        set { change { $0.replacesExistingFile = newValue } }
    }
}
