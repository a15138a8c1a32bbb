#!/bin/bash
# times.sh BUILD - frames, rows and ends are at the times that were asked for, and no frame is there twice.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
sed 's/dump: true, lammps: true, //' "$here/small.yaml" >case.yaml

times() { sed -n 's/.*timestep="\([^"]*\)".*/\1/p' "$1/bodies.pvd" | tr '\n' ' '; }
value() { sed -n "s/.*\"$2\": \([0-9.e-]*\).*/\1/p" "$1/summary.json" | head -1; }

# Steps of auto divide the periods of frames and probes, and the duration.
holds 'a run' "$scree" run case.yaml --out auto --threads 1 --quiet --set run.duration='30 ms'
same 'times of frames' "$(times auto)" '0 0.005 0.01 0.015 0.02 0.025 0.03 '
grep -q 't = 0.03 s,' auto/log.txt || complain "the run does not end at 0.03 s: $(grep finished auto/log.txt)"
holds 'steps in the periods' awk -v h="$(value auto step)" 'BEGIN {
    split("0.005 0.001 0.003 0.002 0.03 0.02", period, " ")
    for (i in period) { n = period[i] / h; if (n - int(n + 0.5) > 1e-6 || int(n + 0.5) - n > 1e-6) exit 1 } }'
holds 'rows at their times' awk -F, 'NR > 1 && ($1 - (NR - 2) * 1e-3) ^ 2 > 1e-24 { exit 1 } END { exit NR != 32 }' auto/probes/lid.csv

# An end between two frames is shown, once.
holds 'an end between' "$scree" run case.yaml --out between --threads 1 --quiet --set run.duration='12 ms'
same 'times of frames' "$(times between)" '0 0.005 0.01 0.012 '

# A step that divides nothing: each frame is at the first step not before its time, without drift, and the last is there once.
holds 'a given step' "$scree" run case.yaml --out given --threads 1 --quiet --set run.step='6.1e-6 s' --set run.duration='30 ms'
same 'number of frames' "$(times given | wc -w)" 7
times given | tr ' ' '\n' | grep . | holds 'not before, and within a step' awk -v h=6.1e-6 '
    { late = $1 - (NR - 1) * 5e-3; if (late < -1e-9 || late >= h) exit 1 }'
[ ! -e given/bodies_000007.vtp ] || complain "the last frame is there twice"

# A run shorter than the step that impacts allow is one shorter step; with a longer one that is given it takes none.
holds 'a short run' "$scree" run case.yaml --out short --threads 1 --quiet --set run.duration='1e-7 s'
grep -q 'finished at step 1, t = 1e-07 s' short/log.txt || complain "a short run: $(grep finished short/log.txt)"
holds 'a run of less than its step' "$scree" run case.yaml --out none --threads 1 --quiet --set run.duration='1e-7 s' --set run.step='1 us'
grep -q 'finished at step 0, t = 0 s' none/log.txt || complain "a run of less than its step: $(grep finished none/log.txt)"

# The choice of auto costs little, however the periods lie to each other.
long=$(sed -n 's/.*"longest_step": \([0-9.e-]*\).*/\1/p' <("$scree" check case.yaml --json --threads 1))
for set in output.every='7.77 ms' probes.lid.every='1.2345 ms' run.duration='33.333 ms' output.every=0; do
    step=$(sed -n 's/.*"step": \([0-9.e-]*\).*/\1/p' <("$scree" check case.yaml --json --threads 1 --set "$set"))
    holds "steps with $set" awk -v h="$step" -v most="$long" 'BEGIN { exit !(h > 0 && h <= most && h > 0.96 * most) }'
done
verdict
