#!/usr/bin/env bash
# A first look: a bug in a C program with the input that causes it, and the proof that the fixed
# version has none.
set -euo pipefail
cd "$(dirname "$0")/.."
sheaf=target/release/sheaf

# Runs a command in view, and fails unless it exits with the status that is expected of it.
expect() {
    local expected=$1 status=0
    shift
    printf '\n$ %s\n' "$*"
    "$@" || status=$?
    if [ "$status" -ne "$expected" ]; then
        printf 'demo: exit status %s where %s was expected\n' "$status" "$expected" >&2
        exit 1
    fi
}

echo "A configuration reader with an off-by-one, examples/config.c:"
expect 1 $sheaf check examples/config.c --out sheaf-out
echo
echo "The input that was found makes the program fail again, in concrete execution:"
expect 1 $sheaf replay sheaf-out/latest/finding-1.json
echo
echo "The fixed version, for all inputs:"
expect 0 $sheaf check examples/config_fixed.c

echo
echo "The test cases are in sheaf-out/latest. More programs to try are in examples/, the options in docs/options.md."
