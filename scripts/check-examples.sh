#!/usr/bin/env bash
# Builds the examples as packages of a client, under the address sanitizer, and runs them.
set -euo pipefail

if [ $# -gt 0 ]; then
    echo "usage: scripts/check-examples.sh"
    echo
    echo "Builds each package in Examples and compares what it prints about SampleMedia with what is expected."
    [ "$1" = --help ] || [ "$1" = -h ] && exit 0
    exit 2
fi

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
example=Examples/MediaFacts
# The folder and the options of fuzz-media.sh, which has compiled the library so already.
swift build --package-path "$example" --sanitize=address --scratch-path .build/checked --disable-index-store \
    >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
program=.build/checked/debug/MediaFacts
export LSAN_OPTIONS="suppressions=$root/Tests/leak-sanitizer-suppressions.txt:print_suppressions=0 ${LSAN_OPTIONS:-}"

diff -u "$example/expected.txt" <("$program" SampleMedia/chapters.mp4 SampleMedia/tags-itunes.m4a SampleMedia/live.mkv)
if "$program" SampleMedia/README.md >/dev/null 2>"$log"; then
    echo "check-examples: a file that is no media was accepted" >&2
    exit 1
fi
grep -q "README.md': it is not media of a kind known here" "$log" || { cat "$log" >&2; exit 1; }
echo "check-examples: MediaFacts builds and tells what it should"
