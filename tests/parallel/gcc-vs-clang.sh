#!/bin/bash
# gcc-vs-clang.sh BUILD BUILD [few] - two builds (by two compilers, or with other flags) give the same state hashes, scene by scene and for every
# vector width that both have and that runs here. `few`: in as many steps as sanitizers see of them. (Builds with sanitizers have fewer widths, too.)
set -eu
if [ $# -lt 2 ]; then
    echo "usage: $0 BUILD BUILD [few]" >&2
    exit 2
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for n in 1 2; do
    build=$(cd "${!n}" && pwd)
    program="$build/tests/test.parallel.golden"
    if [ ! -x "$program" ]; then
        echo "$program is missing: build the target test.parallel.golden there" >&2
        exit 2
    fi
    mkdir "$folder/$n"
    (cd "$folder/$n" && "$program" "print${3:+-$3}") >"$folder/hashes-$n"
    grep -q 0x "$folder/hashes-$n"
    sed 's/.* width \([0-9]*\) .*/\1/' "$folder/hashes-$n" | sort -u >"$folder/widths-$n"
done
widths=$(comm -12 "$folder/widths-1" "$folder/widths-2" | paste -sd '|')
if [ -z "$widths" ]; then
    echo "$1 and $2 have no vector width in common" >&2
    exit 1
fi
for n in 1 2; do grep -E " width ($widths) " "$folder/hashes-$n" >"$folder/common-$n"; done
if ! diff "$folder/common-1" "$folder/common-2"; then
    echo "the hashes of $1 and $2 differ" >&2
    exit 1
fi
echo "$(wc -l <"$folder/common-1") hashes of $1 and $2 are the same, at widths ${widths//|/, }"
