#!/usr/bin/env bash
# Removes the controller: service, rules, program, links. Configuration and journal stay, unless --purge. Asks nothing;
# run again it changes nothing.
set -euo pipefail
umask 022

# shellcheck source-path=SCRIPTDIR
source "${BASH_SOURCE[0]%/*}/changes.sh"

PURGE=no

usage() {
    cat <<'HELP'
Usage: sudo deploy/uninstall.sh [OPTION...]

Stops the controller, with all lamps dark, and removes it. /etc/coup, the journal and the user coup, to whom it belongs,
are kept. The serial console stays off: cmdline.txt as it was lies beside it as cmdline.txt.before-coup.

  --purge       remove /etc/coup, the journal in /var/lib/coup, and the user, too
  --dry-run     print every change, make none
  --root DIR    remove it from another root file system, such as a mounted SD card
  --help        this text

Example: sudo deploy/uninstall.sh --dry-run
HELP
}

options() {
    while (($#)); do
        case $1 in
            --purge) PURGE=yes ;;
            --dry-run) DRY_RUN=yes ;;
            --root)
                (($# > 1)) || mistake "$1: a value is missing"
                take_root "$2"
                shift
                ;;
            --help) usage && exit 0 ;;
            *) mistake "$1: there is no such option" ;;
        esac
        shift
    done
}

stop() {
    local unit
    live || return 0
    for unit in coup-display.service coup.service coup-serial-server.service; do
        if systemctl --quiet is-active "$unit"; then
            change "stop $unit" systemctl stop "$unit"
        fi
    done
}

# The program goes last: whoever is still there to put the lamps out needs it.
remove() {
    local systemd=/etc/systemd/system name
    for name in coup coup-display coup-serial-server; do
        drop "$systemd/multi-user.target.wants/$name.service" "$systemd/$name.service"
    done
    drop /etc/systemd/system.conf.d/coup-watchdog.conf /etc/tmpfiles.d/coup.conf /etc/udev/rules.d/70-coup-shoe.rules /etc/udev/rules.d/71-coup.rules
    for name in ttyAMA0 ttyS0; do
        [[ $(readlink "$(at "$systemd/serial-getty@$name.service")") != /dev/null ]] ||
            drop "$systemd/serial-getty@$name.service"
    done
    ((CHANGES == 0)) || read_again
    drop /usr/local/bin/coup /opt/coup
    if live; then
        drop /run/coup
    fi
}

purge() {
    drop /etc/coup /var/lib/coup
    [[ -z $(id_of passwd coup) ]] || change "remove user coup" in_root userdel coup
    [[ -z $(id_of group coup) ]] || change "remove group coup" in_root groupdel coup
}

main() {
    options "$@"
    need_root_user
    [[ $DRY_RUN == yes ]] || one_at_a_time
    stop
    remove
    if [[ $PURGE == yes ]]; then
        purge
    fi
    if ((CHANGES == 0)); then
        tell "nothing to change: coup is not installed"
    elif [[ $DRY_RUN == yes ]]; then
        tell "$CHANGES changes, none of them made"
    elif [[ $PURGE == yes ]]; then
        tell "coup is removed, with configuration and journal"
    else
        tell "coup is removed; /etc/coup and /var/lib/coup are kept"
    fi
}

main "$@"
