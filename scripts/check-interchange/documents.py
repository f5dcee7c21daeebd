#!/usr/bin/env python3
"""Makes OTIO documents with the library, and beside each what the library says about it.

usage: documents.py FOLDER COUNT [SEED]

Every schema is in every sixty documents. The same seed makes the same documents.
"""
import json
import pathlib
import random
import sys

import opentimelineio as otio
from opentimelineio.opentime import RationalTime, TimeRange

import library

RATES = [24, 25, 30, 50, 60, 24000 / 1001, 30000 / 1001, 60000 / 1001, 12.5]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.rate = RATES[seed % len(RATES)]
        self.number = 0

    def chance(self, share):
        return self.random.random() < share

    def time(self, low, high, rate=None):
        return RationalTime(self.random.randint(low, high), rate or self.rate)

    def range(self, start, low, high, rate=None):
        return TimeRange(RationalTime(start, rate or self.rate), self.time(low, high, rate))

    def reference(self, kind):
        rate = self.rate if self.chance(0.6) else self.random.choice(RATES)
        start = self.random.choice([0, 0, round(rate * 3600), 1234])
        available = TimeRange(RationalTime(start, rate), RationalTime(10_000, rate))
        if kind == "missing":
            return otio.schema.MissingReference(name="gone")
        if kind == "generator":
            return otio.schema.GeneratorReference("bars", "SMPTEBars", available, {"size": 1.5})
        if kind == "sequence":
            return otio.schema.ImageSequenceReference("file:///frames/", "f.", ".exr", 1, 1, rate, 4, available_range=available)
        url = self.random.choice(["a.mov", "media/b%20c.mov", "file:///media/d.mov", "/abs/e.wav", "http://host/f.mp4"])
        reference = otio.schema.ExternalReference(url, available if self.chance(0.8) else None)
        if self.chance(0.2):
            reference.metadata["camera"] = {"iso": 800, "white": 5600.5, "takes": [1, None, True]}
        return reference

    def marker(self, start):
        range_of_it = TimeRange(RationalTime(start, self.rate), RationalTime(self.random.randint(0, 5), self.rate))
        color = self.random.choice(["RED", "GREEN", "BLUE"])
        return otio.schema.Marker(f"m{self.number}", range_of_it, color=color, comment="said" if self.chance(0.3) else "")

    def effects(self, clip):
        if self.chance(0.15):
            clip.effects.append(otio.schema.LinearTimeWarp(time_scalar=self.random.choice([2, 0.5, -1, 1.25, 3])))
        elif self.chance(0.06):
            clip.effects.append(otio.schema.FreezeFrame())
        if self.chance(0.1):
            clip.effects.append(otio.schema.Effect("blur", "Blur", metadata={"radius": 2.5}))

    def clip(self, kind=None):
        self.number += 1
        kind = kind or self.random.choices(["file", "missing", "generator", "sequence"], [12, 1, 1, 1])[0]
        reference = self.reference(kind)
        available = reference.available_range
        start = (available.start_time if available else RationalTime(0, self.rate)).rescaled_to(self.rate)
        begin = RationalTime(round(start.value) + self.random.randint(0, 500), self.rate)
        clip = otio.schema.Clip(f"c{self.number}", reference, TimeRange(begin, self.time(10, 120)))
        if self.chance(0.05) and available:
            clip.source_range = None
        self.effects(clip)
        clip.enabled = not self.chance(0.05)
        if self.chance(0.2):
            clip.markers.append(self.marker(begin.value + 1))
        if self.chance(0.2):
            clip.metadata["app"] = {"note": "é\n\"", "big": 1 << 53, "tiny": 1e-9, "nested": {"list": [[], {}]}}
        if self.chance(0.1) and kind == "file":
            clip.set_media_references({"DEFAULT_MEDIA": reference, "proxy": otio.schema.ExternalReference("proxy.mov")},
                                      "DEFAULT_MEDIA")
        return clip

    def transition(self):
        kind = "SMPTE_Dissolve" if self.chance(0.8) else "Custom_Transition"
        return otio.schema.Transition(f"t{self.number}", kind, self.time(0, 4), self.time(1, 4))

    def nested(self, kind, depth):
        self.number += 1
        if self.chance(0.4):
            inner = self.track(f"n{self.number}", kind, 3, depth + 1)
        else:
            inner = otio.schema.Stack(f"n{self.number}")
            for index in range(self.random.randint(1, 3)):
                track_kind = kind if index == 0 else self.random.choice(["Video", "Audio"])
                inner.append(self.track(f"n{self.number}.{index}", track_kind, 3, depth + 1))
        if self.chance(0.5):
            inner.source_range = self.range(self.random.randint(0, 5), 10, 25)
        return inner

    def track(self, name, kind, count, depth=0):
        track = otio.schema.Track(name, kind=kind)
        for index in range(count):
            if self.chance(0.15):
                track.append(otio.schema.Gap(duration=self.time(1, 40)))
            elif depth < 2 and self.chance(0.08):
                track.append(self.nested(kind, depth))
            else:
                if index and isinstance(track[-1], otio.schema.Clip) and self.chance(0.2):
                    track.append(self.transition())
                track.append(self.clip())
        if self.chance(0.1):
            track.markers.append(self.marker(3))
        track.enabled = not self.chance(0.05)
        return track

    def timeline(self):
        timeline = otio.schema.Timeline(f"edit {self.seed}")
        if self.chance(0.5):
            timeline.global_start_time = RationalTime(round(self.rate * 3600), self.rate)
        for index in range(self.random.randint(1, 2)):
            timeline.tracks.append(self.track(f"V{index + 1}", "Video", self.random.randint(1, 6)))
        for index in range(self.random.randint(0, 2)):
            timeline.tracks.append(self.track(f"A{index + 1}", "Audio", self.random.randint(1, 4)))
        if self.chance(0.1):
            track = self.random.choice(list(timeline.tracks))
            track.source_range = self.range(self.random.randint(0, 8), 10, 60)
        if self.chance(0.3):
            timeline.tracks.markers.append(self.marker(2))
        self.cover(timeline)
        return timeline

    def cover(self, timeline):
        """What chance does not bring often enough, in every sixty."""
        track = timeline.tracks[0]
        forced = self.seed % 60
        if forced < 4:
            track.append(self.clip(["file", "missing", "generator", "sequence"][forced]))
        elif forced < 6:
            clip = self.clip("file")
            clip.effects.append([otio.schema.LinearTimeWarp(time_scalar=0.5), otio.schema.FreezeFrame()][forced - 4])
            track.append(clip)
        elif forced < 10:
            track.append(self.nested("Video", 0))
        elif forced < 14:
            timeline.metadata["app"] = {"version": forced, "factor": 0.1}
        elif forced < 17:
            clip = self.clip("file")
            if forced == 14:
                bounds = otio.schema.Box2d(otio.schema.V2d(-1.5, 0), otio.schema.V2d(1920, 1080.25))
                clip.media_reference.available_image_bounds = bounds
            elif forced == 15:
                clip.color = otio.core.Color(1, 0.5, 0.25, 1, "ochre")
            else:
                clip.effects.append(otio.schema.TimeEffect("ramp", "Ramp"))
            track.append(clip)

    def text(self):
        """A tenth has clips of the first version, and some are in collections."""
        timeline = self.timeline()
        value = timeline
        if self.seed % 15 == 7:
            value = otio.schema.SerializableCollection("bin", [timeline])
        versions = {"Clip": 1} if self.seed % 10 == 3 else {}
        text = otio.adapters.otio_json.write_to_string(value, target_schema_versions=versions)
        if versions:
            text = text.replace('"OTIO_SCHEMA": "Marker.2"', '"OTIO_SCHEMA": "Marker.1"').replace("marked_range", "range")
        value = json.loads(text)
        if self.seed % 12 == 5:
            # As programs write what this version of the library does not know.
            value["metadata"]["new"] = {"OTIO_SCHEMA": "Hologram.4", "depth": 0.25, "layers": [1, 2]}
        text = json.dumps(value, separators=(",", ":"))
        return text, timeline


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(seed, seed + count):
        text, timeline = Maker(number).text()
        (folder / f"{number:05}.otio").write_text(text + "\n", encoding="utf-8")
        library.write(folder / f"{number:05}.json", library.facts(timeline))
    print(f"{count} documents in {folder}")


if __name__ == "__main__":
    main()
