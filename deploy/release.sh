# shellcheck shell=bash
# One release of the program: an environment of its own under /opt/coup/releases, whole or not there at all.
#
# Sourced by install.sh. It makes a release and can say whether one is sound; it never knows which one is in use.

OPT=/opt/coup
RELEASES=$OPT/releases
WORK=$OPT/.work     # whatever is not finished; of no use to anybody after a run
MEGABYTES=300       # a release of 60 MB, the environment that makes it, and as much again to spare
SHARED=(coup.service coup-display.service coup-serial-server.service coup-watchdog.conf coup.tmpfiles 71-coup.rules)

# digest_of_source: SHA-256 over the program in $SOURCE, as `coup identify` works it out of an installed one.
digest_of_source() {
    (
        cd "$SOURCE" || exit
        _files_of "$SOURCE" | while IFS= read -r file; do
            printf '%s\0%s\n' "$file" "$(sha256sum <"$file" | cut -d' ' -f1)"
        done | sha256sum | cut -d' ' -f1
    )
}

# release_name DIGEST: VERSION-DIGEST8, and the board where its libraries depend on one.
release_name() {
    local version board=-$BOARD
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$SOURCE/pyproject.toml")
    [[ -n $version ]] || fail "$SOURCE/pyproject.toml: names no version"
    printf '%s-%s%s\n' "$version" "${1:0:8}" "${board/#-none/}"
}

# program RELEASE-FOLDER WORDS...: a command of that release, as root, changing nothing.
program() { in_root "$1/bin/python" -I -m firmware "${@:2}"; }

# program_as_coup RELEASE-FOLDER WORDS...: the same with the rights that the controller has.
program_as_coup() {
    in_root setpriv --reuid=coup --regid=coup --init-groups --inh-caps=-all "$1/bin/python" -I -m firmware "${@:2}"
}

# sound NAME: whether the release is there and is what it was when it was made.
sound() {
    [[ -s $(at "$RELEASES/$1/manifest.json") ]] && program "$RELEASES/$1" identify --check >/dev/null 2>&1
}

# build NAME DIGEST: makes the release. It gets its name when it is whole.
build() {
    local work
    work=$(at "$WORK")
    rm -rf "$work"
    mkdir -p "$work/source"
    tar -C "$SOURCE" --exclude=__pycache__ --exclude='*.pyc' -c pyproject.toml README.md LICENSE firmware hal |
        tar -C "$work/source" -x --no-same-owner
    in_root python3 -m venv "$WORK/tools" >&2
    in_root python3 -m venv --without-pip "$WORK/release" >&2
    _install_libraries_and_program
    # Now, since none of its users may write here. A library's file that is no Python of this version is never run.
    in_root "$WORK/release/bin/python" -m compileall -qq -j 0 -s "$WORK/release" -p "$RELEASES/$1" \
        "$WORK/release/lib" || true
    _finish "$work/release" "$1" "$2"
    if [[ -e $(at "$RELEASES/$1") ]]; then # it was damaged
        mv -T "$(at "$RELEASES/$1")" "$work/damaged"
    fi
    mkdir -p "$(at "$RELEASES")"
    mv -T "$work/release" "$(at "$RELEASES/$1")"
    rm -rf "$work"
    sync -f "$(at "$RELEASES")"
}

_install_libraries_and_program() {
    local pip=("$WORK/tools/bin/python" -m pip --quiet --disable-pip-version-check --no-cache-dir --no-input)
    local from=() extra=''
    if [[ -n $WHEELS ]]; then
        cp -r -- "$WHEELS" "$(at "$WORK/wheels")"
        from=(--no-index --find-links "$WORK/wheels")
    fi
    [[ $BOARD == none ]] || extra="[$BOARD]"
    in_root "${pip[@]}" --python "$WORK/release/bin/python" install --no-compile "${from[@]}" \
        "$WORK/source$extra" >&2 ||
        fail "program and libraries could not be installed: see above; without a network name a folder with --wheels"
}

_finish() {
    local release=$1 name=$2 digest=$3 file
    # Where it will be; and isolated, so that neither a folder nor the environment chooses its code.
    sed -i "1s|.*|#!$RELEASES/$name/bin/python -I|" "$release/bin/coup"
    find "$release/bin" -type f ! -name coup -delete
    for file in "${SHARED[@]}"; do
        install -D -m 644 "$SOURCE/deploy/$file" "$release/share/coup/$file"
    done
    program "$WORK/release" identify --json >"$release/manifest.json" ||
        fail "the new program cannot say which it is: see above"
    grep -q "$digest" "$release/manifest.json" ||
        fail "$SOURCE: use a clean checkout; the program does not have its files $(_strangers "$release")"
    sync -f "$release"
}

# _strangers RELEASE: what the source has and the program made of it has not.
_strangers() {
    local here=("$1"/lib/python3*/site-packages)
    LC_ALL=C comm -23 <(_files_of "$SOURCE") <(_files_of "${here[0]}") | paste -sd' '
}

# _files_of FOLDER: the files that make the program.
_files_of() {
    (
        cd "$1" || exit
        find firmware hal -type f ! -path '*/__pycache__/*' ! -name '*.pyc' | LC_ALL=C sort
    )
}
