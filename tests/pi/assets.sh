#!/usr/bin/env bash
# Builds what the emulated Raspberry Pi starts from: a kernel, a device tree and a root file system of Debian's own
# packages, with the program's dependencies for arm64, RPi.GPIO 0.7.1 and, beside it, rpi-lgpio.
#
#   assets.sh FOLDER PYTHON     PYTHON: one with pip, which fetches the wheels
#
# FOLDER gets vmlinuz, pi.dtb, root.cpio and a stamp, and is left alone while nothing they were made from changes.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
folder=$1 python=$2
suite=bookworm # Python 3.11, and a kernel that has the Pi 3's device tree
gpio=RPi.GPIO==0.7.1
lgpio=(rpi-lgpio==0.6 lgpio==0.2.2.0)

dependencies=$("$python" -c '
import pathlib, sys, tomllib
print(*tomllib.loads(pathlib.Path(sys.argv[1]).read_text())["project"]["dependencies"], sep="\n")' \
    "$here/../../pyproject.toml")
stamp=$(cat "$here/assets.sh" "$here/init" - <<<"$dependencies" | sha256sum | cut -c1-16)

mkdir -p "$folder"
exec 9>"$folder/lock"
flock 9
[[ $(cat "$folder/stamp" 2>/dev/null) == "$stamp" ]] && exit

work=$(mktemp -d "$folder/work.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

# An apt of its own, for arm64: the machine's stays as it is. Debian's packages come from where the machine has its own.
mkdir -p apt/lists/partial apt/archives/partial debs
: >apt/status
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1)
[[ -n $mirror ]] || { echo "apt knows no mirror of Debian: run apt-get update" >&2; exit 1; }
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [arch=arm64 signed-by=$keyring] $mirror $suite main" >apt/sources.list
cat >apt/apt.conf <<CONF
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "root";
Acquire::Languages "none";
Dir::State::Lists "$work/apt/lists";
Dir::State::status "$work/apt/status";
Dir::Cache "$work/apt";
Dir::Etc::sourcelist "$work/apt/sources.list";
Dir::Etc::sourceparts "-";
CONF
export APT_CONFIG=$work/apt/apt.conf
apt-get -qq update
needs() { apt-cache depends "$1" | sed -n 's/.*Depends: \([a-z0-9].*\)/\1/p'; }
kernel=$(needs linux-image-arm64 | grep '^linux-image-' | head -1)
py=$(needs python3-minimal | sed -n 's/^\(python3\.[0-9]*\)-minimal$/\1/p' | head -1)
libraries=$(for package in "lib$py-minimal" "lib$py-stdlib" "$py-minimal"; do needs "$package"; done |
    grep -E '^(libc6|zlib1g|libexpat1|libffi8|libssl3.*|libbz2-1.0|liblzma5|libuuid1|libsqlite3-0)$' | sort -u)
# libgcc-s1: threads end with it; util-linux and libcap-ng0: setpriv, which starts the program as the service's user
root=("lib$py-minimal" "lib$py-stdlib" "$py-minimal" busybox-static libgcc-s1 util-linux libcap-ng0)
read -ra more <<<"${libraries//$'\n'/ }"
root+=("${more[@]}")
(cd debs && apt-get -qq download "$kernel" "lib$py-dev" "${root[@]}")
unset APT_CONFIG

pip() { "$python" -m pip --quiet --disable-pip-version-check "$@"; }
wheels() {
    pip download --only-binary :all: --implementation cp --python-version "${py#python}" \
        --platform manylinux_2_34_aarch64 --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 "$@"
}
mapfile -t wanted <<<"$dependencies"
wheels -d wheels "${wanted[@]}"
wheels -d lgpio --no-deps "${lgpio[@]}"
pip download --no-deps --no-binary :all: -d source "$gpio"

# Kernel and device tree: what the Pi's own boot loader would have added to it.
dpkg-deb --fsys-tarfile debs/"$kernel"_*.deb | tar -x --wildcards './boot/vmlinuz-*' '*/bcm2837-rpi-3-b.dtb'
mv boot/vmlinuz-* vmlinuz
mv usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb pi.dtb
fdtput -c pi.dtb /system
fdtput -t x pi.dtb /system linux,revision 0xa02082 # a Pi 3 Model B: RPi.GPIO asks
# shellcheck disable=SC2046
fdtput -t bx pi.dtb /chosen rng-seed $(seq -f %.0f 16 79) # else Python waits for randomness at its first start
fdtput -r pi.dtb /soc/serial@7e201000/bluetooth # as dtoverlay=disable-bt does: the PL011 is the header's

# Root file system.
mkdir -p root/usr/{bin,sbin,lib} root/{etc,proc,sys,dev,tmp,run,root,srv}
ln -s usr/bin usr/sbin usr/lib root/
for package in "${root[@]}"; do
    case $package in
    util-linux) only=(./usr/bin/setpriv) ;;
    *) only=() ;;
    esac
    dpkg-deb --fsys-tarfile debs/"$package"_*.deb | tar -x -C root --keep-directory-symlink "${only[@]}"
done
ln -s "$py" root/usr/bin/python3
rm -rf root/usr/share root/usr/lib/aarch64-linux-gnu/gconv root/usr/lib/"$py"/{test,idlelib,tkinter,lib2to3,ensurepip}
site=root/usr/lib/python3/dist-packages
mkdir -p "$site" root/opt/lgpio
for wheel in wheels/*.whl; do unzip -qo "$wheel" -d "$site"; done
for wheel in lgpio/*.whl; do unzip -qo "$wheel" -d root/opt/lgpio; done
tar -xf source/*.tar.gz -C source
mkdir dev
dpkg-deb -x debs/"lib$py-dev"_*.deb dev
c=source/RPi.GPIO-*/source
cp -r source/RPi.GPIO-*/RPi "$site"
# shellcheck disable=SC2086
aarch64-linux-gnu-gcc -shared -fPIC -O2 -s -w -Idev/usr/include/"$py" -Idev/usr/include -lpthread \
    $c/{py_gpio,c_gpio,cpuinfo,event_gpio,soft_pwm,py_pwm,common,constants}.c \
    -o "$site/RPi/_GPIO.cpython-${py/python3./3}-aarch64-linux-gnu.so"
if "$py" -c '' 2>/dev/null; then # a Python of the same version spares the emulated one the compiling
    "$py" -m compileall -q -j2 --invalidation-mode unchecked-hash -s root -p / "root/usr/lib/$py" "$site" || true
fi
install -m755 "$here/init" root/init
cat >root/etc/passwd <<USERS
root:x:0:0::/root:/bin/sh
coup:x:990:990::/srv:/bin/sh
USERS
cat >root/etc/group <<GROUPS
root:x:0:
dialout:x:20:coup
gpio:x:997:coup
coup:x:990:
GROUPS
(cd root && find . | LC_ALL=C sort | cpio -o -H newc --quiet -R 0:0) >root.cpio

mv vmlinuz pi.dtb root.cpio "$folder"
echo "$stamp" >"$folder/stamp"
