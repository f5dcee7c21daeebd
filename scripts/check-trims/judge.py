"""Holds one cut against what the source presents in its range."""
import math
import os
from fractions import Fraction

import probes
import seconds
import sources

#: What a cut must be like, over all of its pictures, in dB.
# By so many decibels a picture may be more like its neighbour: what encoding does to pictures that hardly differ.
MARGIN = 0.5
LIKENESS = 42
#: Containers that count milliseconds.
COARSE = ("mkv", "webm")
#: The most ticks of a second that a cut's movie gets so that its times are exact.
FINEST = 1_000_000
#: Containers without edits: whether all else begins at zero depends on what their other tracks hold.
FREE = ("ts",)


class Verdict:
    def __init__(self):
        self.problems, self.picture_count, self.exact_sounds = [], 0, 0
        self.likeness, self.is_lossless, self.seconds = None, False, 0


class Judge:
    def __init__(self, source, path, start, end, copied=0, asks_second=False):
        """`copied`: so many pictures were copied, and must be the source's to the bit. `asks_second`: another decoder has
        to see the same."""
        self.asks_second = asks_second
        self.source, self.path, self.start, self.end, self.copied = source, path, start, end, copied
        self.result = Verdict()

    def verdict(self):
        complaints = probes.complaints(self.path)
        if complaints:
            self.problem(f"FFmpeg complains: {complaints[:200]}")
        if self.source.pictures:
            self.pictures()
        if self.source.audio and self.source.has_plain_sound:
            self.sound()
        return self.result

    def problem(self, sentence):
        self.result.problems.append(sentence)

    # Pictures

    def pictures(self):
        expected = self.source.shown(self.start, self.end)
        stream = probes.pick(self.path, "video")
        if not expected:
            if stream is not None:
                self.problem("it has pictures, and the source shows none then")
            return
        if stream is None:
            return self.problem("it has no pictures")
        found = [time for time, _ in probes.frames(self.path, stream)]
        self.result.picture_count = len(found)
        if self.source.ending in COARSE and len(found) == len(expected) - 1 and expected[0][2] < Fraction(1, 1000):
            # One that shows for less than the file counts.
            expected = expected[1:]
        if len(found) != len(expected):
            return self.problem(f"{len(found)} pictures instead of {len(expected)}")
        self.times(found, [time for time, _, _ in expected], stream)
        self.likeness([place for _, place, _ in expected], stream)

    def times(self, found, expected, stream):
        tick = Fraction(stream["time_base"])
        zero, slack = Fraction(0), Fraction(0)
        if self.source.ending in sources.MOVIES and not self.is_countable():
            slack = tick / 2
        if self.source.ending in FREE:
            zero, slack = found[0] - expected[0], tick / 2
        elif self.source.ending in COARSE:
            # WebM's pictures and sound are moved together by what the sound's decoder swallows.
            zero = Fraction(0) if abs(found[0] - expected[0]) <= tick / 2 else found[0] - expected[0]
            slack = tick / 2 + (tick / 2 if zero else 0)
            if not 0 <= zero <= Fraction(1, 10):
                self.problem(f"the first picture is at {float(found[0]):.6f} s instead of {float(expected[0]):.6f} s")
        for number, (time, wanted) in enumerate(zip(found, expected)):
            if abs(time - zero - wanted) > slack:
                return self.problem(f"picture {number} is at {time - zero} s instead of {wanted} s")

    def is_countable(self):
        """Movies count exactly what needs no finer clock than players take."""
        own = Fraction(self.source.video["time_base"]).denominator
        return math.lcm(own, self.start.denominator) <= max(FINEST, own)

    def likeness(self, places, stream):
        source = self.source
        if (stream["width"], stream["height"]) != (source.video["width"], source.video["height"]):
            return self.problem(f"pictures of {stream['width']}x{stream['height']}")
        folder = source.folder
        made, own = os.path.join(folder, "made.raw"), os.path.join(folder, "own.raw")
        probes.pixels(self.path, stream, source.pixel_format, made)
        source.copy_pictures(places, own)
        values = probes.psnr(made, own, source.video, source.pixel_format)
        if len(values) != len(places):
            return self.problem(f"{len(values)} pictures decode instead of {len(places)}")
        self.result.likeness = probes.mean(values)
        self.result.is_lossless = math.isinf(self.result.likeness)
        if self.result.likeness < LIKENESS:
            self.problem(f"likeness of {self.result.likeness:.2f} dB with {stream['codec_name']}")
        same = sum(map(math.isinf, values))
        if same < self.copied:
            self.problem(f"{same} pictures are the source's, though {self.copied} were copied")
        if self.asks_second:
            found = seconds.disagreement(source, self.path, stream, made, folder)
            if found:
                self.problem(found)
            self.result.seconds += found is None
        self.identity(values, places, made)

    def identity(self, values, places, made):
        """No picture is more like one beside it, unless those two are more like each other than either is like it. One that
        is the source's to the bit is more like nothing."""
        numbers = [number for number, value in enumerate(values) if not math.isinf(value)]
        if not numbers:
            return
        source = self.source
        last = os.path.getsize(source.raw) // source.picture_bytes - 1
        own = [places[number] for number in numbers]
        before, after = [max(place - 1, 0) for place in own], [min(place + 1, last) for place in own]
        # Starting FFmpeg costs more than a look at a few pictures, so that all pairs are looked at together.
        one, other = os.path.join(source.folder, "one.raw"), os.path.join(source.folder, "other.raw")
        source.gather([(made, numbers), (made, numbers), (source.raw, own), (source.raw, own)], one)
        source.gather([(source.raw, before + after + before + after)], other)
        found = probes.psnr(one, other, source.video, source.pixel_format)
        count = len(numbers)
        for side, name in enumerate(("before", "after")):
            likeness, apart = found[side * count:][:count], found[(side + 2) * count:][:count]
            for number, value, between in zip(numbers, likeness, apart):
                if value > values[number] + MARGIN and value > between:
                    return self.problem(f"picture {number} is like that {name} it:"
                                        f" {value:.1f} dB and {values[number]:.1f} dB")

    # Sound

    def sound(self):
        stream = probes.pick(self.path, "audio")
        if stream is None:
            return self.problem("it has no sound")
        rate = int(self.source.audio["sample_rate"])
        own, size = probes.sound(self.source.path, self.source.audio)
        there = len(own) // size
        first, last = nearest(self.start * rate), min(nearest(self.end * rate), there)
        is_plain = self.source.audio["codec_name"].startswith("pcm_")
        if not is_plain and self.source.audio["codec_name"] not in sources.LOSSLESS_SOUND:
            return self.length(stream, rate)
        made, _ = probes.sound(self.path, stream)
        presented = edited(self.path, stream) if self.source.ending in sources.MOVIES else None
        if presented is not None:
            # FFmpeg gives all of the last packet, whatever the edit says.
            made = made[:nearest(presented * rate) * size]
        count = len(made) // size
        # A range that begins between two samples begins with one of them.
        for begin in {first, int(self.start * rate), math.ceil(self.start * rate)}:
            if made == own[begin * size:(begin + count) * size] and abs(count - (last - first)) <= 1:
                break
        else:
            return self.problem(f"{count} samples of sound instead of {last - first}" if count != last - first
                                else "the sound differs from the source's")
        self.result.exact_sounds += 1

    def length(self, stream, rate):
        """Movies say in their edits how much of a lossy track is presented."""
        if self.source.ending not in sources.MOVIES or int(stream["sample_rate"]) != rate:
            return
        wanted = (self.end - self.start) * rate
        found = edited(self.path, stream)
        if found is None:
            return
        # Where the length is not one of whole samples either number beside it is right.
        if abs(found * rate - wanted) >= 1:
            self.problem(f"{float(found * rate):.2f} samples of sound are presented instead of {float(wanted):.2f}")
        else:
            self.result.exact_sounds += 1


def nearest(value):
    return int(value + Fraction(1, 2))


def edited(path, stream):
    """How long the edits of a movie's track are, read from the file itself; None without edits."""
    data = open(path, "rb").read()
    number = 0
    scale = None
    for kind, body in boxes(data, 0, len(data)):
        if kind != b"moov":
            continue
        for inner, part in boxes(data, *body):
            if inner == b"mvhd":
                place = part[0] + (20 if data[part[0]] == 1 else 12)
                scale = int.from_bytes(data[place:place + 4], "big")
            if inner == b"trak":
                if number == stream["index"]:
                    return track_edits(data, part, scale)
                number += 1
    return None


def track_edits(data, part, scale):
    for kind, body in boxes(data, *part):
        if kind != b"edts":
            continue
        for inner, place in boxes(data, *body):
            if inner != b"elst":
                continue
            version, count = data[place[0]], int.from_bytes(data[place[0] + 4:place[0] + 8], "big")
            width, total, at = (8, 0, place[0] + 8) if version == 1 else (4, 0, place[0] + 8)
            for _ in range(count):
                total += int.from_bytes(data[at:at + width], "big")
                at += 2 * width + 4
            return Fraction(total, scale)
    return None


def boxes(data, start, end):
    """(type, (start, end) of the body) of the boxes within a stretch."""
    while start + 8 <= end:
        size, kind, head = int.from_bytes(data[start:start + 4], "big"), data[start + 4:start + 8], 8
        if size == 1:
            size, head = int.from_bytes(data[start + 8:start + 16], "big"), 16
        size = size or end - start
        yield kind, (start + head, start + size)
        start += max(size, 8)
