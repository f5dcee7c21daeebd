#!/usr/bin/env bash
# Exports every codec into every container, and has FFmpeg and MediaInfo look at what comes out.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/check-pairs.sh [--only TEXT] [--tool FILE] [--table FILE] [--keep FOLDER]

Has `assettool export` write a film with sound in every kind of file, with every codec of pictures that there is, and its
sound with every codec of sound. What is refused must be refused in one sentence, with the codec or the container in it, and
leave nothing behind. What is written must have the right codecs, size, channels and sampling rate in the words of ffprobe and
of MediaInfo, a picture for each of the source's at its time in ticks of the container, sound that lasts as long as the
source's, and decode without a word of FFmpeg's. Films that are turned for display are copied, encoded, cut and joined into
every kind of film, and must show as they do, or the turn that is lost be named. Films with alpha must keep it where codec and
container can, to a few codes, and elsewhere lie on black, with a warning. Prints a table of all pairs, and everything that is
wrong.

  --only TEXT    only pairs with this in their name, such as "webm" or "h264 in mp4"
  --tool FILE    the assettool to use (default: builds it)
  --table FILE   write the table as Markdown
  --keep FOLDER  where files that are wrong are kept (default: nowhere)
  --help         show this text

Needs ffmpeg, ffprobe, python3 and mediainfo.
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tool=
words=()
while [ $# -gt 0 ]; do
    case "$1" in
        --only | --table | --keep | --tool)
            if [ -z "${2:-}" ]; then
                echo "check-pairs: $1 needs a value" >&2
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
            echo "check-pairs: unknown argument '$1'; see --help" >&2
            exit 2
            ;;
    esac
done

for program in ffmpeg ffprobe python3 mediainfo; do
    if ! command -v "$program" >/dev/null; then
        echo "check-pairs: $program is missing; install Debian's package of that name (ffprobe: ffmpeg)" >&2
        exit 1
    fi
done
if [ -z "$tool" ]; then
    swift build --package-path "$root" --product assettool
    tool="$root/.build/debug/assettool"
fi
exec python3 "$root/scripts/check-pairs/pairs.py" --tool "$tool" --samples "$root/SampleMedia" "${words[@]}"
