#!/usr/bin/env bash
# Tests in about two minutes what differs from the last commit: unit tests of the crates with
# changes, and the programs of tests/cases under two configurations.
set -euo pipefail

config=(--release --config scripts/checked.toml)
changed=$(git diff --name-only HEAD; git ls-files --others --exclude-standard)

# The models embed what is in runtime/.
packages=$(sed -nE 's|^crates/([a-z]+)/.*|\1|p; s|^runtime/.*|models|p' <<<"$changed" | sort -u)
units=()
for package in $packages; do
    case $package in
        sheaf) units+=(-p sheaf) ;;
        *) units+=(-p "sheaf-$package") ;;
    esac
done

start=$SECONDS
cargo test "${config[@]}" "${units[@]}" -p sheaf-testkit --lib --test cases --no-run
built=$SECONDS
if [ ${#units[@]} -gt 0 ]; then
    cargo test "${config[@]}" "${units[@]}" --lib
fi
SHEAF_CONFIGURATIONS=quick cargo test "${config[@]}" -p sheaf-testkit --test cases -- --quiet
echo "== $((built - start)) s to build, $((SECONDS - built)) s to test"
