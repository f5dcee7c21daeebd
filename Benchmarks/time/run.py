"""Media time: nanoseconds and allocations of one call, in the process of the caller.

Peers: libavutil, called in the same process with the same kinds of operands, and the opentime module of OpenTimelineIO,
called from its Python. The Swift program measures ours and libavutil in turn; it and opentime are run in turn as well.
"""
import json
import pathlib
import subprocess
import sys

from Support import machine, peers, rows

OPENTIMELINEIO = "0.18.1"
# How often the Swift program looks at each contender, and opentime at each row, in one run of theirs.
SAMPLES = 60
PYTHON_SAMPLES = 5

TARGETS = {
    "add mixed": rows.times_as_fast(3, "av_add_q"),
    "compare mixed 30-bit": rows.times_as_fast(1.5, "av_compare_ts"),
    "compare mixed 43-bit": rows.times_as_fast(4, "av_compare_ts"),
    "compare mixed 62-bit": rows.times_as_fast(4, "av_compare_ts"),
    "convertScale 43-bit": rows.times_as_fast(1.5, "av_rescale_rnd"),
    "convertScale 62-bit": rows.times_as_fast(1.5, "av_rescale_rnd"),
}
# What opentime does not have: a product with a ratio, and values of more than 53 bits.
NOT_IN_OPENTIME = {"multiplyByRatio", "compare mixed 62-bit", "convertScale 62-bit"}


def lines(command, **options):
    """What a program prints, one JSON object a line."""
    finished = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, **options)
    if finished.returncode:
        sys.exit(f"bench: {pathlib.Path(command[0]).name} failed")
    return [json.loads(line) for line in finished.stdout.splitlines()]


def collect(ours, opentime, rounds):
    """All measurements by row and name, in the order of the table."""
    operands = subprocess.run([ours, "operands"], stdout=subprocess.PIPE, check=True, text=True).stdout
    script = pathlib.Path(__file__).with_name("opentime_rows.py")
    figures = {}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}…", file=sys.stderr)
        found = lines([ours, "measure", SAMPLES])
        if opentime:
            found += lines([opentime, script, PYTHON_SAMPLES], input=operands)
        for line in found:
            contender = figures.setdefault(line["row"], {}).setdefault(line["name"], {"nanoseconds": []})
            contender["nanoseconds"] += line["nanoseconds"]
            contender["allocations"] = max(contender.get("allocations", 0), line.get("allocations", 0))
    return figures


def row(name, contenders):
    ours = contenders.pop("ours")
    figures = {peer: rows.median(found["nanoseconds"]) for peer, found in contenders.items()}
    if name not in NOT_IN_OPENTIME:
        figures.setdefault("opentime", None)
    target = TARGETS[name] & rows.NO_ALLOCATIONS if name in TARGETS else rows.NO_ALLOCATIONS
    return rows.Row(name, "ns/op", rows.median(ours["nanoseconds"]), figures, target,
                    extra={"allocations": ours["allocations"]})


def main():
    arguments = machine.arguments(__doc__, rounds=7)
    notes = [machine.description()]
    ours = machine.build_benchmark("TimeBenchmark")
    opentime = peers.python_package("opentimelineio", OPENTIMELINEIO)
    notes += [
        f"peers: libavutil of FFmpeg {peers.version([ours, 'version'])} (av_add_q, av_compare_ts, av_rescale_rnd), "
        + (f"opentime of OpenTimelineIO {OPENTIMELINEIO}" if opentime else "opentime MISSING"),
        "add rows: times of up to 90 s, because av_add_q is exact only where the sum fits two 32-bit numbers",
        "multiplyByRatio: av_rescale_rnd rounds at the timescale that was, ours is exact; no target",
        "opentime: calls from Python, less an empty call; no 62-bit rows, because its values are binary64",
    ]
    figures = collect(ours, opentime, arguments.rounds)
    rows.report([row(name, contenders) for name, contenders in figures.items()], notes, arguments.json)


main()
