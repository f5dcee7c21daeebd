public import AssetKitBase
public import CMTimeLib

extension AVAssetImageGenerator {
    /// Which part of the stored pictures an image shows.
    public struct ApertureMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The clean part, with square pixels. The default.
        public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
        /// The whole picture, with square pixels.
        public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
        /// The whole picture as it is stored, whatever the shape of its pixels.
        public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
    }

    /// What becomes of brightness beyond that of common screens.
    public struct DynamicRangePolicy: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is brought into the standard range by a curve. The default.
        public static let forceSDR = DynamicRangePolicy(rawValue: "ForceSDR")
        /// It is kept, in images with 16 bits a component.
        public static let matchSource = DynamicRangePolicy(rawValue: "MatchSource")
    }

    /// What became of one image.
    @frozen
    public enum Result: Int, Sendable {
        /// The image is there.
        case succeeded = 0
        /// Something went wrong.
        case failed = 1
        /// It was given up.
        case cancelled = 2
    }
}

/// Takes an image: the time asked for, the image, its true time, what became of it, and why it failed.
public typealias AVAssetImageGeneratorCompletionHandler =
    @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void
