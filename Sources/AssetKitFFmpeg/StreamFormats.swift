internal import CFFmpeg

/// What FFmpeg knows of a stream's pictures, in plain values. What it does not know is nil.
package struct PictureFormat {
    package var width = 0
    package var height = 0
    package var pixelAspect: (horizontal: Int, vertical: Int)?
    /// The rate that the container or the codec declares.
    package var declaredRate: (frames: Int, seconds: Int)?
    package var bitDepth: Int?
    package var chroma: String?
    package var hasAlpha = false
    /// Its components are red, green and blue.
    package var isRGB = false
    package var primaries: String?
    package var transfer: String?
    package var matrix: String?
    package var range: String?
    package var isInterlaced: Bool?
    package var isTopFieldFirst: Bool?
    /// The nine numbers of the display matrix, in 16.16 and 2.30 fixed point.
    package var displayMatrix: [Int32]?
    package var masteringDisplay: (chromaticities: [Double], luminances: [Double])?
    package var contentLight: (maximum: Int, maximumAverage: Int)?
    package var hasDolbyVision = false
    package var reorderedPictures = 0

    package init(
        width: Int = 0,
        height: Int = 0,
        pixelAspect: (horizontal: Int, vertical: Int)? = nil,
        declaredRate: (frames: Int, seconds: Int)? = nil,
        bitDepth: Int? = nil,
        chroma: String? = nil,
        hasAlpha: Bool = false,
        isRGB: Bool = false,
        primaries: String? = nil,
        transfer: String? = nil,
        matrix: String? = nil,
        range: String? = nil,
        isInterlaced: Bool? = nil,
        isTopFieldFirst: Bool? = nil,
        displayMatrix: [Int32]? = nil,
        masteringDisplay: (chromaticities: [Double], luminances: [Double])? = nil,
        contentLight: (maximum: Int, maximumAverage: Int)? = nil,
        hasDolbyVision: Bool = false,
        reorderedPictures: Int = 0
    ) {
        self.width = width
        self.height = height
        self.pixelAspect = pixelAspect
        self.declaredRate = declaredRate
        self.bitDepth = bitDepth
        self.chroma = chroma
        self.hasAlpha = hasAlpha
        self.isRGB = isRGB
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.range = range
        self.isInterlaced = isInterlaced
        self.isTopFieldFirst = isTopFieldFirst
        self.displayMatrix = displayMatrix
        self.masteringDisplay = masteringDisplay
        self.contentLight = contentLight
        self.hasDolbyVision = hasDolbyVision
        self.reorderedPictures = reorderedPictures
    }
}

/// What FFmpeg knows of a stream's sound, in plain values.
package struct SoundFormat {
    package var sampleRate = 0
    package var channelCount = 0
    package var channelLayout: String?
    package var bitDepth: Int?
    package var isFloatingPoint = false
    package var framesPerPacket = 0
    package var bytesPerPacket = 0
    package var priming = 0
    package var remainder = 0

    package init(
        sampleRate: Int = 0,
        channelCount: Int = 0,
        channelLayout: String? = nil,
        bitDepth: Int? = nil,
        isFloatingPoint: Bool = false,
        framesPerPacket: Int = 0,
        bytesPerPacket: Int = 0,
        priming: Int = 0,
        remainder: Int = 0
    ) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.channelLayout = channelLayout
        self.bitDepth = bitDepth
        self.isFloatingPoint = isFloatingPoint
        self.framesPerPacket = framesPerPacket
        self.bytesPerPacket = bytesPerPacket
        self.priming = priming
        self.remainder = remainder
    }
}

extension DemuxedStream {
    package var pictureFormat: PictureFormat {
        var format = PictureFormat()
        withParameters { parameters in
            format.width = Int(parameters.pointee.width)
            format.height = Int(parameters.pointee.height)
            let aspect = parameters.pointee.sample_aspect_ratio
            if aspect.num > 0, aspect.den > 0 { format.pixelAspect = (Int(aspect.num), Int(aspect.den)) }
            format.reorderedPictures = Int(parameters.pointee.video_delay)
            format.primaries = Self.name(av_color_primaries_name(parameters.pointee.color_primaries))
            format.transfer = Self.name(av_color_transfer_name(parameters.pointee.color_trc))
            format.matrix = Self.name(av_color_space_name(parameters.pointee.color_space))
            format.range = Self.name(av_color_range_name(parameters.pointee.color_range))
            Self.describe(parameters.pointee.format, into: &format)
            Self.describe(parameters.pointee.field_order, into: &format)
        }
        withStream { stream in
            let aspect = stream.pointee.sample_aspect_ratio
            if aspect.num > 0, aspect.den > 0 { format.pixelAspect = (Int(aspect.num), Int(aspect.den)) }
            let rates = [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate]
            if let rate = rates.first(where: { $0.num > 0 && $0.den > 0 }) {
                format.declaredRate = (Int(rate.num), Int(rate.den))
            }
        }
        describeSideData(into: &format)
        return format
    }

    package var soundFormat: SoundFormat {
        withParameters { parameters in
            var format = SoundFormat()
            format.sampleRate = Int(parameters.pointee.sample_rate)
            format.channelCount = Int(parameters.pointee.ch_layout.nb_channels)
            if format.channelCount > 0, parameters.pointee.ch_layout.order != AV_CHANNEL_ORDER_UNSPEC {
                format.channelLayout = Self.describe(&parameters.pointee.ch_layout)
            }
            let bits = max(parameters.pointee.bits_per_raw_sample, av_get_bits_per_sample(parameters.pointee.codec_id))
            format.bitDepth = bits > 0 ? Int(bits) : nil
            let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
            format.isFloatingPoint = name.hasPrefix("pcm_f")
            format.framesPerPacket = Int(parameters.pointee.frame_size)
            format.bytesPerPacket = Int(parameters.pointee.block_align)
            format.priming = Int(parameters.pointee.initial_padding)
            format.remainder = Int(parameters.pointee.trailing_padding)
            return format
        }
    }

    /// FFmpeg's name of the codec's profile, such as `High 10`.
    package var profileName: String? {
        withParameters { parameters in
            Self.name(avcodec_profile_name(parameters.pointee.codec_id, parameters.pointee.profile))
        }
    }

    package var declaredBitRate: Int64? { withParameters { $0.pointee.bit_rate > 0 ? $0.pointee.bit_rate : nil } }

    package var hasDecoder: Bool { withParameters { avcodec_find_decoder($0.pointee.codec_id) != nil } }

    /// What the container says about how the stream is meant.
    package var disposition: Disposition { withStream { Disposition(rawValue: $0.pointee.disposition) } }

    package struct Disposition: OptionSet {
        package let rawValue: CInt

        package init(rawValue: CInt) {
            self.rawValue = rawValue
        }

        package static let `default` = Disposition(rawValue: AV_DISPOSITION_DEFAULT)
        package static let dub = Disposition(rawValue: AV_DISPOSITION_DUB)
        package static let original = Disposition(rawValue: AV_DISPOSITION_ORIGINAL)
        package static let comment = Disposition(rawValue: AV_DISPOSITION_COMMENT)
        package static let forced = Disposition(rawValue: AV_DISPOSITION_FORCED)
        package static let hearingImpaired = Disposition(rawValue: AV_DISPOSITION_HEARING_IMPAIRED)
        package static let visualImpaired = Disposition(rawValue: AV_DISPOSITION_VISUAL_IMPAIRED)
        package static let attachedPicture = Disposition(rawValue: AV_DISPOSITION_ATTACHED_PIC)
        package static let captions = Disposition(rawValue: AV_DISPOSITION_CAPTIONS)
    }

    /// The picture that a cover-art stream holds.
    package var attachedPicture: [UInt8]? {
        withStream { stream in
            guard let bytes = stream.pointee.attached_pic.data, stream.pointee.attached_pic.size > 0 else { return nil }
            return Array(UnsafeBufferPointer(start: bytes, count: Int(stream.pointee.attached_pic.size)))
        }
    }

    // MARK: Names

    private static func name(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer else { return nil }
        let name = String(cString: pointer)
        return ["unknown", "unspecified", "reserved"].contains(name) ? nil : name
    }

    private static func describe(_ layout: inout AVChannelLayout) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            guard av_channel_layout_describe(&layout, text.baseAddress, text.count) > 0 else { return nil }
            return text.baseAddress.map { String(cString: $0) }
        }
    }

    private static func describe(_ pixelFormat: CInt, into format: inout PictureFormat) {
        guard let description = av_pix_fmt_desc_get(AVPixelFormat(pixelFormat)) else { return }
        format.bitDepth = Int(description.pointee.comp.0.depth)
        format.isRGB = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
        format.hasAlpha = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
        let isColor = description.pointee.nb_components >= 3
        guard isColor else {
            format.chroma = "4:0:0"
            return
        }
        switch (description.pointee.log2_chroma_w, description.pointee.log2_chroma_h) {
        case (0, 0): format.chroma = "4:4:4"
        case (1, 0): format.chroma = "4:2:2"
        case (1, 1): format.chroma = "4:2:0"
        case (2, 0): format.chroma = "4:1:1"
        case (2, 2): format.chroma = "4:1:0"
        case (0, 1): format.chroma = "4:4:0"
        default: format.chroma = nil
        }
    }

    private static func describe(_ order: AVFieldOrder, into format: inout PictureFormat) {
        switch order {
        case AV_FIELD_PROGRESSIVE: format.isInterlaced = false
        case AV_FIELD_TT, AV_FIELD_TB:
            format.isInterlaced = true
            format.isTopFieldFirst = true
        case AV_FIELD_BB, AV_FIELD_BT:
            format.isInterlaced = true
            format.isTopFieldFirst = false
        default: break
        }
    }

    // MARK: Side data

    private func describeSideData(into format: inout PictureFormat) {
        withSideData(AV_PKT_DATA_DISPLAYMATRIX) { bytes in
            guard bytes.count >= 36 else { return }
            format.displayMatrix = (0..<9).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
        }
        withSideData(AV_PKT_DATA_MASTERING_DISPLAY_METADATA) { bytes in
            guard bytes.count >= MemoryLayout<AVMasteringDisplayMetadata>.size else { return }
            let display = bytes.loadUnaligned(as: AVMasteringDisplayMetadata.self)
            let primaries = display.display_primaries
            let points = [
                primaries.0.0, primaries.0.1, primaries.1.0, primaries.1.1, primaries.2.0, primaries.2.1,
                display.white_point.0, display.white_point.1,
            ]
            guard display.has_primaries != 0, display.has_luminance != 0 else { return }
            format.masteringDisplay = (
                points.map(av_q2d), [av_q2d(display.min_luminance), av_q2d(display.max_luminance)]
            )
        }
        withSideData(AV_PKT_DATA_CONTENT_LIGHT_LEVEL) { bytes in
            guard bytes.count >= MemoryLayout<AVContentLightMetadata>.size else { return }
            let light = bytes.loadUnaligned(as: AVContentLightMetadata.self)
            format.contentLight = (Int(light.MaxCLL), Int(light.MaxFALL))
        }
        withSideData(AV_PKT_DATA_DOVI_CONF) { _ in format.hasDolbyVision = true }
    }

    private func withSideData(_ type: AVPacketSideDataType, _ body: (UnsafeRawBufferPointer) -> Void) {
        withStream { stream in
            var size = 0
            guard let bytes = av_stream_get_side_data(stream, type, &size) else { return }
            body(UnsafeRawBufferPointer(start: bytes, count: size))
        }
    }
}
