public import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
package import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Appends groups of timed metadata to an input.
///
/// ```swift
/// let place = AVMutableMetadataItem()
/// place.identifier = .quickTimeMetadataLocationISO6709
/// place.dataType = kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709 as String
/// place.value = "+48.8577+002.295/" as NSString
/// let range = CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 1))
/// let group = AVTimedMetadataGroup(items: [place], timeRange: range)
/// let writer = try AVAssetWriter(url: URL(filePath: "places.mov"), fileType: .mov)
/// let hint = group.copyFormatDescription()
/// let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: hint)
/// let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
/// writer.add(input)
/// try writer.start()
/// writer.startSession(atSourceTime: .zero)
/// if input.isReadyForMoreMediaData { adaptor.append(group) }
/// input.markAsFinished()
/// await writer.finishWriting()
/// ```
open class AVAssetWriterInputMetadataAdaptor: NSObject, @unchecked Sendable {
    /// Where the groups go.
    public let assetWriterInput: AVAssetWriterInput

    /// Makes an adaptor, one for an input, before writing starts. The input has a format hint of timed metadata, such as
    /// ``AVTimedMetadataGroup/copyFormatDescription()`` gives.
    public init(assetWriterInput input: AVAssetWriterInput) {
        let name = "AVAssetWriterInputMetadataAdaptor"
        require(input.mediaType == .metadata, "\(name): the input takes no metadata")
        require(input.sourceFormatHint != nil, "\(name): the input has no format hint")
        let isFirst = input.setup.withLock { setup in
            defer { setup.hasAdaptor = true }
            return !setup.hasAdaptor
        }
        require(isFirst, "\(name): the input has an adaptor")
        assetWriterInput = input
        super.init()
    }

    /// Appends a group; false when the writer has failed or was cancelled, and when an item has no place in the format hint
    /// or no value: that makes the writer fail. The input must be ready.
    @discardableResult
    open func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
        do {
            let buffer = try timedMetadataGroup.makeSampleBuffer(for: assetWriterInput)
            return assetWriterInput.append(buffer, as: "AVAssetWriterInputMetadataAdaptor.append")
        } catch {
            assetWriterInput.feedFailed(error)
            return false
        }
    }
}

extension AVTimedMetadataGroup {
    /// Throws where the group cannot be a sample of a format.
    package func check(_ format: CMFormatDescription) throws { _ = try BoxedMetadataSample.bytes(of: items, format) }

    /// The sample of boxed metadata that says what the group says, in the format of an input's hint.
    func makeSampleBuffer(for input: AVAssetWriterInput) throws -> CMSampleBuffer {
        guard let format = input.sourceFormatHint, format.mediaSubType.rawValue == kCMMetadataFormatType_Boxed else {
            throw MediaProblem(
                code: .formatUnsupported,
                reason: "groups of metadata can be appended to an input with a format hint of boxed metadata"
            )
        }
        let bytes = try BoxedMetadataSample.bytes(of: items, format)
        let timing = CMSampleTimingInfo(
            duration: timeRange.duration,
            presentationTimeStamp: timeRange.start,
            decodeTimeStamp: .invalid
        )
        return try CMSampleBuffer(
            dataBuffer: try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
            formatDescription: format,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [bytes.count]
        )
    }
}
