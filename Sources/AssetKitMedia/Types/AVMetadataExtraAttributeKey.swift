/// What else may be said about a metadata item.
public struct AVMetadataExtraAttributeKey: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVMetadataExtraAttributeKey {
    /// What relative addresses relate to.
    public static let baseURI = Self(rawValue: "baseURI")
    /// A remark.
    public static let info = Self(rawValue: "info")
    /// Where the value is.
    public static let valueURI = Self(rawValue: "valueURI")
}
