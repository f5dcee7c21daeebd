"""What is played: films with a bar code of their picture's number and noise as sound, long films, a counter and a sine in two
halves."""
import pathlib
import subprocess

import numpy

RATE = 48_000


def ffmpeg(*arguments, **more):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *map(str, arguments)], check=True, **more)


def marked(path, width, height, rate, seconds):
    """A strip of 16 blocks of 16 pixels at the top left: two of guard, 1 and 0, and 14 bits of the picture's number. Sound is
    noise, whose samples stand in a file beside it."""
    random = numpy.random.default_rng(7)
    noise = pathlib.Path(f"{path}.f32")
    (random.standard_normal(int(seconds * RATE)) * 0.1).clip(-0.9, 0.9).astype("<f4").tofile(noise)
    strips = bytearray()
    for number in range(int(seconds * rate)):
        code = 0b10 << 14 | (number & 0x3FFF)
        bits = numpy.array([code >> (15 - bit) & 1 for bit in range(16)], numpy.uint8)
        strips += numpy.tile(numpy.repeat(bits * 255, 16), (32, 1)).tobytes()
    ffmpeg(
        "-f", "lavfi", "-i", f"testsrc2=s={width}x{height}:r={rate}:d={seconds}",
        "-f", "rawvideo", "-pix_fmt", "gray", "-s", "256x32", "-r", rate, "-i", "pipe:0",
        "-f", "f32le", "-ar", RATE, "-ac", 1, "-i", noise,
        "-filter_complex", "[0:v][1:v]overlay=0:0[v]", "-map", "[v]", "-map", "2:a", "-ac", 2,
        "-c:v", "libx264", "-preset", "veryfast", "-crf", 20, "-g", rate * 2, "-pix_fmt", "yuv420p", "-c:a", "flac", path,
        input=bytes(strips))
    return path


def film(path, group, seconds, repeats=1):
    """1080p30 at 8 Mb/s with B-frames, a key picture every `group` pictures, AAC. Repeated without encoding it again."""
    once = path.with_suffix(".once.mp4") if repeats > 1 else path
    ffmpeg(
        "-f", "lavfi", "-i", f"testsrc2=s=1920x1080:r=30:d={seconds},noise=alls=12:allf=t",
        "-f", "lavfi", "-i", f"sine=frequency=440:sample_rate={RATE}:duration={seconds}",
        "-c:v", "libx264", "-preset", "veryfast", "-b:v", "8M", "-maxrate", "8M", "-bufsize", "8M", "-g", group,
        "-keyint_min", group, "-sc_threshold", 0, "-bf", 3, "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", 2, once)
    if repeats > 1:
        ffmpeg("-stream_loop", repeats - 1, "-i", once, "-c", "copy", path)
    return path


# Width, height, pictures a second, and seconds that are played.
MARKED = {"720p30": (1280, 720, 30, 11), "1080p60": (1920, 1080, 60, 20)}
FILMS = {name: lambda path, w=w, h=h, rate=rate, seconds=seconds: marked(path, w, h, rate, seconds + 1)
         for name, (w, h, rate, seconds) in MARKED.items()} | {
    "short": lambda path: film(path, 60, 30, repeats=8),
    "long": lambda path: film(path, 250, 50, repeats=5)}


def counter(folder, count=240_000, cut=100_003):
    """Sample n is n / 2^20 on the left and its negative on the right; cut where no block of anybody's ends."""
    numbers = (numpy.arange(1, count + 1) / 2.0**20).astype("<f4")
    paths = []
    for name, part in (("one", numbers[:cut]), ("two", numbers[cut:])):
        path = folder / f"{name}.wav"
        samples = numpy.stack([part, -part], 1).tobytes()
        ffmpeg("-f", "f32le", "-ar", RATE, "-ac", 2, "-i", "pipe:0", "-c:a", "pcm_f32le", path, input=samples)
        paths.append(path)
    return paths


def ramp(path, seconds=12):
    """Sample n is n / 2^20, so that what is heard says where in the file that is."""
    numbers = (numpy.arange(1, seconds * RATE + 1) / 2.0**20).astype("<f4")
    samples = numpy.stack([numbers, numbers], 1).tobytes()
    ffmpeg("-f", "f32le", "-ar", RATE, "-ac", 2, "-i", "pipe:0", "-c:a", "pcm_f32le", path, input=samples)
    return path


# A period is no whole number of samples, and no block of a codec is a whole number of periods.
SINE = 441.7
SINE_LENGTH, SINE_CUT = 240_000, 100_003
# Edits count in the movie's clock, whose thousandths would leave samples out.
CODECS = {"AAC": ("m4a", ["-c:a", "aac", "-b:a", "192k", "-movie_timescale", str(RATE)]),
          "MP3": ("mp3", ["-c:a", "libmp3lame", "-b:a", "192k"]),
          "Opus": ("opus", ["-c:a", "libopus", "-b:a", "192k"])}


def sine(folder, codec):
    """One sine, cut where no block ends, and each half encoded by itself."""
    ending, options = CODECS[codec]
    wave = (0.5 * numpy.sin(2 * numpy.pi * SINE * numpy.arange(SINE_LENGTH) / RATE)).astype("<f4")
    paths = []
    for name, part in (("first", wave[:SINE_CUT]), ("second", wave[SINE_CUT:])):
        path = folder / f"{name}.{ending}"
        samples = numpy.stack([part, part], 1).tobytes()
        ffmpeg("-f", "f32le", "-ar", RATE, "-ac", 2, "-i", "pipe:0", *options, path, input=samples)
        paths.append(path)
    return paths
