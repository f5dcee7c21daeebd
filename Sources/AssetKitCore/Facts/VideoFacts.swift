package import AssetKitBase
package import CMTimeLib
package import Foundation

/// What a file says about pictures.
package struct VideoFacts: Sendable, Hashable {
    package var codedWidth = 0
    package var codedHeight = 0
    /// The pictures' size on a screen before it is turned: pixel shape and aperture applied.
    package var naturalSize = CGSize.zero
    package var transform = CGAffineTransform.identity
    package var pixelAspect = PixelAspect(horizontal: 1, vertical: 1)
    package var cleanAperture: CGRect?
    package var nominalFrameRate: Double = 0
    /// Pictures a second where they show longest and shortest; nil where all show alike, or nobody has looked.
    package var frameRateRange: ClosedRange<Double>?
    /// How long the shortest picture shows; invalid when it is not known.
    package var minimumFrameDuration = CMTime.invalid
    /// 1 for progressive pictures, 2 for interlaced ones.
    package var fieldCount: Int?
    package var isTopFieldFirst: Bool?
    package var bitDepth: Int?
    /// Such as `4:2:0`.
    package var chroma: String?
    package var primaries: String?
    package var transfer: String?
    package var matrix: String?
    /// `tv` for limited and `pc` for full, as FFmpeg has it.
    package var range: String?
    package var dynamicRange: String?
    package var masteringDisplay: MasteringDisplay?
    package var contentLight: ContentLight?
    package var keyFrameInterval: Int?
    /// There is one picture, of an image file: it has no duration of its own.
    package var isStillImage = false
    /// The codec has loss in general, and its headers say that these pictures have none.
    package var isWithoutLoss = false
    /// The alpha of the pictures; nil where they are opaque.
    package var alpha: Alpha?

    package init(
        codedWidth: Int = 0,
        codedHeight: Int = 0,
        naturalSize: CGSize = CGSize.zero,
        transform: CGAffineTransform = CGAffineTransform.identity,
        pixelAspect: PixelAspect = PixelAspect(horizontal: 1, vertical: 1),
        cleanAperture: CGRect? = nil,
        nominalFrameRate: Double = 0,
        frameRateRange: ClosedRange<Double>? = nil,
        minimumFrameDuration: CMTime = CMTime.invalid,
        fieldCount: Int? = nil,
        isTopFieldFirst: Bool? = nil,
        bitDepth: Int? = nil,
        chroma: String? = nil,
        primaries: String? = nil,
        transfer: String? = nil,
        matrix: String? = nil,
        range: String? = nil,
        dynamicRange: String? = nil,
        masteringDisplay: MasteringDisplay? = nil,
        contentLight: ContentLight? = nil,
        keyFrameInterval: Int? = nil,
        isStillImage: Bool = false,
        isWithoutLoss: Bool = false,
        alpha: Alpha? = nil
    ) {
        self.codedWidth = codedWidth
        self.codedHeight = codedHeight
        self.naturalSize = naturalSize
        self.transform = transform
        self.pixelAspect = pixelAspect
        self.cleanAperture = cleanAperture
        self.nominalFrameRate = nominalFrameRate
        self.frameRateRange = frameRateRange
        self.minimumFrameDuration = minimumFrameDuration
        self.fieldCount = fieldCount
        self.isTopFieldFirst = isTopFieldFirst
        self.bitDepth = bitDepth
        self.chroma = chroma
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.range = range
        self.dynamicRange = dynamicRange
        self.masteringDisplay = masteringDisplay
        self.contentLight = contentLight
        self.keyFrameInterval = keyFrameInterval
        self.isStillImage = isStillImage
        self.isWithoutLoss = isWithoutLoss
        self.alpha = alpha
    }

    /// Where alpha is stored, and whether it is premultiplied.
    package struct Alpha: Sendable, Hashable {
        package enum Place: Sendable, Hashable {
            /// As a component of the pictures.
            case inside
            /// As a picture of its own beside each sample: Matroska's BlockAdditions, for VP8 and VP9.
            case beside
            /// As an auxiliary layer of HEVC, which no decoder here knows.
            case layer
        }

        package var place = Place.inside
        /// Colours are multiplied with it.
        package var isPremultiplied = false
        /// They were multiplied over white, and not over black.
        package var isOverWhite = false

        package init(place: Place = Place.inside, isPremultiplied: Bool = false, isOverWhite: Bool = false) {
            self.place = place
            self.isPremultiplied = isPremultiplied
            self.isOverWhite = isOverWhite
        }

        package var isDecodable: Bool { place != .layer }
    }

    /// The shape of a pixel: width to height.
    package struct PixelAspect: Sendable, Hashable {
        package var horizontal: Int
        package var vertical: Int

        package init(horizontal: Int, vertical: Int) {
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }

    /// The screen that the pictures were graded on.
    package struct MasteringDisplay: Sendable, Hashable {
        /// x and y of red, green, blue and white.
        package var chromaticities: [Double]
        package var minimumLuminance: Double
        package var maximumLuminance: Double

        package init(chromaticities: [Double], minimumLuminance: Double, maximumLuminance: Double) {
            self.chromaticities = chromaticities
            self.minimumLuminance = minimumLuminance
            self.maximumLuminance = maximumLuminance
        }
    }

    /// How bright pictures get, in cd/m².
    package struct ContentLight: Sendable, Hashable {
        package var maximum: Int
        package var maximumAverage: Int

        package init(maximum: Int, maximumAverage: Int) {
            self.maximum = maximum
            self.maximumAverage = maximumAverage
        }
    }
}
