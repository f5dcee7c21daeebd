"""Decoders that are not libavcodec's: do they see in a cut what FFmpeg does?"""
import os
import re
import shutil
import subprocess

import probes

#: What libmpeg2 may differ by, over all pictures: MPEG-2 leaves the rounding of its transform to decoders.
MPEG2_LIKENESS = 45

#: So many seconds a decoder may take. OpenH264's element waits for ever for what it cannot decode.
PATIENCE = 30

#: The program of each codec and Debian's package that has it.
PROGRAMS = {
    "hevc": ("libde265-dec265", "libde265-examples"),
    "vp8": ("vpxdec", "vpx-tools"),
    "vp9": ("vpxdec", "vpx-tools"),
    "av1": ("dav1d", "dav1d"),
    "mpeg2video": ("mpeg2dec", "mpeg2dec"),
    # With OpenH264's element, which is in gstreamer1.0-plugins-bad.
    "h264": ("gst-launch-1.0", "gstreamer1.0-tools"),
}


def missing():
    """The packages of programs that are not there."""
    return sorted({package for program, package in PROGRAMS.values() if not shutil.which(program)})


def disagreement(source, path, stream, made, folder):
    """What is different, where the second decoder's pictures are not those in the file of plain pixels `made`; None where
    they are the same, and False where there is no decoder that has the source itself right."""
    codec = stream["codec_name"]
    if codec not in PROGRAMS:
        return False
    if codec == "h264":
        if source.is_right_elsewhere is None:
            source.is_right_elsewhere = difference(source.path, source.video, source.raw, folder) is None
        if not source.is_right_elsewhere:
            return False
    return difference(path, stream, made, folder)


def difference(path, stream, made, folder):
    """The same for one file, whatever its source is like."""
    codec = stream["codec_name"]
    program, own = PROGRAMS[codec][0], os.path.join(folder, "second.raw")
    if os.path.exists(own):
        os.remove(own)
    if codec == "hevc":
        command = [program, "-q", "-t", "2", "-o", own, bare_hevc(path, stream, folder)]
    elif codec == "h264":
        elementary = bare(path, stream, folder, "h264")
        command = [program, "-q", "filesrc", f"location={elementary}", "!", "h264parse", "!", "openh264dec", "!",
                   "filesink", f"location={own}"]
    elif codec == "mpeg2video":
        return mpeg2_difference(path, stream, made, folder)
    elif program == "vpxdec":
        command = [program, "--rawvideo", "--i420", "-o", own, bare(path, stream, folder, "ivf")]
    else:
        command = [program, "-q", "-i", bare(path, stream, folder, "ivf"), "-o", own + ".yuv"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return f"{program} did not end within {PATIENCE} s"
    if program == "dav1d" and os.path.exists(own + ".yuv"):
        os.replace(own + ".yuv", own)
    if not os.path.exists(own):
        return f"{program}: {(done.stderr or done.stdout).decode(errors='replace').strip()[-200:]}"
    with open(own, "rb") as first, open(made, "rb") as second:
        there, wanted = first.read(), second.read()
    if codec == "h264" and not there:
        # GStreamer's parser keeps a picture that is the only one.
        return False
    if there == wanted:
        return None
    return f"{program} gives other pictures ({len(there)} and {len(wanted)} bytes)"


def mpeg2_difference(path, stream, made, folder):
    """libmpeg2 writes its pictures as grey ones, with the colours below: the brightness is compared."""
    elementary = bare(path, stream, folder, "mpeg2video")
    with open(elementary, "ab") as file:
        # The end of a sequence, without which libmpeg2 keeps its last pictures.
        file.write(b"\0\0\1\xb7")
    done = subprocess.run(["mpeg2dec", "-o", "pgmpipe", elementary], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    width, height = stream["width"], stream["height"]
    first, second = os.path.join(folder, "second.raw"), os.path.join(folder, "brightness.raw")
    count, place = 0, 0
    with open(first, "wb") as file:
        while head := re.compile(rb"P5\s+(\d+)\s+(\d+)\s+255\n").match(done.stdout, place):
            across, down = int(head[1]), int(head[2])
            file.write(b"".join(done.stdout[head.end() + row * across:head.end() + row * across + width]
                                for row in range(height)))
            place, count = head.end() + across * down, count + 1
    size = width * height * 3 // 2
    with open(made, "rb") as plain, open(second, "wb") as file:
        pictures = 0
        while picture := plain.read(size):
            file.write(picture[:width * height])
            pictures += 1
    if count != pictures:
        return f"mpeg2dec gives {count} pictures instead of {pictures}"
    likeness = probes.mean(probes.psnr(first, second, stream, "gray"))
    return None if likeness >= MPEG2_LIKENESS else f"mpeg2dec gives other pictures: {likeness:.1f} dB"


def bare(path, stream, folder, form):
    """The stream by itself in a form that programs read."""
    target = os.path.join(folder, f"second.{form}")
    probes.checked(["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", "file:" + path, "-map", f"0:{stream['index']}",
                    "-c", "copy", "-f", form, "file:" + target])
    return target


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
    target = os.path.join(folder, "second.hevc")
    with open(target, "wb") as file:
        file.write(sets + open(rest, "rb").read())
    return target
