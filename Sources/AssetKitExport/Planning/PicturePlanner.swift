internal import AssetKitAssets
internal import AssetKitBase
package import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// Decides how a track of pictures is encoded. Pure.
struct PicturePlanner {
    let source: TrackSource
    let preset: ExportPreset
    var options: AKExportOptions
    /// The part of the asset's timeline.
    let range: CMTimeRange
    /// The file says how pictures are to be turned; otherwise they are turned themselves.
    let canTurn: Bool
    /// How the file turns all pictures anyway.
    var base = CGAffineTransform.identity
    /// Parts of a second that the file counts, where they are coarse.
    var fileTimescale: CMTimeScale?
    /// The source may be read twice.
    var mayPassTwice = false
    /// The type of the file, as far as it decides what becomes of alpha.
    var fileType = AVFileType.mov
    /// How fast they play.
    var speed = Speed.normal
    /// The source is one of those of an edit.
    var isOfEdit = false
    /// How good pictures that match their source are made.
    var matchedQuality = 0.9

    var facts: TrackFacts { source.facts }
    var video: VideoFacts { source.facts.video ?? VideoFacts() }

    func rendering() throws -> PictureRendering {
        let codec = try codec()
        var layout = try layout(codec)
        var encoding = PictureEncoding(codec, width: layout.width, height: layout.height)
        encoding.fields = try fields(codec, layout)
        encoding.alpha = keptAlpha(codec)
        encoding.plainLayout = plainLayout(codec, keepsAlpha: encoding.alpha != nil)
        encoding.pixelFormat = try pixelFormat(codec, encoding)
        if layout.crop != nil, !layout.isScaled { layout.keepWholeBlocks(&encoding) }
        let becomesStandard = video.isHighDynamicRange && encoding.storedDepth == 8
        describe(&encoding, layout, becomesStandard: becomesStandard)
        encoding.rate = rate(encoding)
        encoding.encoderPreset = options.encoderPreset ?? preset.usualEncoderPreset(codec)
        encoding.frameRate = frameRate
        // Segments begin with key frames.
        if let interval = options.streamSegmentDuration {
            encoding.keyFrameInterval.duration = CMTime(value: 2, timescale: 1)
            encoding.segments = SegmentGrid(start: .zero, interval: interval)
        }
        let base = options.frameDuration?.timescale ?? source.pictureClock
        let cut = options.frameDuration == nil ? range : CMTimeRange(start: .zero, duration: .positiveInfinity)
        encoding.timescale = ExportTimescale.timescale(of: base > 0 ? base : 90_000, cutAt: cut)
        if options.frameDuration == nil {
            encoding.timescale = ExportTimescale.timescale(of: encoding.timescale, at: speed)
        }
        let chunks = encoding.rate.isBudget ? [range] : chunks(codec)
        encoding.keepsFewPictures = hasOthersBeside
        encoding.threadCount = chunks.count > 1 ? chainThreadCount(codec) : PictureEncoding.usualThreadCount
        try encoding.validate()
        var rendering = PictureRendering(encoding: encoding)
        rendering.passesTwice = mayPassTwice && encoding.canPassTwice
        rendering.crop = layout.crop
        rendering.isScaled = layout.isScaled
        rendering.turns = layout.turns
        if let color = options.background { rendering.background = AlphaLayer.Background(color) }
        rendering.transform = transform == .identity || !canTurn && !layout.turns ? nil : .init(value: transform)
        rendering.deinterlaces = encoding.fields == .progressive
        rendering.becomesStandardRange = becomesStandard
        rendering.frameDuration = options.frameDuration ?? .invalid
        rendering.fileTimescale = fileTimescale
        rendering.chunks = chunks.map { CodableCMTimeRange($0) }
        rendering.rendersApart = hasOthersBeside
        return rendering
    }

    // MARK: The codec

    private func codec() throws -> PictureEncoding.Codec {
        let codec = try wantedCodec()
        guard options.quality == nil || codec.traits.scale != nil else {
            throw MediaProblem(
                code: .unsupportedOutputSettings,
                reason: "\(codec.traits.name) has no scale of quality; leave quality out"
            )
        }
        return codec
    }

    private func wantedCodec() throws -> PictureEncoding.Codec {
        if case .encoded(let type) = options.video { return try Self.codec(type.rawValue.fourCharCode, type.rawValue) }
        if options.matchesSource {
            let own = facts.knownCodec == .ffv1 ? PictureEncoding.Codec.ffv1 : nil
            return try own ?? Self.codec(facts.plainCode, facts.codecName)
        }
        guard let pictures = preset.pictures else {
            let reason = "the preset \(preset.shortName) does not say how pictures are encoded; name a codec for them"
            throw MediaProblem(code: .operationNotSupportedForPreset, reason: reason)
        }
        return try Self.codec(pictures.codec.rawValue.fourCharCode, pictures.codec.rawValue)
    }

    private static func codec(_ code: FourCharCode, _ name: String) throws -> PictureEncoding.Codec {
        if let codec = PictureEncoding.Codec.allCases.first(where: { $0.traits.subtype == code }) { return codec }
        throw MediaProblem(
            code: .encoderNotFound,
            reason: "there is no encoder for \(name.isEmpty ? "its pictures" : name)"
        )
    }

    private func rate(_ encoding: PictureEncoding) -> PictureEncoding.Rate {
        if let rate = options.videoBitRate { return .bitRate(Int64(rate)) }
        if let factor = options.constantRateFactor { return .crf(factor) }
        if let quality = options.quality { return .quality(quality) }
        guard options.matchesSource else { return .quality(preset.pictures?.quality ?? 0.6) }
        let traits = encoding.codec.traits
        if traits.losslessness == .always { return .lossless }
        guard facts.isLossless else { return .quality(matchedQuality) }
        return encoding.storedDepth > traits.deepestWithoutLoss ? .quality(1) : .lossless
    }

    // MARK: Size

    struct Layout {
        var width: Int
        var height: Int
        var crop: PictureRendering.Crop?
        var isScaled = false
        /// A side that was asked for and cannot be had.
        var missedSide: Int?
        var turns = false
        /// The turn makes rows of columns.
        var swapsSides = false

        /// Leaves out the last column and row where a part would end within a block of pixels that share colour.
        mutating func keepWholeBlocks(_ encoding: inout PictureEncoding) {
            while encoding.codedSize.width > encoding.width, encoding.width > 2 { encoding.width -= 1 }
            while encoding.codedSize.height > encoding.height, encoding.height > 2 { encoding.height -= 1 }
            let lost = (across: width - encoding.width, along: height - encoding.height)
            (width, height) = (encoding.width, encoding.height)
            crop?.width -= swapsSides ? lost.along : lost.across
            crop?.height -= swapsSides ? lost.across : lost.along
        }
    }

    func layout(_ codec: PictureEncoding.Codec) throws -> Layout {
        let whole = CGRect(x: 0, y: 0, width: video.codedWidth, height: video.codedHeight)
        guard whole.width > 0, whole.height > 0 else {
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: "nothing says how large its pictures are")
        }
        let crop = try options.crop.map { try cropped(try stored($0, within: whole), within: whole) }
        let shown = crop.map { CGSize(width: $0.width, height: $0.height) } ?? video.cleanAperture?.size ?? whole.size
        let ratio = Double(max(video.pixelAspect.horizontal, 1)) / Double(max(video.pixelAspect.vertical, 1))
        let natural = CGSize(width: (shown.width * ratio).rounded(), height: shown.height)
        let turn = PictureTurn(transform)
        let scale = scale(of: natural, swapsSides: turn.swapsSides)
        var layout = Layout(width: Int(whole.width), height: Int(whole.height))
        if let crop { (layout.crop, layout.width, layout.height) = (crop, crop.width, crop.height) }
        if scale < 1 {
            layout.isScaled = true
            let limits = limits(of: natural, swapsSides: turn.swapsSides)
            layout.width = AKPictureScale.even(natural.width * scale, within: limits.width)
            layout.height = AKPictureScale.even(natural.height * scale, within: limits.height)
            layout.missedSide = missedSide(natural, scale, limits)
            if crop == nil, let clean = video.cleanAperture { layout.crop = try cropped(clean, within: whole) }
        }
        if turn != .none, !canTurn {
            layout.turns = true
            layout.swapsSides = turn.swapsSides
            if turn.swapsSides { (layout.width, layout.height) = (layout.height, layout.width) }
        }
        return layout
    }

    /// How pictures are turned: as the track says, and as is asked for besides.
    var transform: CGAffineTransform {
        let shown = video.transform.turned(by: options.rotation)
        return base == .identity ? shown : shown.concatenating(base.inverted())
    }

    /// Where the stored pictures have a part of what is shown: turned, in its true shape, without the edges that are not
    /// for viewing.
    private func stored(_ rectangle: CGRect, within whole: CGRect) throws -> CGRect {
        let size = video.sizeWithSquarePixels
        let turn = PictureTurn(transform).transform.startingAtOrigin(size)
        let shown = CGRect(origin: .zero, size: size).applying(turn)
        guard shown.contains(rectangle), !rectangle.isEmpty else {
            throw MediaProblem(
                code: .unsupportedOutputSettings,
                reason: "the part to keep does not lie within the pictures, which show as "
                    + "\(Int(shown.width))x\(Int(shown.height))"
            )
        }
        let upright = rectangle.applying(turn.inverted())
        let clean = video.cleanAperture ?? whole
        let (across, along) = (clean.width / size.width, clean.height / size.height)
        return CGRect(
            x: clean.minX + upright.minX * across,
            y: clean.minY + upright.minY * along,
            width: upright.width * across,
            height: upright.height * along
        )
    }

    private func cropped(_ rectangle: CGRect, within whole: CGRect) throws -> PictureRendering.Crop {
        let (left, right) = (rectangle.minX.rounded(), rectangle.maxX.rounded())
        let (top, bottom) = (rectangle.minY.rounded(), rectangle.maxY.rounded())
        guard left >= 0, top >= 0, right <= whole.width, bottom <= whole.height, right - left >= 2, bottom - top >= 2
        else {
            let size = "\(Int(whole.width))x\(Int(whole.height))"
            throw MediaProblem(
                code: .unsupportedOutputSettings,
                reason: "the part to keep does not lie within the pictures, which are \(size)"
            )
        }
        return PictureRendering.Crop(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }

    private func scale(of size: CGSize, swapsSides: Bool) -> Double {
        let factor = options.scale?.factor(for: size) ?? 1
        if var limit = options.maximumSize {
            if swapsSides { (limit.width, limit.height) = (limit.height, limit.width) }
            let across = limit.width > 0 ? limit.width / size.width : 1
            let along = limit.height > 0 ? limit.height / size.height : 1
            return min(factor, across, along)
        }
        guard options.scale == nil, !options.matchesSource, let bound = preset.pictures?.bound else { return factor }
        let (long, short) = (max(size.width, size.height), min(size.width, size.height))
        return min(1, Double(bound.long) / long, Double(bound.short) / short)
    }

    /// How long the stored sides may be by what was asked for; infinite for those that only follow.
    private func limits(of size: CGSize, swapsSides: Bool) -> CGSize {
        var limits = options.scale?.limits(of: size) ?? AKPictureScale.unlimited
        guard var box = options.maximumSize else { return limits }
        if swapsSides { (box.width, box.height) = (box.height, box.width) }
        if box.width > 0 { limits.width = min(limits.width, box.width) }
        if box.height > 0 { limits.height = min(limits.height, box.height) }
        return limits
    }

    /// A side that was asked for, and is none that pictures which are made smaller can have: an odd one.
    private func missedSide(_ size: CGSize, _ scale: Double, _ limits: CGSize) -> Int? {
        var isPart = false
        if case .fraction? = options.scale { isPart = true }
        let sides: [(Double, Double)] = [(size.width, limits.width), (size.height, limits.height)]
        for (side, limit) in sides {
            let exact = side * scale
            let isWhole = abs(exact - exact.rounded()) < 1e-6
            if isWhole, Int(exact.rounded()) % 2 == 1, isPart || abs(exact - limit) < 1e-6 {
                return Int(exact.rounded())
            }
        }
        return nil
    }

    // MARK: What pictures are like

    private func fields(_ codec: PictureEncoding.Codec, _ layout: Layout) throws -> PictureEncoding.Fields {
        guard options.keepsInterlacing, video.fieldCount == 2 else { return .progressive }
        guard !layout.isScaled, !layout.turns else {
            let reason = "pictures that stay interlaced cannot become another size or be turned"
            throw MediaProblem(code: .unsupportedOutputSettings, reason: reason)
        }
        guard codec.traits.canInterlace else {
            throw MediaProblem(
                code: .unsupportedOutputSettings,
                reason: "\(codec.traits.name) cannot be interlaced here"
            )
        }
        return video.isTopFieldFirst == false ? .bottomFirst : .topFirst
    }

    /// The source's layout, where no pixel buffer has it but the encoder takes it from the decoder.
    private func plainLayout(_ codec: PictureEncoding.Codec, keepsAlpha: Bool) -> PlainLayout? {
        let keeps = options.matchesSource || keepsAlpha || codec.traits.losslessness == .always
        guard keeps, var own = PlainLayout(video, keepsAlpha: keepsAlpha) else {
            return nil
        }
        let known = codec.traits.plainLayouts
        // A few depths have no layout with alpha; that of red, green and blue with 8 bits is one of pixel buffers.
        if keepsAlpha, !known.contains(own), own.components != .rgb || own.depth > 8 { own.depth = 16 }
        return known.contains(own) ? own : nil
    }

    /// The layout of the codec's that keeps what is wanted of depth and colour.
    private func pixelFormat(_ codec: PictureEncoding.Codec, _ encoding: PictureEncoding) throws -> OSType {
        let plain = encoding.plainLayout
        if let plain, plain.components == .rgb { return EncoderLayout.rgb[plain.depth > 8 ? 1 : 0] }
        if encoding.alpha != nil {
            let isDeep = (video.bitDepth ?? 8) > 8
            return codec.traits.alphaInputs.last { isDeep || $0 == EncoderLayout.rgb[0] } ?? EncoderLayout.rgb[0]
        }
        let inputs = codec.traits.inputs
        let isDeep = (video.bitDepth ?? 8) > 8
        let keeps = options.matchesSource || codec.traits.isIntra
        let chroma: EncoderLayout.Chroma =
            switch video.chroma {
            case "4:2:2" where keeps, "4:1:1" where keeps: .yuv422
            case "4:4:4" where keeps, "4:4:0" where keeps: .yuv444
            default: .yuv420
            }
        let depth = isDeep && (keeps || codec != .h264) ? min(video.bitDepth ?? 10, 16) : 8
        let isFull = video.isFullRange == true && keeps
        let isRGB = keeps && video.isRGB
        guard !isRGB || !options.matchesSource || inputs.contains(where: { EncoderLayout($0)?.isRGB == true }) else {
            let name = "\(codec.traits.name) of red, green and blue with \(depth) bits each"
            throw MediaProblem(code: .encoderNotFound, reason: "there is no encoder for \(name)")
        }
        let deepest = inputs.compactMap { EncoderLayout($0)?.depth }.max() ?? 8
        func score(_ type: OSType) -> Int {
            guard let layout = EncoderLayout(type) else { return .min }
            var score = 0
            if layout.isRGB == isRGB { score += 64 }
            if layout.chroma == chroma { score += 32 } else if layout.chroma.rawValue > chroma.rawValue { score += 16 }
            if layout.depth >= min(depth, deepest) { score += 8 }
            if layout.depth < max(depth, 9) || depth > 8 { score += 4 }
            if layout.isFullRange == isFull { score += 2 }
            // What decoders give and encoders take, in planes.
            if PixelFormat(type)?.planes.count == 3 { score += 1 }
            return score
        }
        guard let best = inputs.enumerated().max(by: { (score($0.1), -$0.0) < (score($1.1), -$1.0) })?.element else {
            throw MediaProblem(code: .encoderNotFound, reason: "there is no encoder for \(codec.traits.name)")
        }
        return best
    }

    private func describe(_ encoding: inout PictureEncoding, _ layout: Layout, becomesStandard: Bool) {
        let known = PictureDescription(video).color
        encoding.color = known
        if becomesStandard { encoding.color = PictureColor(primaries: 1, transfer: 1, matrix: 1) }
        // That of red, green and blue is not what is stored.
        if encoding.color.matrix == 0, !encoding.storesRGB { encoding.color.matrix = PictureColor.unknown }
        // Players guess by the size, which is another now.
        if layout.isScaled, encoding.color.matrix == PictureColor.unknown {
            let resolved = encoding.color.resolved(width: video.codedWidth, height: video.codedHeight, isRGB: false)
            encoding.color.matrix = resolved.matrix
        }
        if !layout.isScaled {
            let aspect = video.pixelAspect
            if aspect.horizontal > 0, aspect.vertical > 0 {
                let turned = layout.turns && PictureTurn(transform).swapsSides
                encoding.pixelAspect = .init(
                    horizontal: turned ? aspect.vertical : aspect.horizontal,
                    vertical: turned ? aspect.horizontal : aspect.vertical
                )
            }
            if layout.crop == nil, !layout.turns, let clean = video.cleanAperture {
                encoding.cleanAperture = .init(
                    width: clean.width,
                    height: clean.height,
                    horizontalOffset: clean.midX - Double(video.codedWidth) / 2,
                    verticalOffset: clean.midY - Double(video.codedHeight) / 2
                )
            }
        }
        guard !becomesStandard, let values = facts.formatDescriptions.first?.extensionValues else { return }
        encoding.masteringDisplay = values[kCMFormatDescriptionExtension_MasteringDisplayColorVolume] as? Data
        encoding.contentLight = values[kCMFormatDescriptionExtension_ContentLightLevelInfo] as? Data
    }

    private var frameRate: PictureEncoding.FrameRate {
        if let duration = options.frameDuration, let seconds = Int32(exactly: duration.value), seconds > 0 {
            return .init(frames: duration.timescale, seconds: seconds)
        }
        return sourceRate.passing(at: speed)
    }

    private var sourceRate: PictureEncoding.FrameRate {
        let shortest = video.minimumFrameDuration
        let rate = video.nominalFrameRate
        if shortest.isNumeric, shortest.value > 0, let seconds = Int32(exactly: shortest.value),
            rate <= 0 || abs(shortest.seconds * rate - 1) < 0.01
        {
            return .init(frames: shortest.timescale, seconds: seconds)
        }
        guard rate.isFinite, rate > 0, rate < 1e6 else { return .init(frames: 30) }
        return .init(frames: max(1, Int32((rate * 1000).rounded())), seconds: 1000)
    }

    // MARK: Parts

    /// Other sources are open at the same time.
    private var hasOthersBeside: Bool { isOfEdit || source.composed != nil || source.layered != nil }

    /// How many threads encode each of several chunks: one, so that as many chains work side by side as there are cores. Beside
    /// other sources there are half as many chains of two threads, because what an encoder keeps is as much as what several
    /// decoders do: both encode, or, of pictures that are put together of several, one does that.
    private func chainThreadCount(_ codec: PictureEncoding.Codec) -> Int {
        hasOthersBeside && source.layered == nil && [.h264, .hevc].contains(codec) ? 2 : 1
    }

    private func chunks(_ codec: PictureEncoding.Codec) -> [CMTimeRange] {
        let whole = range.clipped(to: facts.presentedEnd)
        // Pictures that stand alone are spread over the encoder's own threads, whose number leaves no trace.
        // SVT-AV1 has threads of its own and hardly works with one: several such encoders at once take longer.
        let isAlone = codec == .av1
        let isSlow = video.nominalFrameRate > 0 && video.nominalFrameRate < 5
        guard source.isRandomlyReadable, !codec.traits.isIntra, !isSlow, !isAlone, whole.duration.isNumeric else {
            return [range]
        }
        var chunks = TimelineChunks.chunks(of: whole, keys: source.keyTimes(in: whole))
        // What headers say about the end is not always exact.
        chunks[chunks.count - 1] = CMTimeRange(start: chunks[chunks.count - 1].start, end: range.end)
        return chunks
    }
}

extension ExportPreset {
    /// How much work an encoder puts in where nobody says: so much that exports are quick.
    func usualEncoderPreset(_ codec: PictureEncoding.Codec) -> String? {
        switch codec {
        case .h264, .hevc: "veryfast"
        case .av1: "10"
        case .vp9, .vp8: "5"
        default: nil
        }
    }
}

extension TrackFacts {
    /// The codec's usual code: several stand for the same one.
    var plainCode: FourCharCode {
        switch codec {
        case "avc3".fourCharCode: "avc1".fourCharCode
        case "hev1".fourCharCode, "dvh1".fourCharCode, "dvhe".fourCharCode: "hvc1".fourCharCode
        case "mjpa".fourCharCode: "jpeg".fourCharCode
        case _ where knownCodec == .mpeg2: kCMVideoCodecType_MPEG2Video
        default: codec
        }
    }

    /// When the last sample ends on the asset's timeline, as far as headers tell.
    var presentedEnd: CMTime { timeRange.duration.isNumeric ? timeRange.end : .indefinite }

    /// The samples are the pictures that went in.
    var isLossless: Bool {
        video?.isWithoutLoss ?? false || traits.habits.contains(.isLossless)
    }
}

extension VideoFacts {
    package var isHighDynamicRange: Bool { dynamicRangeByTransfer != nil }
}
