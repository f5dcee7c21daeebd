"""How good the encoded edges of a cut are, and what they cost, beside the pictures of the source that they stand for."""
import json
import os
import tempfile
from fractions import Fraction

import probes

RATE, COUNT, GROUP = 30, 240, 120
#: The cut begins within the first group, so that its head is encoded.
FIRST, LAST = 40, 200
PICTURES = {
    "noise": f"testsrc2=s=640x360:r={RATE}:d={COUNT / RATE},noise=alls=14:allf=t:all_seed=5",
    "fine detail": f"mandelbrot=s=640x360:r={RATE}:end_scale=0.02,trim=end_frame={COUNT}",
}
#: The encoders of sources, each with its quality factors.
SOURCES = {
    "H.264": (["-c:v", "libx264", "-preset", "veryfast"], (18, 23, 28, 33)),
    "HEVC": (["-c:v", "libx265", "-preset", "veryfast", "-x265-params", "log-level=none"], (20, 28)),
    "VP9": (["-c:v", "libvpx-vp9", "-b:v", "0", "-cpu-used", "5", "-auto-alt-ref", "0", "-lag-in-frames", "0"], (20, 40)),
    "MPEG-4": (["-c:v", "mpeg4"], (2, 6)),
}
FORMAT = "yuv420p"
#: What people do not see, in dB, and how many times the source's bytes.
LARGEST_LOSS, LARGEST_RATIO = 0.5, 2.5


def report(tool):
    """Prints a line for each source; the number of those that miss."""
    missed = 0
    for codec, (encoder, factors) in SOURCES.items():
        for name, graph in PICTURES.items():
            for factor in factors:
                with tempfile.TemporaryDirectory() as work:
                    missed += line(tool, f"{codec}, {name}", graph, encoder, factor, work)
    return missed


def line(tool, name, graph, encoder, factor, work):
    original, source, cut = (os.path.join(work, file) for file in ("original.mkv", "source.mp4", "cut.mp4"))
    probes.checked(["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", graph, "-pix_fmt", FORMAT, "-c:v", "ffv1",
                    original])
    rate = "-q:v" if "mpeg4" in encoder else "-crf"
    probes.checked(["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", original, *encoder, rate, str(factor), "-g", str(GROUP),
                    "-keyint_min", str(GROUP), "-sc_threshold", "0", source])
    words = [tool, "trim", source, "-o", cut, "--from", f"{FIRST}/{RATE}", "--to", f"{LAST}/{RATE}", "--quiet", "--json"]
    encoded = sum(track["encodedSamples"] for track in json.loads(probes.checked(words))["tracks"])
    # The head: whatever else is encoded is behind the copied run.
    count = GROUP - FIRST
    stream = probes.pick(source, "video")
    raw = {}
    for file, path in (("original", original), ("source", source), ("cut", cut)):
        raw[file] = os.path.join(work, file + ".raw")
        probes.pixels(path, probes.pick(path, "video"), FORMAT, raw[file])
        size = probes.picture_bytes(path, probes.pick(path, "video"), FORMAT)
        keep(raw[file], size, 0 if file == "cut" else FIRST, count)
    to_source = probes.psnr(raw["cut"], raw["source"], stream, FORMAT)
    before = probes.mean(probes.psnr(raw["source"], raw["original"], stream, FORMAT))
    after = probes.mean(probes.psnr(raw["cut"], raw["original"], stream, FORMAT))
    ratio = head_bytes(cut, Fraction(0), count) / head_bytes(source, Fraction(FIRST, RATE), count)
    is_missed = before - after > LARGEST_LOSS or ratio > LARGEST_RATIO
    print(f"{name}, {factor}: {encoded} pictures encoded; loss against the original {before - after:.2f} dB "
          f"({before:.1f} to {after:.1f}), to the source {min(to_source):.1f} dB at least, {ratio:.2f} times its bytes"
          f"{': MISSED' if is_missed else ''}")
    return is_missed


def keep(path, size, first, count):
    """Leaves only some pictures in a file of plain ones."""
    with open(path, "rb") as file:
        file.seek(first * size)
        data = file.read(count * size)
    with open(path, "wb") as file:
        file.write(data)


def head_bytes(path, start, count):
    """The bytes of the samples that are shown from a time on."""
    packets = json.loads(probes.checked(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
                                         "packet=pts_time,size", "-of", "json", path]))["packets"]
    end = start + Fraction(count, RATE)
    slack = Fraction(1, 1000)
    return sum(int(packet["size"]) for packet in packets
               if start - slack <= Fraction(packet["pts_time"]) < end - slack)
