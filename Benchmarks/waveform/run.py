"""The waveform of an hour of sound: `assettool waveform` as a whole process, beside ffmpeg, sox and a bare C program."""
import array
import functools
import pathlib
import shutil
import subprocess
import sys
import tempfile

import inputs
from Support import machine, peers, processes, rows
from Support.processes import Command

FOLDER = pathlib.Path(__file__).resolve().parent
LIBRARIES = ["libavformat", "libavcodec", "libswresample", "libavutil"]
WAVES, SOX, DECODE, FLOOR = "showwavespic", "ffmpeg | sox", "ffmpeg -f null", "C, one thread"
PIPE = '"$1" -v error -i "$2" -f s16le -ac 2 -ar 48000 - | "$3" -t s16 -r 48000 -c 2 - -n stats 2>&1'
MEMORY = 80


TARGETS = {
    "hour.m4a": rows.at_most_times(0.6, DECODE) & rows.at_most_times(0.3, WAVES),
    "hour.mp3": rows.at_most_times(0.35, WAVES),
}


row = functools.partial(rows.of_usages, floor=FLOOR)


class Contenders:
    """Ours, the peers that are there, and the bare C program; and the folder that they write to."""

    def __init__(self, scratch):
        self.scratch = pathlib.Path(scratch)
        self.ours = machine.build_ours()
        self.floor = build_floor()
        self.ffmpeg = peers.debian_program("ffmpeg", "ffmpeg")
        self.sox = peers.debian_program("sox", "sox")

    def on_file(self, path):
        """The command of each for one file; None where the program is missing."""
        return {
            "ours": self.waveform(path, "ours.dat"),
            WAVES: [
                self.ffmpeg, "-v", "error", "-y", "-i", path, "-filter_complex", "showwavespic=s=1200x240",
                "-frames:v", "1", self.scratch / "waves.png",
            ],
            SOX: self.sox and ["bash", "-o", "pipefail", "-c", PIPE, "pipe", self.ffmpeg, path, self.sox],
            DECODE: [self.ffmpeg, "-v", "error", "-i", path, "-f", "null", "-"],
            FLOOR: [self.floor, path, self.scratch / "floor.peaks"],
        }

    def waveform(self, path, name, *options):
        return [self.ours, "waveform", path, "-o", self.scratch / name, "--overwrite", *options]

    def versions(self):
        """One line: the version of everyone."""
        sox = f"sox {peers.version([self.sox, '--version'])}" if self.sox else "sox MISSING"
        ours, ffmpeg = peers.version([self.ours, "--version"]), peers.version([self.ffmpeg, "-version"])
        return f"versions: assettool {ours}, ffmpeg {ffmpeg}, {sox}"

    def agreement(self, path):
        """Ends where our peaks are not those of the bare program: their figures could not be compared."""
        commands = self.on_file(path)
        for name in ("ours", FLOOR):
            finished = subprocess.run(commands[name], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if finished.returncode:
                sys.exit(f"bench: {name} failed: {finished.stderr.strip()[-500:]}")
        ours, floor = array.array("h"), array.array("h")
        ours.frombytes((self.scratch / "ours.dat").read_bytes()[24:])
        floor.frombytes((self.scratch / "floor.peaks").read_bytes())
        # What a container says of its last samples, FFmpeg does not always follow: some points more or less are no matter.
        shared = min(len(ours), len(floor))
        largest = max(abs(left - right) for left, right in zip(ours[:shared - 2], floor))
        if largest > 1 or abs(len(ours) - len(floor)) > 32:
            sys.exit(f"bench: {path.name}: our {len(ours)} peaks and the {len(floor)} of the bare program differ by {largest}")
        return f"{path.name}: {len(ours) // 2} points, at most {largest} step from those of the bare program"


def build_floor():
    """Compiles the bare C program against the libraries that ours is linked with; its path."""
    print("building floor…", file=sys.stderr)
    folder = machine.BUILD / "waveform"
    folder.mkdir(parents=True, exist_ok=True)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", *LIBRARIES], stdout=subprocess.PIPE, text=True)
    if flags.returncode:
        sys.exit("bench: pkg-config does not find FFmpeg's libraries")
    program = folder / "floor"
    command = ["clang", "-std=c11", "-O2", "-o", program, FOLDER / "Floor" / "floor.c", *flags.stdout.split()]
    if subprocess.run(command).returncode:
        sys.exit("bench: floor could not be built")
    return program


def measure(words, commands, rounds):
    """The usage of each command by its name; None for the missing."""
    print(f"measuring {words}…", file=sys.stderr)
    present = [Command(name, command) for name, command in commands.items() if command]
    usages = processes.measure(present, rounds)
    return {name: usages.get(name) for name in commands}


def measured_rows(everyone, files, rounds):
    measured = []
    for name, path in files.items():
        usages = measure(name, everyone.on_file(path), rounds)
        measured += [
            row(name, "s", usages, lambda usage: usage.median_seconds, TARGETS[name]),
            row(f"{name}, processor", "s", usages, lambda usage: usage.median_processor_seconds, rows.REPORTED),
            row(f"{name}, peak memory", "MiB", usages, lambda usage: usage.median_mebibytes, rows.at_most(MEMORY, "MiB")),
        ]
    picture = {"ours": everyone.waveform(files["hour.m4a"], "ours.png"), WAVES: everyone.on_file(files["hour.m4a"])[WAVES]}
    usages = measure("a picture", picture, max(2, rounds // 2))
    measured.append(row("hour.m4a as PNG", "s", usages, lambda usage: usage.median_seconds, rows.at_most_times(0.3, WAVES)))
    return measured


def main():
    arguments = machine.arguments(__doc__, rounds=7)
    notes = [machine.description()]
    scratch = tempfile.mkdtemp(prefix="waveform-")
    try:
        everyone = Contenders(scratch)
        if not everyone.ffmpeg:
            sys.exit("bench: the inputs cannot be made without Debian's package ffmpeg")
        files = inputs.make(everyone.ffmpeg)
        notes += [everyone.versions(), f"{FLOOR}: demux, decode and peaks in a bare C program over the same libraries"]
        notes += [everyone.agreement(path) for path in files.values()]
        measured = measured_rows(everyone, files, arguments.rounds)
    except processes.CommandFailed as failure:
        sys.exit(f"bench: {failure}")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    rows.report(measured, notes, arguments.json)


main()
