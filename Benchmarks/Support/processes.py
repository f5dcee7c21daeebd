"""Whole processes, run in turn: how long each took, how much memory it had at most, and how much it read."""
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
    read_mebibytes: list = dataclasses.field(default_factory=list)

    @property
    def median_seconds(self):
        return median(self.seconds)

    @property
    def median_processor_seconds(self):
        return median(self.processor_seconds)

    @property
    def median_mebibytes(self):
        return median(self.peak_mebibytes)

    @property
    def median_read_mebibytes(self):
        """None where the kernel does not count what is read."""
        return median([figure for figure in self.read_mebibytes if figure is not None])


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
            figures = run(launcher, command)
            if number or not warm:
                usage = usages[command.name]
                lists = usage.seconds, usage.processor_seconds, usage.peak_mebibytes, usage.read_mebibytes
                for values, figure in zip(lists, figures):
                    values.append(figure)
    return usages


def run(launcher, command):
    """Runs one command to its end: seconds, seconds of processor time, its largest resident memory in MiB, and the MiB
    that calls to read gave it."""
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
    if finished.returncode or len(fields) != 5 or fields[4] != "0":
        words = finished.stderr.decode(errors="replace").strip()[-500:]
        raise CommandFailed(f"{command.name} ended with {fields[4] if len(fields) == 5 else 'no result'}: {words}")
    bytes_read = int(fields[3])
    read_mebibytes = bytes_read / 2**20 if bytes_read >= 0 else None
    return float(fields[0]), float(fields[1]), int(fields[2]) / 2**10, read_mebibytes
