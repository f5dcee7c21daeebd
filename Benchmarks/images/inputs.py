"""What the rows of `images` and `reader` read: long files that cost little to make, because a short encode is copied
end to end."""
import os
import subprocess
import sys

from Support.machine import BUILD

FOLDER = BUILD / "inputs" / "images"
EXACT = ["-flags", "+bitexact", "-fflags", "+bitexact"]
# The noise keeps the pictures from being as easy to code, and to decode, as drawn ones are.
SOURCE = "testsrc2=size={size}:rate=30,noise=alls=12:all_seed=4"
H264 = [
    "-c:v", "libx264", "-preset", "veryfast", "-b:v", "6M", "-maxrate", "6M", "-bufsize", "12M", "-bf", "3",
    "-sc_threshold", "0", "-pix_fmt", "yuv420p",
]
VP9 = ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-row-mt", "1", "-b:v", "4M", "-g", "150"]
HEVC = [
    "-c:v", "libx265", "-preset", "ultrafast", "-b:v", "20M", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1",
    "-x265-params", "keyint=250:min-keyint=250:scenecut=0:open-gop=0:bframes=3:log-level=error",
]
FULL, ULTRA = "1920x1080", "3840x2160"

# Name of the file: size of its pictures, options of the encoder, seconds that are encoded, seconds of the file. The
# former are whole groups of pictures where the encoder is told how long those are.
FILES = {
    "gop250.mp4": (FULL, [*H264, "-g", "250", "-keyint_min", "250"], 25, 600),
    "gop60.mp4": (FULL, [*H264, "-g", "60", "-keyint_min", "60"], 24, 600),
    "vp9.webm": (FULL, VP9, 10, 120),
    "hevc4k.mp4": (ULTRA, HEVC, 10, 30),
    "minute.mp4": (FULL, [*H264, "-g", "60", "-keyint_min", "60"], 24, 60),
}


def make(ffmpeg, names):
    """The paths of the named inputs, made where they are not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    return {name: made(ffmpeg, name, *FILES[name]) for name in names}


def made(ffmpeg, name, size, options, encoded_seconds, seconds):
    path = FOLDER / name
    if not path.exists():
        short = FOLDER / f"short-{name}"
        if not short.exists():
            generated = ["-f", "lavfi", "-i", SOURCE.format(size=size), "-t", encoded_seconds]
            run(ffmpeg, short, [*generated, *options])
        run(ffmpeg, path, ["-stream_loop", "-1", "-i", short, "-t", seconds, "-map", "0", "-c", "copy"])
    return path


def run(ffmpeg, path, arguments):
    """Writes beside the file and renames, so that an interrupted run leaves no half of an input."""
    print(f"making {path.name}…", file=sys.stderr)
    unfinished = path.with_name(f"unfinished-{path.name}")
    command = [str(part) for part in (ffmpeg, "-v", "error", "-y", *arguments, *EXACT, unfinished)]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        sys.exit(f"bench: {path.name} could not be made")
    unfinished.rename(path)


def summary(path):
    """One line about an input, for the notes."""
    return f"{path.name} {os.path.getsize(path) / 2**20:.0f} MiB"
