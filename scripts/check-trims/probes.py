"""What FFmpeg says of files: the judge that knows nothing of AssetKit."""
import json
import math
import subprocess
from fractions import Fraction


def run(words, **options):
    return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, **options)


def checked(words):
    done = run(words)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.decode(errors='replace').strip()[-300:]}")
    return done.stdout


def streams(path):
    """All streams, as ffprobe lists them."""
    return json.loads(checked(["ffprobe", "-v", "error", "-show_streams", "-of", "json", "file:" + path]))["streams"]


def pick(path, kind):
    """The first stream of a kind that is no cover; None where there is none."""
    for stream in streams(path):
        if stream["codec_type"] == kind and not stream.get("disposition", {}).get("attached_pic"):
            return stream
    return None


def frames(path, stream, ignores_edits=False):
    """(presentation time, duration or None) of every picture that FFmpeg presents, in order."""
    words = ["ffprobe", "-v", "error"] + (["-ignore_editlist", "1"] if ignores_edits else [])
    words += ["-select_streams", str(stream["index"]), "-show_entries",
              "frame=best_effort_timestamp,pkt_duration", "-of", "json", "file:" + path]
    tick = Fraction(stream["time_base"])
    found = []
    for frame in json.loads(checked(words))["frames"]:
        if "best_effort_timestamp" not in frame:
            raise RuntimeError(f"{path}: a picture without a time")
        duration = frame.get("pkt_duration")
        found.append((frame["best_effort_timestamp"] * tick, None if duration is None else duration * tick))
    return found


def pixels(path, stream, pixel_format, target, ignores_edits=False):
    """Decodes all pictures into one file of plain pixels."""
    words = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-noautorotate"]
    words += ["-ignore_editlist", "1"] if ignores_edits else []
    words += ["-i", "file:" + path, "-map", f"0:{stream['index']}", "-fps_mode", "passthrough",
              "-pix_fmt", pixel_format, "-f", "rawvideo", "file:" + target]
    checked(words)


def picture_bytes(path, stream, pixel_format):
    """The size of one picture of plain pixels, in bytes."""
    return len(checked(["ffmpeg", "-v", "error", "-nostdin", "-noautorotate", "-i", "file:" + path,
                        "-map", f"0:{stream['index']}", "-fps_mode", "passthrough",
                        "-frames:v", "1", "-pix_fmt", pixel_format, "-f", "rawvideo", "-"]))


def psnr(first, second, stream, pixel_format):
    """The likeness of each picture of two files of plain pixels, in dB."""
    shape = ["-f", "rawvideo", "-s", f"{stream['width']}x{stream['height']}", "-pix_fmt", pixel_format]
    words = ["ffmpeg", "-v", "error", "-nostdin"] + shape + ["-i", "file:" + first] + shape + ["-i", "file:" + second]
    words += ["-lavfi", "psnr=stats_file=-", "-f", "null", "/dev/null"]
    values = []
    for line in checked(words).decode().splitlines():
        fields = dict(word.split(":", 1) for word in line.split() if ":" in word)
        if "psnr_avg" in fields:
            values.append(math.inf if fields["psnr_avg"] == "inf" else float(fields["psnr_avg"]))
    return values


def mean(values):
    """The likeness over all pictures: that of the mean error."""
    errors = [0 if math.isinf(value) else 10 ** (-value / 10) for value in values]
    total = sum(errors) / len(errors)
    return math.inf if total == 0 else -10 * math.log10(total)


def sound(path, stream):
    """All samples that FFmpeg presents, as 32-bit numbers, and how many bytes those of one moment take."""
    words = ["ffmpeg", "-v", "error", "-nostdin", "-i", "file:" + path, "-map", f"0:{stream['index']}", "-f", "s32le", "-"]
    return checked(words), 4 * int(stream["channels"])


def complaints(path):
    """What FFmpeg has to say about a file that it decodes to the end. Times stay as fine as they are: it would count them
    in pictures of a constant rate, and complain of those that it moved itself."""
    return run(["ffmpeg", "-v", "error", "-nostdin", "-i", "file:" + path, "-fps_mode", "passthrough", "-enc_time_base",
                "-1", "-f", "null", "-"]).stderr.decode(errors="replace")
