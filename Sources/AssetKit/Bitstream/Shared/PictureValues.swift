/// How chroma is sampled; the raw values are chroma_format_idc of H.264 and HEVC.
enum ChromaFormat: Int, Hashable, Sendable {
    case monochrome, yuv420, yuv422, yuv444

    /// The luma samples that share one chroma sample across.
    var horizontalStep: Int { self == .yuv420 || self == .yuv422 ? 2 : 1 }
    /// The luma samples that share one chroma sample down.
    var verticalStep: Int { self == .yuv420 ? 2 : 1 }

    /// From the two flags that AV1 and VP9 carry.
    init?(isMonochrome: Bool = false, subsamplingX: Bool, subsamplingY: Bool) {
        switch (isMonochrome, subsamplingX, subsamplingY) {
        case (true, _, _): self = .monochrome
        case (_, true, true): self = .yuv420
        case (_, true, false): self = .yuv422
        case (_, false, false): self = .yuv444
        case (_, false, true): return nil  // 4:4:0, which only VP9 can say
        }
    }
}

/// A size in samples of luma.
struct PictureSize: Hashable, Sendable {
    var width: Int
    var height: Int
}

/// Samples of luma to leave out at each edge.
struct PictureCrop: Hashable, Sendable {
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0

    static let none = PictureCrop()

    /// What is left of a picture; throws when nothing would be.
    func applied(to size: PictureSize) throws(BitstreamError) -> PictureSize {
        let cropped = PictureSize(width: size.width - left - right, height: size.height - top - bottom)
        guard cropped.width > 0, cropped.height > 0 else { throw .invalid("cropping") }
        return cropped
    }

    /// Reads the four ue(v) of H.264 and HEVC, which count in steps of chroma samples or fields.
    static func read(
        from reader: inout BitReader,
        horizontalStep: Int,
        verticalStep: Int
    ) throws(BitstreamError) -> PictureCrop {
        let limit = largestPictureSide
        let left = try reader.golomb("crop offset", atMost: limit) * horizontalStep
        let right = try reader.golomb("crop offset", atMost: limit) * horizontalStep
        let top = try reader.golomb("crop offset", atMost: limit) * verticalStep
        let bottom = try reader.golomb("crop offset", atMost: limit) * verticalStep
        return PictureCrop(left: left, right: right, top: top, bottom: bottom)
    }
}

/// The largest width or height that is believed: what 16 bits of a container can say, beyond every level.
let largestPictureSide = 65_536

/// A positive fraction in lowest terms: the shape of a pixel, or pictures per second.
struct PositiveRatio: Hashable, Sendable {
    let numerator: Int
    let denominator: Int

    /// `nil` unless both are positive.
    init?(_ numerator: Int, _ denominator: Int) {
        guard numerator > 0, denominator > 0 else { return nil }
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }
}

extension PositiveRatio: CustomStringConvertible {
    var description: String { "\(numerator):\(denominator)" }
}
