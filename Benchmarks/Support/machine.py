"""What the figures were measured on, and the arguments that every benchmark takes."""
import argparse
import functools
import os
import pathlib
import platform
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1]
ROOT = FOLDER.parent
BUILD = FOLDER / ".build"


def arguments(documentation, rounds, parts=(), inputs=None, counts=None):
    """The arguments behind the benchmark's name. `parts`: what can be run by itself; `inputs`: in words what can be kept, where it
    takes long to make; `counts`: options of the benchmark's own that take a number, by their names what they count."""
    summary = documentation.strip().splitlines()[0]
    parser = argparse.ArgumentParser(prog="scripts/bench.sh NAME", description=summary)
    parser.add_argument("--json", metavar="FILE", help="write the rows to FILE as well")
    parser.add_argument("--rounds", type=positive, default=rounds, help="how often all are run in turn (%(default)s)")
    if parts:
        parser.add_argument("--only", metavar="PART", nargs="+", choices=parts, default=list(parts),
                            help=f"run these parts alone, of {', '.join(parts)}")
    for name, words in (counts or {}).items():
        parser.add_argument(f"--{name}", metavar="N", type=positive, help=words)
    if inputs:
        parser.add_argument("--inputs", metavar="FOLDER", help=f"keep {inputs} there, and use what is there already")
    return parser.parse_args()


def positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def description():
    """One line: processor, cores, memory, system, and how busy it is."""
    load = os.getloadavg()[0]
    return (f"machine: {processor()}, {os.cpu_count()} cores, {memory()}, Linux {platform.release()}, "
            f"load {load:.1f} at the start")


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    return names[0] if names else platform.machine()


def memory():
    return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.1f} GiB"


# As a program is installed: Swift's libraries inside, stripped.
LINKING = ("--static-swift-stdlib", "-Xlinker", "-s")


@functools.cache
def build_benchmark(product):
    """Builds a product of the benchmarks' package for release, linked as AssetKit's own are; its path."""
    return build(FOLDER, product, *LINKING)


def build_ours(product="assettool"):
    """Builds a product of AssetKit the way it is installed: release, Swift's libraries inside, stripped; its path."""
    return build(ROOT, product, *LINKING)


def build(package, product, *options):
    command = ["swift", "build", "--package-path", str(package), "-c", "release", "--product", product, *options]
    print(f"building {product}…", file=sys.stderr)
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if finished.returncode:
        sys.exit(f"{finished.stdout}\nbench: {product} could not be built")
    folder = subprocess.run([*command, "--show-bin-path"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
    return pathlib.Path(folder) / product
