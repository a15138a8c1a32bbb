#!/bin/bash
# label: full
# test_silo.sh BUILD - bench/silo: what leaves through a round hole is counted alike in two ways and as Beverloo's law has
# it; what a column weighs on its floor saturates as Janssen's law has it (docs/verification/silo.md).
set -u
bad=0
complain() {
    echo "FAILED: $1"
    bad=1
}

"$SCREE_SOURCE_DIR/bench/silo" --scree "$1/scree" --out "$PWD/silo" >table || complain "exit status $?"
cat table

# hole, rate, rate by what is left, solid fraction, C: experiments have 0.55 to 0.65, less with holes of few grains
awk -F, '/^(12|16|20),/ { n++; if ($2 / $3 < 0.99 || $2 / $3 > 1.01 || $5 < 0.45 || $5 > 0.65) bad = 1 } END { exit bad || n != 3 }' table ||
    complain 'the rates of discharge'
# height, weight, load, its share, that by Janssen's law with one length for all heights
awk -F, '/^height/ { loads = 1; next } loads && NF == 5 { n++; if ($4 / $5 < 0.9 || $4 / $5 > 1.1) bad = 1; last = $4 } END { exit bad || n != 4 || last > 0.25 }' table ||
    complain 'the loads of the floor'
exit $bad
