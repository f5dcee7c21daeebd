internal import AssetKitBase
public import CMTimeLib
public import Foundation

/// Metadata items for a stretch of the timeline, such as a chapter.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "audiobook.m4b"))
/// let languages = Locale.preferredLanguages
/// for chapter in try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: languages) {
///     print(chapter.timeRange.start.seconds, chapter.items.first?.stringValue ?? "")
/// }
/// ```
///
/// Chapters come from ``AVAsset``; groups out of tracks of timed metadata from `outputMetadataProvider(for:)` of an
/// ``AVAssetReader``. New ones go into a file by ``AVAssetWriterInputMetadataAdaptor``.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
    /// Makes a group of items for a stretch of the timeline.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        super.init(content: MetadataGroupContent(items: items, timeRange: timeRange))
    }

    /// Makes a group without items, for no time.
    public convenience override init() {
        self.init(items: [], timeRange: .invalid)
    }

    package override init(content: MetadataGroupContent) {
        super.init(content: content)
    }

    /// When the items hold.
    open var timeRange: CMTimeRange { content.withLock { $0.timeRange } }

    /// The same group where it does not change, otherwise one with what it holds now.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A group with the same items that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableTimedMetadataGroup(content: content.withLock { $0 })
    }
}

/// A timed metadata group that can be changed.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
    /// The items.
    open override var items: [AVMetadataItem] {
        get { super.items }
        set { content.withLock { $0.items = newValue } }
    }

    /// When the items hold.
    open override var timeRange: CMTimeRange {
        get { super.timeRange }
        set { content.withLock { $0.timeRange = newValue } }
    }

    /// A group with the same items that does not change.
    open override func copy(with zone: NSZone? = nil) -> Any {
        AVTimedMetadataGroup(content: content.withLock { $0 })
    }
}
