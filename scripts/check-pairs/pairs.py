"""Writes every pair of codec and container, and has FFmpeg and MediaInfo judge."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

#: What is exported: 75 numbered pictures at 25 a second and three seconds of sound.
FILM = "h264-bframes.mp4"
PICTURES, RATE, SECONDS = 75, 25, 3
WIDTH, HEIGHT, CHANNELS, SAMPLE_RATE = 320, 180, 2, 48000

#: Kinds of files by ending: ticks of a second that times are rounded to; 0 where they are exact.
FILMS = {"mov": 0, "mp4": 0, "m4v": 0, "3gp": 0, "mkv": 1000, "webm": 1000, "ts": 90000}
SOUNDS = ["m4a", "wav", "aiff", "caf", "mp3", "flac", "ogg", "opus"]

#: `--video-codec`: what ffprobe and MediaInfo call it.
VIDEO = {
    "h264": ("h264", "AVC"), "hevc": ("hevc", "HEVC"), "av1": ("av1", "AV1"), "vp9": ("vp9", "VP9"), "vp8": ("vp8", "VP8"),
    "prores": ("prores", "ProRes"), "prores4444": ("prores", "ProRes"), "jpeg": ("mjpeg", "JPEG"),
    "mpeg4": ("mpeg4", "MPEG-4 Visual"), "mpeg2": ("mpeg2video", "MPEG Video"), "ffv1": ("ffv1", "FFV1"),
}
#: `--audio-codec`: the same, and by how many frames the sound may be longer where no edit tells its length.
AUDIO = {
    "aac": ("aac", "AAC", 2048), "alac": ("alac", "ALAC", 0), "opus": ("opus", "Opus", 960), "mp3": ("mp3", "MPEG Audio", 2304),
    "flac": ("flac", "FLAC", 0), "vorbis": ("vorbis", "Vorbis", 1024), "pcm": ("pcm_", "PCM", 0),
}

#: Where MediaInfo 23.04 has another name or none, in files that FFmpeg makes as well: (codec, ending): name.
OTHER_NAMES = {("jpeg", "mkv"): "V_MJPEG", ("mpeg2", "mov"): "mp2v"}
OTHER_NAMES |= {(codec, ending): f"{codec[:2]}0{codec[2]}" for codec in ("vp8", "vp9") for ending in ("mov", "mp4", "m4v")}
OTHER_NAMES |= {("vorbis", ending): "Ogg" for ending in ("mp4", "m4v")}
#: Where it does not say how many channels there are, or how often they are sampled.
UNTOLD = {(codec, ending) for codec in ("opus", "vorbis") for ending in ("mp4", "m4v", "m4a", "ts")}
#: Where it takes the wrong number for the length: 0.34 s of a file that FFmpeg makes of three seconds too.
WRONG_LENGTHS = {("pcm", "caf")}


#: Films with alpha, and the codecs that keep it where the ending is among these.
ALPHA_FILMS = ["alpha-vp9.webm", "alpha-vp8.webm", "alpha-prores4444.mov"]
ALPHA_KEPT = {"vp9": {"mkv", "webm"}, "vp8": {"mkv", "webm"}, "prores4444": {"mov", "mkv"}, "ffv1": {"mov", "mkv"}}
#: FFmpeg's decoders that know of alpha beside the samples.
ALPHA_DECODERS = {"vp9": ["-c:v", "libvpx-vp9"], "vp8": ["-c:v", "libvpx"]}
#: Below the rows that are opaque, a third of the pictures each.
ALPHA_COLUMNS = [(42, 255), (128, 128), (213, 0)]


def run(words):
    return subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, capture_output=True, text=True)


def probed(path, entries, *options):
    done = run(["ffprobe", "-v", "error", *options, "-show_entries", entries, "-of", "json", path])
    if done.returncode:
        raise RuntimeError(f"ffprobe: {done.stderr.strip()[-200:]}")
    return json.loads(done.stdout)


class Pair:
    """One file that is asked for, and what became of it."""

    def __init__(self, codec, ending, is_video):
        self.codec, self.ending, self.is_video = codec, ending, is_video
        self.name = f"{codec} in {ending}"
        #: The table that it belongs to.
        self.kind = is_video
        self.refusal, self.problems = None, []

    def check(self, tool, source, path):
        other = "--audio-codec" if self.is_video else "--video-codec"
        done = run([tool, "export", source, "-o", path, "--video-codec" if self.is_video else "--audio-codec", self.codec,
                    other, "none", "--quiet"])
        if done.returncode:
            return self.refused(done, path)
        if done.stderr.strip():
            self.problems.append(f"it says: {done.stderr.strip()}")
        self.probe(path)
        self.ask_mediainfo(path)
        spoken = run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-fps_mode", "passthrough", "-enc_time_base", "-1",
                      "-f", "null", "-"]).stderr.strip()
        if spoken:
            self.problems.append(f"FFmpeg says: {spoken[:200]}")

    def refused(self, done, path):
        self.refusal = done.stderr.strip()
        if not 1 <= done.returncode <= 4 or len(self.refusal.splitlines()) != 1:
            self.problems.append(f"exit code {done.returncode} with: {self.refusal[:300]}")
        left = os.listdir(path.parent)
        if left:
            self.problems.append(f"refused, and {left} are left")

    # FFmpeg

    def probe(self, path):
        wanted = (VIDEO if self.is_video else AUDIO)[self.codec][0]
        streams = probed(path, "stream")["streams"]
        if len(streams) != 1:
            return self.problems.append(f"{len(streams)} streams")
        stream = streams[0]
        self.compare("ffprobe's codec", stream["codec_name"][: len(wanted)], wanted)
        if self.is_video:
            self.compare("ffprobe's size", (stream["width"], stream["height"]), (WIDTH, HEIGHT))
            self.times(path, Fraction(stream["time_base"]))
        else:
            self.compare("ffprobe's channels", stream["channels"], CHANNELS)
            self.compare("ffprobe's sampling rate", int(stream["sample_rate"]), SAMPLE_RATE)
            self.sound(path)

    def times(self, path, tick):
        """Every picture is at its time to the tick."""
        frames = probed(path, "frame=best_effort_timestamp", "-select_streams", "v")["frames"]
        found = [frame["best_effort_timestamp"] * tick for frame in frames]
        ticks = FILMS[self.ending] or RATE
        wanted = [Fraction(int(Fraction(number * ticks, RATE) + Fraction(1, 2)), ticks) for number in range(PICTURES)]
        if FILMS[self.ending] == 90000 and found:
            # A stream's clock begins where it likes.
            found = [time - found[0] for time in found]
        self.compare("times", found, wanted)

    def sound(self, path):
        """FFmpeg has as many samples as the source; at most a packet more where it does not heed what files say of it."""
        done = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", str(path), "-f", "s16le", "-"],
                              stdin=subprocess.DEVNULL, capture_output=True)
        count = len(done.stdout) // (2 * CHANNELS)
        # Ogg, Matroska and WebM say the end of Vorbis in a way that FFmpeg heeds.
        more = 0 if self.codec == "vorbis" and self.ending in ("ogg", "opus", "mkv", "webm") else AUDIO[self.codec][2]
        wanted = SECONDS * SAMPLE_RATE
        # A stream cannot say how much of its first packet comes before its beginning.
        less = more if self.ending == "ts" else 0
        if not wanted - less <= count <= wanted + more:
            self.problems.append(f"{count} samples instead of {wanted}")

    # MediaInfo

    def ask_mediainfo(self, path):
        done = run(["mediainfo", "--Output=JSON", path])
        tracks = json.loads(done.stdout)["media"]["track"]
        kind = "Video" if self.is_video else "Audio"
        found = [track for track in tracks if track["@type"] == kind]
        if len(found) != 1:
            return self.problems.append(f"MediaInfo has {len(found)} tracks of {kind}")
        track, general = found[0], next(track for track in tracks if track["@type"] == "General")
        key = self.codec, self.ending
        wanted = OTHER_NAMES.get(key) or (VIDEO if self.is_video else AUDIO)[self.codec][1]
        self.compare("MediaInfo's format", track.get("Format"), wanted)
        if self.is_video:
            self.compare("MediaInfo's size", (track.get("Width"), track.get("Height")), (str(WIDTH), str(HEIGHT)))
            if "FrameCount" in track:
                self.compare("MediaInfo's count of pictures", track["FrameCount"], str(PICTURES))
            if "FrameRate" in track:
                self.compare("MediaInfo's rate", float(track["FrameRate"]), float(RATE))
        else:
            for name, number in [("Channels", CHANNELS), ("SamplingRate", SAMPLE_RATE)]:
                if name in track or key not in UNTOLD:
                    self.compare(f"MediaInfo's {name}", float(track.get(name, 0)), float(number))
        length = track.get("Duration") or general.get("Duration")
        if key in WRONG_LENGTHS:
            return
        if length is None or abs(float(length) - SECONDS) > 0.06:
            self.problems.append(f"MediaInfo's duration is {length}")

    def compare(self, what, found, wanted):
        if found != wanted:
            self.problems.append(f"{what}: {found} instead of {wanted}"[:300])

    @property
    def mark(self):
        if self.problems:
            return "WRONG"
        return "-" if self.refusal else "yes"


class TurnedPair(Pair):
    """A film that is turned for display, and how it shows in another container: copied, encoded, cut or joined."""

    #: How the file is made: the words behind the verb and its source.
    WAYS = {
        "copied": ("export", ["--preset", "passthrough"]), "encoded": ("export", ["--audio-codec", "none"]),
        "cut": ("trim", ["--from", "0.5", "--to", "2.5"]), "joined": ("concat", []),
    }

    def __init__(self, source, way, ending):
        super().__init__(f"{source} {way}", ending, True)
        self.source, self.way, self.kind = source, way, "turned"

    def check(self, tool, source, path):
        turned = source.parent / self.source
        verb, words = self.WAYS[self.way]
        files = [turned, source] if self.way == "joined" else [turned]
        done = run([tool, verb, *files, "-o", path, *words, "--quiet"])
        if done.returncode:
            return self.refused(done, path)
        stream = probed(path, "stream=width,height:stream_side_data=rotation", "-select_streams", "v:0")["streams"][0]
        turns = [data["rotation"] for data in stream.get("side_data_list", []) if "rotation" in data]
        size = stream["width"], stream["height"]
        if self.way == "copied" and self.ending == "ts":
            # It is lost, and that is said.
            if "turned by" not in done.stderr:
                self.problems.append("the turn is lost without a word")
            return self.compare("ffprobe's turn", turns, [])
        # The matrix, or pictures that are turned themselves.
        self.compare("what shows", (size, turns) in [((WIDTH, HEIGHT), [-90]), ((HEIGHT, WIDTH), [])], True)
        shown = self.pictures(path)
        self.compare("what is at the top", *[self.top(picture) for picture in (shown[0], self.pictures(turned)[0])])
        if self.way == "joined" and len(shown) != 2 * PICTURES:
            self.problems.append(f"{len(shown)} pictures instead of {2 * PICTURES}")

    @staticmethod
    def pictures(path):
        """The pictures of a file as FFmpeg shows them, small and in grey."""
        done = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", str(path), "-vf", "scale=18:32,format=gray",
                               "-fps_mode", "passthrough", "-f", "rawvideo", "-"], capture_output=True, check=True)
        return [done.stdout[start:start + 18 * 32] for start in range(0, len(done.stdout), 18 * 32)]

    @staticmethod
    def top(picture):
        """Whether quarters of a picture from the top down are brighter than all of it."""
        whole = sum(picture) / len(picture)
        return [sum(picture[start:start + 144]) / 144 > whole for start in range(0, 576, 144)]


class AlphaPair(Pair):
    """A film with alpha, made into a file that keeps it, or is laid over black with a word."""

    def __init__(self, film, codec, ending):
        super().__init__(codec, ending, True)
        self.film, self.kind, self.name = film, film, f"{film} as {codec} in {ending}"
        own = film.removeprefix("alpha-").split(".")[0] if codec == "copy" else codec
        self.keeps = ending in ALPHA_KEPT.get(own, ())

    def check(self, tool, source, path):
        words = ["--preset", "Passthrough"] if self.codec == "copy" else ["--video-codec", self.codec]
        # ProRes and FFV1 have no scale of quality.
        if self.codec in ("vp9", "vp8", "h264", "hevc", "av1"):
            words += ["--quality", "0.9"]
        done = run([tool, "export", source.parent / self.film, "-o", path, *words, "--quiet"])
        if done.returncode:
            if self.keeps:
                self.problems.append(f"it is refused: {done.stderr.strip()}")
            return self.refused(done, path)
        if self.keeps == ("alpha" in done.stderr):
            self.problems.append(f"alpha is {'kept' if self.keeps else 'lost'}, and it says: {done.stderr.strip()}")
        told = json.loads(run([tool, "info", path, "--json"]).stdout)["tracks"][0]["video"].get("alpha", False)
        self.compare("info's alpha", told, self.keeps)
        codec = probed(path, "stream=codec_name")["streams"][0]["codec_name"]
        filters = "format=yuva444p,extractplanes=a" if self.keeps else "format=gray"
        done = subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", *ALPHA_DECODERS.get(codec, []), "-i", str(path), "-vf",
             f"{filters},crop=256:1:0:140", "-f", "rawvideo", "-"], stdin=subprocess.DEVNULL, capture_output=True)
        rows = [done.stdout[start:start + 256] for start in range(0, len(done.stdout), 256)]
        if not rows:
            self.problems.append("FFmpeg decodes nothing")
        for row in rows:
            found = [row[column] for column, _ in ALPHA_COLUMNS]
            wanted = [alpha for _, alpha in ALPHA_COLUMNS]
            # Over black: nothing at all at the right.
            close = all(abs(one - other) <= 6 for one, other in zip(found, wanted)) if self.keeps else found[2] <= 8
            if self.codec == "copy" and not self.keeps:
                close = True
            if not close:
                return self.problems.append(f"alpha is {found} instead of {wanted}")


def table(pairs, title):
    """Codecs down, containers across."""
    endings = list(dict.fromkeys(pair.ending for pair in pairs))
    lines = ["| " + " | ".join([title, *endings]) + " |", "| " + " | ".join(["---"] * (len(endings) + 1)) + " |"]
    for codec in dict.fromkeys(pair.codec for pair in pairs):
        marks = {pair.ending: pair.mark for pair in pairs if pair.codec == codec}
        lines.append("| " + " | ".join([codec, *(marks.get(ending, "") for ending in endings)]) + " |")
    return "\n".join(lines)


def main():
    arguments = argparse.ArgumentParser()
    for name in ("--tool", "--samples", "--only", "--table", "--keep"):
        arguments.add_argument(name)
    arguments = arguments.parse_args()
    pairs = [Pair(codec, ending, True) for codec in VIDEO for ending in FILMS]
    pairs += [Pair(codec, ending, False) for codec in AUDIO for ending in [*FILMS, *SOUNDS]]
    pairs += [TurnedPair(f"rotated-90.{kind}", way, ending) for kind in ("mp4", "mov", "mkv") for way in TurnedPair.WAYS
              for ending in FILMS if ending != "webm" or way == "encoded"]
    pairs += [
        AlphaPair(film, codec, ending) for film in ALPHA_FILMS for codec, ending in [
            ("copy", "mkv"), ("copy", "webm"), ("copy", "mp4"), ("copy", "mov"), ("vp9", "webm"), ("vp9", "mkv"), ("vp9", "mp4"),
            ("vp8", "webm"), ("vp8", "mkv"), ("prores4444", "mov"), ("prores4444", "mkv"), ("ffv1", "mkv"), ("ffv1", "mov"),
            ("h264", "mp4"), ("h264", "mkv"), ("hevc", "mov"), ("av1", "webm"), ("prores", "mov"), ("jpeg", "mov"),
        ]
    ]
    pairs = [pair for pair in pairs if not arguments.only or arguments.only in pair.name]
    if not pairs:
        sys.exit(f"check-pairs: no pair has '{arguments.only}' in its name")
    source = pathlib.Path(arguments.samples) / FILM
    for pair in pairs:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="pairs-"))
        try:
            path = folder / f"out.{pair.ending}"
            pair.check(arguments.tool, source, path)
            if pair.problems and arguments.keep and path.exists():
                os.makedirs(arguments.keep, exist_ok=True)
                shutil.copy(path, pathlib.Path(arguments.keep) / re.sub(r"\W+", "-", pair.name).join(["", f".{pair.ending}"]))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        for problem in pair.problems:
            print(f"{pair.name}: {problem}", flush=True)
    tables = [
        table(chosen, title)
        for title, kind in [("pictures", True), ("sound", False), ("turned", "turned"), *((film, film) for film in ALPHA_FILMS)]
        if (chosen := [pair for pair in pairs if pair.kind == kind])
    ]
    text = "\n\n".join(tables) + "\n"
    print(text)
    if arguments.table:
        pathlib.Path(arguments.table).write_text(text)
    refusals = {}
    for pair in pairs:
        if pair.refusal:
            refusals.setdefault(re.sub(r"'[^']*out\.\w+'", "OUT", pair.refusal), []).append(pair.name)
    for sentence, names in refusals.items():
        print(f"{sentence}\n  {', '.join(names)}")
    wrong = sum(1 for pair in pairs if pair.problems)
    refused = sum(1 for pair in pairs if pair.refusal)
    print(f"{len(pairs)} pairs: {len(pairs) - refused} written, {refused} refused, {wrong} of all wrong")
    sys.exit(1 if wrong else 0)


main()
