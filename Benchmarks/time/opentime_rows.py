"""Measures the opentime module of OpenTimelineIO, in its own Python: reads rows of operands, prints measurements.

Every figure is the cost of one call less the cost of an empty call with the same arguments, so that what remains is the
library and its binding, not the interpreter's loop.
"""
import json
import sys
import time

from opentimelineio.opentime import RationalTime, TimeRange


def empty(first, second):
    return None


def make(value, timescale):
    return RationalTime(value, timescale)


def add(first, second):
    return first + second


def is_less(first, second):
    return first < second


def rescale(first, timescale):
    return first.rescaled_to(timescale)


def intersect(first, second):
    return first.clamped(second)


def pairs_of_times(operands):
    return [(RationalTime(a, b), RationalTime(c, d)) for a, b, c, d in operands]


def pairs_of_ranges(operands):
    return [
        (TimeRange(RationalTime(*row[0:2]), RationalTime(*row[2:4])),
         TimeRange(RationalTime(*row[4:6]), RationalTime(*row[6:8])))
        for row in operands
    ]


# By the beginning of a row's name: the call, and what it is called with.
OPERATIONS = {
    "make": (make, lambda operands: [(float(row[0]), float(row[1])) for row in operands]),
    "add": (add, pairs_of_times),
    "compare": (is_less, pairs_of_times),
    # A rate is a binary64 number: an integer would be converted in every call.
    "convertScale": (rescale, lambda operands: [(RationalTime(row[0], row[1]), float(row[3])) for row in operands]),
    "rangeIntersection": (intersect, pairs_of_ranges),
}


def nanoseconds(function, pool):
    start = time.perf_counter_ns()
    for first, second in pool:
        function(first, second)
    return (time.perf_counter_ns() - start) / len(pool)


def main():
    rounds = int(sys.argv[1])
    for line in sys.stdin:
        row = json.loads(line)
        operation = next((OPERATIONS[name] for name in OPERATIONS if row["row"].startswith(name)), None)
        # Its values are binary64 numbers: 62 bits do not fit, and a wrong answer is no peer.
        if operation is None or row["row"].endswith("62-bit"):
            continue
        function, arguments = operation
        pool = arguments(row["operands"])
        figures = []
        for _ in range(rounds):
            figures.append(nanoseconds(function, pool) - nanoseconds(empty, pool))
        print(json.dumps({"row": row["row"], "name": "opentime", "nanoseconds": figures}))


main()
