#!/bin/bash
# label: full
# test_verify_every_law.sh BUILD - the whole of `scree verify laws`: no row may miss, and no row loses its limit unseen.
set -u
scree=$1/scree
bad=0

complain() {
    echo "FAILED: $1"
    bad=1
}

"$scree" verify laws --json >laws.json 2>laws.err
code=$?
[ "$code" = 0 ] || complain "exit status $code"
[ ! -s laws.err ] || { cat laws.err; complain "something on stderr"; }
tr '{' '\n' <laws.json | grep '"held": false' && complain "rows above missed"
rows=$(tr '{' '\n' <laws.json | grep -c '"held": true')
[ "$rows" -ge 815 ] || complain "only $rows rows"
for name in "20, 40, 60 steps" "no gain" books; do
    grep -q "\"case\": \"$name" laws.json || complain "no row of $name"
done

# a number without a limit has its reason in docs/verification/laws.md: so many, and no more
notes=$(tr '{' '\n' <laws.json | grep -c '"kind": "noted"')
[ "$notes" = 45 ] || complain "$notes rows without a limit"
exit $bad
