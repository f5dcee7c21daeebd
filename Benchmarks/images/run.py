"""Still pictures: `assettool thumbnail` as a whole process, beside ffmpeg, PyAV, ffmpegthumbnailer and a bare C program.

The C program is the floor: it links the same FFmpeg libraries, and decodes only what the pictures need.
"""
import functools
import pathlib
import shutil
import subprocess
import sys
import tempfile

import inputs
from contenders import COUNT, EXACT, FLOOR, OURS, TOLERANT, Contenders
from Support import machine, processes, rows
from Support.processes import Command

# The mean difference, in steps of 255, that two ways of making the same picture small may have: colours at edges differ.
LARGEST_DIFFERENCE = 5.0
WIDTH, HEIGHT = 320, 180
SINGLE_SECONDS = 281
FEW = 95


row = functools.partial(rows.of_usages, ours=OURS, floor=FLOOR)


def others(row):
    """The figures of the peers that are there; the floor is no peer."""
    return [figure for peer, figure in row.peers.items() if peer != FLOOR and figure is not None]


def of_best(factor):
    return rows.Target(
        f"<= {factor:g}x best peer", lambda row: bool(others(row)) and row.ours <= factor * min(others(row)))


def of_floor(factor):
    return rows.Target(f"<= {factor:g}x the floor", lambda row: row.ours <= factor * row.peers[FLOOR])


MEMORY = rows.Target("<= best peer + 50 MiB", lambda row: bool(others(row)) and row.ours <= min(others(row)) + 50)
ONE = of_best(0.65)
# File, which pictures, and what the time has to reach.
MANY = [
    ("gop250.mp4", TOLERANT, of_best(0.6) & of_floor(1.15)),
    ("gop60.mp4", TOLERANT, of_best(0.21) & of_floor(1.15)),
    ("vp9.webm", TOLERANT, rows.REPORTED),
    ("gop60.mp4", EXACT, of_best(0.65) & of_floor(1.15)),
    ("vp9.webm", EXACT, rows.REPORTED),
    ("gop250.mp4", EXACT, of_best(0.55) & of_floor(1.15)),
]
SINGLE = [
    ("gop250.mp4", SINGLE_SECONDS), ("gop60.mp4", SINGLE_SECONDS), ("hevc4k.mp4", inputs.FILES["hevc4k.mp4"][3] / 2),
]


def measure(words, commands, rounds, warm):
    """The usage of each command by its name; None for the missing."""
    print(f"measuring {words}…", file=sys.stderr)
    present = [Command(name, command) for name, command in commands.items() if command]
    usages = processes.measure(present, rounds, warm)
    return {name: usages.get(name) for name in commands}


def rows_of(name, unit, usages, target):
    """A row that counts and, because others may keep the machine busy, one of the processor time that it took."""
    factor = 1000 if unit == "ms" else 1
    return [
        row(name, unit, usages, lambda usage: usage.median_seconds * factor, target),
        row(f"{name}, processor", unit, usages, lambda usage: usage.median_processor_seconds * factor, rows.REPORTED),
    ]


def pictures(everyone, name):
    """The colours of the pictures that one of them wrote in the last round."""
    # What JPEG asks for is ours; FFmpeg's libraries, left alone, store the numbers of the film as they are.
    matrix = "bt601" if name == OURS else "bt709"
    paths = sorted(everyone.folder(name).iterdir())
    joined = b"".join(path.read_bytes() for path in paths)
    command = [
        everyone.ffmpeg, "-v", "error", "-f", "image2pipe", "-c:v", "mjpeg", "-i", "-", "-fps_mode", "passthrough",
        "-vf", f"scale={WIDTH}:{HEIGHT}:in_color_matrix={matrix},format=rgb24", "-f", "rawvideo", "-",
    ]
    data = subprocess.run(command, input=joined, stdout=subprocess.PIPE, check=True).stdout
    size = WIDTH * HEIGHT * 3
    return [data[start:start + size] for start in range(0, len(data), size)]


def difference(one, other):
    """The mean difference of two pictures, in steps of 255."""
    return sum(abs(a - b) for a, b in zip(one, other)) / len(one)


def refuse_disagreement(words, everyone, commands, count):
    """Ends where ours are not the pictures of the bare program, or a peer made fewer: the figures could not be compared."""
    ours, floor = pictures(everyone, OURS), pictures(everyone, FLOOR)
    if not len(ours) == len(floor) == count:
        sys.exit(f"bench: {words}: ours are {len(ours)} pictures, the bare program's {len(floor)}")
    differences = [difference(*pair) for pair in zip(ours, floor)]
    largest = max(differences)
    if largest > LARGEST_DIFFERENCE:
        number = differences.index(largest)
        sys.exit(f"bench: {words}: picture {number} differs from the bare program's by {largest:.1f} of 255")
    for number in range(1, count):
        # Films where little moves would pass the test above with another picture: that of the part before is none closer.
        if difference(ours[number], floor[number - 1]) < differences[number]:
            sys.exit(f"bench: {words}: picture {number} is more like the bare program's of the part before")
    for name in commands:
        made = len(list(everyone.folder(name).iterdir()))
        if commands[name] and made < min(FEW, count):
            sys.exit(f"bench: {words}: {name} made {made} pictures of {count}")
    return f"{words}: {count} pictures, at most {largest:.2f} of 255 from the bare program's"


def measured(words, everyone, commands, count, rounds, warm):
    """The usages of all, and a note of how alike their pictures are."""
    for name in commands:
        for picture in everyone.folder(name).iterdir():
            picture.unlink()
    usages = measure(words, commands, rounds, warm)
    return usages, refuse_disagreement(words, everyone, commands, count)


def measured_rows(everyone, files, rounds):
    found, notes = [], []
    for name, seconds in SINGLE:
        for which in (TOLERANT, EXACT):
            words = f"{name}, one at {seconds:g} s, {which}"
            # The tolerant row comes first, and fills the caches of files for both.
            commands = everyone.one(which, files[name], seconds)
            usages, note = measured(words, everyone, commands, 1, rounds, warm=which == TOLERANT)
            found += rows_of(words, "ms", usages, ONE)
            notes.append(note)
    for name, which, target in MANY:
        words = f"{name}, {COUNT}, {which}"
        commands = everyone.many(which, files[name], inputs.FILES[name][3])
        # Exact pictures take minutes a round: fewer rounds, and none to warm up after the rows before.
        few = rounds if which == TOLERANT else max(1, rounds // 3)
        usages, note = measured(words, everyone, commands, COUNT, few, warm=False)
        found += rows_of(words, "s", usages, target)
        memory = rows.REPORTED if target is rows.REPORTED else MEMORY
        found.append(row(f"{words}, peak memory", "MiB", usages, lambda usage: usage.median_mebibytes, memory))
        notes.append(note)
    return found, notes


def main():
    arguments = machine.arguments(__doc__, rounds=3)
    notes = [machine.description()]
    scratch = tempfile.mkdtemp(prefix="images-")
    try:
        everyone = Contenders(pathlib.Path(scratch))
        if not everyone.ffmpeg:
            sys.exit("bench: the inputs cannot be made without Debian's package ffmpeg")
        files = inputs.make(everyone.ffmpeg, dict.fromkeys(name for name, *_ in [*MANY, *SINGLE]))
        notes += [
            everyone.versions(),
            "inputs: " + ", ".join(inputs.summary(path) for path in files.values()),
            f"{FLOOR}: a bare C program over the same libraries that decodes only what is needed",
        ]
        found, found_notes = measured_rows(everyone, files, arguments.rounds)
    except processes.CommandFailed as failure:
        sys.exit(f"bench: {failure}")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    rows.report(found, notes + found_notes, arguments.json)


main()
