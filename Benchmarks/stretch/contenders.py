"""Who makes sound faster and slower, and what each makes of raw floats at 48 kHz."""
import pathlib
import subprocess
import sys

from Support import machine, peers

FOLDER = pathlib.Path(__file__).resolve().parent
RATE = 48000
#: Ours, by the names that `assettool export --pitch` takes.
OURS = {"ours, time domain": "time-domain", "ours, spectral": "spectral", "ours, low quality": "low-quality"}
VARISPEED = "varispeed"
#: Those of the program beside this, by the names that it takes.
LIBRARIES = {
    "Rubber Band R3": "r3",
    "R3 short": "r3-short",
    "R2": "r2",
    "R2 smooth": "r2-smooth",
    "SoundTouch": "soundtouch",
    "SoundTouch ll": "soundtouch-ll",
    "Sonic": "sonic",
}
ATEMPO, ASETRATE = "atempo", "asetrate, aresample"
PACKAGES = {"rubberband/rubberband-c.h": "librubberband-dev", "sonic.h": "libsonic-dev",
            "SoundTouchDLL.h": "libsoundtouch-dev"}


class Failed(Exception):
    """Somebody does not do what was asked."""


class Stretchers:
    """Everyone, by a name; each makes a file of raw floats of another."""

    def __init__(self, scratch, tool):
        self.scratch, self.tool = pathlib.Path(scratch), tool
        self.ffmpeg = peers.debian_program("ffmpeg", "ffmpeg") or sys.exit("bench: nothing can be done without ffmpeg")
        self.program = build_peers()

    @property
    def names(self):
        ours = list(OURS) if self.tool else []
        return ours + (list(LIBRARIES) if self.program else []) + [ATEMPO]

    @property
    def varispeed_names(self):
        return (["ours, varispeed"] if self.tool else []) + [ASETRATE]

    def stretch(self, name, speed, channels, source, output):
        if name in LIBRARIES:
            run([self.program, LIBRARIES[name], speed, channels, source, output])
        elif name == ATEMPO:
            self.filter(f"atempo={speed}", channels, source, output)
        elif name == ASETRATE:
            # Samples are taken for those of another rate, which has to be a whole number.
            self.filter(f"asetrate={round(RATE * float(speed))},aresample={RATE}", channels, source, output)
        else:
            self.export(OURS.get(name, VARISPEED), speed, channels, source, output)

    def filter(self, words, channels, source, output):
        run([self.ffmpeg, "-v", "error", "-y", *raw(channels), "-i", source, "-af", words, "-f", "f32le", output])

    def export(self, algorithm, speed, channels, source, output):
        before, after = self.scratch / "before.wav", self.scratch / "after.wav"
        run([self.ffmpeg, "-v", "error", "-y", *raw(channels), "-i", source, "-c:a", "pcm_f32le", before])
        run([self.tool, "export", before, "-o", after, "--speed", speed, "--pitch", algorithm, "--overwrite", "--quiet"])
        run([self.ffmpeg, "-v", "error", "-y", "-i", after, "-f", "f32le", "-ac", channels, "-ar", RATE, output])

    def versions(self):
        """One line: the version of everyone."""
        named = [f"assettool {peers.version([self.tool, '--version'])}" if self.tool else "assettool LEFT OUT"]
        named.append(f"ffmpeg {peers.version([self.ffmpeg, '-version'])}")
        if self.program:
            words = subprocess.run([self.program, "--version"], stdout=subprocess.PIPE, text=True).stdout.strip()
            named.append(f"{words}, Sonic {debian_version('libsonic0')}")
        else:
            named.append("Rubber Band, SoundTouch, Sonic MISSING")
        return "versions: " + ", ".join(named)


def raw(channels):
    return ["-f", "f32le", "-ar", RATE, "-ac", channels]


def run(command):
    finished = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    if finished.returncode:
        raise Failed((finished.stderr.strip().splitlines() or ["no reason given"])[-1])
    return finished.stdout


def debian_version(package):
    finished = subprocess.run(["dpkg-query", "--show", "--showformat", "${Version}", package], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    return finished.stdout.strip() or "of unknown version"


def build_peers():
    """Compiles the program that calls the libraries; its path, or None where a library is missing."""
    for header, package in PACKAGES.items():
        if not pathlib.Path("/usr/include", header).exists() and not installed(package):
            return None
    print("building peers…", file=sys.stderr)
    folder = machine.BUILD / "stretch"
    folder.mkdir(parents=True, exist_ok=True)
    program, source = folder / "peers", FOLDER / "Peers" / "peers.c"
    command = ["clang", "-std=c11", "-O2", "-o", program, source, "-lrubberband", "-lsonic", "-lSoundTouchDll"]
    if subprocess.run(command).returncode:
        sys.exit("bench: peers could not be built")
    return program


def installed(package):
    """Installs a library from Debian where the account may."""
    for as_root in ([], ["sudo", "-n"]):
        if peers.succeeds([*as_root, "apt-get", "install", "-y", "--no-install-recommends", package]):
            return True
    print(f"bench: Debian's package {package} is missing and could not be installed", file=sys.stderr)
    return False
