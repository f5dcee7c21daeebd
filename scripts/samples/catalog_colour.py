"""Samples that differ in colour tags and in what they say of the display they were made for."""
import struct

import boxes
from encoders import H264, hevc
from model import Sample, Video

# BT.2020 primaries and D65 in steps of 1/50000, luminance in steps of 1/10000 cd/m2 (SMPTE ST 2086)
RED, GREEN, BLUE, WHITE = (35400, 14600), (8500, 39850), (6550, 2300), (15635, 16450)
BRIGHTEST, DARKEST = 10_000_000, 50
LIGHT = (1000, 400)
X265_DISPLAY = (f"master-display=G{GREEN}B{BLUE}R{RED}WP{WHITE}L({BRIGHTEST},{DARKEST})".replace(" ", "")
                + f":max-cll={LIGHT[0]},{LIGHT[1]}")


def tags(primaries, transfer, matrix, color_range="tv"):
    """(FFmpeg arguments, truth) of one set of colour tags."""
    arguments = ["-color_primaries", primaries, "-color_trc", transfer, "-colorspace", matrix, "-color_range",
                 color_range]
    return arguments, {"primaries": primaries, "transfer": transfer, "matrix": matrix, "range": color_range}


def add_display_boxes(path, _):
    """FFmpeg leaves the display's data in the bitstream; real files say it in the sample description too."""
    order = (GREEN, BLUE, RED, WHITE)  # as in SEI and 'mdcv'
    display = b"".join(struct.pack(">HH", *point) for point in order) + struct.pack(">II", BRIGHTEST, DARKEST)
    added = [boxes.Box(b"mdcv", display), boxes.Box(b"clli", struct.pack(">HH", *LIGHT))]
    boxes.change_movie(path, lambda movie: boxes.add_to_video_entry(boxes.tracks(movie)[0], *added))


PQ_ARGUMENTS, PQ = tags("bt2020", "smpte2084", "bt2020nc")
HLG_ARGUMENTS, HLG = tags("bt2020", "arib-std-b67", "bt2020nc")
SD_ARGUMENTS, SD = tags("smpte170m", "smpte170m", "smpte170m")
HD_ARGUMENTS, HD = tags("bt709", "bt709", "bt709")
FULL_ARGUMENTS, FULL = tags("bt709", "bt709", "bt709", "pc")

HDR10 = {
    "color": PQ,
    "hdr": "HDR10",
    "masteringDisplay": {
        "red": [[value, 50000] for value in RED], "green": [[value, 50000] for value in GREEN],
        "blue": [[value, 50000] for value in BLUE], "white": [[value, 50000] for value in WHITE],
        "luminance": {"minimum": [DARKEST, 10000], "maximum": [BRIGHTEST, 10000]},
    },
    "contentLightLevel": {"maximum": LIGHT[0], "maximumFrameAverage": LIGHT[1]},
}
CLOSED = "bframes=3:b-pyramid=1:open-gop=0"

SAMPLES = [
    Sample("hdr10.mp4", "HEVC Main 10, PQ, with mastering display and light levels in stream and sample description",
           "mp4", [Video(hevc(f"{CLOSED}:hdr10=1:repeat-headers=1:{X265_DISPLAY}"), frames=50, pixels="yuv420p10le",
                         arguments=PQ_ARGUMENTS, facts=HDR10)], change=add_display_boxes),
    Sample("hlg.mp4", "HEVC Main 10, hybrid log-gamma", "mp4",
           [Video(hevc(CLOSED), frames=50, pixels="yuv420p10le", arguments=HLG_ARGUMENTS,
                  facts={"color": HLG, "hdr": "HLG"})]),
    Sample("color-bt601.mp4", "tagged as standard-definition colour", "mp4",
           [Video(H264, frames=25, arguments=SD_ARGUMENTS, facts={"color": SD})]),
    Sample("color-bt709.mov", "tagged as high-definition colour", "mov",
           [Video(H264, frames=25, arguments=HD_ARGUMENTS, facts={"color": HD})]),
    Sample("color-full-range.mp4", "tagged as full range", "mp4",
           [Video(H264, frames=25, pixels="yuvj420p", arguments=FULL_ARGUMENTS, facts={"color": FULL})]),
]
