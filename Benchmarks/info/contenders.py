"""Who is asked what a file holds, and with which words."""
import json
import pathlib
import subprocess
import sys

from Support import machine, peers

PYAV = "18.1.0"
FOLDER = pathlib.Path(__file__).resolve().parent
LIBRARIES = ["libavformat", "libavcodec", "libswscale", "libswresample", "libavutil"]
# The names of the floor's two columns.
OPENS = "C opens"
PROBES = "C probes"
# Runs a program once for each file of a list.
ONE_BY_ONE = 'count=$1; shift; for file in "${@:count + 1}"; do "${@:1:count}" "$file"; done'


class Contenders:
    """Ours, the peers that are there, and the floor."""

    def __init__(self):
        self.ours = machine.build_ours()
        self.floor = build_floor()
        self.ffprobe = peers.debian_program("ffprobe", "ffmpeg")
        self.mkvmerge = peers.debian_program("mkvmerge", "mkvtoolnix")
        self.mediainfo = peers.debian_program("mediainfo", "mediainfo")
        self.python = peers.python_package("av", PYAV)
        self.json = [self.ours, "info", "--json"]
        self.ffprobe_json = [
            self.ffprobe, "-v", "error", "-show_format", "-show_streams", "-show_chapters", "-of", "json",
        ]

    def on_file(self, path):
        """The command of each for one file; None where the program is missing."""
        return self.without_missing({
            "ours": [*self.json, path],
            "ffprobe": self.ffprobe and [*self.ffprobe_json, path],
            "PyAV": self.python and [self.python, FOLDER / "pyav_info.py", path],
            "mkvmerge": self.mkvmerge and [self.mkvmerge, "-J", path],
            "mediainfo": self.mediainfo and [self.mediainfo, "--Output=JSON", path],
            OPENS: [self.floor, "open", path],
            PROBES: [self.floor, "probe", path],
        })

    def starting(self):
        """The command of each that opens nothing: what starting alone costs."""
        return self.without_missing({
            "ours": [self.ours, "--version"],
            "ffprobe": self.ffprobe and [self.ffprobe, "-version"],
            "PyAV": self.python and [self.python, "-c", "import av"],
            "mkvmerge": self.mkvmerge and [self.mkvmerge, "--version"],
            "mediainfo": self.mediainfo and [self.mediainfo, "--Version"],
            OPENS: [self.floor, "open"],
        })

    def on_list(self, paths, few):
        """The command of each for many files; ffprobe takes one at a time, and gets only a few of them."""
        prefix = len(self.ffprobe_json)
        return self.without_missing({
            "ours": [*self.json, *paths],
            "ffprobe": self.ffprobe and ["bash", "-c", ONE_BY_ONE, "list", prefix, *self.ffprobe_json, *few],
            "mediainfo": self.mediainfo and [self.mediainfo, "--Output=JSON", *paths],
            OPENS: [self.floor, "open", *paths],
            PROBES: [self.floor, "probe", *paths],
        })

    def precisely(self, path):
        """The command of each that reads all of a file for its exact length."""
        return self.without_missing({
            "ours": [*self.json, "--precise", path],
            "ffprobe": self.ffprobe and [
                self.ffprobe, "-v", "error", "-count_packets", "-show_streams", "-of", "json", path,
            ],
        })

    @staticmethod
    def without_missing(commands):
        return {name: list(map(str, command)) if command else None for name, command in commands.items()}

    def versions(self):
        """One line: the version of everyone."""
        libraries = subprocess.run([self.floor, "version"], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
        named = [
            f"assettool {peers.version([self.ours, '--version'])} over FFmpeg {libraries[0]}, as the floor",
            self.named("ffprobe", self.ffprobe, "-version"),
            f"PyAV {PYAV}" if self.python else "PyAV MISSING",
            self.named("mkvmerge", self.mkvmerge, "--version"),
            f"mediainfo {self.mediainfo_version()}" if self.mediainfo else "mediainfo MISSING",
        ]
        return "versions: " + ", ".join(named)

    def mediainfo_version(self):
        # Its first line is only its name.
        words = subprocess.run([self.mediainfo, "--Version"], stdout=subprocess.PIPE, text=True).stdout.split()
        return words[-1].lstrip("v") if words else "unknown"

    @staticmethod
    def named(name, program, option):
        return f"{name} {peers.version([program, option])}" if program else f"{name} MISSING"


def answer(command):
    """What a command tells of a file, as the JSON that it prints."""
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if finished.returncode:
        sys.exit(f"bench: {' '.join(command)} failed: {finished.stderr.strip()[-500:]}")
    return json.loads(finished.stdout)


def build_floor():
    """Compiles the bare C program against the libraries that ours is linked with; its path."""
    print("building floor…", file=sys.stderr)
    folder = machine.BUILD / "info"
    folder.mkdir(parents=True, exist_ok=True)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", *LIBRARIES], stdout=subprocess.PIPE, text=True)
    if flags.returncode:
        sys.exit("bench: pkg-config does not find FFmpeg's libraries")
    program = folder / "floor"
    # As the compiler of Swift's toolchain is there wherever ours can be built, no other one is asked for.
    command = ["clang", "-std=c11", "-O2", "-o", program, FOLDER / "Floor" / "floor.c", *flags.stdout.split()]
    if subprocess.run(command).returncode:
        sys.exit("bench: floor could not be built")
    return program
