#!/usr/bin/env bash
# Makes very many random exact cuts and holds every picture, every time and the sound of each against the source.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/check-trims.sh [--mode exact|smart] [--count N] [--seed N] [--only TEXT] [--tool FILE] [--samples-only] [--kinds] [--second] [--edges]
                              [--keep FOLDER]

Has `assettool trim` make random cuts of SampleMedia and of the corpus' files, the same ones for the same seed,
and lets FFmpeg judge each: how many pictures there are, that each is the right one (likeness to it, and less to those
beside it), its time in ticks of the container, the likeness over all of the cut (42 dB at least; sources without loss stay
so), and the sound: without loss it is the same to the bit, in movies it lasts to the sample. Files that cannot be encoded
again are named with the reason. With --mode smart the pictures that were copied must be the source's to the bit, and files
that were encoded whole are counted with the reason. Any failure is printed with the file and the range.

  --mode NAME      exact, which encodes all of a cut, or smart, which encodes its edges (default exact)
  --count N        how many cuts (default 500)
  --seed N         where the random sequence starts (default 1)
  --only TEXT      only files whose name has this in it
  --tool FILE      the assettool to use (default: builds it)
  --kinds          instead of random cuts, eleven ranges out of a source of every kind of stream, which FFmpeg makes
  --edges          instead of cuts, says how good encoded edges are and what they cost, for sources of four codecs
  --second         have libde265, libvpx, dav1d, libmpeg2 and OpenH264 (where it has the source right) decode the cuts as well,
                   and compare every picture; needs the packages libde265-examples, vpx-tools, dav1d, mpeg2dec,
                   gstreamer1.0-tools and gstreamer1.0-plugins-bad
  --samples-only   leave the corpus out
  --keep FOLDER    where cuts that are wrong are kept (default: nowhere)
  --help           show this text

The corpus is ../shared/corpus, or what ASSETKIT_CORPUS names; without one SampleMedia is cut. Needs ffmpeg and ffprobe.
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
corpus="${ASSETKIT_CORPUS:-$root/../shared/corpus}"
tool=
words=()
while [ $# -gt 0 ]; do
    case "$1" in
        --count | --seed)
            if ! [[ "${2:-}" =~ ^[0-9]{1,9}$ ]]; then
                echo "check-trims: $1 needs a whole number of at most 9 digits" >&2
                exit 2
            fi
            words+=("$1" "$2")
            shift 2
            ;;
        --only | --keep | --tool | --mode)
            if [ -z "${2:-}" ]; then
                echo "check-trims: $1 needs a value" >&2
                exit 2
            fi
            if [ "$1" = --tool ]; then tool=$2; else words+=("$1" "$2"); fi
            shift 2
            ;;
        --kinds | --second | --edges)
            words+=("$1")
            shift
            ;;
        --samples-only)
            corpus=
            shift
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            echo "check-trims: unknown argument '$1'; see --help" >&2
            exit 2
            ;;
    esac
done

for program in ffmpeg ffprobe python3; do
    if ! command -v "$program" >/dev/null; then
        echo "check-trims: $program is missing; scripts/setup.sh test installs it" >&2
        exit 1
    fi
done
if [ -z "$tool" ]; then
    swift build --package-path "$root" --product assettool
    tool="$root/.build/debug/assettool"
fi
if [ -n "$corpus" ] && [ -f "$corpus/index.json" ]; then words+=(--corpus "$corpus"); fi
exec python3 "$root/scripts/check-trims/trims.py" --tool "$tool" --samples "$root/SampleMedia" "${words[@]}"
