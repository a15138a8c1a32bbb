#!/bin/bash
# release_by_clang.sh BUILD - clang makes a Release build of the program and the shared library without a warning, takes all words of tests and examples
# as a Release has them, and its kernels of all widths give the state hashes of the build that is given.
# label: full
set -euo pipefail
build=$(cd "$1" && pwd)
source=$SCREE_SOURCE_DIR
if ! command -v clang >/dev/null; then
    echo "clang is missing"
    exit 77
fi
if grep -q '^CMAKE_C_COMPILER:.*clang' "$build/CMakeCache.txt"; then
    echo "the build that is given is by clang"
    exit 77
fi
other=$build/by-clang
jobs=$(nproc)
if [ ! -f "$other/CMakeCache.txt" ] && command -v ninja >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
cmake -S "$source" -B "$other" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang >/dev/null
cmake --build "$other" -j"$jobs" --target scree scree_shared test.parallel.golden | tail -n 30
"$source/tests/support/words.sh" "$other" "$jobs"
bash "$source/tests/parallel/gcc-vs-clang.sh" "$build" "$other"
