"""What `compose` reads: films of 1080p that differ, with sound, and stereo WAV of five minutes.

The films have the grain and so the rate of a camera's (10 Mb/s): it is what copying does not pay for.
"""
import subprocess
import sys

from Support.machine import BUILD

FOLDER = BUILD / "inputs" / "compose"
FILMS, SONGS, SECONDS = 3, 8, 60


def make(ffmpeg):
    """The paths of the films and of the songs, made where they are not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    films = [FOLDER / f"film {number}.mp4" for number in range(FILMS)]
    songs = [FOLDER / f"song {number}.wav" for number in range(SONGS)]
    for number, path in enumerate(films):
        if not path.exists():
            picture = f"testsrc2=1920x1080:rate=25,hue=h={number * 90},noise=alls=4:allf=t"
            run(ffmpeg, path, ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", f"sine={330 + 110 * number}:r=48000",
                               "-t", SECONDS, "-c:v", "libx264", "-preset", "veryfast", "-crf", 20, "-g", 50,
                               "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", 2, "-b:a", "128k"])
    for number, path in enumerate(songs):
        if not path.exists():
            run(ffmpeg, path, ["-f", "lavfi", "-i", f"sine={200 + 50 * number}:r=48000", "-ac", 2, "-t", 300])
    return films, songs


def run(ffmpeg, path, arguments):
    """Writes beside the file and renames, so that an interrupted run leaves no half of an input."""
    print(f"making {path.name}…", file=sys.stderr)
    unfinished = path.with_name(f"unfinished-{path.name}")
    exact = ["-flags", "+bitexact", "-fflags", "+bitexact"]
    command = [str(part) for part in (ffmpeg, "-v", "error", "-y", *arguments, *exact, unfinished)]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
        sys.exit(f"bench: {path.name} could not be made")
    unfinished.rename(path)
