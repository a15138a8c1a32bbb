#!/bin/bash
# closed_fds.sh BUILD - the program is started with descriptors 0, 1 and 2 closed, in every combination: no file of a run
# gets what was meant for the terminal, and results are the same.
set -u
. "$(dirname "$0")/lib.bash"
run_whole

# closed BITS COMMAND... - with standard input, output or error closed where the bits 1, 2, 4 are set.
closed() {
    local bits=$1
    shift
    (
        exec 3>&2
        [ $((bits & 1)) = 0 ] || exec 0<&-
        [ $((bits & 2)) = 0 ] || exec 1>&-
        [ $((bits & 4)) = 0 ] || exec 2>&-
        exec 3>&-
        exec "$@"
    )
}

for bits in 1 2 3 4 5 6 7; do
    rm -rf bare
    closed $bits "$scree" run case.yaml --out bare --threads 1 >said 2>&1 </dev/null
    code=$?
    checks=$((checks + 1))
    want=0
    [ $((bits & 2)) = 0 ] || want=2 # the run is done, and what it says at its end is lost
    [ $code = $want ] || complain "closed $bits: ends with $code, not $want"
    same_files whole bare "closed $bits"
    rm -rf bare
    closed $bits "$scree" run case.yaml --out bare --threads 1 --quiet >said 2>&1 </dev/null
    same "closed $bits, quiet" "$?" 0
    closed $bits "$scree" run nowhere.yaml >said 2>&1 </dev/null
    same "closed $bits, a case that is not there" "$?" 2
done
verdict
