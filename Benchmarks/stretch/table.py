"""What sound at other speeds is like: ours beside Rubber Band, SoundTouch, Sonic and atempo, measured by one meter."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

import contenders
from contenders import Failed, run
from Support import machine

SPEEDS = ["0.5", "0.8", "1.25", "1.5", "2"]
SPEECH = machine.ROOT / "Tests" / "TimePitchTests" / "Speech"
#: Signals, and the kind of measurement for each.
KINDS = {"sine": "sine", "hits": "hits", "speech-low": "speech", "speech-high": "speech", "tones": "tones",
         "drums": "drums", "stereo": "stereo"}


class Table:
    """The figures of everyone, by name, signal and speed."""

    def __init__(self, stretchers, meter, folder, speeds):
        self.stretchers, self.meter, self.folder, self.speeds = stretchers, meter, pathlib.Path(folder), speeds
        self.figures = {}
        run([meter, "signals", folder])
        for voice in ("low", "high"):
            run([meter, "speech", SPEECH / f"{voice}.wav", self.folder / f"speech-{voice}.f32"])

    def measure(self):
        for name in self.stretchers.names:
            print(f"measuring {name}…", file=sys.stderr)
            for signal, kind in KINDS.items():
                self.measure_one(name, signal, kind)
        for name in self.stretchers.varispeed_names:
            self.measure_one(name, "sine", "varispeed")

    def measure_one(self, name, signal, kind):
        source, output = self.folder / f"{signal}.f32", self.folder / "output.f32"
        for speed in self.speeds:
            try:
                self.stretchers.stretch(name, speed, 2 if kind == "stereo" else 1, source, output)
            except Failed as failure:
                print(f"bench: {name} at {speed}: {failure}", file=sys.stderr)
                continue
            words = run([self.meter, "measure", kind, speed, source, output]).split()
            self.figures[name, signal, speed] = dict(zip(words[::2], map(float, words[1::2])))

    def cell(self, name, signal, speed, *formats):
        """Figures by turns with how they are written; nothing where there are none."""
        figures = self.figures.get((name, signal, speed))
        return ", ".join(written(figures[key], how) for key, how in formats) if figures else "-"

    def rows(self, signal, *formats, names=None):
        names = names or self.stretchers.names
        return [[name, *(self.cell(name, signal, speed, *formats) for speed in self.speeds)] for name in names]

    def doubled_or_lost(self, name):
        words = []
        for speed in self.speeds:
            figures = self.figures.get((name, "hits", speed), {})
            words += [f"{figures[key]:.0f} {key} at {speed}" for key in ("doubled", "lost") if figures.get(key)]
        return ", ".join(words) or "none"

    def text(self):
        sine = (("cents", ".2f"), ("snr", ".0f"))
        hits = [[*row, self.doubled_or_lost(row[0])] for row in self.rows("hits", ("mean", ".1f"), ("sd", ".1f"))]
        distance, noise = ("distance", ".1f"), ("snr", ".0f")
        return "\n\n".join([
            self.section("440 Hz sine: pitch error in cents and SNR in dB", self.rows("sine", *sine)),
            self.section("440 Hz sine as varispeed: pitch error in cents and SNR in dB", self.rows(
                "sine", ("cents", ".4f"), ("snr", ".0f"), names=self.stretchers.varispeed_names)),
            self.section("Drum hits (20 in 10 s): mean and sd in ms of output", hits, "doubled or lost"),
            self.section("Pre-echo: energy 3 to 40 ms before hits in dB", self.rows("hits", ("preecho", ".0f"))),
            self.section("Speech: log-spectral distance in dB, low and high voice", self.voices(distance)),
            self.section("Six steady tones: SNR in dB", self.rows("tones", noise)),
            self.section("Chord with drums: distance at 4,096-point windows in dB", self.rows("drums", distance)),
            self.section("Sum of two channels: loss of the worst band and of the mean one in dB",
                         self.rows("stereo", ("worst", ".1f"), ("mean", ".1f"))),
            self.section("Length of 10 s: frames too many", self.rows("sine", ("length", ".0f"))),
        ])

    def voices(self, how):
        low, high = self.rows("speech-low", how), self.rows("speech-high", how)
        return [[first[0], *(f"{one}, {two}" for one, two in zip(first[1:], second[1:]))]
                for first, second in zip(low, high)]

    def section(self, title, rows, *more):
        head = ["speed", *self.speeds, *more]
        lines = [head, ["---"] * len(head), *rows]
        return f"### {title}\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def as_json(self):
        return [{"name": name, "signal": signal, "speed": float(speed)} | figures
                for (name, signal, speed), figures in self.figures.items()]


def written(figure, how):
    """As a format says, and nothing is never negative."""
    text = format(figure, how)
    return text.lstrip("-") if float(text) == 0 else text


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/stretch-table.sh", description=__doc__)
    parser.add_argument("--tool", metavar="FILE", help="the assettool to measure (default: one is built for release)")
    parser.add_argument("--peers-only", action="store_true", help="leave ours out")
    parser.add_argument("--speeds", metavar="LIST", default=",".join(SPEEDS), help="2 is twice as fast (%(default)s)")
    parser.add_argument("--json", metavar="FILE", help="write the figures to FILE as well")
    return parser.parse_args()


def main():
    options = arguments()
    tool = None if options.peers_only else pathlib.Path(options.tool) if options.tool else machine.build_ours()
    meter = machine.build_benchmark("pitch-meter")
    scratch = tempfile.mkdtemp(prefix="stretch-")
    try:
        stretchers = contenders.Stretchers(scratch, tool)
        table = Table(stretchers, meter, scratch, options.speeds.split(","))
        table.measure()
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"{stretchers.versions()}\n\n{table.text()}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(table.as_json(), indent=1) + "\n", encoding="utf-8")


main()
