"""Sound at another speed, as whole processes, beside ffmpeg's atempo, rubberband and soundstretch.

Ten minutes of WAV become WAV; see Benchmarks/README.md.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import inputs
from contenders import ASETRATE, OURS, RATE, VARISPEED
from Support import machine, peers, processes, rows
from Support.processes import Command

ATEMPO, R3, R2, SOUNDSTRETCH = "ffmpeg atempo", "rubberband -3", "rubberband -2", "soundstretch"
RESAMPLE = f"ffmpeg {ASETRATE}"
SPEEDS = ["2", "0.5"]
MEMORY = 64


class Contenders:
    """Ours, the peers that are there, and the folder that they write to."""

    def __init__(self, scratch):
        self.scratch = pathlib.Path(scratch)
        self.ours = machine.build_ours()
        self.ffmpeg = peers.debian_program("ffmpeg", "ffmpeg")
        self.rubberband = peers.debian_program("rubberband", "rubberband-cli")
        self.soundstretch = peers.debian_program("soundstretch", "soundstretch")

    def export(self, path, speed, algorithm):
        return [self.ours, "export", path, "-o", self.scratch / "ours.wav", "--speed", speed, "--pitch", algorithm,
                "--overwrite", "--quiet"]

    def filter(self, path, words):
        return [self.ffmpeg, "-v", "error", "-y", "-i", path, "-af", words, self.scratch / "ffmpeg.wav"]

    def stretch(self, path, speed, engine):
        return self.rubberband and [self.rubberband, "-q", engine, f"-T{speed}", path, self.scratch / "rubberband.wav"]

    def time_domain(self, path, speed):
        percent = f"{(float(speed) - 1) * 100:+g}"
        touch = self.soundstretch and [self.soundstretch, path, self.scratch / "soundstretch.wav", f"-tempo={percent}"]
        return {
            "ours": self.export(path, speed, OURS["ours, time domain"]),
            ATEMPO: self.filter(path, f"atempo={speed}"),
            SOUNDSTRETCH: touch,
        }

    def spectral(self, path, speed):
        return {
            "ours": self.export(path, speed, OURS["ours, spectral"]),
            R3: self.stretch(path, speed, "-3"),
            R2: self.stretch(path, speed, "-2"),
        }

    def varispeed(self, path, speed):
        return {
            "ours": self.export(path, speed, VARISPEED),
            RESAMPLE: self.filter(path, f"asetrate={round(RATE * float(speed))},aresample={RATE}"),
        }

    def versions(self):
        """One line: the version of everyone."""
        ours, ffmpeg = peers.version([self.ours, "--version"]), peers.version([self.ffmpeg, "-version"])
        named = [f"assettool {ours}", f"ffmpeg {ffmpeg}"]
        for name, program, option in (("rubberband", self.rubberband, "--version"),
                                      ("soundstretch", self.soundstretch, "-license")):
            named.append(f"{name} {printed_version(program, option)}" if program else f"{name} MISSING")
        return "versions: " + ", ".join(named)


def printed_version(program, option):
    """The first line that says something: some begin with an empty one."""
    finished = subprocess.run([program, option], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    line = next((line for line in finished.stdout.splitlines() if line.strip()), "of unknown version")
    return next((word.strip("v") for word in line.split() if word.strip("v")[:1].isdigit()), line.strip())


def seconds(ffmpeg, path):
    probe = [ffmpeg.with_name("ffprobe"), "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]
    return float(subprocess.run(probe, stdout=subprocess.PIPE, text=True, check=True).stdout)


def measured_rows(everyone, path, rounds):
    jobs = [
        ("time domain", everyone.time_domain, rows.at_most_times(1, ATEMPO), rounds),
        # Many minutes of work: fewer rounds, and nothing is cold that others have read.
        ("spectral", everyone.spectral, rows.at_most_times(0.35, R3), min(rounds, 3)),
        ("varispeed", everyone.varispeed, rows.at_most_times(1, RESAMPLE), rounds),
    ]
    measured = []
    for name, commands, target, count in jobs:
        for speed in SPEEDS:
            words = f"{name} at {speed}"
            usages = measure(words, commands(path, speed), count)
            check_length(everyone, words, inputs.SECONDS / float(speed))
            measured += figures(words, usages, target)
    return measured


def measure(words, commands, rounds):
    """The usage of each command by its name; None for the missing."""
    print(f"measuring {words}…", file=sys.stderr)
    present = [Command(name, command) for name, command in commands.items() if command]
    usages = processes.measure(present, rounds, warm=rounds > 3)
    return {name: usages.get(name) for name in commands}


def check_length(everyone, words, expected):
    """Ends where somebody did not do all of the work; atempo's ends are some hundredths of a second off."""
    for path in everyone.scratch.glob("*.wav"):
        made = seconds(everyone.ffmpeg, path)
        if abs(made - expected) > (0.001 if path.stem == "ours" else 0.5):
            sys.exit(f"bench: {words}: {path.stem} made {made:.3f} s in place of {expected:.3f}")
        path.unlink()


def figures(words, usages, target):
    return [
        rows.of_usages(words, "s", usages, lambda usage: usage.median_seconds, target),
        rows.of_usages(f"{words}, processor", "s", usages, lambda usage: usage.median_processor_seconds, rows.REPORTED),
        rows.of_usages(f"{words}, peak memory", "MiB", usages, lambda usage: usage.median_mebibytes,
                       rows.at_most(MEMORY, "MiB")),
    ]


def main():
    arguments = machine.arguments(__doc__, rounds=5)
    notes = [machine.description()]
    # Beside the input, so that everyone writes to the file system that it is on.
    inputs.FOLDER.mkdir(parents=True, exist_ok=True)
    scratch = tempfile.mkdtemp(prefix="out-", dir=inputs.FOLDER)
    try:
        everyone = Contenders(scratch)
        if not everyone.ffmpeg:
            sys.exit("bench: the input cannot be made without Debian's package ffmpeg")
        path = inputs.make(everyone.ffmpeg)
        notes.append(everyone.versions())
        measured = measured_rows(everyone, path, arguments.rounds)
    except processes.CommandFailed as failure:
        sys.exit(f"bench: {failure}")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    rows.report(measured, notes, arguments.json)


main()
