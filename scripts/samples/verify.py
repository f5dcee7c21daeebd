#!/usr/bin/env python3
"""Decodes every sample with FFmpeg and holds what comes out against truth.json."""
import argparse
import hashlib
import json
import os
import sys

import boxes
import probe
import verify_file
import verify_pictures
import verify_sound


class Report:
    """Counts what was held against the truth, and keeps what did not agree."""

    def __init__(self):
        self.files = self.facts = self.pictures = self.samples = 0
        self.wrong, self.skipped, self.place = [], [], ""

    def true(self, what, value):
        self.facts += 1
        if not value:
            self.wrong.append(f"{self.place}: {what}")

    def equal(self, what, have, want):
        self.true(f"{what}: found {shorten(have)}, truth says {shorten(want)}", have == want)

    def close(self, what, have, want, limit):
        """Lists of (index, time) whose times may differ by `limit`."""
        fits = len(have) == len(want) and all(
            one[0] == other[0] and abs(one[1] - other[1]) <= limit for one, other in zip(have, want))
        self.true(f"{what}: found {shorten(have)}, truth says {shorten(want)}", fits)

    def skip(self, why):
        self.skipped.append(f"{self.place}: {why}")


def shorten(value):
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        value = [tuple(map(str, row)) for row in value]
    text = str(value)
    return text if len(text) < 400 else f"{text[:200]} … {text[-200:]}"


def check_file(report, folder, file):
    """One file against its truth."""
    path = os.path.join(folder, file["name"])
    with open(path, "rb") as opened:
        data = opened.read()
    report.equal("bytes", len(data), file["byteCount"])
    report.equal("hash", hashlib.sha256(data).hexdigest(), file["sha256"])
    overview = probe.overview(path)
    movie = None
    if file["container"] in ("mp4", "mov", "m4a"):
        top = boxes.parse(data)
        movie = [box for box in top if box.kind == b"moov"][0]
        verify_file.check_movie(report, file, top)
    streams = [stream for stream in overview["streams"] if is_listed(stream, file)]
    kinds = [{"timecode": "data"}.get(track["mediaType"], track["mediaType"]) for track in file["tracks"]]
    report.equal("tracks", [stream["codec_type"] for stream in streams], kinds)
    for place, (track, stream) in enumerate(zip(file["tracks"], streams)):
        report.place = f"{file['name']} track {place}"
        check_track(report, path, file, track, stream, movie, place)
    report.place = file["name"]
    verify_file.check_facts(report, path, file, overview)
    report.files += 1


def is_listed(stream, file):
    """Cover pictures and chapter texts are facts of the file, not tracks of the truth."""
    is_chapter_text = "chapters" in file and stream["codec_type"] == "data"
    return not stream["disposition"]["attached_pic"] and not is_chapter_text


def check_track(report, path, file, track, stream, movie, place):
    movie_track = boxes.tracks(movie)[place] if movie else None
    scale = boxes.movie_timescale(movie) if movie else None
    verify_file.check_codec(report, track, stream)
    if movie_track:
        verify_file.check_movie_track(report, file, track, movie_track)
    if "video" in track:
        verify_pictures.check_format(report, track, stream)
        verify_pictures.check(report, path, file, track, stream, movie_track, scale)
        if "masteringDisplay" in track["video"]:
            verify_file.check_display_in_stream(report, path, track["video"], stream)
        if "closedCaptions" in track["video"]:
            verify_file.check_captions(report, path, track["video"]["closedCaptions"])
    if "audio" in track:
        verify_sound.check(report, path, file, track, stream, movie_track, scale)
    if "cues" in track:
        verify_file.check_cues(report, path, track, stream)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", required=True)
    parser.add_argument("names", nargs="*", help="only these samples")
    options = parser.parse_args()
    try:
        with open(os.path.join(options.folder, "truth.json"), encoding="utf-8") as opened:
            files = json.load(opened)["files"]
    except OSError as error:
        parser.error(f"cannot read the truth: {error}")
    unknown = set(options.names) - {file["name"] for file in files}
    if unknown:
        parser.error(f"no such sample: {', '.join(sorted(unknown))}")
    report = Report()
    for file in files:
        if not options.names or file["name"] in options.names:
            report.place = file["name"]
            try:
                check_file(report, options.folder, file)
            except (RuntimeError, OSError, ValueError, LookupError) as error:
                report.true(f"cannot be checked: {error!r}", False)  # the other files still are
    for line in report.skipped:
        print(f"not asked of FFmpeg: {line}")
    for line in report.wrong:
        print(f"WRONG {line}")
    print(f"{report.files} files, {report.pictures} pictures, {report.samples} sound samples, {report.facts} facts, "
          f"{len(report.wrong)} wrong")
    return 1 if report.wrong or report.files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
