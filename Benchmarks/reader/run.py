"""Sequential decoding: every picture of a minute of 1080p through AVAssetReader, beside `ffmpeg -f null -`.

Both are whole processes, and both hand their pictures out in the format of the row.
"""
import subprocess
import sys

from images import inputs
from Support import machine, peers, processes, rows
from Support.processes import Command

FILE = "minute.mp4"
PEER = "ffmpeg -f null"
# Name of the row: the pixel format, what FFmpeg is told about it, and how much longer than FFmpeg it may take.
FORMATS = {
    "y420": ("yuv420p", [], 1.03),
    "420v": ("nv12", ["-pix_fmt", "nv12"], 1.03),
    "BGRA": ("bgra", ["-pix_fmt", "bgra"], 1.0),
}
MEMORY = rows.Target("reported", lambda row: True)


def commands(reader, ffmpeg, path, name, options):
    """The command of each that decodes all pictures."""
    return {
        "ours": [reader, name, path],
        PEER: [ffmpeg, "-v", "error", "-i", path, "-an", *options, "-f", "null", "-"],
    }


def count_of_both(reader, ffmpeg, path):
    """How many pictures both give. Ends where they differ: their figures could not be compared."""
    ours = int(output([reader, "yuv420p", path]))
    lines = output([ffmpeg, "-v", "error", "-i", path, "-an", "-fps_mode", "passthrough", "-f", "framecrc", "-"])
    theirs = sum(not line.startswith("#") for line in lines.splitlines())
    if ours != theirs:
        sys.exit(f"bench: {path.name}: AVAssetReader gives {ours} pictures, ffmpeg {theirs}")
    return ours


def output(command):
    finished = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if finished.returncode:
        sys.exit(f"bench: {command[0]} failed: {finished.stderr.strip()[-500:]}")
    return finished.stdout


def row(name, unit, usages, figure, target):
    return rows.Row(name, unit, figure(usages["ours"]), {PEER: figure(usages[PEER])}, target)


def measured_rows(reader, ffmpeg, path, rounds):
    found = []
    for name, (format_name, options, factor) in FORMATS.items():
        print(f"measuring {name}…", file=sys.stderr)
        both = commands(reader, ffmpeg, path, format_name, options)
        usages = processes.measure([Command(who, words) for who, words in both.items()], rounds)
        target = rows.at_most_best_peer(factor)
        found += [
            row(name, "s", usages, lambda usage: usage.median_seconds, target),
            row(f"{name}, processor", "s", usages, lambda usage: usage.median_processor_seconds, target),
            row(f"{name}, peak memory", "MiB", usages, lambda usage: usage.median_mebibytes, MEMORY),
        ]
    return found


def main():
    arguments = machine.arguments(__doc__, rounds=5)
    notes = [machine.description()]
    ffmpeg = peers.debian_program("ffmpeg", "ffmpeg")
    if not ffmpeg:
        sys.exit("bench: neither inputs nor peer are there without Debian's package ffmpeg")
    reader = machine.build_benchmark("ReaderBenchmark")
    path = inputs.make(ffmpeg, [FILE])[FILE]
    notes += [
        f"versions: AVAssetReader of this checkout, ffmpeg {peers.version([ffmpeg, '-version'])}",
        f"input: {inputs.summary(path)}, {count_of_both(reader, ffmpeg, path)} pictures from both",
    ]
    try:
        found = measured_rows(reader, ffmpeg, path, arguments.rounds)
    except processes.CommandFailed as failure:
        sys.exit(f"bench: {failure}")
    rows.report(found, notes, arguments.json)


main()
