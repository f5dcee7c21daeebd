"""Renders random edits with assettool and with melt, and compares every picture."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

from timeline import FILMS, SIZE, Edit

#: Codes of 255 by which brightness may differ on average: what an encoder loses, and how each of both rounds.
LARGEST_DIFFERENCE = 2.0
#: What loses nothing, and the ending of its file.
LOSSLESS = (["--video-codec", "ffv1", "--audio-codec", "flac"], "mkv")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--samples", required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    films = [name for name in FILMS if os.path.exists(os.path.join(arguments.samples, name))]
    wrong = pictures = copied = 0
    for number in range(arguments.seed, arguments.seed + arguments.count):
        edit = Edit.random(number, films)
        with tempfile.TemporaryDirectory() as work:
            problem, copies = judge(arguments.tool, arguments.samples, edit, number % 2 == 0, work)
            if problem:
                wrong += 1
                print(f"edit {number}: {edit}: {problem}", flush=True)
                if arguments.keep:
                    shutil.copytree(work, os.path.join(arguments.keep, str(number)), dirs_exist_ok=True)
        pictures += edit.length
        copied += copies
    print(f"{arguments.count} edits, {pictures} pictures, {copied} of them copied: {wrong} wrong")
    sys.exit(1 if wrong else 0)


def judge(tool, samples, edit, is_lossless, work):
    """What is wrong with an edit, or None; and how many of its pictures were copied."""
    ending = LOSSLESS[1] if is_lossless else "mov"
    ours, theirs, xml = (os.path.join(work, name) for name in (f"ours.{ending}", "theirs.mkv", "edit.mlt"))
    options = LOSSLESS[0] if is_lossless else []
    made = run([tool, "compose", *edit.words(samples), "-o", ours, "--quiet", "--json", *options])
    if made.returncode:
        return made.stderr.strip(), 0
    with open(xml, "w", encoding="utf-8") as file:
        file.write(edit.mlt(samples))
    rendered = run(["melt", xml, "-consumer", f"avformat:{theirs}", "vcodec=ffv1", "pix_fmt=yuv420p", "an=1",
                    "real_time=-1", "terminate_on_pause=1"], env={**os.environ, "SDL_VIDEODRIVER": "dummy"})
    if rendered.returncode or not os.path.exists(theirs):
        return f"melt: {rendered.stderr.strip()[-300:]}", 0
    try:
        return differences(planes(ours), planes(theirs), edit), copies(made.stdout)
    except subprocess.CalledProcessError as error:
        return f"cannot decode {os.path.basename(error.cmd[5])}: {error.stderr.decode().strip()[-300:]}", 0


def copies(text):
    return sum(track.get("copiedSamples", 0) for track in json.loads(text)["tracks"] if track["mediaType"] == "video")


def differences(ours, theirs, edit):
    if len(ours) != edit.length or len(theirs) != edit.length:
        return f"{len(ours)} pictures, melt has {len(theirs)}, and the edit {edit.length}"
    dissolved = edit.dissolved
    for number, (own, other) in enumerate(zip(ours, theirs)):
        if number not in dissolved and barcode(own) != barcode(other):
            return f"picture {number} shows {barcode(own)}, melt's shows {barcode(other)}"
        difference = abs(sum(own) - sum(other)) / len(own)
        if difference > LARGEST_DIFFERENCE:
            return f"picture {number} is {difference:.1f} codes brighter or darker than melt's"
    return None


def barcode(plane):
    """The number that a picture shows in sixteen blocks at its top left."""
    return sum(1 << bit for bit in range(16) if plane[8 * SIZE[0] + 8 + 16 * bit] > 126)


def planes(path):
    """The brightness of each picture, with the codes of the file."""
    made = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
                           "-vf", "extractplanes=y", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
                          capture_output=True, check=True).stdout
    size = SIZE[0] * SIZE[1]
    return [made[start:start + size] for start in range(0, len(made) - size + 1, size)]


def run(command, env=None):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env=env, check=False)


main()
