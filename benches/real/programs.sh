#!/usr/bin/env bash
# Builds whole programs from Debian's sources with `sheaf cc` as their compiler, and checks each with symbolic arguments, input and files.
#   benches/real/programs.sh [-t TIME] [NAME...]        TIME for each, default 60s
# Sources come from fetch.sh, builds go to target/real/build; what sheaf reports of each stays in target/real/out/NAME.json.
set -euo pipefail
cd "$(dirname "$0")/../.."

limit=60s
if [ "${1:-}" = -t ]; then limit=$2; shift 2; fi
here=$PWD
sheaf=${SHEAF:-$here/target/release/sheaf}
[ -x "$sheaf" ] || { echo "programs: $sheaf is missing: make build" >&2; exit 1; }
./benches/real/fetch.sh >/dev/null || echo "programs: some sources are missing" >&2
build=$here/target/real/build
mkdir -p "$build" target/real/out

# Name, program, and what it finds when it starts.
programs=(
    "cat      coreutils/src/cat   --args 2,2 --stdin 4 --file f,4"
    "cut      coreutils/src/cut   --args 2,4 --stdin 4"
    "echo     coreutils/src/echo  --args 2,4"
    "expr     coreutils/src/expr  --args 3,2"
    "fold     coreutils/src/fold  --args 2,3 --stdin 4"
    "head     coreutils/src/head  --args 2,3 --stdin 4"
    "nl       coreutils/src/nl    --args 2,3 --stdin 4"
    "seq      coreutils/src/seq   --args 2,2"
    "tr       coreutils/src/tr    --args 2,3 --stdin 4"
    "wc       coreutils/src/wc    --args 2,2 --stdin 4 --file f,4"
    "bunzip2  bzip2/bzip2 bzip2/libbz2.so.1.0 --arg=-dc --stdin 20"
    "bzip2    bzip2/bzip2 bzip2/libbz2.so.1.0 --arg=-c --stdin 3"
)
names=("$@")
wanted() { [ ${#names[@]} -eq 0 ] || printf '%s\n' "${names[@]}" | grep -qx "$1"; }

make_coreutils() {
    [ -x "$build/coreutils/src/wc" ] && return
    mkdir -p "$build/coreutils"
    (
        cd "$build/coreutils"
        FORCE_UNSAFE_CONFIGURE=1 "$here/target/real/coreutils/configure" CC="$sheaf cc" CFLAGS=-g --quiet --disable-nls \
            --without-selinux --disable-acl --disable-xattr --disable-libcap --without-openssl --without-libgmp --with-included-regex
        # Headers that the build makes must be there before any single program.
        printf 'include Makefile\nheaders: $(BUILT_SOURCES)\n' >headers.mk
        make -s -f headers.mk headers
        make -s src/{cat,cut,echo,expr,fold,head,nl,seq,tr,wc}
    )
}

make_bzip2() {
    [ -x "$build/bzip2/bzip2" ] && return
    cp -r target/real/bzip2 "$build/bzip2"
    make -s -C "$build/bzip2" CC="$sheaf cc" bzip2
}

number() { grep -o "\"$1\": *[0-9.]*" "$2" | head -1 | grep -o '[0-9.]*$'; }
pair() { grep -o "\"$1\": *{[^}]*}" "$2" | grep -o '[0-9]*' | paste -sd/; }

printf '%-9s %-11s %8s %8s %12s %15s %11s %11s\n' program verdict seconds paths instructions asked/sent lines branches
for line in "${programs[@]}"; do
    read -r name program options <<<"$line"
    wanted "$name" || continue
    project=${program%%/*}
    [ -d "target/real/$project" ] || { printf '%-9s not fetched\n' "$name"; continue; }
    "make_$project" >"target/real/out/$project.log" 2>&1 || { printf '%-9s not built: target/real/out/%s.log\n' "$name" "$project"; continue; }
    read -ra words <<<"$options"
    out=$here/target/real/out/$name.json
    status=0
    (cd "$build" && "$sheaf" check --json --time "$limit" --out "$here/target/real/out/$name" "$program" "${words[@]}") >"$out" 2>"$out.err" || status=$?
    case $status in
        0) verdict=safe ;; 1) verdict=bug ;; 3) verdict=incomplete ;;
        *) printf '%-9s status %s: %s\n' "$name" "$status" "$(head -3 "$out.err")"; continue ;;
    esac
    printf '%-9s %-11s %8s %8s %12s %15s %11s %11s\n' "$name" "$verdict" "$(number total <(grep -o '"seconds".*' "$out"))" \
        "$(number completed "$out")" "$(number instructions "$out")" "$(number asked "$out")/$(number sent "$out")" \
        "$(pair lines "$out")" "$(pair branches "$out")"
    grep -o '"kind":"[^"]*","detail":"[^"]*"' "$out" | sed 's/"kind":"\([^"]*\)","detail":"\([^"]*\)"/    \1: \2/' | sort -u || true
    grep -o '"kind":"[^"]*","function":"[^"]*","file":"[^"]*","line":[0-9]*,"column":[0-9]*,"message":"[^"]*' "$out" |
        sed 's/"kind":"\([^"]*\)","function":"\([^"]*\)","file":"\([^"]*\)","line":\([0-9]*\).*"message":"/    \1 at \3:\4 (\2): /' || true
done
