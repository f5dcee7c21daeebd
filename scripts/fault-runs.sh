#!/usr/bin/env bash
# Kills very many processes that write movies in fragments, and checks what each leaves.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/fault-runs.sh [--kills N]

Kills N recordings of AVAssetWriter with movieFragmentInterval and N exports in fragments in the middle of a byte that they
write, and N runs of `assettool export --fragmented` from outside at any moment, all places the same in every run but the
last ones. What each leaves must open, decode with FFmpeg without a word, and hold every sample handed to the muxer up to
the interval and 250 ms before; recordings must also be recovered to ordinary movies. Prints how many there were, and how
much was lost at most. The everyday tests kill a handful.

  --kills N   how many of each (default 200)
  --help      show this text
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
kills=200
while [ $# -gt 0 ]; do
    case "$1" in
        --kills)
            if ! [[ "${2:-}" =~ ^[1-9][0-9]{0,5}$ ]]; then
                echo "fault-runs: --kills needs a whole number from 1 to 999999" >&2
                exit 2
            fi
            kills=$2
            shift 2
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

if ! command -v ffmpeg >/dev/null; then
    echo "fault-runs: ffmpeg is missing; scripts/setup.sh test installs it" >&2
    exit 1
fi
cd "$root"
swift build --build-tests
ASSETKIT_KILLS=$kills exec swift test --skip-build --filter 'AssetKitTests.KillTests|AssetToolTests.ToolKillTests/fragments'
