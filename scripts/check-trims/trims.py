"""Makes random exact cuts with assettool and holds each against what the source presents."""
import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

import edges
import kinds
import probes
import seconds
import sources
from judge import Judge

#: Sentences of the tool that are answers: there is no encoder, or the container has no place for it.
REFUSALS = ("there is no encoder", "cannot be stored", "cannot hold", "cannot be interlaced", "makes no ")
#: So many seconds a cut may take on a machine that is busy with other things.
PATIENCE = 120


def arguments():
    reader = argparse.ArgumentParser()
    reader.add_argument("--tool", required=True)
    reader.add_argument("--samples", required=True)
    reader.add_argument("--corpus")
    reader.add_argument("--count", type=int, default=500)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--only", default="")
    reader.add_argument("--mode", choices=["exact", "smart"], default="exact")
    reader.add_argument("--kinds", action="store_true")
    reader.add_argument("--edges", action="store_true")
    reader.add_argument("--second", action="store_true")
    reader.add_argument("--keep")
    return reader.parse_args()


def candidates(options):
    """(name, maker of the source) of every file."""
    if options.kinds:
        return [(name, make) for name, make in kinds.entries() if options.only in name]
    truth = json.load(open(os.path.join(options.samples, "truth.json")))["files"]
    found = [(entry["name"], lambda work, entry=entry: sources.sample(entry, options.samples, work)) for entry in truth]
    if options.corpus:
        for entry in sources.corpus_entries(options.corpus):
            found.append((entry["file"], lambda work, entry=entry: sources.corpus(entry, options.corpus, work)))
    return [(name, make) for name, make in found if options.only in name]


def cut(source, chance):
    """A range at times of every kind: of pictures, of milliseconds, of odd clocks."""
    scale = chance.choice([1000, 600, 25, 24, 30000, 44100, 90000, 12800])
    last = int(source.duration * scale)
    length = chance.choice([Fraction(1, 10), Fraction(2, 5), Fraction(1), source.duration])
    if source.pictures and chance.random() < 0.3:
        start = chance.choice(source.pictures)[0]
    else:
        start = Fraction(chance.randrange(0, max(last, 1)), scale)
    start = max(Fraction(0), min(start, source.duration - Fraction(1, 50)))
    end = min(source.duration, start + max(Fraction(1, 50), length * Fraction(chance.randrange(20, 101), 100)))
    if chance.random() < 0.6:
        end = Fraction(int(end * scale), scale)
    return (start, end) if end > start else (start, min(source.duration, start + Fraction(1, 10)))


def text(value):
    return f"{value.numerator}/{value.denominator}"


def make(options, source, target, start, end):
    """(exit code, message, what the tool reports)"""
    # Without the option a file that cannot be cut so is encoded whole, which is counted.
    mode = ["--mode", "exact"] if options.mode == "exact" else []
    words = [options.tool, "trim", source.path, "-o", target, "--from", text(start), "--to", text(end), "--quiet", "--json"]
    try:
        done = probes.run(words + mode, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return 137, f"it took longer than {PATIENCE} s", None
    report = json.loads(done.stdout) if done.returncode == 0 else None
    return done.returncode, done.stderr.decode(errors="replace").strip(), report


def pictures(report, key):
    return sum(track[key] for track in report["tracks"] if track["mediaType"] == "video")


def main():
    options = arguments()
    if options.edges:
        sys.exit(1 if edges.report(options.tool) else 0)
    if options.second and seconds.missing():
        sys.exit(f"check-trims: --second needs Debian's packages {', '.join(seconds.missing())}")
    chance = random.Random(options.seed)
    files = candidates(options)
    chosen = collections.Counter(chance.choice(range(len(files))) for _ in range(options.count))
    if options.kinds:
        chosen = {number: len(kinds.RANGES) for number in range(len(files))}
    counts, refusals, fallbacks, worst = collections.Counter(), collections.Counter(), collections.Counter(), {}
    failures, begin = [], time.monotonic()
    table = collections.defaultdict(lambda: [0, 0])
    for number in sorted(chosen):
        name, maker = files[number]
        own = random.Random(f"{options.seed} {name}")
        with tempfile.TemporaryDirectory() as work:
            source = maker(work)
            if source is None or not source.duration:
                counts["not judged"] += chosen[number]
                continue
            fixed = kinds.ranges(source) if options.kinds else []
            for round in range(chosen[number]):
                start, end = fixed[round] if fixed else cut(source, own)
                target = os.path.join(work, f"cut-{round}.{source.ending}")
                code, message, report = make(options, source, target, start, end)
                label = f"{name} {text(start)} to {text(end)}"
                if code == 1 and "is behind the end" in message and source.duration - start < Fraction(1, 20):
                    # Sound's padding is no part of what is presented.
                    counts["behind the end"] += 1
                    continue
                if code == 1 and "has nothing in that time" in message and not source.shown(start, end):
                    counts["nothing there"] += 1
                    continue
                if code != 0:
                    refused = next((reason for reason in REFUSALS if reason in message), None)
                    if code == 1 and refused:
                        counts["refused"] += 1
                        refusals[message.split(": ", 2)[-1]] += 1
                    else:
                        failures.append(f"{label}: exit code {code}: {message}")
                    continue
                copied = pictures(report, "copiedSamples")
                verdict = Judge(source, target, start, end, copied, options.second).verdict()
                counts["pictures copied"] += pictures(report, "copiedSamples")
                for warning in report.get("warnings", []):
                    if " is encoded" in warning:
                        counts["encoded whole"] += 1
                        fallbacks[f"{source.video['codec_name']}: {warning.split(': ', 1)[-1]}"] += 1
                counts["exact" if not verdict.problems else "wrong"] += 1
                table[name][0 if not verdict.problems else 1] += 1
                counts["pictures"] += verdict.picture_count
                counts["equal to a second decoder"] += verdict.seconds
                counts["lossless"] += verdict.is_lossless
                counts["sounds to the sample"] += verdict.exact_sounds
                if verdict.likeness is not None and verdict.likeness < worst.get(name, 999):
                    worst[name] = verdict.likeness
                for problem in verdict.problems:
                    failures.append(f"{label}: {problem}")
                if verdict.problems and options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    shutil.copy(target, os.path.join(options.keep, f"{os.path.basename(name)}-{round}.{source.ending}"))
        print(f"\r{counts['exact'] + counts['wrong']} cuts", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if options.kinds:
        for name, (right, wrong) in table.items():
            print(f"{name}: {right} of {right + wrong} exact")
    for failure in failures:
        print(failure)
    for reason, count in refusals.most_common():
        print(f"refused {count} times: {reason}")
    for reason, count in fallbacks.most_common():
        print(f"encoded whole {count} times: {reason}")
    low = sorted((value, name) for name, value in worst.items())[:5]
    print("lowest likeness: " + ", ".join(f"{value:.1f} dB {name}" for value, name in low))
    print(f"seed {options.seed}: " + ", ".join(f"{key} {value}" for key, value in counts.items())
          + f", failures {len(failures)}, {time.monotonic() - begin:.0f} s")
    sys.exit(1 if failures or not counts["exact"] else 0)


if __name__ == "__main__":
    main()
