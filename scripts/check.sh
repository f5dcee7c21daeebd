#!/usr/bin/env bash
# What must be green before a commit: tests, format, structure.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/check.sh [--fix]

Runs the tests, the format lint and the structure check. With --fix it first rewrites the sources as the formatter wants.
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
sources=(Package.swift Sources Tests Benchmarks scripts/fuzz-time)
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
