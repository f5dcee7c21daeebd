#!/usr/bin/env python3
"""Which tests of a run have failed, as patterns for --filter, one in a line.

usage: scripts/failed-tests.py EVENTS [--at-most N]
       scripts/failed-tests.py --self-test

EVENTS is what the tests write with `--event-stream-output-path EVENTS --event-stream-version 0`. Fails where the run did not come to
its end, where a failure belongs to no test, and where more tests than N have failed.
"""
import argparse
import json
import re
import sys


def failed(lines):
    """The tests with an issue that nobody expected; None where the run broke off or an issue has no test."""
    tests, ended = [], False
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            return None
        event = record.get("payload", {})
        if record.get("kind") != "event":
            continue
        if event.get("kind") == "runEnded":
            ended = True
        if event.get("kind") != "issueRecorded" or event.get("issue", {}).get("isKnown"):
            continue
        if "testID" not in event:
            return None
        if event["testID"] not in tests:
            tests.append(event["testID"])
    return tests if ended else None


def pattern(test):
    """Module.Suite/function(argument:)/File.swift:1:2, without the place in the file, which filters do not see."""
    name = test.rpartition("/")[0] if re.search(r"\.swift:\d+:\d+$", test) else test
    return f"^{re.escape(name)}"


def self_test():
    def event(kind, **more):
        return json.dumps({"kind": "event", "payload": {"kind": kind, **more}})
    one = event("issueRecorded", testID="Some.Suite/works(with:)/Suite.swift:3:4", issue={"isKnown": False})
    known = event("issueRecorded", testID="Some.Suite/else()/Suite.swift:9:4", issue={"isKnown": True})
    end = event("runEnded")
    assert failed([one, one, known, end]) == ["Some.Suite/works(with:)/Suite.swift:3:4"]
    assert pattern("Some.Suite/works(with:)/Suite.swift:3:4") == r"^Some\.Suite/works\(with:\)"
    assert failed([end]) == []
    assert failed([one]) is None
    assert failed([event("issueRecorded", issue={}), end]) is None
    assert failed(["{", end]) is None


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events")
    parser.add_argument("--at-most", type=int, default=3)
    arguments = parser.parse_args()
    with open(arguments.events, encoding="utf-8", errors="replace") as lines:
        tests = failed(lines)
    if not tests or len(tests) > arguments.at_most:
        sys.exit(1)
    for test in tests:
        print(pattern(test))


if __name__ == "__main__":
    main()
