/// The codecs that are known here, by FFmpeg's names of them. What is to be known of each is a row of ``CodecTraits``.
///
/// FFmpeg decodes many more. Those go by their names alone, and nothing is asked of them that a name does not tell.
package enum MediaCodec: String, CaseIterable, Sendable {
    // Pictures. The order is that in which messages about Matroska list them.
    case h264, hevc, av1, vp9, vp8, mpeg4
    case mpeg2 = "mpeg2video"
    case mpeg1 = "mpeg1video"
    case proRes = "prores"
    case jpeg = "mjpeg"
    case theora, ffv1
    case jpegB = "mjpegb"
    case dnxhd, h263, svq3, cinepak
    case raw = "rawvideo"
    case animation = "qtrle"
    case png, jpeg2000, gif, webp, apng, tiff, bmp, targa
    case jpegLS = "jpegls"
    case flv1
    case wmv1, wmv2, wmv3, vc1, msmpeg4v2, msmpeg4v3
    case rv30, rv40, cavs
    case dv = "dvvideo"
    case v210, v210x, v308, v408, v410, r210, r10k, avrp, yuv4
    case huffyuv, ffvhuff, utvideo, magicyuv
    case hap, cfhd, speedhq

    // Sound, likewise.
    case opus, aac, flac, vorbis, mp3, ac3, eac3, alac, dts
    case trueHD = "truehd"
    case mp2, mp1
    case pcmU8 = "pcm_u8"
    case pcmS16LE = "pcm_s16le"
    case pcmS24LE = "pcm_s24le"
    case pcmS32LE = "pcm_s32le"
    case pcmS16BE = "pcm_s16be"
    case pcmS24BE = "pcm_s24be"
    case pcmS32BE = "pcm_s32be"
    case pcmF32LE = "pcm_f32le"
    case pcmF64LE = "pcm_f64le"
    case pcmS8 = "pcm_s8"
    case pcmF32BE = "pcm_f32be"
    case pcmF64BE = "pcm_f64be"
    case pcmU16LE = "pcm_u16le"
    case pcmU16BE = "pcm_u16be"
    case pcmU24LE = "pcm_u24le"
    case pcmU24BE = "pcm_u24be"
    case pcmU32LE = "pcm_u32le"
    case pcmU32BE = "pcm_u32be"
    case muLaw = "pcm_mulaw"
    case aLaw = "pcm_alaw"
    case aacLATM = "aac_latm"
    case ac4
    case mpegH = "mpegh_3d_audio"
    case amrNB = "amr_nb"
    case amrWB = "amr_wb"
    case speex, wavpack, tta, ape, mlp, ilbc, qdm2
    case wma1 = "wmav1"
    case wma2 = "wmav2"
    case wmaPro = "wmapro"
    case wmaLossless = "wmalossless"
    case wmaVoice = "wmavoice"
    case gsmMS = "gsm_ms"
    case adpcmMS = "adpcm_ms"
    case adpcmIMAWave = "adpcm_ima_wav"
    case adpcmIMAQuickTime = "adpcm_ima_qt"

    // Text, captions and pictures of them.
    case timedText = "mov_text"
    case text
    case subRip = "subrip"
    case ass, ssa
    case webVTT = "webvtt"
    case ttml
    case cea608 = "eia_608"
    case a53 = "a53_captions"
    case dvdSubtitle = "dvd_subtitle"
    case dvbSubtitle = "dvb_subtitle"
    case dvbTeletext = "dvb_teletext"
    case pgs = "hdmv_pgs_subtitle"

    // What is none of these.
    case timedID3 = "timed_id3"
    case data = "bin_data"
    case scte35 = "scte_35"
    case guide = "epg"
    case timecode = "tmcd"

    /// The row of the codec.
    package var traits: CodecTraits { CodecTraits.named(rawValue) }
}
