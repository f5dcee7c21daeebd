#!/usr/bin/env bash
# What must be green before a commit: tests, format, structure.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/check.sh [--fix]

Runs the tests, the format lint, the structure check, the documentation build and the example. With --fix it first rewrites the sources as the formatter wants.
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
sources=(
    Package.swift Sources Tests Benchmarks scripts/fuzz-time Examples/MediaFacts/Package.swift Examples/MediaFacts/Sources
)
case "${1:-}" in
-h | --help) usage && exit 0 ;;
--fix) swift format --in-place --recursive --parallel "${sources[@]}" ;;
"") ;;
*) usage >&2 && exit 2 ;;
esac

scripts/test.sh
swift format lint --strict --recursive --parallel "${sources[@]}"
scripts/check-structure.py --self-test
scripts/check-structure.py
scripts/docs.sh
scripts/check-examples.sh
