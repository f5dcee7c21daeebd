#!/usr/bin/env bash
# Makes the same files with two builds of assettool, and compares them byte for byte: for changes that change nothing.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/same-bytes.sh [--media FOLDER] [--only TEXT] OLD NEW

OLD and NEW are two builds of assettool. Every file of the sample media is cut (keyframe, smart, exact, and two ranges by
smart and keyframe), exported whole and in part, copied into another container and joined with itself, by both, on one
processor, and planned with --dry-run. Equal have to be the exit codes, the bytes, what is said on standard error, and the
plans. Nothing that either leaves beside its file, hidden files too, is taken over to the next case; what OLD leaves NEW has
to leave as well.

  --media FOLDER  other files than SampleMedia (its README and truth.json are no media)
  --only TEXT     only cases whose name has this in it, such as ' smart ' or 'hevc.mp4'
  --help          show this text

Ends with 1 where anything differs, and prints how many cases there were.
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
media="$root/SampleMedia"
only=
while [ $# -gt 0 ]; do
    case "$1" in
    --media) media=$(cd "$2" && pwd); shift ;;
    --only) only=$2; shift ;;
    --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) break ;;
    esac
    shift
done
[ $# = 2 ] || { usage >&2; exit 2; }
old=$(realpath -- "$1")
new=$(realpath -- "$2")
for tool in "$old" "$new"; do
    [ -x "$tool" ] || { echo "'$tool' cannot be run" >&2; exit 2; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cases=0 differences=0 made=0

# One run in an empty folder, so that both tools see the same names, and nothing that another run left.
run() {
    local tool=$1 side=$2 code=0
    shift 2
    rm -rf "${folder:?}/$side"
    mkdir -p "$folder/$side/out"
    (cd "$folder/$side/out" && "$tool" "$@" </dev/null >"$folder/$side/stdout" 2>"$folder/$side/stderr") || code=$?
    echo "$code" >"$folder/$side/code"
    # Hidden files have names that nobody knows beforehand; how many are left is what counts.
    find "$folder/$side/out" -mindepth 1 -name '.*' -printf 'hidden\n' >"$folder/$side/left"
    find "$folder/$side/out" -mindepth 1 -name '.*' -prune -exec rm -rf {} +
}

differ() {
    echo "DIFFERENT $1: $2"
    differences=$((differences + 1))
}

# One case: its name, and the arguments of both tools.
try() {
    local name=$1
    shift
    [[ " $name " == *"$only"* ]] || return 0
    cases=$((cases + 1))
    run "$old" old "$@"
    run "$new" new "$@"
    local what
    for what in code stderr stdout left; do
        if ! cmp -s "$folder/old/$what" "$folder/new/$what"; then
            differ "$name" "$what: $(diff "$folder/old/$what" "$folder/new/$what" | head -n 4 | tr '\n' ' ')"
            return 0
        fi
    done
    if ! diff -rq "$folder/old/out" "$folder/new/out" >"$folder/listing"; then
        differ "$name" "$(head -n 1 "$folder/listing" | sed "s|$folder/||g")"
        return 0
    fi
    [ -z "$(ls -A "$folder/new/out")" ] || made=$((made + 1))
}

# A case, and its dry run, which writes nothing.
both() {
    local name=$1
    shift
    try "$name" "$@" --quiet
    try "$name (plan)" "$@" --quiet --dry-run
}

for file in "$media"/*; do
    name=$(basename "$file")
    case "$name" in README.md | truth.json) continue ;; esac
    [ -f "$file" ] || continue
    ending=${name##*.} done_own=
    for target in "$ending" mkv mp4; do
        # Its own ending comes once.
        [ "$target" != "$ending" ] || [ -z "${done_own:-}" ] || continue
        [ "$target" != "$ending" ] || done_own=yes
        for mode in keyframe smart exact; do
            both "$name $mode $target" trim "$file" -o "out.$target" --from 20% --to 70% --mode "$mode" --threads 1
        done
        [ "$target" != "$ending" ] || continue
        # The samples as they are, in another container.
        both "$name copy $target" export "$file" -o "out.$target" --video-codec copy --audio-codec copy --threads 1
    done
    for mode in keyframe smart; do
        both "$name keep-$mode $ending" \
            trim "$file" -o "out.$ending" --keep 10%..35% --keep 55%..90% --mode "$mode" --threads 1
    done
    both "$name index-first $ending" \
        trim "$file" -o "out.$ending" --from 20% --to 70% --mode keyframe --fast-start --threads 1
    both "$name export mp4" export "$file" -o out.mp4 --threads 1
    both "$name export-range mkv" export "$file" -o out.mkv --from 20% --to 70% --threads 1
    both "$name concat $ending" concat "$file" "$file" -o "out.$ending" --threads 1
    both "$name subtitles vtt" export "$file" -o out.vtt
done

echo "$cases cases, $made of which made files; $differences differ"
[ "$cases" -gt 0 ] || { echo "no case has '$only' in its name" >&2; exit 2; }
[ "$differences" = 0 ]
