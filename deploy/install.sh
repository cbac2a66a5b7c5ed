#!/usr/bin/env bash
# Installs the controller of one table, or brings it up to this version. Run again it changes nothing.
#
# Each version is a folder under /opt/coup/releases; /opt/coup/current is the one in use. A new one is made beside it,
# checked, switched to, and checked again; where that fails the former one is back before this ends. A run that is
# killed at any step is made good by the next one.
set -euo pipefail
umask 022

SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/changes.sh"
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/board.sh"
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/release.sh"
# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/switch.sh"

CONFIG=/etc/coup/table.toml
WANTED=/etc/systemd/system/multi-user.target.wants/coup.service
BOARD=
WHEELS=
START=yes
UART=no
NEW=

usage() {
    cat <<'HELP'
Usage: sudo deploy/install.sh [OPTION...]

Installs this version of the controller, or upgrades to it. /etc/coup and the journal are kept as they are.

  --dry-run     print every change, make none
  --root DIR    install into a root file system, such as a mounted SD card; needs --pi for a Raspberry Pi's
  --wheels DIR  take the libraries from a folder, without any network; on a machine of the same kind:
                pip wheel --wheel-dir DIR 'setuptools>=77' '.[pi]'
  --pi BOARD    none, pi (Raspberry Pi up to model 4) or pi5; else what the board itself says
  --uart        the shoe is on the header's serial port: enable it in config.txt, and Bluetooth off it
  --no-start    do not start the service
  --help        this text

Example: sudo deploy/install.sh --wheels /media/usb/wheels
HELP
}

options() {
    while (($#)); do
        case $1 in
            --dry-run) DRY_RUN=yes ;;
            --no-start) START=no ;;
            --uart) UART=yes ;;
            --root | --wheels | --pi)
                (($# > 1)) || mistake "$1: a value is missing"
                case $1 in
                    --root) take_root "$2" ;;
                    --wheels)
                        WHEELS=$(realpath -e -- "$2" 2>/dev/null) || mistake "--wheels $2: there is no such folder"
                        ;;
                    --pi) BOARD=$2 ;;
                esac
                shift
                ;;
            --help) usage && exit 0 ;;
            *) mistake "$1: there is no such option" ;;
        esac
        shift
    done
}

# -- what has to be so before anything is changed ------------------------------------------------------------------

check_machine() {
    local free
    in_root python3 -c '' 2>/dev/null ||
        fail "there is no python3: install it (Debian: apt install python3 python3-venv)"
    in_root python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "its python3 is too old: 3.11 or newer is needed, as in Debian 12 or Raspberry Pi OS of 2023 and later"
    in_root python3 -c 'import ensurepip, venv' 2>/dev/null ||
        fail "its python3 has no venv: install it (Debian: apt install python3-venv)"
    [[ $UART == no || -n $(boot_file config.txt) ]] || mistake "--uart: there is no config.txt, this is no Raspberry Pi"
    free=$(df --output=avail -BM "$(at /opt)" 2>/dev/null || df --output=avail -BM "$ROOT")
    free=${free//[!0-9]/}
    ((free >= MEGABYTES)) || fail "no space: $free MB are free at /opt, $MEGABYTES MB are needed"
}

# -- the steps, each of which changes nothing where there is nothing to change -------------------------------------

users() {
    local group wanted
    for group in dialout gpio; do
        [[ -n $(id_of group $group) ]] || change "group $group" in_root groupadd --system $group
    done
    if [[ -z $(id_of passwd coup) ]]; then
        change "user coup, who cannot log in" in_root useradd --system --user-group --no-create-home \
            --home-dir /nonexistent --shell /usr/sbin/nologin --groups dialout,gpio coup
        return
    fi
    for wanted in dialout gpio; do
        awk -F: -v group=$wanted '$1 == group && ("," $4 ",") ~ /,coup,/ { found = 1 } END { exit !found }' \
            "$(at /etc/group)" || change "user coup into group $wanted" in_root usermod -aG $wanted coup
    done
}

folders_and_configuration() {
    folder /opt/coup 755
    folder /etc/coup 755
    folder /var/lib/coup 700 coup
    once "$SOURCE/config/table.toml" $CONFIG 640 coup
    once "$SOURCE/deploy/shoe.rules" /etc/coup/shoe.rules 644
    once "$SOURCE/deploy/serial-server.env" /etc/coup/serial-server.env 644
}

# once SOURCE PATH MODE [GROUP]: a file that is the site's own as soon as it is there.
once() { [[ -e $(at "$2") ]] || put "$@"; }

# tidy: the release in use and the one before it stay.
tidy() {
    local folder name keep
    keep=$(known_good) || keep=
    for folder in "$(at "$RELEASES")"/*; do
        name=${folder##*/}
        [[ ! -d $folder || $name == "$NEW" || $name == "$keep" ]] || drop "$RELEASES/$name"
    done
    drop "$WORK"
}

main() {
    options "$@"
    need_root_user
    cd /
    know_board
    check_machine
    [[ $DRY_RUN == yes ]] || one_at_a_time
    DIGEST=$(digest_of_source)
    NEW=$(release_name "$DIGEST")
    users
    folders_and_configuration
    serial_console_off
    header_uart
    new_release
    switch
    start
    tidy
    if ((CHANGES == 0)); then
        tell "nothing to change: coup $NEW is installed"
    elif [[ $DRY_RUN == yes ]]; then
        tell "$CHANGES changes, none of them made"
    else
        tell "coup $NEW is installed"
    fi
}

main "$@"
