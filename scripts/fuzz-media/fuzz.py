#!/usr/bin/env python3
"""Opens broken media with assettool: many at once under the address sanitizer, and one by one for their memory."""
import argparse
import collections
import concurrent.futures
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

SECONDS = 5
# A process that has not ended by then waits for something that does not come.
HANG_SECONDS = 120
MEBIBYTES = 512
BATCH = 64
PARENT_BYTES = 200_000


def load_mutator(corpus):
    spec = importlib.util.spec_from_file_location("mutate", os.path.join(corpus, "mutate.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_index(corpus):
    with open(os.path.join(corpus, "index.json")) as file:
        return json.load(file)


def environment():
    # Hostile sizes are refused by malloc in the plain build too; that is an answer, not a crash.
    sanitizer = "allocator_may_return_null=1:abort_on_error=0:exitcode=99:detect_leaks=1"
    # Without the backtracer a crash ends at once, as the sanitizer wants it.
    return dict(os.environ, ASAN_OPTIONS=sanitizer, SWIFT_BACKTRACE="enable=no")


class Verdict:
    """What came of opening some files in one process."""

    def __init__(self, run, kind=None, text="", opened=0, refused=0):
        self.run, self.kind, self.text, self.opened, self.refused = run, kind, text, opened, refused

    def __str__(self):
        return "%s after %.1f s, %.1f of them at work\n%s" % (self.kind, self.run.seconds, self.run.work, self.text)


class Run:
    """A process that has ended, with its time, its work (processor time) and its peak memory."""

    def __init__(self, words, limit):
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
            start = time.monotonic()
            child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=messages, env=environment())
            timer = threading.Timer(limit, os.kill, (child.pid, signal.SIGKILL))
            timer.start()
            _, status, usage = os.wait4(child.pid, 0)
            timer.cancel()
            self.code = child.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = time.monotonic() - start
            self.work = usage.ru_utime + usage.ru_stime
            self.kibibytes = usage.ru_maxrss
            self.is_hang = self.code == -signal.SIGKILL and self.seconds >= limit
            output.seek(0)
            messages.seek(0)
            self.output, self.messages = output.read(), messages.read().decode("utf-8", "replace")

    @property
    def is_quick(self):
        """Each file took at most 5 s: by the clock, or on a busy machine by the work that was done."""
        return min(self.seconds, self.work) <= SECONDS


def verdict(tool, paths, options):
    """Opens the files at once and looks at what the tool says of each."""
    run = Run([tool, "info", "--json", *options, "--", *paths], HANG_SECONDS)
    if run.is_hang:
        return Verdict(run, "hang")
    if "Sanitizer" in run.messages:
        return Verdict(run, "sanitizer report", run.messages[:4000])
    if run.code not in (0, 1):
        return Verdict(run, "crash", "exit %d\n%s" % (run.code, run.messages[-2000:]))
    try:
        answers = json.loads(run.output)
    except ValueError as error:
        return Verdict(run, "no answer", "%s\n%s" % (error, run.messages[-2000:]))
    answers = answers if isinstance(answers, list) else [answers]
    errors = [answer["error"] for answer in answers if "error" in answer]
    if len(answers) != len(paths) or (run.code == 1) != bool(errors):
        return Verdict(run, "no answer", "%d answers, %d errors, exit %d" % (len(answers), len(errors), run.code))
    # This is what Foundation says of an error that nobody gave a sentence.
    untyped = [error for error in errors if "could not be completed" in error]
    if untyped:
        return Verdict(run, "untyped error", untyped[0])
    return Verdict(run, None if run.is_quick else "too slow", opened=len(answers) - len(errors), refused=len(errors))


class Outcome:
    """What came of one batch."""

    def __init__(self, number, count):
        self.number, self.count, self.opened, self.refused, self.work = number, count, 0, 0, 0.0
        self.bad = []

    def add(self, found):
        self.opened += found.opened
        self.refused += found.refused


class Fuzzer:
    def __init__(self, arguments, entries):
        self.arguments = arguments
        self.mutator = load_mutator(arguments.corpus)
        self.parents = [os.path.join(arguments.corpus, e["file"]) for e in entries
                        if e["class"] in ("valid", "encrypted", "init-segment") and 0 < e["size"] < PARENT_BYTES]
        self.started = time.monotonic()

    def options(self, number):
        """Every other batch has its files read to their ends."""
        return ["--precise"] if number % 2 else []

    def write_batch(self, number, folder):
        """Writes the broken files of one batch, the same ones whenever it is asked for."""
        paths = []
        first = number * BATCH
        for job in range(first, min(first + BATCH, self.arguments.count)):
            parent, index = self.parents[job % len(self.parents)], job // len(self.parents)
            with open(parent, "rb") as file:
                kind, _, data = self.mutator.mutant(file.read(), self.arguments.seed, index)
            stem, ending = os.path.splitext(os.path.basename(parent))
            name = "%s.%d-%06d.%s%s" % (stem.lstrip("-"), self.arguments.seed, index, kind, ending)
            path = os.path.join(folder, "%04d-%s" % (len(paths), name))
            with open(path, "wb") as file:
                file.write(data)
            paths.append(path)
        return paths

    def run_batch(self, number):
        with tempfile.TemporaryDirectory(prefix="fuzz-media-") as folder:
            paths = self.write_batch(number, folder)
            outcome = Outcome(number, len(paths))
            self.judge(paths, outcome)
            return outcome

    def judge(self, paths, outcome):
        """Opens files at once; where something is wrong with them, halves them until it is known with which."""
        found = verdict(self.arguments.checked, paths, self.options(outcome.number))
        outcome.work = outcome.work or found.run.work
        if found.kind is None:
            return outcome.add(found)
        if len(paths) == 1:
            return self.keep(paths[0], found, outcome)
        known = len(outcome.bad)
        middle = len(paths) // 2
        self.judge(paths[:middle], outcome)
        self.judge(paths[middle:], outcome)
        if found.kind != "too slow" and len(outcome.bad) == known:
            found.kind = "only together: " + found.kind
            for path in paths:
                self.keep(path, found, outcome)

    def keep(self, path, found, outcome):
        os.makedirs(self.arguments.keep, exist_ok=True)
        shutil.copy(path, self.arguments.keep)
        outcome.bad.append((os.path.join(self.arguments.keep, os.path.basename(path)), found))

    def run(self):
        """Opens all batches and returns the number of bad files."""
        total = Outcome(None, 0)
        kinds, slowest = collections.Counter(), (0.0, None)
        numbers = range((self.arguments.count + BATCH - 1) // BATCH)
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            for outcome in pool.map(self.run_batch, numbers):
                total.count += outcome.count
                total.add(outcome)
                slowest = max(slowest, (outcome.work, outcome.number))
                for name, found in outcome.bad:
                    kinds[found.kind] += 1
                    print("BAD %s: %s" % (name, found), flush=True)
                if total.count // 5000 != (total.count - outcome.count) // 5000:
                    print("%d of %d after %.0f s, %d bad" % (total.count, self.arguments.count,
                          time.monotonic() - self.started, sum(kinds.values())), flush=True)
        print("%d mutants of %d files, seed %d, in %.0f s: %d opened, %d refused, %d bad %s" % (
              total.count, len(self.parents), self.arguments.seed, time.monotonic() - self.started, total.opened,
              total.refused, sum(kinds.values()), dict(kinds) or ""), flush=True)
        if total.count > 0:
            self.name_slowest(*slowest)
        return sum(kinds.values())

    def name_slowest(self, batch_work, number):
        """Opens the files of the batch with most work again, each alone, and names the one that needs most."""
        worst = 0.0, ""
        with tempfile.TemporaryDirectory(prefix="fuzz-media-") as folder:
            paths = self.write_batch(number, folder)
            for path in paths:
                work = verdict(self.arguments.checked, [path], self.options(number)).run.work
                worst = max(worst, (work, os.path.basename(path)))
            print("slowest batch: %.1f s of work for %d files; the slowest of these alone, with the start of its process: "
                  "%.2f s, %s" % (batch_work, len(paths), *worst), flush=True)


def measure(arguments, entries):
    """Opens each malformed file in a process of its own and looks at its peak memory."""
    bad, largest = [], 0
    files = [e["file"] for e in entries if e["class"] == "malformed"]
    for name in files:
        run = Run([arguments.plain, "info", "--json", "--", os.path.join(arguments.corpus, name)], HANG_SECONDS)
        largest = max(largest, run.kibibytes)
        if run.code not in (0, 1) or not run.is_quick or run.kibibytes > MEBIBYTES * 1024:
            bad.append(name)
            print("BAD %s: exit %d, %.1f s, %d MiB" % (name, run.code, run.seconds, run.kibibytes // 1024))
    print("%d malformed files measured, at most %d MiB: %d bad" % (len(files), largest // 1024, len(bad)))
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--corpus", "--checked", "--plain", "--keep"):
        parser.add_argument(name, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--jobs", type=int, required=True)
    arguments = parser.parse_args()
    entries = load_index(arguments.corpus)
    bad = Fuzzer(arguments, entries).run() + len(measure(arguments, entries))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
