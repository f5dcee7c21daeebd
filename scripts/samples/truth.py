"""Writes down what is known of a sample because it was made so."""
from fractions import Fraction

from build import media_timescale
from model import Sample, Sound, Video, rational

TRANSPORT_LEAD = Fraction(7, 5)  # FFmpeg's transport streams start at twice the default delay of 0.7 s
IDENTITY = [1, 0, 0, 1, 0, 0]


def describe(sample: Sample):
    """The truth of one file, but for its size and hash."""
    truth = {"name": sample.name, "about": sample.about, "container": sample.container}
    if sample.is_movie:
        truth["movieTimescale"] = sample.movie_timescale
        truth["layout"] = {"movieFirst": False, "fragmented": False, "editLists": sample.has_edits}
    else:
        truth["startTime"] = rational(stored_start(sample))
    tracks = [video_track(sample, video) for video in sample.video]
    tracks += [sound_track(sample, sound) for sound in sample.sounds]
    truth["tracks"] = tracks + [dict(track) for track in sample.extra_tracks]
    for key, value in sample.facts.items():
        truth[key] = {**truth[key], **value} if isinstance(truth.get(key), dict) else value
    if sample.finish:
        sample.finish(truth)
    duration = known_duration(sample, truth)
    if duration is not None:
        truth["duration"] = rational(duration)
    return truth


def known_duration(sample, truth):
    """From the asset's zero to its end; None where a lossy codec's last packet decides."""
    if sample.has_edits:
        ends = [track["segments"][-1]["target"] for track in truth["tracks"] if "segments" in track]
        return max(Fraction(*end["start"]) + Fraction(*end["duration"]) for end in ends)
    if sample.is_movie or sample.sounds and not all(sound.codec.lossless for sound in sample.sounds):
        return None
    if any(video.durations for video in sample.video):
        return None
    ends = [video.end() for video in sample.video] + [Fraction(each.count, each.rate) for each in sample.sounds]
    return source_zero(sample) + max(ends)


def undeclared_priming(sample):
    """Seconds of priming that the container passes off as sound, by the track that has most."""
    return max((lead(sample, sound) for sound in sample.sounds), default=Fraction(0))


def lead(sample, sound: Sound):
    if sample.container in ("mpegts", "adts"):
        return Fraction(sound.codec.priming, sound.rate)
    if sample.container == "mp3" and "-write_xing" in sample.options:
        return Fraction(sound.codec.priming, sound.rate)
    if sample.container in ("matroska", "webm") and sound.codec.code != "Opus" and sound.codec.priming:
        return Fraction(sound.codec.priming, sound.rate)
    if sample.container in ("matroska", "webm") and sound.codec.name == "Vorbis":
        return Fraction(128, sound.rate)  # the first block only warms the decoder, but has a time
    return Fraction(0)


def stored_start(sample):
    """The earliest presentation time that stands in the file."""
    if sample.container != "mpegts":
        return sample.start
    # Decoding starts at the lead; a picture track is presented `delay` pictures later, sound not.
    if sample.start:  # then nothing would be negative, and nothing is moved
        return sample.start + TRANSPORT_LEAD - undeclared_priming(sample)
    delay = max((video.codec.delay * video.frame_duration for video in sample.video), default=Fraction(0))
    priming = undeclared_priming(sample)
    return sample.start + TRANSPORT_LEAD + max(Fraction(0), delay - priming)


def source_zero(sample):
    """When the first picture and the first real sound sample are presented, seen from the asset's zero."""
    if sample.is_movie:
        return sample.zero
    if sample.container in ("matroska", "webm"):
        return Fraction(round(video_shift(sample) * 1000), 1000)
    return undeclared_priming(sample)


def video_shift(sample):
    """Matroska: FFmpeg moves all tracks so that no block is before zero, declared priming or not."""
    shifts = [Fraction(sound.codec.priming, sound.rate) for sound in sample.sounds if sound.codec.code == "Opus"]
    shift = max([*shifts, undeclared_priming(sample)])
    return Fraction(-(-shift * 1000 // 1), 1000) if shifts else shift


def sound_zero(sample, sound):
    if sample.container in ("matroska", "webm"):
        return sound.offset + (Fraction(0) if sound.codec.code == "Opus" else video_shift(sample))
    return sound.offset + source_zero(sample)


def video_track(sample, video: Video):
    codec, (width, height) = video.codec, video.size
    track = {"mediaType": "video", "codec": codec.code, "codecName": codec.name}
    if video.language:
        track["language"] = video.language
    if sample.is_movie:
        track["timescale"] = media_timescale(video)
        if sample.has_edits:
            track["segments"] = [segment(sample, codec.delay * first_gap(video), video.end(), media_timescale(video))]
    facts = {
        "frameCount": video.frames,
        "pictures": [pictures(sample, video)],
        "codedSize": [width, height],
        "pixelAspectRatio": [1, 1],
        "displaySize": [width, height],
        "transform": IDENTITY,
        "rotation": 0,
        "chroma": {"0": "4:2:0", "2": "4:2:2", "4": "4:4:4"}[video.pixels.replace("yuvj", "yuv").replace("yuva", "yuv")[5]],
        "bitDepth": 10 if "10" in video.pixels else 8,
        "keyFrames": key_pictures(video),
        "openGOP": codec.open_gop,
        "reordered": codec.delay > 0,
        "interlaced": "topFieldFirst" if video.interlaced else None,
    }
    if not video.durations:
        facts["frameRate"] = rational(video.rate)
    track["video"] = {key: value for key, value in {**facts, **codec.facts, **video.facts}.items() if value is not None}
    return track


def first_gap(video):
    """How much later than decoding the first picture is shown, per picture of delay."""
    if not video.durations:
        return video.frame_duration
    return video.times()[0][video.codec.delay] / max(1, video.codec.delay)


def pictures(sample, video):
    """One run of pictures on the asset's timeline."""
    run = {"first": video.first, "count": video.frames}
    zero = source_zero(sample)
    if video.durations:
        times, end = video.times()
        scale = video.tick.denominator // video.tick.numerator
        run["times"] = [rational(zero + time, scale) for time in times]
        if sample.is_movie:
            run["end"] = rational(zero + end, scale)
        return run
    return {**run, "start": rational(zero), "frameDuration": rational(video.frame_duration)}


def key_pictures(video):
    distance = video.codec.keyframes
    if isinstance(distance, list):
        return distance
    return list(range(video.first, video.first + video.frames, distance))


def segment(sample, start, duration, timescale, target=Fraction(0), target_duration=None, rate=1):
    """One edit. Source times are on the media's timescale, target times on the movie's."""
    target_duration = duration / rate if target_duration is None else target_duration
    return {
        "source": {"start": rational(start, timescale), "duration": exact(duration, timescale)},
        "target": {"start": rational(target, sample.movie_timescale),
                   "duration": exact(target_duration, sample.movie_timescale)},
        "rate": rational(rate),
    }


def empty(sample, target, duration):
    """An edit that shows nothing."""
    return {"source": None, "target": {"start": rational(target, sample.movie_timescale),
                                       "duration": rational(duration, sample.movie_timescale)}}


def exact(value, scale):
    """On the scale if it fits, as it is if not."""
    return rational(value, scale) if (Fraction(value) * scale).denominator == 1 else rational(value)


def sound_track(sample, sound: Sound):
    codec = sound.codec
    track = {"mediaType": "audio", "codec": codec.code, "codecName": codec.name}
    if codec.code is None:
        del track["codec"]
    if sound.language:
        track["language"] = sound.language
    zero = sound_zero(sample, sound)
    if sample.is_movie:
        track["timescale"] = sound.rate
    if sample.has_edits:
        # Also where a fragmented file's edit has no end of its own: its last packet is stored as long as is left of it.
        whole = Fraction(sound.count, sound.rate)
        edit = segment(sample, Fraction(codec.priming, sound.rate), whole, sound.rate, zero)
        track["segments"] = [empty(sample, 0, zero), edit] if zero else [edit]
    track["audio"] = {
        "sampleRate": sound.rate,
        "channels": len(sound.tones),
        "tones": list(sound.tones),
        "sourceSampleCount": sound.count,
        "start": rational(zero),
        "clicks": [rational(zero + second) for second in range(-(-sound.count // sound.rate))],
        "priming": codec.priming,
        "lossless": codec.lossless,
    }
    if sound.silent_clicks:
        track["audio"]["channelsWithoutClicks"] = list(sound.silent_clicks)
    if codec.lossless:
        track["audio"]["bitDepth"] = sound.bits
    track["audio"].update(sound.facts)
    return track
