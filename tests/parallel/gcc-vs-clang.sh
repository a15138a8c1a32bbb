#!/bin/bash
# gcc-vs-clang.sh BUILD BUILD - two builds (by two compilers, or with other flags) give the same state hashes, scene by scene and for every
# vector width that runs here.
set -eu
if [ $# -ne 2 ]; then
    echo "usage: $0 BUILD BUILD" >&2
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
    (cd "$folder/$n" && "$program" print) >"$folder/hashes-$n"
    grep -q 0x "$folder/hashes-$n"
done
if ! diff "$folder/hashes-1" "$folder/hashes-2"; then
    echo "the hashes of $1 and $2 differ" >&2
    exit 1
fi
echo "$(wc -l <"$folder/hashes-1") hashes of $1 and $2 are the same"
