"""Renders random edits with assettool and with melt, and compares every picture, and sound that loses nothing."""
import argparse
import array
import json
import os
import shutil
import subprocess
import sys
import tempfile

from layers import Layers
from mlt import SIZE, SOUND_PER_PICTURE, SOUND_RATE
from timeline import FILMS, SOUNDS, Edit

#: Codes of 255 by which the brightness of pixels may differ on average: what an encoder loses, and how each of both rounds. Both
#: make pictures smaller with other filters. One that is a pixel beside its place differs by four codes and more.
LARGEST_DIFFERENCE = 2.0
LARGEST_DIFFERENCE_OF_INSETS = 3.0
#: By how much of full volume sound may differ: melt has 16 bits.
LARGEST_SOUND_DIFFERENCE = 0.002
#: Seconds after which a program hangs. melt does now and then, or ends with an empty file: then it is asked again.
LONGEST_RUN = 120
MELT_ATTEMPTS = 4
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
    # melt takes names to be beside the document.
    arguments.samples = os.path.abspath(arguments.samples)
    films = [name for name in FILMS if os.path.exists(os.path.join(arguments.samples, name))]
    with tempfile.TemporaryDirectory() as sounds:
        for name in set(SOUNDS).intersection(films):
            decoded(os.path.join(arguments.samples, name), "-map", "0:a:0", "-c:a", "pcm_s16le", "-f", "wav",
                    to=os.path.join(sounds, f"{name}.wav"))
        wrong = check(arguments, films, sounds)
    sys.exit(1 if wrong else 0)


def check(arguments, films, sounds):
    """Makes all edits, and says how many are wrong."""
    wrong = pictures = copied = heard = 0
    for number in range(arguments.seed, arguments.seed + arguments.count):
        # Of each kind, every other one loses nothing.
        edit = (Edit if number % 4 < 2 else Layers).random(number, films)
        is_lossless = number % 2 == 0
        with tempfile.TemporaryDirectory() as work:
            problem, copies = judge(arguments, sounds, edit, is_lossless, work)
            if problem:
                wrong += 1
                print(f"edit {number}: {edit}: {problem}", flush=True)
                if arguments.keep:
                    shutil.copytree(work, os.path.join(arguments.keep, str(number)), dirs_exist_ok=True)
        pictures += edit.length
        copied += copies
        heard += is_lossless
    print(f"{arguments.count} edits, {pictures} pictures, {copied} of them copied, the sound of {heard}: {wrong} wrong")
    return wrong


def judge(arguments, sounds, edit, is_lossless, work):
    """What is wrong with an edit, or None; and how many of its pictures were copied."""
    ending = LOSSLESS[1] if is_lossless else "mov"
    ours, theirs, xml = (os.path.join(work, name) for name in (f"ours.{ending}", "theirs.mkv", "edit.mlt"))
    options = LOSSLESS[0] if is_lossless else []
    made = run([arguments.tool, "compose", *edit.words(arguments.samples, work), "-o", ours, "--quiet", "--json", *options])
    if made.returncode:
        return made.stderr.strip(), 0
    with open(xml, "w", encoding="utf-8") as file:
        file.write(edit.mlt(arguments.samples, sounds))
    problem = render(xml, theirs)
    if problem:
        return problem, 0
    try:
        problem = differences(planes(ours), planes(theirs), edit)
        if not problem and is_lossless:
            problem = sound_differences(sound(ours), sound(theirs), edit)
        return problem, copies(made.stdout)
    except subprocess.CalledProcessError as error:
        return f"cannot decode {os.path.basename(error.cmd[5])}: {error.stderr.decode().strip()[-300:]}", 0


def render(xml, path):
    """Has melt render an edit; says what is wrong where it cannot."""
    for _ in range(MELT_ATTEMPTS):
        made = run(["melt", xml, "-consumer", f"avformat:{path}", "vcodec=ffv1", "pix_fmt=yuv420p", "acodec=pcm_f32le",
                    f"frequency={SOUND_RATE}", "channels=2", "real_time=-1", "terminate_on_pause=1"],
                   env={**os.environ, "SDL_VIDEODRIVER": "dummy"})
        if made.returncode == 0 and os.path.exists(path) and os.path.getsize(path) > 0:
            return None
    return f"melt: {made.stderr.strip()[-300:]}"


def copies(text):
    return sum(track.get("copiedSamples", 0) for track in json.loads(text)["tracks"] if track["mediaType"] == "video")


def differences(ours, theirs, edit):
    if len(ours) != edit.length or len(theirs) != edit.length:
        return f"{len(ours)} pictures, melt has {len(theirs)}, and the edit {edit.length}"
    dissolved = edit.dissolved
    whole = (0, 0, *SIZE)
    for number, (own, other) in enumerate(zip(ours, theirs)):
        boxes = [box for place, _, _, length, box in edit.insets if place <= number < place + length]
        for box in [whole, *boxes]:
            where = "" if box == whole else f" in {box}"
            if number not in dissolved and barcode(own, box) != barcode(other, box):
                return f"picture {number} shows {barcode(own, box)}{where}, melt's shows {barcode(other, box)}"
            difference = distance(own, other, box)
            if difference > (LARGEST_DIFFERENCE_OF_INSETS if boxes else LARGEST_DIFFERENCE):
                return f"the pixels of picture {number} are {difference:.1f} codes from melt's{where}"
    return None


def barcode(plane, box):
    """The number that a picture which fills a box shows in sixteen blocks at its top left."""
    x, y, width, height = box
    places = ((x + (8 + 16 * bit) * width // SIZE[0], y + 8 * height // SIZE[1]) for bit in range(16))
    return sum(1 << bit for bit, (x, y) in enumerate(places) if plane[y * SIZE[0] + x] > 126)


def distance(first, second, box):
    """How far the pixels of two pictures are from each other in a box, on average."""
    x, y, width, height = box
    starts = [row * SIZE[0] + x for row in range(y, y + height)]
    return sum(sum(map(abs, map(int.__sub__, first[start:start + width], second[start:start + width])))
               for start in starts) / (width * height)


def planes(path):
    """The brightness of each picture, with the codes of the file."""
    made = decoded(path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo",
                   "-pix_fmt", "gray")
    size = SIZE[0] * SIZE[1]
    return [made[start:start + size] for start in range(0, len(made) - size + 1, size)]


def sound_differences(ours, theirs, edit):
    """What is wrong with the sound, which may end early: what it lacks is silence."""
    count = edit.length * SOUND_PER_PICTURE
    if len(ours) > count:
        return f"{len(ours)} frames of sound, and the edit has {count}"
    ours, theirs = (samples[:count] + array.array("f", bytes(4 * (count - len(samples[:count]))))
                    for samples in (ours, theirs))
    for place, (own, other) in enumerate(zip(ours, theirs)):
        if abs(own - other) > LARGEST_SOUND_DIFFERENCE:
            picture, rest = divmod(place, SOUND_PER_PICTURE)
            return f"sound {rest} frames into picture {picture} is {own:.4f}, melt's is {other:.4f}"
    return None


def sound(path):
    """The sound in one channel; nothing for files without."""
    streams = run(["ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=index", "-of", "csv=p=0",
                   path]).stdout
    samples = array.array("f")
    if streams.strip():
        samples.frombytes(decoded(path, "-map", "0:a:0", "-f", "f32le", "-ac", "1", "-ar", SOUND_RATE))
    return samples


def decoded(path, *options, to="-"):
    command = ["ffmpeg", "-v", "error", "-nostdin", "-i", path, *map(str, options), to]
    return subprocess.run(command, capture_output=True, check=True).stdout


def run(command, env=None):
    words = [str(part) for part in command]
    try:
        return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=env, check=False,
                              timeout=LONGEST_RUN)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 1, "", f"{words[0]} has not ended after {LONGEST_RUN} s")


main()
