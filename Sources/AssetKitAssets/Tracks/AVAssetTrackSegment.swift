public import CMTimeLib
public import Foundation

/// A stretch of a track: which part of the media shows when, at what speed.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "edited.mp4"))
/// for track in try await asset.load(.tracks) {
///     for segment in track.segments {
///         let mapping = segment.timeMapping
///         print(mapping.target.start.seconds, segment.isEmpty ? "nothing" : "shows \(mapping.source.start.seconds)")
///     }
/// }
/// ```
///
/// Segments are the file's own edit list, without gaps between them. A track without one has a single segment.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init.
    private let mapping: CMTimeMapping

    init(_ mapping: CMTimeMapping) {
        self.mapping = mapping
        super.init()
    }

    /// From the media's own timeline to the asset's.
    open var timeMapping: CMTimeMapping { mapping }

    /// Nothing shows: the source has no start.
    open var isEmpty: Bool { mapping.isEmpty }
}
