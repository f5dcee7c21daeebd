"""Still pictures with PyAV, as its documentation shows: seek, decode, make the picture small, and encode it as JPEG.

pyav_thumbnails.py COUNT tolerant|exact FOLDER FILE        COUNT pictures at the middles of equal parts
pyav_thumbnails.py at SECONDS tolerant|exact FOLDER FILE   one picture
"""
import pathlib
import sys
from fractions import Fraction

import av


def picture(container, stream, seconds, is_exact):
    """The key picture at or before a time, or the picture that is shown then."""
    wanted = (stream.start_time or 0) + int(seconds / stream.time_base)
    container.seek(wanted, stream=stream, backward=True)
    shown = None
    for frame in container.decode(stream):
        if not is_exact:
            return frame
        if shown and frame.pts > wanted:
            break
        shown = frame
    return shown


def jpeg(frame):
    height = (320 * frame.height // frame.width + 1) & ~1
    small = frame.reformat(320, height, "yuvj420p", interpolation="BICUBIC")
    encoder = av.CodecContext.create("mjpeg", "w")
    encoder.width, encoder.height, encoder.pix_fmt, encoder.time_base = 320, height, "yuvj420p", Fraction(1, 25)
    encoder.thread_count = 1
    encoder.qmin, encoder.qmax = 3, 3
    small.pts, small.time_base = 0, encoder.time_base
    return b"".join(bytes(packet) for packet in [*encoder.encode(small), *encoder.encode(None)])


def main():
    if sys.argv[1] == "at":
        which, folder, path = sys.argv[3:]
        times = [float(sys.argv[2])]
    else:
        which, folder, path = sys.argv[2:]
        times = None
    with av.open(path) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        if times is None:
            count, duration = int(sys.argv[1]), container.duration / av.time_base
            times = [(number + 0.5) * duration / count for number in range(count)]
        for number, seconds in enumerate(times):
            data = jpeg(picture(container, stream, seconds, which == "exact"))
            pathlib.Path(folder, f"{number:03}.jpg").write_bytes(data)


main()
