#!/usr/bin/env bash
# What must be green before a commit: tests, format, structure.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/check.sh [--fix]

Runs the tests; beside them it opens 2,048 broken files under the address sanitizer and works on some more, and runs the
format lint, the structure check and the documentation build, which it reports when the tests have ended; and then the
examples. Where building the tests took more than 22 minutes the sanitizer and the examples are left out, loudly. Up to
three tests that fail beside all the others are run again by themselves, and are told of if they pass then.
After 80 minutes, or 15 in which nothing has begun or ended, it names the tests and the programs that have not ended, and fails.
With --fix it first rewrites the sources as the formatter wants.
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
sources=(
    Package.swift Sources Tests Benchmarks scripts/fuzz-time Examples/MediaFacts/Package.swift Examples/MediaFacts/Sources
    Examples/Edits/Package.swift Examples/Edits/Sources Examples/AVCam/Package.swift Examples/AVCam/Sources
)
case "${1:-}" in
-h | --help) usage && exit 0 ;;
--fix) swift format --in-place --recursive --parallel "${sources[@]}" ;;
"") ;;
*) usage >&2 && exit 2 ;;
esac

export ASSETKIT_BUILD_OPTIONS="-debug-info-format none --scratch-path .build/check"

beside_the_tests() {
    swift format lint --strict --recursive --parallel "${sources[@]}"
    scripts/check-structure.py --self-test
    scripts/failed-tests.py --self-test
    scripts/check-structure.py
    scripts/check-snippets.sh --self-test
    scripts/fault-runs.sh --self-test
    scripts/docs.sh
    if [ "$is_slow" ]; then
        echo "*** LEFT OUT: the machine is slow; no broken files are opened under the address sanitizer: scripts/fuzz-media.sh ***"
    elif [ -n "${ASSETKIT_CORPUS:-}" ] || [ -d ../shared ]; then
        scripts/fuzz-media.sh --count 2048
        scripts/fuzz-media.sh --count 64 --verb thumbnail,waveform,trim,export
    else
        echo "*** LEFT OUT: there is no corpus in ../shared; no broken files are opened under the address sanitizer ***"
    fi
}

SECONDS=0
scripts/test.sh --only-build
# Three times what it takes where nobody is in the way. What is built anew under the sanitizer then would not come to its end in time,
# and what does not end shows nothing of the tests either.
is_slow=
[ "$SECONDS" -le 1350 ] || is_slow=yes
report=$(mktemp)
told=$(mktemp) events=$(mktemp)
# The tests wait for files and for each other, and leave a quarter of two processors idle: that is for the rest, which gets
# no more than they leave. The examples stay out of it, because they film for a second by the clock. A process group of its
# own lets it end with this.
set -m
(
    renice -n 19 "$BASHPID" >/dev/null
    beside_the_tests
) >"$report" 2>&1 &
rest=$!
set +m
trap 'kill -- "-$rest" ${run:+"-$run"} 2>/dev/null || true; rm -f "$report" "$told" "$events"' EXIT
tests=0 others=0 unsteady=
# A test that never ends is silent, and whoever ends all of this from outside does not see which one it was.
set -m
{ scripts/test.sh --only-run --event-stream-output-path "$events" --event-stream-version 0 2>&1 | tee "$told"; } </dev/null &
run=$!
set +m
deadline=$((SECONDS < 3600 ? 4800 : SECONDS + 1200))
while kill -0 "$run" 2>/dev/null; do
    if [ "$SECONDS" -gt "$deadline" ] || [ $(($(date +%s) - $(stat -c %Y "$events" 2>/dev/null || echo 0))) -gt 900 ]; then
        echo "check: the tests do not end; these are the first ones:" >&2
        scripts/failed-tests.py "$events" --unfinished >&2
        ps -eo pid,ppid,stat,etimes,args --forest | cut -c 1-200 | tail -n 60 >&2
        exit 1
    fi
    sleep 2
done
wait "$run" || tests=$?
run=
wait "$rest" || others=$?
cat "$report"
if [ "$tests" != 0 ]; then
    # Thousands of lines stand between a test that failed and this end, and a log may be cut to its end.
    echo "check: not all tests have passed:" >&2
    grep -E -A 3 '^(✘|✗)|Fatal error|ERROR: AddressSanitizer' "$told" | cut -c 1-400 | tail -n 100 >&2 || tail -n 50 "$told" >&2
    # Thousands of tests at once, with sound servers, displays and processes of their own, may take each other's time. Up to three
    # that failed have a second look, by themselves; what fails again has failed, and what passes is told.
    again=$(scripts/failed-tests.py "$events") || exit "$tests"
    filters=()
    while read -r test; do filters+=(--filter "$test"); done <<<"$again"
    timeout --foreground 1200 scripts/test.sh --only-run --no-parallel "${filters[@]}" 2>&1 | tee "$told" || exit "$tests"
    count=$(sed -nE 's/.*Test run with ([0-9]+) tests?.*/\1/p' "$told" | tail -n 1)
    [ "${count:-0}" -ge $((${#filters[@]} / 2)) ] || exit "$tests"
    unsteady=$again
fi
[ "$others" = 0 ] || exit "$others"
if [ "$is_slow" ]; then
    echo "*** LEFT OUT: the machine is slow; no examples are built and run: scripts/check-examples.sh ***"
else
    scripts/check-examples.sh
fi
[ -z "$unsteady" ] || printf '*** UNSTEADY: failed beside all others, passed alone: ***\n%s\n' "$unsteady" >&2
