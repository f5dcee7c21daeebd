"""Samples that differ in rate, size, shape and orientation."""
import struct
from fractions import Fraction

import boxes
import ebml
from encoders import AAC, H264, H264_NO_B, HEVC, MPEG4, VP9, h264
from model import Sample, Sound, Video

NTSC = Fraction(30000, 1001)
UNEVEN = [2, 1, 3, 4]  # picture durations in units of 20 ms


def turned(name, about, values, rotation, display, sound=True, container="mp4"):
    """A sample whose track header carries a matrix."""
    a, b, c, d, x, y = values

    def change(path, _):
        boxes.change_movie(path, lambda movie: boxes.set_matrix(boxes.tracks(movie, b"vide")[0], a, b, c, d, x, y))

    facts = {"transform": [a, b, c, d, x, y], "rotation": rotation, "displaySize": display}
    return Sample(name, about, container, [Video(H264, facts=facts)], [Sound(AAC)] if sound else [], change=change)


def rolled(name, about, roll, values, rotation, display):
    """A sample whose projection tells how far its pictures were turned against the clock."""
    facts = {"transform": values, "rotation": rotation, "displaySize": display}
    return Sample(name, about, "matroska", [Video(H264, facts=facts)],
                  change=lambda path, _: ebml.set_roll(path, roll))


def uneven_mp4():
    """FFmpeg leaves the last picture's duration to chance, so it is set by hand."""
    tick = Fraction(1, 600)
    video = Video(H264, durations=[12 * units for units in UNEVEN], tick=tick)
    end = int(video.end() / tick)

    def change(path, _):
        boxes.change_movie(path, lambda movie: set_end(movie, end, video.times()[0][2] / tick))

    return Sample("vfr.mp4", "variable frame rate: pictures of 40, 20, 60 and 80 ms in turn", "mp4", [video],
                  change=change)


def set_end(movie, end, gap):
    """Makes the media last until `end`, on a timescale that movie and media share."""
    track = boxes.tracks(movie)[0]
    table = track.find("mdia/minf/stbl/stts")
    rows = boxes.table(table, ">II")
    decoded = sum(count * delta for count, delta in rows)
    count, delta = rows.pop()
    last = delta + end + int(gap) - decoded
    rows += [(count - 1, delta)] if count > 1 else []
    track.find("mdia/minf/stbl").replace(b"stts", boxes.full(b"stts", ">II", [*rows, (1, last)]))
    header = bytearray(track.find("mdia/mdhd").payload)
    struct.pack_into(">I", header, 16, end + int(gap))
    track.find("mdia/mdhd").payload = bytes(header)
    boxes.set_edits(movie, track, [(end, int(gap), 1)])


def clean_aperture(path, _):
    """Shows 304x160 of 320x180, its centre 3 right of and 2 below the coded centre."""
    body = struct.pack(">8i", 304, 1, 160, 1, 3, 1, 2, 1)

    def change(movie):
        track = boxes.tracks(movie, b"vide")[0]
        boxes.add_to_video_entry(track, boxes.Box(b"clap", body))
        boxes.set_track_size(track, 304, 160)

    boxes.change_movie(path, change)


CLEAN = {"displaySize": [304, 160],
         "cleanAperture": {"width": [304, 1], "height": [160, 1], "horizontalOffset": [3, 1], "verticalOffset": [2, 1]}}

SAMPLES = [
    uneven_mp4(),
    Sample("vfr.mkv", "variable frame rate: pictures of 40, 20, 60 and 80 ms in turn", "matroska",
           [Video(H264, durations=[20 * units for units in UNEVEN], tick=Fraction(1, 1000))]),
    Sample("ntsc-29.97.mp4", "30000/1001 pictures a second", "mp4", [Video(H264, frames=90, rate=NTSC)], [],
           movie_timescale=30000),
    Sample("ntsc-59.94.mp4", "60000/1001 pictures a second", "mp4", [Video(H264, frames=120, rate=NTSC * 2)], [],
           movie_timescale=60000),
    Sample("film-23.976.mp4", "24000/1001 pictures a second", "mp4",
           [Video(HEVC, frames=72, rate=Fraction(24000, 1001))], [], movie_timescale=24000),
    Sample("film-24.mp4", "24 pictures a second, movie timescale 1000", "mp4", [Video(H264, frames=72, rate=24)],
           [Sound(AAC, rate=44100)], movie_timescale=1000),
    turned("rotated-90.mp4", "to be turned 90 degrees clockwise for display", [0, 1, -1, 0, 180, 0], 90, [180, 320]),
    turned("rotated-90.mov", "to be turned 90 degrees clockwise for display, in a QuickTime movie", [0, 1, -1, 0, 180, 0], 90,
           [180, 320], False, "mov"),
    rolled("rotated-90.mkv", "to be turned 90 degrees clockwise for display, by Matroska's projection", -90,
           [0, 1, -1, 0, 180, 0], 90, [180, 320]),
    turned("rotated-180.mp4", "to be turned upside down for display", [-1, 0, 0, -1, 320, 180], 180, [320, 180], False),
    turned("rotated-270.mp4", "to be turned 270 degrees clockwise for display", [0, -1, 1, 0, 0, 320], 270, [180, 320],
           False),
    turned("mirrored.mp4", "to be mirrored left to right for display", [-1, 0, 0, 1, 320, 0], None, [320, 180], False),
    Sample("non-square-pixels.mp4", "288x180 pixels of shape 10:9", "mp4",
           [Video(H264, size=(288, 180), arguments=["-aspect", "16:9"],
                  facts={"pixelAspectRatio": [10, 9], "displaySize": [320, 180]})]),
    Sample("odd-size-vp9.webm", "321x181 pixels, 4:2:0", "webm", [Video(VP9, size=(321, 181), frames=50)]),
    Sample("odd-size-mpeg4.mp4", "321x181 pixels, 4:2:0", "mp4", [Video(MPEG4, size=(321, 181), frames=50)]),
    Sample("odd-size-h264-444.mp4", "321x181 pixels, 4:4:4", "mp4",
           [Video(H264, size=(321, 181), frames=50, pixels="yuv444p")]),
    Sample("clean-aperture.mp4", "320x180 of which 304x160 are to be shown, off centre", "mp4",
           [Video(H264, arguments=["-aspect", "16:9"], facts=CLEAN)], change=clean_aperture),
    Sample("interlaced-tff.mp4", "H.264 with two fields in a picture, top field first", "mp4",
           [Video(h264("tff=1:bframes=3:b-pyramid=normal", crf=30), size=(320, 192), interlaced=True,
                  arguments=["-flags:v", "+bitexact+ildct+ilme", "-field_order", "tt", "-vf", "setfield=tff"],
                  facts={"fieldCount": 2})]),
    Sample("one-frame.mp4", "a single picture", "mp4", [Video(H264_NO_B, frames=1)]),
    Sample("no-audio.mp4", "pictures only", "mp4", [Video(H264, frames=50)]),
]
