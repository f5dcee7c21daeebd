#!/usr/bin/env python3
"""Lists the tests that take most processor time, each with what it starts and waits for.

usage: scripts/test-costs.py [--count N] [SWIFT TESTING OPTION…]

Runs the tests that `swift build --build-tests` has built, one after the other: side by side nobody could tell whose time it
is. What comes behind the script's own option goes to the tests: scripts/test-costs.py --filter Join.
"""
import argparse
import bisect
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

TICKS = os.sysconf("SC_CLK_TCK")
STEP = 0.05


def processor_time(process):
    """The seconds of a process, of what it has started, and of all that these have waited for."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        seconds = sum(map(int, fields[11:15])) / TICKS
        for thread in os.listdir(f"/proc/{process}/task"):
            children = pathlib.Path(f"/proc/{process}/task/{thread}/children").read_text().split()
            seconds += sum(map(processor_time, children))
        return seconds
    except (FileNotFoundError, ProcessLookupError):
        # It ended meanwhile.
        return 0


def watch(command):
    """Runs tests to their end: when how much processor time had been taken, and the exit code."""
    times, seconds = [], []
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while child.poll() is None:
        times.append(time.time())
        # What a child took is nobody's between its end and the moment when its parent knows.
        seconds.append(max(processor_time(child.pid), seconds[-1] if seconds else 0))
        time.sleep(STEP)
    return times, seconds, child.returncode


def costs(events, times, seconds):
    """The processor time of each test function, all its cases together."""
    def at(moment):
        place = min(max(bisect.bisect_left(times, moment), 1), len(times) - 1)
        part = (moment - times[place - 1]) / (times[place] - times[place - 1])
        return seconds[place - 1] + (seconds[place] - seconds[place - 1]) * min(max(part, 0), 1)

    started, found = {}, {}
    for line in events:
        record = json.loads(line)
        event = record["payload"]
        if record["kind"] != "event" or "(" not in event.get("testID", ""):
            continue
        name, moment = event["testID"], event["instant"]["since1970"]
        if event["kind"] == "testStarted":
            started[name] = moment
        elif event["kind"] == "testEnded" and name in started:
            found[name] = at(moment) - at(started[name])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=30, help="how many to list (default 30)")
    arguments, others = parser.parse_known_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    bundle = root / ".build/debug/AssetKitPackageTests.xctest"
    if not bundle.exists():
        sys.exit("test-costs: there are no tests yet; run swift build --build-tests")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "events"
        times, seconds, code = watch([bundle, "--testing-library", "swift-testing", "--no-parallel", "--event-stream-output-path",
                                      path, "--event-stream-version", "0", *others])
        with open(path, encoding="utf-8") as events:
            found = costs(events, times, seconds)
    for name, cost in sorted(found.items(), key=lambda one: -one[1])[:arguments.count]:
        print(f"{cost:8.2f} s  {name.rsplit('/', 1)[0]}")
    print(f"{sum(found.values()):8.2f} s  {len(found)} tests")
    if code != 0:
        print(f"test-costs: not all of them passed (exit code {code}); scripts/test.sh says which", file=sys.stderr)
    return 1 if code != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
