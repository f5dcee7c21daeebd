"""What a recording says: how far pictures were from their sound, what was heard first, where sound broke, when it changed."""
import dataclasses

import numpy

RATE, BLOCK = 48_000, 4800


@dataclasses.dataclass
class Sync:
    """In milliseconds; above 0 pictures are late."""

    median: float
    spread: float  # the 99th percentile about the median
    missed: int
    shown: int


class Recording:
    """What the probe wrote under a prefix."""

    def __init__(self, prefix):
        self.sound = numpy.fromfile(f"{prefix}.f32", dtype="<f4").reshape(-1, 2)
        self.arrivals = numpy.loadtxt(f"{prefix}.ats", ndmin=2)
        self.codes = numpy.loadtxt(f"{prefix}.vts", dtype=numpy.int64, ndmin=2)

    def wall(self):
        """From the number of a sample to seconds of the monotonic clock: a line along the lower edge of the arrivals, since
        delays only add."""
        times, counts = self.arrivals[:, 0] * 1e-9, self.arrivals[:, 1]
        late = times - times[0] - counts / RATE
        second = (counts / RATE).astype(int)
        low = []
        for each in numpy.unique(second):
            place = numpy.argmin(numpy.where(second == each, late, numpy.inf))
            low.append((counts[place], late[place]))
        low = numpy.array(low)
        line = numpy.polyfit(low[:, 0], low[:, 1], 1 if len(low) > 1 else 0)
        floor = numpy.percentile(late - numpy.polyval(line, counts), 2)
        return lambda sample: times[0] + sample / RATE + numpy.polyval(line, sample) + floor

    def first_sound(self):
        """When it was heard; None for silence."""
        loud = numpy.nonzero(numpy.abs(self.sound[:, 0]) > 1e-3)[0]
        return float(self.wall()(loud[0])) if len(loud) else None

    def breaks(self):
        """How often the counter did not go on by one; None for silence."""
        numbers = numpy.rint(self.sound[:, 0].astype("f8") * 2**20).astype(int)
        loud = numpy.nonzero(numbers)[0]
        if not len(loud):
            return None
        heard = numbers[loud[0]:loud[-1] + 1]
        return int((numpy.diff(heard) != 1).sum()) + int(heard[0] != 1) + int(heard[-1] != 240_000)

    def step(self, frequency, count):
        """By how many samples a sine of so many samples is off anywhere behind its beginning; None for silence."""
        heard = self.sound[:, 0].astype("f8")
        loud = numpy.nonzero(numpy.abs(heard) > 0.05)[0]
        if not len(loud):
            return None
        first, last, window = loud[0], loud[-1], 960
        if last - first < 4 * window:
            return float(count)
        wave = heard * numpy.exp(-2j * numpy.pi * frequency * numpy.arange(len(heard)) / RATE)
        # Between the windows at the very ends, where encoders and thresholds blur what there is.
        starts = numpy.arange(first + window, last - 2 * window, window // 4)
        turns = numpy.array([numpy.angle((wave[start:start + window] * numpy.hanning(window)).sum()) for start in starts])
        phases = numpy.unwrap(turns) / (2 * numpy.pi) * RATE / frequency
        steps = float(numpy.abs(phases - numpy.median(phases[:8])).max())
        # Whole periods that are missing or too many cannot be seen in the phase, but in the length.
        period = RATE / frequency
        return steps + abs(round((last - first + 1 - count) / period)) * period

    def changed(self, asked, times):
        """After a ramp whose speed was to double: how long that took to be heard, and how far the time that was told was from what
        was heard at most, both in milliseconds; None where there was no such change. `times`: moments in nanoseconds, and the
        item's time in seconds then; None where nobody told any."""
        places = self.sound[:, 0].astype("f8") * 2**20 - 1
        loud = numpy.nonzero(places > 0)[0]
        if not len(loud):
            return None
        wall = self.wall()
        moments = wall(numpy.arange(len(places))[loud[0]:loud[-1] + 1])
        heard = places[loud[0]:loud[-1] + 1] / RATE
        asked = asked * 1e-9
        knee = bend(moments, heard, asked)
        if knee is None:
            return None
        delay = (knee - asked) * 1000
        if times is None:
            return delay, None
        told = numpy.array(times)
        moment, seconds = told[:, 0] * 1e-9, told[:, 1]
        near = (moment > asked - 1) & (moment < min(asked + 1.2, moments[-1] - 0.05))
        moment, seconds = moment[near], seconds[near]
        # When each time that was told was heard. What is so before the change too is the rig's own.
        error = (numpy.interp(seconds, heard, moments) - moment) * 1000
        return delay, float(numpy.abs(error - numpy.median(error[moment < asked])).max())

    def sync(self, noise_file, rate, bias=0.0):
        """Holds each picture against the sound of its time."""
        noise = numpy.fromfile(noise_file, dtype="<f4").astype("f8")
        heard = self.sound[:, 0].astype("f8")
        shifts = list(matches(heard, noise))
        if not shifts:
            return None
        places = numpy.array([middle for middle, _ in shifts])
        offsets = numpy.array([offset for _, offset in shifts])
        wall = self.wall()

        def moment(seconds):
            sample = seconds * RATE
            nearest = numpy.argmin(numpy.abs(places - sample))
            return wall(sample - offsets[nearest]) if abs(places[nearest] - sample) < 2 * BLOCK else numpy.nan

        shown = self.codes[self.codes[:, 2] >> 14 == 2]
        numbers, seen = shown[:, 2] & 0x3FFF, shown[:, 1] * 1e-9
        errors = (seen - numpy.array([moment(number / rate) for number in numbers])) * 1e3 - bias
        known = ~numpy.isnan(errors)
        errors, numbers = errors[known], numbers[known]
        if not len(numbers):
            return None
        missed = numpy.setdiff1d(numpy.arange(0, numbers.max() + 1), numbers)
        # Without the first second, in which everybody gets going.
        errors = errors[numbers > rate]
        middle = float(numpy.median(errors))
        spread = float(numpy.percentile(numpy.abs(errors - middle), 99))
        return Sync(middle, spread, len(missed), len(numpy.unique(numbers)))


def matches(heard, noise):
    """Which place of the noise is heard where, for each tenth of a second: the middle of the block in the noise, and how far that
    is behind the recording."""
    loud = numpy.nonzero(numpy.abs(heard) > 1e-3)[0]
    if not len(loud):
        return
    place, last = loud[0] + 2400, None
    while place + BLOCK < loud[-1]:
        block = heard[place:place + BLOCK]
        if (block**2).mean() >= 1e-6:
            found = None if last is None else best(block, noise, last - BLOCK, last + 3 * BLOCK)
            found = found or best(block, noise, 0, len(noise))
            if found is not None:
                yield found + BLOCK / 2, found - place
                last = found + BLOCK
        place += BLOCK


def best(block, noise, low, high):
    """Where in a part of the noise a block stands; None where it does not."""
    low = max(low, 0)
    part = noise[low:high]
    if len(part) < len(block):
        return None
    size = 1 << (len(part) + len(block) - 1).bit_length()
    product = numpy.fft.rfft(part, size) * numpy.conj(numpy.fft.rfft(block, size))
    likeness = numpy.fft.irfft(product, size)[:len(part) - len(block) + 1]
    place = int(numpy.argmax(likeness))
    power = numpy.sqrt((block**2).sum() * (part[place:place + len(block)]**2).sum())
    return low + place if likeness[place] / (power + 1e-12) > 0.5 else None


def bend(moments, heard, asked):
    """Where two lines meet, one of the second before a moment and one of what comes half a second behind it; None where the second
    one is not twice as steep."""
    before = (moments > asked - 1) & (moments < asked)
    behind = (moments > asked + 0.5) & (moments < asked + 1.2)
    if before.sum() < RATE / 4 or behind.sum() < RATE / 4:
        return None
    first, second = (numpy.polyfit(moments[part] - asked, heard[part], 1) for part in (before, behind))
    if abs(first[0] - 1) > 0.05 or abs(second[0] - 2) > 0.1:
        return None
    return asked + (first[1] - second[1]) / (second[0] - first[0])
