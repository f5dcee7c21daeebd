"""Builds one sample: raw pictures and sound in, one file out."""
import os
import subprocess
from fractions import Fraction

import picture
import sound
from model import Sample, Sound, Video

MUXERS = {"mp4": "mp4", "mov": "mov", "m4a": "ipod", "matroska": "matroska", "webm": "webm", "mpegts": "mpegts",
          "mp3": "mp3", "adts": "adts", "flac": "flac", "wav": "wav", "aiff": "aiff", "caf": "caf", "ogg": "ogg"}
EXACT = ["-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact",
         "-map_chapters", "-1"]


def run(arguments):
    """Runs FFmpeg quietly; its complaint becomes the error."""
    command = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")


class Workshop:
    """A folder with raw material, each made once."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def pictures(self, video: Video):
        """Raw pictures of a track."""
        width, height = video.size
        field = "-fields" if video.interlaced else ""
        path = self.path(f"{width}x{height}-{video.pixels}-{video.first}-{video.frames}{field}.yuv")
        if not os.path.exists(path):
            painter = picture.Painter(width, height, video.pixels, video.interlaced)
            with open(path, "wb") as file:
                for index in range(video.first, video.first + video.frames):
                    file.write(painter.frame(index))
        return path

    def samples(self, track: Sound):
        """Raw PCM of a track."""
        tones = "-".join(map(str, track.tones))
        path = self.path(f"{track.rate}-{track.count}-{tones}-{track.bits}.pcm")
        if not os.path.exists(path):
            data = sound.pcm(track.rate, track.count, track.tones, track.bits, track.silent_clicks)
            with open(path, "wb") as file:
                file.write(data)
        return path

    def text(self, name, content):
        """A small text input."""
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        return path

    def build(self, sample: Sample):
        """Makes the file and returns its path."""
        path = self.path(sample.name)
        run([*self.input_arguments(sample), *output_arguments(sample), path])
        if sample.change:
            sample.change(path, self)
        return path

    def input_arguments(self, sample):
        arguments = []
        for video in sample.video:
            width, height = video.size
            arguments += ["-f", "rawvideo", "-pix_fmt", video.pixels, "-s", f"{width}x{height}", "-framerate",
                          video.rate, "-i", self.pictures(video)]
        for track in sample.sounds:
            if track.offset:
                arguments += ["-itsoffset", float(track.offset)]
            arguments += ["-f", f"s{track.bits}le", "-ar", track.rate, "-ac", len(track.tones)]
            if track.layout:
                arguments += ["-channel_layout", track.layout]
            arguments += ["-i", self.samples(track)]
        for extra in sample.inputs:
            arguments += [part(self) if callable(part) else part for part in extra]
        return arguments


def output_arguments(sample):
    """Everything after the inputs, but for the name."""
    arguments = []
    for place in range(len(sample.video) + len(sample.sounds)):
        arguments += ["-map", place]
    arguments += [*sample.maps, *EXACT]
    for place, video in enumerate(sample.video):
        arguments += [*at(video.codec.arguments, "v", place), *at(video.arguments, "v", place)]
        arguments += timing_arguments(sample, video)
        arguments += language_argument("v", place, video.language)
    for place, track in enumerate(sample.sounds):
        arguments += [*at(track.codec.arguments, "a", place), *at(track.arguments, "a", place)]
        arguments += language_argument("a", place, track.language)
    if sample.is_movie:
        arguments += ["-movie_timescale", sample.movie_timescale]
    return [*arguments, *sample.options, "-f", MUXERS[sample.container]]


def at(arguments, kind, place):
    """Names the stream in options that are meant for one: '-b:a' becomes '-b:a:1'."""
    return [f"{part}:{place}" if isinstance(part, str) and part.startswith("-") and part.endswith(f":{kind}") else part
            for part in arguments]


def language_argument(kind, place, language):
    return [f"-metadata:s:{kind}:{place}", f"language={language}"] if language else []


def media_timescale(video):
    """Ticks per second of a picture track in an MP4."""
    if video.durations:
        return Fraction(1 / video.tick).numerator
    rate = Fraction(video.rate)
    return rate.numerator if rate.denominator != 1 else rate.numerator * 512


def timing_arguments(sample, video):
    """Keeps every picture's time as it is."""
    arguments = ["-fps_mode", "passthrough"]
    if sample.is_movie:
        arguments += ["-video_track_timescale", media_timescale(video)]
    if video.durations:
        scale = f"{video.tick.numerator}/{video.tick.denominator}"
        arguments += ["-enc_time_base", scale, "-vf", f"settb={scale},setpts='{pattern(video.durations)}'"]
    return arguments


def pattern(durations):
    """A setpts expression for picture durations that repeat."""
    count, terms = len(durations), []
    for place in range(1, count):
        terms.append(f"if(eq(mod(N,{count}),{place}),{sum(durations[:place])},0)")
    return "+".join([f"floor(N/{count})*{sum(durations)}", *terms])
