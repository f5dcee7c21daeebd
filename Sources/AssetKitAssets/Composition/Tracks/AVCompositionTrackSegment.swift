internal import AssetKitEdits
public import AssetKitMedia
package import AssetKitSources
public import CMTimeLib
public import Foundation

/// A segment of a track of a composition: a range of a file's track on a range of the composition's timeline, or nothing.
///
/// ```swift
/// let file = URL(filePath: "holiday.mov")
/// let second = CMTimeRange(start: CMTime(value: 3, timescale: 1), duration: CMTime(value: 1, timescale: 1))
/// let begin = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
/// let track = AVMutableComposition().addMutableTrack(withMediaType: .video, preferredTrackID: 1)
/// track?.segments = [
///     AVCompositionTrackSegment(url: file, trackID: 1, sourceTimeRange: second, targetTimeRange: begin)
/// ]
/// ```
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    // SAFETY: fixed after init.
    let value: CompositionState.Segment

    init(_ value: CompositionState.Segment) {
        self.value = value
        super.init(value.mapping)
    }

    /// A segment in which nothing shows.
    public convenience init(timeRange: CMTimeRange) {
        self.init(CompositionState.Segment(empty: timeRange))
    }

    /// A range of a file's track on a range of the composition's timeline. Where the two are not as long as each other, it
    /// plays faster or slower. The composition opens the file when something of it is needed.
    public convenience init(
        url URL: URL,
        trackID: CMPersistentTrackID,
        sourceTimeRange: CMTimeRange,
        targetTimeRange: CMTimeRange
    ) {
        let source = CompositionSource(media: .file(URL), trackID: trackID)
        self.init(
            CompositionState.Segment(
                source: source,
                mapping: CMTimeMapping(source: sourceTimeRange, target: targetTimeRange)
            )
        )
    }

    /// The file; nil where nothing shows, and for bytes in memory.
    open var sourceURL: URL? { value.source?.url }

    /// The track of the file; `kCMPersistentTrackID_Invalid` where nothing shows.
    open var sourceTrackID: CMPersistentTrackID { value.source?.trackID ?? kCMPersistentTrackID_Invalid }

    /// What is known of the file; nil where nothing shows, and while the file is only named.
    package var sourceFacts: MediaFacts? {
        guard case .loaded(let media)? = value.source?.media else { return nil }
        return media.asset.facts
    }
}
