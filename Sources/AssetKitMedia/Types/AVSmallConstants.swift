/// A flavour of a file type.
public struct AVFileTypeProfile: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVFileTypeProfile {
    /// MPEG-4 segments for HTTP live streaming.
    public static let mpeg4AppleHLS = Self(rawValue: "MPEG4AppleHLS")
    /// MPEG-4 segments after CMAF.
    public static let mpeg4CMAFCompliant = Self(rawValue: "MPEG4CMAFCompliant")
}

/// Which part of the stored pixels is a picture.
public struct AVVideoApertureMode: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVVideoApertureMode {
    /// The clean part, in its true shape.
    public static let cleanAperture = Self(rawValue: "CleanAperture")
    /// All pixels as they are.
    public static let encodedPixels = Self(rawValue: "EncodedPixels")
    /// All pixels, in their true shape.
    public static let productionAperture = Self(rawValue: "ProductionAperture")
}
