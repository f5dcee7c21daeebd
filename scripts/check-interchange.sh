#!/usr/bin/env bash
# Exchanges very many edit documents with OpenTimelineIO's Python library, both ways, and compares what the two say.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/check-interchange.sh [--count N] [--seed N] [--package FOLDER] [--keep FOLDER]

Has OpenTimelineIO make documents with every schema, and reads them: durations, the ranges of all items, their sources and
visible ranges, addresses and speeds must be what the library says. What was read is written again, and random documents of
ours with it, as OTIO, FCPXML and CMX 3600; the library reads all of it and must say what we say, for FCPXML and CMX 3600 as
far as its adapters go (they round, and know neither speeds nor fades everywhere). Lists that the adapter of CMX 3600 cannot
read, with a dissolve from or to black, are counted. Every problem is printed with its document.

  --count N         how many documents each way (default 500)
  --seed N          which documents of theirs are made, from this one on (default 1000)
  --package FOLDER  the package whose tests are built (default: this one)
  --keep FOLDER     where the documents go, and stay (default: they are removed)
  --help            show this text

The library is installed into .build/interchange-venv: version 0.18.1, the adapters for CMX 3600 and FCPXML, and lxml. Needs
python3 with venv. Takes some minutes.
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
package=$root
count=500
seed=1000
folder=
while [ $# -gt 0 ]; do
    case "$1" in
        --count | --seed)
            if ! [[ "${2:-}" =~ ^[0-9]{1,6}$ ]]; then
                echo "check-interchange: $1 needs a whole number of at most 6 digits" >&2
                exit 2
            fi
            if [ "$1" = --count ]; then count=$2; else seed=$2; fi
            shift 2
            ;;
        --package | --keep)
            if [ -z "${2:-}" ]; then
                echo "check-interchange: $1 needs a folder" >&2
                exit 2
            fi
            if [ "$1" = --package ]; then package=$2; else folder=$2; fi
            shift 2
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            echo "check-interchange: unknown argument '$1'; see --help" >&2
            exit 2
            ;;
    esac
done

if ! command -v python3 >/dev/null; then
    echo "check-interchange: python3 is missing; scripts/setup.sh test installs it" >&2
    exit 1
fi
python="$root/.build/interchange-venv/bin/python"
if ! [ -x "$python" ] || ! "$python" -c 'import opentimelineio, lxml' 2>/dev/null; then
    mkdir -p "$root/.build"
    python3 -m venv "$root/.build/interchange-venv"
    "$python" -m pip install --quiet \
        opentimelineio==0.18.1 otio-cmx3600-adapter==1.0.0 otio-fcpx-xml-adapter==1.0.0 lxml==6.1.3
fi
export PYTHONDONTWRITEBYTECODE=1

if [ -z "$folder" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

"$python" "$root/scripts/check-interchange/documents.py" "$folder/theirs" "$count" "$seed"
ASSETKIT_LONG_RUN=1 ASSETKIT_INTERCHANGE="$folder" ASSETKIT_INTERCHANGE_COUNT="$count" \
    swift test --package-path "$package" --disable-xctest --filter LibraryExchangeTests
failed=0
for documents in back ours; do
    "$python" "$root/scripts/check-interchange/judge.py" "$folder/$documents" || failed=1
done
exit "$failed"
