#!/usr/bin/env python3
"""Opens broken media with assettool: many at once under the address sanitizer, and one by one for their memory."""
import argparse
import concurrent.futures
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

SECONDS = 5
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
    return dict(os.environ, ASAN_OPTIONS="allocator_may_return_null=1:abort_on_error=0:exitcode=99:detect_leaks=1")


def verdict(tool, paths):
    """What is wrong with opening these files at once; None for nothing."""
    try:
        # A batch may take as long as its files may, one after the other, so that only a hang is called one.
        done = subprocess.run([tool, "info", "--json", *paths], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, env=environment(), timeout=SECONDS * max(2, len(paths)))
    except subprocess.TimeoutExpired:
        return "hang"
    message = done.stderr.decode("utf-8", "replace")
    if "Sanitizer" in message:
        return "sanitizer report\n" + message[:4000]
    if done.returncode not in (0, 1):
        return "exit %d\n%s" % (done.returncode, message[-2000:])
    return None


def single_verdict(tool, path):
    """Like `verdict` for one file, with its time limit."""
    start = time.monotonic()
    found = verdict(tool, [path])
    if found is None and time.monotonic() - start > SECONDS:
        found = "took longer than %d s" % SECONDS
    return found


def run_batch(arguments, mutator, jobs):
    """Writes and opens one batch; returns the bad files as (name, verdict)."""
    folder = tempfile.mkdtemp(prefix="fuzz-media-")
    try:
        paths = []
        for parent, index in jobs:
            with open(parent, "rb") as file:
                kind, _, data = mutator.mutant(file.read(), arguments.seed, index)
            stem, ending = os.path.splitext(os.path.basename(parent))
            name = "%s.%d-%06d.%s%s" % (stem.lstrip("-"), arguments.seed, index, kind, ending)
            path = os.path.join(folder, "%04d-%s" % (len(paths), name))
            with open(path, "wb") as file:
                file.write(data)
            paths.append(path)
        start = time.monotonic()
        found = verdict(arguments.checked, paths)
        if found is None and time.monotonic() - start < SECONDS:
            return []
        return judge_alone(arguments, paths, found)
    finally:
        shutil.rmtree(folder)


def judge_alone(arguments, paths, batch_verdict):
    """The files of a bad or slow batch, each on its own."""
    bad = []
    for path in paths:
        found = single_verdict(arguments.checked, path)
        if found is not None:
            os.makedirs(arguments.keep, exist_ok=True)
            shutil.copy(path, arguments.keep)
            bad.append((os.path.join(arguments.keep, os.path.basename(path)), found))
    if not bad and batch_verdict is not None:
        kept = os.path.join(arguments.keep, "batch-%d" % time.monotonic_ns())
        shutil.copytree(os.path.dirname(paths[0]), kept)
        bad.append((kept, "only together: " + batch_verdict))
    return bad


def fuzz(arguments, entries):
    mutator = load_mutator(arguments.corpus)
    parents = [os.path.join(arguments.corpus, e["file"]) for e in entries
               if e["class"] in ("valid", "encrypted", "init-segment") and 0 < e["size"] < PARENT_BYTES]
    jobs = ((parents[i % len(parents)], i // len(parents)) for i in range(arguments.count))
    batches = []
    batch = []
    for job in jobs:
        batch.append(job)
        if len(batch) == BATCH:
            batches.append(batch)
            batch = []
    if batch:
        batches.append(batch)
    bad, opened = [], 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = {pool.submit(run_batch, arguments, mutator, batch): len(batch) for batch in batches}
        for future in concurrent.futures.as_completed(futures):
            opened += futures[future]
            for name, found in future.result():
                bad.append(name)
                print("BAD %s: %s" % (name, found), flush=True)
            if opened // 5000 != (opened - futures[future]) // 5000:
                print("%d of %d opened, %d bad" % (opened, arguments.count, len(bad)), flush=True)
    print("%d mutants of %d files opened, seed %d: %d bad" % (opened, len(parents), arguments.seed, len(bad)))
    return bad


def measure(arguments, entries):
    """Opens each malformed file in a process of its own and looks at its peak memory."""
    bad, largest = [], 0
    files = [e["file"] for e in entries if e["class"] == "malformed"]
    for name in files:
        path = os.path.join(arguments.corpus, name)
        start = time.monotonic()
        child = subprocess.Popen([arguments.plain, "info", "--json", path], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        largest = max(largest, usage.ru_maxrss)
        if child.returncode not in (0, 1) or seconds > SECONDS or usage.ru_maxrss > MEBIBYTES * 1024:
            bad.append(name)
            print("BAD %s: exit %d, %.1f s, %d MiB" % (name, child.returncode, seconds, usage.ru_maxrss // 1024))
    print("%d malformed files measured, at most %d MiB: %d bad" % (len(files), largest // 1024, len(bad)))
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--corpus", "--checked", "--plain", "--keep"):
        parser.add_argument(name, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    arguments = parser.parse_args()
    entries = load_index(arguments.corpus)
    bad = fuzz(arguments, entries) + measure(arguments, entries)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
