public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Takes the segments of a writer that makes no file.
///
/// ```swift
/// final class Segments: AVAssetWriterDelegate {
///     func assetWriter(
///         _ writer: AVAssetWriter,
///         didOutputSegmentData segmentData: Data,
///         segmentType: AVAssetSegmentType,
///         segmentReport: AVAssetSegmentReport?
///     ) {
///         print(segmentType == .initialization ? "header" : "segment", segmentData.count)
///     }
/// }
///
/// let segments = Segments()
/// let writer = AVAssetWriter(contentType: .mpeg4Movie)
/// writer.outputFileTypeProfile = .mpeg4AppleHLS
/// writer.preferredOutputSegmentInterval = CMTime(value: 6, timescale: 1)
/// writer.initialSegmentStartTime = .zero
/// writer.delegate = segments
/// ```
///
/// The writer does not hold its delegate. It waits for a delegate that takes long, so that a few segments at most are
/// in memory.
public protocol AVAssetWriterDelegate: AnyObject, Sendable {
    /// Takes a segment, with a report of what is in it. Called on a queue of the writer's, one segment after the other.
    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    )

    /// Takes a segment. Called by the other one unless that is there.
    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType
    )
}

extension AVAssetWriterDelegate {
    /// Hands the segment on without the report.
    public func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {
        assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
    }

    /// Does nothing.
    public func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType
    ) {}
}

/// What a segment is for.
public enum AVAssetSegmentType: Int, Sendable {
    /// It says what the tracks are like, and holds no samples.
    case initialization = 1
    /// It holds samples, which can be played after the initialization segment and without the other ones.
    case separable = 2
}

/// What is in a segment.
open class AVAssetSegmentReport: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init.
    /// What the segment is for.
    public let segmentType: AVAssetSegmentType
    /// What it holds of each track.
    public let trackReports: [AVAssetSegmentTrackReport]

    init(_ segmentType: AVAssetSegmentType, _ trackReports: [AVAssetSegmentTrackReport]) {
        self.segmentType = segmentType
        self.trackReports = trackReports
        super.init()
    }
}

/// What a segment holds of a track.
open class AVAssetSegmentTrackReport: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init.
    /// The track.
    public let trackID: CMPersistentTrackID
    /// What kind of media it holds.
    public let mediaType: AVMediaType
    /// When the first of the segment's samples is shown; invalid where there is none.
    public let earliestPresentationTimeStamp: CMTime
    /// How long the segment's samples last together; invalid where there is none.
    public let duration: CMTime
    /// The first picture in the segment's data; nil where there is none.
    public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

    init(
        trackID: CMPersistentTrackID,
        mediaType: AVMediaType,
        earliestPresentationTimeStamp: CMTime,
        duration: CMTime,
        firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?
    ) {
        self.trackID = trackID
        self.mediaType = mediaType
        self.earliestPresentationTimeStamp = earliestPresentationTimeStamp
        self.duration = duration
        self.firstVideoSampleInformation = firstVideoSampleInformation
        super.init()
    }
}

/// Where a sample lies in a segment.
open class AVAssetSegmentReportSampleInformation: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init.
    /// When it is shown.
    public let presentationTimeStamp: CMTime
    /// How many bytes of the segment are before it.
    public let offset: Int
    /// How many bytes it has.
    public let length: Int
    /// Whether it can be decoded without others.
    public let isSyncSample: Bool

    init(presentationTimeStamp: CMTime, offset: Int, length: Int, isSyncSample: Bool) {
        (self.presentationTimeStamp, self.offset) = (presentationTimeStamp, offset)
        (self.length, self.isSyncSample) = (length, isSyncSample)
        super.init()
    }
}
