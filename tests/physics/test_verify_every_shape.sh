#!/bin/bash
# label: full
# test_verify_every_shape.sh BUILD - the whole of `scree verify shapes`: no row may miss, and no row loses its limit unseen.
set -u
scree=$1/scree
bad=0

complain() {
    echo "FAILED: $1"
    bad=1
}

"$scree" verify shapes --json >shapes.json 2>shapes.err
code=$?
[ "$code" = 0 ] || complain "exit status $code"
[ ! -s shapes.err ] || { cat shapes.err; complain "something on stderr"; }
tr '{' '\n' <shapes.json | grep '"held": false' && complain "rows above missed"
rows=$(tr '{' '\n' <shapes.json | grep -c '"held": true')
[ "$rows" -ge 170 ] || complain "only $rows rows"
for name in "pairs of spheropolyhedra" "pairs of convex bodies" "pairs of solids" V10 V13 "energy of disks" "energy of rice" "gas of peanuts" "gas of pebbles" \
    "gas of beans" "gas of bricks"; do
    grep -q "\"case\": \"$name" shapes.json || complain "no row of $name"
done
notes=$(tr '{' '\n' <shapes.json | grep -c '"kind": "noted"')
[ "$notes" -le 7 ] || complain "$notes rows without a limit"
exit $bad
