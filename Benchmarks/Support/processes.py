"""Whole processes, run in turn: how long each took and how much memory it had at most."""
import dataclasses
import os
import subprocess

from Support import machine
from Support.rows import median


@dataclasses.dataclass
class Command:
    """One program that does the work of a row. `prepare` runs before every round, outside of the measurement."""

    name: str
    arguments: list
    prepare: object = None
    environment: dict | None = None


@dataclasses.dataclass
class Usage:
    """What one command took, one figure a round."""

    seconds: list = dataclasses.field(default_factory=list)
    processor_seconds: list = dataclasses.field(default_factory=list)
    peak_mebibytes: list = dataclasses.field(default_factory=list)

    @property
    def median_seconds(self):
        return median(self.seconds)

    @property
    def median_processor_seconds(self):
        return median(self.processor_seconds)

    @property
    def median_mebibytes(self):
        return median(self.peak_mebibytes)


class CommandFailed(Exception):
    """A command ended with an error, so its figures would say nothing."""


def measure(commands, rounds, warm=True):
    """Runs the commands in turn, A B C A B C; the usage of each by its name. `warm` adds a first round that is dropped,
    which fills the caches of files."""
    launcher = machine.build_benchmark("launch")
    usages = {command.name: Usage() for command in commands}
    for number in range(rounds + (1 if warm else 0)):
        for command in commands:
            if command.prepare:
                command.prepare()
            seconds, processor_seconds, peak_mebibytes = run(launcher, command)
            if number or not warm:
                usage = usages[command.name]
                usage.seconds.append(seconds)
                usage.processor_seconds.append(processor_seconds)
                usage.peak_mebibytes.append(peak_mebibytes)
    return usages


def run(launcher, command):
    """Runs one command to its end: seconds, seconds of processor time, and its largest resident memory in MiB."""
    reading, writing = os.pipe()
    environment = os.environ | command.environment if command.environment else None
    with open(reading, encoding="ascii") as results:
        try:
            finished = subprocess.run(
                [launcher, str(writing), *map(str, command.arguments)], env=environment, pass_fds=[writing],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        finally:
            os.close(writing)
        fields = results.read().split()
    if finished.returncode or len(fields) != 4 or fields[3] != "0":
        words = finished.stderr.decode(errors="replace").strip()[-500:]
        raise CommandFailed(f"{command.name} ended with {fields[3] if len(fields) == 4 else 'no result'}: {words}")
    return float(fields[0]), float(fields[1]), int(fields[2]) / 1024
