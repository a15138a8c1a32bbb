#!/bin/bash
# limit: 300 s
# fit_runs.sh BUILD - scree fit of experiments that are runs of cases: known parameters come back, by a surrogate and by
# another method; the same for any number of jobs and after a stop; runs that fail; what is refused before anything runs.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"

# A ball that slides on a floor loses mu g t of its speed, and lies as deep as its modulus lets it.
cat >slide.yaml <<'CASE'
scree: 1
gravity: {magnitude: 10 m/s^2, direction: [0, 0, -1]}
domain: {low: [-10 m, -10 m, -1 m], high: [10 m, 10 m, 1 m]}
let: {speed: 1 m/s}
materials: {glass: {density: 2500 kg/m^3, young: 1 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.1}, tangential: {law: mindlin, friction: 0.3}}}
shapes: {bead: {ball: {radius: 5 mm}}}
walls: {floor: {material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}
grains:
  - {name: flow, shape: bead, material: glass, locked: rotation, velocity: ["${speed}", 0, 0],
     packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 5 mm]}}
run: {duration: 0.1 s}
probes: {ball: {law: body, grain: flow, every: 10 ms}}
CASE
# What friction 0.25 and young 2 MPa give, from the program itself, for two speeds.
"$scree" run slide.yaml --set pairs.default.tangential.friction=0.25 --set materials.glass.young='2 MPa' --out truth --quiet || complain 'the truth does not run'
last() { tail -1 truth/probes/ball.csv | cut -d, -f "$1"; }
{
    echo 'time [s],velocity_x [m/s]'
    awk -F, 'NR > 1 && NR % 3 == 0 { print $1 "," $5 }' truth/probes/ball.csv
} >curve.csv
cat >fit.yaml <<FIT
scree_fit: 1
title: Known parameters
experiments:
  speed: {case: slide.yaml, probe: ball, column: velocity_x, take: curve, file: curve.csv, error: 5 mm/s}
  depth: {case: slide.yaml, probe: ball, column: z, take: last, measured: $(last 4) m, error: 0.5 um}
parameters:
  friction: {low: 0.1, high: 0.6, scale: linear}
  young: {low: 0.5 MPa, high: 10 MPa}
  poisson: 0.22
searches: {best: {law: surrogate, evaluations: 24}}
FIT
value() { sed -n "/^    \"$2\": {/,/}/s/^ *\"value\": \\([-+0-9.e]*\\),*/\\1/p" "$1/result.json" | head -1; }
near() { awk -v a="$1" -v b="$2" -v by="$3" 'BEGIN { d = a/b - 1; exit !(a != "" && d < by && d > -by) }'; }

holds 'the fit' bash -c "'$scree' fit fit.yaml --out one --quiet >words"
holds "friction is 0.25: $(value one friction)" near "$(value one friction)" 0.25 0.01
holds "young is 2 MPa: $(value one young)" near "$(value one young)" 2e6 0.02
says 0 'All free parameters are identified' cat words
says 0 'Nothing speaks against the model' cat words
says 0 'points were run, [0-9]+ runs in all' cat words
for file in result.json fit.csv history.csv trials.csv fit.json fit.png; do holds "$file" [ -s "one/$file" ]; done
says 0 '^one/report.html$' "$scree" report one
holds 'its file' grep -q 'scree fit .*fit.yaml --out again' one/report.html
same 'columns' "$(head -1 one/trials.csv | cut -d, -f 1-5)" 'trial,friction,young [Pa],poisson,chi squared'
holds 'fewer points than allowed' [ "$(wc -l <one/trials.csv)" -le 26 ]

# A fit that meets all data has an objective of 0, of which nothing is a share.
cat >exact.yaml <<'FIT'
scree_fit: 1
experiments: {start: {case: slide.yaml, probe: ball, column: velocity_x, take: peak, measured: 0.75 m/s, error: 0.1 m/s}}
parameters: {speed: {low: 0.5 m/s, high: 1.5 m/s, scale: linear}}
searches: {best: {law: surrogate, evaluations: 6}}
FIT
holds 'an exact fit' bash -c "'$scree' fit exact.yaml --out exact --quiet >words"
says 0 'speed +from [0-9.e-]+ to 1[.0-9]*, a tenth of its range either way' cat words

# One job, stopped on the way, then gone on with: the same.
"$scree" fit fit.yaml --out two --quiet --jobs 1 >words 2>&1 &
fit=$!
comes eval '[ "$(ls two/runs | grep -c friction)" -gt 5 ]'
kill -INT "$fit"
wait "$fit"
same 'code of an interrupt' $? 130
says 0 'stopped and saved; the same command goes on' cat words
[ ! -e two/result.json ] || complain 'a result of half a fit'
holds 'going on' "$scree" fit fit.yaml --out two --quiet --jobs 2
holds 'the same result' cmp one/result.json two/result.json
holds 'the same points' cmp one/trials.csv two/trials.csv
touch mark
holds 'again' "$scree" fit fit.yaml --out two --quiet
same 'runs that were run again' "$(find two/runs -newer mark -name summary.json | wc -l)" 0

# Another method, which runs the cases where it comes; what is wrong with the data is said.
says 0 'friction +0\.2(49|5)' "$scree" fit fit.yaml --out other --quiet --set parameters.young='2 MPa' --set searches.best='{law: subplex, evaluations: 10}'
says 0 'does not fit these data' "$scree" fit fit.yaml --out wrong --quiet --set parameters.young='2 MPa' --set searches.best.evaluations=8 --set experiments.depth.measured='4.9 mm'
says 0 '"verdict": "does not fit"' cat wrong/result.json

# Where a derivative vanishes at the best point, what is told of the parameter fits its interval.
cat >drop.yaml <<'CASE'
scree: 1
domain: {low: [0 cm, 0 cm, 0 cm], high: [2 cm, 2 cm, 2 cm], boundary: {x: open, y: open, z: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}}}
shapes: {bead: {ball: {diameter: 4 mm}}}
grains: [{name: bed, shape: bead, material: glass, packing: {law: lattice, spacing: [4 mm, 4 mm, 4 mm], counts: [1,1,1], low: [9 mm, 9 mm, 4 mm], high: [11 mm, 11 mm, 8 mm]}, velocity: [1 m/s, 0, -1 m/s]}]
run: {duration: 8 ms}
probes: {b: {law: body, grain: bed, every: 1 ms}}
CASE
cat >flat.yaml <<'FIT'
scree_fit: 1
experiments:
  up: {case: drop.yaml, probe: b, column: velocity_z, take: last, measured: 0.7 m/s, error: 0.01 m/s}
  out: {case: drop.yaml, probe: b, column: velocity_x, take: last, measured: 0.6 m/s, error: 0.01 m/s}
parameters: {restitution: {low: 0.3, high: 0.95, scale: linear}, friction: {low: 0.05, high: 0.8, scale: linear}}
searches: {best: {law: surrogate, evaluations: 16}}
FIT
says 0 'friction +0\.3.* 0\.25 to 0\.39' "$scree" fit flat.yaml --out flat --quiet
mv out flat.txt
says 0 'friction .*: at the best point itself the data hardly depend on it. Its interval comes from values further away' cat flat.txt
same 'not called unidentifiable' "$(grep -c 'not identifiable' flat.txt)" 0

# Runs that fail have no answer, and the others find it all the same.
sed 's/high: \[10 m/high: [0.0865 m/' slide.yaml >short.yaml
sed 's/slide.yaml/short.yaml/' fit.yaml >fails.yaml
says 0 'no answer: diverged: grain 1 of .flow. leaves the domain' "$scree" fit fails.yaml --out fails --set parameters.young='2 MPa' --set searches.best.evaluations=12 --set parameters.friction.low=0
holds "friction all the same: $(value fails friction)" near "$(value fails friction)" 0.25 0.02

# A run that something else ended says nothing of its parameters: the fit stops, and goes on to the result it would have had.
export OMP_NUM_THREADS=1
long() { "$scree" fit fit.yaml --out "$work/killed" --quiet --jobs 1 --set parameters.young='2 MPa' --set searches.best.evaluations=6 --set experiments.speed.set='{run.duration: 4 s}' --set experiments.depth.set='{run.duration: 4 s}'; }
long >words 2>&1 &
shell=$!
comes eval 'ls -d killed/runs/*/probes'
run=$(pgrep -f -- "--out=$(ls -d "$work"/killed/runs/*friction* | tail -1)" | head -1)
holds 'a run is at work' kill -KILL "$run"
wait "$shell"
same 'code of a fit with a run that was killed' $? 2
says 0 'killed/runs/.*: this run came to no end \(ended by signal 9\), so the fit stops \(mend that' cat words
holds 'going on after a kill' long
mv killed first
holds 'the same without a kill' long
for file in result.json trials.csv; do holds "$file after a kill" cmp first/$file killed/$file; done
run=$(ls -d killed/runs/*friction* | head -1)
rm "$run/probes/ball.csv" killed/trials.csv
# A run whose table is gone is made again, and the fit is the same.
holds 'going on where a table is gone' long
holds 'the table is there again' test -s "$run/probes/ball.csv"
holds 'result.json after a table was lost' cmp first/result.json killed/result.json
rm -r "$run"
echo mine >"$run"
says 2 'this run came to no end .failed: ' long
same 'what is not ours' "$(cat "$run")" mine
rm "$run"
holds 'going on' long
holds 'the same points' cmp first/trials.csv killed/trials.csv
unset OMP_NUM_THREADS
says 2 'runs/1,.*: this run came to no end .failed: .*cannot write.*ulimit -f' bash -c "ulimit -f 20; exec '$scree' fit fit.yaml --out full --quiet --jobs 1"

# Refused before anything runs.
refused() { # PATTERN SED
    sed "$2" fit.yaml >bad.yaml
    says 2 "$1" "$scree" fit bad.yaml --out refused
    [ ! -e refused ] || complain "a folder for $2"
}
refused 'bad.yaml:5:.*from = 1 s is beyond the end of the run, 0.1 s' 's/take: last/take: last, from: 1 s/'
refused 'bad.yaml:5:.*1e.300 is out of all proportion to its standard error' 's/measured: [^,]*/measured: 1e300 m/'
refused 'bad.yaml:10:.*1 points are too few to guess between them in 2 parameters' 's/evaluations: 24/evaluations: 24, design: 1/'
refused 'an experiment sets materials.glass.young, which is a parameter .leave it out of .set.' "s/probe: ball, column: z/set: {materials.glass.young: 1 MPa}, probe: ball, column: z/"
refused "'tangential.friction' is a way and no name of a parameter .write friction: .key: tangential.friction, " 's/^  friction:/  tangential.friction:/'
cp curve.csv whole.csv
echo '0.5,0.1' >>curve.csv
refused 'bad.yaml:4:.*it has a value at 0.5 s, and runs go from 0 to 0.1 s' 's/x/x/'
sed -i 's/^0.5,/-0.5,/' curve.csv
refused 'bad.yaml:4:.*it has a value at -0.5 s' 's/x/x/'
mv whole.csv curve.csv
mkdir foreign && echo mine >foreign/notes
says 2 'foreign: the folder is not empty .choose another folder with --out, or use it all the same with --force' "$scree" fit fit.yaml --out foreign
refused 'none.yaml: cannot be read' 's/slide.yaml/none.yaml/'
refused 'bad.yaml:5:3: there is no probe bal|bad.yaml:5:10: there is no probe bal \(there are ball\)' 's/probe: ball, column: z/probe: bal, column: z/'
refused 'no column zz \(there are time' 's/column: z,/column: zz,/'
refused "missing key 'error'" 's/, error: 0.5 um//'
refused 'bad.yaml:5:.*this is no measured value .give what was measured' 's/measured: [^,]*/measured: []/'
refused 'is a time \(give a length' "s/measured: [^,]*/measured: 1 s/"
refused "did you mean 'young'" 's/young:/yung:/'
refused 'above 0 but with scale: linear' 's/low: 0.5 MPa/low: 0 MPa/'
refused 'with all parameters at their' 's/low: 0.1/low: -1/'
refused "did you mean 'surrogate'" 's/law: surrogate/law: surogate/'
refused "unknown key 'prob'" 's/probe: ball, column: z/prob: 1, probe: ball, column: z/'
refused 'has another dimension' 's/high: 10 MPa/high: 10 m/'
holds 'with --force' "$scree" fit fit.yaml --out foreign --force --quiet --set parameters.young='2 MPa' --set searches.best.evaluations=6
same 'what is not ours' "$(cat foreign/notes)" mine
says 2 'the folder holds another fit' "$scree" fit fit.yaml --set seeds=2 --out one
verdict
