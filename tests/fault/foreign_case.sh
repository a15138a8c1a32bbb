#!/bin/bash
# foreign_case.sh BUILD - the snapshot of every small case of the fuzz corpus, and of every example in the long form, is
# resumed with the case of every other: refused with a reason, or fine; never a crash.
set -u
. "$(dirname "$0")/lib.bash"
source=${SCREE_SOURCE_DIR:-$fault_here/../..}

cases=("$source"/tests/fuzz/corpus/world/*.yaml)
[ -z "$soak" ] || cases+=("$source"/examples/[0-9]*/case.yaml)
names=()
for path in "${cases[@]}"; do
    name=$(basename "$path" .yaml)
    [ "$name" != case ] || name=$(basename "$(dirname "$path")")
    without=() # stages would last longer than the run
    if grep -q '^stages:' "$path"; then without=(--set 'stages=[]'); fi
    quietly "$scree" run "$path" --out "of-$name" --threads 1 --quiet --set output='{every: 0}' --set probes='{}' "${without[@]}" --set run.duration='1 us'
    [ -e "of-$name/snapshot.h5" ] || { complain "$name leaves no snapshot: $(head -c 300 out)"; continue; }
    names+=("$name")
done

refused=0
fine=0
for of in "${names[@]}"; do
    for with in "${names[@]}"; do
        [ "$of" != "$with" ] || continue
        rm -rf mixed && mkdir mixed
        cp "of-$with/case.yaml" "of-$of/snapshot.h5" mixed/
        checks=$((checks + 1))
        for command in "resume mixed --set run.duration=2e-6s" "resume mixed/snapshot.h5 --out branched --force --set run.duration=2e-6s"; do
            # shellcheck disable=SC2086
            quietly timeout 60 "$scree" $command --threads 1 --quiet
            code=$?
            case $code in
            0 | 3) fine=$((fine + 1)) ;;
            2) refused=$((refused + 1)); grep -q ': ' out || complain "$of with $with: refused without a reason" ;;
            *) complain "snapshot of $of with the case of $with: ends with $code: $(head -c 300 out)" ;;
            esac
        done
    done
done
echo "$refused refused, $fine fine"
[ "$refused" -gt 0 ] || complain "nothing was refused"
verdict
