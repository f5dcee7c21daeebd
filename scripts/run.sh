#!/usr/bin/env bash
# Builds assettool, with everything that needs, and runs it with the arguments given.
set -euo pipefail

if [ $# -eq 1 ] && { [ "$1" = "--help" ] || [ "$1" = "-h" ]; }; then
    cat <<'TEXT'
usage: scripts/run.sh VERB [ARGUMENT…]

Sets up the machine, builds the release of assettool, and runs it: `scripts/run.sh time "1/3 + 1/6"`.
`scripts/run.sh help` is assettool's own help.
TEXT
    exit 0
fi

root=$(cd "$(dirname "$0")/.." && pwd)
"$root/scripts/setup.sh" build
log=$(mktemp)
trap 'rm -f "$log"' EXIT
[ -x "$root/.build/release/assettool" ] || echo "building assettool, once…" >&2
if ! swift build --package-path "$root" -c release --product assettool >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
rm -f "$log"
exec "$root/.build/release/assettool" "$@"
