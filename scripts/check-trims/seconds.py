"""Decoders that are not libavcodec's, for what they decode to the bit: do they see in a cut what FFmpeg does?"""
import os
import shutil
import subprocess

import probes

#: The program of each codec, Debian's package that has it, and how it is called.
PROGRAMS = {
    "hevc": ("libde265-dec265", "libde265-examples"),
    "vp8": ("vpxdec", "vpx-tools"),
    "vp9": ("vpxdec", "vpx-tools"),
    "av1": ("dav1d", "dav1d"),
}


def missing():
    """The packages of programs that are not there."""
    return sorted({package for program, package in PROGRAMS.values() if not shutil.which(program)})


def disagreement(path, stream, made, folder):
    """What is different, where the second decoder's pictures are not those in the file of plain pixels `made`; None where
    they are the same, and False where there is no such decoder."""
    codec = stream["codec_name"]
    if codec not in PROGRAMS:
        return False
    program = PROGRAMS[codec][0]
    own = os.path.join(folder, "second.raw")
    if codec == "hevc":
        bare = bare_hevc(path, stream, folder)
        command = [program, "-q", "-t", "2", "-o", own, bare]
    else:
        bare = os.path.join(folder, "second.ivf")
        probes.checked(["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", "file:" + path, "-map", f"0:{stream['index']}",
                        "-c", "copy", "-f", "ivf", "file:" + bare])
        command = [program, "--rawvideo", "--i420", "-o", own, bare] if program == "vpxdec" else [
            program, "-q", "-i", bare, "-o", own + ".yuv"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    if program == "dav1d" and os.path.exists(own + ".yuv"):
        os.replace(own + ".yuv", own)
    if not os.path.exists(own):
        return f"{program}: {(done.stderr or done.stdout).decode(errors='replace').strip()[-200:]}"
    with open(own, "rb") as first, open(made, "rb") as second:
        there, wanted = first.read(), second.read()
    if there == wanted:
        return None
    return f"{program} gives other pictures ({len(there)} and {len(wanted)} bytes)"


def bare_hevc(path, stream, folder):
    """The stream behind start codes, with its parameter sets once: libde265 spoils pictures where they come again."""
    words = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", "file:" + path, "-map", f"0:{stream['index']}", "-c", "copy"]
    whole, rest = os.path.join(folder, "whole.hevc"), os.path.join(folder, "rest.hevc")
    probes.checked(words + ["-f", "hevc", "file:" + whole])
    probes.checked(words + ["-bsf:v", "hevc_mp4toannexb,filter_units=remove_types=32-34", "-f", "hevc", "file:" + rest])
    data = open(whole, "rb").read()
    sets, place = b"", 0
    while True:
        start = data.find(b"\0\0\1", place)
        if start < 0 or data[start + 3] >> 1 & 63 not in (32, 33, 34, 35, 39):
            break
        end = data.find(b"\0\0\1", start + 3)
        if data[start + 3] >> 1 & 63 in (32, 33, 34):
            sets += b"\0" + data[start:end]
        place = end
    bare = os.path.join(folder, "second.hevc")
    with open(bare, "wb") as file:
        file.write(sets + open(rest, "rb").read())
    return bare
