"""Who makes still pictures, and with which words."""
import pathlib
import subprocess
import sys

from Support import machine, peers

PYAV = "18.1.0"
FOLDER = pathlib.Path(__file__).resolve().parent
LIBRARIES = ["libavformat", "libavcodec", "libswscale", "libavutil"]
COUNT = 100
# The names of the columns.
OURS, KEYS, SEEK, PYAV_NAME, THUMBNAILER = "ours", "ffmpeg nokey", "ffmpeg -ss", "PyAV", "ffmpegthumbnailer"
FLOOR = "C, 2 threads"
TOLERANT, EXACT = "tolerant", "exact"
# Runs a program once for each time, with the time and the name of a picture between its other words.
ONE_BY_ONE = ('program=$1; file=$2; folder=$3; number=0; for time in "${@:4}"; do "$program" -i "$file" -s 320 -t "$time" '
              '-o "$folder/$(printf %03d $number).jpg" || exit 1; number=$((number + 1)); done >/dev/null 2>&1')


class Contenders:
    """Ours, the peers that are there, and the bare C program; each writes into a folder of its own."""

    def __init__(self, scratch):
        self.scratch = pathlib.Path(scratch)
        self.ours = machine.build_ours()
        self.floor = build_floor()
        self.ffmpeg = peers.debian_program("ffmpeg", "ffmpeg")
        self.thumbnailer = peers.debian_program("ffmpegthumbnailer", "ffmpegthumbnailer")
        self.python = peers.python_package("av", PYAV)

    def many(self, which, path, duration):
        """The command of each for many pictures of one file; None where the program is missing."""
        commands = {
            OURS: self.thumbnail(path, "--count", COUNT, *self.tolerance(which)),
            PYAV_NAME: self.pyav(path, COUNT, which),
            FLOOR: [self.floor, COUNT, which, 2, self.folder(FLOOR), path],
        }
        if which == TOLERANT:
            commands[KEYS] = self.ffmpeg and [
                *self.quiet_ffmpeg, "-skip_frame", "nokey", "-i", path, "-an", "-vf", f"fps={COUNT}/{duration},scale=320:-2",
                "-q:v", "3", "-frames:v", COUNT, self.folder(KEYS) / "%03d.jpg",
            ]
            times = [clock((number + 0.5) * duration / COUNT) for number in range(COUNT)]
            commands[THUMBNAILER] = self.thumbnailer and [
                "bash", "-c", ONE_BY_ONE, "list", self.thumbnailer, path, self.folder(THUMBNAILER), *times,
            ]
        return without_missing(commands)

    def one(self, which, path, seconds):
        """The command of each for one picture."""
        # Without the exact seek, the first picture to come is the key picture at or before the time; its time is negative
        # then, and only passing times through keeps it.
        seeking = ["-noaccurate_seek", "-skip_frame", "nokey"] if which == TOLERANT else []
        passing = ["-fps_mode", "passthrough"] if which == TOLERANT else []
        commands = {
            OURS: self.thumbnail(path, "--at", seconds, *self.tolerance(which)),
            SEEK: self.ffmpeg and [
                *self.quiet_ffmpeg, *seeking, "-ss", seconds, "-i", path, "-an", "-vf", "scale=320:-2", "-q:v", "3",
                *passing, "-frames:v", 1, self.folder(SEEK) / "000.jpg",
            ],
            PYAV_NAME: self.pyav(path, "at", seconds, which),
            FLOOR: [self.floor, "at", seconds, which, 2, self.folder(FLOOR), path],
        }
        if which == TOLERANT:
            commands[THUMBNAILER] = self.thumbnailer and [
                self.thumbnailer, "-i", path, "-s", 320, "-t", clock(seconds), "-o", self.folder(THUMBNAILER) / "000.jpg",
            ]
        return without_missing(commands)

    def thumbnail(self, path, *options):
        pattern = self.folder(OURS) / "%03d.jpg"
        return [self.ours, "thumbnail", path, "--size", 320, *options, "--overwrite", "-o", pattern]

    def pyav(self, path, *words):
        return self.python and [self.python, FOLDER / "pyav_thumbnails.py", *words, self.folder(PYAV_NAME), path]

    @property
    def quiet_ffmpeg(self):
        return [self.ffmpeg, "-v", "error", "-y"]

    @staticmethod
    def tolerance(which):
        return ["--exact"] if which == EXACT else ["--tolerance", "any"]

    def folder(self, name):
        """Where one of them writes its pictures."""
        folder = self.scratch / name.replace(" ", "-").replace(",", "")
        folder.mkdir(exist_ok=True)
        return folder

    def versions(self):
        """One line: the version of everyone."""
        libraries = subprocess.run([self.floor, "version"], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
        named = [
            f"assettool {peers.version([self.ours, '--version'])} over FFmpeg {libraries[0]}, as the floor",
            self.named("ffmpeg", self.ffmpeg, "-version"),
            f"PyAV {PYAV}" if self.python else "PyAV MISSING",
            self.named("ffmpegthumbnailer", self.thumbnailer, "-v"),
        ]
        return "versions: " + ", ".join(named)

    @staticmethod
    def named(name, program, option):
        return f"{name} {peers.version([program, option])}" if program else f"{name} MISSING"


def without_missing(commands):
    return {name: list(map(str, command)) if command else None for name, command in commands.items()}


def clock(seconds):
    """A time the way ffmpegthumbnailer takes it, to the second."""
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def build_floor():
    """Compiles the bare C program against the libraries that ours is linked with; its path."""
    print("building floor…", file=sys.stderr)
    folder = machine.BUILD / "images"
    folder.mkdir(parents=True, exist_ok=True)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", *LIBRARIES], stdout=subprocess.PIPE, text=True)
    if flags.returncode:
        sys.exit("bench: pkg-config does not find FFmpeg's libraries")
    program = folder / "floor"
    source = FOLDER / "Floor" / "floor.c"
    command = ["clang", "-std=c11", "-O2", "-pthread", "-o", program, source, *flags.stdout.split(), "-lm"]
    if subprocess.run(command).returncode:
        sys.exit("bench: floor could not be built")
    return program
