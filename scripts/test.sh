#!/usr/bin/env bash
# What `make test` and `make test-all` run: format, lints and all tests, the programs of tests/cases
# under the configurations that $1 names. Says at the end where the time went.
set -euo pipefail

log=target/checked/test.log
stages=()
name=

# Runs a command as a stage of this name.
stage() {
    name=$1 start=$SECONDS
    shift
    echo "== $name"
    "$@"
    stages+=("$(printf "%6d" $((SECONDS - start))) s  $name")
    name=
}

tests() {
    SHEAF_CONFIGURATIONS=$1 cargo test --release --workspace --config scripts/checked.toml \
        --no-fail-fast 2>&1 | tee "$log"
}

# The seconds of each test program, which cargo names before it starts.
binaries() {
    awk '/^ +Running / { name = $NF; sub(/.*\//, "", name); sub(/-[0-9a-f]+\)$/, "", name) }
        /^ +Doc-tests / { name = $1 " " $2 }
        / finished in / { printf "%8.2f s  %s\n", $NF, name }' "$log" | sort -rn | head -n 10
}

summary() {
    local status=$?
    [ -z "$name" ] || stages+=("$(printf "%6d" $((SECONDS - start))) s  $name, which failed")
    if [ -e "$log" ]; then
        echo "== slowest test programs"
        binaries
    fi
    echo "== time of each stage"
    printf "%s\n" "${stages[@]}"
    [ "$status" -ne 0 ] || echo "== all passed"
}
trap summary EXIT

mkdir -p "$(dirname "$log")"
rm -f "$log"
stage format cargo fmt --all --check
stage lints cargo clippy --release --workspace --all-targets -- -D warnings
stage "building tests" cargo test --release --workspace --config scripts/checked.toml --no-run
stage "tests (documentation is checked by one of them)" tests "$1"
