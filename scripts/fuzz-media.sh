#!/usr/bin/env bash
# Has very many broken media files opened, decoded, cut and encoded under the address sanitizer, to show that each ends in
# an error or an answer.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/fuzz-media.sh [--verb LIST] [--count N] [--seed N] [--jobs N] [--keep FOLDER]

Makes broken copies of the corpus' files, the same ones for the same seed, and has `assettool info`, built with the address
sanitizer in a folder of its own, open them, a few dozen in each process and every other of them with --precise. A crash, a
sanitizer report, a leak, a file without an answer, an error without words or a file that takes longer than 5 s ends the
run with a failure, names the file and keeps it. Then the malformed files of the corpus are opened one by one with the
plain build, and none may need more than 512 MiB.

The other verbs of --verb make something of each file, in a process for each: images, peaks, cuts that copy and cuts that
encode, a small movie, a copy. They have 20 s for each, and leave nothing where they fail.

On a machine that is busy with other things the clock says little: there a process may take longer, up to 120 s, if it
has worked for no more than 5 s of them.

  --verb LIST     what to do with them: info,thumbnail,waveform,trim,export or some of it (default: info)
  --count N       how many broken copies to open (default 100000)
  --seed N        where the random sequence starts (default 1)
  --jobs N        how many processes at once (default: as many as there are cores)
  --keep FOLDER   where bad files are kept (default .build/fuzz-media)
  --help          show this text

The corpus is ../shared/corpus, or what ASSETKIT_CORPUS names.
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
verbs=info
count=100000
seed=1
jobs=$(nproc)
keep="$root/.build/fuzz-media"
while [ $# -gt 0 ]; do
    case "$1" in
        --count | --seed | --jobs)
            if ! [[ "${2:-}" =~ ^[0-9]{1,9}$ ]] || { [ "$1" = --jobs ] && [ "$2" -eq 0 ]; }; then
                echo "fuzz-media: $1 needs a whole number of at most 9 digits; at least one job" >&2
                exit 2
            fi
            declare "${1#--}=$2"
            shift 2
            ;;
        --verb)
            if ! [[ ",${2:-}" =~ ^(,(info|thumbnail|waveform|trim|export))+$ ]]; then
                echo "fuzz-media: --verb is one or several of info,thumbnail,waveform,trim,export" >&2
                exit 2
            fi
            verbs=${2//,/ }
            shift 2
            ;;
        --keep)
            if [ -z "${2:-}" ]; then
                echo "fuzz-media: --keep needs a folder" >&2
                exit 2
            fi
            keep=$2
            shift 2
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            echo "fuzz-media: unknown argument '$1'; see --help" >&2
            exit 2
            ;;
    esac
done

corpus="${ASSETKIT_CORPUS:-$root/../shared/corpus}"
if [ ! -f "$corpus/index.json" ]; then
    echo "fuzz-media: there is no corpus at '$corpus'; name one with ASSETKIT_CORPUS" >&2
    exit 1
fi

source "$root/scripts/build-options.sh"
options=(--package-path "$root" ${build_options[@]+"${build_options[@]}"})
swift build "${options[@]}" --product assettool
plain=$(swift build "${options[@]}" --show-bin-path)/assettool
# As a part of the example's build, so that the library is compiled under the sanitizer once for both (check-examples.sh).
swift build --package-path "$root/Examples/MediaFacts" --product assettool --sanitize=address \
    --scratch-path "$root/.build/sanitized" --disable-index-store -debug-info-format none
failed=0
for verb in $verbs; do
    python3 "$root/scripts/fuzz-media/fuzz.py" --corpus "$corpus" --count "$count" --seed "$seed" --jobs "$jobs" \
        --keep "$keep" --verb "$verb" --checked "$root/.build/sanitized/debug/assettool" \
        --plain "$plain" || failed=1
done
exit "$failed"
