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
[ -x "$root/.build/release/assettool" ] || echo "building assettool, once, which takes minutes…" >&2

# Says how far the build is: on a terminal in one line that changes every second, elsewhere in a line for each step.
follow() {
    local line step="" shown="" status
    while true; do
        if IFS= read -r -t 1 line; then
            printf '%s\n' "$line" >>"$log"
            case "$line" in "["*"]"*) step=$line ;; esac
        else
            status=$?
            [ "$status" -gt 128 ] || break
        fi
        [ -n "$step" ] && [ "$SECONDS" -ge 3 ] || continue # nothing to tell where all is built
        if [ -t 2 ]; then
            printf '\r\033[K%d:%02d %.70s' $((SECONDS / 60)) $((SECONDS % 60)) "$step" >&2
        elif [ "$step" != "$shown" ]; then
            printf '%d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$step" >&2
            shown=$step
        fi
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

SECONDS=0
if ! swift build --package-path "$root" -c release --product assettool 2>&1 | follow; then
    cat "$log" >&2
    exit 1
fi
rm -f "$log"
exec "$root/.build/release/assettool" "$@"
