"""Samples whose stored times are not the times to show: edit lists, late tracks, large starts."""
from fractions import Fraction

import boxes
from encoders import AAC, FLAC, H264
from model import Sample, Sound, Video, rational
from truth import empty, segment

SECOND = Fraction(1)
TEN_HOURS = 36000
LAST_BEFORE_WRAP = Fraction(2**33, 90000) - 3  # a transport stream's clock starts again after 2^33 ticks of 1/90000 s


class Edit:
    """A stretch of the movie: media from `source` on, or nothing, for `duration` at `rate`."""

    def __init__(self, source, duration, rate=1):
        self.source = None if source is None else Fraction(source)
        self.duration, self.rate = Fraction(duration), Fraction(rate)

    @property
    def source_duration(self):
        return self.duration * self.rate


def edited(name, about, plan, with_sound=False):
    """A sample with the same edits on each track."""
    video = Video(H264)
    sounds = [Sound(AAC)] if with_sound else []
    leads = [H264.delay * video.frame_duration] + [Fraction(1024, 48000) for _ in sounds]
    sample = Sample(name, about, "mp4", [video], sounds)

    def change(path, _):
        boxes.change_movie(path, lambda movie: apply(movie, plan, leads))

    def finish(truth):
        state(sample, truth, plan, leads)

    sample.change, sample.finish = change, finish
    return sample


def apply(movie, plan, leads):
    """Writes the plan into every track; `leads` is where each media's real content starts."""
    scale = boxes.movie_timescale(movie)
    for track, media_lead in zip(boxes.tracks(movie), leads):
        media_scale = boxes.media_timescale(track)
        rows = []
        for edit in plan:
            start = -1 if edit.source is None else rational(edit.source + media_lead, media_scale)[0]
            rows.append((rational(edit.duration, scale)[0], start, float(edit.rate)))
        boxes.set_edits(movie, track, rows)


def state(sample, truth, plan, leads):
    """Says in the truth what the plan does to each track."""
    for track, media_lead in zip(truth["tracks"], leads):
        track["segments"] = segments(sample, track, plan, media_lead)
        if "video" in track:
            track["video"]["pictures"] = runs(sample.video[0], plan)
        else:
            track["audio"]["clicks"] = [rational(time) for time in clicks(plan)]
            del track["audio"]["start"]


def segments(sample, track, plan, media_lead):
    found, target = [], Fraction(0)
    for edit in plan:
        if edit.source is None:
            found.append(empty(sample, target, edit.duration))
        else:
            found.append(segment(sample, edit.source + media_lead, edit.source_duration, track["timescale"], target,
                                 edit.duration, edit.rate))
        target += edit.duration
    return found


def runs(video, plan):
    """What is seen when."""
    found, target, step = [], Fraction(0), video.frame_duration
    for edit in plan:
        if edit.source is not None:
            found.append(run(edit, target, step))
        target += edit.duration
    return found


def run(edit, target, step):
    first = edit.source // step
    if edit.rate == 0:
        return {"first": int(first), "count": 1, "start": rational(target), "frameDuration": rational(edit.duration)}
    end = edit.source + edit.source_duration
    count = -(-end // step) - first
    if edit.source % step == 0:
        return {"first": int(first), "count": int(count), "start": rational(target),
                "frameDuration": rational(step / edit.rate)}
    times = [max(target, target + ((first + place) * step - edit.source) / edit.rate) for place in range(int(count))]
    return {"first": int(first), "count": int(count), "times": [rational(time) for time in times],
            "end": rational(target + edit.duration)}


def clicks(plan):
    """When the clicks of whole source seconds are heard."""
    found, target = [], Fraction(0)
    for edit in plan:
        if edit.source is not None:
            first, end = -(-edit.source // SECOND), edit.source + edit.source_duration
            found += [target + (second - edit.source) / edit.rate for second in range(int(first), int(-(-end // SECOND)))]
        target += edit.duration
    return found


def late_sound(path, _):
    """FFmpeg would play the priming before the sound; an honest file skips it."""
    def change(movie):
        track = boxes.tracks(movie, b"soun")[0]
        boxes.set_edits(movie, track, [(600, -1, 1), (1200, 1024, 1)])

    boxes.change_movie(path, change)


NEGATIVE = ["-movflags", "negative_cts_offsets"]


def negative_offsets(truth):
    """With negative offsets the media starts at zero, so its edit does too."""
    truth["tracks"][0]["segments"][0]["source"]["start"] = [0, 12800]


SAMPLES = [
    edited("edit-cut-start.mp4", "the edit list cuts the first ten pictures, and as much sound",
           [Edit(Fraction(10, 25), Fraction(65, 25))], with_sound=True),
    edited("edit-cut-inside-picture.mp4", "the edit list starts a quarter into picture 10",
           [Edit(Fraction(41, 100), Fraction(259, 100))]),
    edited("edit-leading-empty.mp4", "nothing for a second, then all", [Edit(None, 1), Edit(0, 3)], with_sound=True),
    edited("edit-inner-gap.mp4", "a second, nothing for half a second, then the rest",
           [Edit(0, 1), Edit(None, Fraction(1, 2)), Edit(1, 2)], with_sound=True),
    edited("edit-rate-half.mp4", "a second at rate 1, then a second of media at rate 0.5",
           [Edit(0, 1), Edit(1, 2, Fraction(1, 2))]),
    edited("edit-rate-double.mp4", "a second at rate 1, then two seconds of media at rate 2",
           [Edit(0, 1), Edit(1, 1, 2)]),
    edited("edit-dwell.mp4", "a second, then picture 25 held for a second, then the rest",
           [Edit(0, 1), Edit(1, 1, 0), Edit(1, 2)]),
    edited("edit-reordered.mp4", "the last second first, then the first two, then the last again",
           [Edit(2, 1), Edit(0, 2), Edit(2, 1)]),
    Sample("late-sound.mp4", "sound starts a second after the pictures", "mp4", [Video(H264)],
           [Sound(AAC, samples=96000, offset=SECOND)], change=late_sound),
    Sample("late-sound.mkv", "sound starts a second after the pictures", "matroska", [Video(H264)],
           [Sound(FLAC, rate=24000, samples=48000, offset=SECOND)]),
    Sample("start-10-hours.ts", "stored times start after ten hours", "mpegts", [Video(H264)], [Sound(AAC)],
           ["-output_ts_offset", TEN_HOURS], start=Fraction(TEN_HOURS)),
    Sample("start-10-hours.mkv", "stored times start after ten hours", "matroska", [Video(H264)], [Sound(FLAC, rate=24000)],
           ["-output_ts_offset", TEN_HOURS], start=Fraction(TEN_HOURS)),
    Sample("clock-wrap.ts", "the 33-bit clock starts again in the middle", "mpegts", [Video(H264)], [Sound(AAC)],
           ["-output_ts_offset", f"{float(LAST_BEFORE_WRAP):.6f}"], start=LAST_BEFORE_WRAP,
           facts={"wrapsAt": [2**33, 90000]}),
    Sample("no-edit-list.mp4", "B-frames without an edit list: the first picture is shown two pictures late", "mp4",
           [Video(H264)], [], ["-use_editlist", "0"], zero=Fraction(2, 25), edit_lists=False),
    Sample("negative-composition-offsets.mp4", "B-frames by negative composition offsets", "mp4", [Video(H264)], [],
           NEGATIVE, finish=negative_offsets),
]
