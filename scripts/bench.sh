#!/usr/bin/env bash
# Runs a benchmark of ours against its peers. Each lives in a folder of its own, see Benchmarks/README.md.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root/Benchmarks"
names=(*/run.py)
names=("${names[@]%/run.py}")

usage() {
    cat <<TEXT
usage: scripts/bench.sh NAME [--json FILE] [--rounds N]

Builds the release, makes the inputs, runs ours and the peers in turn, and prints a table of medians.
With --json it also writes the rows to FILE. A row that misses its target is marked; the exit code stays 0.

benchmarks:
TEXT
    for name in "${names[@]}"; do
        # The first line of the module's documentation says what it measures.
        printf '  %-12s %s\n' "$name" "$(sed -n 's/^"""//p;q' <(grep -m 1 '^"""' "$name/run.py"))"
    done
}

name=${1:-}
case "$name" in
-h | --help) usage && exit 0 ;;
"") usage >&2 && exit 2 ;;
esac
shift

if [ ! -f "$name/run.py" ] || [[ "$name" == */* ]]; then
    echo "bench: there is no benchmark '$name', only: ${names[*]} (scripts/bench.sh --help says what each measures)" >&2
    exit 2
fi
"$root/scripts/setup.sh" bench

# A file named on the command line is meant from where the caller stands.
cd "$OLDPWD"
export PYTHONPATH="$root/Benchmarks" PYTHONDONTWRITEBYTECODE=1
exec python3 "$root/Benchmarks/$name/run.py" "$@"
