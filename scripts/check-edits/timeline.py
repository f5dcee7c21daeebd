"""Random edits of films of 25 pictures a second, and the same as MLT XML."""
import random
from xml.sax.saxutils import quoteattr

#: Films of 320x180 whose pictures say their number, and how many pictures each has.
FILMS = {"h264-bframes.mp4": 75, "h264-no-bframes.mp4": 75, "h264-open-gop.mp4": 110, "hevc.mp4": 75, "vp9.mp4": 50}
SIZE = (320, 180)


class Edit:
    """Parts of films one behind the other; neighbours overlap by a dissolve."""

    def __init__(self, parts, dissolve):
        self.parts, self.dissolve = parts, dissolve

    @classmethod
    def random(cls, seed, films):
        source = random.Random(seed)
        dissolve = source.choice([0, 0, 5, 10, 12])
        parts = []
        for _ in range(source.randint(2, 6)):
            name = source.choice(films)
            length = source.randint(max(2 * dissolve, 2), FILMS[name])
            start = source.randint(0, FILMS[name] - length)
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

    def words(self, folder):
        """The arguments of compose."""
        parts = [f"{folder}/{name}@{start}f..{end}f" for name, start, end in self.parts]
        return parts + (["--dissolve", f"{self.dissolve}f"] if self.dissolve else [])

    def __str__(self):
        return " ".join(self.words("SampleMedia"))

    def mlt(self, folder):
        """The edit on two tracks above a black one, as melt reads it."""
        names = sorted({name for name, _, _ in self.parts})
        lines = ['<mlt>', '<profile width="%d" height="%d" frame_rate_num="25" frame_rate_den="1" sample_aspect_num="1" '
                 'sample_aspect_den="1" display_aspect_num="16" display_aspect_den="9" progressive="1" '
                 'colorspace="601"/>' % SIZE]
        for name in names:
            path = quoteattr(f"{folder}/{name}")[1:-1]
            lines.append(f'<producer id="{name}"><property name="resource">{path}</property></producer>')
        lines.append(f'<producer id="black" in="0" out="{self.length - 1}"><property name="mlt_service">color</property>'
                     '<property name="resource">black</property></producer>')
        for track in range(2):
            lines.append(f'<playlist id="track{track}">')
            reached = 0
            for (name, start, end), place in list(zip(self.parts, self.places))[track::2]:
                if place > reached:
                    lines.append(f'<blank length="{place - reached}"/>')
                lines.append(f'<entry producer="{name}" in="{start}" out="{end - 1}"/>')
                reached = place + end - start
            lines.append("</playlist>")
        lines.append('<tractor><track producer="black"/><track producer="track0"/><track producer="track1"/>')
        for number, (place, (_, start, end)) in enumerate(zip(self.places, self.parts)):
            upper = number % 2 + 1
            if number and self.dissolve:
                lines += self._transition("luma", 3 - upper, upper, place, place + self.dissolve - 1)
            first = place + (self.dissolve if number else 0)
            last = place + end - start - 1 - (self.dissolve if number + 1 < len(self.parts) else 0)
            if upper == 2 and first <= last:
                lines += self._transition("composite", 1, 2, first, last)
        return "\n".join([*lines, "</tractor>", "</mlt>"])

    @staticmethod
    def _transition(service, lower, upper, first, last):
        return [f'<transition in="{first}" out="{last}"><property name="mlt_service">{service}</property>'
                f'<property name="a_track">{lower}</property><property name="b_track">{upper}</property></transition>']
