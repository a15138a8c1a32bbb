#!/bin/bash
# abi.sh BUILD - scripts/check-abi finds the interface of the library as it was kept, and tells what has changed: a member of a public
# struct, a parameter, a new function.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
source=$SCREE_SOURCE_DIR
check=$source/scripts/check-abi
"$check" "$source" >out 2>&1
[ $? = 77 ] && {
    cat out
    exit 77
}
holds "the interface is that of tests/support/libscree.abi: $(tail -n 3 out | tr '\n' ' ')" "$check" "$source"

mkdir -p copy/tests/support
cp -r "$source/src" "$source/include" "$source/scripts" copy/
cp "$source/tests/support/libscree.abi" copy/tests/support/

# FILE SED: one change, which the copy does not keep.
with() {
    cp "copy/$1" kept
    sed -i "$2" "copy/$1"
    checks=$((checks + 1))
    cmp -s "copy/$1" kept && complain "nothing to change in $1: $2"
}
with include/scree/status.h 's/    char where\[320\];/    char where[330];/'
says 1 'programs that are there could break' "$check" copy
cp kept copy/include/scree/status.h
with include/scree/scree.h 's/^double scree_world_time(const scree_world \*handle);/int scree_more(void);\n&/'
echo 'int scree_more(void) { return 1; }' >>copy/src/api/world.c
says 1 'functions have been added' "$check" copy
verdict
