"""The files that are cut, and what they present according to others than AssetKit."""
import json
import os
from fractions import Fraction

import probes

LOSSLESS_SOUND = ("flac", "alac", "wavpack", "tta")
#: What cannot be written, and what its sound goes into.
PLAIN = {"aac": "m4a"}
#: Files with edits.
MOVIES = ("mp4", "mov", "m4a")


class Source:
    """A file: its pictures in order, as (start, end, place among the decoded ones), and its sound."""

    def __init__(self, path, ending, folder):
        self.path, self.ending, self.folder = path, ending, folder
        self.pictures, self.duration, self.raw = [], None, None
        self.indices = None
        #: Whether a second decoder has the pictures right that FFmpeg decodes; None before anybody has asked.
        self.is_right_elsewhere = None
        self.video = probes.pick(path, "video")
        self.audio = probes.pick(path, "audio")
        self.pixel_format = self.video["pix_fmt"] if self.video else None

    def decode(self, ignores_edits):
        """Keeps all decoded pictures as plain pixels."""
        self.raw = os.path.join(self.folder, "source.raw")
        probes.pixels(self.path, self.video, self.pixel_format, self.raw, ignores_edits)
        self.picture_bytes = probes.picture_bytes(self.path, self.video, self.pixel_format)
        return os.path.getsize(self.raw) // self.picture_bytes

    def shown(self, start, end):
        """What is presented of a range: (time since its start, place, end) of each picture."""
        result = []
        for first, last, place in self.pictures:
            if first < end and last > start:
                result.append((max(first, start) - start, place, min(last, end) - start))
        return result

    def copy_pictures(self, places, target):
        self.gather([(self.raw, places)], target)

    def gather(self, parts, target):
        """Puts pictures of files of plain pixels into one: of each file those at its places."""
        with open(target, "wb") as file:
            for path, places in parts:
                with open(path, "rb") as raw:
                    for place in places:
                        raw.seek(place * self.picture_bytes)
                        file.write(raw.read(self.picture_bytes))


def sample(entry, folder, work):
    """One of SampleMedia, by its recipe."""
    ending = entry["name"].rsplit(".", 1)[1]
    source = Source(os.path.join(folder, entry["name"]), PLAIN.get(ending, ending), work)
    tracks = {track["mediaType"]: track for track in reversed(entry["tracks"])}
    if source.video and "video" in tracks:
        facts = tracks["video"]["video"]
        stored = source.decode(ignores_edits=source.ending in MOVIES)
        runs = facts["pictures"]
        first = 0 if "segments" in tracks["video"] else runs[0]["first"]
        if stored != facts["frameCount"]:
            raise RuntimeError(f"{source.path}: FFmpeg decodes {stored} of {facts['frameCount']} pictures")
        for run in runs:
            if "times" in run:
                times = [Fraction(*time) for time in run["times"]]
                # In Matroska nothing says how long a picture shows but the next one.
                end = Fraction(*run["end"]) if "end" in run else times[-1] + times[-1] - times[-2]
            else:
                step, begin = Fraction(*run["frameDuration"]), Fraction(*run["start"])
                times = [begin + step * number for number in range(run["count"])]
                end = begin + step * run["count"]
            for number, time in enumerate(times):
                last = times[number + 1] if number + 1 < len(times) else end
                source.pictures.append((time, last, run["first"] + number - first))
    source.duration = Fraction(*entry["duration"]) if "duration" in entry else None
    if source.duration is None and source.pictures:
        source.duration = source.pictures[-1][1]
    if source.duration is None:
        source.duration = Fraction(source.audio["duration"])
    edits = tracks.get("audio", {}).get("segments", [])
    starts = tracks.get("audio", {}).get("audio", {}).get("start", [0, 1])
    source.has_plain_sound = len(edits) <= 1 and not Fraction(*starts)
    return source


def corpus(entry, root, work):
    """One of the corpus, as FFmpeg presents it. None where that is not certain enough to judge by."""
    path = os.path.join(root, entry["file"])
    source = Source(path, {"ts": "ts", "mkv": "mkv", "webm": "webm", "mov": "mov"}.get(entry["container"], "mp4"), work)
    if source.video is None:
        return None
    times = probes.frames(path, source.video)
    stored = source.decode(ignores_edits=False)
    if stored != len(times) or sorted(time for time, _ in times) != [time for time, _ in times]:
        return None
    zero = Fraction(0)
    if source.ending not in MOVIES:
        # What is before zero is what a decoder of sound swallows: it is not presented.
        starts = [Fraction(str(stream.get("start_time", "0"))) for stream in probes.streams(path)]
        zero = max(Fraction(0), min(starts))
        # Times of streams are told in microseconds; those of pictures are exact.
        first = times[0][0]
        zero = first if abs(zero - first) < Fraction(1, 10**5) else zero
    for place, (time, duration) in enumerate(times):
        end = times[place + 1][0] if place + 1 < len(times) else time + (duration or Fraction(1, 25))
        source.pictures.append((time - zero, end - zero, place))
    # Where the last one ends is told in different ways; nothing is cut there.
    source.duration = source.pictures[-1][0]
    source.has_plain_sound = False
    return source


def corpus_entries(root):
    """Those that can be encoded again, and that tools agree about."""
    codecs = ("h264", "hevc", "av1", "vp8", "vp9", "mpeg4", "mjpeg", "prores", "ffv1")
    for entry in json.load(open(os.path.join(root, "index.json"))):
        video = [stream for stream in entry.get("streams", []) if stream.get("type") == "video"]
        if entry["class"] != "valid" or len(video) != 1 or video[0]["codec"] not in codecs or entry["disagreements"]:
            continue
        if entry["container"] not in ("mp4", "mov", "mkv", "webm", "ts", "m4v"):
            continue
        count = next((frames["count"] for frames in entry["frames"].values() if frames["kind"] == "video"), 0)
        if not 3 <= count <= 200 or video[0]["width"] * video[0]["height"] > 700_000 or "edit-list" in entry["tags"]:
            continue
        yield entry
