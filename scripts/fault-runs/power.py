"""Records once from synthetic devices, cuts the power behind each call that wrote the file, and looks at what a disk may have then."""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import random
import sys
import tempfile

import recordings

PAGE = 4096
#: Of fallocate: the file keeps its size.
KEEP_SIZE = 1
SYNCS = ("fdatasync", "fsync")


class Call:
    """Something that was done to the file."""

    def __init__(self, name, size, offset, mode, moment, data):
        self.name, self.size, self.offset, self.mode, self.moment, self.data = name, size, offset, mode, moment, data


def journal(path):
    """All calls that were done, in order."""
    calls, data, place = [], path.read_bytes(), 0
    while place < len(data):
        end = data.index(b"\n", place)
        name, size, offset, mode, moment = data[place:end].decode().split()
        place = end + 1
        inside = data[place:place + int(size)] if name == "pwrite" else b""
        place += len(inside)
        calls.append(Call(name, int(size), int(offset), int(mode), float(moment), inside))
    return calls


class Disk:
    """A file as programs see it, and what of it may be on the disk: of every page, what was there when all was last made to last, or
    anything it has been since; and of its size the same."""

    def __init__(self):
        self.memory, self.lasting, self.lasting_size = bytearray(), {}, 0
        self.versions, self.sizes = collections.defaultdict(list), []

    def page(self, number):
        return bytes(self.memory[number * PAGE:(number + 1) * PAGE]).ljust(PAGE, b"\0")

    def resize(self, size):
        if size < len(self.memory):
            del self.memory[size:]
        else:
            self.memory.extend(bytes(size - len(self.memory)))
        self.sizes.append(size)

    def apply(self, call):
        if call.name == "pwrite":
            end = call.offset + len(call.data)
            if end > len(self.memory):
                self.resize(end)
            self.memory[call.offset:end] = call.data
            for number in range(call.offset // PAGE, (end - 1) // PAGE + 1):
                self.versions[number].append(self.page(number))
        elif call.name == "ftruncate":
            self.resize(call.size)
        elif call.name == "fallocate":
            if not call.mode & KEEP_SIZE and call.offset + call.size > len(self.memory):
                self.resize(call.offset + call.size)
        elif call.name in SYNCS:
            self.lasting |= {number: versions[-1] for number, versions in self.versions.items()}
            self.lasting_size = len(self.memory)
            self.versions.clear()
            self.sizes.clear()
        else:
            raise ValueError(f"the call '{call.name}' is not known")

    def left(self, choose):
        """What is left when for each page, and the size, one of what it may be is chosen."""
        pages = dict(self.lasting)
        for number, versions in sorted(self.versions.items()):
            pages[number] = choose([pages.get(number, bytes(PAGE)), *versions])
        data = bytearray(choose([self.lasting_size, *self.sizes]))
        for number, page in pages.items():
            start = number * PAGE
            data[start:start + PAGE] = page[:max(0, len(data) - start)]
        return bytes(data)


class Cut(recordings.Run):
    """What a cut left. The process that wrote it was never asked."""

    def __init__(self, whole, folder, number, name, moment, data):
        self.runs, self.kind, self.call, self.name, self.code, self.words = whole.runs, "cut", number, name, None, ""
        self.problems, self.lost, self.calls, self.moment, self.whole_zero = [], {}, whole.calls, moment, whole.zero
        self.zero, self.path = None, folder / "a.mov"
        folder.mkdir()
        self.path.write_bytes(data)

    def check_end(self):
        pass

    def find_zero(self):
        return self.whole_zero


def choices(disk, seed, count):
    """What may be left: nothing of what was not made to last, all of it, and random choices."""
    yield disk.left(lambda all: all[0])
    yield disk.left(lambda all: all[-1])
    for number in range(count - 2):
        generator = random.Random(f"{seed} {number}")
        # Now and then a disk that has written nearly everything, or nearly nothing.
        eager = generator.choice([0.1, 0.5, 0.9])
        yield disk.left(lambda all: generator.choice(all[1:]) if len(all) > 1 and generator.random() < eager else all[0])


def states(calls, seed, count, every):
    """Each different thing that may be left: number and name of the call, the last moment at which it may be so, and the bytes."""
    disk, seen = Disk(), set()
    for number, call in enumerate(calls, 1):
        disk.apply(call)
        if number % every:
            continue
        until = calls[number].moment if number < len(calls) else call.moment
        for data in choices(disk, f"{seed} {number}", count):
            name = (number, hashlib.sha256(data).digest())
            if name not in seen:
                seen.add(name)
                yield number, call.name, until, data


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--pages", type=int, required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="assetkit-power.") as name:
        folder = pathlib.Path(name)
        runs = recordings.Runs(arguments.tool, folder, 1, arguments.jobs)
        (folder / "whole").mkdir()
        kept = folder / "journal"
        whole = recordings.Run(runs, folder / "whole", journal=kept)
        calls = journal(kept)
        if whole.path.read_bytes() != replayed(calls):
            sys.exit("power: what was kept of the calls does not make the file")
        whole.judge()
        if whole.zero is None:
            sys.exit("power: the recording has no beep, so nobody knows when it began")

        def look(cut):
            cut.judge().check_loss(0)
            cut.path.unlink()

        left = states(calls, arguments.seed, arguments.pages, arguments.every)
        cuts = [Cut(whole, folder / str(place), *state) for place, state in enumerate(left)]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            list(pool.map(look, cuts))
    report(whole, calls, cuts, arguments)


def replayed(calls):
    disk = Disk()
    for call in calls:
        disk.apply(call)
    return bytes(disk.memory)


def report(whole, calls, cuts, arguments):
    writes = sum(call.name not in SYNCS for call in calls)
    print(f"power cuts: {len(calls)} calls that write a recording of {recordings.LENGTH} s, {writes} of them not syncs; "
          f"{len(cuts)} different files left, seed {arguments.seed}, load {os.getloadavg()[0]:.1f}")
    kinds = collections.Counter(cut.state for cut in cuts)
    words = [", ".join(f"{count} left {what}" for what, count in sorted(kinds.items()))]
    lost = [max((cut.lost[track] for cut in cuts if cut.lost), default=0) * 1000 for track in recordings.TRACKS]
    allowed = (recordings.INTERVAL + recordings.SLACK) * 1000
    words.append(f"at most {lost[0]:.0f} ms of pictures and {lost[1]:.0f} ms of sound lost of {allowed:.0f} allowed")
    print("; ".join(words))
    problems = [*whole.problems, *(problem for cut in cuts for problem in cut.problems)]
    print(*problems, sep="\n", end="\n" if problems else "")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
