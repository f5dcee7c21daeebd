#!/usr/bin/env bash
# Makes random edits of SampleMedia and holds every picture against melt's rendering of the same edit.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/check-edits.sh [--count N] [--seed N] [--tool FILE] [--keep FOLDER]

Has `assettool compose` make edits of SampleMedia's films, the same for the same seed, and has melt render each as MLT XML. Half
of them are parts one behind the other, with and without dissolves; the others are documents (OTIO) with gaps, parts that play
faster, smaller pictures above others, and two tracks of sound whose volume changes. Beside dissolves both must show the picture
with the same number, also in what lies above, and everywhere pixels must be as bright on average within 2 codes of 255, where
one lies above another within 3. Half of each kind is made without loss: every frame of its sound must be melt's within 0.2 % of
full volume. The others are made as they are by default, so that clips are copied beside what is rendered. Any failure is printed
with the edit.

  --count N        how many edits (default 100)
  --seed N         where the random sequence starts (default 1)
  --tool FILE      the assettool to use (default: builds it)
  --keep FOLDER    where edits that are wrong are kept (default: nowhere)
  --help           show this text

Needs ffmpeg, and Debian's package melt.
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tool=
words=()
while [ $# -gt 0 ]; do
    case "$1" in
        --count | --seed)
            if ! [[ "${2:-}" =~ ^[0-9]{1,9}$ ]]; then
                echo "check-edits: $1 needs a whole number of at most 9 digits" >&2
                exit 2
            fi
            words+=("$1" "$2")
            shift 2
            ;;
        --keep | --tool)
            if [ -z "${2:-}" ]; then
                echo "check-edits: $1 needs a value" >&2
                exit 2
            fi
            if [ "$1" = --tool ]; then tool=$2; else words+=("$1" "$2"); fi
            shift 2
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            echo "check-edits: unknown argument '$1'; see --help" >&2
            exit 2
            ;;
    esac
done

for program in ffmpeg melt python3; do
    if ! command -v "$program" >/dev/null; then
        echo "check-edits: $program is missing; it is a package of Debian's" >&2
        exit 1
    fi
done
if [ -z "$tool" ]; then
    swift build --package-path "$root" --product assettool
    tool="$root/.build/debug/assettool"
fi
exec python3 "$root/scripts/check-edits/edits.py" --tool "$tool" --samples "$root/SampleMedia" "${words[@]}"
