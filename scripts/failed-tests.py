#!/usr/bin/env python3
"""Which tests of a run have failed, as patterns for --filter, one in a line.

usage: scripts/failed-tests.py EVENTS [--at-most N]
       scripts/failed-tests.py EVENTS --unfinished
       scripts/failed-tests.py --self-test

EVENTS is what the tests write with `--event-stream-output-path EVENTS --event-stream-version 0`. Fails where the run did not come to
its end, where a failure belongs to no test, and where more tests than N have failed. With --unfinished it says, for a run that hangs,
how many tests have begun and not ended, and names those that began first; all of them begin at once, and wait for each other.
Behind them stand the cases that came last: those hold the threads.
"""
import argparse
import json
import re
import sys

SHOWN = 20
PLACE = re.compile(r"\.swift:\d+:\d+$")


def events(lines):
    """What has happened, in its order; None where something is no event, as where a run broke off while it wrote one."""
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            yield None
            return
        if record.get("kind") == "event":
            yield record.get("payload", {})


def failed(lines):
    """The tests with an issue that nobody expected; None where the run broke off or an issue has no test."""
    tests, ended = [], False
    for event in events(lines):
        if event is None:
            return None
        if event.get("kind") == "runEnded":
            ended = True
        if event.get("kind") != "issueRecorded" or event.get("issue", {}).get("isKnown"):
            continue
        if "testID" not in event:
            return None
        if event["testID"] not in tests:
            tests.append(event["testID"])
    return tests if ended else None


def unfinished(lines):
    """The tests that have begun and not ended, without the suites that they are in; and the cases of them, each test's only one too."""
    tests, cases = {}, {}
    for event in events(lines):
        if event is None:
            break
        kind, test, case = event.get("kind"), event.get("testID"), event.get("_testCase", {})
        if kind == "testStarted" and PLACE.search(test):
            tests[test] = True
        elif kind == "testEnded":
            tests.pop(test, None)
        elif kind == "testCaseStarted":
            cases[test, case.get("id")] = case.get("displayName", "")
        elif kind == "testCaseEnded":
            cases.pop((test, case.get("id")), None)
    return list(tests), [f"{test} ({name})" if name else test for (test, _), name in cases.items()]


def pattern(test):
    """Module.Suite/function(argument:)/File.swift:1:2, without the place in the file, which filters do not see."""
    name = test.rpartition("/")[0] if PLACE.search(test) else test
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
    begun = [event("testStarted", testID=test) for test in ["Some", "Some.Suite/a()/S.swift:1:2", "Some.Suite/b()/S.swift:5:2"]]
    case = [event("testCaseStarted", testID="Some.Suite/b()/S.swift:5:2", _testCase={"id": n, "displayName": n}) for n in "12"]
    case.append(event("testCaseEnded", testID="Some.Suite/b()/S.swift:5:2", _testCase={"id": "1", "displayName": "1"}))
    assert unfinished(begun + [event("testEnded", testID="Some.Suite/a()/S.swift:1:2")] + case + ["{"]) == (
        ["Some.Suite/b()/S.swift:5:2"], ["Some.Suite/b()/S.swift:5:2 (2)"])


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events")
    parser.add_argument("--at-most", type=int, default=3)
    parser.add_argument("--unfinished", action="store_true")
    arguments = parser.parse_args()
    with open(arguments.events, encoding="utf-8", errors="replace") as lines:
        if arguments.unfinished:
            tests, cases = unfinished(lines)
            print("\n".join(tests[:SHOWN]))
            print(f"{len(tests)} tests have begun and not ended; of the cases of them the last ones are:")
            print("\n".join(cases[-SHOWN:]))
            return
        tests = failed(lines)
    if not tests or len(tests) > arguments.at_most:
        sys.exit(1)
    for test in tests:
        print(pattern(test))


if __name__ == "__main__":
    main()
