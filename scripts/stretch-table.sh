#!/usr/bin/env bash
# Measures what sound at other speeds is like, ours beside that of peers.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/stretch-table.sh [--tool FILE | --peers-only] [--speeds LIST] [--json FILE]

Stretches signals whose every detail is known, and two spoken sentences, with assettool, Rubber Band, SoundTouch, Sonic and
ffmpeg's atempo, and prints tables of pitch, noise, places of hits, distance of speech, length and more. What the figures
are stands in Benchmarks/README.md. What it costs is scripts/bench.sh stretch.

  --tool FILE    the assettool to measure (default: one is built for release)
  --peers-only   leave ours out
  --speeds LIST  as 0.5,2 where 2 is twice as fast (default: 0.5,0.8,1.25,1.5,2)
  --json FILE    write the figures to FILE as well
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
case "${1:-}" in
-h | --help) usage && exit 0 ;;
esac
"$root/scripts/setup.sh" bench
export PYTHONPATH="$root/Benchmarks" PYTHONDONTWRITEBYTECODE=1
exec python3 "$root/Benchmarks/stretch/table.py" "$@"
