extension MediaFacts {
    /// What people call the container; nil where nobody has told which it is.
    var containerName: String? {
        if let fileType, let name = Self.typeNames[fileType] { return name }
        // FFmpeg's "image2" is any picture that it knows by its name; the codec tells which.
        if container == "image2", let codec = tracks.first?.codecName, !codec.isEmpty { return codec }
        let names = container.split(separator: ",").map(String.init)
        if let name = names.lazy.compactMap({ Self.formatNames[$0] }).first { return name }
        return names.first.map { ($0.hasSuffix("_pipe") ? String($0.dropLast(5)) : $0).uppercased() }
    }

    /// Demuxers of single pictures make them up a rate and a length.
    var isStillPicture: Bool { tracks.first?.video?.isStillImage ?? false }

    private static let typeNames: [AVFileType: String] = [
        .mov: "QuickTime movie", .mp4: "MPEG-4", .m4v: "MPEG-4 video", .m4a: "MPEG-4 sound", .akMatroska: "Matroska",
        .akWebM: "WebM", .akMPEGTransportStream: "MPEG transport stream", .wav: "WAVE", .aiff: "AIFF", .aifc: "AIFF-C",
        .caf: "Core Audio", .mp3: "MP3", .akFLAC: "FLAC", .akOgg: "Ogg", .au: "AU", .mobile3GPP: "3GPP",
        .mobile3GPP2: "3GPP2", .ac3: "AC-3", .eac3: "Enhanced AC-3", .amr: "AMR", .heif: "HEIF", .akAAC: "ADTS",
        .heic: "HEIC", .avif: "AVIF",
    ]

    /// By FFmpeg's short names, where capitals do not do.
    private static let formatNames = [
        "gif": "GIF", "png_pipe": "PNG", "apng": "Animated PNG", "jpeg_pipe": "JPEG", "webp_pipe": "WebP",
        "tiff_pipe": "TIFF", "bmp_pipe": "BMP", "image2": "still picture", "avi": "AVI", "flv": "Flash Video",
        "asf": "Windows Media", "mpeg": "MPEG program stream", "mpegvideo": "MPEG video", "h264": "H.264 stream",
        "hevc": "HEVC stream", "aac": "ADTS", "ape": "Monkey's Audio", "wv": "WavPack", "rm": "RealMedia",
        "hls": "HTTP Live Streaming", "applehttp": "HTTP Live Streaming", "dv": "DV", "m4v": "MPEG-4 video stream",
        "ac3": "AC-3", "eac3": "Enhanced AC-3", "dts": "DTS", "webvtt": "WebVTT", "srt": "SubRip",
        "mov": "QuickTime movie",
        "wtv": "Windows TV", "jpegxl_pipe": "JPEG XL", "svg_pipe": "SVG", "qoi_pipe": "QOI", "truehd": "TrueHD",
    ]
}
