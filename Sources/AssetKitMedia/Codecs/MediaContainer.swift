/// The containers that are known here, by FFmpeg's names of its demuxers. What is to be known of each is a row of
/// ``ContainerTraits``. FFmpeg reads many more, which go by their names alone.
package enum MediaContainer: String, CaseIterable, Sendable {
    case isoMedia = "mov,mp4,m4a,3gp,3g2,mj2"
    case matroska = "matroska,webm"
    case transportStream = "mpegts"
    case programStream = "mpeg"
    case mpegVideo = "mpegvideo"
    case avi
    case flash = "flv"
    case windowsMedia = "asf"
    case hls
    case h264, hevc
    case mpeg4 = "m4v"
    case dv
    case realMedia = "rm"
    case windowsTV = "wtv"
    case mp3, aac, ac3, eac3, flac
    case wave = "wav"
    case wave64 = "w64"
    case aiff, caf, au, ogg, amr
    case amrNB = "amrnb"
    case amrWB = "amrwb"
    case ape
    case wavPack = "wv"
    case dts
    case trueHD = "truehd"
    case webVTT = "webvtt"
    case subRip = "srt"
    case gif, apng
    /// Any picture that FFmpeg knows by its file's name; the codec tells which.
    case imageFile = "image2"
    case png = "png_pipe"
    case jpeg = "jpeg_pipe"
    case jpegXL = "jpegxl_pipe"
    case webp = "webp_pipe"
    case tiff = "tiff_pipe"
    case bmp = "bmp_pipe"
    case svg = "svg_pipe"
    case qoi = "qoi_pipe"

    package var traits: ContainerTraits { ContainerTraits.named(rawValue) }
}
