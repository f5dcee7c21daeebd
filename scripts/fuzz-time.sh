#!/usr/bin/env bash
# Calls every time function with random bits, very many times, to show that none of them traps.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/fuzz-time.sh [--calls N] [--seed N]

Calls every function of CMTimeLib's core with random bits for all arguments, built with optimisation.
A trap ends the run with a failure; otherwise the last line says how many calls ran.

  --calls N   how many calls to make (default 100000000)
  --seed N    where the random sequence starts (default 1)
  --help      show this text
HELP
}

calls=100000000
seed=1
while [ $# -gt 0 ]; do
    case "$1" in
        --calls | --seed)
            if ! [[ "${2:-}" =~ ^[0-9]{1,18}$ ]]; then
                echo "fuzz-time: $1 needs a whole number of at most 18 digits" >&2
                exit 2
            fi
            if [ "$1" = --calls ]; then calls=$2; else seed=$2; fi
            shift 2
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            echo "fuzz-time: unknown argument '$1'; see --help" >&2
            exit 2
            ;;
    esac
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One module of the core and the driver: no package build, and nothing that the driver needs reaches the package.
# -lm: optimised rounding calls C's round.
swiftc -O -wmo -swift-version 6 -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault -warnings-as-errors -module-name FuzzTime \
    "$root"/Sources/CMTimeLib/Core/*.swift "$root"/scripts/fuzz-time/*.swift -lm -o "$work/fuzz-time"
# Fixed hashing makes the checksum the same for the same seed.
SWIFT_DETERMINISTIC_HASHING=1 "$work/fuzz-time" "$calls" "$seed"
