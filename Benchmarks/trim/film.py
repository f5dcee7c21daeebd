"""Films of many small samples: what one sample costs. Ten hours at about 125 kb/s, and of some rows one hour more."""
import dataclasses
import pathlib

import inputs
from Support import rows

FFMPEG, FFPROBE, MKVMERGE = "ffmpeg -c copy", "ffprobe", "mkvmerge"
#: A clip of three seconds, H.264 with B-frames and AAC.
CLIP = pathlib.Path(__file__).resolve().parents[2] / "SampleMedia" / "h264-bframes.mp4"
CLIP_SECONDS = 3
HOUR = 3600
HOURS = 10
FIRST = 100
#: MiB at most: of what only copies and looks, and of what encodes or decodes.
COPYING, DECODING = 100, 160
#: MiB that an hour more may take.
GROWTH = 3


@dataclasses.dataclass
class Film:
    """The same samples in one container."""

    ending: str
    path: pathlib.Path
    longer: pathlib.Path


def make(ffmpeg):
    """Films of ten hours and of eleven in each container, made where they are not there yet."""
    films = []
    for ending in ("mp4", "mkv", "ts"):
        paths = []
        for hours in (HOURS, HOURS + 1):
            path = inputs.FOLDER / f"{hours} hours.{ending}"
            if not path.exists():
                loops = hours * HOUR // CLIP_SECONDS - 1
                inputs.run(ffmpeg, path, ["-stream_loop", loops, "-i", CLIP, "-map", "0", "-c", "copy"])
            paths.append(path)
        films.append(Film(ending, *paths))
    return films


class Contenders:
    """Ours and the peers, each with what it is to do."""

    def __init__(self, everyone):
        self.scratch, self.ours = everyone.scratch, everyone.ours
        self.ffmpeg, self.mkvmerge = everyone.ffmpeg, everyone.mkvmerge

    def cut(self, path, ending, hours=HOURS):
        """All but the first minutes and the last hour, at key pictures."""
        end = (hours - 1) * HOUR
        return {
            "ours": [self.ours, "trim", path, "-o", self.scratch / f"ours.{ending}", "--from", FIRST, "--to", end, "--mode",
                     "keyframe", "--overwrite", "--quiet"],
            FFMPEG: [self.ffmpeg, "-v", "error", "-y", "-ss", FIRST, "-t", end - FIRST, "-i", path, "-c", "copy",
                     self.scratch / f"ffmpeg.{ending}"],
            # It writes Matroska only.
            MKVMERGE: self.mkvmerge and ending == "mkv" and [
                self.mkvmerge, "-q", "--split", f"parts:{FIRST}s-{end}s", path, "-o", self.scratch / "mkvmerge.mkv"],
        }

    def info(self, path):
        return {
            "ours": [self.ours, "info", "--json", path],
            FFPROBE: [self.ffmpeg.with_name("ffprobe"), "-v", "error", "-show_format", "-show_streams", "-of", "json", path],
        }

    def smart(self, path, hours=HOURS):
        """From within a group to within another: both edges are encoded."""
        return {"ours": [self.ours, "trim", path, "-o", self.scratch / "ours.mp4", "--from", f"{FIRST}.4", "--to",
                         f"{(hours - 1) * HOUR}.2", "--overwrite", "--quiet"]}

    def waveform(self, path):
        return {"ours": [self.ours, "waveform", path, "-o", self.scratch / "ours.dat", "--overwrite"]}


def measured(everyone, measure, rounds):
    """The rows of all films. `measure` runs commands and answers their usages."""
    contenders = Contenders(everyone)
    result = []
    for film in make(everyone.ffmpeg):
        title = f"10 h of {film.ending}"
        for ending in ("mp4", "mkv"):
            usages = measure(f"{title} cut into {ending}", contenders.cut(film.path, ending), rounds)
            result += figures(f"{title}, 9 into {ending}", usages, rows.at_most_times(0.8, FFMPEG), COPYING)
        usages = measure(f"info of {title}", contenders.info(film.path), rounds)
        result += figures(f"info of {title}", usages, rows.at_most_times(1.0, FFPROBE), COPYING)
        usages = measure(f"{title} cut to the picture", contenders.smart(film.path), rounds)
        result += figures(f"{title}, smart", usages, rows.REPORTED, DECODING)
        usages = measure(f"waveform of {title}", contenders.waveform(film.path), min(rounds, 3))
        result += figures(f"waveform of {title}", usages, rows.REPORTED, DECODING)
        result += growth(film, contenders, measure, title)
    return result


def figures(words, usages, target, memory):
    return [
        rows.of_usages(words, "s", usages, lambda usage: usage.median_seconds, target),
        rows.of_usages(f"{words}, processor", "s", usages, lambda usage: usage.median_processor_seconds, rows.REPORTED),
        rows.of_usages(f"{words}, peak memory", "MiB", usages, lambda usage: usage.median_mebibytes,
                       rows.at_most(memory, "MiB")),
    ]


def growth(film, contenders, measure, title):
    """How much more memory eleven hours take than ten."""
    jobs = {
        "keyframe cut": (contenders.cut(film.path, "mp4"), contenders.cut(film.longer, "mp4", HOURS + 1)),
        "info": (contenders.info(film.path), contenders.info(film.longer)),
        "smart cut": (contenders.smart(film.path), contenders.smart(film.longer, HOURS + 1)),
        "waveform": (contenders.waveform(film.path), contenders.waveform(film.longer)),
    }
    result = []
    for name, (shorter, longer) in jobs.items():
        words = f"{title} and an hour more, {name}"
        usages = measure(words, {"shorter": shorter["ours"], "longer": longer["ours"]}, 3)
        more = usages["longer"].median_mebibytes - usages["shorter"].median_mebibytes
        result.append(rows.Row(words, "MiB", more, {}, rows.at_most(GROWTH, "MiB")))
    return result
