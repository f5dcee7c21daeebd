#!/usr/bin/env bash
# What must be green before a commit: tests, format, structure.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/check.sh [--fix]

Runs the tests, opens 2,048 broken files under the address sanitizer and works on some more, and runs the format lint, the
structure check, the documentation build and the examples. With --fix it first rewrites the sources as the formatter wants.
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
scripts/test.sh
if [ -n "${ASSETKIT_CORPUS:-}" ] || [ -d ../shared ]; then
    scripts/fuzz-media.sh --count 2048
    scripts/fuzz-media.sh --count 64 --verb thumbnail,waveform,trim,export
else
    echo "*** LEFT OUT: there is no corpus in ../shared; no broken files are opened under the address sanitizer ***" >&2
fi
swift format lint --strict --recursive --parallel "${sources[@]}"
scripts/check-structure.py --self-test
scripts/check-structure.py
scripts/check-snippets.sh --self-test
scripts/fault-runs.sh --self-test
scripts/docs.sh
scripts/check-examples.sh
