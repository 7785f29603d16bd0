#!/usr/bin/env bash
# Fetches the sources of the libraries that benches/real checks, or of the packages that are named,
# as Debian packages them (its security patches applied), into target/real. Needs no root: apt works
# in a folder of its own, with the mirror that the system uses.
set -euo pipefail
cd "$(dirname "$0")/../.."

sources=target/real
packages=(
    bzip2 cjson coreutils figlet fribidi http-parser libbsd libcsv libestr libjsonparser libmd libyaml lz4 utf8proc xxhash yajl zlib
)

[ $# -eq 0 ] || packages=("$@")

fail() { printf 'fetch: %s\n' "$*" >&2; exit 1; }

command -v apt-get >/dev/null || fail "no apt-get on this system"
command -v dpkg-source >/dev/null || fail "dpkg-source is missing: install dpkg-dev"

mkdir -p "$sources"
wanted=()
for package in "${packages[@]}"; do
    [ -d "$sources/$package" ] || wanted+=("$package")
done
if [ ${#wanted[@]} -eq 0 ]; then
    echo "fetch: all ${#packages[@]} libraries are there"
    exit 0
fi

private=$(mktemp -d)
trap 'rm -rf "$private"' EXIT
mkdir -p "$private"/{lists/partial,archives/partial,unpacked}
touch "$private/status"

# The system's own Debian mirrors, as lines for sources instead of binaries.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk -v release="$release" '$2 ~ "^" release "(-updates|-security)?$" && $3 == "main" { print "deb-src", $1, $2, $3 }' |
    sort -u >"$private/sources.list"
[ -s "$private/sources.list" ] || fail "apt knows no mirror of $release"

# The release alone: security mirrors list sources that they do not hold.
grep " $release " "$private/sources.list" >"$private/release.list" || cp "$private/sources.list" "$private/release.list"

options=(
    -o Dir::Etc::SourceList="$private/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::State="$private" -o Dir::State::Lists="$private/lists" -o Dir::State::Status="$private/status"
    -o Dir::Cache="$private" -o Dir::Cache::Archives="$private/archives"
    -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=true
)
apt-get "${options[@]}" -qq update
missed=0
for package in "${wanted[@]}"; do
    # Each in a folder of its own, since the name of the unpacked folder also holds the version.
    mkdir "$private/unpacked/$package"
    (
        cd "$private/unpacked/$package"
        apt-get "${options[@]}" -qq --only-source source "$package" ||
            apt-get "${options[@]}" -o Dir::Etc::SourceList="$private/release.list" -qq --only-source source "$package"
    ) >"$private/log" 2>&1 ||
        { missed=1; echo "fetch: $package: $(grep -m1 "^E:" "$private/log")" >&2; continue; }
    mv "$private/unpacked/$package"/*/ "$sources/$package"
    echo "fetch: $package"
done
# The build of yajl copies its headers to a folder of this name; a link does.
if [ -d "$sources/yajl" ] && [ ! -e "$sources/yajl/include" ]; then
    mkdir "$sources/yajl/include"
    ln -s ../src/api "$sources/yajl/include/yajl"
fi
exit "$missed"
