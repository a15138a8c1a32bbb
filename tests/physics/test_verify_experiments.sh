#!/bin/bash
# test_verify_experiments.sh BUILD - `scree verify experiments`: rows stand under their document and experiment, all five documents have
# some, rows of other suites do not slip in; bench/experiments makes the table with deviations.
set -u
scree=$1/scree
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$scree" experiments course V23 "T11 c=0 h=t/50"
check_rows <<'TABLE'
course~impact~zeta=0.1 restitution 0.729247* absolute 0.001
course~friction~as~drag speed,~m/s 0.162964* relative 0.001
course~friction~at~its~limit spin,~rad/s 7.3575 relative 0.001
V23~v_st/v_n=1.4,~40~steps beta 0.5 absolute 0.001
TABLE
[ "$(tr '{' '\n' <rows.json | grep -c '"case"')" = "$(tr '{' '\n' <rows.json | grep -c '^ *"document": "[A-Z][^"]*", *"experiment": "[a-z]')" ] ||
    complain "not every row has a document and an experiment"

# The words of --only may be those of the document or of the experiment.
"$scree" verify experiments --json --only "DEM assignment" >document.json || complain "exit status $? of a document"
[ "$(tr '{' '\n' <document.json | grep -c '"case": "course')" = 7 ] || complain "not the 7 rows of the assignment: $(cat document.json)"
"$scree" verify experiments --json --only "yield" >experiment.json || complain "exit status $? of an experiment"
tr '{' '\n' <experiment.json | grep '"case"' | grep -v '"case": "V[245] ' && complain "rows of another experiment"
tr '{' '\n' <experiment.json | grep -q '"case": "V4 soybean v=1.705"' || complain "no drops of soybeans"
"$scree" verify experiments --only "DEM" >table.txt || complain "exit status $? of the table"
grep -qx 'DEM assignment: normal force' table.txt || complain "no head of an experiment: $(cat table.txt)"
"$scree" verify experiments --only nobody >none.txt 2>none.err
[ $? = 2 ] || complain "rows of nobody"
grep -q "no row has 'nobody'" none.err || complain "not told that there is no such row: $(cat none.err)"
# No heads in the other suites, whose rows are the same.
"$scree" verify laws --only V23 >laws.txt || complain "exit status $? of laws"
grep -q '^Zhang 1998:' laws.txt && complain "a head in another suite"

here=$PWD
(cd "$SCREE_SOURCE_DIR" && SCREE=$scree bench/experiments --only "DEM assignment" --out "$here/made" >"$here/made.txt") || complain "exit status $? of bench/experiments"
grep -q '^7 rows, 0 missed$' made.txt || complain "not 7 rows: $(cat made.txt)"
grep -q '^DEM assignment,normal force,course impact zeta=0.1,restitution,absolute,0.001,0.7292476' made/rows.csv || complain "no such row: $(cat made/rows.csv)"
grep -q ',ok$' made/rows.csv || complain "no verdicts"
exit $bad
