public import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Gives the timed metadata of a track as groups of items instead of samples.
open class AVAssetReaderOutputMetadataAdaptor: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init; the output synchronises itself.
    /// The output that is read.
    public let assetReaderTrackOutput: AVAssetReaderTrackOutput

    /// Makes an adaptor of an output of a track of metadata without settings. From now on nobody else may read it.
    public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
        let name = "AVAssetReaderOutputMetadataAdaptor"
        require(trackOutput.mediaType == .metadata, "\(name): the track is none of metadata")
        require(trackOutput.outputSettings == nil, "\(name): the output has settings")
        require(trackOutput.adopt(), "\(name): the output has an adaptor")
        assetReaderTrackOutput = trackOutput
        super.init()
    }

    /// The next group, waited for; nil when there are none: the reader's status tells why. A sample that says that nothing
    /// is known any more gives a group without items.
    open func nextTimedMetadataGroup() -> AVTimedMetadataGroup? {
        guard let sample = assetReaderTrackOutput.nextSample() else { return nil }
        let time = CMTimeRange(start: sample.outputPresentationTimeStamp, duration: sample.outputDuration)
        return AVTimedMetadataGroup(sampleBuffer: sample) ?? AVTimedMetadataGroup(items: [], timeRange: time)
    }
}
