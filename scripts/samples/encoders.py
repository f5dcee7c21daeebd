"""Encoder settings that give the same bytes on every run: one thread, forced key pictures, no scene cuts."""
from dataclasses import replace

from model import AudioCodec, VideoCodec

X264 = "cpu-independent=1:threads=1:lookahead-threads=1:scenecut=0:keyint=48:min-keyint=48:b-adapt=0"
X265 = "pools=none:frame-threads=1:wpp=0:log-level=none:scenecut=0:keyint=48:min-keyint=48:b-adapt=0:info=0"


def h264(parameters="bframes=3:b-pyramid=normal", delay=2, crf=27, profile=None, **facts):
    """H.264; `facts` replace fields of the codec."""
    arguments = ["-c:v", "libx264", "-preset", "medium", "-crf", str(crf), "-x264-params", f"{X264}:{parameters}"]
    if profile:
        arguments += ["-profile:v", profile]
    return VideoCodec("H.264", "avc1", arguments, delay, **facts)


def hevc(parameters="bframes=3:b-pyramid=1:open-gop=0", delay=2, crf=30, tag="hvc1", **facts):
    """HEVC; `tag` says where the parameter sets live."""
    arguments = ["-c:v", "libx265", "-preset", "fast", "-crf", str(crf), "-x265-params", f"{X265}:{parameters}",
                 "-tag:v", tag]
    return VideoCodec("HEVC", tag, arguments, delay, **facts)


H264 = h264()
H264_NO_B = h264("bframes=0", delay=0)
HEVC = hevc()

VP9 = VideoCodec("VP9", "vp09", ["-c:v", "libvpx-vp9", "-b:v", "100k", "-deadline", "good", "-cpu-used", "4",
                                 "-row-mt", "0", "-tile-columns", "0", "-g", "48", "-keyint_min", "48"])
VP8 = VideoCodec("VP8", "vp08", ["-c:v", "libvpx", "-b:v", "120k", "-deadline", "good", "-cpu-used", "2", "-g", "48",
                                 "-keyint_min", "48"])
AV1 = VideoCodec("AV1", "av01", ["-c:v", "libaom-av1", "-crf", "38", "-b:v", "0", "-cpu-used", "8", "-row-mt", "0",
                                 "-g", "48", "-keyint_min", "48"])
MPEG4 = VideoCodec("MPEG-4 Visual", "mp4v", ["-c:v", "mpeg4", "-q:v", "6", "-bf", "2", "-g", "48", "-sc_threshold",
                                             "1000000000"], delay=1, open_gop=True)
MPEG2 = VideoCodec("MPEG-2 Video", "mp2v", ["-c:v", "mpeg2video", "-q:v", "8", "-bf", "2", "-g", "10", "-sc_threshold",
                                            "1000000000", "-flags:v", "+bitexact+cgop"], delay=1, keyframes=10)
MJPEG = VideoCodec("Motion JPEG", "jpeg", ["-c:v", "mjpeg", "-q:v", "10", "-huffman", "default"], keyframes=1)
PRORES = VideoCodec("Apple ProRes 422 Proxy", "apco", ["-c:v", "prores_ks", "-profile:v", "proxy", "-vendor", "apl0"],
                    keyframes=1)

WITH_ALPHA = ["-auto-alt-ref", "0", "-metadata:s:v:0", "alpha_mode=1"]
VP9_ALPHA = replace(VP9, arguments=[*VP9.arguments, *WITH_ALPHA])
VP8_ALPHA = replace(VP8, arguments=[*VP8.arguments, *WITH_ALPHA])
PRORES_ALPHA = VideoCodec("Apple ProRes 4444", "ap4h", ["-c:v", "prores_ks", "-profile:v", "4444", "-vendor", "apl0",
                                                       "-alpha_bits", "16", "-q:v", "16"], keyframes=1)

AAC = AudioCodec("AAC LC", "mp4a", ["-c:a", "aac", "-b:a", "64k"], priming=1024, packet=1024)
AC3 = AudioCodec("AC-3", "ac-3", ["-c:a", "ac3", "-b:a", "96k"], priming=256, packet=1536)
MP3 = AudioCodec("MP3", ".mp3", ["-c:a", "libmp3lame", "-b:a", "64k", "-abr", "0", "-compression_level", "2"],
                 priming=1105, packet=1152)
OPUS = AudioCodec("Opus", "Opus", ["-c:a", "libopus", "-b:a", "64k", "-vbr", "off", "-application", "audio"],
                  priming=312, packet=960)
VORBIS = AudioCodec("Vorbis", None, ["-c:a", "libvorbis", "-q:a", "1"])
ALAC = AudioCodec("Apple Lossless", "alac", ["-c:a", "alac"], lossless=True, packet=4096)
FLAC = AudioCodec("FLAC", "fLaC", ["-c:a", "flac"], lossless=True)


def pcm(encoder):
    """Uncompressed sound, as FFmpeg names it without the leading 'pcm_'."""
    return AudioCodec("Linear PCM", "lpcm", ["-c:a", f"pcm_{encoder}"], lossless=True)
