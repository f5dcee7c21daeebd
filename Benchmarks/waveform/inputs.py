"""What the rows of `waveform` read: an hour of stereo. A minute of samples is repeated and then encoded: encodes that are
copied end to end have times that are not quite those of their samples."""
import subprocess
import sys

from Support.machine import BUILD

FOLDER = BUILD / "inputs" / "waveform"
SECONDS = 3600
SHORT_SECONDS = 60
# A tone that swells and fades over noise, so that the peaks differ from point to point.
SOURCE = ("aevalsrc=exprs='0.5*sin(440*2*PI*t)*(0.5+0.5*sin(t*0.7))+0.1*(random(0)-0.5)|"
          "0.4*sin(660*2*PI*t)*(0.5+0.5*cos(t*0.9))+0.1*(random(1)-0.5)':s=48000")
# Without noise substitution: FFmpeg's encoder would leave noise to the decoder, which no two decodes make up alike.
ENCODES = {
    "hour.m4a": ["-c:a", "aac", "-aac_coder", "fast", "-b:a", "128k", "-aac_pns", "0"],
    "hour.mp3": ["-c:a", "libmp3lame", "-b:a", "128k"],
}
EXACT = ["-flags", "+bitexact", "-fflags", "+bitexact"]


def make(ffmpeg):
    """The paths of all inputs, made where they are not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    minute = FOLDER / "minute.wav"
    if not minute.exists():
        run(ffmpeg, minute, ["-f", "lavfi", "-i", SOURCE, "-t", SHORT_SECONDS])
    return {name: hour(ffmpeg, minute, name, options) for name, options in ENCODES.items()}


def hour(ffmpeg, minute, name, options):
    path = FOLDER / name
    if not path.exists():
        run(ffmpeg, path, ["-stream_loop", "-1", "-i", minute, "-t", SECONDS, *options])
    return path


def run(ffmpeg, path, arguments):
    """Writes beside the file and renames, so that an interrupted run leaves no half of an input."""
    print(f"making {path.name}…", file=sys.stderr)
    unfinished = path.with_name(f"unfinished-{path.name}")
    command = [str(part) for part in (ffmpeg, "-v", "error", "-y", *arguments, *EXACT, unfinished)]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        sys.exit(f"bench: {path.name} could not be made")
    unfinished.rename(path)
