"""What a recording says: when its pictures were taken, how far its sound is from them, what is missing."""
import dataclasses
import functools
import importlib.util
import json
import pathlib
import subprocess
import sys

import numpy

RATE = 48_000
# Of the emitter: pixels of a block of the strip, how many there are, and where the square begins.
BLOCK, BITS, SQUARE = 16, 28, 16
# How often the strip goes on and when it begins anew, in seconds.
TICK, LAP = 0.01, 2**24 * 1e-3
# What of a picture is looked at.
WIDTH, HEIGHT = BLOCK * BITS, 64


def sweep():
    """A twentieth of a second from 500 Hz to 4 kHz, whose start can be found to a fraction of a millisecond."""
    times = numpy.arange(RATE // 20) / RATE
    return (0.5 * numpy.sin(2 * numpy.pi * (500 * times + 35_000 * times**2))).astype("<f4")


@dataclasses.dataclass
class Sync:
    """In milliseconds; below 0 the sound is early, which is to say that pictures are late."""

    flashes: float  # sound against the first picture that shows a flash, which is up to a picture late by nature
    clock: float  # sound against what pictures say of their moments
    scatter: float  # the standard deviation of that
    drift: float  # by how much that changes from the first to the last
    events: int


class Recording:
    """A file that a recorder made."""

    def __init__(self, path):
        self.path = path
        self.times = packet_times(path)
        self.raw = decoded(path, ["-map", "0:v:0", "-vf", f"crop={WIDTH}:{HEIGHT}:0:0", "-vsync", "passthrough", "-pix_fmt", "gray",
                                  "-f", "rawvideo"], numpy.uint8).reshape(-1, HEIGHT, WIDTH)
        self.count = len(self.raw)

    def moments(self):
        """When each picture was taken, in seconds of the monotonic clock, to a hundredth of a second; NaN where it does not say.
        They count from a moment that is a multiple of 2^24 ms."""
        rows = self.raw[:, 4:12, :].reshape(self.count, 8, BITS, BLOCK)[:, :, :, 4:12].mean(axis=(1, 3)) > 128
        code = (rows * (1 << numpy.arange(BITS - 1, -1, -1))).sum(axis=1)
        known = (code >> 26 == 2) & (code & 3 == 1)
        return numpy.where(known, (code >> 2 & 0xFFFFFF) * 1e-3, numpy.nan)

    def longest_gap(self):
        """Between two pictures, in seconds."""
        return float(numpy.diff(self.times).max()) if len(self.times) > 1 else float("nan")

    def sync(self, emitted):
        """Holds sweeps against flashes and against the clock in the pictures; `emitted` has the moments of both. Without the first
        two seconds, in which everybody gets going."""
        heard = self.sweeps()
        heard = heard[heard > self.times[0] + 2]
        white = self.raw[:, SQUARE + 8:SQUARE + 40, 8:200].mean(axis=(1, 2)) > 128
        flashes = self.times[numpy.nonzero(white[1:] & ~white[:-1])[0] + 1]
        if len(heard) < 3 or len(flashes) < 3:
            return None
        late = heard - nearest(flashes, heard)
        moments = self.moments()
        behind = numpy.array([self.behind(moments, place) for place in heard])
        # When that sweep was heard, by the clock in the pictures; and when it was.
        taken = heard - behind
        places = heard - heard[0]
        actual = nearest(emitted % LAP, taken % LAP)
        errors = taken % LAP - actual
        # Where nobody knows, nothing is compared.
        near = numpy.abs(errors) < 0.4
        late, errors, places = late[numpy.abs(late) < 0.4] * 1e3, errors[near] * 1e3, places[near]
        if len(late) < 3 or len(errors) < 3:
            return None
        drift = numpy.polyfit(places, errors, 1)[0] * places[-1]
        return Sync(float(late.mean()), float(numpy.median(errors)), float(errors.std()), float(drift), len(errors))

    def behind(self, moments, place):
        """How far the times of pictures near a place of the file are behind the clock that they show, which moves on in
        hundredths of a second and so is half of one too slow in the middle."""
        near = numpy.abs(self.times[:self.count] - place) < 1
        return numpy.nanmean(self.times[:self.count][near] - moments[near]) - TICK / 2 if near.any() else numpy.nan

    def sweeps(self):
        """Where in the time of the file sweeps begin."""
        start = probed(self.path, "a:0", "stream=start_time")["streams"]
        if not start:
            return numpy.array([])
        sound = decoded(self.path, ["-map", "0:a:0", "-ac", "1", "-ar", str(RATE), "-f", "f32le"], "<f4")
        return float(start[0].get("start_time") or 0) + found(sound) / RATE


def found(sound):
    """The samples at which sweeps begin: peaks of the likeness that have no higher one within half a second."""
    pattern = sweep().astype("f8")
    if len(sound) <= len(pattern):
        return numpy.array([])
    size = 1 << (len(sound) + len(pattern) - 1).bit_length()
    product = numpy.fft.rfft(sound.astype("f8"), size) * numpy.conj(numpy.fft.rfft(pattern, size))
    likeness = numpy.fft.irfft(product, size)[:len(sound) - len(pattern) + 1] / (pattern**2).sum()
    places = []
    for place in numpy.nonzero(likeness > 0.5)[0]:
        if places and place - places[-1] < RATE // 2:
            if likeness[place] > likeness[places[-1]]:
                places[-1] = place
        else:
            places.append(place)
    return numpy.array(places)


def nearest(values, places):
    """Of several values the one that is nearest to each place."""
    return values[numpy.abs(values[None, :] - places[:, None]).argmin(axis=1)]


@dataclasses.dataclass
class Calibration:
    """Of the rig, in milliseconds: sound minus flash as another program hears and sees them."""

    middle: float
    scatter: float


def calibration(prefix):
    """How even the rig is: what the probe of `play` heard and saw of it."""
    recording = of_play().Recording(prefix)
    heard = recording.wall()(found(recording.sound[:, 0]))
    seen = recording.codes[recording.codes[:, 2] == 1][:, 1] * 1e-9
    if not len(heard) or not len(seen):
        return None
    offsets = (nearest(heard, seen) - seen) * 1e3
    offsets = offsets[numpy.abs(offsets) < 400]
    return Calibration(float(numpy.median(offsets)), float(offsets.std())) if len(offsets) > 2 else None


@functools.cache
def of_play():
    """The analysis of `play`, which has the same name."""
    place = pathlib.Path(__file__).resolve().parents[1] / "play" / "analysis.py"
    specification = importlib.util.spec_from_file_location("play_analysis", place)
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    return module


def packet_times(path):
    """When pictures are shown, in seconds of the file."""
    packets = probed(path, "v:0", "packet=pts_time").get("packets", [])
    return numpy.array(sorted(float(packet["pts_time"]) for packet in packets if "pts_time" in packet))


def ends(path):
    """Where pictures and sound end, in seconds of the file; None for what there is none of."""
    places = []
    for stream in ("v:0", "a:0"):
        packets = probed(path, stream, "packet=pts_time,duration_time").get("packets", [])
        whole = [float(packet["pts_time"]) + float(packet.get("duration_time") or 0) for packet in packets if "pts_time" in packet]
        places.append(max(whole) if whole else None)
    return places


def complaints(path):
    """What FFmpeg has to say when it decodes a file; nothing where all is well."""
    finished = subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "null", "-"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    words = finished.stderr.decode(errors="replace").strip()
    return words or (f"ended with {finished.returncode}" if finished.returncode else "")


def probed(path, stream, entries):
    finished = subprocess.run(
        ["ffprobe", "-v", "quiet", "-select_streams", stream, "-show_entries", entries, "-of", "json", path],
        stdout=subprocess.PIPE)
    return json.loads(finished.stdout or b"{}")


def decoded(path, arguments, kind):
    finished = subprocess.run(["ffmpeg", "-v", "quiet", "-nostdin", "-i", path, *arguments, "-"], stdout=subprocess.PIPE)
    return numpy.frombuffer(finished.stdout, kind)
