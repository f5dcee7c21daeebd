internal import AssetKitMedia

/// One piece of metadata in the container's own words.
struct MetadataEntry: Sendable {
    /// What it is worth.
    enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case data([UInt8])
        /// A value too large to be read before somebody asks.
        case stored(Range<Int64>)
    }

    var keySpace: AVMetadataKeySpace
    /// The key as the container spells it.
    var key: String
    var value: Value
    /// The common key that means the same, where there is one.
    var commonKey: String?
    /// The type of the value as AVFoundation names it, such as `com.apple.metadata.datatype.UTF-8`.
    var dataType: String?
    /// An extended language tag.
    var language: String?
    /// What the container calls this one of several under the same key.
    var info: String?
}
