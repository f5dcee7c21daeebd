"""What a sample is made of, in words that truth.json is written from.

A sample's truth comes from these values, never from reading the finished file.
"""
from dataclasses import dataclass, field
from fractions import Fraction


def rational(value, scale=None):
    """[value, timescale] of an exact time."""
    value = Fraction(value)
    if scale is None:
        return [value.numerator, value.denominator]
    ticks = value * scale
    if ticks.denominator != 1:
        raise ValueError(f"{value} is not a whole number of 1/{scale}")
    return [ticks.numerator, scale]


@dataclass
class VideoCodec:
    """A video encoder with its settings."""
    name: str               # as people say it
    code: str               # four characters, as MP4 would say it
    arguments: list
    delay: int = 0          # pictures between decode and presentation order
    keyframes: object = 48  # distance, or the list of key pictures
    open_gop: bool = False
    facts: dict = field(default_factory=dict)


@dataclass
class AudioCodec:
    """An audio encoder with its settings."""
    name: str
    code: str
    arguments: list
    priming: int = 0        # samples the encoder puts before the first one
    lossless: bool = False
    packet: int = 0         # samples in a packet, where it is fixed


@dataclass
class Video:
    """One picture track."""
    codec: VideoCodec
    frames: int = 75
    rate: Fraction = Fraction(25)
    size: tuple = (320, 180)
    first: int = 0
    pixels: str = "yuv420p"
    interlaced: bool = False
    durations: list = None   # repeating picture durations in `tick` units, for variable rates
    tick: Fraction = None
    language: str = None
    arguments: list = field(default_factory=list)
    facts: dict = field(default_factory=dict)

    @property
    def frame_duration(self):
        return 1 / Fraction(self.rate)

    def times(self):
        """Presentation times from zero, and the end, for variable rates."""
        now, times = Fraction(0), []
        for index in range(self.frames):
            times.append(now)
            now += self.durations[index % len(self.durations)] * self.tick
        return times, now

    def end(self):
        return self.times()[1] if self.durations else self.frames * self.frame_duration


@dataclass
class Sound:
    """One sound track."""
    codec: AudioCodec
    rate: int = 48000
    tones: tuple = (440, 660)
    samples: int = None      # default: three seconds
    bits: int = 16
    layout: str = None       # for more than two channels
    silent_clicks: tuple = ()
    offset: Fraction = Fraction(0)  # how late it starts
    language: str = None
    arguments: list = field(default_factory=list)
    facts: dict = field(default_factory=dict)

    @property
    def count(self):
        return self.samples if self.samples is not None else 3 * self.rate


@dataclass
class Sample:
    """One file."""
    name: str
    about: str
    container: str
    video: list = field(default_factory=list)
    sounds: list = field(default_factory=list)
    options: list = field(default_factory=list)  # of the muxer
    inputs: list = field(default_factory=list)   # more inputs: lists of arguments
    maps: list = field(default_factory=list)     # more maps
    movie_timescale: int = 600
    start: Fraction = Fraction(0)                # stored time of the earliest presentation
    change: object = None                        # function(path, work) that finishes the file by hand
    finish: object = None                        # function(truth) that states what the change did
    facts: dict = field(default_factory=dict)
    extra_tracks: list = field(default_factory=list)
    zero: Fraction = Fraction(0)                 # MP4: when the first picture and real sound are presented
    edit_lists: bool = True                      # MP4: whether tracks have edit lists

    @property
    def is_movie(self):
        return self.container in ("mp4", "mov", "m4a")

    @property
    def has_edits(self):
        return self.is_movie and self.edit_lists
