#!/usr/bin/env bash
# Passes the tests, plain or under a sanitizer in a build folder of its own.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/test.sh [address|thread] [SWIFT TEST OPTION…]
       scripts/test.sh [address|thread] --only-build | --only-run [SWIFT TESTING OPTION…]

Sets up the machine and runs all tests; `address` also finds leaks. Everything after the sanitizer goes to `swift test`:
`scripts/test.sh address --filter Vector`. The two halves of it apart: --only-build sets up and builds, --only-run runs what is
built, while others may use SwiftPM in the same folder, which `swift test` forbids until the last test has ended.

CMTIME_VECTORS=FILE runs another file of conformance vectors; a relative name is meant from the current folder.
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/scripts/build-options.sh"
options=(--package-path "$root" --disable-xctest)
case "${1:-}" in
-h | --help) usage && exit 0 ;;
address | thread)
    options+=(--sanitize="$1" --scratch-path "$root/.build/$1")
    shift
    ;;
*) options+=(${build_options[@]+"${build_options[@]}"}) ;;
esac
# Debian's FFmpeg is not instrumented, so the thread sanitizer cannot see what it synchronises.
export TSAN_OPTIONS="suppressions=$root/Tests/thread-sanitizer-suppressions.txt ${TSAN_OPTIONS:-}"
export LSAN_OPTIONS="suppressions=$root/Tests/leak-sanitizer-suppressions.txt:print_suppressions=0 ${LSAN_OPTIONS:-}"
# A file or folder named in the environment is meant from where the caller stands; `swift test` goes elsewhere.
for name in CMTIME_VECTORS ASSETKIT_CORPUS; do
    value=${!name:-}
    case "$value" in
    "" | /*) ;;
    *) export "$name=$PWD/$value" ;;
    esac
done
if [ "${1:-}" = --only-run ]; then
    shift
    bin=$(swift build "${options[@]}" --show-bin-path)
    # As `swift test` has it: the tests take a pipe for a terminal.
    [ -t 1 ] || export NO_COLOR=1
    exec "$bin/AssetKitPackageTests.xctest" --testing-library swift-testing "$@"
fi
"$root/scripts/setup.sh" test
[ "${1:-}" != --only-build ] || exec swift build --build-tests "${options[@]}"
exec swift test "${options[@]}" "$@"
