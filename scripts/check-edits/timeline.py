"""Random edits of films of 25 pictures a second, for assettool and for melt."""
import random

from mlt import Melt

#: Films whose pictures say their number, and how many pictures each has.
FILMS = {"h264-bframes.mp4": 75, "h264-no-bframes.mp4": 75, "h264-open-gop.mp4": 110, "hevc.mp4": 75, "vp9.mp4": 50}
#: Those that have sound, as long as their pictures.
SOUNDS = ("h264-bframes.mp4", "h264-no-bframes.mp4", "hevc.mp4")


class Edit:
    """Parts of films one behind the other; neighbours overlap by a dissolve."""

    #: Nothing is laid over anything else.
    insets = ()

    def __init__(self, parts, dissolve):
        self.parts, self.dissolve = parts, dissolve

    @classmethod
    def random(cls, seed, films):
        source = random.Random(seed)
        dissolve = source.choice([0, 0, 5, 10, 12])
        parts = []
        for _ in range(source.randint(2, 6)):
            name = source.choice(films)
            length = source.randint(2 * dissolve + 2, FILMS[name] - min(dissolve, 1))
            # Sound that comes in begins a picture earlier for melt.
            start = source.randint(min(dissolve, 1), FILMS[name] - length)
            parts.append((name, start, start + length))
        return cls(parts, dissolve)

    @property
    def places(self):
        """Where each part begins."""
        places, place = [], 0
        for _, start, end in self.parts:
            places.append(place)
            place += end - start - self.dissolve
        return places

    @property
    def length(self):
        return self.places[-1] + self.parts[-1][2] - self.parts[-1][1]

    @property
    def dissolved(self):
        """The pictures that two parts make together."""
        return {place + number for place in self.places[1:] for number in range(self.dissolve)}

    def words(self, folder, _work):
        """The arguments of compose."""
        parts = [f"{folder}/{name}@{start}f..{end}f" for name, start, end in self.parts]
        return parts + (["--dissolve", f"{self.dissolve}f"] if self.dissolve else [])

    def __str__(self):
        return " ".join(self.words("SampleMedia", None))

    def mlt(self, films, folder):
        """The edit on two tracks of pictures and two of sound, as melt reads it."""
        melt = Melt(self.length, films, folder)
        pictures, sounds = ([melt.track(hides) for _ in range(2)] for hides in ("audio", "video"))
        for number, (place, (name, start, end)) in enumerate(zip(self.places, self.parts)):
            lower, upper = pictures[1 - number % 2], pictures[number % 2]
            sound, reached = sounds[number % 2], place + end - start
            first = place + (self.dissolve if number else 0)
            last = reached - (self.dissolve if number + 1 < len(self.parts) else 0)
            # The volume of the picture before counts, if there is one.
            lead = 1 if place < first else 0
            melt.show(upper, place, name, start, end - start)
            melt.dissolve(lower, upper, place, first)
            if upper > lower:
                melt.lay(lower, upper, first, last)
            if name not in SOUNDS:
                continue
            melt.hear(sound, place - lead, name, start - lead, end - start + lead)
            if place < first:
                melt.volume(sound, place, first, 0, 1)
            if last < reached:
                melt.volume(sound, last, reached, 1, 0)
        melt.mix(*sounds)
        return melt.xml()
