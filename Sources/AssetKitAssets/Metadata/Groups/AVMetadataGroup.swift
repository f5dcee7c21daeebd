internal import AssetKitBase
internal import CMTimeLib
public import Foundation

/// Metadata items that belong together.
///
/// SAFETY: all that changes is behind the lock of `content`.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
    let content: Protected<MetadataGroupContent>

    init(content: MetadataGroupContent) {
        self.content = Protected(content)
        super.init()
    }

    /// Makes a group without items.
    public override init() {
        content = Protected(MetadataGroupContent())
        super.init()
    }

    /// The items.
    open var items: [AVMetadataItem] { content.withLock { $0.items } }

    /// What kind of group it is, where the media say so.
    open var classifyingLabel: String? { content.withLock { $0.classifyingLabel } }

    /// What tells the group from all others, where the media say so.
    open var uniqueID: String? { content.withLock { $0.uniqueID } }
}

/// Everything that a group holds, as one value.
package struct MetadataGroupContent {
    var items: [AVMetadataItem] = []
    var classifyingLabel: String?
    var uniqueID: String?
    var timeRange = CMTimeRange.invalid
    var startDate = Date(timeIntervalSinceReferenceDate: 0)
    var endDate: Date?
}
