"""Timelines as MLT XML, for melt to render."""
import os
from xml.sax.saxutils import quoteattr

#: What films of samples are: 320x180 at 25 pictures a second, and sound at 48 kHz, of which each picture has so much.
SIZE = (320, 180)
SOUND_RATE = 48000
SOUND_PER_PICTURE = SOUND_RATE // 25


class Melt:
    """Tracks of films above a black one, the lowest first, and what is between them. All times are pictures.

    `sounds`: the folder of the films' sound as PCM. In a film melt does not always begin early enough to decode the first
    samples of a part as they are.
    """

    def __init__(self, length, films, sounds):
        self.length, self.films, self.sounds = length, films, sounds
        self.producers, self.playlists, self.tracks, self.transitions = {}, [], [], []

    def track(self, hides=None):
        """Adds a track, and says its number. `hides`: `audio` or `video`, which it has none of."""
        self.playlists.append(([], []))
        self.tracks.append(hides)
        return len(self.tracks)

    def show(self, track, place, name, start, length, speed=1):
        """Shows a film from a picture of it on, behind what that track has shown before.

        Only whole speeds are told: what timewarp shows at others is rounded up or down where a time is in the middle of
        two pictures, and we show the one that has begun.
        """
        self._enter(track, place, f"{self.films}/{name}", start // speed, length, speed)

    def hear(self, track, place, name, start, length):
        """Plays the sound of a film in the same way."""
        self._enter(track, place, f"{self.sounds}/{name}.wav", start, length)

    def _enter(self, track, place, path, start, length, speed=1):
        # Of its own for each part: of one that is read on from a little further ahead, or by turns, the first sound is not right.
        key = f"{os.path.basename(path)}-{len(self.producers)}"
        self.producers[key] = (path, speed)
        self.playlists[track - 1][0].append((place, key, start, length))

    def volume(self, track, start, end, first, last):
        """How loud a track is from one picture up to another; in between it goes in a line.

        melt lets each picture's sound go from the volume of the picture before to that of its own. So it has to begin a
        picture earlier for the same line, where something plays and the first volume holds already.
        """
        lead = 0 if first == last else 1
        self.playlists[track - 1][1].append((start - lead, end - 1, first, last))

    def dissolve(self, lower, upper, start, end):
        """Turns what a track shows into what one above it does."""
        self._transition("luma", lower, upper, start, end)

    def lay(self, lower, upper, start, end, box=None):
        """Shows a track above another, all of it or in a box (x, y, width, height).

        The lower one has to show something: where it is blank, melt shows the upper one in all of the frame.
        """
        geometry = {"geometry": "{}/{}:{}x{}:100".format(*box), "progressive": 1} if box else {}
        self._transition("composite", lower, upper, start, end, **geometry)

    def mix(self, first, second):
        """Adds the sound of two tracks up."""
        self._transition("mix", first, second, 0, self.length, sum=1, always_active=1)

    def _transition(self, service, lower, upper, start, end, **more):
        if start < end:
            values = {"mlt_service": service, "a_track": lower, "b_track": upper, **more}
            self.transitions.append(self._element("transition", start, end - 1, values))

    @staticmethod
    def _element(name, first, last, values):
        properties = "".join(f'<property name="{key}">{value}</property>' for key, value in values.items())
        return f'<{name} in="{first}" out="{last}">{properties}</{name}>'

    def xml(self):
        """All of it."""
        lines = ['<mlt>', '<profile width="%d" height="%d" frame_rate_num="25" frame_rate_den="1" sample_aspect_num="1" '
                 'sample_aspect_den="1" display_aspect_num="16" display_aspect_den="9" progressive="1" '
                 'colorspace="601"/>' % SIZE]
        for key, (name, speed) in sorted(self.producers.items()):
            path = quoteattr(name)[1:-1]
            service = '<property name="mlt_service">timewarp</property>' if speed != 1 else ""
            resource = f"{speed}:{path}" if speed != 1 else path
            lines.append(f'<producer id="{key}">{service}<property name="resource">{resource}</property></producer>')
        # What is blank on the lowest track would be white.
        lines.append(f'<producer id="black" in="0" out="{self.length - 1}"><property name="mlt_service">color</property>'
                     '<property name="resource">black</property></producer>')
        for number, (entries, volumes) in enumerate(self.playlists, 1):
            lines.append(f'<playlist id="track{number}">')
            lines += [self._element("filter", first, last, {"mlt_service": "volume", "gain": start, "end": end})
                      for first, last, start, end in volumes]
            reached = 0
            for place, key, start, length in entries:
                if place > reached:
                    lines.append(f'<blank length="{place - reached}"/>')
                lines.append(f'<entry producer="{key}" in="{start}" out="{start + length - 1}"/>')
                reached = place + length
            lines.append("</playlist>")
        lines.append('<tractor><track producer="black"/>')
        for number, hides in enumerate(self.tracks, 1):
            hidden = f' hide="{hides}"' if hides else ""
            lines.append(f'<track producer="track{number}"{hidden}/>')
        return "\n".join([*lines, *self.transitions, "</tractor>", "</mlt>"])
