#!/usr/bin/env bash
# Streams from cameras that answer real system calls: a model in a FUSE file, and the kernel's own test driver.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/check-cameras.sh [fuse] [vivid] [--tests FILE] [--keep FOLDER]

Runs V4L2RealCameraTests, which the everyday suite leaves out for want of a camera, on cameras that this machine can have:

  fuse             a model in a file, which streams, has controls, loses and damages pictures, stalls, is busy and is unplugged;
                   needs /dev/fuse, which root can open
  vivid            the test driver of Debian's kernel, in an emulated machine that needs no right (a few minutes, and 70 MB the
                   first time): pictures, starts, controls, and that it is unplugged

Without a name it tries both, and says loudly what it had to leave out; what was named has to run. A camera of your own:
ASSETKIT_V4L2_DEVICE=/dev/video0 scripts/test.sh --filter V4L2RealCamera.

  --tests FILE     the AssetKitPackageTests.xctest to run (default: builds it)
  --keep FOLDER    where logs and the kernel are kept (default: .build/check-cameras)
  --help           show this text
HELP
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/build-options.sh"
names=()
tests=
keep=$root/.build/check-cameras
while [ $# -gt 0 ]; do
    case "$1" in
    fuse | vivid)
        names+=("$1")
        shift
        ;;
    --tests | --keep)
        if [ -z "${2:-}" ]; then
            echo "check-cameras: $1 needs a value" >&2
            exit 2
        fi
        if [ "$1" = --tests ]; then tests=$(realpath "$2"); else keep=$(realpath -m "$2"); fi
        shift 2
        ;;
    -h | --help) usage && exit 0 ;;
    *)
        echo "check-cameras: unknown argument '$1'; see --help" >&2
        exit 2
        ;;
    esac
done
mkdir -p "$keep"

# Why a camera cannot be had here; nothing where it can.
obstacle() {
    case "$1" in
    fuse)
        { [ -r /dev/fuse ] && [ -w /dev/fuse ]; } || echo "/dev/fuse is not there, or is not for this account"
        ;;
    vivid)
        local program
        for program in qemu-system-x86_64 busybox cpio depmod apt-get dpkg; do
            PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null || echo "$program is missing"
        done | head -n 1
        ;;
    esac
}

# Runs tests and says how many passed; too few are a failure, because a test that is left out fails nobody.
run() {
    local name=$1 least=$2 log=$3 status=0
    shift 3
    "$@" >"$log" 2>&1 || status=$?
    local passed
    passed=$(grep -c -E 'Test ".*" passed after' "$log" || true)
    grep -E '^(first stamp|lost|given up|told|cannot)' "$log" || true
    echo "check-cameras: $name: $passed tests passed of $least"
    if [ "$status" = 0 ] && [ "$passed" -ge "$least" ]; then return; fi
    tail -n 40 "$log" >&2
    echo "check-cameras: $name failed; all it said is in $log" >&2
    return 1
}

camera=
stop_camera() {
    [ -n "$camera" ] || return 0
    kill "$camera" 2>/dev/null || true
    wait "$camera" 2>/dev/null || true
    fusermount3 -u -z "$work/camera" 2>/dev/null || true
    camera=
}
work=$(mktemp -d)
trap 'stop_camera; rm -rf "$work"' EXIT

check_fuse() {
    gcc -O2 -Wall "$root/scripts/check-cameras/v4l2fuse.c" -o "$work/v4l2fuse" $(pkg-config --cflags --libs fuse3) -lpthread
    mkdir "$work/camera"
    mkfifo "$work/commands"
    # Held open, so that commands do not end with the first one who gave some.
    exec 8<>"$work/commands"
    "$work/v4l2fuse" -f "$work/camera" <&8 >"$keep/v4l2fuse.txt" 2>&1 &
    camera=$!
    for _ in $(seq 100); do
        [ ! -e "$work/camera/video0" ] || break
        sleep 0.1
    done
    if [ ! -e "$work/camera/video0" ]; then
        echo "check-cameras: the model does not start: $(tail -n 1 "$keep/v4l2fuse.txt")" >&2
        return 1
    fi
    local status=0
    ASSETKIT_V4L2_DEVICE="$work/camera/video0" ASSETKIT_V4L2_COMMANDS="$work/commands" NO_COLOR=1 \
        run fuse 7 "$keep/fuse.txt" "$tests" --testing-library swift-testing --filter V4L2RealCameraTests || status=$?
    stop_camera
    exec 8<&-
    return "$status"
}

check_vivid() {
    # The driver takes no commands; of what the model does with them, it can be unplugged.
    left_out+=("*** LEFT OUT: vivid: losses, stalls, and that another program has it, which only the model has ***")
    mkdir -p "$keep/vivid"
    cat >"$work/inside.sh" <<INSIDE
export NO_COLOR=1 ASSETKIT_V4L2_DEVICE=/dev/video0
"$tests" --testing-library swift-testing --filter V4L2RealCameraTests || exit 1
mkfifo /tmp/commands
exec 8<>/tmp/commands
(
    driver=/sys/bus/platform/drivers/vivid
    while read -r word; do
        case \$word in
        unplug) echo vivid.0 >\$driver/unbind ;;
        plug) echo vivid.0 >\$driver/bind ;;
        esac
    done <&8
) &
ASSETKIT_V4L2_COMMANDS=/tmp/commands "$tests" --testing-library swift-testing --filter V4L2RealCameraTests/unplugged
INSIDE
    run vivid 4 "$keep/vivid/all.txt" in_machine
}

in_machine() {
    local status=0
    PATH=$PATH:/usr/sbin:/sbin "$root/scripts/check-cameras/virtual-machine.sh" "$keep/kernel" "$keep/vivid" \
        "$(cat "$work/inside.sh")" || status=$?
    cat "$keep/vivid/log.txt"
    [ -s "$keep/vivid/log.txt" ] || tail -n 20 "$keep/vivid/console.txt"
    return "$status"
}

left_out=()
chosen=(${names[@]+"${names[@]}"})
[ ${#chosen[@]} -gt 0 ] || chosen=(fuse vivid)
"$root/scripts/setup.sh" cameras
if [ -z "$tests" ]; then
    swift build --package-path "$root" --build-tests --disable-xctest ${build_options[@]+"${build_options[@]}"}
    bin=$(swift build --package-path "$root" --disable-xctest ${build_options[@]+"${build_options[@]}"} --show-bin-path)
    tests=$bin/AssetKitPackageTests.xctest
fi
failed=0
for name in "${chosen[@]}"; do
    reason=$(obstacle "$name")
    if [ -n "$reason" ]; then
        left_out+=("*** LEFT OUT: $name: $reason ***")
        [ ${#names[@]} = 0 ] || failed=1
        continue
    fi
    "check_$name" || failed=1
done
for line in "${left_out[@]}"; do echo "$line" >&2; done
exit "$failed"
