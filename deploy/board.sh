# shellcheck shell=bash
# The board: which one it is, and what its boot loader's files have to say. Sourced by install.sh.
#
# It never knows a release. What it edits stays beside it as it was.

know_board() {
    case $BOARD in
        none | pi | pi5) ;;
        '') BOARD=$(board) || mistake "$ROOT is a Raspberry Pi's: name the board with --pi pi or --pi pi5" ;;
        *) mistake "--pi $BOARD: allowed are none, pi and pi5" ;;
    esac
}

# board: none, pi or pi5; fails for a card of a Raspberry Pi, which does not know the board that it will be put in.
board() {
    local model=
    if [[ $ROOT != / ]]; then
        [[ -z $(boot_file cmdline.txt) ]] || return 1
    elif [[ -r /proc/device-tree/model ]]; then
        model=$(tr -d '\0' </proc/device-tree/model)
    fi
    case $model in
        *"Raspberry Pi 5"* | *"Raspberry Pi Compute Module 5"*) echo pi5 ;;
        *"Raspberry Pi"*) echo pi ;;
        *) echo none ;;
    esac
}

# boot_file NAME: where the Raspberry Pi's boot loader has its file; nothing on other machines.
boot_file() {
    local folder
    for folder in /boot/firmware /boot; do
        if [[ -f $(at "$folder/$1") ]]; then
            echo "$folder/$1"
            return
        fi
    done
}

serial_console_off() {
    local file name
    file=$(boot_file cmdline.txt)
    [[ -n $file ]] || return 0
    if grep -qE 'console=(serial0|ttyAMA0|ttyS0)\b' "$(at "$file")"; then
        change "serial console off in $file (as it was: $file.before-coup)" edited "$file" \
            sed -E 's/(^| )console=(serial0|ttyAMA0|ttyS0)(,[^ ]*)?/\1/g; s/^ +//; s/  +/ /g'
    fi
    for name in ttyAMA0 ttyS0; do
        point "/etc/systemd/system/serial-getty@$name.service" /dev/null
    done
}

header_uart() {
    local file line missing=()
    file=$(boot_file config.txt)
    [[ -n $file ]] || return 0
    for line in enable_uart=1 dtoverlay=disable-bt; do
        grep -qxF "$line" "$(at "$file")" || missing+=("$line")
    done
    ((${#missing[@]})) || return 0
    if [[ $UART == yes ]]; then
        change "${missing[*]} in $file (as it was: $file.before-coup)" edited "$file" with_lines "${missing[@]}"
    else
        tell "a shoe on the header's serial port needs ${missing[*]} in $file: --uart"
    fi
}

with_lines() {
    cat
    printf '\n[all]\n'
    printf '%s\n' "$@"
}

# edited PATH FILTER...: a file of the boot loader through FILTER; its first state stays beside it.
edited() {
    local file
    file=$(at "$1")
    [[ -e $file.before-coup ]] || cp -p "$file" "$file.before-coup"
    "${@:2}" <"$file" >"$file$MADE_AT"
    sync "$file$MADE_AT"
    mv -f "$file$MADE_AT" "$file"
}
