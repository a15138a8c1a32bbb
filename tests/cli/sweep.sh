#!/bin/bash
# limit: 300 s
# sweep.sh BUILD - scree sweep: a folder a point, the table, scatter over seeds, plots; the same for any number of jobs;
# stopped, killed and gone on with; points that fail; what is refused before anything runs.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"

# A ball that slides on a floor loses mu g t of its speed.
cat >case.yaml <<'CASE'
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
     packing: {law: random, count: 1, low: [0 m, 0 m, 0 m], high: [2 cm, 2 cm, 10 mm]}}
run: {duration: 0.1 s}
probes: {ball: {law: body, grain: flow, every: 10 ms}, floor: {law: wall-force, wall: floor, every: 10 ms}}
CASE
cell() { # FILE ROW HEAD - one number of a table
    awk -F, -v row="$2" -v head="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == head) at = i } NR == row + 1 { print $at }' "$1"
}

says 0 'friction is pairs.default.tangential.friction' \
    "$scree" sweep case.yaml --over friction=0.1:0.3:0.2 --over seed=1..2 --jobs 2 --of ball.velocity_x:last --plot ball.velocity_x/ball.time
cp out words
says 0 'friction = 0.1 +0.[89][0-9]* \+- .* over 2' cat words
same 'rows' "$(wc -l <sweep/table.csv)" 5
holds 'pictures of the points' [ -s sweep/1-friction=0.1,seed=1/picture.png ]
same 'groups' "$(wc -l <sweep/scatter.csv)" 3
same 'columns' "$(head -1 sweep/table.csv | cut -d, -f 1-6)" 'point,friction,seed,status,warnings,ball.x:last [m]'
same 'loss of speed' "$(cell sweep/scatter.csv 2 'ball.velocity_x:last [m/s]' | cut -c 1-3)" 0.6
same 'a peak and where it is' "$(cell sweep/table.csv 1 'ball.velocity_x:peak [m/s]') $(cell sweep/table.csv 1 'ball.velocity_x:at [s]')" '1 0'
same 'seeds are other cases' "$(cell sweep/table.csv 1 'ball.y:last [m]' | grep -c "^$(cell sweep/table.csv 2 'ball.y:last [m]')$")" 0
same 'curves' "$(wc -l <sweep/plot-ball.velocity_x-ball.time.csv)" 45
same 'their heads' "$(head -1 sweep/plot-ball.velocity_x-ball.time.csv)" 'point,friction,seed,time [s],ball.time [s],ball.velocity_x [m/s]'
for name in curves-ball curves-floor of-ball.velocity_x-last plot-ball.velocity_x-ball.time; do holds "$name" [ -s "sweep/$name.png" ]; done
says 0 'plot-ball.velocity_x-ball.x.svg: ball.velocity_x over ball.x' "$scree" sweep sweep --plot ball.velocity_x/ball.x --format svg
same 'a vector picture' "$(grep -c '<svg' sweep/plot-ball.velocity_x-ball.x.svg)" 1
holds 'a chart for each column that changes, a line for each point' python3 - sweep/curves-ball.svg <<'END'
import csv, glob, re, sys
rows = [row for name in sorted(glob.glob("sweep/*/probes/ball.csv")) for row in [list(csv.reader(open(name)))]]
heads = rows[0][0]
changing = [k for k in range(1, len(heads)) if any(len({row[k] for row in table[1:]}) > 1 for table in rows)]
text = open(sys.argv[1]).read()
size = [int(part) for part in re.search(r'viewBox="0 0 (\d+) (\d+)"', text).groups()]
assert size == [640 * (3 if len(changing) > 6 else 2), 420 * -(-len(changing) // (3 if len(changing) > 6 else 2))], size
END
says 2 'is no format of plots' "$scree" sweep sweep --plot ball.velocity_x/ball.x --format gif
holds 'a run as any other' "$scree" info 'sweep/3-friction=0.3,seed=1'
[ ! -e sweep/messages ] || complain 'messages of runs that had nothing to say'

# The mean and its error over seeds, by another program.
mean() { awk -v a="$(cell sweep/table.csv 1 'ball.y:last [m]')" -v b="$(cell sweep/table.csv 2 'ball.y:last [m]')" 'BEGIN { d = (a - b)/sqrt(2); d = d < 0 ? -d : d; printf "%.9g %.9g %.9g", (a + b)/2, d, d/sqrt(2) }'; }
same 'scatter' "$(for kind in '' ' deviation' ' error'; do cell sweep/scatter.csv 1 "ball.y:last$kind [m]"; done | awk '{ printf "%s%.9g", (NR > 1 ? " " : ""), $1 }')" "$(mean)"

# Jobs change nothing; the same command goes on where it was, and finds all done.
holds 'one job' "$scree" sweep case.yaml --over friction=0.1:0.3:0.2 --over seed=1..2 --jobs 1 --out one --quiet --no-plots
holds 'the same table' cmp sweep/table.csv one/table.csv
holds 'no pictures of the points' sh -c '! ls one/*/picture.png'
holds 'the same scatter' cmp sweep/scatter.csv one/scatter.csv
touch one/1-friction=0.1,seed=1/mark
rm -r one/2-* one/table.csv
says 0 '1 run, 3 are there already' "$scree" sweep case.yaml --over friction=0.1:0.3:0.2 --over seed=1..2 --out one --no-plots
holds 'the same table again' cmp sweep/table.csv one/table.csv
holds 'what is whole stays' [ -e one/1-friction=0.1,seed=1/mark ]
says 0 '4 of 4 points are whole' "$scree" sweep sweep --no-plots
says 0 'sweep-2/table.csv' "$scree" sweep case.yaml --over friction=0.1 --no-plots

# Stopped by a signal, then killed with all its runs, then gone on with: as if nothing had been.
stop() { # SIGNAL - when the first two runs have begun
    "$scree" sweep case.yaml --set run.duration='4 s' --over friction=0.1:0.3:0.1 --jobs 2 --no-plots --from '1.5 s' --of ball.x:mean --plot ball.x/ball.time --out long >words 2>&1 &
    local sweep=$!
    comes eval '[ "$(wc -l <long/1-friction=0.1/probes/ball.csv)" -gt 6 ] && [ -e long/2-friction=0.2/probes/ball.csv ]'
    kill "-$1" "$sweep"
    wait "$sweep"
}
stop INT
same 'code of an interrupt' $? 130
says 0 'stopped and saved; go on with: .*scree sweep long' cat words
holds 'a point that was stopped has not failed' sh -c '! grep -q failed words'
says 0 '"status": "stopped"' cat long/1-friction=0.1/summary.json
[ ! -e long/3-friction=0.3 ] || complain 'a run that was begun after the signal'
stop KILL
says 3 'another sweep' bash -c "'$scree' sweep case.yaml --over friction=0.1 --out long; [ \$? = 2 ] && exit 3"
says 0 '3 of 3 points are whole; table in long/table.csv, means and peaks of times from 1.5 s on' "$scree" sweep long --no-plots
cp out words
holds 'what was asked for first' grep -q 'ball.x:mean' words
holds 'not stopped' "$scree" sweep case.yaml --set run.duration='4 s' --over friction=0.1:0.3:0.1 --no-plots --from '1.5 s' --plot ball.x/ball.time --out whole --quiet
holds 'as if not stopped' cmp long/table.csv whole/table.csv
holds 'a plot as if not stopped' cmp long/plot-ball.x-ball.time.csv whole/plot-ball.x-ball.time.csv
holds 'tables of probes' cmp long/2-friction=0.2/probes/ball.csv whole/2-friction=0.2/probes/ball.csv

# A point that fails leaves the others running and is told.
says 3 '2-speed=1m_s: diverged: grain' \
    "$scree" sweep case.yaml --set domain.high='[6 cm, 10 m, 1 m]' --over speed='0.1 m/s,1 m/s,0.2 m/s' --out fails --no-plots
same 'told at the end' "$(grep -c '^2 of 3 points are whole' out)" 1
same 'its status' "$(sed -n 3p fails/table.csv | cut -c 1-14)" '2,1,"diverged:'
same 'the others' "$(grep -c ',finished,' fails/table.csv)" 2
holds 'its words' grep -q 'leaves the domain' fails/messages/2-speed=1m_s.txt

# Runs that cannot write are told, and go on once they can.
says 2 'failed: full/1-friction=0.1/snapshot.h5: cannot write' bash -c "ulimit -f 20; exec '$scree' sweep case.yaml --over friction=0.1 --out full --no-plots"
says 0 '1 of 1 points are whole' "$scree" sweep full --no-plots
rm -r full

# What points warn of is counted, and the first of it told.
says 0 'warning: 2 of 2 points warned .*the first of 1-friction=0.1: the servo of wall .lid. ' "$scree" sweep case.yaml --over friction=0.1,0.2 --out warned --no-plots --set 'walls.lid={material: glass, plane: {point: [0, 0, 0.9 m], normal: [0, 0, -1]}, drive: {law: servo, axis: [0, 0, -1], force: 1 N, speed: 1 mm/s}}'
same 'warnings in the table' "$(cell warned/table.csv 1 warnings)" 2
rm -r warned
# A seed that nothing follows: one run, counted twice, has no scatter.
sed 's/high: \[2 cm, 2 cm, 10 mm\]/&, seed: 7/' case.yaml >own_seed.yaml
alike='in 2 of 2 groups the runs of all seeds have the same numbers throughout'
says 0 "warning: $alike" "$scree" sweep own_seed.yaml --over friction=0.1,0.2 --over random.seed=1..2 --out alike --no-plots
says 0 '4 of 4 points are whole' "$scree" sweep own_seed.yaml --over friction=0.1,0.2 --over seed=1..2 --out unlike --no-plots
! grep -q "$alike" out || complain "seeds that change something are taken for none: $(cat out)"
rm -r alike unlike

# What goes on as it began; a list of a sweep that is torn or gone.
says 2 'leave --over, --set, --latin, --sobol, --seed and --out away' "$scree" sweep one --seed 2 --no-plots
cp -r one torn && head -c 60 one/sweep.json >torn/sweep.json
says 2 'torn/sweep.json: this does not tell of a sweep .begin the sweep anew' "$scree" sweep torn --no-plots
says 2 'torn/sweep.json: this does not tell of a sweep' "$scree" report torn
rm torn/sweep.json
says 2 'torn/sweep.json: cannot read the file' "$scree" sweep torn --no-plots
says 2 'torn/sweep.json: cannot read the file' "$scree" report torn
rm -r torn

# Latin hypercube, Sobol's indices (tests/unit/test_design.c has their values).
holds 'latin' "$scree" sweep case.yaml --latin 3 --over friction=0.1:0.3 --over speed='1 m/s:2 m/s' --out latin --quiet --no-plots --set run.duration='20 ms'
same 'points of a hypercube' "$(wc -l <latin/table.csv)" 4
says 0 'speed +(0.[5-9]|1.[0-9]).*' "$scree" sweep case.yaml --sobol 8 --over friction=0.1:0.3 --over speed='1 m/s:1.2 m/s' --of ball.velocity_x:last --out sobol --no-plots --set run.duration='20 ms'
same 'indices' "$(wc -l <sobol/sobol.csv)" 3
# Of a number that does not change, and of too few rows, there are none.
says 0 'ball.force_z:last: no indices: it is the same at all points; 8 rows of 8 are whole' "$scree" sweep sobol --of ball.force_z:last --no-plots
same 'numbers that are none' "$(sed -n 2p sobol/sobol.csv)" 'ball.force_z:last,friction,8,nan,nan,nan,nan,nan,nan,nan,nan'
rm -r sobol/01-*
holds 'a row less' "$scree" report sobol --of ball.velocity_x:last --out few.html
holds 'too few' grep -q 'no Sobol indices of ball.velocity_x:last: fewer than 8 rows count; 7 rows of 8 are whole' few.html

# Refused before anything runs, all with place and remedy.
refused() { # PATTERN ARGUMENT...
    local pattern=$1
    shift
    says 2 "$pattern" "$scree" sweep "$@" --out refused
    [ ! -e refused ] || complain "a folder for: $*"
}
refused 'nothing is varied' case.yaml
refused "did you mean 'friction'" case.yaml --over fricton=0.1
refused 'from:to:step|give a step' case.yaml --over friction=0.1:1
refused 'point 2 of 3: friction = -1' case.yaml --over friction=0.1,-1,0.2
refused 'has no unit .*' case.yaml --over speed=1,2
refused 'another dimension' case.yaml --over speed='1 m/s:2 m:1 m/s'
refused 'name more of the way; there are pairs' case.yaml --over law=hertz
refused 'varied twice' case.yaml --over friction=0.1 --over tangential.friction=0.2
refused '--set let.speed: it has no effect: --over speed gives let.speed the values of the points .leave one of them out' case.yaml --over speed='1 m/s,2 m/s' --set let.speed='3 m/s'
refused '--set pairs.default.tangential.friction: it has no effect: --over pairs.default.tangential gives pairs.default.tangential the values' \
    case.yaml --over pairs.default.tangential='{law: mindlin, friction: 0.1},{law: mindlin, friction: 0.2}' --set pairs.default.tangential.friction=0.4
refused 'no probe bal \(there are ball, floor\)' case.yaml --over friction=0.1 --of bal.x
refused 'no column u \(there are time, x' case.yaml --over friction=0.1 --plot ball.u/ball.x
cp case.yaml stages.yaml && cat >>stages.yaml <<'CASE'
stages:
  - {name: first, until: 10 ms}
  - {name: second, until: 10 ms, set: {probes.late: {law: body, grain: flow, every: 1 ms}}}
CASE
sed -i 's/duration: 0.1 s/step: 50 us/' stages.yaml
refused 'no probe nope \(there are ball, floor, late\)' stages.yaml --over friction=0.1 --of nope.x:last
refused 'the probe late has no column u \(there are time, x' stages.yaml --over friction=0.1 --plot late.u/ball.x
says 0 'late.x:last' "$scree" sweep stages.yaml --over friction=0.1 --of late.x:last --out late --no-plots
# Numbers from the beginning of a stage on, in each run its own.
says 0 'ball.time.csv' "$scree" sweep stages.yaml --over friction=0.1 --from stage:second --of ball.x:mean --plot ball.x/ball.time --out second
holds 'rows of that stage alone' python3 -c "
import csv, json
rows = [float(row[2]) for row in list(csv.reader(open('second/plot-ball.x-ball.time.csv')))[1:]]
begins = json.load(open('second/1-friction=0.1/summary.json'))['stages'][1]['begins_at']
assert begins > 0 and rows and min(rows) >= begins, (rows, begins)
from_stage = [float(row[1]) for row in csv.reader(open('second/1-friction=0.1/probes/ball.csv')) if row[0] != 'time [s]' and float(row[0]) >= begins]
told = dict(zip(*list(csv.reader(open('second/table.csv')))[:2]))
assert abs(float(told['ball.x:mean [m]']) / (sum(from_stage) / len(from_stage)) - 1) < 1e-12"
# What is left out is what was asked for before, of all ways to go on; means are never of other times in silence.
again() { # WORDS ARGUMENT... - it leaves the tables and plots that were there
    local words=$1
    shift
    rm second/*.csv second/*.svg
    says 0 'means and peaks of times from stage:second on' "$scree" sweep "$@"
    holds "$words" diff -rq -x scree-files.txt first second
}
says 0 'means and peaks of times from stage:second on' "$scree" sweep second --format svg
rm second/*.png
cp -r second first
again 'the folder alone' second
again 'the case once more' stages.yaml --over friction=0.1 --out second
again 'the same numbers again' second --of ball.x:mean
says 0 '"from": "stage:second", "numbers": \[.*"number": "ball.x:mean"' "$scree" sweep second --no-plots --json
says 0 'another.html' "$scree" report second --from '1 ms' --out another.html
holds 'a page of other times says so' grep -q 'times from 1 ms on. All numbers of all columns stand in table.csv, where means and peaks are of times from stage:second on' another.html
says 0 'means and peaks of times from 0 s on' "$scree" sweep second --from '0 s' --no-plots
holds 'other means once asked for' sh -c '! cmp -s first/table.csv second/table.csv'
says 0 'another.html' "$scree" report second --out another.html
holds 'kept without a page' grep -q 'times from 0 s on. All numbers of all columns stand in table.csv[.]' another.html
refused 'others of the probe ball stand over the column time' case.yaml --over friction=0.1 --of ball.time:mean
refused 'no stage third .there are first, second' stages.yaml --over friction=0.1 --from stage:third
refused 'the case has no stages: give a time' case.yaml --over friction=0.1 --from stage:first
says 0 '"from": 0.01' "$scree" report second/1-friction=0.1 --from stage:second --json
says 2 'no stage third' "$scree" report second/1-friction=0.1 --from stage:third
"$scree" new biaxial >/dev/null
refused 'no column nope' biaxial/case.yaml --over friction=0.1:1:0.1 --plot sample.q/strain.yy,sample.nope/strain.yy
refused '--sobol 7 is not a whole number of at least 8' case.yaml --sobol 7 --over friction=0.1:1 --of ball.x
refused 'name the numbers' case.yaml --sobol 8 --over friction=0.1:1
refused 'NAME=VALUES' case.yaml --over friction
refused 'that is point 1 of 1' case.yaml --over probes.floor.wall=lid
# What the case leaves out has a default, and stands where it would stand.
says 0 '2 of 2 points are whole' "$scree" sweep case.yaml --over solver=smooth,nonsmooth --out solvers --no-plots
same 'both solvers' "$(cut -d, -f 2,3 solvers/table.csv | tail -2 | tr '\n' ' ')" 'smooth,finished nonsmooth,finished '
says 0 'damping is pairs.default.tangential.damping' "$scree" sweep case.yaml --over damping=0.5 --out damped --no-plots
refused 'holds no value of that name' case.yaml --over dampers=1
# A table that is gone or empty is made again, and until then its point is not whole.
cp -r solvers again
rm solvers/1-solver=smooth/probes/ball.csv
: >solvers/2-solver=nonsmooth/probes/floor.csv
says 0 gone.html "$scree" report solvers --out gone.html
same 'what became of both' "$(grep -c 'table probes/[a-z]*.csv is gone or empty' gone.html)" 4
says 0 '2 runs' "$scree" sweep solvers --no-plots
holds 'a table that was gone' cmp solvers/1-solver=smooth/probes/ball.csv again/1-solver=smooth/probes/ball.csv
holds 'a table that was empty' cmp solvers/2-solver=nonsmooth/probes/floor.csv again/2-solver=nonsmooth/probes/floor.csv
holds 'the same numbers' cmp solvers/table.csv again/table.csv
echo 'title: other' >>case.yaml
says 2 'the case, or what it reads, has changed' "$scree" sweep sweep
says 2 'which goes on as it began' "$scree" sweep sweep --over friction=1
mkdir full && echo mine >full/notes
says 2 'not empty .choose another folder with --out.$' "$scree" sweep case.yaml --over friction=0.1 --out full
same 'what is not ours' "$(cat full/notes)" mine
verdict
