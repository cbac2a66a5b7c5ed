# shellcheck shell=bash
# Which release is in use, the way to a new one, and the way back. Sourced by install.sh.
#
# A release that has passed its self-test has a file `passed`: only such a one is gone back to.

OLD= # the release to go back to; empty: there is none

# place NAME: what the system reads of a release: unit, rules, and the like.
place() {
    local shared before=$CHANGES
    shared=$(at "$RELEASES/$1/share/coup")
    [[ -d $shared ]] || shared=$SOURCE/deploy # in a dry run there is no release yet
    put "$shared/coup.service" /etc/systemd/system/coup.service 644
    put "$shared/coup-display.service" /etc/systemd/system/coup-display.service 644
    put "$shared/coup-serial-server.service" /etc/systemd/system/coup-serial-server.service 644
    put "$shared/coup-watchdog.conf" /etc/systemd/system.conf.d/coup-watchdog.conf 644
    put "$shared/coup.tmpfiles" /etc/tmpfiles.d/coup.conf 644
    put "$shared/71-coup.rules" /etc/udev/rules.d/71-coup.rules 644
    point /etc/udev/rules.d/70-coup-shoe.rules ../../coup/shoe.rules
    point /usr/local/bin/coup ../../../opt/coup/current/bin/coup
    ((CHANGES > before)) || return 0
    read_again
    if live && [[ $DRY_RUN == no ]]; then
        systemd-tmpfiles --create coup.conf
    fi
}

in_use() { readlink "$(at "$OPT/current")" 2>/dev/null | sed 's|.*/||'; }

# passed: the releases that have passed their self-test, the latest first.
passed() {
    find "$(at "$RELEASES")" -mindepth 2 -maxdepth 2 -name passed -printf '%T@ %h\n' 2>/dev/null |
        sort -rn | sed 's|.*/||'
}

# known_good: the release to go back to if NEW is not.
known_good() { passed | grep -vxF "$NEW" | { grep -xF "$(in_use)" || passed | grep -vxF "$NEW"; } | head -n 1; }

new_release() {
    local folder=$RELEASES/$NEW file said
    if ! sound "$NEW"; then
        change "program $folder" build "$NEW" "$DIGEST"
        [[ $DRY_RUN == no ]] || return 0
    fi
    for file in "${SHARED[@]}"; do
        put "$SOURCE/deploy/$file" "$folder/share/coup/$file" 644
    done
    [[ $(in_use) != "$NEW" || ! -e $(at "$folder/passed") ]] || return 0
    said=$(program_as_coup "$folder" identify --check 2>&1) || refuse "coup identify --check" "$said"
    said=$(program_as_coup "$folder" check --config $CONFIG 2>&1) || refuse "coup check" "$said"
    said=$(program_as_coup "$folder" bench --fast --seed 1 2>&1) || refuse "coup bench" "$said"
}

# refuse CHECK WORDS: a new release that is not switched to.
refuse() {
    printf '%s\n' "$2" | tail -n 20 >&2
    [[ $(in_use) == "$NEW" ]] || rm -rf "$(at "$RELEASES/$NEW")"
    fail "$NEW failed $1, see above; nothing was switched"
}

switch() {
    local failed
    if [[ $(in_use) == "$NEW" && -e $(at "$RELEASES/$NEW/passed") ]]; then
        place "$NEW"
        return
    fi
    OLD=$(known_good) || OLD=
    trap 'go_back "stopped by a signal"' INT TERM HUP
    if live && systemctl --quiet is-active coup.service; then
        change "stop the service" systemctl stop coup.service
    fi
    place "$NEW"
    [[ -n $(in_use) || -e $(at $WANTED) ]] || point $WANTED ../coup.service
    point "$OPT/current" "releases/$NEW"
    if [[ $DRY_RUN == no ]]; then
        sync -f "$(at "$OPT")"
        failed=$(self_test) || go_back "failed $failed"
        start
        restart_display
        touch "$(at "$RELEASES/$NEW/passed")"
    fi
    trap - INT TERM HUP
}

# self_test: the doctor of the new release, on this machine. It fails by what the former release did not find as well:
# a shoe that is unplugged is no fault of the program. Prints which check failed.
self_test() {
    local found before=''
    found=$(doctor "$NEW")
    printf '%s\n' "$found" >&2
    [[ -n $OLD ]] || return 0
    before=$(doctor "$OLD" | bad_ones)
    found=$(bad_ones <<<"$found" | grep -vxF "$before" | paste -sd, -) || return 0
    printf 'coup doctor: %s\n' "$found"
    return 1
}

doctor() {
    program_as_coup "$RELEASES/$1" doctor --config $CONFIG 2>&1 || [[ $? -eq 1 ]] ||
        echo "bad   doctor         it failed"
}

# bad_ones: the names of the checks that are bad.
bad_ones() { sed -nE 's/^bad +([^ ]+( [^ ]+)*).*/\1/p' | sort -u; }

start() {
    if ! live || [[ $START == no ]] || ! systemctl --quiet is-enabled coup.service; then
        return
    elif cmp -s "$SOURCE/config/table.toml" $CONFIG; then
        tell "not started, $CONFIG is still the example: edit it, then coup check, then systemctl start coup"
    elif ! systemctl --quiet is-active coup.service; then
        change "start the service" systemctl start coup.service || failed_start
    fi
}

# restart_display: the pages are those of the release in use, where they are served.
restart_display() {
    if live && systemctl --quiet is-active coup-display.service; then
        systemctl restart coup-display.service || tell "the display did not start again: journalctl -u coup-display"
    fi
}

failed_start() {
    [[ -z $OLD ]] || go_back "did not start"
    fail "the service did not start: journalctl -u coup, and coup doctor"
}

# go_back WHY: the former release is in use again, and the new one is gone.
go_back() {
    trap '' INT TERM HUP
    [[ -n $OLD ]] || fail "$NEW $1; there is no former release to go back to: run this again, or coup doctor"
    tell "going back to $OLD"
    if live; then
        systemctl stop coup.service || true
    fi
    place "$OLD"
    point "$OPT/current" "releases/$OLD"
    rm -rf "$(at "$RELEASES/$NEW")"
    sync -f "$(at "$OPT")"
    restart_display
    if live && systemctl --quiet is-enabled coup.service && [[ $START == yes ]]; then
        systemctl start coup.service || fail "$NEW $1; $OLD is back, but it did not start either: journalctl -u coup"
    fi
    fail "$NEW $1; $OLD is in use again"
}
