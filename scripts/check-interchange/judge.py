#!/usr/bin/env python3
"""Has OpenTimelineIO read documents of ours, and compares what it says with what we say.

usage: judge.py FOLDER

For NAME.json in the folder there are NAME.otio, NAME.fcpxml and, where a timecode counts at the rate, NAME.edl.
"""
import json
import pathlib
import sys

import opentimelineio as otio
from lxml import etree

import library

TOLERANCE = 1e-6


def close(first, second):
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(close, first, second))
    return abs((first or 0) - (second or 0)) < TOLERANCE


class Judge:
    def __init__(self):
        self.problems = []
        self.counts = {}
        self.document_type = etree.DTD(str(pathlib.Path(__file__).parent / "written.dtd"))

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def expect(self, holds, place, what):
        self.count("comparisons")
        if not holds:
            self.problems.append(f"{place}: {what}")

    def otio(self, path, ours):
        """All that the library says, one to one."""
        timeline = otio.adapters.read_from_file(str(path))
        theirs = library.facts(timeline)
        self.expect(close(theirs["start"], ours.get("start")), path, "start")
        self.expect(close(theirs["duration"], ours["duration"]), path, f"duration {theirs['duration']}, not {ours['duration']}")
        self.expect(len(theirs["tracks"]) == len(ours["tracks"]), path, "number of tracks")
        for own, other in zip(ours["tracks"], theirs["tracks"]):
            self.expect(close(own["duration"], other["duration"]) and own["kind"] == other["kind"], path, "track")
            items = [item for item in other["items"]]
            self.expect(len(items) == len(own["items"]), path, "number of items")
            for one, two in zip(own["items"], items):
                self.item(path, one, two)
        # What the library writes of it says the same; it does not keep the last digit of every number.
        again = otio.adapters.otio_json.read_from_string(timeline.to_json_string())
        self.expect(library.facts(again) == theirs, path, "is another when it is written again")

    def item(self, path, ours, theirs):
        if ours["type"] == "Nothing":
            return
        place = f"{path}: {ours['type']} {ours['name']}"
        self.expect(ours["type"] == theirs["type"], place, f"is a {theirs['type']}")
        for name in ("range", "source", "visible"):
            if name in theirs and name in ours:
                self.expect(close(ours[name], theirs[name]), place, f"{name} {theirs[name]}, not {ours[name]}")
        for name in ("speed", "mediaStart"):
            if name in theirs and ours.get(name) is not None and ours.get("url"):
                self.expect(close(ours[name], theirs[name]), place, f"{name} {theirs[name]}, not {ours[name]}")
        if "url" in theirs:
            self.expect((ours.get("url") or "") == theirs["url"], place, "url")
            self.expect(ours.get("enabled") == theirs["enabled"], place, "enabled")

    def fcpxml(self, path, ours):
        """That it keeps to the document type, and that all clips of files are there, and how long; the adapter rounds to frames, and knows no speeds."""
        is_valid = self.document_type.validate(etree.parse(str(path)))
        self.expect(is_valid, path, "" if is_valid else self.document_type.error_log.filter_from_errors()[0])
        found = otio.adapters.read_from_file(str(path), adapter_name="fcpx_xml")
        kind = otio.schema.Timeline
        timelines = [found] if isinstance(found, kind) else list(found.find_children(descended_from_type=kind))
        self.expect(len(timelines) == 1, path, f"{len(timelines)} timelines")
        lengths = {clip.name: library.seconds(clip.trimmed_range().duration) for clip in timelines[0].find_clips()}
        # It cuts both the rate and the number of frames down to whole numbers.
        frame = 1 / int(rate_of(path.with_suffix(".otio")))
        for item in (item for track in ours["tracks"] for item in track["items"]):
            if item["type"] != "Clip" or not item.get("url"):
                continue
            length = lengths.get(item["name"])
            self.expect(length is not None, path, f"the clip {item['name']} is missing")
            if length is not None and not item.get("speed"):
                self.expect(abs(length - item["range"][1]) < 1.01 * frame, path, f"{item['name']} lasts {length}")

    def edl(self, path, ours):
        """Which clips follow each other, and where they lie in tracks without dissolves."""
        videos = [track for track in ours["tracks"] if track["kind"] == "Video" and track["enabled"]]
        if not videos or self.is_beyond_the_adapter(ours):
            self.count("lists the adapter cannot read")
            return
        rate = rate_of(path.with_suffix(".otio"))
        timeline = otio.adapters.read_from_file(str(path), adapter_name="cmx_3600", rate=rate)
        wanted = [item for item in videos[0]["items"] if item["type"] == "Clip" and item.get("url") and item["enabled"]]
        tracks = timeline.video_tracks()
        clips = [clip for clip in tracks[0].find_clips() if clip.name] if tracks else []
        self.expect([clip.name for clip in clips] == [item["name"] for item in wanted], path, "other clips")
        if any(item["type"] == "Transition" for item in videos[0]["items"]) or len(clips) != len(wanted):
            return
        first = wanted[0]["range"][0] if wanted else 0
        for clip, item in zip(clips, wanted):
            start, length = library.pair(clip.range_in_parent())
            self.expect(abs(length - item["range"][1]) < 1.01 / rate, path, f"{clip.name} lasts {length}")
            self.expect(abs(start - item["range"][0] + first) < 1.01 / rate, path, f"{clip.name} begins at {start}")

    @staticmethod
    def is_beyond_the_adapter(ours):
        """It knows no dissolve at the beginning, and no source before its media."""
        for track in ours["tracks"]:
            shown = [item for item in track["items"] if item["type"] != "Gap"]
            if shown and shown[0]["type"] == "Transition":
                return True
            for before, item in zip(track["items"], track["items"][1:]):
                if before["type"] == "Transition" and (item["type"] == "Gap" or not item.get("url") or not item["enabled"]):
                    return True
            for item in shown:
                if item.get("source") and item["source"][0] + min(item["visible"][0] * abs(item.get("speed") or 1), 0) < 0:
                    return True
            if any(item["type"] == "Clip" and not (item.get("url") and item["enabled"]) for item in shown[:1]):
                return True
            if track["items"] and track["items"][-1]["type"] == "Transition":
                return True
        return False


def rate_of(path):
    """The rate that an OTIO document of ours is cut at."""
    metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("assetkit", {})
    top, _, bottom = metadata.get("frameDuration", "1/25").partition("/")
    return int(bottom or 1) / int(top)


def main():
    folder = pathlib.Path(sys.argv[1])
    judge = Judge()
    for path in sorted(folder.glob("*.json")):
        ours = json.loads(path.read_text(encoding="utf-8"))
        for ending, look in (("otio", judge.otio), ("fcpxml", judge.fcpxml), ("edl", judge.edl)):
            document = path.with_suffix("." + ending)
            if not document.exists():
                continue
            judge.count(ending)
            try:
                look(document, ours)
            except Exception as error:  # whatever the library says
                judge.problems.append(f"{document}: {type(error).__name__}: {error}")
    for problem in judge.problems[:40]:
        print(problem, file=sys.stderr)
    print(f"{folder.name}: {judge.counts}, {len(judge.problems)} problems")
    return 1 if judge.problems else 0


if __name__ == "__main__":
    sys.exit(main())
