"""Samples that differ in codec and container."""
from dataclasses import replace

from encoders import (AAC, AC3, AV1, H264, H264_NO_B, HEVC, MJPEG, MPEG2, MPEG4, OPUS, PRORES, VORBIS, VP8, VP9, h264,
                      hevc, pcm)
from model import Sample, Sound, Video

STEREO = Sound(AAC)
OPEN_GOP = {"open_gop": True, "keyframes": 48}

SAMPLES = [
    Sample("h264-bframes.mp4", "H.264 with B-frames in closed groups of 48, AAC", "mp4", [Video(H264)], [STEREO]),
    Sample("h264-bframes.mov", "H.264 with B-frames, 16-bit PCM at 24 kHz", "mov", [Video(H264)],
           [Sound(pcm("s16le"), rate=24000, tones=(440,))]),
    Sample("h264-bframes.mkv", "H.264 with B-frames, AAC whose priming Matroska does not declare", "matroska",
           [Video(H264)], [STEREO]),
    Sample("h264-no-bframes.mp4", "H.264 without B-frames: decode order is presentation order", "mp4",
           [Video(H264_NO_B)], [STEREO]),
    Sample("h264-open-gop.mp4", "H.264 with open groups: pictures before a key picture need the group before", "mp4",
           [Video(h264("bframes=3:b-pyramid=normal:open-gop=1", **OPEN_GOP), frames=120)], []),
    Sample("h264-all-intra.mp4", "H.264 in which every picture is a key picture", "mp4",
           [Video(h264("keyint=1:bframes=0", delay=0, crf=33, keyframes=1), frames=50)], []),
    Sample("h264-one-keyframe.mp4", "H.264 with a single key picture in six seconds", "mp4",
           [Video(h264("keyint=1000:min-keyint=1000:bframes=3:b-pyramid=normal", keyframes=1000), frames=150)], []),
    Sample("h264.ts", "H.264 with B-frames and AAC in a transport stream", "mpegts", [Video(H264)], [STEREO]),
    Sample("h264-422-10bit.mov", "H.264 High 4:2:2 with 10 bits", "mov",
           [Video(replace(H264), pixels="yuv422p10le")], []),
    Sample("hevc.mp4", "HEVC with B-frames in closed groups of 48, AAC", "mp4", [Video(HEVC)], [STEREO]),
    Sample("hevc-10bit.mp4", "HEVC Main 10", "mp4", [Video(HEVC, pixels="yuv420p10le")], []),
    Sample("hevc-open-gop.mp4", "HEVC with open groups: CRA pictures with leading pictures", "mp4",
           [Video(hevc("bframes=3:b-pyramid=1:open-gop=1", **OPEN_GOP), frames=120)], []),
    Sample("hevc-hev1.mp4", "HEVC whose parameter sets may also be in the samples", "mp4",
           [Video(hevc(tag="hev1"), frames=50)], []),
    Sample("hevc.mkv", "HEVC and AC-3 in Matroska", "matroska", [Video(HEVC)], [Sound(AC3)]),
    Sample("hevc.ts", "HEVC and AAC in a transport stream", "mpegts",
           [Video(replace(HEVC, arguments=HEVC.arguments[:-2]))], [STEREO]),
    Sample("vp9-opus.webm", "VP9 and Opus", "webm", [Video(VP9)], [Sound(OPUS)]),
    Sample("vp9.mp4", "VP9 in MP4", "mp4", [Video(VP9, frames=50)], []),
    Sample("vp8-vorbis.webm", "VP8 and Vorbis", "webm", [Video(VP8)], [Sound(VORBIS)]),
    Sample("av1.mp4", "AV1 and AAC", "mp4", [Video(AV1)], [STEREO]),
    Sample("av1-opus.webm", "AV1 and Opus", "webm", [Video(AV1)], [Sound(OPUS)]),
    Sample("mpeg4-part2.mp4", "MPEG-4 part 2 with B-frames", "mp4", [Video(MPEG4)], [STEREO]),
    Sample("mpeg2.ts", "MPEG-2 and AC-3 in a transport stream", "mpegts", [Video(MPEG2)], [Sound(AC3)]),
    Sample("mjpeg.mov", "Motion JPEG at full range", "mov", [Video(MJPEG, frames=24, rate=24, pixels="yuvj420p")], []),
    Sample("prores.mov", "ProRes 422 Proxy and 24-bit PCM", "mov", [Video(PRORES, frames=25, pixels="yuv422p10le")],
           [Sound(pcm("s24le"), samples=48000, bits=24, tones=(440,))]),
]
