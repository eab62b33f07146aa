#!/bin/sh
# Installs the command rfc1738, the pages of its manual and its completions, from an archive of a release.
#
# Everything is fetched, checked and unpacked beside its destination first. Then files are renamed, the command last,
# so an interrupt or a full disk leaves the command of before, or none.
set -eu

usage() {
    cat << 'END'
Installs the command rfc1738 for Linux and macOS.

Usage: install.sh [--prefix DIR] [--version VERSION] [--from SOURCE]

  --prefix DIR       install into DIR/bin and DIR/share [default: ~/.local]
  --version VERSION  install this version, such as 0.1.0 [default: the latest]
  --from SOURCE      take the archive and its checksum from this folder or address
END
}

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

# The whole script is one function, so that half of a script does nothing.
main() {
    prefix=
    version=
    from=
    while [ $# -gt 0 ]; do
        case $1 in
            --help | -h)
                usage
                exit
                ;;
            --prefix | --version | --from)
                [ -n "${2:-}" ] || fail "$1 needs a value; --help shows the options"
                case $1 in
                    --prefix) prefix=$2 ;;
                    --version) version=${2#v} ;;
                    --from) from=$2 ;;
                esac
                shift 2
                ;;
            *) fail "unknown argument \"$1\"; --help shows the options" ;;
        esac
    done
    if [ -z "$prefix" ]; then
        [ -n "${HOME:-}" ] || fail 'HOME is not set; choose a folder with --prefix'
        prefix=$HOME/.local
    fi
    case $prefix in
        /*) ;;
        *) prefix=$PWD/$prefix ;;
    esac
    releases=https://github.com/rfc1738/rfc1738/releases
    if [ -z "$from" ] && [ -n "$version" ]; then
        from=$releases/download/v$version
    elif [ -z "$from" ]; then
        from=$releases/latest/download
    fi

    target=$(target)
    sums=$(sums)
    archive=rfc1738-$target.tar.gz
    mkdir -p "$prefix" || fail "$prefix cannot be created; choose a folder with --prefix"
    staging=$(mktemp -d "$prefix/.rfc1738-install.XXXXXX") ||
        fail "$prefix cannot be written to; choose a folder with --prefix"
    trap 'rm -rf "$staging"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP

    fetch "$archive" "$staging/$archive"
    fetch "$archive.sha256" "$staging/$archive.sha256"
    # shellcheck disable=SC2086 # The command has arguments.
    (cd "$staging" && $sums -c "$archive.sha256" > /dev/null 2>&1) ||
        fail "$archive from $from does not match its checksum; nothing was installed"
    # -o: the files belong to whoever installs them.
    mkdir "$staging/new"
    tar -xzof "$staging/$archive" -C "$staging/new" || fail "$archive cannot be unpacked; nothing was installed"
    new=$staging/new/rfc1738-$target
    "$new/bin/rfc1738" --version > /dev/null ||
        fail "the command of $archive does not run on this machine; nothing was installed"
    install_from "$new"
    echo "installed $("$prefix/bin/rfc1738" --version) in $prefix/bin"
    case :${PATH:-}: in
        *:"$prefix/bin":*) ;;
        *) echo "$prefix/bin is not in PATH; add it: export PATH=\"$prefix/bin:\$PATH\"" ;;
    esac
}

# Prints the target of this machine.
target() {
    system=$(uname -s)
    machine=$(uname -m)
    case $machine in
        x86_64 | amd64) machine=x86_64 ;;
        aarch64 | arm64) machine=aarch64 ;;
        *) system="$system on $machine" ;;
    esac
    case $system in
        Linux) echo "$machine-unknown-linux-musl" ;;
        Darwin) echo "$machine-apple-darwin" ;;
        *) fail "there is no archive for $system; with Rust, \`cargo install --path crates/cli\` in a checkout installs the command" ;;
    esac
}

# fetch NAME FILE: gets a file of the release.
fetch() {
    case $from in
        http://* | https://*)
            if command -v curl > /dev/null; then
                curl --fail --silent --show-error --location --output "$2" "$from/$1"
            elif command -v wget > /dev/null; then
                wget -q -O "$2" "$from/$1"
            else
                fail 'curl or wget is needed; nothing was installed'
            fi
            ;;
        *) cp "$from/$1" "$2" ;;
    esac || fail "$from/$1 cannot be fetched; nothing was installed"
}

# Prints the command that checks sums.
sums() {
    if command -v sha256sum > /dev/null; then
        echo sha256sum
    elif command -v shasum > /dev/null; then
        echo shasum -a 256
    else
        fail 'sha256sum or shasum is needed; nothing was installed'
    fi
}

# install_from FOLDER: renames the files of the folder into place, the command last.
install_from() {
    # Every folder is there and can be written to before the first file moves.
    (cd "$1" && find . -type d) > "$staging/folders"
    while read -r folder; do
        if ! mkdir -p "$prefix/$folder" || [ ! -w "$prefix/$folder" ]; then
            fail "$prefix/${folder#./} cannot be written to; nothing was installed"
        fi
    done < "$staging/folders"
    (cd "$1" && find share -type f) > "$staging/files"
    trap '' INT TERM HUP
    while read -r file; do
        mv -f "$1/$file" "$prefix/$file" || fail "$prefix/$file cannot be written; the command was not installed"
    done < "$staging/files"
    mv -f "$1/bin/rfc1738" "$prefix/bin/rfc1738" || fail "$prefix/bin/rfc1738 cannot be written"
}

main "$@"
