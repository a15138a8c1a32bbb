#!/bin/bash
# bits_matrix.sh BUILD [BUILD...] - the state hash of cases does not depend on threads, vector width, a resume in the middle,
# or the build that computed it (gcc, clang: the further folders). Small cases of every kind in the short form; the long
# one takes all examples, their first steps.
set -u
. "$(dirname "$0")/lib.bash"
source=${SCREE_SOURCE_DIR:-$fault_here/../..}
builds=("$@")
if [ -n "$soak" ] && [ ${#builds[@]} = 1 ] && [ -x "$1/clang/scree" ]; then builds+=("$1/clang"); fi

cases=("$source"/tests/fuzz/corpus/world/*.yaml)
[ -z "$soak" ] || cases+=("$source"/examples/[0-9]*/case.yaml)
steps=(120)
[ -z "$soak" ] || steps=(400)
bare=()

# Without outputs, and without probes but where stages name them.
bare_for() {
    bare=(--quiet --set 'output={every: 0}')
    grep -q 'probes\.' "$1" || bare+=(--set 'probes={}')
}

# hash_of PROGRAM CASE ARGUMENTS... - the hash after that run.
hash_of() {
    local program=$1 path=$2
    shift 2
    rm -rf there
    quietly "$program" run "$path" --out there "${bare[@]}" "$@" || return 1
    "$program" info there --hash
}

compared=0
for path in "${cases[@]}"; do
    bare_for "$path"
    for all in "${steps[@]}"; do
        set_steps=(--set "run.steps=$all")
        first=$(hash_of "$scree" "$path" --threads 1 "${set_steps[@]}") || { complain "$path: $(head -c 300 out)"; continue; }
        for build in "${builds[@]}"; do
            for width in 1 2 4 8; do
                hash=$(hash_of "$build/scree" "$path" --threads 2 --width $width "${set_steps[@]}") || { grep -q width out || complain "$path: $(head -c 300 out)"; continue; }
                same "$path, $build, width $width, 2 threads" "$hash" "$first"
                compared=$((compared + 1))
            done
            hash_of "$build/scree" "$path" --threads 1 --set "run.steps=$((all / 2))" >/dev/null
            holds "$path: a resume" "$build/scree" resume there --threads 2 --quiet --set "run.steps=$all"
            same "$path, $build, resumed" "$("$build/scree" info there --hash)" "$first"
            compared=$((compared + 1))
        done
    done
done
echo "$compared hashes compared"
verdict
