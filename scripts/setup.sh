#!/usr/bin/env bash
# Installs the Debian packages that AssetKit needs; does nothing where they are there.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/setup.sh [build|test|bench|cameras]

Installs what is missing for building (the default), for testing, for the benchmarks, or for tests with cameras of the kernel's kind,
and says what it installs.
Without the right to install it prints the one line to run instead, and exits with 1.
TEXT
}

build_packages=(
    pkg-config libavformat-dev libavcodec-dev libavfilter-dev libswscale-dev libswresample-dev libavutil-dev
    libzimg-dev librubberband-dev libpulse-dev libasound2-dev libxcb1-dev libxcb-randr0-dev
    libxcb-shm0-dev libxcb-xfixes0-dev libcurl4-gnutls-dev libsystemd-dev
)
test_packages=(
    ffmpeg mediainfo python3 openssl ca-certificates pulseaudio xvfb xdotool imagemagick x11-xserver-utils libzbar0 libsixel1
    libheif-examples libasound2-plugins dbus-daemon xdg-desktop-portal pipewire pipewire-bin wireplumber python3-gi
    libpipewire-0.3-dev
)
bench_packages=(
    python3-venv python3-numpy gcc mpv libx11-dev libxext-dev gstreamer1.0-tools gstreamer1.0-plugins-base
    gstreamer1.0-plugins-good gstreamer1.0-plugins-ugly gstreamer1.0-pulseaudio gstreamer1.0-libav
)
camera_packages=(gcc fuse3 libfuse3-dev qemu-system-x86 busybox-static cpio kmod)

case "${1:-build}" in
-h | --help) usage && exit 0 ;;
build) packages=("${build_packages[@]}") ;;
test) packages=("${build_packages[@]}" "${test_packages[@]}") ;;
bench) packages=("${build_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}") ;;
cameras) packages=("${build_packages[@]}" "${test_packages[@]}" "${camera_packages[@]}") ;;
*) usage >&2 && exit 2 ;;
esac

if ! command -v swift >/dev/null; then
    echo "setup: there is no 'swift' on the PATH; AssetKit needs Swift 6.3 (see swift.org/install)" >&2
    exit 1
fi

is_installed() {
    # A pkg-config that does not come from a Debian package will do as well.
    [ "$1" = pkg-config ] && command -v pkg-config >/dev/null && return 0
    # Where the tests look for it; one elsewhere on the PATH does not help them.
    [ "$1" = python3 ] && [ -x /usr/bin/python3 ] && return 0
    # Any of its kind will do, and there can only be one of them.
    [ "$1" = libcurl4-gnutls-dev ] && pkg-config --exists libcurl 2>/dev/null && return 0
    [ "$1" = python3-numpy ] && python3 -c 'import numpy' 2>/dev/null && return 0
    [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=()
for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=()
elif sudo -n true 2>/dev/null; then
    as_root=(sudo)
else
    echo "setup: these packages are missing and this account may not install them; run:" >&2
    echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
fi

echo "setup: installing ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}
# Lists of packages may be absent or old: fetch them only when the first try shows it.
if ! install >"$log" 2>&1; then
    if ! { "${as_root[@]}" apt-get update && install; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        echo "setup: apt-get could not install ${missing[*]}" >&2
        exit 1
    fi
fi
