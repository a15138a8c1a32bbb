#!/bin/bash
# allocator.sh BUILD - a program that gives the library its memory: every block is counted, none is left after a whole run, each of many allocations
# may fail, bits are as ever; the shared library and the static one.
set -u
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
export OMP_NUM_THREADS=1

holds 'a program' "${CC:-cc}" -std=c17 -Wall -Wextra -I"$SCREE_SOURCE_DIR/include" "$here/allocator.c" -o allocator -L"$build" "-Wl,-rpath,$build" -lscree
says 0 '^hash [0-9a-f]{16}$' ./allocator plain
plain=$(sed -n 's/^hash //p' out)
says 0 '^[0-9]{3,} allocations, 0 blocks left, hash ' ./allocator count
cp out counted
same 'bits' "$(sed -n 's/.* 0 blocks left, hash //p' counted)" "$plain"
holds 'a missing function is refused' grep -q '^bad input: allocator: a function is missing .give all three' counted
holds 'a second one is refused' grep -q '^bad input: allocator: memory has been taken already, or an allocator set .set it once' counted
holds 'the font stays for the next picture' grep -q '^1 blocks left with pictures' counted
says 0 '^bad input: allocator: memory has been taken already' ./allocator late
says 0 '^[0-9]+ runs, [0-9]{2,} without memory' ./allocator fail
verdict
