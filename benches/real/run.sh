#!/usr/bin/env bash
# Checks each harness of this folder, or the named ones, and prints a table and the findings.
#   benches/real/run.sh [-t TIME] [NAME...]        TIME for each, default 60s
# The sources come from fetch.sh; what sheaf reports of each stays in target/real/out/NAME.json.
set -euo pipefail
cd "$(dirname "$0")/../.."

limit=60s
if [ "${1:-}" = -t ]; then limit=$2; shift 2; fi
names=("$@")
[ ${#names[@]} -gt 0 ] || for file in benches/real/*.c; do names+=("$(basename "$file" .c)"); done

here=$PWD
sheaf=${SHEAF:-$here/target/release/sheaf}
[ -x "$sheaf" ] || { echo "run: $sheaf is missing: make build" >&2; exit 1; }
./benches/real/fetch.sh >/dev/null || echo "run: some libraries are missing" >&2
mkdir -p target/real/out

directive() { sed -n "s|^// $1: ||p" "benches/real/$2.c"; }
number() { grep -o "\"$1\": *[0-9.]*" "$2" | head -1 | grep -o '[0-9.]*$'; }
pair() { grep -o "\"$1\": *{[^}]*}" "$2" | grep -o '[0-9]*' | paste -sd/; }

printf '%-14s %-10s %8s %8s %12s %15s %9s %9s\n' harness verdict seconds paths instructions asked/sent lines branches
for name in "${names[@]}"; do
    package=target/real/$(directive package "$name")
    out=$here/target/real/out/$name.json
    [ -d "$package" ] || { printf '%-14s not fetched\n' "$name"; continue; }
    read -ra sources <<<"$(directive sources "$name")"
    read -ra flags <<<"$(directive flags "$name") -I. -I$here/benches/real/include -w"
    status=0
    (cd "$package" && "$sheaf" check --json --time "$limit" --out "$here/target/real/out/$name" \
        "$here/benches/real/$name.c" "${sources[@]}" -- "${flags[@]}") >"$out" 2>"$out.err" || status=$?
    case $status in
        0) verdict=safe ;; 1) verdict=bug ;; 3) verdict=incomplete ;;
        *) printf '%-14s status %s: %s\n' "$name" "$status" "$(head -3 "$out.err")"; continue ;;
    esac
    printf '%-14s %-10s %8s %8s %12s %15s %9s %9s\n' "$name" "$verdict" "$(number total <(grep -o '"seconds".*' "$out"))" \
        "$(number completed "$out")" "$(number instructions "$out")" "$(number asked "$out")/$(number sent "$out")" \
        "$(pair lines "$out")" "$(pair branches "$out")"
    grep -o '"kind":"[^"]*","detail":"[^"]*"' "$out" | sed 's/"kind":"\([^"]*\)","detail":"\([^"]*\)"/    \1: \2/' || true
    grep -o '"kind":"[^"]*","function":"[^"]*","file":"[^"]*","line":[0-9]*,"column":[0-9]*,"message":"[^"]*' "$out" |
        sed 's/"kind":"\([^"]*\)","function":"\([^"]*\)","file":"\([^"]*\)","line":\([0-9]*\).*"message":"/    \1 at \3:\4 (\2): /' || true
done
