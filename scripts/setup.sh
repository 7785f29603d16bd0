#!/usr/bin/env bash
# Installs what Sheaf is built from and with, on Debian 12, and nothing that is there already; with
# the argument `tests`, also what only tests need.
set -euo pipefail

# What each is for: clang and LLVM read C, its run-time library checks native runs in tests,
# gcc-multilib has what programs for 32 bits are compiled with, nodejs runs JavaScript natively; Z3
# and Bitwuzla's prerequisites (meson to cadical) answer queries. Tests build a project with meson and cmake.
packages=(
    clang-19 llvm-19-dev libclang-rt-19-dev gcc-multilib nodejs
    libz3-dev z3
    meson ninja-build pkg-config libgmp-dev libcadical-dev libsymfpu-dev
    g++ make cmake
)
# A browser shows the pages of `sheaf report`.
if [ "${1:-}" = tests ]; then
    packages+=(chromium)
fi

say() { printf 'setup: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

if ! command -v cargo >/dev/null; then
    fail "cargo is missing: install Rust 1.95 or newer (https://rustup.rs)"
fi

missing=()
for package in "${packages[@]}"; do
    # Not through a pipe: `grep -q` may end before dpkg, which then fails.
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    if [ "$status" != installed ]; then
        missing+=("$package")
    fi
done
if [ ${#missing[@]} -eq 0 ]; then
    say "all ${#packages[@]} packages are there"
    exit 0
fi

if ! command -v apt-get >/dev/null; then
    fail "no apt-get on this system; install these by other means (names of Debian 12): ${missing[*]}"
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "not root and no sudo; run as root: apt-get install ${missing[*]}"
    as_root=(sudo)
fi

say "installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
say "done"
