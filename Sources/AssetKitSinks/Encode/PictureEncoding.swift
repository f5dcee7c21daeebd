package import AssetKitBase
package import AssetKitFFmpeg
internal import AssetKitMedia
package import CMTimeLib
package import Foundation

/// Everything that decides the bytes of encoded pictures. A plain value: the same value and the same pictures give the
/// same bytes on every machine, whatever its number of cores.
package struct PictureEncoding: Codable, Sendable, Hashable {
    package enum Codec: String, Codable, CaseIterable, Sendable {
        case h264, hevc, av1, vp9, vp8
        case proRes422Proxy, proRes422LT, proRes422, proRes422HQ, proRes4444, proRes4444XQ
        case jpeg, mpeg4, mpeg2, ffv1
    }

    /// What decides how many bits a picture gets.
    package enum Rate: Codable, Hashable, Sendable {
        /// The encoder's own scale of a constant quality: small is good.
        case crf(Double)
        /// H.264's own quantizer for pictures that refer to earlier ones, whatever they hold: smaller is finer.
        case quantizer(Int)
        /// From 0, small files, to 1, good pictures.
        case quality(Double)
        /// Bits in a second, on average.
        case bitRate(Int64)
        case lossless
    }

    /// The rate of the hypothetical decoder's buffer (VBV), in bits a second, and its size in bits.
    struct RateLimit: Codable, Hashable, Sendable {
        var bitRate: Int64
        var bufferSize: Int64
    }

    /// Pictures in so many seconds.
    package struct FrameRate: Codable, Hashable, Sendable {
        package var frames: Int32
        package var seconds: Int32 = 1

        package init(frames: Int32, seconds: Int32 = 1) {
            self.frames = frames
            self.seconds = seconds
        }
    }

    package struct PixelAspect: Codable, Hashable, Sendable {
        package var horizontal: Int
        package var vertical: Int

        package init(horizontal: Int, vertical: Int) {
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }

    /// The part of the picture to show (a clean aperture), and how far its middle is right of and below that of the
    /// whole.
    package struct CleanAperture: Codable, Hashable, Sendable {
        package var width: Double
        package var height: Double
        package var horizontalOffset: Double = 0
        package var verticalOffset: Double = 0

        package init(width: Double, height: Double, horizontalOffset: Double = 0, verticalOffset: Double = 0) {
            self.width = width
            self.height = height
            self.horizontalOffset = horizontalOffset
            self.verticalOffset = verticalOffset
        }
    }

    /// Whether colours are multiplied with alpha.
    package enum Alpha: String, Codable, Sendable { case straight, premultiplied }

    package enum Fields: String, Codable, Sendable { case progressive, topFirst, bottomFirst }

    /// How far key frames may be apart. Without either, the codec's habit counts.
    package struct KeyFrameInterval: Codable, Hashable, Sendable {
        package var pictures: Int?
        @CodableCMTime package var duration = CMTime.invalid
    }

    /// The machine's cores have no say in it, because the number of threads decides bytes of some encoders.
    package static let usualThreadCount = 4

    package var codec: Codec
    /// The size of the pictures that come. Where the codec needs whole blocks, what is stored is a little larger, and a
    /// clean aperture says so.
    package var width: Int
    package var height: Int
    /// The pictures' layout: one of ``inputPixelFormats``. It decides chroma subsampling, depth and range.
    package var pixelFormat: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    /// The layout that is stored where no pixel buffer has it. Then ``pixelFormat`` is the one that comes nearest.
    package var plainLayout: PlainLayout?
    /// Pictures have alpha, and it is stored: nil for opaque ones. Then ``pixelFormat`` is one of red, green, blue and alpha,
    /// whatever is stored.
    package var alpha: Alpha?
    package var rate = Rate.quality(0.6)
    var limit: RateLimit?
    /// The encoder's own name of a balance between time and size; nil for the usual one.
    package var encoderPreset: String?
    /// Every picture comes out of the encoder before the next one goes in.
    package var isLowLatency = false
    /// The encoder's own name of a profile; nil for the one that is needed.
    package var profile: String?
    /// Such as `4.1`; nil for the one that is needed.
    var level: String?
    /// Only H.264 has a choice: false for variable-length codes.
    var usesArithmeticCoding: Bool?
    package var keyFrameInterval = KeyFrameInterval()
    /// Segments that have to begin with key frames.
    package var segments: SegmentGrid?
    /// Only MPEG-4 has a choice: true for quantizers that differ by frequency.
    package var usesQuantizerMatrices = false
    /// Whether there may be B-frames.
    package var allowsReordering = true
    /// Whether pictures may refer to others at all.
    var allowsTemporalCompression = true
    /// Whether GOPs may be open.
    var opensGroups = false
    /// The range follows from ``pixelFormat``.
    package var color = PictureColor()
    package var pixelAspect = PixelAspect(horizontal: 1, vertical: 1)
    package var cleanAperture: CleanAperture?
    package var fields = Fields.progressive
    /// The screen that the pictures were graded on, and how bright they get: 24 and 4 bytes as Core Media has them.
    package var masteringDisplay: Data?
    package var contentLight: Data?
    package var threadCount = Self.usualThreadCount
    /// No more pictures wait for the encoder than its preset looks ahead, and one. Otherwise x264 has some more wait for the
    /// thread that looks at them.
    package var keepsFewPictures = false
    /// Ticks of a second that times are counted in.
    package var timescale: Int32 = 600
    /// What the encoder plans with. Pictures may come at any time.
    package var frameRate = FrameRate(frames: 30)

    package init(_ codec: Codec, width: Int, height: Int) {
        (self.codec, self.width, self.height) = (codec, width, height)
        if let first = codec.traits.inputs.first { pixelFormat = first }
    }

    /// The layouts that the codec can take, the usual one first.
    package var inputPixelFormats: [OSType] { codec.traits.inputs }

    /// The size that is stored.
    package var codedSize: (width: Int, height: Int) {
        guard codec.traits.needsWholeBlocks, let layout = EncoderLayout(pixelFormat) else { return (width, height) }
        // In 4:2:0, two rows of a field share chroma as well.
        let rows = layout.sharesRows ? (fields == .progressive ? 2 : 4) : fields == .progressive ? 1 : 2
        let columns = layout.sharesColumns ? 2 : 1
        return ((width + columns - 1) / columns * columns, (height + rows - 1) / rows * rows)
    }

    /// What the components mean, with the range that the layout says.
    package var codedColor: PictureColor {
        var result = color
        if let layout = storedLayout { result.isFullRange = layout.isFullRange }
        if storesRGB { (result.matrix, result.isFullRange) = (0, true) }
        return result
    }

    /// Red, green and blue stay what they are.
    package var storesRGB: Bool {
        plainLayout.map { $0.components == .rgb } ?? (codec == .ffv1 && EncoderLayout(pixelFormat)?.isRGB == true)
    }

    /// What is stored of the components; nil for a plain layout whose range is as ``color`` says.
    package var storedLayout: EncoderLayout? {
        guard let own = EncoderLayout(pixelFormat), own.isRGB, !storesRGB else { return EncoderLayout(pixelFormat) }
        switch codec {
        case .ffv1: return nil
        case .vp8, .vp9: return EncoderLayout(EncoderLayout.narrow420[0])
        default: return EncoderLayout(EncoderLayout.wide444[0])
        }
    }

    /// Bits of a component.
    package var storedDepth: Int { plainLayout?.depth ?? storedLayout?.depth ?? 8 }

    /// A whole number of pictures from one key frame to the next at most; nil for the codec's habit.
    var longestGroup: Int? {
        if !allowsTemporalCompression { return 1 }
        if let pictures = keyFrameInterval.pictures { return pictures }
        let duration = keyFrameInterval.duration
        guard duration.isNumeric, duration.value > 0 else { return nil }
        // Key frames are forced at the time; the encoder only must not come in between much earlier.
        let pictures =
            Int128(duration.value) * Int128(frameRate.frames)
            / max(Int128(duration.timescale) * Int128(frameRate.seconds), 1)
        return Int(clamping: max(pictures, 1) * 2)
    }
}
