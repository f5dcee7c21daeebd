"""A minute of 1080p made 720p, and an hour of sound made Opus: `assettool export` as a whole process, beside ffmpeg and HandBrake."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from Support import machine, peers, processes, rows
from Support.processes import Command

INPUTS = machine.BUILD / "inputs" / "export"
FFMPEG, HANDBRAKE = "ffmpeg", "HandBrakeCLI"


def made(ffmpeg, name, *options):
    """A file that ffmpeg makes once, with the same content every time."""
    path = INPUTS / name
    if not path.exists():
        INPUTS.mkdir(parents=True, exist_ok=True)
        print(f"making {name}…", file=sys.stderr)
        partial = INPUTS / f"partial-{name}"
        subprocess.run([ffmpeg, "-v", "error", "-y", *options, "-bitexact", partial], check=True)
        partial.rename(path)
    return path


def light_film(ffmpeg):
    """A minute of moving detail over noise, encoded as quickly as the ten minutes that `trim` cuts, with sound."""
    return made(
        ffmpeg, "minute-6-megabits.mp4",
        "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=60,noise=alls=12:allf=t:all_seed=1",
        "-f", "lavfi", "-i", "sine=440:r=48000:d=60,pan=stereo|c0=c0|c1=c0",
        "-c:v", "libx264", "-preset", "ultrafast", "-threads", "2", "-b:v", "6M", "-maxrate", "6M", "-bufsize", "6M",
        "-bf", "2", "-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k",
    )


def film(ffmpeg):
    """The same at the rate that cameras write, and as hard to decode."""
    return made(
        ffmpeg, "minute-20-megabits.mp4",
        "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=60,noise=alls=12:allf=t:all_seed=7",
        "-f", "lavfi", "-i", "sine=440:r=48000:d=60,pan=stereo|c0=c0|c1=c0",
        "-c:v", "libx264", "-preset", "veryfast", "-b:v", "20M", "-maxrate", "20M", "-bufsize", "40M",
        "-c:a", "aac", "-b:a", "128k",
    )


def hour(ffmpeg):
    return made(
        ffmpeg, "hour.m4a",
        "-f", "lavfi", "-i", "aevalsrc=0.3*sin(2*PI*220*t)+0.1*random(0)|0.3*sin(2*PI*330*t)+0.1*random(1):s=48000:d=3600",
        "-c:a", "aac", "-b:a", "160k",
    )


def picture_commands(ours, ffmpeg, handbrake, source, scratch, codec, preset, crf):
    """The same encoder with the same settings for everyone."""
    library = {"h264": "libx264", "hevc": "libx265", "av1": "libsvtav1"}[codec]
    hand = {"h264": "x264", "hevc": "x265", "av1": "svt_av1"}[codec]
    sound = ["-c:a", "aac", "-b:a", "128k"]
    return {
        "ours": [
            ours, "export", source, "-o", scratch / "ours.mp4", "--overwrite", "--size", "1280x720", "--video-codec", codec,
            "--crf", str(crf), "--encoder-preset", preset, "--audio-bitrate", "128k", "--quiet",
        ],
        FFMPEG: [
            ffmpeg, "-v", "error", "-y", "-i", source, "-vf", "scale=1280:720", "-c:v", library, "-preset", preset,
            "-crf", str(crf), "-pix_fmt", "yuv420p", *sound, scratch / "ffmpeg.mp4",
        ],
        HANDBRAKE: handbrake and [
            handbrake, "-i", source, "-o", scratch / "handbrake.mp4", "-e", hand, "--encoder-preset", preset, "-q", str(crf),
            "-w", "1280", "-l", "720", "--vfr", "-E", "av_aac", "-B", "128", "--crop", "0:0:0:0",
        ],
    }


def sound_commands(ours, ffmpeg, source, scratch, ending, *options):
    return {
        "ours": [ours, "export", source, "-o", scratch / f"ours.{ending}", "--overwrite", "--quiet"]
        + (["--audio-bitrate", "128k"] if ending == "ogg" else []),
        FFMPEG: [ffmpeg, "-v", "error", "-y", "-i", source, *options, scratch / f"ffmpeg.{ending}"],
    }


def decibels(ffmpeg, path, source):
    """How near the brightness of a file's pictures is to that of the source at its size. (Colour lies elsewhere where ffmpeg
    scales: it takes 4:2:0 as centred, whatever the stream says.)"""
    graph = "[1:v]scale=1280:720[s];[0:v][s]psnr"
    done = subprocess.run(
        [ffmpeg, "-hide_banner", "-i", path, "-i", source, "-lavfi", graph, "-f", "null", "-"],
        stderr=subprocess.PIPE, text=True,
    )
    found = re.search(r"PSNR y:([0-9.]+)", done.stderr)
    return float(found.group(1)) if found else 0.0


def likeness(ffmpeg, source, scratch):
    """Ours and ffmpeg's: sizes, and how near to the source."""
    ours, theirs = scratch / "ours.mp4", scratch / "ffmpeg.mp4"
    sizes = [path.stat().st_size for path in (ours, theirs)]
    levels = [decibels(ffmpeg, path, source) for path in (ours, theirs)]
    return (
        f"size {sizes[0]} and {sizes[1]} bytes ({sizes[0] / sizes[1] - 1:+.1%}), "
        f"PSNR of brightness {levels[0]:.2f} and {levels[1]:.2f} dB ({levels[0] - levels[1]:+.2f})"
    )


def measured_rows(words, commands, rounds, targets):
    print(f"measuring {words}…", file=sys.stderr)
    present = [Command(name, command) for name, command in commands.items() if command]
    usages = processes.measure(present, rounds)

    def row(name, unit, figure, target):
        figures = {peer: figure(usages[peer]) if peer in usages else None for peer in commands}
        return rows.Row(name, unit, figures.pop("ours"), figures, target)

    return [
        row(words, "s", lambda usage: usage.median_seconds, targets[0]),
        row(f"{words}, processor", "s", lambda usage: usage.median_processor_seconds, targets[1]),
        row(f"{words}, peak memory", "MiB", lambda usage: usage.median_mebibytes, targets[2]),
    ]


def main():
    arguments = machine.arguments(__doc__, rounds=3)
    ours = machine.build_ours()
    ffmpeg = peers.debian_program("ffmpeg", "ffmpeg")
    if not ffmpeg:
        sys.exit("bench: the inputs cannot be made without Debian's package ffmpeg")
    handbrake = peers.debian_program("HandBrakeCLI", "handbrake-cli")
    notes = [
        machine.description(),
        f"versions: assettool {peers.version([ours, '--version'])}, ffmpeg {peers.version([ffmpeg, '-version'])}",
    ]
    once = [rows.at_most_times(1.0, FFMPEG), rows.REPORTED, rows.REPORTED]
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="export-"))
    measured = []
    try:
        light, heavy, sound = light_film(ffmpeg), film(ffmpeg), hour(ffmpeg)
        for source, codec, preset, crf, factor in [
            (light, "h264", "ultrafast", 23, 0.8), (light, "h264", "veryfast", 23, 0.9),
            (heavy, "h264", "ultrafast", 23, 0.8), (heavy, "h264", "veryfast", 23, 0.9),
            (heavy, "hevc", "ultrafast", 28, 1.0), (heavy, "av1", "10", 35, 1.0),
        ]:
            rate = "6 Mb/s" if source is light else "20 Mb/s"
            targets = once
            if codec == "h264":
                targets = [rows.at_most_times(factor, FFMPEG), rows.at_most_times(0.95, FFMPEG), rows.at_most_times(1.0, FFMPEG)]
            commands = picture_commands(ours, ffmpeg, handbrake, source, scratch, codec, preset, crf)
            measured += measured_rows(f"{rate} to 720p {codec} {preset}", commands, arguments.rounds, targets)
            notes.append(f"{rate}, {codec} {preset}: {likeness(ffmpeg, source, scratch)}")
        halves = [rows.at_most_times(0.6, FFMPEG), rows.REPORTED, rows.REPORTED]
        opus = ["-c:a", "libopus", "-b:a", "128k"]
        measured += measured_rows("hour to Opus", sound_commands(ours, ffmpeg, sound, scratch, "ogg", *opus), arguments.rounds, halves)
        flac = ["-c:a", "flac", "-sample_fmt", "s16"]
        measured += measured_rows("hour to FLAC", sound_commands(ours, ffmpeg, sound, scratch, "flac", *flac), arguments.rounds, halves)
    except (processes.CommandFailed, subprocess.CalledProcessError) as failure:
        sys.exit(f"bench: {failure}")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    rows.report(measured, notes, arguments.json)


main()
