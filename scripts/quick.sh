#!/usr/bin/env bash
# Tests in about two minutes what differs from the last commit: unit tests of the crates with
# changes, and the programs of tests/cases under two configurations.
set -euo pipefail

config=(--release --config scripts/checked.toml)
changed=$(git diff --name-only HEAD; git ls-files --others --exclude-standard)

# The models embed what is in runtime/.
packages=$(sed -nE 's|^crates/([a-z]+)/.*|\1|p; s|^runtime/.*|models|p' <<<"$changed" | sort -u)
# The same packages each time: features of dependencies, and so what is compiled, depend on them.
units=(-p sheaf-testkit)
for package in $packages; do
    case $package in
        sheaf) units+=(-p sheaf) ;;
        testkit) ;;
        *) units+=(-p "sheaf-$package") ;;
    esac
done

start=$SECONDS
cargo test "${config[@]}" "${units[@]}" --lib --test cases --no-run
built=$SECONDS
cargo test "${config[@]}" "${units[@]}" --lib
SHEAF_CONFIGURATIONS=quick cargo test "${config[@]}" "${units[@]}" --test cases -- --quiet
echo "== $((built - start)) s to build, $((SECONDS - built)) s to test"
