#!/usr/bin/env bash
# Makes the speech that sound at another speed is measured with: a sentence in a low voice and in a high one.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/make-speech.sh [--out DIR]

Writes low.wav and high.wav, 16 bits, one channel at 22,050 Hz. They are committed, because another espeak-ng may speak
otherwise; the figures of tests hold for those that are.

  --out DIR   the folder to write (default: Tests/TimePitchTests/Speech)

Needs espeak-ng, Debian's package of that name.
TEXT
}

out="$(cd "$(dirname "$0")/.." && pwd)/Tests/TimePitchTests/Speech"
case "${1:-}" in
-h | --help) usage && exit 0 ;;
--out) out=${2:?make-speech: --out needs a folder} ;;
"") ;;
*) usage >&2 && exit 2 ;;
esac
command -v espeak-ng >/dev/null || { echo "make-speech: espeak-ng is missing: sudo apt-get install espeak-ng" >&2; exit 1; }

mkdir -p "$out"
sentence="Six patient sailors shuffle old cards beneath the harbour wall, while a quick fox jumps."
espeak-ng -v en-gb -s 165 -w "$out/low.wav" "$sentence"
espeak-ng -v en-us+f3 -s 175 -w "$out/high.wav" "$sentence"
