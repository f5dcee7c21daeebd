internal import AssetKitBase
internal import Foundation

/// What a file says about pictures.
struct VideoFacts: Sendable, Hashable {
    var codedWidth = 0
    var codedHeight = 0
    /// The pictures' size on a screen before it is turned: pixel shape and aperture applied.
    var naturalSize = CGSize.zero
    var transform = CGAffineTransform.identity
    var pixelAspect = PixelAspect(horizontal: 1, vertical: 1)
    var cleanAperture: CGRect?
    var nominalFrameRate: Double = 0
    /// Pictures a second where they show longest and shortest; nil where all show alike, or nobody has looked.
    var frameRateRange: ClosedRange<Double>?
    /// How long the shortest picture shows; invalid when it is not known.
    var minimumFrameDuration = CMTime.invalid
    /// 1 for progressive pictures, 2 for interlaced ones.
    var fieldCount: Int?
    var isTopFieldFirst: Bool?
    var bitDepth: Int?
    /// Such as `4:2:0`.
    var chroma: String?
    var primaries: String?
    var transfer: String?
    var matrix: String?
    /// `tv` for limited and `pc` for full, as FFmpeg has it.
    var range: String?
    var dynamicRange: String?
    var masteringDisplay: MasteringDisplay?
    var contentLight: ContentLight?
    var keyFrameInterval: Int?
    /// There is one picture, of an image file: it has no duration of its own.
    var isStillImage = false
    /// The codec has loss in general, and its headers say that these pictures have none.
    var isWithoutLoss = false
    /// The alpha of the pictures; nil where they are opaque.
    var alpha: Alpha?

    /// Where alpha is stored, and whether it is premultiplied.
    struct Alpha: Sendable, Hashable {
        enum Place: Sendable, Hashable {
            /// As a component of the pictures.
            case inside
            /// As a picture of its own beside each sample: Matroska's BlockAdditions, for VP8 and VP9.
            case beside
            /// As an auxiliary layer of HEVC, which no decoder here knows.
            case layer
        }

        var place = Place.inside
        /// Colours are multiplied with it.
        var isPremultiplied = false
        /// They were multiplied over white, and not over black.
        var isOverWhite = false

        var isDecodable: Bool { place != .layer }
    }

    /// The shape of a pixel: width to height.
    struct PixelAspect: Sendable, Hashable {
        var horizontal: Int
        var vertical: Int
    }

    /// The screen that the pictures were graded on.
    struct MasteringDisplay: Sendable, Hashable {
        /// x and y of red, green, blue and white.
        var chromaticities: [Double]
        var minimumLuminance: Double
        var maximumLuminance: Double
    }

    /// How bright pictures get, in cd/m².
    struct ContentLight: Sendable, Hashable {
        var maximum: Int
        var maximumAverage: Int
    }
}
