"""Playing: how near pictures are to their sound, what it costs, how fast it starts and seeks, beside mpv and ffplay.

On a sound server and a display of its own that are recorded; see Benchmarks/README.md.
"""
import contextlib
import json
import os
import pathlib
import pty
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import inputs
from analysis import Recording
from rig import HERE, Rig, Run, waited_for
from Support import machine, peers, rows

PLAYERS = ["ours", "mpv", "ffplay"]
# What measures must be this exact itself, in milliseconds, or what it says of pictures and sound says nothing.
CALIBRATION = 2.0


class Bench:
    def __init__(self, folder, rounds):
        self.folder, self.films, self.rounds = folder, folder, rounds
        ours = os.environ.get("ASSETTOOL")
        self.paths = {
            "ours": pathlib.Path(ours) if ours else machine.build_ours(),
            "mpv": peers.debian_program("mpv", "mpv"), "ffplay": peers.debian_program("ffplay", "ffmpeg")}
        program = os.environ.get("PLAYBENCHMARK")
        # What the command line has no words for, through the API.
        self.program = pathlib.Path(program) if program else machine.build_benchmark("PlayBenchmark")
        self.rig = None
        self.notes = []
        self.count = 0

    def say(self, words):
        print(words, file=sys.stderr)

    def tools(self):
        """The rig's own programs."""
        built = {}
        for name, libraries in (("probe", "-lX11 -lXext -lpulse -lpthread"), ("emitter", "-lX11 -lpulse -lpthread")):
            built[name] = self.folder / name
            subprocess.run(["gcc", "-O2", HERE / "Rig" / f"{name}.c", "-o", built[name], *libraries.split()], check=True)
        return built

    def film(self, name):
        """One of the films, made when it is first asked for."""
        path = self.films / f"{name}.{'mkv' if name in inputs.MARKED else 'mp4'}"
        if not path.exists():
            self.say(f"making a film: {name}…")
            made = inputs.FILMS[name](self.folder / path.name)
            if self.films != self.folder:
                # The film itself last: where it stands, all of it is there.
                for file in sorted(self.folder.glob(f"{path.name}.*")) + [made]:
                    shutil.move(file, self.films / file.name)
        return path

    def prefix(self):
        self.count += 1
        return self.folder / f"recording{self.count}"

    def command(self, player, files, *, size=None, window=True, sound=True, seconds=None, decodes=False):
        """How each plays files to their end, and says nothing. `decodes`: pictures too, though no window shows them."""
        path = self.paths[player]
        if player == "ours" and not window and decodes:
            return [self.program, "decode", files[0], seconds]
        if player == "ours":
            command = [path, "play", *files, "--quiet", *([] if sound else ["--audio", "none"])]
            if seconds:
                command += ["--to", seconds]
            return command + (["--video", "x11", "--geometry", f"{size}+0+0"] if window else ["--video", "none"])
        if player == "mpv":
            command = [path, "--no-config", "--no-terminal", "--ao=pulse" if sound else "--ao=null", "--gapless-audio=yes"]
            if seconds:
                command += [f"--length={seconds}"]
            command += ["--vo=x11", f"--geometry={size}+0+0", "--no-border", "--no-osc"] if window else (
                ["--vo=null"] if decodes else ["--no-video"])
            return [*command, *files]
        command = [path, "-v", "error", "-autoexit", *(["-t", seconds] if seconds else []), *([] if window else ["-vn"])]
        width, height = (size or "0x0").split("x")
        command += ["-noborder", "-left", 0, "-top", 0, "-x", width, "-y", height] if window else ["-nodisp"]
        return [*command, files[0]]

    # Each of these answers a list of figures for a player; an empty one where it has none.

    def sync(self, player, clip, rate, size, seconds, bias):
        prefix = self.prefix()
        with self.rig.recorded(self.tool["probe"], seconds + 3, prefix):
            Run(self.command(player, [clip], size=size, seconds=seconds), self.rig.environment, priority=10)
        return Recording(prefix).sync(f"{clip}.f32", rate, bias)

    def calibrate(self, clip, rate):
        prefix = self.prefix()
        with self.rig.recorded(self.tool["probe"], 13, prefix):
            Run([self.tool["emitter"], f"{clip}.f32", rate, 10, 100], self.rig.ears, priority=12)
        return Recording(prefix).sync(f"{clip}.f32", rate)

    def first_sound(self, player, clip, size):
        prefix = self.prefix()
        with self.rig.recorded(self.tool["probe"], 3, prefix):
            run = Run(self.command(player, [clip], size=size, seconds=1), self.rig.environment)
        heard = Recording(prefix).first_sound()
        return None if heard is None else (heard - run.began) * 1000

    def breaks(self, player, files):
        prefix = self.prefix()
        with self.rig.recorded(self.tool["probe"], 8, prefix):
            Run(self.command(player, files, window=False), self.rig.environment, priority=10)
        return Recording(prefix).breaks()

    # Seeks: the same steps for both, one at a time while paused.

    def our_seeks(self, clip, steps, size, pause):
        """Keys through a terminal; what each took is what we say ourselves, from the key to picture and sound."""
        keys = {5: b"\x1b[C", -5: b"\x1b[D", 60: b"\x1b[A", -60: b"\x1b[B"}
        main, side = pty.openpty()
        threading.Thread(target=drain, args=(main,), daemon=True).start()

        def press():
            time.sleep(1.5)
            os.write(main, b" ")
            for step in steps:
                time.sleep(pause)
                os.write(main, keys[step])
            time.sleep(1)
            os.write(main, b"q")
        thread = threading.Thread(target=press)
        thread.start()
        output = self.folder / "statistics.json"
        command = [*self.command("ours", [clip], size=size), "--stats", "json"]

        def owned():
            os.setsid()
            import fcntl
            import termios
            fcntl.ioctl(side, termios.TIOCSCTTY, 0)
        with open(output, "wb") as out:
            subprocess.run(list(map(str, command)), env=self.rig.environment, stdin=side, stdout=out,
                           stderr=subprocess.DEVNULL, preexec_fn=owned, timeout=180)
        thread.join()
        os.close(side)
        return json.loads(output.read_text())["seeks"]

    @contextlib.contextmanager
    def mpv(self, command):
        """Starts it with a socket: a function that sends it a command and answers an event, once that has come."""
        place = self.folder / "mpv.socket"
        process = subprocess.Popen(
            list(map(str, [*command, f"--input-ipc-server={place}"])), env=self.rig.environment, stdin=subprocess.DEVNULL)
        try:
            waited_for(place.exists)
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(str(place))
            connection.settimeout(20)
            lines = connection.makefile("rw", encoding="utf-8")

            count = 0

            def send(*words, event=None):
                nonlocal count
                count += 1
                lines.write(json.dumps({"command": words, "request_id": count}) + "\n")
                lines.flush()
                # What happened before it, such as the start, comes before its answer.
                while json.loads(lines.readline()).get("request_id") != count:
                    pass
                while event and json.loads(lines.readline()).get("event") != event:
                    pass
            yield send
        finally:
            process.terminate()
            process.wait()
            place.unlink(missing_ok=True)

    def mpv_seeks(self, clip, steps, size, kind="exact"):
        """Through its socket, from the command to the event that it plays again."""
        figures = []
        with self.mpv([*self.command("mpv", [clip], size=size), "--pause", "--hr-seek=yes"]) as send:
            time.sleep(1.5)
            for step in steps:
                time.sleep(0.3)
                begin = time.monotonic()
                send("seek", step, f"relative+{kind}", event="playback-restart")
                figures.append((time.monotonic() - begin) * 1000)
        return figures

    def asked(self, *words):
        """What our program prints of what it did."""
        finished = subprocess.run([self.program, *map(str, words)], env=self.rig.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, timeout=180, check=True)
        return json.loads(finished.stdout)

    def steps_of_sine(self, player, codec):
        files = inputs.sine(self.folder, codec)
        prefix = self.prefix()
        with self.rig.recorded(self.tool["probe"], 8, prefix):
            Run(self.command(player, files, window=False), self.rig.environment, priority=10)
        return Recording(prefix).step(inputs.SINE, inputs.SINE_LENGTH)

    def our_change(self, clip, algorithm):
        prefix = self.prefix()
        with self.rig.recorded(self.tool["probe"], 6, prefix):
            told = self.asked("rate", clip, algorithm)
        return Recording(prefix).changed(told["asked"], told["times"])

    def mpv_change(self, clip, algorithm):
        pitch = "no" if algorithm == "Varispeed" else "yes"
        prefix = self.prefix()
        command = [*self.command("mpv", [clip], window=False), f"--audio-pitch-correction={pitch}"]
        with self.rig.recorded(self.tool["probe"], 6, prefix), self.mpv(command) as send:
            time.sleep(2.5)
            asked = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
            send("set_property", "speed", 2)
            time.sleep(2)
        return Recording(prefix).changed(asked, None)


def drain(descriptor):
    with contextlib.suppress(OSError):
        while os.read(descriptor, 65536):
            pass


def steps(count, length=240):
    """Of five seconds and of a minute, back and forth, within the film."""
    chance, place, chosen = random.Random(20), 0, []
    for _ in range(count):
        step = chance.choice([s for s in (5, -5, 60, -60) if 2 < place + s < length - 2])
        place += step
        chosen.append(step)
    return chosen


def percentile(figures, part):
    return sorted(figures)[round((len(figures) - 1) * part)]


def row(name, unit, figures, target, extra=None):
    """Figures by player; None is for one that was tried and has none."""
    peers_ = {player: figures[player] for player in figures if player != "ours"}
    if figures["ours"] is None:
        return rows.Row(name, unit, float("nan"), peers_, rows.Target(f"{target.words}: no figure", lambda _: False))
    return rows.Row(name, unit, figures["ours"], peers_, target, extra=extra or {})


def median(figures):
    figures = [figure for figure in figures if figure is not None]
    return statistics.median(figures) if figures else None


def in_turn(bench, players, measure):
    """A B C A B C; the figures of each."""
    results = {player: [] for player in players if bench.paths[player]}
    for _ in range(bench.rounds):
        for player in results:
            results[player].append(measure(player))
    return results | {player: [] for player in players if player not in results}


def synchronous(bench):
    table, doubt = [], None
    for name, (width, height, rate, seconds) in inputs.MARKED.items():
        bench.say(f"pictures and sound at {name}…")
        clip = bench.film(name)
        before = bench.calibrate(clip, rate)
        bias = before.median if before else 0
        found = in_turn(bench, PLAYERS, lambda player: bench.sync(player, clip, rate, f"{width}x{height}", seconds, bias))
        after = bench.calibrate(clip, rate)
        exactness = max(each.spread if each else 99.0 for each in (before, after))
        drift = abs((after.median if after else 99.0) - bias)
        doubt = f"the rig is exact to {max(exactness, drift):.1f} ms only" if max(exactness, drift) > CALIBRATION else None
        bench.notes.append(
            f"rig at {name}: bias {bias:.2f} ms, taken off; p99 about it {exactness:.2f} ms, drift {drift:.2f} ms")

        def figures(what):
            return {player: median([what(each) for each in found[player] if each]) for player in found}
        if name == "720p30":
            table += [
                row(f"A/V error {name}, median", "ms", figures(lambda each: abs(each.median)),
                    rows.inconclusive(rows.at_most(2, "ms"), doubt)),
                row(f"A/V error {name}, p99 about it", "ms", figures(lambda each: each.spread),
                    rows.inconclusive(rows.at_most(3, "ms"), doubt))]
        else:
            table += [
                row(f"A/V error {name}, median", "ms", figures(lambda each: abs(each.median)),
                    rows.inconclusive(rows.at_most(3, "ms"), doubt)),
                row(f"A/V error {name}, p99 about it", "ms", figures(lambda each: each.spread),
                    rows.inconclusive(rows.at_most(9, "ms"), doubt)),
                row(f"missed of {seconds * rate}, {name}", "pictures", figures(lambda each: float(each.missed)),
                    rows.inconclusive(rows.at_most(5, "pictures"), doubt))]
    return table


def delayed(bench, delay=200):
    """Pictures wait for sound that is heard later, and for how long is read from the server."""
    name = "720p30"
    width, height, rate, seconds = inputs.MARKED[name]
    bench.say(f"pictures and sound, through a sink of {delay} ms…")
    clip, told, usual = bench.film(name), [], bench.rig
    try:
        with Rig(bench.folder / "delayed", delay=delay) as bench.rig:
            before = bench.calibrate(clip, rate)
            bias = before.median if before else 0

            def measure(player):
                asks = threading.Timer(seconds / 2, lambda: told.append(bench.rig.latency()))
                asks.start()
                found = bench.sync(player, clip, rate, f"{width}x{height}", seconds, bias)
                asks.join()
                return found
            found = in_turn(bench, PLAYERS, measure)
    finally:
        bench.rig = usual
    exactness = before.spread if before else 99.0
    doubt = f"the rig is exact to {exactness:.1f} ms only" if exactness > CALIBRATION else None
    if not told or min(told) < delay / 2:
        doubt = "the sink said that it has hardly any latency"
    bench.notes.append(f"sink of {delay} ms: said {', '.join(f'{each:.0f}' for each in told)} ms in the middle of the runs")

    def figures(what):
        return {player: median([what(each) for each in found[player] if each]) for player in found}
    return [
        row(f"A/V error {name}, sink of {delay} ms, median", "ms", figures(lambda each: abs(each.median)),
            rows.inconclusive(rows.at_most(2, "ms"), doubt)),
        row(f"A/V error {name}, sink of {delay} ms, p99 about it", "ms", figures(lambda each: each.spread),
            rows.inconclusive(rows.at_most(3, "ms"), doubt))]


def costs(bench, clip, seconds=20):
    bench.say("processor time and memory…")
    found = {}
    # ffplay decodes no pictures that it does not show.
    for kind, players in (("window", PLAYERS), ("no window", ["ours", "mpv"]), ("sound", PLAYERS)):
        def measure(player, kind=kind):
            command = bench.command(
                player, [clip], size="1920x1080", window=kind == "window", seconds=seconds, decodes=kind == "no window")
            run = Run(command, bench.rig.environment)
            return run.processor_seconds * 60 / seconds, run.mebibytes
        found[kind] = in_turn(bench, players, measure)

    def figures(kind, place):
        return {player: median([each[place] for each in found[kind][player]]) for player in found[kind]}
    return [
        row("processor time of a minute, 1080p30, window", "s", figures("window", 0), rows.at_most_times(1.1, "mpv")),
        row("processor time of a minute, 1080p30, no window", "s", figures("no window", 0), rows.at_most_times(1.2, "mpv")),
        row("processor time of a minute, its sound alone", "s", figures("sound", 0), rows.at_most_times(1.2, "mpv")),
        row("memory at most, 1080p, window", "MiB", figures("window", 1), rows.at_most(150, "MiB"))]


def starts(bench):
    bench.say("first sound…")
    clip = bench.film("720p30")
    found = in_turn(bench, PLAYERS, lambda player: median([bench.first_sound(player, clip, "1280x720") for _ in range(3)]))
    return [row("first sound after start, 720p", "ms", {player: median(found[player]) for player in found},
                rows.at_most(150, "ms"))]


def seeks(bench, clip, name, limits, pause, count=40):
    bench.say(f"seeks, {name}…")
    chosen = steps(count)
    found = {"ours": bench.our_seeks(clip, chosen, "1920x1080", pause),
             "mpv": bench.mpv_seeks(clip, chosen, "1920x1080") if bench.paths["mpv"] else []}
    if len(found["ours"]) != count:
        bench.notes.append(f"exact seeks, {name}: {len(found['ours'])} of ours of {count}")

    def figures(part):
        return {player: percentile(found[player], part) if found[player] else None for player in found}
    # On a machine that is slower than that of the goals, mpv is the measure.
    return [row(f"exact seek, {name}, median", "ms", figures(0.5), either(limits[0])),
            row(f"exact seek, {name}, p90", "ms", figures(0.9), either(limits[1]))]


def either(limit, factor=1.08):
    absolute, relative = rows.at_most(limit, "ms"), rows.at_most_times(factor, "mpv")
    return rows.Target(f"{absolute.words} or {relative.words}", lambda row: absolute.is_met(row) or relative.is_met(row))


def key_seeks(bench, clip, limit=20, count=40):
    bench.say("seeks to key pictures…")
    chosen = steps(count)
    found = {"ours": bench.asked("seek", clip, *chosen),
             "mpv": bench.mpv_seeks(clip, chosen, "1920x1080", "keyframes") if bench.paths["mpv"] else []}
    figures = {player: percentile(found[player], 0.5) if found[player] else None for player in found}
    return [row("keyframe seek, median", "ms", figures, either(limit))]


def observers(bench, seconds=10):
    bench.say("a periodic observer…")
    clip = bench.film("720p30")
    told = [bench.asked("observe", clip, seconds) for _ in range(bench.rounds)]
    late = {"ours": median([percentile(each["late"], 0.99) for each in told])}
    return [row("periodic observer at 10 Hz, p99", "ms", late, rows.at_most(5, "ms")),
            row("periodic observer, calls lost", "calls", {"ours": float(max(each["lost"] for each in told))},
                rows.at_most(0, "calls"))]


def rate_changes(bench):
    bench.say("rates that change…")
    clip = inputs.ramp(bench.folder / "ramp.wav")
    table = []
    for algorithm, words in (("Varispeed", "its pitch too"), ("TimeDomain", "same pitch")):
        found = in_turn(bench, ["ours", "mpv"],
                        lambda player: (bench.our_change if player == "ours" else bench.mpv_change)(clip, algorithm))
        table.append(row(f"rate change heard, {words}", "ms",
                         {player: median([each[0] for each in found[player] if each]) for player in found},
                         rows.at_most(160, "ms")))
        if algorithm == "Varispeed":
            table.append(row("item's time from what is heard meanwhile", "ms",
                             {"ours": median([each[1] for each in found["ours"] if each])}, rows.at_most(5, "ms")))
    return table


def gapless(bench):
    bench.say("joins…")
    halves = inputs.counter(bench.folder)
    found = in_turn(bench, ["ours", "mpv"], lambda player: bench.breaks(player, halves))
    table = [row("breaks over a gapless join", "breaks", {player: median(found[player]) for player in found},
                 rows.at_most(0, "breaks"))]
    for codec in inputs.CODECS:
        found = in_turn(bench, ["ours", "mpv"], lambda player, codec=codec: bench.steps_of_sine(player, codec))
        table.append(row(f"step of a sine over a join, {codec}", "samples",
                         {player: median(found[player]) for player in found}, rows.at_most(1, "samples")))
    return table


PARTS = {
    "sync": synchronous,
    "delayed": delayed,
    "costs": lambda bench: costs(bench, bench.film("short")),
    "starts": starts,
    "seeks": lambda bench: [
        *seeks(bench, bench.film("short"), "2 s GOP", (55, 100), pause=0.7),
        *seeks(bench, bench.film("long"), "8.3 s GOP", (150, 300), pause=1.4),
        *key_seeks(bench, bench.film("short"))],
    "observers": observers,
    "rates": rate_changes,
    "joins": gapless,
}


def main():
    arguments = machine.arguments(__doc__, rounds=3, parts=PARTS, inputs="films")
    notes = [machine.description()]
    with tempfile.TemporaryDirectory(prefix="assetkit-play.") as name:
        bench = Bench(pathlib.Path(name), arguments.rounds)
        if arguments.inputs:
            bench.films = pathlib.Path(arguments.inputs)
            bench.films.mkdir(parents=True, exist_ok=True)
        bench.tool = bench.tools()
        notes.append(f"peers: mpv {peers.version([bench.paths['mpv'], '--version']) if bench.paths['mpv'] else 'missing'}, "
                     f"ffplay {peers.version([bench.paths['ffplay'], '-version']) if bench.paths['ffplay'] else 'missing'}")
        bench.notes = notes
        table = []
        with Rig(bench.folder / "rig") as bench.rig:
            for part in PARTS:
                if part not in arguments.only:
                    continue
                try:
                    table += PARTS[part](bench)
                except TimeoutError as problem:
                    # The other rows took minutes to measure.
                    notes.append(f"the rows of '{part}' are missing: {problem}")
    rows.report(table, bench.notes, arguments.json)


if __name__ == "__main__":
    main()
