#!/usr/bin/env bash
# Has exports keep to limits of size, in every kind of file that can, and holds each against its limit and its dry run.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/check-limits.sh [--tool FILE] [--only TEXT]

FFmpeg makes sources of pictures and sound; `assettool export --limit-size` makes files of them at shares of their size. Each
must be larger than 97 % of the limit and not larger than the limit, or a copy of a source that fits; or the dry run and the
run refuse it alike, and the smallest size that they name can be made. AC-3 has few rates, and may stay smaller.

  --tool FILE   the assettool to use (default: .build/debug/assettool)
  --only TEXT   only cases whose name has this in it
  --help        show this text
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tool="$root/.build/debug/assettool"
only=
while [ $# -gt 0 ]; do
    case "$1" in
    --tool) tool=$2; shift ;;
    --only) only=$2; shift ;;
    --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
    esac
    shift
done

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
film=(-f lavfi -i "testsrc2=s=320x180:r=25:d=6,noise=alls=12:allf=t:all_seed=3" -f lavfi -i "anoisesrc=d=6:r=48000:a=0.2:seed=4")
sound=(-f lavfi -i "anoisesrc=d=6:r=48000:a=0.2:seed=4")
ffmpeg -v error "${film[@]}" -ac 2 -c:v libx264 -pix_fmt yuv420p -c:a aac -b:a 192k "$folder/film.mp4"
ffmpeg -v error "${film[@]}" -ac 2 -c:v libvpx-vp9 -b:v 1M -cpu-used 8 -c:a libopus "$folder/film.webm"
ffmpeg -v error "${film[@]}" -ac 6 -c:v libx264 -pix_fmt yuv420p -c:a ac3 "$folder/film.mkv"
ffmpeg -v error "${sound[@]}" -ac 2 -c:a flac "$folder/song.flac"

failures=0
size() { stat -c %s "$1"; }
fail() { echo "FAILED $1: $2"; failures=$((failures + 1)); }

# One export: a source, what it becomes, a limit in bytes, and more options.
try() {
    local source=$1 target=$2 limit=$3 name="$1 to $2 under $3 ${*:4}"
    shift 3
    [[ "$name" == *"$only"* ]] || return 0
    local out="$folder/out.$target" dry=0 run=0
    rm -f "$out"
    "$tool" export "$folder/$source" -o "$out" --limit-size "$limit" --dry-run "$@" >"$folder/plan" 2>"$folder/dry" || dry=$?
    "$tool" export "$folder/$source" -o "$out" --limit-size "$limit" "$@" >/dev/null 2>"$folder/run" || run=$?
    [ "$dry" = "$run" ] || fail "$name" "the dry run ends with $dry, the run with $run: $(cat "$folder/dry" "$folder/run")"
    if [ "$run" != 0 ]; then
        echo "refused   $name: $(cat "$folder/run")"
        return
    fi
    local made
    made=$(size "$out")
    if [ "$made" -gt "$limit" ]; then
        fail "$name" "$made bytes"
    elif grep -q '^encode' "$folder/plan" && [ $((made * 100)) -lt $((limit * 97)) ] && [ "$limit" -lt "$(size "$folder/$source")" ]; then
        fail "$name" "only $made bytes"
    else
        echo "$made of $limit  $name"
    fi
}

for share in 3 8 20 45 80 120; do
    for target in mp4 mov mkv ts webm 3gp; do
        for source in film.mp4 film.webm film.mkv; do
            try "$source" "$target" $(($(size "$folder/$source") * share / 100))
        done
    done
    for codec in hevc av1 vp8 mpeg4 mpeg2 jpeg; do
        try film.mp4 mkv $(($(size "$folder/film.mp4") * share / 100)) --video-codec "$codec"
    done
    for target in m4a mp3 ogg; do try song.flac "$target" $((2000 * share)); done
    try song.flac ogg $((2000 * share)) --audio-codec vorbis
done
[ "$failures" = 0 ] || { echo "$failures failures"; exit 1; }
