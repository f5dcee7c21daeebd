"""Cutting and joining by copying, as whole processes, beside ffmpeg -c copy, mkvmerge and smartcut."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import film
import inputs
from Support import machine, peers, processes, rows
from Support.processes import Command

FFMPEG, MKVMERGE = "ffmpeg -c copy", "mkvmerge"
SMARTCUT, BY_HAND = "smartcut", "parts by hand"
SMARTCUT_VERSION = "1.7"
#: Pictures in a second, and in a group of the file that is cut to the picture.
RATE, GROUP = 30, 250
START, SECONDS = 100, 300
MEMORY = 64


class Contenders:
    """Ours, the peers that are there, and the folder that they write to."""

    def __init__(self, scratch):
        self.scratch = pathlib.Path(scratch)
        self.ours = machine.build_ours()
        self.ffmpeg = peers.debian_program("ffmpeg", "ffmpeg")
        self.mkvmerge = peers.debian_program("mkvmerge", "mkvtoolnix")
        python = peers.python_package(SMARTCUT, SMARTCUT_VERSION)
        self.smartcut = python and python.with_name(SMARTCUT)

    def trim(self, path, first):
        """Five minutes out of ten, the index last or first."""
        end = f"{START + SECONDS}"
        return {
            "ours": [self.ours, "trim", path, "-o", self.scratch / "ours.mp4", "--from", START, "--to", end,
                     "--mode", "keyframe", "--overwrite", "--quiet", *(["--fast-start"] if first else [])],
            FFMPEG: [self.ffmpeg, "-v", "error", "-y", "-ss", START, "-t", SECONDS, "-i", path, "-c", "copy",
                     *(["-movflags", "+faststart"] if first else []), self.scratch / "ffmpeg.mp4"],
            MKVMERGE: self.mkvmerge and [self.mkvmerge, "-q", "--split", f"parts:{START}s-{end}s", path, "-o",
                                         self.scratch / "mkvmerge.mkv"],
        }

    def matroska(self, path):
        """The same five minutes into the container that mkvmerge writes."""
        commands = self.trim(path, False)
        commands["ours"][4] = self.scratch / "ours.mkv"
        commands[FFMPEG][-1] = self.scratch / "ffmpeg.mkv"
        return commands

    def concat(self, clips):
        """All clips, one behind the other."""
        names = self.scratch / "clips.txt"
        names.write_text("".join(f"file '{clip}'\n" for clip in clips))
        joined = [part for clip in clips for part in ("+", clip)][1:]
        return {
            "ours": [self.ours, "concat", *clips, "-o", self.scratch / "ours.mp4", "--overwrite", "--quiet"],
            FFMPEG: [self.ffmpeg, "-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", names, "-c", "copy",
                     self.scratch / "ffmpeg.mp4"],
            MKVMERGE: self.mkvmerge and [self.mkvmerge, "-q", "-o", self.scratch / "mkvmerge.mkv", *joined],
        }

    def exact(self, path, first, last, *options):
        """The pictures from `first` up to `last`, exactly."""
        return {
            "ours": [self.ours, "trim", path, "-o", self.scratch / "ours.mp4", "--from", f"{first}/{RATE}", "--to",
                     f"{last}/{RATE}", "--overwrite", "--quiet", *options],
            SMARTCUT: self.smartcut and [self.smartcut, path, self.scratch / "smartcut.mp4", "--keep",
                                         f"{first / RATE:.6f},{last / RATE:.6f}"],
            BY_HAND: ["bash", "-c", self.by_hand(path, first, last)],
        }

    def by_hand(self, path, first, last):
        """What people do without such a tool: both ends encoded, whole groups copied between them, and all joined."""
        start, end = -(-first // GROUP) * GROUP, last // GROUP * GROUP
        encode = "-c:v libx264 -preset veryfast -crf 16 -c:a aac -b:a 128k"
        parts = [(first, min(start, last), encode)]
        parts += [(start, end, "-c copy"), (end, last, encode)] if end > start else [(start, last, encode)] if last > start else []
        lines, names = ["set -e", f"cd '{self.scratch}'"], []
        for number, (begin, stop, how) in enumerate(parts):
            if stop <= begin:
                continue
            names.append(f"part{number}.ts")
            lines.append(f"'{self.ffmpeg}' -v error -y -ss {begin / RATE:.6f} -t {(stop - begin) / RATE:.6f} -i '{path}' "
                         f"{how} -f mpegts part{number}.ts")
        lines.append(f"'{self.ffmpeg}' -v error -y -i 'concat:{'|'.join(names)}' -c copy by-hand.mp4")
        return "\n".join(lines)

    def on_key(self, path, first):
        """From a key picture to the end."""
        return {
            "ours": [self.ours, "trim", path, "-o", self.scratch / "ours.mp4", "--from", f"{first}/{RATE}", "--overwrite",
                     "--quiet"],
            FFMPEG: [self.ffmpeg, "-v", "error", "-y", "-ss", f"{first / RATE:.6f}", "-i", path, "-c", "copy",
                     self.scratch / "ffmpeg.mp4"],
        }

    def versions(self):
        """One line: the version of everyone."""
        ours, ffmpeg = peers.version([self.ours, "--version"]), peers.version([self.ffmpeg, "-version"])
        mkvmerge = f"mkvmerge {peers.version([self.mkvmerge, '--version'])}" if self.mkvmerge else "mkvmerge MISSING"
        smartcut = f"smartcut {SMARTCUT_VERSION}" if self.smartcut else "smartcut MISSING"
        return f"versions: assettool {ours}, ffmpeg {ffmpeg}, {mkvmerge}, {smartcut}"

    def agreement(self, commands, words):
        """Ends where our file and ffmpeg's do not hold the same pictures, give or take those at the ends."""
        counts = {}
        for name in ("ours", FFMPEG):
            finished = subprocess.run(
                [str(part) for part in commands[name]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if finished.returncode:
                sys.exit(f"bench: {name} failed: {finished.stderr.strip()[-500:]}")
            made = self.scratch / ("ours.mp4" if name == "ours" else "ffmpeg.mp4")
            counts[name] = self.pictures(made)
        if abs(counts["ours"] - counts[FFMPEG]) > 60:
            sys.exit(f"bench: {words}: ours has {counts['ours']} pictures, ffmpeg's {counts[FFMPEG]}")
        return f"{words}: {counts['ours']} pictures in ours, {counts[FFMPEG]} in ffmpeg's"

    def pictures(self, path):
        probe = [self.ffmpeg.with_name("ffprobe"), "-v", "error", "-select_streams", "v:0", "-show_entries",
                 "stream=nb_frames", "-of", "csv=p=0", path]
        return int(subprocess.run(probe, stdout=subprocess.PIPE, text=True, check=True).stdout.strip().strip(","))




def measure(words, commands, rounds):
    """The usage of each command by its name; None for the missing."""
    print(f"measuring {words}…", file=sys.stderr)
    present = [Command(name, command) for name, command in commands.items() if command]
    usages = processes.measure(present, rounds)
    return {name: usages.get(name) for name in commands}


def exact_rows(everyone, groups, rounds):
    """Cuts to the picture, with and without looking at what follows each join."""
    middle = 9000 + 77
    jobs = [
        ("frames 4600 to 13632, not verified", everyone.exact(groups, 4600, 13632, "--no-verify"), (0.3, 0.55)),
        ("frames 4600 to 13632", everyone.exact(groups, 4600, 13632), (0.4, 0.75)),
        ("10 s of the middle, not verified", everyone.exact(groups, middle, middle + 300, "--no-verify"), (0.35, None)),
        ("10 s of the middle", everyone.exact(groups, middle, middle + 300), (0.45, None)),
    ]
    measured = []
    for words, commands, (factor, by_hand) in jobs:
        usages = measure(words, commands, rounds)
        target = rows.at_most_times(factor, SMARTCUT)
        if by_hand:
            target = target & rows.at_most_times(by_hand, BY_HAND)
        memory = rows.at_most_times(0.6, SMARTCUT)
        measured += figures(words, usages, target, memory)
    words = "from a key picture on"
    usages = measure(words, everyone.on_key(groups, 2 * GROUP), rounds)
    return measured + figures(words, usages, rows.at_most_times(1.1, FFMPEG), rows.REPORTED)


def figures(words, usages, target, memory):
    return [
        rows.of_usages(words, "s", usages, lambda usage: usage.median_seconds, target),
        rows.of_usages(f"{words}, processor", "s", usages, lambda usage: usage.median_processor_seconds, rows.REPORTED),
        rows.of_usages(f"{words}, peak memory", "MiB", usages, lambda usage: usage.median_mebibytes, memory),
    ]


def measured_rows(everyone, long, clips, rounds):
    jobs = [
        ("5 of 10 min, 230 MB", everyone.trim(long, False), rows.at_most_times(1.05, FFMPEG)),
        ("5 of 10 min, index first", everyone.trim(long, True), rows.at_most_times(1.05, FFMPEG)),
        ("5 of 10 min, mp4 to mkv", everyone.matroska(long), rows.at_most_times(1.05, FFMPEG)),
        ("20 clips joined, 300 MB", everyone.concat(clips), rows.at_most_times(1.0, MKVMERGE)),
    ]
    measured = []
    for words, commands, target in jobs:
        usages = measure(words, commands, rounds)
        measured += figures(words, usages, target, rows.at_most(MEMORY, "MiB"))
    return measured


def main():
    arguments = machine.arguments(__doc__, rounds=7)
    notes = [machine.description()]
    # Beside the inputs, so that everyone copies within one file system.
    inputs.FOLDER.mkdir(parents=True, exist_ok=True)
    scratch = tempfile.mkdtemp(prefix="out-", dir=inputs.FOLDER)
    try:
        everyone = Contenders(scratch)
        if not everyone.ffmpeg:
            sys.exit("bench: the inputs cannot be made without Debian's package ffmpeg")
        long, clips, groups = inputs.make(everyone.ffmpeg)
        notes.append(everyone.versions())
        notes.append(everyone.agreement(everyone.trim(long, False), "trim"))
        notes.append(everyone.agreement(everyone.concat(clips), "concat"))
        measured = exact_rows(everyone, groups, min(arguments.rounds, 3))
        measured += measured_rows(everyone, long, clips, arguments.rounds)
        measured += film.measured(everyone, measure, min(arguments.rounds, 5))
    except processes.CommandFailed as failure:
        sys.exit(f"bench: {failure}")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    rows.report(measured, notes, arguments.json)


main()
