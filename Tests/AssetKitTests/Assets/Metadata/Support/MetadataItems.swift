@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitMedia
import Foundation

/// Makes items for tests as containers and clients do.
enum MetadataItems {
    struct Unreadable: Error {}

    static func native(
        _ keySpace: AVMetadataKeySpace,
        _ key: String,
        _ value: MetadataEntry.Value,
        language: String? = nil,
        commonKey: String? = nil,
        dataType: String? = nil,
        info: String? = nil
    ) -> AVMetadataItem {
        var entry = MetadataEntry(keySpace: keySpace, key: key, value: value)
        entry.language = language
        entry.commonKey = commonKey
        entry.dataType = dataType
        entry.info = info
        return AVMetadataItem(entry: entry) { _ in throw Unreadable() }
    }

    static func mutable(
        _ identifier: AVMetadataIdentifier,
        _ value: (any NSCopying & NSObjectProtocol)?,
        language: String? = nil
    ) -> AVMutableMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = value
        item.extendedLanguageTag = language
        return item
    }

    /// An item whose value is this object, for looking at its other forms.
    static func holding(
        _ value: any NSCopying & NSObjectProtocol,
        dataType: String? = nil
    ) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.value = value
        item.dataType = dataType
        return item
    }
}
