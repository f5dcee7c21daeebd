"""Recording: sound and pictures of a screen, what that costs, what a kill loses, and who notices a lost device, beside ffmpeg.

On a sound server and a display of its own; see Benchmarks/README.md.
"""
import json
import math
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

import analysis
from rig import HERE, SINK, Recorder, Rig
from Support import machine, peers, rows

RATE, SIZE = 30, (1920, 1080)
# What flashes and sounds must be this exact itself, in milliseconds, or what it says of recordings says nothing.
CALIBRATION = 2.0
# What a kill may cost: an interval of fragments and what is on its way, in milliseconds.
LOSS = 1000 + 250
# How long a recorder may take to notice that there is nothing left to record, in seconds.
PATIENCE = 10
# How long the long recording is, in seconds.
LONG = 600
# What GStreamer needs to record a screen and its sound to H.264 and AAC in MP4.
GSTREAMER = [f"gstreamer1.0-{part}" for part in ("tools", "plugins-base", "plugins-good", "plugins-ugly", "pulseaudio", "libav")]


class Bench:
    def __init__(self, folder, rounds, kills=None):
        self.folder, self.rounds = folder, rounds
        self.kills = kills or rounds * 4
        ours = os.environ.get("ASSETTOOL")
        self.paths = {
            "ours": pathlib.Path(ours) if ours else machine.build_ours(), "ffmpeg": peers.debian_program("ffmpeg", "ffmpeg")}
        # It records the same, and cannot say when it began: it is beside the others where what a minute takes is counted.
        self.gstreamer = peers.debian_program("gst-launch-1.0", *GSTREAMER)
        if self.gstreamer and not peers.succeeds(["gst-inspect-1.0", "--exists", "x264enc"]):
            self.gstreamer = peers.missing("gst-launch-1.0 has no x264enc")
        self.notes = []
        self.rig = None
        self.count = 0
        self.random = random.Random(20)
        self.sweep = folder / "sweep.f32"
        analysis.sweep().tofile(self.sweep)
        self.tool = {}
        libraries = ["-lX11", "-lXext", "-lpulse", "-lpthread"]
        for name, source in (("emitter", HERE / "Rig"), ("probe", HERE.parent / "play" / "Rig")):
            self.tool[name] = folder / name
            subprocess.run(["gcc", "-O2", source / f"{name}.c", "-o", self.tool[name], *libraries], check=True)

    def say(self, words):
        print(words, file=sys.stderr)

    def place(self, ending):
        self.count += 1
        return self.folder / f"{self.count}.{ending}"

    def emitting(self, seconds=600):
        return self.rig.emitting(self.tool["emitter"], self.sweep, seconds)

    def command(self, recorder, path, seconds=None):
        """How each records the whole screen and its sound with the same encoder, rate and key frames."""
        if recorder == "ours":
            return [self.paths["ours"], "record", "--screen", "--microphone", "system", "--fps", RATE, "--bitrate", "6M", "-o",
                    path, "--quiet", *(["--duration", seconds] if seconds else [])]
        if recorder == "gstreamer":
            return [self.gstreamer, "-q", "mp4mux", "name=mux", "!", "filesink", f"location={path}",
                    "ximagesrc", "use-damage=false", f"num-buffers={seconds * RATE}", "!", f"video/x-raw,framerate={RATE}/1", "!",
                    "queue", "!", "videoconvert", "!", "video/x-raw,format=I420", "!", "x264enc", "speed-preset=ultrafast",
                    "bitrate=6000", f"key-int-max={2 * RATE}", "!", "queue", "!", "mux.",
                    # Blocks of a hundredth of a second.
                    "pulsesrc", f"device={SINK}.monitor", "latency-time=10000", f"num-buffers={seconds * 100}", "!", "queue", "!",
                    "audioconvert", "!", "avenc_aac", "bitrate=128000", "!", "aacparse", "!", "queue", "!", "mux."]
        display = self.rig.environment["DISPLAY"]
        return [self.paths["ffmpeg"], "-v", "error", "-nostdin", "-y",
                "-thread_queue_size", 512, "-f", "x11grab", "-framerate", RATE, "-video_size", f"{SIZE[0]}x{SIZE[1]}", "-i", display,
                "-thread_queue_size", 512, "-isync", 0, "-f", "pulse", "-i", f"{SINK}.monitor",
                *(["-t", seconds] if seconds else []), "-c:v", "libx264", "-preset", "ultrafast", "-b:v", "6M", "-g", 2 * RATE,
                "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", path]

    def start(self, recorder, path, seconds=None, priority=10):
        return Recorder(self.command(recorder, path, seconds), self.rig.environment, f"{path}.txt", priority)

    def recorded(self, recorder, seconds, priority=10):
        """Records for so long; the recorder after its end and its file, or None with a note of what went wrong."""
        path = self.place("mp4")
        run = self.start(recorder, path, seconds, priority)
        if not run.wait(seconds + 30) or run.code:
            self.notes.append(f"{recorder} ended with {run.code}: {run.said()[-200:]}")
            return None, None
        return run, path

    def calibrate(self):
        prefix = self.place("probe")
        self.rig.measured(self.tool["probe"], 12, prefix)
        return analysis.calibration(prefix)


def row(name, unit, figures, target, extra=None):
    """Figures by recorder; None is for one that was tried and has none."""
    others = {recorder: figures[recorder] for recorder in figures if recorder != "ours"}
    if figures["ours"] is None:
        return rows.Row(name, unit, float("nan"), others, rows.Target(f"{target.words}: no figure", lambda _: False))
    return rows.Row(name, unit, figures["ours"], others, target, extra=extra or {})


def unless(target, problems):
    """A figure says nothing where something else went wrong."""
    return target if not problems else rows.Target(f"{target.words}: {problems[0]}", lambda _: False)


def of(figures, choose):
    """One of several figures; None where there are none."""
    figures = [figure for figure in figures if figure is not None and not math.isnan(figure)]
    return choose(figures) if figures else None


def in_turn(bench, measure, rounds, more=None):
    """A B C A B C; what each gave. `more` are recorders beside those of all rows."""
    paths = bench.paths | (more or {})
    results = {recorder: [] for recorder in paths if paths[recorder]}
    for _ in range(rounds):
        for recorder in results:
            results[recorder].append(measure(recorder))
    return results | {recorder: [] for recorder in paths if recorder not in results}


def unevenness(before, after):
    """Why the rig cannot be believed; None where it can."""
    if not before or not after:
        return "the rig is not heard"
    exactness = max(before.scatter, after.scatter, abs(after.middle - before.middle))
    return f"the rig is exact to {exactness:.1f} ms only" if exactness > CALIBRATION else None


def synchronous(bench):
    bench.say("pictures and sound…")
    with bench.emitting():
        before = bench.calibrate()

        def measure(recorder):
            _, path = bench.recorded(recorder, 10)
            return path and analysis.Recording(path).sync(numpy.loadtxt(bench.rig.flashes))
        found = in_turn(bench, measure, bench.rounds + 2)
        after = bench.calibrate()
    doubt = unevenness(before, after)
    exactness = ", ".join(f"{each.middle:+.2f}±{each.scatter:.2f}" for each in (before, after) if each)
    bench.notes.append(f"rig before and after, sound minus flash as a program with real-time priority finds them, ms: {exactness}")
    for recorder in found:
        words = ", ".join(f"{each.flashes:+.1f} ({each.clock:+.1f})" if each else "none" for each in found[recorder])
        bench.notes.append(f"sound minus flash (minus the clock in the pictures) of {recorder}, run by run, ms: {words}")

    def figures(what, choose):
        return {recorder: of([what(each) for each in found[recorder] if each], choose) for recorder in found}
    return [
        row("A/V offset, sound earliest of runs", "ms", figures(lambda each: each.flashes, min),
            rows.inconclusive(rows.Target(">= -34 ms", lambda row: row.ours >= -34), doubt)),
        row("A/V offset, sound latest of runs", "ms", figures(lambda each: each.flashes, max),
            rows.inconclusive(rows.at_most(5, "ms"), doubt)),
        row("A/V offset by the clock in the pictures", "ms", figures(lambda each: abs(each.clock), statistics.median),
            rows.REPORTED),
        row("A/V offset by that, scatter within a run", "ms", figures(lambda each: each.scatter, max),
            rows.inconclusive(rows.at_most(2, "ms"), doubt))]


def minutes(bench, seconds=60):
    """Frames, processor time and memory of the same recordings."""
    bench.say("minutes of a screen…")
    period = 1000 / RATE
    with bench.emitting():
        def measure(recorder):
            run, path = bench.recorded(recorder, seconds)
            if not run:
                return None
            recording = analysis.Recording(path)
            seen = numpy.diff(recording.moments()) % analysis.LAP
            path.unlink()
            return {"missing": abs(recording.count - seconds * RATE), "gap": recording.longest_gap() * 1000,
                    "seen": float(numpy.nanmax(seen)) * 1000, "processor": run.processor_seconds * 60 / seconds,
                    "memory": run.mebibytes}
        found = in_turn(bench, measure, bench.rounds, {"gstreamer": bench.gstreamer})

    def figures(key, choose):
        return {recorder: of([each[key] for each in found[recorder] if each], choose) for recorder in found}
    gap = rows.at_most(1.5 * period, "ms")
    return [
        row(f"pictures missing of {seconds * RATE}, 1080p30", "pictures", figures("missing", max), rows.at_most(1, "pictures")),
        row("longest gap between times of pictures", "ms", figures("gap", max), gap),
        row("longest gap between what pictures show", "ms", figures("seen", max), rows.REPORTED),
        row("processor time of a minute, 1080p30 and sound", "s", figures("processor", statistics.median),
            rows.at_most_times(1.1, "ffmpeg")),
        row("memory at most, 1080p30 and sound", "MiB", figures("memory", max), rows.at_most(150, "MiB"))]


def long(bench):
    """Ten minutes in one go, once: what is lost, and how far sound goes away from pictures meanwhile."""
    bench.say("ten minutes of a screen…")
    found = {}
    for recorder in bench.paths:
        if not bench.paths[recorder]:
            continue
        with bench.emitting(LONG + 60):
            before = bench.calibrate()
            run, path = bench.recorded(recorder, LONG)
            after = bench.calibrate()
            emitted = numpy.loadtxt(bench.rig.flashes)
        if run:
            recording = analysis.Recording(path)
            found[recorder] = recording, recording.sync(emitted), run, unevenness(before, after)
            path.unlink()

    def figures(what):
        return {recorder: what(*found[recorder][:3]) if recorder in found else None for recorder in bench.paths}
    doubt = found["ours"][3] if "ours" in found else None
    for recorder, (_, sync, run, _) in found.items():
        words = (f"{sync.events} sweeps, scatter {sync.scatter:.2f} ms, drift {sync.drift:+.2f} ms" if sync else "no sweeps")
        bench.notes.append(f"ten minutes of {recorder}: {words}, {run.processor_seconds:.0f} s of processor time")
    return [
        row(f"pictures missing of {LONG * RATE}, ten minutes", "pictures",
            figures(lambda recording, _, __: abs(recording.count - LONG * RATE)), rows.at_most(1, "pictures")),
        row("longest gap between times of pictures, ten minutes", "ms",
            figures(lambda recording, _, __: recording.longest_gap() * 1000), rows.at_most(1500 / RATE, "ms")),
        row("drift of sound against pictures in ten minutes", "ms",
            figures(lambda _, sync, __: abs(sync.drift) if sync else None), rows.inconclusive(rows.at_most(1, "ms"), doubt)),
        row("memory at most, ten minutes", "MiB", figures(lambda _, __, run: run.mebibytes), rows.at_most(150, "MiB"))]


def starts(bench):
    bench.say("starts…")
    with bench.emitting():
        def measure(recorder):
            run, path = bench.recorded(recorder, 1, priority=None)
            if not run:
                return None
            known = [moment for moment in analysis.Recording(path).moments() if not math.isnan(moment)]
            return (known[0] - run.began) % analysis.LAP * 1000 if known else None
        found = in_turn(bench, measure, bench.rounds * 3)
    return [row("first picture after start", "ms", {recorder: of(found[recorder], statistics.median) for recorder in found},
                rows.at_most_times(1, "ffmpeg"))]


def session_starts(bench):
    """A session of the library with a camera that there is none of. There is no peer: no recorder says when it was asked."""
    bench.say("starts of a session…")
    program = os.environ.get("CAPTURE_BENCHMARK") or machine.build_benchmark("CaptureBenchmark")
    done = subprocess.run([program, str(bench.rounds * 4)], stdout=subprocess.PIPE, check=True)
    found = json.loads(done.stdout)
    period = 1000 / RATE
    return [
        row("first picture after startRunning, at most", "ms", {"ours": max(found["running"])}, rows.at_most(150, "ms")),
        row("first picture after startRecording, at most", "ms", {"ours": max(found["recording"])},
            rows.at_most(round(period + 50, 1), "ms"))]


def kills(bench):
    bench.say("kills…")
    problems = []
    with bench.emitting():
        def measure(recorder, number=0):
            """How much of pictures and of sound there is not, in milliseconds."""
            path = bench.place("mp4")
            run = bench.start(recorder, path)
            time.sleep(bench.random.uniform(2, 8))
            moment = run.signal(signal.SIGKILL)
            run.wait()
            everything = (moment - run.began) * 1000
            words = analysis.complaints(path) if path.exists() else "there is no file"
            if words:
                if recorder == "ours":
                    problems.append(f"kill {number}: {words.splitlines()[0][:80]}")
                return everything, everything
            # Where in the file it was killed: pictures say when they were taken.
            recording = analysis.Recording(path)
            moments = recording.moments()
            known = numpy.nonzero(~numpy.isnan(moments))[0]
            if not len(known):
                return everything, everything
            place = recording.times[known[-1]] + (moment - moments[known[-1]]) % analysis.LAP
            return tuple((place - (end or 0)) * 1000 for end in analysis.ends(path))
        found = {"ours": [measure("ours", number) for number in range(bench.kills)], "ffmpeg": []}
        if bench.paths["ffmpeg"]:
            found["ffmpeg"] = [measure("ffmpeg") for _ in range(bench.rounds)]
    bench.notes.append(f"kills: {len(found['ours'])} of ours, {len(problems)} left what FFmpeg complains of; "
                       "what ffmpeg left cannot be opened, which is all since it was started")
    return [row(f"{what} lost by SIGKILL at most", "ms",
                {recorder: of([each[place] for each in found[recorder]], max) for recorder in found},
                unless(rows.at_most(LOSS, "ms"), problems)) for place, what in enumerate(("pictures", "sound"))]


def losses(bench):
    """A device that is gone: until the recorder has ended. Each time in a rig of its own."""
    table = []
    for name, take in (("sound source", Rig.unload_sink), ("display", Rig.kill_display)):
        bench.say(f"{name} gone…")
        problems, codes = [], {}

        def measure(recorder, take=take, problems=problems, codes=codes):
            with Rig(bench.place("rig"), *SIZE) as bench.rig, bench.emitting():
                path = bench.place("mp4")
                run = bench.start(recorder, path)
                time.sleep(3)
                moment = take(bench.rig)
                ended = run.wait(PATIENCE)
            codes.setdefault(recorder, []).append(str(run.code) if ended else "went on")
            if recorder == "ours":
                words = run.said()
                if not (words.startswith("assettool: cannot record") and run.code == 1 and "\n" not in words):
                    problems.append(f"it ended with {run.code} and said {words[:120]!r}")
                elif complaints := analysis.complaints(path):
                    problems.append(f"FFmpeg complains: {complaints.splitlines()[0][:100]}")
                elif words.replace(str(path), "OUT") not in bench.notes:
                    bench.notes.append(words.replace(str(path), "OUT"))
            return (run.ended - moment) * 1000
        found = in_turn(bench, measure, bench.rounds)
        bench.notes.append(f"{name} gone: " + "; ".join(f"{recorder} ended with {', '.join(codes[recorder])}" for recorder in codes))
        table.append(row(f"{name} gone, until it has ended", "ms", {recorder: of(found[recorder], max) for recorder in found},
                         unless(rows.at_most(250, "ms"), problems)))
    return table


# What can be run by itself, in the order in which it is run; devices are lost in rigs of their own.
PARTS = {"sync": synchronous, "minutes": minutes, "long": long, "starts": starts, "sessions": session_starts, "kills": kills,
         "losses": losses}


def main():
    arguments = machine.arguments(
        __doc__, rounds=3, parts=PARTS,
        counts={"kills": "how many recordings of ours are killed (default: four times the rounds)"})
    notes = [machine.description()]
    with tempfile.TemporaryDirectory(prefix="assetkit-capture.") as name:
        bench = Bench(pathlib.Path(name), arguments.rounds, arguments.kills)
        notes.append(f"peers: ffmpeg {peers.version([bench.paths['ffmpeg'], '-version']) if bench.paths['ffmpeg'] else 'missing'}")
        bench.notes = notes
        table = []
        with Rig(bench.folder / "rig", *SIZE) as bench.rig:
            for part in PARTS:
                if part in arguments.only and part != "losses":
                    table += PARTS[part](bench)
        if "losses" in arguments.only:
            table += losses(bench)
    if bench.gstreamer:
        asked = ["dpkg-query", "--show", "--showformat", "${Version}", GSTREAMER[0]]
        notes.append(f"gstreamer {peers.version(asked)}, in the rows of a minute")
    notes.append(f"load {os.getloadavg()[0]:.1f} at the end")
    rows.report(table, notes, arguments.json)


if __name__ == "__main__":
    main()
