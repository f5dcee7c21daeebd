public import AssetKitMedia

/// The name of a piece of metadata within its key space.
///
/// Keys of QuickTime user data and iTunes tags that begin with a copyright sign in the file have an `@` in its place.
public struct AVMetadataKey: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
