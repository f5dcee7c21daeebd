#!/usr/bin/env bash
# Makes SampleMedia again, byte for byte, together with truth.json, which says what each file contains.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target="$here/../SampleMedia"

usage() {
    cat <<'TEXT'
usage: make-samples.sh [--out DIR] [NAME…]   make all samples, or only those named
       make-samples.sh --check [--out DIR]   make them in a temporary folder and compare; exit 1 on a difference
       make-samples.sh --verify [--out DIR] [NAME…]
                                             decode every sample and hold it against truth.json; exit 1 on a mismatch
       make-samples.sh --help

  --out DIR   the folder to write, compare or verify (default: SampleMedia)

Needs ffmpeg 5.1 and python3, which it installs where it may. The bytes are promised for one machine and one FFmpeg: another build may encode differently.
TEXT
}

action=make
names=()
while [ $# -gt 0 ]; do
    case "$1" in
        --help | -h) usage; exit 0 ;;
        --check) action=check; shift ;;
        --verify) action=verify; shift ;;
        --out)
            [ $# -ge 2 ] || { echo "make-samples.sh: --out needs a folder" >&2; exit 2; }
            target=$2; shift 2 ;;
        -*) echo "make-samples.sh: unknown option '$1'; see --help" >&2; exit 2 ;;
        *) names+=("$1"); shift ;;
    esac
done

"$here/setup.sh" test
export PYTHONDONTWRITEBYTECODE=1
case "$action" in
    make) exec python3 "$here/samples/make.py" --out "$target" ${names[@]+"${names[@]}"} ;;
    check) exec python3 "$here/samples/make.py" --check --out "$target" ${names[@]+"${names[@]}"} ;;
    verify) exec python3 "$here/samples/verify.py" --folder "$target" ${names[@]+"${names[@]}"} ;;
esac
