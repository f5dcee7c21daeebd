"""What files hold: `assettool info --json` as a whole process, beside other tools and a bare C program.

The C program is the floor: it links the same FFmpeg libraries, and only opens the file (`C opens`), or opens and probes
it (`C probes`).
"""
import functools
import sys

import contenders
from contenders import OPENS, Contenders, answer
from inputs import LIST_COUNT, Inputs, summary
from Support import machine, processes, rows
from Support.processes import Command

# ffprobe takes about a tenth of a second a file: it reads one file of each kind, and its time is scaled up.
FEW_COUNT = 100


TARGETS = {
    "1080p.mp4": rows.at_most_times(0.5, "ffprobe"),
    "1080p.mov": rows.at_most_times(0.5, "ffprobe"),
    "1080p.mkv": rows.at_most_times(0.5, "ffprobe"),
    "sound.m4a": rows.at_most_times(1.2, OPENS),
    "sound.flac": rows.at_most_times(1.2, OPENS),
    "sound.mp3": rows.at_most_times(1.2, OPENS),
    "1080p.ts": rows.at_most_times(0.8, "ffprobe"),
    "1080p.h264": rows.at_most_times(0.8, "ffprobe"),
}
LIST_TARGET = rows.times_as_fast(15, "ffprobe") & rows.times_as_fast(3, "mediainfo")


# The floor of the same run: nobody who links these libraries can be faster.
row = functools.partial(rows.of_usages, floor=OPENS)


def measure(words, commands, rounds):
    """The usage of each command by its name; None for the missing."""
    print(f"measuring {words}…", file=sys.stderr)
    present = [Command(name, command) for name, command in commands.items() if command]
    usages = processes.measure(present, rounds)
    return {name: usages.get(name) for name in commands}


def wall_and_processor(name, usages, target):
    """A row that counts and, because others may keep the machine busy, one of the processor time that it took."""
    return [
        row(name, "ms", usages, lambda usage: usage.median_seconds * 1000, target),
        row(f"{name}, processor", "ms", usages, lambda usage: usage.median_processor_seconds * 1000, rows.REPORTED),
    ]


def refuse_disagreement(name, commands):
    """Ends where ours and ffprobe tell different tracks or lengths: their figures could not be compared."""
    if not commands["ffprobe"]:
        return
    ours, theirs = answer(commands["ours"]), answer(commands["ffprobe"])
    our_types = sorted(track["mediaType"] for track in ours["tracks"])
    their_types = sorted(stream["codec_type"] for stream in theirs["streams"])
    if our_types != their_types:
        sys.exit(f"bench: {name}: ours lists {our_types}, ffprobe lists {their_types}")
    our_duration, their_duration = ours.get("duration"), theirs["format"].get("duration")
    if our_duration and their_duration:
        difference = abs(our_duration["seconds"] - float(their_duration))
        if difference > max(0.06, 0.03 * float(their_duration)):
            sys.exit(f"bench: {name}: ours lasts {our_duration['seconds']} s, ffprobe's {their_duration} s")


def measure_list(everyone, paths, rounds):
    """Many small files: one call of ours, one call of ffprobe for each."""
    usages = measure(f"{LIST_COUNT} files", everyone.on_list(paths, paths[:FEW_COUNT]), rounds)
    probe = usages["ffprobe"]
    if probe:
        for figures in (probe.seconds, probe.processor_seconds):
            figures[:] = [figure * LIST_COUNT / FEW_COUNT for figure in figures]
    return wall_and_processor(f"{LIST_COUNT} files", usages, LIST_TARGET)


def measure_precisely(name, path, everyone, rounds):
    """A long file without an index, read for its exact length: rows of what it takes, and a note of what was found."""
    commands = everyone.precisely(path)
    ours = answer(commands["ours"])
    is_precise = ours.get("durationIsPrecise") is True
    # A figure for an estimate would be the figure of other work.
    target = rows.Target("a precise answer", lambda row: is_precise)
    usages = measure(f"{name}, precisely", commands, rounds)
    measured = [
        row(f"{name}, time", "s", usages, lambda usage: usage.median_seconds, target),
        row(f"{name}, processor", "s", usages, lambda usage: usage.median_processor_seconds, rows.REPORTED),
        row(f"{name}, bytes read", "MiB", usages, lambda usage: usage.median_read_mebibytes, rows.REPORTED),
        row(f"{name}, peak memory", "MiB", usages, lambda usage: usage.median_mebibytes, rows.REPORTED),
    ]
    return measured, f"{name}: {found(ours, is_precise, commands)}"


def found(ours, is_precise, commands):
    """What both say about the length of a file that was read precisely."""
    duration = f"{ours['duration']['seconds']:.6f} s" if "duration" in ours else "no duration"
    words = f"ours says {duration}, {'precise' if is_precise else 'NOT precise'}"
    if commands["ffprobe"]:
        streams = answer(commands["ffprobe"])["streams"]
        told = [f"{stream.get('duration', 'no duration')} s, {stream['nb_read_packets']} packets" for stream in streams]
        words += f"; ffprobe says {' and '.join(told)}"
    return words


def measured_rows(everyone, inputs, rounds):
    few = max(3, rounds // 5)
    measured = []
    for name, target in TARGETS.items():
        commands = everyone.on_file(inputs.files[name])
        refuse_disagreement(name, commands)
        measured += wall_and_processor(name, measure(name, commands, rounds), target)
    measured += wall_and_processor("start only", measure("start only", everyone.starting(), rounds), rows.REPORTED)
    measured += measure_list(everyone, inputs.list, few)
    notes = []
    for name, path in (("10-hour fragmented", inputs.fragmented()), ("4-hour MP3", inputs.headerless())):
        found_rows, note = measure_precisely(name, path, everyone, few)
        measured += found_rows
        notes.append(note)
    return measured, notes


def main():
    arguments = machine.arguments(__doc__, rounds=15)
    notes = [machine.description()]
    everyone = Contenders()
    if not everyone.ffprobe:
        sys.exit("bench: the inputs cannot be made without Debian's package ffmpeg")
    inputs = Inputs("ffmpeg")
    notes += [
        everyone.versions(),
        "inputs: " + ", ".join(summary(path) for path in inputs.files.values()),
        f"{contenders.OPENS}, {contenders.PROBES}: a bare C program over the same libraries; the former is the floor",
        f"{LIST_COUNT} files: ffprobe once for each of {FEW_COUNT} of them, one after the other, and scaled up",
        "precisely: assettool info --precise and ffprobe -count_packets",
    ]
    try:
        measured, found_notes = measured_rows(everyone, inputs, arguments.rounds)
    except processes.CommandFailed as failure:
        sys.exit(f"bench: {failure}")
    rows.report(measured, notes + found_notes, arguments.json)


main()
