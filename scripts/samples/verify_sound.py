"""Holds decoded sound against the truth."""
import math
from fractions import Fraction

import boxes
import probe
import sound
from verify_pictures import FFMPEG_IGNORES_EDITS, unwrapped

LOSSY_TOLERANCE = 4     # samples a lossy codec may move a click
REACH = 0.04            # seconds around the expected place in which a click is looked for


def starts(path, stream, raw):
    """(first sample's number, time, count) of every decoded stretch."""
    found, number = [], 0
    for frame in probe.listing(path, "frames", stream["index"], raw):
        count = frame["nb_samples"]
        found.append((number, probe.time(frame, stream), count))
        number += count
    return found


def number_at(stretches, time, rate, slack):
    """The number of the sample that is heard at a time, or None."""
    for number, begin, count in stretches:
        offset = (time - begin) * rate
        if -slack - 1 < offset < count + slack:
            return max(0, number + round(offset))
    return None


def click_place(samples, rate, near):
    """Where a click starts, by the best match around the loudest sample."""
    reach, shape = int(REACH * rate), sound.click(rate)
    low, high = max(0, near - reach), min(len(samples), near + reach)
    if low >= high:
        return None
    loudest = max(range(low, high), key=lambda place: abs(samples[place]))
    if abs(samples[loudest]) < 2 * sound.TONE_LEVEL:
        return None
    around = range(max(0, loudest - 64), loudest + 65)
    return max(around, key=lambda place: sum(a * b for a, b in zip(samples[place:place + len(shape)], shape)))


def strength(samples, rate, hertz):
    """The amplitude of one frequency (Goertzel)."""
    factor = 2 * math.cos(2 * math.pi * hertz / rate)
    last = before = 0.0
    for value in samples:
        last, before = value + factor * last - before, last
    power = last * last + before * before - factor * last * before
    return 2 * math.sqrt(max(0.0, power)) / len(samples)


def check(report, path, file, track, stream, movie_track, movie_scale):
    """Everything about one sound track."""
    facts, is_movie = track["audio"], movie_track is not None
    report.equal("sample rate", int(stream["sample_rate"]), facts["sampleRate"])
    report.equal("channels", stream["channels"], facts["channels"])
    if facts.get("channelLayout"):
        report.true("channel layout", stream["channel_layout"].startswith(facts["channelLayout"]))
    if is_movie:
        check_media(report, path, track, stream, movie_track, movie_scale)
        if file["name"] not in FFMPEG_IGNORES_EDITS:
            check_timeline(report, path, file, track, stream)
        else:
            report.skip("FFmpeg does not honour these edits")
    else:
        check_timeline(report, path, file, track, stream)


def check_media(report, path, track, stream, movie_track, movie_scale):
    """Clicks in the whole media, mapped through the edit list by us."""
    facts, rate = track["audio"], track["audio"]["sampleRate"]
    columns = probe.channels(path, stream, raw=True)
    stretches = starts(path, stream, raw=True)
    check_tones(report, columns, facts)
    heard = [stretches[0][1] + Fraction(place, rate) if place < stretches[0][2]
             else time_of(stretches, place, rate) for place in clicks_in(columns[0], rate)]
    edits = boxes.edits(movie_track)
    wanted = [Fraction(*time) for time in facts["clicks"]]
    limit = Fraction(0 if facts["lossless"] else LOSSY_TOLERANCE, rate)
    report.close("clicks through the edit list", place_all(through(heard, edits, rate, movie_scale, limit)),
                 place_all(wanted), limit)


def place_all(times):
    return list(enumerate(times))


def time_of(stretches, place, rate):
    for number, begin, count in stretches:
        if number <= place < number + count:
            return begin + Fraction(place - number, rate)
    raise ValueError("no such sample")


def clicks_in(samples, rate):
    """The places of all clicks."""
    found, place, step = [], 0, int(0.02 * rate)
    threshold = 3 * sound.TONE_LEVEL
    while place < len(samples):
        if abs(samples[place]) > threshold:
            found.append(click_place(samples, rate, place))
            place += step
        place += 1
    return found


def through(heard, edits, rate, movie_scale, limit):
    """Media times as times of the movie."""
    if not edits:
        return heard
    found, target = [], Fraction(0)
    for duration, start, speed in edits:
        duration = Fraction(duration, movie_scale)
        if start >= 0 and speed:
            source = Fraction(start, rate)
            end = source + duration * Fraction(speed) if duration else heard[-1] + 1
            found += [target + (time - source) / Fraction(speed) for time in heard if source - limit <= time < end - limit]
        target += duration
    return found


def check_timeline(report, path, file, track, stream):
    """Clicks where FFmpeg says they are."""
    facts, rate = track["audio"], track["audio"]["sampleRate"]
    columns = probe.channels(path, stream)
    report.samples += len(columns[0])
    stretches = starts(path, stream, raw=False)
    if "wrapsAt" in file:
        times = unwrapped([(number, begin) for number, begin, _ in stretches])
        stretches = [(number, begin, count) for (number, begin), (_, _, count) in zip(times, stretches)]
    shift = shift_of(file, facts)
    step = Fraction(stream["time_base"])
    slack = Fraction(0) if step <= Fraction(1, rate) else step * rate
    limit = math.ceil(slack + (0 if facts["lossless"] else LOSSY_TOLERANCE))
    check_tones(report, columns, facts)
    for place, samples in enumerate(columns):
        if place not in facts.get("channelsWithoutClicks", []):
            for time in facts["clicks"]:
                check_click(report, samples, stretches, rate, Fraction(*time) + shift, limit)
    if facts["lossless"] and "segments" not in track:
        report.equal("decoded samples", len(columns[0]), facts["sourceSampleCount"])


def check_click(report, samples, stretches, rate, time, limit):
    wanted = number_at(stretches, time, rate, limit)
    if wanted is None:
        report.true(f"sound at {float(time)}", False)
        return
    found = click_place(samples, rate, wanted)
    report.true(f"click at {float(time)} s (sample {wanted}, found {found}, within {limit})",
                found is not None and abs(found - wanted) <= limit)
    if limit == 0 and found is not None:
        report.true("a lossless click starts on its first sample",
                    samples[found] > 0.5 and all(abs(value) < 0.5 for value in samples[max(0, found - 20):found]))


def shift_of(file, facts):
    """From the asset's timeline to FFmpeg's."""
    if file["container"] == "mp3" and file.get("declaresPriming"):
        return Fraction(facts["priming"], facts["sampleRate"])  # FFmpeg counts the priming, though it drops it
    return Fraction(*file.get("startTime", [0, 1]))


def check_tones(report, columns, facts):
    """Each channel has its own tone and no other's."""
    rate = facts["sampleRate"]
    length = min(rate // 4, len(columns[0]) // 4)
    begin = len(columns[0]) // 2 // rate * rate + rate // 4  # away from clicks, wherever zero is
    for samples, hertz in zip(columns, facts["tones"]):
        part = samples[begin:begin + length]
        own = strength(part, rate, hertz)
        others = [strength(part, rate, other) for other in facts["tones"] if other != hertz]
        report.true(f"tone of {hertz} Hz", abs(own - sound.TONE_LEVEL) < 0.04 and all(each < own / 4 for each in others))
