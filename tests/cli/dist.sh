#!/bin/bash
# dist.sh BUILD - `make dist` packs the same files and bytes where there is no git, after a build and with results about.
set -u
. "$(dirname "$0")/lib.bash"

first=$("$SCREE_SOURCE_DIR/scripts/make-dist" "$work/packed" | tail -n 1)
name=$(basename "$first" .tar.gz)
mkdir tree
tar -xzf "$first" -C tree
cd "tree/$name" || exit 1
holds 'sources that are called like a folder of results or of a build are in it' test -f scripts/build -a -f include/scree/builder.h -a -f src/world/build.c -a -f sweep/results.c -a -f docs/building.md

rm -f out

# What work leaves behind.
mkdir -p lying build build-asan/lib assets/node_modules/three examples/01-chute/results examples/01-chute/results-2 .venv/bin python/scree/__pycache__ .mypy_cache
touch lying/scree-files.txt lying/log.txt build/scree build-asan/lib/a assets/node_modules/three/three.js examples/01-chute/results/log.txt examples/01-chute/results-2/log.txt .venv/bin/python python/scree/__pycache__/a.pyc .mypy_cache/b src/world/build.o
second=$(scripts/make-dist "$PWD/build" | tail -n 1)
tar -tzf "$first" >"$work/first"
tar -tzf "$second" >"$work/second"
holds 'the same files' diff "$work/first" "$work/second"
holds 'the same bytes' cmp "$first" "$second"
verdict
