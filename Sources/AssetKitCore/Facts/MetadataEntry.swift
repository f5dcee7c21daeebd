package import AssetKitMedia

/// One piece of metadata in the container's own words.
package struct MetadataEntry: Sendable {
    /// A value as the container has it.
    package enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case data([UInt8])
        /// A value too large to be read before somebody asks.
        case stored(Range<Int64>)
    }

    package var keySpace: AVMetadataKeySpace
    /// The key as the container spells it.
    package var key: String
    package var value: Value
    /// The common key that means the same, where there is one.
    package var commonKey: String?
    /// The type of the value as AVFoundation names it, such as `com.apple.metadata.datatype.UTF-8`.
    package var dataType: String?
    /// An extended language tag.
    package var language: String?
    /// What the container calls this one of several under the same key.
    package var info: String?

    package init(
        keySpace: AVMetadataKeySpace,
        key: String,
        value: Value,
        commonKey: String? = nil,
        dataType: String? = nil,
        language: String? = nil,
        info: String? = nil
    ) {
        self.keySpace = keySpace
        self.key = key
        self.value = value
        self.commonKey = commonKey
        self.dataType = dataType
        self.language = language
        self.info = info
    }
}
