internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Makes what encodes the samples of an input, as its settings say.
enum InputEncoders {
    /// Why settings ask for what cannot be done; nil when it can.
    static func obstacle(
        _ settings: [String: Any],
        _ mediaType: AVMediaType,
        _ fileType: AVFileType,
        hint: CMFormatDescription?
    ) -> String? {
        do {
            let format: CMFormatDescription
            switch mediaType {
            case .video:
                let source = PictureEncoding.Source(hint)
                let encoding = try PictureEncoding(settings: settings, fileType: fileType, source: source)
                // What the container thinks of it does not depend on the codec's header.
                format = CMFormatDescription(
                    type: kCMMediaType_Video,
                    subtype: encoding.codec.traits.subtype,
                    dimensions: CMVideoDimensions(width: Int32(encoding.width), height: Int32(encoding.height))
                )
            case .audio:
                // Opening it costs little, and only then its header is known.
                let encoding = try SoundEncoding(
                    settings: settings,
                    fileType: fileType,
                    source: SoundEncoding.Source(hint)
                )
                format = try SoundEncoder(encoding).format
            default: return "media of the type '\(mediaType)' cannot be encoded"
            }
            return MediaSinks.obstacle(to: format, in: fileType)
        } catch {
            return AVError.explanation(of: error).1
        }
    }

    /// Makes an encoder for samples like the first ones. `timescale` is what the client asks for, 0 for nothing; live samples are not
    /// held up.
    static func make(
        _ settings: [String: Any],
        _ mediaType: AVMediaType,
        _ fileType: AVFileType,
        timescale: CMTimeScale,
        segments: SegmentGrid? = nil,
        first: [EncodingFeed.Input],
        isLive: Bool = false
    ) throws -> any InputEncoding {
        mediaType == .audio
            ? try SoundInputEncoding(settings, fileType, first: first, isLive: isLive)
            : try PictureInputEncoding(settings, fileType, timescale: timescale, segments: segments, first: first)
    }
}

/// Encodes the pictures of an input, brought to the size that its settings name.
final class PictureInputEncoding: InputEncoding {
    private let encoder: PictureEncoder
    private let converter: PictureConverter
    /// Colours come multiplied with alpha, and the file cannot say that they are.
    private let straightens: Bool

    init(
        _ settings: [String: Any],
        _ fileType: AVFileType,
        timescale: CMTimeScale,
        segments: SegmentGrid?,
        first: [EncodingFeed.Input]
    ) throws {
        guard let picture = first.first?.buffer.imageBuffer else { throw Self.noPicture }
        var source = PictureEncoding.Source(picture)
        source.timescale = timescale > 0 ? timescale : Self.timescale(of: first)
        source.frameRate = Self.rate(of: first)
        var encoding = try PictureEncoding(settings: settings, fileType: fileType, source: source)
        let scaling = PropertyList.text(settings[AVVideoScalingModeKey]).flatMap(PixelBufferRequest.Scaling.init)
        if scaling == .fit { encoding.fit(picture) }
        straightens = encoding.alpha == .premultiplied && !fileType.saysWhetherPremultiplied
        if straightens { encoding.alpha = .straight }
        encoding.segments = segments
        encoder = try PictureEncoder(encoding)
        var wish = PixelBufferRequest()
        wish.formats = encoding.alpha == nil ? encoding.inputPixelFormats : [encoding.pixelFormat]
        (wish.width, wish.height) = (encoding.width, encoding.height)
        wish.scaling = scaling ?? .resize
        wish.color = encoding.color
        var request = PictureRequest(output: .pixelBuffer(wish))
        request.aperture = .encoded
        request.dynamicRange = .matchSource
        request.deinterlaces = false
        converter = PictureConverter(request, PictureDescription())
    }

    private static var noPicture: MediaProblem {
        MediaProblem(
            code: .invalidSourceMedia,
            reason:
                "a sample is no picture; an input with settings encodes, so it takes pictures that are not compressed"
        )
    }

    /// Ticks that make the first times exact, and those of all usual rates where that is possible.
    private static func timescale(of first: [EncodingFeed.Input]) -> CMTimeScale {
        var scale = InputTimescale(600)
        for input in first {
            scale.add(input.time)
            scale.add(input.duration)
        }
        return scale.timescale
    }

    /// The rate that the first two pictures have.
    private static func rate(of first: [EncodingFeed.Input]) -> PictureEncoding.FrameRate? {
        guard first.count > 1 else { return nil }
        let length = first[1].time - first[0].time
        guard length.isNumeric, length > .zero, let seconds = Int32(exactly: length.value) else { return nil }
        return PictureEncoding.FrameRate(frames: length.timescale, seconds: seconds)
    }

    var facts: InputFacts {
        get throws { InputFacts(formats: [try encoder.format], timescale: encoder.encoding.timescale) }
    }

    func encode(_ input: EncodingFeed.Input, _ body: (SinkSample) throws -> Void) throws {
        guard let picture = input.buffer.imageBuffer else { throw Self.noPicture }
        let encoding = encoder.encoding
        let isAskedFor = Number(input.buffer.attachmentStore[kCMSampleBufferAttachmentKey_ForceKeyFrame]?.value)?.bool
        let isKey = input.isKey || isAskedFor ?? false
        let hasSize = picture.width == encoding.width && picture.height == encoding.height
        if hasSize, !straightens {
            return try encoder.encode(picture, at: input.time, duration: input.duration, isKey: isKey, body)
        }
        let frame = try Frame(reading: picture)
        if straightens {
            let color = frame.color.resolved(width: picture.width, height: picture.height, isRGB: frame.isRGB)
            try converter.alphaLayer.straighten(frame, color)
        }
        if hasSize {
            return try encoder.encode(frame, at: input.time, duration: input.duration, isKey: isKey, body)
        }
        let scaled = try converter.pixelBuffer(frame)
        try encoder.encode(scaled, at: input.time, duration: input.duration, isKey: isKey, body)
    }

    func finish(_ body: (SinkSample) throws -> Void) throws { try encoder.finish(body) }
}

extension PictureEncoding {
    /// Makes the size smaller so that it has the shape of a picture, and never larger than that.
    fileprivate mutating func fit(_ picture: CVPixelBuffer) {
        let (wide, high) = (picture.width, picture.height)
        guard wide > 0, high > 0 else { return }
        if wide <= width, high <= height {
            (width, height) = (wide, high)
        } else if wide * height > high * width {
            height = max(2, (high * width / wide) & ~1)
        } else {
            width = max(2, (wide * height / high) & ~1)
        }
    }
}

extension PictureEncoding.Source {
    /// What pictures like this one are.
    fileprivate init(_ picture: CVPixelBuffer) {
        self.init()
        (width, height) = (picture.width, picture.height)
        pixelFormat = CVPixelBufferGetPixelFormatType(picture)
        func data(_ key: String) -> Data? { CVBufferCopyAttachment(picture, key, nil) as? Data }
        masteringDisplay = data(kCVImageBufferMasteringDisplayColorVolumeKey)
        contentLight = data(kCVImageBufferContentLightLevelInfoKey)
        let mode = CVBufferCopyAttachment(picture, kCVImageBufferAlphaChannelModeKey, nil) as? String
        if let mode { alpha = mode == kCVImageBufferAlphaChannelMode_PremultipliedAlpha ? .premultiplied : .straight }
        var own = picture.color
        let unknown = PictureColor.unknown
        guard own.primaries != unknown || own.transfer != unknown || own.matrix != unknown else { return }
        let usual = PictureEncoding.usualColor(picture.width, picture.height)
        if own.primaries == unknown { own.primaries = usual.primaries }
        if own.transfer == unknown { own.transfer = usual.transfer }
        // 0 is that of RGB, which is not what is stored.
        if own.matrix == unknown || own.matrix == 0 { own.matrix = usual.matrix }
        color = own
    }

    /// What pictures of a description are.
    fileprivate init(_ hint: CMFormatDescription?) {
        self.init()
        guard let hint, hint.mediaType == .video else { return }
        (width, height) = (Int(hint.videoDimensions.width), Int(hint.videoDimensions.height))
    }
}

/// Encodes the sound of an input.
final class SoundInputEncoding: InputEncoding {
    private let encoder: SoundEncoder

    init(_ settings: [String: Any], _ fileType: AVFileType, first: [EncodingFeed.Input], isLive: Bool) throws {
        let source = SoundEncoding.Source(first.first?.buffer.formatDescription)
        let encoding = try SoundEncoding(settings: settings, fileType: fileType, source: source)
        encoder = try SoundEncoder(encoding, isLive: isLive)
    }

    var facts: InputFacts {
        get throws {
            InputFacts(
                formats: [try encoder.format],
                timescale: CMTimeScale(clamping: encoder.encoding.codedRate),
                priming: encoder.priming
            )
        }
    }

    func encode(_ input: EncodingFeed.Input, _ body: (SinkSample) throws -> Void) throws {
        var buffer = input.buffer
        if buffer.presentationTimeStamp != input.time {
            var timing = try buffer.sampleTimingInfo(at: 0)
            timing.presentationTimeStamp = input.time
            timing.decodeTimeStamp = .invalid
            buffer = try CMSampleBuffer(copying: buffer, withNewTiming: [timing])
        }
        try encoder.encode(buffer, body)
    }

    func finish(_ body: (SinkSample) throws -> Void) throws { try encoder.finish(body) }
}

extension SoundEncoding.Source {
    /// What sound of a description is.
    fileprivate init(_ format: CMFormatDescription?) {
        self.init()
        guard let basic = format?.audioStreamBasicDescription, basic.mSampleRate >= 1 else { return }
        sampleRate = basic.wholeSampleRate
        guard basic.mChannelsPerFrame > 0 else { return }
        let named = format?.audio?.layout.flatMap { SoundChannels($0) }
        channels = named ?? SoundChannels(usualFor: Int(basic.mChannelsPerFrame))
    }
}
