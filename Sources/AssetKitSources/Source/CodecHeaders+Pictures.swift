internal import AssetKitBitstream
internal import AssetKitCore
internal import Foundation

extension CodecHeaders.Draft {
    /// The picture facts, made when they are first needed.
    private var video: VideoFacts {
        get { track.video ?? VideoFacts() }
        set { track.video = newValue }
    }

    /// Takes the size that pictures decode to, and the shape of their pixels.
    mutating func setGeometry(_ size: PictureSize?, pixelAspect: PositiveRatio?) {
        let before = video
        if let size {
            video.codedWidth = size.width
            video.codedHeight = size.height
        }
        let hasOwnAspect = keepsPixelAspect || before.pixelAspect != VideoFacts.PixelAspect(horizontal: 1, vertical: 1)
        if let pixelAspect, !hasOwnAspect {
            video.pixelAspect = VideoFacts.PixelAspect(
                horizontal: pixelAspect.numerator,
                vertical: pixelAspect.denominator
            )
        }
        // A size that only followed from the others follows again; one that the container names stays.
        if before.naturalSize == .zero || before.naturalSize == before.sizeWithSquarePixels {
            video.naturalSize = video.sizeWithSquarePixels
        }
    }

    mutating func setSamples(bitDepth: Int, chroma: ChromaFormat?) {
        video.bitDepth = bitDepth
        // The only format without a name of its own here is the one that VP9 alone has.
        video.chroma = chroma?.name ?? "4:4:0"
    }

    /// Takes colours where nothing is known of them.
    mutating func setColor(_ color: ColorDescription, alternativeTransfer: UInt8? = nil) {
        var color = color
        // What the message prefers is how HLG travels in streams that older displays are to show.
        if let alternativeTransfer, alternativeTransfer != 2 { color.transfer = alternativeTransfer }
        video.primaries = video.primaries ?? color.primariesName
        video.transfer = video.transfer ?? color.transferName
        video.matrix = video.matrix ?? color.matrixName
        video.range = video.range ?? color.rangeName
    }

    mutating func setFrameRate(_ rate: PositiveRatio?) {
        guard let rate, video.nominalFrameRate == 0 else { return }
        video.nominalFrameRate = Double(rate.numerator) / Double(rate.denominator)
    }

    mutating func setFields(count: Int?, isTopFirst: Bool? = nil) {
        guard let count, video.fieldCount == nil || video.fieldCount == count else { return }
        video.fieldCount = count
        if count == 2 { video.isTopFieldFirst = video.isTopFieldFirst ?? isTopFirst }
    }

    mutating func setFields(_ structure: PictureStructure) {
        switch structure {
        case .frame, .doubling, .tripling: setFields(count: 1)
        case .topBottom, .topBottomTop: setFields(count: 2, isTopFirst: true)
        case .bottomTop, .bottomTopBottom: setFields(count: 2, isTopFirst: false)
        case .topField, .topBeforeBottom: setFields(count: 2, isTopFirst: true)
        case .bottomField, .bottomBeforeTop: setFields(count: 2, isTopFirst: false)
        case .topAfterBottom, .bottomAfterTop: setFields(count: 2)
        }
    }

    mutating func setReordering(_ isReordered: Bool?) {
        if isReordered == true { track.requiresReordering = true }
    }

    mutating func setMastering(_ display: MasteringDisplay) {
        guard video.masteringDisplay == nil else { return }
        let points = [display.red, display.green, display.blue, display.whitePoint]
        video.masteringDisplay = VideoFacts.MasteringDisplay(
            chromaticities: points.flatMap { [$0.x, $0.y] }.map { Double($0) / Double(display.chromaticityScale) },
            minimumLuminance: Double(display.minimumLuminance) / Double(display.minimumLuminanceScale),
            maximumLuminance: Double(display.maximumLuminance) / Double(display.maximumLuminanceScale)
        )
    }

    /// Notes that pictures have alpha, unless the container has said it, and how.
    mutating func setAlpha(_ place: VideoFacts.Alpha.Place = .inside, isPremultiplied: Bool) {
        video.alpha = video.alpha ?? VideoFacts.Alpha(place: place, isPremultiplied: isPremultiplied)
    }

    mutating func setContentLight(_ light: ContentLightLevel) {
        guard video.contentLight == nil else { return }
        video.contentLight = VideoFacts.ContentLight(
            maximum: light.maximumContent,
            maximumAverage: light.maximumPictureAverage
        )
    }
}

extension ChromaFormat {
    /// The three numbers that people write.
    var name: String {
        switch self {
        case .monochrome: "4:0:0"
        case .yuv420: "4:2:0"
        case .yuv422: "4:2:2"
        case .yuv444: "4:4:4"
        }
    }
}
