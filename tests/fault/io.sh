#!/bin/bash
# io.sh BUILD - the n-th system call of a run that changes files fails (disk full, input/output error, no permission): the
# run says so or does without, and after a resume every file is that of an undisturbed run. Every n in the long form.
set -u
. "$(dirname "$0")/lib.bash"
need_injector
run_whole
calls=$(calls_of "$scree" run case.yaml --out counted --threads 1 --quiet)
same 'a traced run' "$("$scree" info whole --hash)" "$("$scree" info counted --hash)"
step=1
[ -n "$soak" ] || step=$((calls / 24 + 1))
errors=(28 5 13)
tried=0
stopped=0

for ((n = 1; n <= calls; n += step)); do
    rm -rf torn
    error=${errors[$((tried % 3))]}
    tried=$((tried + 1))
    quietly "$injector" fail $n "$error" "$scree" run case.yaml --out torn --threads 1 --quiet
    code=$?
    checks=$((checks + 1))
    case $code in
    0) [ -s torn/summary.json ] || complain "call $n, error $error: ends well without a summary" ;;
    2 | 4 | 1) stopped=$((stopped + 1)); grep -q ':' out || complain "call $n, error $error: ends with $code and says nothing" ;;
    *) complain "call $n, error $error: ends with $code: $(head -c 300 out)" ;;
    esac
    finish torn || complain "call $n, error $error: cannot be finished: $(head -c 400 out)"
    same_files whole torn "call $n, error $error"
done
echo "$tried of $calls calls failed, $stopped runs stopped"
[ "$stopped" -gt 0 ] || complain "no fault was noticed"
verdict
