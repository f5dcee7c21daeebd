/// How a picture fills its layer.
public struct AVLayerVideoGravity: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVLayerVideoGravity {
    /// Stretched to fill it.
    public static let resize = Self(rawValue: "AVLayerVideoGravityResize")
    /// As large as fits, in its own shape.
    public static let resizeAspect = Self(rawValue: "AVLayerVideoGravityResizeAspect")
    /// As small as covers it, in its own shape.
    public static let resizeAspectFill = Self(rawValue: "AVLayerVideoGravityResizeAspectFill")
}
