public import AssetKitMedia

/// The name of a piece of metadata in one text: the key space, a slash and the key, percent-escaped.
public struct AVMetadataIdentifier: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
