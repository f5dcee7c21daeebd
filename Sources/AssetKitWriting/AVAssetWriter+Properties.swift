public import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AVAssetWriter {
    /// What is said about the file.
    public var metadata: [AVMetadataItem] {
        get { value(\.metadata) }
        set { set("metadata", \.metadata, newValue) }
    }

    /// Whether a movie is laid out so that playing can begin before all of it is there. Costs moving the samples once, at the
    /// end.
    public var shouldOptimizeForNetworkUse: Bool {
        get { value(\.shouldOptimizeForNetworkUse) }
        set { set("shouldOptimizeForNetworkUse", \.shouldOptimizeForNetworkUse, newValue) }
    }

    /// Whether the new file takes the place of one that has its name, at the moment when it is complete. False unless set:
    /// then the start fails where there is a file. An addition to AVFoundation.
    public var akReplacesExistingFile: Bool {
        get { value(\.replacesExistingFile) }
        set { set("akReplacesExistingFile", \.replacesExistingFile, newValue) }
    }

    /// How often what has been written is made to last: with it, a movie (QuickTime, MPEG-4) is there under its name from the
    /// beginning and stays playable when the program is killed or the disk is full; so is a file of sound (WAVE, AIFF, Core Audio)
    /// that is encoded as linear PCM, other than in AVFoundation. Invalid, for not at all, unless set.
    public var movieFragmentInterval: CMTime {
        get { value(\.movieFragmentInterval) }
        set {
            require(
                !newValue.isValid || newValue > .zero,
                "AVAssetWriter.movieFragmentInterval: \(newValue) is no interval"
            )
            set("movieFragmentInterval", \.movieFragmentInterval, newValue)
        }
    }

    /// The same for the first time; ``movieFragmentInterval`` where it is invalid.
    public var initialMovieFragmentInterval: CMTime {
        get { value(\.initialMovieFragmentInterval) }
        set { set("initialMovieFragmentInterval", \.initialMovieFragmentInterval, newValue) }
    }

    /// The number of the first fragment, at least 1. Kept, and without effect: fragments begin at 1 here.
    public var initialMovieFragmentSequenceNumber: Int {
        get { value(\.initialMovieFragmentSequenceNumber) }
        set {
            require(newValue >= 1, "AVAssetWriter.initialMovieFragmentSequenceNumber: \(newValue) is less than 1")
            set("initialMovieFragmentSequenceNumber", \.initialMovieFragmentSequenceNumber, newValue)
        }
    }

    /// Whether fragments of several writers can be combined. Kept, and without effect here.
    public var producesCombinableFragments: Bool {
        get { value(\.producesCombinableFragments) }
        set { set("producesCombinableFragments", \.producesCombinableFragments, newValue) }
    }

    /// Ticks of a second that durations and edits of a movie count; 0 for what makes them exact.
    public var movieTimeScale: CMTimeScale {
        get { value(\.movieTimeScale) }
        set {
            require(newValue >= 0, "AVAssetWriter.movieTimeScale: \(newValue) is no scale")
            set("movieTimeScale", \.movieTimeScale, newValue)
        }
    }

    /// About how long it will be; invalid where nobody knows.
    public var overallDurationHint: CMTime {
        get { value(\.overallDurationHint) }
        set { set("overallDurationHint", \.overallDurationHint, newValue) }
    }

    /// Where files that are needed meanwhile may be. Kept, and without effect: there are none besides the new file, which is
    /// made where it is to be.
    public var directoryForTemporaryFiles: URL? {
        get { value(\.directoryForTemporaryFiles) }
        set { set("directoryForTemporaryFiles", \.directoryForTemporaryFiles, newValue) }
    }
}
