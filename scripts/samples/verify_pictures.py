"""Holds decoded pictures against the truth."""
from fractions import Fraction

import boxes
import picture
import probe

# FFmpeg 5.1 plays each edit's media at its own speed, keeps no gap between edits and holds no picture. These files are
# checked by reading their edit lists ourselves and mapping every decoded picture through them, as all others are too.
FFMPEG_IGNORES_EDITS = {"edit-inner-gap.mp4", "edit-rate-half.mp4", "edit-rate-double.mp4", "edit-dwell.mp4",
                        "edit-reordered.mp4"}
# FFmpeg drops a picture of which the edit shows only the end, and starts with the next one too early.
FFMPEG_DROPS_CUT_PICTURE = {"edit-cut-inside-picture.mp4"}


def expand(runs):
    """(index, time) of every picture on the asset's timeline."""
    for run in runs:
        for place in range(run["count"]):
            if "times" in run:
                yield run["first"] + place, Fraction(*run["times"][place])
            else:
                yield run["first"] + place, Fraction(*run["start"]) + place * Fraction(*run["frameDuration"])


def decoded(path, stream, raw):
    """(index read from the picture, presentation time) of each, in FFmpeg's order."""
    frames = probe.listing(path, "frames", stream["index"], raw)
    pictures = probe.luma_frames(path, stream, raw)
    if len(frames) != len(pictures):
        raise RuntimeError(f"{path}: {len(frames)} frames probed, {len(pictures)} decoded")
    indices = [picture.read_index(luma, stream["width"]) for luma in pictures]
    return [(index, probe.time(frame, stream)) for index, frame in zip(indices, frames)], frames


def check(report, path, file, track, stream, movie_track, movie_scale):
    """Every picture of one track."""
    facts, is_movie = track["video"], movie_track is not None
    media, frames = decoded(path, stream, raw=is_movie)
    report.pictures += len(media)
    first = facts["pictures"][0]["first"] if "segments" not in track else 0
    report.equal("pictures stored", [index for index, _ in media], list(range(first, first + facts["frameCount"])))
    expected = list(expand(facts["pictures"]))
    if is_movie:
        edits = boxes.edits(movie_track)
        report.equal("pictures through the edit list", shown(media, edits, stream, movie_scale, facts), expected)
        check_ffmpeg_timeline(report, path, file, stream, expected)
    else:
        start = Fraction(*file["startTime"])
        wanted = [(index, time + start) for index, time in expected]
        step = Fraction(stream["time_base"])
        found = unwrapped(media) if "wrapsAt" in file else media
        report.close("picture times", found, wanted, step / 2)
    check_keys(report, path, stream, facts, media, is_movie)
    check_fields(report, facts, frames)
    if "alpha" in facts:
        check_alpha(report, path, stream, facts)


def unwrapped(media):
    """Counts on where a transport stream's clock starts again."""
    span, begin = Fraction(2**33, 90000), media[0][1]
    if begin < 0:  # FFmpeg took the wrap for zero and counted back
        return [(index, time + span) for index, time in media]
    return [(index, time + span if time < begin - span / 2 else time) for index, time in media]


def shown(media, edits, stream, movie_scale, facts):
    """What the edit list makes of the media."""
    step = 1 / Fraction(*facts["frameRate"]) if "frameRate" in facts else None
    if not edits:
        return media
    found, target, base = [], Fraction(0), Fraction(stream["time_base"])
    ends = [time for _, time in media[1:]] + [media[-1][1] + step if step else None]
    for duration, start, rate in edits:
        duration = Fraction(duration, movie_scale)
        if start >= 0:
            found += stretch(zip(media, ends), start * base, target, duration, Fraction(rate))
        target += duration
    return found


def stretch(media, source, target, duration, rate):
    """The pictures one edit shows."""
    end = source + duration * rate
    for (index, begin), finish in media:
        if rate == 0:
            if begin <= source < finish:
                yield index, target
            continue
        is_over = finish is not None and finish <= source
        # A zero duration is "all there is": fragmented files may not know better.
        if not is_over and (begin < end or duration == 0):
            yield index, target + max(Fraction(0), begin - source) / rate


def check_ffmpeg_timeline(report, path, file, stream, expected):
    """FFmpeg's own reading of the edit list, where it honours it."""
    if file["name"] in FFMPEG_IGNORES_EDITS:
        report.skip("FFmpeg does not honour these edits")
        return
    own, _ = decoded(path, stream, raw=False)
    if file["name"] in FFMPEG_DROPS_CUT_PICTURE:
        report.equal("FFmpeg's pictures", [index for index, _ in own], [index for index, _ in expected[1:]])
        report.skip("FFmpeg drops the first, cut picture")
        return
    report.equal("FFmpeg's pictures and times", own, expected)


def check_keys(report, path, stream, facts, media, raw):
    """Key pictures and order, as the container says."""
    packets = probe.listing(path, "packets", stream["index"], raw)
    index_at = {time: index for index, time in media}
    keys = [index_at.get(probe.time(packet, stream)) for packet in packets if packet["flags"].startswith("K")]
    report.equal("key pictures", sorted(key for key in keys if key is not None), facts["keyFrames"])
    times = [packet["pts"] for packet in packets]
    report.equal("reordered", times != sorted(times), facts["reordered"])
    last_key = max(place for place, packet in enumerate(packets) if packet["flags"].startswith("K"))
    leads = any(time < times[last_key] for time in times[last_key:])
    report.equal("open groups", leads, facts["openGOP"])


def check_fields(report, facts, frames):
    interlaced = facts.get("interlaced") == "topFieldFirst"
    report.equal("interlaced", {bool(frame["interlaced_frame"]) for frame in frames}, {interlaced})
    if interlaced:
        report.equal("top field first", {bool(frame["top_field_first"]) for frame in frames}, {True})


def check_alpha(report, path, stream, facts):
    """How opaque pixels are, within what lossy codecs do to them."""
    width = stream["width"]
    for plane in probe.alpha_frames(path, stream):
        for row, wanted in ((2, [[0, 255]]), (stream["height"] - 2, facts["alpha"]["columns"])):
            ends = [column for column, _ in wanted[1:]] + [width]
            found = [plane[row * width + (column + end) // 2] for (column, _), end in zip(wanted, ends)]
            close = all(abs(alpha - value) <= 4 for (_, alpha), value in zip(wanted, found))
            report.true(f"alpha {found} is {[alpha for _, alpha in wanted]}", close)


def check_format(report, track, stream):
    """Size, shape, depth and colour."""
    facts = track["video"]
    report.equal("coded size", [stream["width"], stream["height"]], facts["codedSize"])
    ratio = [int(part) for part in stream.get("sample_aspect_ratio", "1:1").split(":")]
    report.equal("pixel aspect ratio", ratio if 0 not in ratio else [1, 1], facts["pixelAspectRatio"])
    pixels = stream["pix_fmt"].replace("yuvj", "yuv").replace("yuva", "yuv")
    report.equal("chroma", {"0": "4:2:0", "2": "4:2:2", "4": "4:4:4"}[pixels[5]], facts["chroma"])
    report.equal("bit depth", next((bits for bits in (10, 12) if str(bits) in pixels), 8), facts["bitDepth"])
    if "frameRate" in facts:
        report.equal("frame rate", Fraction(stream["r_frame_rate"]), Fraction(*facts["frameRate"]))
    names = {"primaries": "color_primaries", "transfer": "color_transfer", "matrix": "color_space",
             "range": "color_range"}
    for key, value in facts.get("color", {}).items():
        report.equal(f"color {key}", stream.get(names[key]), value)
