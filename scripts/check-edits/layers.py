"""Random edits with gaps, insets, other speeds and volumes, as documents for assettool and for melt."""
import json
import os
import random

from mlt import SIZE, Melt
from timeline import FILMS, SOUNDS

#: Insets of the frame's shape, whose sides are even as their places are: chroma has half as many lines and columns.
INSETS = ((160, 90), (192, 108), (128, 72), (224, 126))
#: Below the numbers of the pictures under them.
HIGHEST_INSET = 20


class Layers:
    """Films with gaps between them, insets above, and two tracks of sound. All times are pictures."""

    #: No pictures are mixed.
    dissolved = frozenset()

    def __init__(self, shown, insets, sounds):
        #: (place, name, start, length, speed): what lies below.
        self.shown = shown
        #: (place, name, start, length, box)
        self.insets = insets
        #: For each track (place, name, start, length, first volume, start of a ramp, its end, last volume).
        self.sounds = sounds

    @classmethod
    def random(cls, seed, films):
        source = random.Random(seed)
        shown, place = [], source.choice([0, 0, 7])
        for _ in range(source.randint(2, 5)):
            name, speed = source.choice(films), source.choice([1, 1, 1, 2, 3])
            length = source.randint(5, FILMS[name] // speed - 2)
            # Whole numbers of timewarp's pictures.
            start = source.randint(0, FILMS[name] // speed - length) * speed
            shown.append((place, name, start, length, speed))
            place += length + source.choice([0, 0, 3, 12])
        length = shown[-1][0] + shown[-1][3]
        insets = cls._others(source, length, films if source.random() < 0.7 else [])
        insets = [(*inset, cls._box(source)) for inset in insets]
        sounds = []
        for count in range(source.choice([1, 2])):
            loudest = 1 if count == 0 and not sounds else 0.5
            sounds.append([(*sound, *cls._volume(source, sound[3], loudest))
                           for sound in cls._others(source, length, [name for name in films if name in SOUNDS])])
        if len(sounds) == 2:
            # melt bends what both together would have beyond full volume.
            sounds[0] = [(*sound[:4], sound[4] / 2, *sound[5:7], sound[7] / 2) for sound in sounds[0]]
        return cls(shown, insets, sounds)

    @staticmethod
    def _others(source, end, films):
        """Parts of films with room between them, before a picture."""
        parts, place = [], source.randint(0, 10)
        while films and place + 8 < end:
            name = source.choice(films)
            length = source.randint(6, min(FILMS[name], end - place))
            parts.append((place, name, source.randint(0, FILMS[name] - length), length))
            place += length + source.randint(3, 15)
        return parts

    @staticmethod
    def _box(source):
        width, height = source.choice(INSETS)
        x = source.randrange(0, SIZE[0] - width + 1, 2)
        return x, source.randrange(HIGHEST_INSET, SIZE[1] - height + 1, 2), width, height

    @staticmethod
    def _volume(source, length, loudest):
        start = source.randint(2, length - 3)
        end = source.randint(start + 1, length)
        return source.choice([1, 0.8, 0.5]) * loudest, start, end, source.choice([1, 0.25, 0]) * loudest

    @property
    def length(self):
        return self.shown[-1][0] + self.shown[-1][3]

    def __str__(self):
        return f"{self.shown} below {self.insets} with {self.sounds}"

    def words(self, folder, work):
        """The arguments of compose."""
        path = os.path.join(work, "edit.otio")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.document(folder), file)
        # Without layers a part that plays faster has all of its pictures, in less time.
        is_fast = any(speed != 1 for *_, speed in self.shown)
        return [path, "--allow-references", *(["--fps", "25"] if is_fast and not self.insets else [])]

    # As OpenTimelineIO has it

    def document(self, folder):
        """The timeline of an OTIO document."""
        tracks = [self._track("Video", [(place, length, self._clip(folder, name, start, length, speed=speed))
                                        for place, name, start, length, speed in self.shown])]
        if self.insets:
            tracks.append(self._track("Video", [
                (place, length, self._clip(folder, name, start, length, transform=self._transform(length, box)))
                for place, name, start, length, box in self.insets
            ]))
        tracks += [self._track("Audio", [
            (place, length, self._clip(folder, name, start, length, volume=self._ramps(length, *volume)))
            for place, name, start, length, *volume in sounds
        ]) for sounds in self.sounds]
        stack = {"OTIO_SCHEMA": "Stack.1", "name": "tracks", "children": tracks}
        return {"OTIO_SCHEMA": "Timeline.1", "name": "edit", "global_start_time": None, "tracks": stack}

    def _track(self, kind, clips):
        children, reached = [], 0
        for place, length, clip in clips:
            if place > reached:
                children.append({"OTIO_SCHEMA": "Gap.1", "source_range": self._range(0, place - reached)})
            children.append(clip)
            reached = place + length
        return {"OTIO_SCHEMA": "Track.1", "name": kind, "kind": kind, "children": children}

    def _clip(self, folder, name, start, length, speed=1, **effects):
        warp = {"OTIO_SCHEMA": "LinearTimeWarp.1", "name": "", "effect_name": "LinearTimeWarp", "time_scalar": speed}
        media = {"OTIO_SCHEMA": "ExternalReference.1", "target_url": os.path.join(folder, name)}
        return {
            "OTIO_SCHEMA": "Clip.2", "name": name, "source_range": self._range(start, length),
            "media_references": {"DEFAULT_MEDIA": media}, "active_media_reference_key": "DEFAULT_MEDIA",
            "effects": [warp] if speed != 1 else [], "metadata": {"assetkit": {"version": 1, **effects}},
        }

    @staticmethod
    def _range(start, length):
        start, length = ({"OTIO_SCHEMA": "RationalTime.1", "value": value, "rate": 25} for value in (start, length))
        return {"OTIO_SCHEMA": "TimeRange.1", "start_time": start, "duration": length}

    @staticmethod
    def _ramp(start, end, first, last):
        return {"range": [f"{start}/25", f"{end - start}/25"], "from": first, "to": last}

    def _ramps(self, length, first, start, end, last):
        ramps = [(0, start, first, first), (start, end, first, last), (end, length, last, last)]
        return [self._ramp(*ramp) for ramp in ramps if ramp[0] < ramp[1]]

    def _transform(self, length, box):
        scale = box[2] / SIZE[0]
        numbers = [scale, 0, 0, scale, box[0], box[1]]
        return [self._ramp(0, length, numbers, numbers)]

    # As MLT has it

    def mlt(self, films, folder):
        """The same as melt reads it."""
        melt = Melt(self.length, films, folder)
        lower, upper = melt.track(hides="audio"), melt.track(hides="audio")
        for place, name, start, length, speed in self.shown:
            melt.show(lower, place, name, start, length, speed)
        for place, name, start, length, box in self.insets:
            melt.show(upper, place, name, start, length)
            for first, last, is_shown in self._below(place, place + length):
                melt.lay(lower if is_shown else 0, upper, first, last, box)
        tracks = [melt.track(hides="video") for _ in self.sounds]
        for track, sounds in zip(tracks, self.sounds):
            for place, name, start, length, first, ramp, end, last in sounds:
                melt.hear(track, place, name, start, length)
                # Where a ramp begins its first volume holds for a picture already.
                melt.volume(track, place, place + ramp - (first != last), first, first)
                melt.volume(track, place + ramp, place + end, first, last)
                if end < length:
                    melt.volume(track, place + end, place + length, last, last)
        if len(tracks) == 2:
            melt.mix(*tracks)
        return melt.xml()

    def _below(self, start, end):
        """Ranges of what lies below, and whether something shows there."""
        reached, ranges = 0, []
        for place, _, _, length, _ in self.shown:
            ranges += [(reached, place, False), (place, place + length, True)]
            reached = place + length
        cut = [(max(first, start), min(last, end), is_shown) for first, last, is_shown in ranges]
        return [part for part in cut if part[0] < part[1]]
