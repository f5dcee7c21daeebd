@testable import AssetKit
@testable import AssetKitBitstream

// Our facts beside those of ffprobe, codec by codec.
extension FactLedger {
    mutating func compare(_ set: H264SequenceParameterSet, _ stream: BitstreamCorpus.Stream) {
        // Of a file without media ffprobe has read nothing: its level is -99 then.
        let isRead = stream.level.map { $0 >= 0 } ?? false
        let reorder = set.usability?.restriction?.maximumReorderFrames
        compare("level", Int(set.profile.levelIDC), isRead ? stream.level : nil)
        compare("reorder", reorder, isRead ? stream.has_b_frames : nil)
        compare("profile", set.profile.name, stream.profile)
        compare("width", set.displaySize.width, stream.width)
        compare("height", set.displaySize.height, stream.height)
        compare("field order", set.scan == .frames ? "progressive" : nil, stream.field_order)
        let format = Self.pixelFormat(
            set.chroma.format,
            set.chroma.lumaBitDepth,
            set.usability?.signal.color ?? .unspecified
        )
        compare("pixel format", format, stream.pix_fmt)
        if let signal = set.usability?.signal { compare(signal, stream) }
    }

    mutating func compare(_ set: HEVCSequenceParameterSet, _ stream: BitstreamCorpus.Stream) {
        // ffprobe has one word for all profiles of the range extensions.
        compare("profile", set.profile.profileIDC == 4 ? "Rext" : set.profile.name, stream.profile)
        compare("level", set.profile.levelIDC, stream.level)
        compare("reorder", set.ordering.maximumReorderPictures, stream.has_b_frames)
        compare("width", set.displaySize.width, stream.width)
        compare("height", set.displaySize.height, stream.height)
        let format = Self.pixelFormat(
            set.chromaFormat,
            set.lumaBitDepth,
            set.usability?.signal.color ?? .unspecified
        )
        compare("pixel format", format, stream.pix_fmt)
        if let signal = set.usability?.signal { compare(signal, stream) }
    }

    mutating func compare(_ header: AV1SequenceHeader, _ stream: BitstreamCorpus.Stream) {
        compare("profile", header.profileName, stream.profile)
        compare("level", header.operatingPoints.first?.level, stream.level)
        compare("width", header.maximumSize.width, stream.width)
        compare("height", header.maximumSize.height, stream.height)
        // For AV1 FFmpeg does not use the old formats that mean full range.
        var color = header.color.color
        color.isFullRange = nil
        let format = Self.pixelFormat(header.color.chromaFormat, header.color.bitDepth, color)
        compare("pixel format", format, stream.pix_fmt)
        compare("chroma location", header.color.chromaLocation?.name, stream.chroma_location)
        compare(header.color.color, stream)
    }

    mutating func compare(_ color: ColorDescription, _ stream: BitstreamCorpus.Stream) {
        compare("primaries", color.primariesName, stream.color_primaries)
        compare("transfer", color.transferName, stream.color_transfer)
        compare("matrix", color.matrixName, stream.color_space)
        compare("range", color.rangeName, stream.color_range)
    }

    private mutating func compare(_ signal: VideoSignal, _ stream: BitstreamCorpus.Stream) {
        compare("pixel aspect", signal.pixelAspectRatio?.description, stream.sample_aspect_ratio)
        compare("chroma location", signal.chromaLocation?.name, stream.chroma_location)
        compare(signal.color, stream)
    }

    /// FFmpeg's name of the pixel format, in which full range has names of its own for 8 bits.
    private static func pixelFormat(_ format: ChromaFormat, _ depth: Int, _ color: ColorDescription) -> String {
        let suffix = depth > 8 ? "\(depth)le" : ""
        if color.matrix == 0, format == .yuv444 { return "gbrp" + suffix }
        let yuv = color.isFullRange == true && depth == 8 ? "yuvj" : "yuv"
        return switch format {
        case .monochrome: "gray" + suffix
        case .yuv420: yuv + "420p" + suffix
        case .yuv422: yuv + "422p" + suffix
        case .yuv444: yuv + "444p" + suffix
        }
    }
}
