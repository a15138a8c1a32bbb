#!/bin/bash
# two_processes.sh BUILD - two runs, or a run and a resume, into one folder at the same time: one works, the others are
# refused, and the files are those of a run alone. More rounds in the long form.
set -u
. "$(dirname "$0")/lib.bash"
run_whole
rounds=2
[ -z "$soak" ] || rounds=40

for ((round = 1; round <= rounds; round++)); do
    rm -rf shared codes
    for k in 1 2 3; do
        (
            "$scree" run case.yaml --out shared --force --threads 1 --quiet >said.$k 2>&1 </dev/null
            echo "$?" >>codes
        ) &
    done
    wait
    checks=$((checks + 1))
    [ "$(grep -c '^0$' codes)" -ge 1 ] || complain "round $round: nobody finished: $(cat said.1 said.2 said.3)"
    ! grep -vqE '^[024]$' codes || complain "round $round: codes $(tr '\n' ' ' <codes)"
    same_files whole shared "round $round"

    rm -rf shared
    "$scree" run case.yaml --out shared --threads 1 --quiet --set run.duration='100 s' >said.1 2>&1 </dev/null &
    first=$!
    comes test -e shared/bodies_000002.vtp
    for command in "run case.yaml --out shared --force" "resume shared"; do
        # shellcheck disable=SC2086
        says 2 'shared' "$scree" $command --threads 1 --quiet
    done
    kill -0 "$first" 2>/dev/null || complain "round $round: the first run was disturbed: $(cat said.1)"
    kill -TERM "$first"
    wait "$first"
done
verdict
