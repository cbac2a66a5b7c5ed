# shellcheck shell=bash
# How a change of the machine is told and made, once: sourced by install.sh and uninstall.sh.
#
# Every path here is one of the root file system that is worked on, which is this machine's or another one (--root).
# Nothing here knows what a controller is.

ROOT=/
DRY_RUN=no
CHANGES=0
MADE_AT=.coup-new # what a file is called until it is whole

# mistake WORDS: the caller's mistake, in one line.
mistake() {
    printf '%s: %s (--help shows the options)\n' "${0##*/}" "$*" >&2
    exit 2
}

# fail WORDS: it cannot be done, in one line.
fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

tell() { printf '%s\n' "$*"; }

# at PATH: where a path of the root file system is for us.
at() { printf '%s\n' "${ROOT%/}$1"; }

# change WORDS COMMAND...: tells a change and makes it; with --dry-run it is only told.
change() {
    CHANGES=$((CHANGES + 1))
    if [[ $DRY_RUN == yes ]]; then
        tell "would: $1"
    else
        tell "$1"
        "${@:2}"
    fi
}

# take_root DIR: the root file system to work on.
take_root() {
    ROOT=$(realpath -e -- "$1" 2>/dev/null) || mistake "--root $1: there is no such folder"
    [[ -d $ROOT/etc && -d $ROOT/usr ]] || mistake "--root $1: not a root file system, it has no etc and usr"
}

# need_root_user: only root may change what belongs to the machine.
need_root_user() {
    [[ $EUID -eq 0 ]] || fail "run it as root: sudo $0"
}

# one_at_a_time: refuses beside another run, for as long as this one takes. The lock ends with its holder.
one_at_a_time() {
    exec {LOCK}<"$(at /etc)"
    flock --nonblock "$LOCK" || fail "another run is at work here; wait for it"
}

# live: whether the system that is changed is the one that runs, under systemd.
live() { [[ $ROOT == / && -d /run/systemd/system ]]; }

# read_again: has the running system read its units and rules again. In a container no udev runs, so none is asked.
read_again() {
    if ! live || [[ $DRY_RUN == yes ]]; then
        return
    fi
    systemctl daemon-reload
    udevadm control --reload 2>/dev/null || true
}

# in_root COMMAND...: runs a command of the root file system. In another one it has this machine's /dev and /proc and an
# empty /run, which are gone again with the command, however that ends.
in_root() {
    if [[ $ROOT == / ]]; then
        PYTHONDONTWRITEBYTECODE=1 "$@"
    else
        # shellcheck disable=SC2016 # it is the inner shell that has to expand them
        unshare --mount -- bash -euc '
            root=$1
            shift
            mount --rbind /dev "$root/dev"
            mount --rbind /proc "$root/proc"
            mount -t tmpfs -o mode=755 tmpfs "$root/run"
            install -d -m 1777 "$root/run/lock"
            exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 chroot "$root" "$@"
        ' in_root "$ROOT" "$@"
    fi
}

# id_of passwd|group NAME: the number of a user or group of the root file system; nothing if there is none.
id_of() { awk -F: -v name="$2" '$1 == name { print $3 }' "$(at "/etc/$1")"; }

# folder PATH MODE [USER]: a folder, of USER and its group.
folder() {
    local path
    path=$(at "$1")
    [[ -d $path && $(stat -c %a "$path") == "$2" && $(stat -c %u "$path") == "$(id_of passwd "${3:-root}")" ]] ||
        change "folder $1" _folder "$path" "$2" "${3:-root}"
}

_folder() { install -d -m "$2" -o "$(id_of passwd "$3")" -g "$(id_of group "$3")" "$1"; }

# put SOURCE PATH MODE [GROUP]: a file with the content of SOURCE, whole or not at all.
put() {
    local path
    path=$(at "$2")
    if ! cmp -s "$1" "$path" || [[ $(stat -c %a "$path") != "$3" ]]; then
        change "file $2" _put "$1" "$path" "$3" "${4:-root}"
    fi
}

_put() {
    install -D -m "$3" -g "$(id_of group "$4")" "$1" "$2$MADE_AT"
    sync "$2$MADE_AT"
    mv -fT "$2$MADE_AT" "$2"
}

# point PATH TARGET: a symbolic link, switched in one step.
point() {
    local path
    path=$(at "$1")
    [[ -L $path && $(readlink "$path") == "$2" ]] || change "link $1 to $2" _point "$path" "$2"
}

_point() {
    mkdir -p "${1%/*}"
    ln -sfn "$2" "$1$MADE_AT"
    mv -fT "$1$MADE_AT" "$1"
}

# drop PATH...: removes what is there.
drop() {
    local path
    for path; do
        if [[ -e $(at "$path") || -L $(at "$path") ]]; then
            change "remove $path" rm -rf -- "$(at "$path")"
        fi
    done
}
