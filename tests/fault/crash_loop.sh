#!/bin/bash
# crash_loop.sh BUILD - kill -9 before the n-th system call of a run that changes files, and again while it is resumed; in
# the end every file is that of an undisturbed run. The long form kills at every call of a run, and 500 times at least.
set -u
. "$(dirname "$0")/lib.bash"
need_injector
run_whole
calls=$(calls_of "$scree" run case.yaml --out counted --threads 1 --quiet)
step=1
[ -n "$soak" ] || step=$((calls / 20 + 1))
kills=0

for ((n = 1; n <= calls; n += step)); do
    rm -rf torn
    quietly "$injector" kill $n "$scree" run case.yaml --out torn --threads 1 --quiet
    [ $? = 137 ] || complain "call $n: the run was not killed"
    kills=$((kills + 1))
    # The resume is killed as well, somewhere else each time.
    if [ -e torn ]; then
        quietly "$injector" kill $((n * 7 % 120 + 1)) "$scree" resume torn --threads 1 --quiet
        [ $? != 137 ] || kills=$((kills + 1))
    fi
    finish torn || complain "killed at call $n: cannot be finished: $(head -c 400 out)"
    same_files whole torn "killed at call $n"
done
echo "$kills kills"
[ -z "$soak" ] || [ "$kills" -ge 500 ] || complain "only $kills kills"
verdict
