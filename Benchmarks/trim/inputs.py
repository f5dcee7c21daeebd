"""What the rows of `trim` read: ten minutes of 1080p30 H.264 with sound, 460 MB, and 20 clips of 20 s, 300 MB."""
import subprocess
import sys

from Support.machine import BUILD

FOLDER = BUILD / "inputs" / "trim"
LONG_SECONDS = 600
CLIP_SECONDS = 20
CLIP_COUNT = 20
# A minute is encoded and then repeated: what is copied need not differ from minute to minute.
MINUTE_SECONDS = 60
PICTURES = ("testsrc2=size=1920x1080:rate=30,noise=alls=12:allf=t:all_seed={seed}")
SOUND = "aevalsrc=exprs='0.5*sin(440*2*PI*t)*(0.5+0.5*sin(t*0.7))|0.4*sin(660*2*PI*t)':s=48000"
ENCODE = ["-c:v", "libx264", "-preset", "ultrafast", "-threads", "2", "-b:v", "6M", "-maxrate", "6M", "-bufsize", "6M",
          "-bf", "2", "-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k"]
# Pictures out of order, in groups of 250: what has to be encoded anew where a cut begins within one.
LONG_GROUPS = ["-c:v", "libx264", "-preset", "veryfast", "-threads", "2", "-b:v", "6M", "-maxrate", "6M", "-bufsize", "6M",
               "-g", "250", "-keyint_min", "250", "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k"]
GROUP_SECONDS = 25
EXACT = ["-flags", "+bitexact", "-fflags", "+bitexact"]


def make(ffmpeg):
    """The path of the long file, and those of the clips; made where they are not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    minute = source(ffmpeg, "minute.mp4", 1, MINUTE_SECONDS)
    long = FOLDER / "ten minutes.mp4"
    if not long.exists():
        run(ffmpeg, long, ["-stream_loop", LONG_SECONDS // MINUTE_SECONDS - 1, "-i", minute, "-c", "copy"])
    groups = FOLDER / "groups.mp4"
    if not groups.exists():
        parts = source(ffmpeg, "group.mp4", 1, GROUP_SECONDS, LONG_GROUPS)
        run(ffmpeg, groups, ["-stream_loop", LONG_SECONDS // GROUP_SECONDS - 1, "-i", parts, "-c", "copy"])
    clips = [source(ffmpeg, f"clip-{number:02}.mp4", number + 2, CLIP_SECONDS) for number in range(CLIP_COUNT)]
    return long, clips, groups


def source(ffmpeg, name, seed, seconds, encode=ENCODE):
    path = FOLDER / name
    if not path.exists():
        inputs = ["-f", "lavfi", "-i", PICTURES.format(seed=seed), "-f", "lavfi", "-i", SOUND]
        run(ffmpeg, path, [*inputs, "-t", seconds, *encode])
    return path


def run(ffmpeg, path, arguments):
    """Writes beside the file and renames, so that an interrupted run leaves no half of an input."""
    print(f"making {path.name}…", file=sys.stderr)
    unfinished = path.with_name(f"unfinished-{path.name}")
    command = [str(part) for part in (ffmpeg, "-v", "error", "-y", *arguments, *EXACT, unfinished)]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        sys.exit(f"bench: {path.name} could not be made")
    unfinished.rename(path)
