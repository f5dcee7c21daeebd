#!/usr/bin/env python3
"""Makes SampleMedia and truth.json, or checks that they are what would be made."""
import argparse
import hashlib
import json
import os
import sys
import tempfile

from build import Workshop
from catalog import SAMPLES
from truth import describe

TRUTH = "truth.json"


def make_one(workshop, sample):
    """(path, truth) of one sample."""
    path = workshop.build(sample)
    truth = describe(sample)
    with open(path, "rb") as file:
        data = file.read()
    truth["byteCount"] = len(data)
    truth["sha256"] = hashlib.sha256(data).hexdigest()
    return path, truth


def make_all(folder, names):
    """Makes the samples in `folder`, with their truth beside them."""
    workshop = Workshop(folder)
    files = {}
    for sample in SAMPLES:
        if names and sample.name not in names:
            continue
        path, files[sample.name] = make_one(workshop, sample)
        print(f"made {sample.name} ({os.path.getsize(path)} bytes)", file=sys.stderr)
    return [files[name] for name in sorted(files)]


def write_truth(folder, files):
    """One line a file inside a readable frame keeps differences small and readable."""
    lines = ",\n".join("    " + json.dumps(file, ensure_ascii=False) for file in files)
    with open(os.path.join(folder, TRUTH), "w", encoding="utf-8") as out:
        out.write(f'{{\n  "schema": 1,\n  "files": [\n{lines}\n  ]\n}}\n')


def publish(source, target, name):
    """Copies beside the target, then renames: nobody ever sees half a file."""
    beside = os.path.join(target, f".{name}.new")
    try:
        with open(os.path.join(source, name), "rb") as given, open(beside, "wb") as out:
            out.write(given.read())
        os.rename(beside, os.path.join(target, name))
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise


def same(first, second):
    try:
        with open(first, "rb") as one, open(second, "rb") as other:
            return one.read() == other.read()
    except FileNotFoundError:
        return False


def check(source, target, names):
    """Says what differs; True if nothing does."""
    known = {*names, "README.md"}
    wrong = [name for name in names if not same(os.path.join(source, name), os.path.join(target, name))]
    stray = sorted(name for name in os.listdir(target) if name not in known and not name.startswith("."))
    for name in wrong:
        print(f"differs or is missing: {name}")
    for name in stray:
        print(f"not made by the script: {name}")
    if not wrong and not stray:
        print(f"{len(names)} files are byte for byte what the script makes")
    return not wrong and not stray


def keep_others(target, files):
    """After making only some: the truth of the others stays."""
    path = os.path.join(target, TRUTH)
    if not os.path.exists(path):
        return files
    with open(path, encoding="utf-8") as file:
        old = {each["name"]: each for each in json.load(file)["files"]}
    known = {sample.name for sample in SAMPLES}
    merged = {name: each for name, each in old.items() if name in known}
    merged.update({each["name"]: each for each in files})
    return [merged[name] for name in sorted(merged)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, help="folder to write to, or to check")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("names", nargs="*", help="only these samples")
    options = parser.parse_args()
    unknown = set(options.names) - {sample.name for sample in SAMPLES}
    if unknown:
        parser.error(f"no such sample: {', '.join(sorted(unknown))}")
    if options.check and options.names:
        parser.error("--check compares all samples")
    if options.check and not os.path.isdir(options.out):
        parser.error(f"no such folder: {options.out}")
    with tempfile.TemporaryDirectory(prefix="samples-") as folder:
        files = make_all(folder, options.names)
        names = [file["name"] for file in files] + [TRUTH]
        if options.names:
            files = keep_others(options.out, files)
        write_truth(folder, files)
        if options.check:
            return 0 if check(folder, options.out, names) else 1
        os.makedirs(options.out, exist_ok=True)
        for name in names:
            publish(folder, options.out, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
