"""Peers that are programs or Python packages: found, installed where they can be, or named as missing."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from Support.machine import BUILD


def python_package(name, version):
    """The Python of a virtual environment that holds a package of PyPI; None where it cannot be installed."""
    folder = BUILD / "peers" / f"{name}-{version}"
    python = folder / "bin" / "python3"
    if holds(python, name, version):
        return python
    print(f"installing {name} {version}…", file=sys.stderr)
    steps = [
        [sys.executable, "-m", "venv", "--clear", str(folder)],
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{name}=={version}"],
    ]
    for step in steps:
        finished = subprocess.run(step, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if finished.returncode:
            lines = finished.stdout.strip().splitlines() or ["no reason given"]
            print(f"bench: {name} {version} is missing: {lines[-1]}", file=sys.stderr)
            return None
    return python


def holds(python, name, version):
    code = f"from importlib.metadata import version; raise SystemExit(version({name!r}) != {version!r})"
    return python.exists() and subprocess.run([python, "-c", code], stderr=subprocess.DEVNULL).returncode == 0


def debian_program(program, *packages):
    """The path of a program, installed from Debian where the account may; None where it is missing."""
    if not shutil.which(program):
        as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        install = [*as_root, "apt-get", "install", "-y", "--no-install-recommends", *packages]
        # Lists of packages may be absent or old: fetch them only when the first try shows it.
        if not succeeds(install):
            succeeds([*as_root, "apt-get", "update"]) and succeeds(install)
    path = shutil.which(program)
    if not path:
        return missing(f"{program}: Debian's {' and '.join(packages)} could not be installed")
    return pathlib.Path(path)


def missing(words):
    """None, after it was said what there is not."""
    print(f"bench: missing: {words}", file=sys.stderr)


def succeeds(command):
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def version(command):
    """The version number in the first line that a command prints, or that whole line."""
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    line = (finished.stdout.strip().splitlines() or ["unknown"])[0]
    number = re.search(r"\d+(\.\d+)+\S*", line)
    return number.group() if number else line
