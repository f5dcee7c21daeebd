"""Records from synthetic devices, has one call that writes the file go wrong, and looks at what is left."""
import argparse
import array
import cmath
import collections
import concurrent.futures
import contextlib
import hashlib
import itertools
import json
import math
import os
import pathlib
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
#: Of the recordings, in seconds; they run in real time.
LENGTH, INTERVAL, SLACK = 5, 1, 0.25
DEVICES = {
    "cameras": [{"id": "front", "width": 640, "height": 360, "frameRates": [30]}],
    "microphones": [{"id": "desk", "sampleRate": 48000}], "only": True}
#: What can happen to each call; faults.c says what it is.
KINDS = {
    "pwrite": ("kill", "torn", "short", "EIO", "bare", "bare-quota"), "fallocate": ("kill", "EIO", "full", "quota"),
    "fdatasync": ("kill", "EIO"), "fsync": ("kill", "EIO"), "ftruncate": ("kill", "EIO")}
KILLS = ("kill", "torn")
TRACKS = {"video": "pictures", "audio": "sound"}


class Run:
    """One recording in a folder of its own, with one call that goes wrong."""

    def __init__(self, runs, folder, kind=None, call=0, journal=None):
        self.runs, self.kind, self.call = runs, kind, call
        self.problems, self.lost, self.zero = [], {}, None
        self.path, self.log = folder / "a.mov", folder / "log"
        environment = os.environ | {"LD_PRELOAD": str(runs.faults), "FAULT_FILE": str(self.path), "FAULT_LOG": str(self.log)}
        if journal:
            environment["FAULT_JOURNAL"] = str(journal)
        if kind:
            environment |= {"FAULT_KIND": kind, "FAULT_CALL": str(call)}
        command = [runs.tool, "record", "--synthetic", runs.devices, "-o", self.path, "--duration", LENGTH, "--fragment-interval",
                   INTERVAL, "--quiet"]
        finished = subprocess.run(
            list(map(str, command)), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            timeout=60, preexec_fn=promote)
        self.ended = time.monotonic()
        self.code, self.words = finished.returncode, finished.stderr.decode(errors="replace").strip()
        self.calls = [line.split() for line in self.log.read_text().splitlines()] if self.log.exists() else []
        hit = [line for line in self.calls if int(line[0]) == call]
        self.moment = float(hit[0][4]) if hit else None
        self.name = hit[0][1] if hit else ""

    def problem(self, words):
        self.problems.append(f"{self.kind} at call {self.call} ({self.name}): {words}")

    def judge(self):
        """Looks at what is left; answers itself."""
        if self.moment is None:
            self.kind = "none"
        self.check_end()
        top = boxes(self.path)
        self.state = state(top)
        self.ends = ends(self.path) if self.state in ("ordinary", "fragments") else {}
        if self.state == "ordinary" and not self.ends:
            self.state = "empty"
        if self.state in ("nothing", "header", "empty"):
            # There may be nothing yet but what the promise leaves out; that is counted like the rest.
            recovered = self.recover()
            if recovered.returncode not in (0, 1) or b"\n" in recovered.stderr.strip():
                self.problem(f"recover ended with {recovered.returncode}: {recovered.stderr[-200:]}")
            return self
        words = complaints(self.path)
        if words:
            self.problem(f"FFmpeg complains: {words[:200]}")
        self.zero = self.find_zero()
        before = packets(self.path)
        if self.recover().returncode:
            self.problem("recover fails")
        if state(boxes(self.path)) != "ordinary":
            self.problem(f"recover leaves {state(boxes(self.path))}")
        if packets(self.path) != before:
            self.problem("recover changes samples")
        if complaints(self.path):
            self.problem(f"after recover FFmpeg complains: {complaints(self.path)[:200]}")
        once = digest(self.path)
        if self.recover().returncode or digest(self.path) != once:
            self.problem("recovering twice changes something")
        return self

    def find_zero(self):
        return zero(self)

    def check_end(self):
        """How the process ended."""
        if self.kind in KILLS:
            if self.code != -signal.SIGKILL:
                self.problem(f"it ended with {self.code}")
        elif self.code == 1:
            if not self.words.startswith("assettool: ") or "\n" in self.words:
                self.problem(f"it said {self.words!r}")
        elif self.code or self.words:
            self.problem(f"it ended with {self.code} and said {self.words!r}")

    def recover(self):
        return subprocess.run([self.runs.tool, "recover", self.path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def check_loss(self, usual):
        """How much of what was captured before the fault is not there. `usual` is how long the first sample is older than the
        header, for files without a beep."""
        if self.code == 0:
            return
        zero = self.zero if self.zero is not None else float(self.calls[0][4]) - usual
        captured = min(self.moment - zero, LENGTH)
        self.lost = {kind: captured - self.ends.get(kind, 0) for kind in TRACKS}
        for kind, seconds in self.lost.items():
            if seconds > INTERVAL + SLACK:
                self.problem(f"{seconds * 1000:.0f} ms of {TRACKS[kind]} are lost")


class Runs:
    def __init__(self, tool, folder, every, jobs):
        self.tool, self.folder, self.every, self.jobs = pathlib.Path(tool).resolve(), folder, every, jobs
        self.faults, self.devices = folder / "faults.so", folder / "devices.json"
        subprocess.run(["clang", "-O2", "-shared", "-fPIC", HERE / "faults.c", "-o", self.faults, "-ldl", "-lpthread"], check=True)
        self.devices.write_text(json.dumps(DEVICES))

    def one(self, number, kind=None, call=0):
        folder = self.folder / str(number)
        folder.mkdir()
        run = Run(self, folder, kind, call).judge()
        run.path.unlink(missing_ok=True)
        return run

    def all(self, only=None, times=1):
        """One recording as it should be, and one for each fault: of all calls, or only of one of them and that several times."""
        whole = self.one(0)
        calls = [call for call in whole.calls if only in (None, int(call[0]))]
        faults = [(kind, int(call[0])) for call in calls for kind in KINDS[call[1]]][::self.every] * times
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            runs = list(pool.map(lambda each: self.one(each[0] + 1, *each[1]), enumerate(faults)))
        leads = [float(run.calls[0][4]) - run.zero for run in [whole, *runs] if run.zero is not None]
        for run in runs:
            if run.moment is not None:
                run.check_loss(statistics.median(leads) if leads else 0)
        return whole, runs


def promote():
    """Real-time priority, where the account may: on a busy machine the recording would be late by itself."""
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))


def boxes(path):
    """The whole boxes of the top of a file: kind, and bytes inside."""
    found, data, place = [], path.read_bytes() if path.exists() else b"", 0
    while place + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        if size == 1 and place + 16 <= len(data):
            size = struct.unpack(">Q", data[place + 8:place + 16])[0]
        size = size or len(data) - place
        if size < 8 or place + size > len(data):
            break
        found.append((kind.decode("latin-1"), data[place + 8:place + size]))
        place += size
    return found


def state(top):
    """What a file is: ordinary, in fragments, a header alone, or nothing."""
    movies = [inside for kind, inside in top if kind == "moov"]
    if not movies:
        return "nothing"
    if any(kind == "moof" for kind, _ in top):
        return "fragments"
    return "header" if b"mvex" in movies[-1] else "ordinary"


def complaints(path):
    finished = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "null", "-"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE)
    return finished.stderr.decode(errors="replace").strip() or ("an error" if finished.returncode else "")


def packets(path):
    """Hashes of all samples, a line a track."""
    return subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0", "-c", "copy", "-f", "streamhash", "-"],
                          stdout=subprocess.PIPE).stdout


def ends(path):
    """Where the samples of each kind of track end, in seconds."""
    shown = subprocess.run(["ffprobe", "-v", "quiet", "-show_entries", "packet=codec_type,pts_time,duration_time", "-of", "json",
                            path], stdout=subprocess.PIPE).stdout
    places = collections.defaultdict(float)
    for packet in json.loads(shown or b"{}").get("packets", []):
        end = float(packet.get("pts_time", 0)) + float(packet.get("duration_time", 0))
        places[packet["codec_type"]] = max(places[packet["codec_type"]], end)
    return dict(places)


def beeps(path):
    """Where a second of the world begins in the sound of a file, in its own seconds. A beep has 1 kHz; the tones behind it that
    number the second have 2 kHz, and may be nearly as loud at their beginnings once they were encoded."""
    rate, period, window = 8000, 8, 40
    sound = array.array("h", subprocess.run(
        ["ffmpeg", "-v", "quiet", "-nostdin", "-i", path, "-map", "0:a", "-ac", "1", "-ar", str(rate), "-f", "s16le", "-"],
        stdout=subprocess.PIPE).stdout)
    turns = [cmath.exp(-2j * cmath.pi * number / period) for number in range(period)]
    sums = list(itertools.accumulate((value * turns[place % period] for place, value in enumerate(sound)), initial=0))
    # Half as loud as a beep is what is half filled by one: it begins in the middle.
    loud = [place for place in range(len(sums) - window) if abs(sums[place + window] - sums[place]) * 2 / window > 8192]
    starts = [place for place, before in zip(loud, [-rate, *loud]) if place - before > 0.06 * rate]
    return [(place + window / 2) / rate for place in starts]


def zero(run):
    """When the time of a file is zero, in seconds of the monotonic clock: beeps come with its whole seconds, after silence.
    None for a file without one."""
    heard = beeps(run.path)
    # What begins with a file may be the middle of a beep.
    beep = heard[-1] if heard and heard[-1] > 0.06 else None
    if beep is None or not run.calls:
        return None
    # The header is a fraction of a second younger than the first sample.
    return round(float(run.calls[0][4]) - 0.1 + beep) - beep


def check_beeps(rate=48000):
    """Encodes each number of a second as recordings do, and looks for what is heard as a beep and is none."""
    def tone(hertz, seconds, loudness):
        return array.array("h", (round(loudness * math.sin(2 * math.pi * hertz * place / rate)) for place in
                                 range(round(seconds * rate))))
    beep, bits = tone(1000, 0.05, 16384), [array.array("h", bytes(round(0.05 * rate) * 2)), tone(2000, 0.04, 8192)]
    bits[1].extend(bytes(round(0.01 * rate)))
    before = 0.3
    sound = array.array("h", bytes(round(before * rate) * 2))
    for number in range(256):
        sound += beep + bits[0]
        for bit in range(8):
            sound += bits[number >> bit & 1]
        sound.extend(bytes(round(0.5 * rate)))
    with tempfile.TemporaryDirectory(prefix="assetkit-beeps.") as name:
        path = pathlib.Path(name) / "a.mov"
        subprocess.run(["ffmpeg", "-v", "error", "-f", "s16le", "-ar", str(rate), "-ac", "1", "-i", "-", "-c:a", "aac", "-b:a",
                        "64k", path], input=sound.tobytes(), check=True)
        heard = beeps(path)
    wrong = [place for place, wanted in itertools.zip_longest(heard, (before + number for number in range(256)))
             if place is None or wanted is None or abs(place - wanted) > 0.005]
    print(f"fault-runs: self-test {'clean' if not wrong else f'heard {len(heard)} beeps of 256, {len(wrong)} in the wrong places'}")
    return 1 if wrong else 0


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--call", type=int)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        sys.exit(check_beeps())
    if not arguments.tool:
        parser.error("--tool is missing")
    with tempfile.TemporaryDirectory(prefix="assetkit-faults.") as name:
        runs = Runs(arguments.tool, pathlib.Path(name), arguments.every, arguments.jobs)
        whole, runs = runs.all(arguments.call, arguments.times)
    if not runs:
        sys.exit(f"recordings: there is no call {arguments.call}; a recording has {len(whole.calls)}")
    problems = list(whole.problems)
    print(f"recordings: {LENGTH} s from synthetic devices, {len(whole.calls)} calls of each that write its file, "
          f"load {os.getloadavg()[0]:.1f}")
    for kind in sorted({run.kind for run in runs}):
        these = [run for run in runs if run.kind == kind]
        states = collections.Counter(run.state for run in these)
        lost = [max(run.lost[track] for run in these if run.lost) * 1000 for track in TRACKS if any(run.lost for run in these)]
        late = [run.ended - run.moment for run in these if run.code == 1 and run.moment]
        words = [f"{kind}: {len(these)} runs", ", ".join(f"{count} left {what}" for what, count in sorted(states.items()))]
        if lost:
            words.append(f"at most {lost[0]:.0f} ms of pictures and {lost[1]:.0f} ms of sound lost of "
                         f"{(INTERVAL + SLACK) * 1000:.0f} allowed")
        if late:
            words.append(f"{len(late)} told of it and ended, at most {max(late) * 1000:.0f} ms later")
        print("; ".join(words))
        problems += [problem for run in these for problem in run.problems]
    print(*problems, sep="\n", end="\n" if problems else "")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
