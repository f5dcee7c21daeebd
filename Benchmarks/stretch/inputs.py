"""What `stretch` reads: ten minutes of stereo at 48 kHz, 16 bits. A minute is repeated."""
import subprocess
import sys

from Support.machine import BUILD

FOLDER = BUILD / "inputs" / "stretch"
SECONDS, MINUTE = 600, 60
#: Notes that come and go over a steady one, with noise that swells: something to find periods, peaks and hits in.
SOURCE = ("aevalsrc=exprs='0.3*sin(220*2*PI*t)+0.3*sin((330+110*floor(mod(t*2\\,5)))*2*PI*t)*exp(-6*mod(t\\,0.5))"
          "+0.2*(random(0)-0.5)*exp(-30*mod(t\\,0.5))|"
          "0.3*sin(220*2*PI*t+1)+0.2*sin((330+110*floor(mod(t*2\\,5)))*2*PI*t)*exp(-6*mod(t\\,0.5))"
          "+0.2*(random(1)-0.5)*exp(-30*mod(t\\,0.5))':s=48000")


def make(ffmpeg):
    """The path of the input, made where it is not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    minute, whole = FOLDER / "minute.wav", FOLDER / "ten minutes.wav"
    if not minute.exists():
        run(ffmpeg, minute, ["-f", "lavfi", "-i", SOURCE, "-t", MINUTE])
    if not whole.exists():
        run(ffmpeg, whole, ["-stream_loop", "-1", "-i", minute, "-t", SECONDS])
    return whole


def run(ffmpeg, path, arguments):
    """Writes beside the file and renames, so that an interrupted run leaves no half of an input."""
    print(f"making {path.name}…", file=sys.stderr)
    unfinished = path.with_name(f"unfinished-{path.name}")
    exact = ["-flags", "+bitexact", "-fflags", "+bitexact"]
    command = [str(part) for part in (ffmpeg, "-v", "error", "-y", *arguments, *exact, unfinished)]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        sys.exit(f"bench: {path.name} could not be made")
    unfinished.rename(path)
