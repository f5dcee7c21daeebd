#!/usr/bin/env python3
"""PCM that says when it is: a steady tone per channel and a click at every whole second.

A click starts on the sample n * rate, which is then the first one above half of full scale.
"""
import argparse
import math
import sys

TONE_LEVEL = 0.125
CLICK_LEVEL = 0.8
CLICK_HERTZ = 1500
CLICK_DECAY = 0.0015  # seconds to fall to 1/e
CLICK_SECONDS = 0.008


def click(rate):
    """The samples of one click, loudest first."""
    return [
        CLICK_LEVEL * math.cos(2 * math.pi * CLICK_HERTZ * k / rate) * math.exp(-k / (CLICK_DECAY * rate))
        for k in range(round(CLICK_SECONDS * rate))
    ]


def channel(rate, count, hertz, clicks=True):
    """One channel as floats."""
    # Whole hertz: the tone repeats every second, so one second is enough to know all.
    second = [TONE_LEVEL * math.sin(2 * math.pi * hertz * k / rate) for k in range(rate)]
    samples = (second * (count // rate + 1))[:count]
    for start in range(0, count, rate) if clicks else ():
        for offset, value in enumerate(click(rate)[:count - start]):
            samples[start + offset] += value
    return samples


def pcm(rate, count, tones, bits=16, silent_clicks=()):
    """Interleaved little-endian PCM; channels in `silent_clicks` have their tone only."""
    full = (1 << (bits - 1)) - 1
    columns = [channel(rate, count, hertz, place not in silent_clicks) for place, hertz in enumerate(tones)]
    width = bits // 8
    out = bytearray()
    for values in zip(*columns):
        for value in values:
            out += round(value * full).to_bytes(width, "little", signed=True)
    return bytes(out)


def main():
    parser = argparse.ArgumentParser(description="Writes PCM with tones and clicks to standard output.")
    parser.add_argument("--rate", type=int, default=48000)
    parser.add_argument("--samples", type=int, default=144000)
    parser.add_argument("--tones", default="440,660", help="hertz of each channel")
    parser.add_argument("--bits", type=int, default=16, choices=(16, 24, 32))
    options = parser.parse_args()
    tones = [int(hertz) for hertz in options.tones.split(",")]
    sys.stdout.buffer.write(pcm(options.rate, options.samples, tones, options.bits))


if __name__ == "__main__":
    main()
