"""Edits of several films, as whole processes, beside one graph of filters of ffmpeg's.

Both encode with x264 at the same quality and effort; see Benchmarks/README.md.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import inputs
from Support import machine, peers, processes, rows
from Support.processes import Command

PEER = "ffmpeg"
ENCODING = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-c:a", "aac", "-b:a", "192k"]


def graph(ffmpeg, files, words, maps, out, options=ENCODING, before=()):
    """A command of the peer's: files, a graph of filters, and what of it is written."""
    command = [ffmpeg, "-v", "error", "-y"]
    for number, path in enumerate(files):
        command += [*(before[number] if before else []), "-i", path]
    command += ["-filter_complex", words]
    for name in maps:
        command += ["-map", name]
    return [*command, *options, out]


def dissolves(ffmpeg, films, out, scale=",scale=1280:720", options=ENCODING):
    words = (
        "[0:v]trim=0:20,setpts=PTS-STARTPTS[a];[1:v]trim=0:20,setpts=PTS-STARTPTS[b];[2:v]trim=0:20,setpts=PTS-STARTPTS[c];"
        f"[a][b]xfade=duration=1:offset=19[d];[d][c]xfade=duration=1:offset=38{scale}[v];"
        "[0:a]atrim=0:20[e];[1:a]atrim=0:20[f];[2:a]atrim=0:20[g];"
        "[e][f]acrossfade=d=1:c1=tri:c2=tri[h];[h][g]acrossfade=d=1:c1=tri:c2=tri[s]"
    )
    return graph(ffmpeg, films, words, ["[v]", "[s]"], out, options)


def large_dissolves(ffmpeg, films, out):
    """Nobody copies beside dissolves: the peer encodes all of it, well enough to stand beside its sources."""
    options = ["-c:v", "libx264", "-preset", "medium", "-crf", "18", "-c:a", "aac", "-b:a", "192k"]
    return dissolves(ffmpeg, films, out, scale="", options=options)


def picture_in_picture(ffmpeg, films, out):
    words = "[1:v]scale=480:270[s];[0:v][s]overlay=1400:40,trim=0:30[v]"
    return graph(ffmpeg, films[:2], words, ["[v]"], out)


def cuts(ffmpeg, films, out, count=20, start=lambda number: number % 5 * 3.1, length=1.5):
    files = [films[number % len(films)] for number in range(count)]
    before = [["-ss", str(start(number)), "-t", str(length)] for number in range(count)]
    words = "".join(f"[{n}:v][{n}:a]" for n in range(count)) + f"concat=n={count}:v=1:a=1[v][s]"
    return graph(ffmpeg, files, words, ["[v]", "[s]"], out, before=before)


def faster(ffmpeg, films, out):
    words = "[0:v]setpts=PTS/2,fps=25[v];[0:a]atempo=2[s]"
    return graph(ffmpeg, films[:1], words, ["[v]", "[s]"], out)


def mix(ffmpeg, songs, out):
    ramp = "volume='if(lt(t,150),t/150,(300-t)/150)/8':eval=frame"
    words = ";".join(f"[{n}:a]{ramp}[a{n}]" for n in range(len(songs)))
    words += ";" + "".join(f"[a{n}]" for n in range(len(songs))) + f"amix=inputs={len(songs)}:normalize=0[s]"
    return graph(ffmpeg, songs, words, ["[s]"], out, options=["-c:a", "pcm_s16le"])


def jobs(films, songs):
    """Name, our scenario, files, the peer's command, what processor time is to reach, and memory in MiB."""
    return [
        ("three clips, two dissolves, 720p", "dissolves", films, dissolves, rows.at_most_times(1.05, PEER), 350),
        ("the same at 1080p, copied beside dissolves", "copied-dissolves", films, large_dissolves,
         rows.at_most(14, "s"), 400),
        ("picture in picture, 30 s", "picture-in-picture", films[:2], picture_in_picture,
         rows.at_most_times(1.05, PEER), 300),
        ("20 cuts of 1.5 s", "cuts", films, cuts, rows.at_most_times(1, PEER), 350),
        ("three cuts of 10 s, copied", "copied", films,
         lambda ffmpeg, files, out: cuts(ffmpeg, files, out, 3, lambda number: 3.3 + number, 10),
         rows.at_most(9, "s"), 350),
        ("30 s at 2x, pitch kept", "faster", films[:1], faster, rows.at_most_times(1.05, PEER), 350),
        ("eight WAV with ramps", "mix", songs, mix, rows.at_most(0.8, "s"), 64),
        ("plan of 1,000 cuts", "plan", films, None, rows.at_most(0.2, "s"), 350),
        ("plan of 1,000 cuts, copied", "copied-plan", films, None, rows.at_most(0.2, "s"), 350),
    ]


def inserts(ours, film, scratch, rounds):
    """Ten thousand inserts, as the program itself measures them; no peer edits without rendering."""
    print("measuring 10,000 inserts…", file=sys.stderr)
    out = scratch / "inserts.txt"
    figures = []
    for _ in range(rounds):
        if subprocess.run([ours, "inserts", out, film], stdin=subprocess.DEVNULL).returncode:
            raise processes.CommandFailed("the inserts failed")
        figures.append(float(out.read_text(encoding="ascii")))
    return rows.Row("10,000 inserts", "ms", rows.median(figures), {}, rows.at_most(50, "ms"))


def measured_rows(ours, ffmpeg, films, songs, scratch, rounds):
    found = []
    for words, scenario, files, peer, target, memory in jobs(films, songs):
        print(f"measuring {words}…", file=sys.stderr)
        ending = "mov" if scenario == "mix" else "mp4"
        own = scratch / f"ours.{ending}"
        # An export takes no place of a file that is there.
        commands = [Command("ours", [ours, scenario, own, *files], prepare=lambda own=own: own.unlink(missing_ok=True))]
        if peer:
            commands.append(Command(PEER, peer(ffmpeg, files, scratch / f"ffmpeg.{ending}")))
        usages = processes.measure(commands, rounds, warm=False)
        found += [
            rows.of_usages(words, "s", usages, lambda usage: usage.median_seconds, rows.REPORTED),
            rows.of_usages(f"{words}, processor", "s", usages, lambda usage: usage.median_processor_seconds, target),
            rows.of_usages(f"{words}, peak memory", "MiB", usages, lambda usage: usage.median_mebibytes,
                           rows.at_most(memory, "MiB")),
        ]
    return found


def main():
    arguments = machine.arguments(__doc__, rounds=3)
    ffmpeg = peers.debian_program("ffmpeg", "ffmpeg")
    if not ffmpeg:
        sys.exit("bench: neither inputs nor peer are there without Debian's package ffmpeg")
    ours = machine.build_benchmark("ComposeBenchmark")
    films, songs = inputs.make(ffmpeg)
    notes = [machine.description(), f"versions: this checkout, ffmpeg {peers.version([ffmpeg, '-version'])}"]
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="out-", dir=inputs.FOLDER))
    try:
        found = measured_rows(ours, ffmpeg, films, songs, scratch, arguments.rounds)
        found.append(inserts(ours, films[0], scratch, arguments.rounds))
    except processes.CommandFailed as failure:
        sys.exit(f"bench: {failure}")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    rows.report(found, notes, arguments.json)


main()
