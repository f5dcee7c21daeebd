"""One source of every kind of stream that a cut can meet, made with FFmpeg, and the ranges that are cut out of each."""
import os
from fractions import Fraction

import probes
from sources import Source

RATE, COUNT, GROUP = 30, 96, 24
#: First and last frame of each cut: from the beginning, to the end, key pictures at either side, among pictures that are
#: shown before the key picture they are stored behind, of one, two, three and fifteen pictures, within one group.
RANGES = [(0, 40), (30, COUNT), (24, 70), (10, 72), (46, 83), (31, 32), (37, 39), (52, 55), (29, 44), (50, 62), (5, 91)]

X264, X265 = ["-c:v", "libx264", "-x264-params"], ["-c:v", "libx265", "-x265-params"]
OPEN, CLOSED = f"keyint={GROUP}:min-keyint={GROUP}:scenecut=0:open-gop=1", f"keyint={GROUP}:min-keyint={GROUP}:scenecut=0"
HEVC = f"log-level=none:keyint={GROUP}:min-keyint={GROUP}:scenecut=0"


def h264(options, *more):
    return [*X264, options, *more]


def hevc(options, *more):
    return [*X265, options, *more]


#: (name with the container's ending, the encoder's options)
KINDS = [
    ("h264-closed.mp4", h264(CLOSED)),
    ("h264-closed-no-b.mp4", h264(CLOSED + ":bframes=0")),
    ("h264-closed-cavlc-slices.mp4", h264(CLOSED + ":cabac=0:slices=3")),
    ("h264-closed-baseline.mp4", h264(CLOSED, "-profile:v", "baseline")),
    ("h264-closed-main.mp4", h264(CLOSED, "-profile:v", "main")),
    ("h264-closed-high10.mp4", h264(CLOSED, "-pix_fmt", "yuv420p10le")),
    ("h264-closed-high422.mp4", h264(CLOSED, "-pix_fmt", "yuv422p10le")),
    ("h264-closed-other-id.mp4", h264(CLOSED + ":sps-id=15")),
    ("h264-closed.mov", h264(CLOSED)),
    ("h264-closed.mkv", h264(CLOSED)),
    ("h264-closed.ts", h264(CLOSED)),
    ("h264-open.mp4", h264(OPEN)),
    ("h264-open-cavlc-slices.mp4", h264(OPEN + ":cabac=0:slices=3")),
    ("h264-open-pyramid-normal.mp4", h264(OPEN + ":b-pyramid=normal:bframes=5:b-adapt=0")),
    ("h264-open-pyramid-strict.mp4", h264(OPEN + ":b-pyramid=strict:bframes=5:b-adapt=0")),
    ("h264-open-mbaff.mp4", h264(OPEN + ":tff=1", "-flags", "+ildct")),
    ("h264-open-high10.mp4", h264(OPEN, "-pix_fmt", "yuv420p10le")),
    ("h264-open-temporal.mp4", h264(OPEN + ":direct=temporal:ref=6")),
    ("h264-open-slower.mp4", h264(OPEN + ":ref=8:b-adapt=2", "-preset", "slower")),
    ("h264-open-no-b.mp4", h264(OPEN + ":bframes=0")),
    ("h264-open.mkv", h264(OPEN)),
    ("h264-open.ts", h264(OPEN)),
    ("hevc-closed.mp4", hevc(HEVC + ":open-gop=0")),
    ("hevc-closed-10bit.mp4", hevc(HEVC + ":open-gop=0", "-pix_fmt", "yuv420p10le")),
    ("hevc-closed.mkv", hevc(HEVC + ":open-gop=0")),
    ("hevc-closed.ts", hevc(HEVC + ":open-gop=0")),
    ("hevc-open.mp4", hevc(HEVC + ":open-gop=1")),
    ("hevc-open-10bit.mp4", hevc(HEVC + ":open-gop=1", "-pix_fmt", "yuv420p10le")),
    ("hevc-open-pyramid.mp4", hevc(HEVC + ":open-gop=1:b-pyramid=1:bframes=5:b-adapt=0")),
    ("hevc-open-radl.mp4", hevc(HEVC + ":open-gop=0:radl=2:bframes=4:b-adapt=0")),
    ("hevc-open.mkv", hevc(HEVC + ":open-gop=1")),
    ("vp8.webm", ["-c:v", "libvpx", "-g", str(GROUP), "-b:v", "1M", "-auto-alt-ref", "0"]),
    ("vp8-alt-ref.mkv", ["-c:v", "libvpx", "-g", str(GROUP), "-b:v", "1M", "-auto-alt-ref", "1", "-lag-in-frames", "16"]),
    ("vp9.webm", ["-c:v", "libvpx-vp9", "-g", str(GROUP), "-b:v", "1M", "-cpu-used", "5"]),
    ("vp9.mp4", ["-c:v", "libvpx-vp9", "-g", str(GROUP), "-b:v", "1M", "-cpu-used", "5"]),
    ("av1.mp4", ["-c:v", "libsvtav1", "-g", str(GROUP), "-crf", "35", "-preset", "10", "-svtav1-params", "lp=1"]),
    ("av1.webm", ["-c:v", "libsvtav1", "-g", str(GROUP), "-crf", "35", "-preset", "10", "-svtav1-params", "lp=1"]),
    ("mpeg4.mp4", ["-c:v", "mpeg4", "-g", str(GROUP), "-q:v", "3"]),
    ("mpeg4-b.mp4", ["-c:v", "mpeg4", "-g", str(GROUP), "-q:v", "3", "-bf", "2"]),
    ("mpeg4-b-quarter.mp4", ["-c:v", "mpeg4", "-g", str(GROUP), "-q:v", "3", "-bf", "2", "-flags", "+qpel", "-mpeg_quant", "1"]),
    ("mpeg2.ts", ["-c:v", "mpeg2video", "-g", str(GROUP), "-q:v", "3"]),
    ("mpeg2-b.ts", ["-c:v", "mpeg2video", "-g", str(GROUP), "-q:v", "3", "-bf", "2"]),
    ("mpeg2-b.mkv", ["-c:v", "mpeg2video", "-g", str(GROUP), "-q:v", "3", "-bf", "2"]),
    ("mpeg2-b.mp4", ["-c:v", "mpeg2video", "-g", str(GROUP), "-q:v", "3", "-bf", "2"]),
    ("prores.mov", ["-c:v", "prores_ks", "-profile:v", "2"]),
    ("mjpeg.mov", ["-c:v", "mjpeg", "-q:v", "3"]),
    ("dnxhd.mov", ["-c:v", "dnxhd", "-profile:v", "dnxhr_sq", "-pix_fmt", "yuv422p"]),
]


def entries():
    return [(name, lambda work, name=name, options=options: source(name, options, work)) for name, options in KINDS]


def source(name, options, work):
    """Makes the source: moving detail, which every picture has differently."""
    path = os.path.join(work, name)
    words = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
             f"testsrc2=s=320x192:r={RATE}:d={COUNT / RATE},noise=alls=6:allf=t:all_seed=3"]
    if "-pix_fmt" not in options:
        words += ["-pix_fmt", "yuv420p"]
    probes.checked(words + ["-threads", "2", *options, "file:" + path])
    found = Source(path, name.rsplit(".", 1)[1], work)
    times = probes.frames(path, found.video)
    stored = found.decode(ignores_edits=False)
    if stored != COUNT or len(times) != COUNT:
        raise RuntimeError(f"{name}: FFmpeg decodes {stored} of {COUNT} pictures")
    zero = times[0][0]
    for place, (time, _) in enumerate(times):
        end = times[place + 1][0] if place + 1 < COUNT else time + Fraction(1, RATE)
        found.pictures.append((time - zero, end - zero, place))
    found.duration = found.pictures[-1][1]
    found.has_plain_sound = False
    return found


def ranges(found):
    """The times of each range: those of its first picture and of the one behind its last."""
    starts = [first for first, _, _ in found.pictures] + [found.duration]
    return [(starts[first], starts[last]) for first, last in RANGES]
