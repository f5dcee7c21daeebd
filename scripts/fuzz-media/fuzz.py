#!/usr/bin/env python3
"""Has assettool work on broken media: many at once under the address sanitizer, and one by one for their memory."""
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
# With so many files it is worth the time to look for the slowest one of its batch.
LONG_RUN = 5000
PARENT_BYTES = 200_000
# Who decodes or encodes has more to do than who only opens.
WORK_SECONDS = 20


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
    known = os.path.join(os.path.dirname(__file__), "..", "..", "Tests", "leak-sanitizer-suppressions.txt")
    leaks = "print_suppressions=0:suppressions=" + os.path.abspath(known)
    return dict(os.environ, ASAN_OPTIONS=sanitizer, LSAN_OPTIONS=leaks, SWIFT_BACKTRACE="enable=no")


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

    def is_quick(self, limit):
        """It took at most so long: by the clock, or on a busy machine by the work that was done."""
        return min(self.seconds, self.work) <= limit

    def fault(self):
        """What no run may end with, and the words for it; None where there is nothing of the kind."""
        if self.is_hang:
            return "hang", ""
        if "Sanitizer" in self.messages:
            return "sanitizer report", self.messages[:4000]
        if self.code not in (0, 1):
            return "crash", "exit %d\n%s" % (self.code, self.messages[-2000:])
        return None


# What Foundation says of an error that nobody gave a sentence.
UNTYPED = "could not be completed"


def opening(tool, paths, number):
    """Opens the files at once and looks at what the tool says of each. Every other batch is read to its files' ends."""
    run = Run([tool, "info", "--json", *(["--precise"] if number % 2 else []), "--", *paths], HANG_SECONDS)
    if run.fault():
        return Verdict(run, *run.fault())
    try:
        answers = json.loads(run.output)
    except ValueError as error:
        return Verdict(run, "no answer", "%s\n%s" % (error, run.messages[-2000:]))
    answers = answers if isinstance(answers, list) else [answers]
    errors = [answer["error"] for answer in answers if "error" in answer]
    if len(answers) != len(paths) or (run.code == 1) != bool(errors):
        return Verdict(run, "no answer", "%d answers, %d errors, exit %d" % (len(answers), len(errors), run.code))
    untyped = [error for error in errors if UNTYPED in error]
    if untyped:
        return Verdict(run, "untyped error", untyped[0])
    kind = None if run.is_quick(SECONDS) else "too slow"
    return Verdict(run, kind, opened=len(answers) - len(errors), refused=len(errors))


# What each verb that makes something is asked to make of a file. Every other file gets the second wish.
WISHES = {
    "thumbnail": [["%n-%d.jpg", "--count", "3", "--size", "160x"], ["%n.png", "--at", "0.4", "--exact"]],
    "waveform": [["peaks.dat"], ["picture.png", "--split-channels", "--from", "0.1"]],
    "trim": [["cut.mp4", "--from", "0.1", "--to", "0.9", "--mode", "keyframe"],
             ["cut.mkv", "--from", "0.1", "--to", "0.4", "--mode", "exact"]],
    "export": [["small.mp4", "--preset", "LowQuality", "--to", "0.5"],
               ["copy.mkv", "--video-codec", "copy", "--audio-codec", "copy"]],
}


def making(verb, tool, path, number):
    """Has a verb make something of one file. It may fail with one sentence, and then leaves nothing."""
    with tempfile.TemporaryDirectory(prefix="fuzz-media-made-") as folder:
        output, *options = WISHES[verb][number % 2]
        words = [tool, verb, "--json", "--quiet", "-o", os.path.join(folder, output), *options, "--", path]
        run = Run(words, HANG_SECONDS)
        if run.fault():
            return Verdict(run, *run.fault())
        if run.code == 1:
            lines = [line for line in run.messages.splitlines() if line.startswith("assettool: ")]
            if not lines or UNTYPED in run.messages:
                return Verdict(run, "untyped error", run.messages[-2000:])
            if os.listdir(folder) and verb != "thumbnail":
                return Verdict(run, "left behind", "%s\n%s" % (os.listdir(folder), run.messages[-2000:]))
        if any(name.startswith(".") for name in os.listdir(folder)):
            return Verdict(run, "left behind", str(os.listdir(folder)))
        if run.code == 0 and not os.listdir(folder):
            return Verdict(run, "no answer", "nothing was made, exit 0")
        kind = None if run.is_quick(WORK_SECONDS) else "too slow"
        return Verdict(run, kind, opened=int(run.code == 0), refused=int(run.code == 1))


class Outcome:
    """What came of one batch."""

    def __init__(self, number, count):
        self.number, self.count, self.opened, self.refused, self.work = number, count, 0, 0, 0.0
        # The name of the file that needed the work, where it had a process of its own.
        self.slowest = None
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

    def verdict(self, paths, number):
        """What the verb makes of files: of several at once where it opens them, else of one."""
        if self.arguments.verb == "info":
            return opening(self.arguments.checked, paths, number)
        # Names begin with the file's place in its batch.
        place = int(os.path.basename(paths[0])[:4])
        return making(self.arguments.verb, self.arguments.checked, paths[0], place)

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
            for files in [paths] if self.arguments.verb == "info" else [[path] for path in paths]:
                self.judge(files, outcome)
            return outcome

    def judge(self, paths, outcome):
        """Opens files at once; where something is wrong with them, halves them until it is known with which."""
        found = self.verdict(paths, outcome.number)
        if found.run.work > outcome.work:
            outcome.work = found.run.work
            outcome.slowest = os.path.basename(paths[0]) if len(paths) == 1 else None
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
        kinds, slowest = collections.Counter(), None
        numbers = range((self.arguments.count + BATCH - 1) // BATCH)
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            for outcome in pool.map(self.run_batch, numbers):
                total.count += outcome.count
                total.add(outcome)
                slowest = max(slowest or outcome, outcome, key=lambda one: one.work)
                for name, found in outcome.bad:
                    kinds[found.kind] += 1
                    print("BAD %s: %s" % (name, found), flush=True)
                if total.count // 5000 != (total.count - outcome.count) // 5000:
                    print("%d of %d after %.0f s, %d bad" % (total.count, self.arguments.count,
                          time.monotonic() - self.started, sum(kinds.values())), flush=True)
        print("%s: %d mutants of %d files, seed %d, in %.0f s: %d opened, %d refused, %d bad %s" % (
              self.arguments.verb, total.count, len(self.parents), self.arguments.seed, time.monotonic() - self.started, total.opened,
              total.refused, sum(kinds.values()), dict(kinds) or ""), flush=True)
        if slowest and slowest.slowest:
            print("slowest process: %.2f s of work, %s" % (slowest.work, slowest.slowest), flush=True)
        elif slowest and total.count >= LONG_RUN:
            self.name_slowest(slowest.work, slowest.number)
        elif slowest:
            print("slowest process: %.1f s of work, in a batch of %d files" % (slowest.work, BATCH), flush=True)
        return sum(kinds.values())

    def name_slowest(self, batch_work, number):
        """Takes the files of the batch with most work again, each alone, and names the one that needs most."""
        worst = 0.0, ""
        with tempfile.TemporaryDirectory(prefix="fuzz-media-") as folder:
            paths = self.write_batch(number, folder)
            for path in paths:
                work = self.verdict([path], number).run.work
                worst = max(worst, (work, os.path.basename(path)))
            print("slowest process: %.1f s of work, in a batch of %d files; the slowest of these alone: "
                  "%.2f s, %s" % (batch_work, len(paths), *worst), flush=True)


def measure(arguments, entries):
    """Opens each malformed file in a process of its own and looks at its peak memory."""
    bad, largest = [], 0
    files = [e["file"] for e in entries if e["class"] == "malformed"]
    for name in files:
        run = Run([arguments.plain, "info", "--json", "--", os.path.join(arguments.corpus, name)], HANG_SECONDS)
        largest = max(largest, run.kibibytes)
        if run.code not in (0, 1) or not run.is_quick(SECONDS) or run.kibibytes > MEBIBYTES * 1024:
            bad.append(name)
            print("BAD %s: exit %d, %.1f s, %d MiB" % (name, run.code, run.seconds, run.kibibytes // 1024))
    print("%d malformed files measured, at most %d MiB: %d bad" % (len(files), largest // 1024, len(bad)))
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--corpus", "--checked", "--plain", "--keep"):
        parser.add_argument(name, required=True)
    parser.add_argument("--verb", choices=["info", *WISHES], required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--jobs", type=int, required=True)
    arguments = parser.parse_args()
    entries = load_index(arguments.corpus)
    bad = Fuzzer(arguments, entries).run()
    if arguments.verb == "info":
        bad += len(measure(arguments, entries))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
