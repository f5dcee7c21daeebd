#!/usr/bin/env bash
# Kills very many processes that write movies in fragments, lets others fail, and checks what each leaves.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/fault-runs.sh [--kills N] [--every N] [--pages N [--seed N]] [--call N [--times N]] [--tool FILE]
                             [--recordings-only]
       scripts/fault-runs.sh --self-test

Kills N recordings of AVAssetWriter with movieFragmentInterval and N exports in fragments in the middle of a byte that they
write, and N runs of `assettool export --fragmented` from outside at any moment, all places the same in every run but the
last ones. What each leaves must open, decode with FFmpeg without a word, and hold every sample handed to the muxer up to
the interval and 250 ms before; recordings must also be recovered to ordinary movies. Prints how many there were, and how
much was lost at most. The everyday tests kill a handful.

Then `assettool record` records 5 seconds from synthetic devices, which takes as long, four at a time: once for each call that
writes its file and each thing that can go wrong there: killed before it, killed in the middle of it, a part written, an error
of the disk, no room left on it or in the user's quota, both with and without what was reserved. What is left must open, decode
without a word, become ordinary with `assettool recover` without a changed sample, stay the same when that is done twice, and
lack no more than above. Who is not killed must end with one sentence.

With --pages N the power is cut as well, behind each call that writes one more recording: of each page that was not made to last
yet the disk may have what it had, or anything written to it since, and of the file's size the same. N such files are made for
each call, the first with nothing of that, the second with all. They must be as the others; what is lost counts up to the next
call.

  --kills N          how many kills of each kind (default 200)
  --every N          every Nth of the recordings alone (default 1: all, some 160)
  --call N           only what can happen to that call of a recording, and no kills
  --times N          so many times each of that (default 1)
  --pages N          how many files a power cut behind each call may leave (default: no power cuts)
  --seed N           of the choices (default: another one each time; it is printed)
  --tool FILE        the assettool that records (default: builds it)
  --recordings-only  leave the kills out
  --self-test        only see that beeps are found in recordings, by which all of them are timed, and nothing else is
  --help             show this text
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
kills=200
every=1
call=
times=1
pages=
seed=
tool=
recordings_only=false
self_test=false
while [ $# -gt 0 ]; do
    case "$1" in
        --pages)
            if ! [[ "${2:-}" =~ ^([2-9]|[1-9][0-9]{1,3})$ ]]; then
                echo "fault-runs: --pages needs a whole number from 2 to 9999" >&2
                exit 2
            fi
            pages=$2
            shift 2
            ;;
        --seed)
            if ! [[ "${2:-}" =~ ^[0-9]{1,10}$ ]]; then
                echo "fault-runs: --seed needs a whole number" >&2
                exit 2
            fi
            seed=$2
            shift 2
            ;;
        --kills | --every | --call | --times)
            if ! [[ "${2:-}" =~ ^[1-9][0-9]{0,5}$ ]]; then
                echo "fault-runs: $1 needs a whole number from 1 to 999999" >&2
                exit 2
            fi
            case "$1" in
                --kills) kills=$2 ;;
                --every) every=$2 ;;
                --call) call=$2 recordings_only=true ;;
                --times) times=$2 ;;
            esac
            shift 2
            ;;
        --tool)
            if [ -z "${2:-}" ]; then
                echo "fault-runs: --tool needs a value" >&2
                exit 2
            fi
            tool=$(realpath "$2")
            shift 2
            ;;
        --recordings-only)
            recordings_only=true
            shift
            ;;
        --self-test)
            self_test=true
            shift
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            echo "fault-runs: unknown argument '$1'; see --help" >&2
            exit 2
            ;;
    esac
done

for program in ffmpeg ffprobe python3; do
    if ! command -v "$program" >/dev/null; then
        echo "fault-runs: $program is missing; scripts/setup.sh test installs it" >&2
        exit 1
    fi
done
cd "$root"
if [ "$self_test" = true ]; then
    exec python3 scripts/fault-runs/recordings.py --self-test
fi
failed=0
if [ "$recordings_only" = false ]; then
    swift build --build-tests
    ASSETKIT_KILLS=$kills swift test --skip-build --filter 'AssetKitTests.KillTests|AssetToolTests.ToolKillTests/fragments' || failed=1
fi
if [ -z "$tool" ]; then
    swift build --product assettool
    tool="$root/.build/debug/assettool"
fi
python3 scripts/fault-runs/recordings.py --tool "$tool" --every "$every" ${call:+--call "$call"} --times "$times" || failed=1
if [ -n "$pages" ]; then
    python3 scripts/fault-runs/power.py --tool "$tool" --every "$every" --pages "$pages" ${seed:+--seed "$seed"} || failed=1
fi
exit "$failed"
