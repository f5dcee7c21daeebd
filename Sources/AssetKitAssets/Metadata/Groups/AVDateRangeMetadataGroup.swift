internal import AssetKitBase
public import Foundation

/// Metadata items for a stretch of time in the world.
open class AVDateRangeMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
    /// Makes a group of items that hold from one moment to another, or on and on where there is no other.
    public init(items: [AVMetadataItem], start startDate: Date, end endDate: Date?) {
        super.init(content: MetadataGroupContent(items: items, startDate: startDate, endDate: endDate))
    }

    package override init(content: MetadataGroupContent) {
        super.init(content: content)
    }

    /// When the items begin to hold.
    open var startDate: Date { content.withLock { $0.startDate } }

    /// When the items cease to hold; nil where that is open.
    open var endDate: Date? { content.withLock { $0.endDate } }

    /// The same group where it does not change, otherwise one with what it holds now.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A group with the same items that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableDateRangeMetadataGroup(content: content.withLock { $0 })
    }
}

/// A metadata group for a stretch of time in the world that can be changed.
open class AVMutableDateRangeMetadataGroup: AVDateRangeMetadataGroup, @unchecked Sendable {
    /// The items.
    open override var items: [AVMetadataItem] {
        get { super.items }
        set { content.withLock { $0.items = newValue } }
    }

    /// When the items begin to hold.
    open override var startDate: Date {
        get { super.startDate }
        set { content.withLock { $0.startDate = newValue } }
    }

    /// When the items cease to hold; nil where that is open.
    open override var endDate: Date? {
        get { super.endDate }
        set { content.withLock { $0.endDate = newValue } }
    }

    /// A group with the same items that does not change.
    open override func copy(with zone: NSZone? = nil) -> Any {
        AVDateRangeMetadataGroup(content: content.withLock { $0 })
    }
}
