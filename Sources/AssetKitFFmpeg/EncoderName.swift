/// The encoders that are used here, by FFmpeg's names of them. More than one may make samples of a codec.
package enum EncoderName: String, Sendable {
    case x264 = "libx264"
    case x264RGB = "libx264rgb"
    case x265 = "libx265"
    case svtAV1 = "libsvtav1"
    case aomAV1 = "libaom-av1"
    case vpxVP9 = "libvpx-vp9"
    case vpxVP8 = "libvpx"
    case proRes = "prores_ks"
    case jpeg = "mjpeg"
    case mpeg2 = "mpeg2video"
    case mpeg4, ffv1, png

    case opus = "libopus"
    case lame = "libmp3lame"
    case vorbis = "libvorbis"
    case aac, alac, flac, ac3, eac3
    case webP = "libwebp"
}
