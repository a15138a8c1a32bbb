#!/bin/bash
# parts.sh BUILD - a run whose grains are dealt to several parts leaves the same files as one of one part, also when it
# is stopped and goes on in another number; what cannot be dealt out is refused with a remedy.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" case.yaml

hash_of() { "$scree" info "$1" --hash; }

same_results() {
    checks=$((checks + 1))
    diff -r -x log.txt -x summary.json -x '*.previous' "$1" "$2" >difference || complain "$1 and $2 differ: $(head -5 difference)"
}

holds 'a run of one part' "$scree" run case.yaml --out one --threads 1 --quiet
holds 'a run of three parts' "$scree" run case.yaml --out three --threads 2 --parts 3 --quiet
same 'hash of three parts' "$(hash_of one)" "$(hash_of three)"
same_results one three
holds 'the first part of a run' "$scree" run case.yaml --out some --threads 1 --parts 5 --quiet --set run.duration='27.3 ms'
holds 'the rest of it' "$scree" resume some --threads 1 --parts 2 --quiet --set run.duration='60 ms'
same 'hash after five and two parts' "$(hash_of one)" "$(hash_of some)"
same_results one some
grep -q '3 parts' three/log.txt || complain "the log does not tell of three parts"

holds 'a run by impulses' "$scree" run case.yaml --out alone --threads 1 --quiet --set solver=nonsmooth --set run.step='1 ms'
holds 'the same in two parts' "$scree" run case.yaml --out two --threads 1 --parts 2 --quiet --set solver=nonsmooth --set run.step='1 ms'
same 'hash of two parts by impulses' "$(hash_of alone)" "$(hash_of two)"
same_results alone two
says 0 '^parts +the grains are dealt to 3' "$scree" check case.yaml --parts 3
says 2 '1025 parts are more than 1024' "$scree" run case.yaml --out none --parts 1025

# what ranks would own
says 0 '^ranks +2, each with 125 balls' "$scree" check case.yaml --ranks 2
# by impulses each has all contacts, and sweeps alone are shared out
checks=$((checks + 1))
"$scree" check case.yaml --ranks 3 --set solver=nonsmooth --set run.step='1 ms' --json >json || complain 'check --ranks --json fails by impulses'
python3 - <<'END' || complain "by impulses it says: $(grep -o '"ranks": {[^}]*}' json)"
import json
ranks = json.load(open("json"))["ranks"]
assert 0 < ranks["seconds_of_all_contacts"] < ranks["seconds_of_step"] and ranks["ranks_that_pay"] >= 1
assert 0.5 * ranks["memory_bytes_all"] < ranks["memory_bytes"] < ranks["memory_bytes_all"]
END
says 2 'a rank has one part' "$scree" check case.yaml --ranks 2 --parts 2
checks=$((checks + 1))
"$scree" check case.yaml --ranks 3 --json >json || complain 'check --ranks --json fails'
python3 - <<'END' || complain "it says: $(grep -o '"ranks": {[^}]*}' json)"
import json
told = json.load(open("json"))
ranks = told["ranks"]
assert ranks["ranks"] == 3 and ranks["balls"] * 3 >= told["grains"] and ranks["balls_most"] >= ranks["balls"]
assert 0 < ranks["ghosts"] <= ranks["ghosts_most"] and ranks["ranks_that_pay"] >= 1
assert 0 < ranks["memory_bytes"] <= ranks["memory_bytes_all"] and 0 < ranks["seconds_of_step"] <= ranks["seconds_of_step_most"]
END

verdict
