"""What the rows of `waveform` read: an hour of stereo, copied end to end from a short encode."""
import subprocess
import sys

from Support.machine import BUILD

FOLDER = BUILD / "inputs" / "waveform"
SECONDS = 3600
SHORT_SECONDS = 60
# A tone that swells and fades over noise, so that the peaks differ from point to point.
SOURCE = ("aevalsrc=exprs='0.5*sin(440*2*PI*t)*(0.5+0.5*sin(t*0.7))+0.1*(random(0)-0.5)|"
          "0.4*sin(660*2*PI*t)*(0.5+0.5*cos(t*0.9))+0.1*(random(1)-0.5)':s=48000")
# Without it FFmpeg's encoder leaves noise for the decoder to make up, which no two decodes do alike.
ENCODES = {
    "hour.m4a": ["-c:a", "aac", "-b:a", "128k", "-aac_pns", "0"],
    "hour.mp3": ["-c:a", "libmp3lame", "-b:a", "128k"],
}
EXACT = ["-flags", "+bitexact", "-fflags", "+bitexact"]


def make(ffmpeg):
    """The paths of all inputs, made where they are not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    return {name: hour(ffmpeg, name, options) for name, options in ENCODES.items()}


def hour(ffmpeg, name, options):
    path, short = FOLDER / name, FOLDER / f"short-{name}"
    if not short.exists():
        run(ffmpeg, short, ["-f", "lavfi", "-i", SOURCE, "-t", SHORT_SECONDS, *options])
    if not path.exists():
        run(ffmpeg, path, ["-stream_loop", "-1", "-i", short, "-t", SECONDS, "-c", "copy"])
    return path


def run(ffmpeg, path, arguments):
    """Writes beside the file and renames, so that an interrupted run leaves no half of an input."""
    print(f"making {path.name}…", file=sys.stderr)
    unfinished = path.with_name(f"unfinished-{path.name}")
    command = [str(part) for part in (ffmpeg, "-v", "error", "-y", *arguments, *EXACT, unfinished)]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        sys.exit(f"bench: {path.name} could not be made")
    unfinished.rename(path)
