#!/usr/bin/env bash
# Builds a client of a version, and the examples as packages of a client, under the address sanitizer, and runs these.
set -euo pipefail

if [ $# -gt 0 ]; then
    echo "usage: scripts/check-examples.sh"
    echo
    echo "Builds a package that depends on a version of this one, and each package in Examples, and compares what those print about"
    echo "SampleMedia and synthetic devices, or make of them, with what is expected."
    [ "$1" = --help ] || [ "$1" = -h ] && exit 0
    exit 2
fi

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
log=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$log" "$work"' EXIT

# Clients depend on versions, and SwiftPM takes no version of a package with unsafe flags whose manifest is of tools before 6.2. It looks
# at the flags of all that a client depends on before it builds any of it, so building the smallest product shows the same of all.
version() {
    local package="$work/version/AssetKit" client="$work/version/Client"
    mkdir -p "$package" "$client/Sources/Times" "$client/Sources/Media"
    # As it lies here, committed or not.
    cp -a .gitignore Package.swift Sources Tests Examples "$package"
    git -C "$package" init -q -b main
    git -C "$package" add --all
    git -C "$package" -c user.name=check -c user.email=check@localhost -c commit.gpgSign=false commit -q -m "A version"
    git -C "$package" -c tag.gpgSign=false tag 0.0.1
    cat >"$client/Package.swift" <<SWIFT
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Client",
    dependencies: [.package(url: "file://$package", from: "0.0.1")],
    targets: [
        .target(name: "Times", dependencies: [.product(name: "CMTimeLib", package: "AssetKit")]),
        .target(name: "Media", dependencies: [.product(name: "AssetKit", package: "AssetKit")]),
    ]
)
SWIFT
    echo 'import AssetKit' >"$client/Sources/Media/Media.swift"
    printf 'import CMTimeLib\n\npublic let second = CMTime(value: 1, timescale: 1)\n' >"$client/Sources/Times/Times.swift"
    swift build --package-path "$client" --target Times --scratch-path "$client/.build" --cache-path "$work/version/cache" \
        --disable-index-store -debug-info-format none
}
version >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
rm -rf "$work/version"
echo "check-examples: a package that depends on a version builds"

# The folder and the options of fuzz-media.sh, which has compiled the library so already.
for example in Examples/MediaFacts Examples/Edits Examples/AVCam; do
    # Otherwise what was planned for one package is built again for the next one in the folder.
    rm -f .build/sanitized/debug.yaml
    swift build --package-path "$example" --sanitize=address --scratch-path .build/sanitized --disable-index-store \
        -debug-info-format none >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
done
programs=.build/sanitized/debug
export LSAN_OPTIONS="suppressions=$root/Tests/leak-sanitizer-suppressions.txt:print_suppressions=0 ${LSAN_OPTIONS:-}"

facts() { "$programs/MediaFacts" "$@"; }
diff -u Examples/MediaFacts/expected.txt \
    <(facts SampleMedia/chapters.mp4 SampleMedia/tags-itunes.m4a SampleMedia/live.mkv)
if facts SampleMedia/README.md >/dev/null 2>"$log"; then
    echo "check-examples: a file that is no media was accepted" >&2
    exit 1
fi
grep -q "README.md': it is not media of a kind known here" "$log" || { cat "$log" >&2; exit 1; }
echo "check-examples: MediaFacts builds and tells what it should"

film=SampleMedia/h264-bframes.mp4
"$programs/SlowMotion" "$film" 1 "$work/slow.mp4"
"$programs/PictureInPicture" "$film" SampleMedia/hevc.mp4 "$work/small.mp4"
"$programs/CrossFade" "$film" SampleMedia/hevc.mp4 SampleMedia/mp3-vbr.mp3 "$work/fade.mp4"
facts "$work/slow.mp4" "$work/small.mp4" "$work/fade.mp4" >"$log"
diff -u Examples/Edits/expected.txt "$log"
echo "check-examples: Edits build, and their films are as long and as large as they should be"

camera() {
    local devices=$1
    shift
    ASSETKIT_SYNTHETIC_DEVICES="Examples/AVCam/$devices.json" "$programs/AVCam" "$@"
}
# Ctrl-C, once there is a first picture.
interrupted() {
    ASSETKIT_SYNTHETIC_DEVICES=Examples/AVCam/devices.json "$programs/AVCam" record 600 "$1" &
    local recorder=$!
    until [ -s "$1" ]; do
        kill -0 "$recorder"
        sleep 0.05
    done
    kill -INT "$recorder"
    wait "$recorder"
}
# What a movie is made of, box by box.
boxes() {
    python3 - "$1" <<'PYTHON'
import pathlib, sys
data, place = pathlib.Path(sys.argv[1]).read_bytes(), 0
while place + 16 <= len(data):
    size = int.from_bytes(data[place:place + 4], "big")
    print(data[place + 4:place + 8].decode(errors="replace"))
    place += max(8, int.from_bytes(data[place + 8:place + 16], "big") if size == 1 else size)
PYTHON
}
{
    camera devices devices
    camera devices photo "$work/photo.jpg"
    camera devices record 1 "$work/film.mov"
    camera devices switch 1 "$work/front.mov" "$work/back.mov"
    camera devices preview 1 "$work/preview-%d.jpg"
    interrupted "$work/stopped.mov"
    camera unplugged record 3 "$work/short.mov"
    camera unplugged watch 3
} >"$log"
diff -u Examples/AVCam/expected.txt "$log"
facts "$work/film.mov" "$work/front.mov" "$work/back.mov" "$work/short.mov" "$work/stopped.mov" >"$log"
[ "$(grep -c ' 320x240' "$log")" = 4 ] && [ "$(grep -c ' 640x480' "$log")" = 1 ] || { cat "$log" >&2; exit 1; }
if [ ! -s "$work/preview-1.jpg" ]; then
    echo "check-examples: AVCam showed no picture" >&2
    exit 1
fi
boxes "$work/stopped.mov" >"$log"
if ! grep -qx moov "$log" || grep -qx moof "$log"; then
    echo "check-examples: AVCam left fragments when it was interrupted" >&2
    exit 1
fi
if camera devices photo >/dev/null; then
    echo "check-examples: AVCam took a photo to nowhere" >&2
    exit 1
fi
echo "check-examples: AVCam builds, and takes what it should from cameras that there are none of"
