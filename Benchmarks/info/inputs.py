"""What the rows of `info` read: long files that cost little to make, because a short encode is copied end to end."""
import os
import pathlib
import shutil
import subprocess
import sys

from Support.machine import BUILD, ROOT

FOLDER = BUILD / "inputs" / "info"
SHORT_SECONDS = 20
LONG_SECONDS = 600
LIST_COUNT = 500
# Rate control with a filled buffer: synthetic pictures alone would stay far below the rate.
PICTURES = [
    "-c:v", "libx264", "-preset", "veryfast", "-b:v", "6M", "-minrate", "6M", "-maxrate", "6M", "-bufsize", "6M",
    "-x264-params", "nal-hrd=cbr", "-g", "60", "-pix_fmt", "yuv420p",
]
SOUND = ["-c:a", "aac", "-b:a", "128k"]
# Bit-exact: without it, files name the version that wrote them and when.
EXACT = ["-flags", "+bitexact", "-fflags", "+bitexact"]
SOURCE_PICTURES = "testsrc2=size=1920x1080:rate=30,noise=alls=12:all_seed=4"
SOURCE_SOUND = "anoisesrc=seed=4:amplitude=0.2:sample_rate=48000,aformat=channel_layouts=stereo"

# Name of the file: the short encode it is copied from, and the options of the copy.
COPIES = {
    "1080p.mp4": ("short.mp4", []),
    "1080p.mov": ("short.mp4", []),
    "1080p.mkv": ("short.mp4", []),
    "1080p.ts": ("short.mp4", []),
    "1080p.h264": ("short.mp4", ["-an"]),
    "sound.m4a": ("short.m4a", []),
    "sound.mp3": ("short.mp3", []),
}


class Inputs:
    """The paths of all inputs, made where they are not there yet."""

    def __init__(self, ffmpeg):
        self.ffmpeg = ffmpeg
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.files = {name: self.copy(name, *COPIES[name], LONG_SECONDS) for name in COPIES}
        # Its header counts samples, and a copy keeps the header: so this one is encoded as long as it is.
        self.files["sound.flac"] = self.encoded("long.flac")
        self.list = small_files()

    def fragmented(self):
        """Ten hours of tiny pictures and sound in fragments of a second, with no index but FFmpeg's at the end."""
        options = ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]
        return self.copy("fragmented.mp4", "tiny.mp4", options, 36_000)

    def headerless(self):
        """Four hours of MP3 at a variable rate, with no header that tells how long it is."""
        options = ["-write_xing", "0", "-id3v2_version", "0", "-write_id3v1", "0"]
        return self.copy("headerless.mp3", "short.mp3", options, 14_400)

    def copy(self, name, short, options, seconds):
        path = FOLDER / name
        if not path.exists():
            source = self.encoded(short)
            self.run(path, ["-stream_loop", "-1", "-i", source, "-t", seconds, "-map", "0", "-c", "copy", *options])
        return path

    def encoded(self, name):
        path = FOLDER / name
        if not path.exists():
            self.run(path, ENCODES[name])
        return path

    def run(self, path, arguments):
        """Writes beside the file and renames, so that an interrupted run leaves no half of an input."""
        print(f"making {path.name}…", file=sys.stderr)
        unfinished = path.with_name(f"unfinished-{path.name}")
        command = [self.ffmpeg, "-v", "error", "-y", *arguments, *EXACT, unfinished]
        finished = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL)
        if finished.returncode:
            sys.exit(f"bench: {path.name} could not be made")
        unfinished.rename(path)


def generated(*sources):
    return [word for source in sources for word in ("-f", "lavfi", "-i", source)]


ENCODES = {
    "short.mp4": [*generated(SOURCE_PICTURES, SOURCE_SOUND), "-t", SHORT_SECONDS, *PICTURES, *SOUND],
    "short.m4a": [*generated(SOURCE_SOUND), "-t", SHORT_SECONDS, *SOUND],
    "long.flac": [*generated(SOURCE_SOUND), "-t", LONG_SECONDS, "-c:a", "flac"],
    "short.mp3": [*generated(SOURCE_SOUND), "-t", SHORT_SECONDS, "-c:a", "libmp3lame", "-q:a", "4"],
    "tiny.mp4": [
        *generated("testsrc2=size=64x36:rate=25", "anoisesrc=seed=4:amplitude=0.2:sample_rate=16000"), "-t", 600,
        "-c:v", "libx264", "-preset", "ultrafast", "-crf", "50", "-g", "25", "-pix_fmt", "yuv420p",
        "-c:a", "aac", "-b:a", "16k",
    ],
}


def small_files():
    """500 small files of every kind: the samples of the repository, again and again under other names."""
    samples = sorted(path for path in (ROOT / "SampleMedia").iterdir() if path.suffix not in (".json", ".md"))
    folder = FOLDER / "list"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    paths = [folder / f"{number:03}-{samples[number % len(samples)].name}" for number in range(LIST_COUNT)]
    for number, path in enumerate(paths):
        shutil.copyfile(samples[number % len(samples)], path)
    return paths


def summary(path):
    """One line about an input, for the notes."""
    return f"{pathlib.Path(path).name} {os.path.getsize(path) / 2**20:.0f} MiB"
