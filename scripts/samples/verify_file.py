"""Holds boxes, tags, chapters and the like against the truth."""
import os
import re
import struct
from fractions import Fraction

import boxes
import probe

CODECS = {"H.264": "h264", "HEVC": "hevc", "VP9": "vp9", "VP8": "vp8", "AV1": "av1", "MPEG-4 Visual": "mpeg4",
          "MPEG-2 Video": "mpeg2video", "Motion JPEG": "mjpeg", "Apple ProRes 422 Proxy": "prores",
          "Apple ProRes 4444": "prores", "AAC LC": "aac",
          "AC-3": "ac3", "Enhanced AC-3": "eac3", "MP3": "mp3", "Opus": "opus", "Vorbis": "vorbis",
          "Apple Lossless": "alac", "FLAC": "flac", "3GPP timed text": "mov_text", "SubRip": "subrip",
          "WebVTT": "webvtt"}
LANGUAGES = {"fre": {"fre", "fra"}, "ger": {"ger", "deu"}}


def check_movie(report, file, top):
    """The movie box and the order of boxes."""
    kinds = [box.kind for box in top]
    movie = top[kinds.index(b"moov")]
    layout = file["layout"]
    report.equal("movie box first", kinds.index(b"moov") < kinds.index(b"mdat"), layout["movieFirst"])
    report.equal("fragmented", b"moof" in kinds, layout["fragmented"])
    for index in ("mfra", "sidx"):
        report.equal(f"has {index}", index.encode() in kinds, layout.get("index") == index)
    report.equal("movie timescale", boxes.movie_timescale(movie), file["movieTimescale"])
    has_edits = any(boxes.edits(track) for track in boxes.tracks(movie))
    report.equal("edit lists", has_edits, layout["editLists"])


def check_movie_track(report, file, track, movie_track):
    """Header, timescale, edits and sample descriptions of one track."""
    if "timescale" in track:
        report.equal("timescale", boxes.media_timescale(movie_track), track["timescale"])
    if "segments" in track:
        check_segments(report, file, track, boxes.edits(movie_track))
    if "sampleDescriptions" in track:
        report.equal("sample descriptions", len(boxes.sample_entries(movie_track)), len(track["sampleDescriptions"]))
    entry = boxes.sample_entries(movie_track)[0]
    if "codec" in track and track["codec"] != "lpcm":
        report.equal("sample entry", entry.kind.decode(), track["codec"])
    if "video" not in track:
        return
    facts = track["video"]
    report.equal("transform", boxes.matrix(movie_track), facts["transform"])
    report.equal("displayed size", displayed(movie_track), facts["displaySize"])
    check_entry_boxes(report, facts, {box.kind: box.payload for box in boxes.video_entry_boxes(movie_track)
                                      if box.kind.isalnum()} if facts_need_boxes(facts) else {})


def facts_need_boxes(facts):
    return "cleanAperture" in facts or "masteringDisplay" in facts


def displayed(movie_track):
    """The track header's size, turned by its matrix."""
    header = movie_track.find("tkhd").payload
    width, height = (value / boxes.FIXED for value in struct.unpack_from(">II", header, 76))
    a, b, c, d, _, _ = boxes.matrix(movie_track)
    return [round(abs(a * width + c * height)), round(abs(b * width + d * height))]


def check_segments(report, file, track, edits):
    """Rates and times of each edit, as stored."""
    stored, target = [], 0
    for duration, start, rate in edits:
        stored.append((None if start < 0 else Fraction(start, track["timescale"]), Fraction(rate),
                       Fraction(target, file["movieTimescale"]), Fraction(duration, file["movieTimescale"])))
        target += duration
    wanted = []
    for segment in track["segments"]:
        source = segment["source"]
        wanted.append((source and Fraction(*source["start"]), Fraction(*segment.get("rate", [1, 1])),
                       Fraction(*segment["target"]["start"]), Fraction(*segment["target"]["duration"])))
    unknown_length = file["layout"]["fragmented"] and len(stored) == 1 and stored[0][3] == 0
    if unknown_length:  # a fragmented file may leave its length open; the truth says what comes
        stored = [(*stored[0][:3], wanted[0][3])]
    tick = Fraction(1, file["movieTimescale"])
    report.equal("edits", len(stored), len(wanted))
    for have, want in zip(stored, wanted):
        report.equal("edit", have[:3], want[:3])
        report.true(f"edit duration {have[3]} is {want[3]}", abs(have[3] - want[3]) <= tick)


def check_entry_boxes(report, facts, found):
    """Clean aperture and display data in the sample description."""
    if "cleanAperture" in facts:
        values = struct.unpack(">8i", found[b"clap"])
        names = ("width", "height", "horizontalOffset", "verticalOffset")
        have = {name: list(values[2 * place:2 * place + 2]) for place, name in enumerate(names)}
        report.equal("clean aperture", have, facts["cleanAperture"])
    if "masteringDisplay" in facts:
        values = [value for name in ("green", "blue", "red", "white") for value in display_point(facts, name)]
        values += [facts["masteringDisplay"]["luminance"][end][0] for end in ("maximum", "minimum")]
        report.equal("display box", list(struct.unpack(">8H2I", found[b"mdcv"])), values)
        report.equal("light levels", struct.unpack(">HH", found[b"clli"]),
                     tuple(facts["contentLightLevel"].values()))


def display_point(facts, name):
    """x and y of a primary or the white point, in steps of 1/50000."""
    point = facts["masteringDisplay"][name]
    return [Fraction(*value) * 50000 for value in point]


def check_display_in_stream(report, path, facts, stream):
    """Mastering display and light levels as they stand in the bitstream."""
    frame = probe.ffprobe(path, "-select_streams", str(stream["index"]), "-read_intervals", "%+#1",
                          "-show_frames")["frames"][0]
    data = {each["side_data_type"]: each for each in frame.get("side_data_list", [])}
    display, wanted = data["Mastering display metadata"], facts["masteringDisplay"]
    for color in ("red", "green", "blue"):
        have = [Fraction(display[f"{color}_{axis}"]) for axis in "xy"]
        report.equal(color, have, [Fraction(*value) for value in wanted[color]])
    report.equal("white", [Fraction(display[f"white_point_{axis}"]) for axis in "xy"],
                 [Fraction(*value) for value in wanted["white"]])
    for end, name in (("minimum", "min_luminance"), ("maximum", "max_luminance")):
        report.equal(name, Fraction(display[name]), Fraction(*wanted["luminance"][end]))
    light = data["Content light level metadata"]
    report.equal("light", [light["max_content"], light["max_average"]],
                 [facts["contentLightLevel"]["maximum"], facts["contentLightLevel"]["maximumFrameAverage"]])


def check_codec(report, track, stream):
    if track["codecName"] in CODECS:
        report.equal("codec", stream["codec_name"], CODECS[track["codecName"]])
    elif track["codecName"] == "Linear PCM":
        report.true("codec", stream["codec_name"].startswith("pcm_"))
    tags = {key.lower(): value for key, value in stream.get("tags", {}).items()}
    if "language" in track:
        accepted = LANGUAGES.get(track["language"], {track["language"]})
        report.true(f"language {tags.get('language')}", tags.get("language", "eng") in accepted)
    if "title" in track:
        report.equal("track title", tags.get("title"), track["title"])
    for key, value in track.get("metadata", {}).get("values", {}).items():
        report.equal(f"track tag {key}", tags.get(key.lower()), value)
    if "timecode" in track:
        report.equal("timecode", tags.get("timecode"), track["timecode"]["start"])


def check_facts(report, path, file, overview):
    """What belongs to the file as a whole."""
    tags = {key.lower(): value for key, value in overview["format"].get("tags", {}).items()}
    streams = overview["streams"]
    if file["container"] == "ogg":
        tags = {key.lower(): value for key, value in streams[0].get("tags", {}).items()}
    for key, value in file.get("metadata", {}).get("values", {}).items():
        report.equal(f"tag {key}", tags.get(key.lower()), value)
    if "creationTime" in file:
        report.equal("creation time", tags.get("creation_time"), file["creationTime"])
    if "chapters" in file:
        have = [(chapter.get("tags", {}).get("title"), Fraction(chapter["start"]) * Fraction(chapter["time_base"]),
                 Fraction(chapter["end"]) * Fraction(chapter["time_base"])) for chapter in overview["chapters"]]
        want = [(chapter["title"], Fraction(*chapter["start"]), Fraction(*chapter["end"]))
                for chapter in file["chapters"]]
        report.equal("chapters", have, want)
    if "coverArt" in file:
        cover = [stream for stream in streams if stream["disposition"]["attached_pic"]][0]
        kind = {"mjpeg": "image/jpeg", "png": "image/png"}[cover["codec_name"]]
        report.equal("cover", (kind, [cover["width"], cover["height"]]),
                     (file["coverArt"]["type"], file["coverArt"]["size"]))
    if "duration" in file:
        check_duration(report, file, overview)
    if "startTime" in file and "wrapsAt" not in file:
        check_start(report, file, overview)


def check_duration(report, file, overview):
    """The file's length, where FFmpeg has the same idea of it."""
    if file.get("live"):
        report.true("a live file stores no duration", "duration" not in overview["format"])
        return
    if file.get("layout", {}).get("fragmented"):  # FFmpeg counts the priming of fragmented files as played
        report.skip("FFmpeg's duration of a fragmented file includes the priming")
        return
    have, want = float(overview["format"]["duration"]), float(Fraction(*file["duration"]))
    if file["container"] in ("matroska", "webm"):  # Matroska's stored duration counts from its own zero
        want += float(Fraction(*file["startTime"]))
    report.true(f"duration {have} is {want}", abs(have - want) < 0.002)


def check_start(report, file, overview):
    """The stored start, where FFmpeg has the same idea of it."""
    if file["container"] in ("matroska", "webm", "mpegts"):
        have, want = float(overview["format"]["start_time"]), float(Fraction(*file["startTime"]))
        # FFmpeg counts Opus' declared pre-skip of 6.5 ms, rounded to 7, as presented.
        slack = 0.0071 if any(track["codecName"] == "Opus" for track in file["tracks"]) else 0.00002
        report.true(f"start {have} is {want}", abs(have - want) <= slack)


def check_cues(report, path, track, stream):
    """Subtitle texts and times, as FFmpeg turns them into SubRip."""
    text = probe.output(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", f"0:{stream['index']}", "-f", "srt",
                         "-"]).decode()
    have = []
    text = text.replace("\r\n", "\n")
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        begin, end = (milliseconds(part) for part in lines[1].split(" --> "))
        have.append(("\n".join(lines[2:]), begin, end))
    want = [(cue["text"], cue["start"][0], cue["end"][0]) for cue in track["cues"]]
    report.equal("subtitles", have, want)


def check_captions(report, path, facts):
    """Closed captions, as FFmpeg's decoder shows them."""
    folder, name = os.path.split(os.path.abspath(path))
    text = probe.output(["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", f"movie={name}[out0+subcc]", "-map",
                         "0:s", "-f", "srt", "-"], folder).decode().replace("\r\n", "\n")
    have = []
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        begin, end = (milliseconds(part) for part in lines[1].split(" --> "))
        have.append((re.sub(r"<[^>]*>|\{[^}]*\}|\\h", "", "\n".join(lines[2:])).strip(), begin, end))
    want = [(caption["text"], *(int(1000 * Fraction(*caption[key]) + Fraction(1, 2)) for key in ("start", "end")))
            for caption in facts["captions"]]
    report.equal("captions", [caption[0] for caption in have], [caption[0] for caption in want])
    for one, other in zip(have, want):
        report.true(f"caption times {one} are {other}", all(abs(a - b) <= 1 for a, b in zip(one[1:], other[1:])))


def milliseconds(text):
    hours, minutes, rest = text.strip().split(":")
    seconds, thousandths = rest.split(",")
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(thousandths)
