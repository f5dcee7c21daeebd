"""What FFmpeg reads from a file, for comparison with the truth."""
import array
import json
import subprocess
from fractions import Fraction


def output(command, folder=None):
    """The standard output of a command that must succeed."""
    done = subprocess.run(command, capture_output=True, check=False, cwd=folder)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr.decode(errors='replace')}")
    return done.stdout


def ffprobe(path, *options):
    return json.loads(output(["ffprobe", "-v", "error", *options, "-of", "json", path]))


def overview(path):
    """Format, streams and chapters."""
    return ffprobe(path, "-show_format", "-show_streams", "-show_chapters")


def listing(path, kind, stream, raw=False):
    """Packets or frames of one stream, in the order FFmpeg gives them."""
    options = ["-ignore_editlist", "1"] if raw else []
    return ffprobe(path, *options, "-select_streams", str(stream), f"-show_{kind}")[kind]


def time(entry, stream, key="pts"):
    """A time of a packet or frame as an exact fraction."""
    return entry[key] * Fraction(stream["time_base"]) if key in entry else None


def luma_frames(path, stream, raw=False):
    """8-bit luma of every picture, as FFmpeg decodes it without turning it."""
    width, height = stream["width"], stream["height"]
    command = ["ffmpeg", "-v", "error", "-nostdin", "-noautorotate"]
    command += ["-ignore_editlist", "1"] if raw else []
    command += ["-i", path, "-map", f"0:{stream['index']}", "-fps_mode", "passthrough", "-pix_fmt", "gray",
                "-f", "rawvideo", "-"]
    data, size = output(command), width * height
    return [data[start:start + size] for start in range(0, len(data), size)]


def alpha_frames(path, stream):
    """8-bit alpha of every picture. FFmpeg's own decoders of VP8 and VP9 leave it out."""
    decoder = {"vp9": ["-c:v", "libvpx-vp9"], "vp8": ["-c:v", "libvpx"]}.get(stream["codec_name"], [])
    command = ["ffmpeg", "-v", "error", "-nostdin", *decoder, "-i", path, "-map", f"0:{stream['index']}",
               "-vf", "format=yuva444p,extractplanes=a", "-fps_mode", "passthrough", "-f", "rawvideo", "-"]
    data, size = output(command), stream["width"] * stream["height"]
    return [data[start:start + size] for start in range(0, len(data), size)]


def channels(path, stream, raw=False):
    """Decoded sound, one array of floats a channel."""
    command = ["ffmpeg", "-v", "error", "-nostdin", *(["-ignore_editlist", "1"] if raw else []), "-i", path,
               "-map", f"0:{stream['index']}", "-f", "f32le", "-"]
    samples = array.array("f", output(command))
    count = stream["channels"]
    return [samples[place::count] for place in range(count)]
