#!/usr/bin/env bash
# Runs a command in a virtual machine that has genuine capture devices of the kernel: /dev/video0 is vivid, its own test driver.
set -euo pipefail

usage() {
    cat <<'HELP'
Usage: scripts/check-cameras/virtual-machine.sh CACHE FOLDER COMMAND

Boots Debian's kernel, which it fetches into the folder CACHE once (70 MB), in a machine that is emulated: no right is needed, and
all takes ten times as long. Its files are those of this machine, read-only below a layer in memory, so that what is built and
installed here runs there. COMMAND runs in FOLDER, which is /out there and may be written to; what it says is FOLDER/log.txt. Exits
as COMMAND does, and with 1 where the machine did not come that far (FOLDER/console.txt says why).

VIVID are the driver's parameters (default: one camera), SECONDS_LIMIT is how long it may take (default 1200).
HELP
}

case "${1:-}" in
-h | --help) usage && exit 0 ;;
esac
[ $# = 3 ] || { usage >&2 && exit 2; }
mkdir -p "$1" "$2"
cache=$(realpath "$1") folder=$(realpath "$2") command=$3
if [ ! -d "$cache/lib/modules" ]; then
    echo "virtual-machine: fetching a kernel" >&2
    (
        cd "$cache"
        package=$(apt-cache depends linux-image-amd64 | awk '/Depends:/ { print $2; exit }')
        apt-get download "$package" >&2
        dpkg -x "$package"_*.deb .
        rm -f "$package"_*.deb
        depmod -b . "$(ls lib/modules)"
    )
fi
version=$(ls "$cache/lib/modules")
initial=$(mktemp -d)
trap 'rm -rf "$initial"' EXIT
root=$initial/root
mkdir -p "$root"/{bin,proc,sys,dev,modules,below,layer,root}
cp "$(command -v busybox)" "$root/bin/busybox"
for name in sh mount insmod mkdir chroot poweroff echo; do ln -s busybox "$root/bin/$name"; done
# In the order in which they need each other.
number=10
for module in virtio_pci 9p 9pnet_virtio overlay vivid; do
    modprobe -d "$cache" -S "$version" --show-depends "$module"
done | awk '/^insmod/ && !seen[$2]++ { print $2 }' | while read -r file; do
    cp "$file" "$root/modules/$number-$(basename "$file")"
    number=$((number + 1))
done
printf '%s\n' "$command" >"$folder/command.sh"
: >"$folder/log.txt"
cat >"$root/init" <<INIT
#!/bin/sh
mount -t proc p /proc; mount -t sysfs s /sys; mount -t devtmpfs d /dev
for m in /modules/*; do
    case \$m in
    *vivid.ko*) insmod \$m ${VIVID:-n_devs=1 node_types=0x1 no_error_inj=0} ;;
    *) insmod \$m ;;
    esac
done
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,ro,cache=loose below /below
mount -t tmpfs t /layer; mkdir -p /layer/upper /layer/work
mount -t overlay -o lowerdir=/below,upperdir=/layer/upper,workdir=/layer/work o /root
mkdir -p /root/out; mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000 out /root/out
mount --bind /dev /root/dev; mount -t proc p /root/proc; mount -t sysfs s /root/sys
mkdir -p /root/dev/shm; mount -t tmpfs t /root/dev/shm; mount -t tmpfs t /root/run; mount -t tmpfs t /root/tmp
chroot /root /bin/bash -c 'cd /out; export HOME=/root; bash ./command.sh >log.txt 2>&1; echo rc=\$? >>log.txt'
poweroff -f
INIT
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$initial/root.gz"
timeout "${SECONDS_LIMIT:-1200}" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 1500 -nographic -no-reboot \
    -kernel "$cache/boot/vmlinuz-$version" -initrd "$initial/root.gz" -append "console=ttyS0 quiet panic=-1" \
    -virtfs local,path=/,mount_tag=below,security_model=none,readonly=on,multidevs=remap \
    -virtfs "local,path=$folder,mount_tag=out,security_model=none" </dev/null >"$folder/console.txt" 2>&1 || true
last=$(tail -n 1 "$folder/log.txt")
[[ "$last" =~ ^rc=[0-9]+$ ]] || exit 1
exit "${last#rc=}"
