#!/bin/bash
# label: quick
# stages.sh BUILD - a run in stages leaves one folder: tables and frames go on, with the bits of a run that was stopped and
# resumed, at borders too; --stage goes on from the beginning of a stage; check, info and the summary tell of stages.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >case.yaml <<'IN'
scree: 1
dimensions: 2
gravity: [0 m/s^2, -9.81 m/s^2]
domain: {low: [0 m, -0.2 m], high: [0.1 m, 0.3 m], boundary: {x: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.4}, tangential: {law: mindlin, friction: 0.5}}}
shapes: {bead: {ball: {radius: 5 mm}}}
walls: {gate: {material: glass, plane: {point: [0 m, 0 m], normal: [0, 1]}}}
grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 24, low: [0 m, 0 m], high: [0.1 m, 0.06 m], seed: 5}}]
run: {on_loss: remove, step: 5e-5 s, deepest_overlap: none, ledger: true}
stages:
  - {name: fill, until: 'speed < 0.5 m/s and stage_time > 20 ms', limit: 1 s}
  - name: open
    until: 'flow.grains_total <= -3'
    every: 25
    limit: 1 s
    set: {walls.gate: none, probes.gate: none, output.every: 5 ms, probes.more: {law: contacts, every: 10 ms}}
  - {name: fall, until: 30 ms, set: {gravity: [0 m/s^2, -2 m/s^2]}}
output: {every: 20 ms}
probes:
  energy: {law: energy, every: 10 ms}
  flow: {law: flow-rate, axis: y, at: -5 cm, every: 10 ms}
  gate: {law: wall-force, wall: gate, every: 10 ms}
IN
hash() { sed -n 's/^ *"state_hash": "\(.*\)",/\1/p' "$1/summary.json"; }
tables() { (cd "$1" && cat probes/*.csv bodies.pvd bodies_*.vtp | cksum); }
last() { tail -n 1 "$1" | cut -d, -f1; }

says 0 'stages 1\. fill: until speed < 0\.5 m/s and stage_time > 20 ms, looked at each 100 steps, or a stop after 1 s 2\. open: .*; walls.gate goes, output.every becomes 0.005 s' sh -c "'$scree' check case.yaml | tr -s ' \n' ' '"
sed '/^stages:/,/^output:/{/^output:/!d}' case.yaml >plain.yaml
says 0 'stages 1\. fill: 0\.1 s 2\. close: 0\.1 s; walls.lid comes 3\. open: 0\.1 s; walls.gate goes, walls.lid goes, probes.gate goes' sh -c "'$scree' check plain.yaml --set 'stages=[{name: fill, until: 0.1 s}, {name: close, until: 0.1 s, set: {walls.lid: {material: glass, plane: {point: [0, 0.2 m], normal: [0, -1]}}}}, {name: open, until: 0.1 s, set: {walls.lid: none, walls.gate: none, probes.gate: none}}]' | tr -s ' \n' ' '"
# A check takes steps of its own; what it says of servos is of the start.
says 0 'warning.*servo of wall .lid. does not reach its grains: .* it comes 0.001 m far in this run' sh -c "'$scree' check plain.yaml --set 'run.duration=2 ms' --set 'walls.lid={material: glass, plane: {point: [0, 0.2 m], normal: [0, -1]}, drive: {law: servo, axis: [0, -1], force: 1 N, speed: 0.5 m/s}}' | tr -s ' \n' ' '"
says 0 'the stage fill cannot be over by its condition: .count > 1000. cannot hold' "$scree" check case.yaml --quiet --set 'stages.fill.until=count > 1000'
cannot() { says 0 "the stage fill cannot be over by its condition: .*$2" "$scree" check case.yaml --quiet --set run.on_loss=stop --set "stages.fill.until=$1"; }
can() { holds "a check says nothing of $1" test -z "$("$scree" check case.yaml --quiet --set "stages.fill.until=$1" 2>&1)"; }
cannot 'removed > 0' 'cannot hold with the grains'
cannot 'lost >= 3' 'cannot hold with the grains'
cannot 'elastic < 0 J' 'cannot hold with the grains'
cannot 'speed < 1 m/s and speed > 2 m/s' 'contradict each other'
cannot 'speed < 1 m/s and (kinetic < 0 J or speed >= 1 m/s)' 'cannot hold with the grains'
cannot '2 m/s < speed and not (time < 1 s) and 2 m/s > speed' 'contradict each other'
cannot 'not kinetic >= 0 J' 'cannot hold with the grains'
cannot 'kinetic < kinetic' 'contradict each other'
cannot 'count < 2' 'cannot hold with the grains'
can 'not unbalanced >= 0'
can 'kinetic <= kinetic'
can 'speed < 1 m/s or speed > 2 m/s'
can 'speed <= 1 m/s and speed >= 1 m/s'
can 'not (removed > 0) and speed < 1 m/s'
can 'lost > 2'
# Names of `let`, with their units; the names that a condition has itself go before them.
says 0 'until speed < \(0.5 m/s\) and stage_time > 2\*\(0.01 s\) and gate.force_y < 1 N, looked at' sh -c "'$scree' check case.yaml --set 'let={slow: 0.5 m/s, ten: 10 ms, gate: 3 N, time: 1 s}' --set 'stages.fill.until=speed < slow and stage_time > 2*ten and gate.force_y < 1 N' --set 'stages.open.until=time > \${gate/(1 N)*time}' | tr -s ' \n' ' '"
(echo 'let: {and: 2, gatee: 3 N}' && cat case.yaml) >named.yaml
says 0 'named.yaml:13:25: note: `and` is a word of conditions and not let.and, of which \$.and. is the value' "$scree" check named.yaml
says 0 'note: `time` is a word of conditions and not let.time, of which \$.time. is the value' "$scree" check case.yaml --set 'let={time: 1 s}' --set 'stages.fill.until=time > ${0.01*time}'
says 2 "asks the probe 'gatee', which is not there in this stage .did you mean 'gate'" "$scree" check named.yaml --set 'stages.fill.until=gatee.force_y > 1 N'
says 2 'compares a velocity with a time' "$scree" check case.yaml --set 'let={slow: 0.5 s}' --set 'stages.fill.until=speed < slow'
says 2 'let.slow is not used in this case' "$scree" check case.yaml --set 'let={slow: 0.5 m/s}' --set 'stages.fill.until=speed < 1 m/s'
says 2 'case.yaml:22:31: stages\[0\]|--set stages.fill.until: .*compares a velocity with a length' "$scree" check case.yaml --set 'stages.fill.until=speed < 2 m'

says 0 'stage fill is over at t = .*; stage open begins' "$scree" run case.yaml --out whole --threads 1
holds 'the log tells when stages end' grep -Eq 'stage open \(2 of 3\) is over at step [0-9]+, t = .* s: its condition holds' whole/log.txt
holds 'the summary tells of stages' python3 -c "
import json
s = json.load(open('whole/summary.json'))
assert s['status'] == 'finished' and s['stage'] == 'fall' and s['stage_end'] == 'time'
assert [one['name'] for one in s['stages']] == ['fill', 'open', 'fall'], s['stages']
begins = [one['begins_at'] for one in s['stages']]
assert abs(s['time'] - begins[2] - 0.03) < 1e-9
rows = [float(line.split(',')[0]) for line in open('whole/probes/gate.csv').read().split()[-1:]]
assert rows[0] <= begins[1] < rows[0] + 0.0101
first = open('whole/probes/more.csv').read().split('\n')[1]
assert abs(float(first.split(',')[0]) - begins[1]) < 1e-9, first
import glob
frames = sorted(glob.glob('whole/bodies_*.vtp'))
assert frames[-1].endswith('%06d.vtp' % (len(frames) - 1)), frames # one after the other
assert len(frames) > begins[1] / 0.02 + (s['time'] - begins[1]) / 0.005 - 2
"
says 0 'stage fill, number 1 of 3, over; it began at t = 0 s' "$scree" info whole/stage-open.h5
says 0 '"stage": ?"fall".*"stage_over": ?true' sh -c "'$scree' info whole --json | tr -d '\n'"

says 0 'stage fall, number 3 of 3, over; it began at t = .*; the run is over' "$scree" info whole
says 0 '"over": ?true.*"stages": ?3' sh -c "'$scree' info whole --json | tr -d '\n'"
says 3 'did not hold in 0.025 s' "$scree" run case.yaml --out vain --threads 1 --no-picture --set stages.fill.limit='25 ms' --set 'stages.fill.until=speed < 1e-9 m/s'
says 0 'stage fill, number 1 of 3, over; it began at t = 0 s; its limit was reached$' "$scree" info vain
says 3 'leaves the domain' "$scree" run case.yaml --out onway --threads 1 --no-picture --set run.on_loss=stop --set 'stages.open.until=flow.grains_total <= -300'
says 0 'stage open, number 2 of 3, in progress since t = .*; until flow.grains_total <= -300, for 1 s at most$' "$scree" info onway/snapshot.h5

# stopped at each border, and gone on with
says 0 'stopped and saved at' "$scree" run case.yaml --out cut --threads 1 --stage fill
says 0 'finished' "$scree" resume cut --threads 2
same 'the state of a run that was stopped at a border' "$(hash cut)" "$(hash whole)"
same 'its tables and frames' "$(tables cut)" "$(tables whole)"
# killed somewhere, saved by the clock all the time
cp -r whole killed && rm killed/summary.json killed/snapshot.h5* && cp killed/stage-fall.h5 killed/autosave.h5 && cp killed/stage-fall.sums killed/autosave.sums
says 0 'finished' "$scree" resume killed --threads 1
same 'the state of a run that was cut off' "$(hash killed)" "$(hash whole)"
same 'its tables and frames' "$(tables killed)" "$(tables whole)"

# from the beginning of a stage
mkdir beside && cp case.yaml beside && cp -r whole beside/results
says 0 'goes on from .*results/stage-fall.h5' "$scree" run beside/case.yaml --stage fall --threads 1
same 'a run from the beginning of its last stage' "$(hash beside/results-2)" "$(hash whole)"
# Of a case that is another before the stage, a file that is damaged, or where there is none, it begins at the start and says why.
says 0 'note: begins at the start of the run, for beside/results-2/stage-fall.h5 is of another case before that stage: gravity was .0 m/s.2, -9.81 m/s.2, 0 m/s.2., is .0 m/s.2, -9 m/s.2, 0 m/s.2.' \
    "$scree" run beside/case.yaml --stage fall --threads 1 --set 'gravity=[0 m/s^2, -9 m/s^2]'
holds 'it began at the start' grep -q ' 0,\|^0,' beside/results-3/probes/energy.csv
holds 'the log says why' grep -q 'begins at the start of the run, for beside/results-2/stage-fall.h5 is of another case' beside/results-3/log.txt
mkdir alone && cp case.yaml alone/
says 0 'note: begins at the start of the run, for no stage-fall.h5 is in alone/other or the results beside the case' \
    "$scree" run alone/case.yaml --stage fall --threads 1 --no-picture --out alone/other
mv alone/other alone/results && head -c 3000 whole/stage-fall.h5 >alone/results/stage-fall.h5
says 0 'note: begins at the start of the run, for alone/results/stage-fall.h5 cannot be used: the snapshot is truncated' \
    "$scree" run alone/case.yaml --stage fall --threads 1 --no-picture
rm alone/results-2/stage-fall.h5 alone/results/stage-fall.h5
says 0 'note: begins at the start of the run, for alone/results-2/snapshot.h5 is no state at the beginning of the stage fall' \
    "$scree" run alone/case.yaml --stage fall --threads 1 --no-picture
says 0 '^stopped: ' "$scree" run alone/case.yaml --stage fill --threads 1 --no-picture --set output.every=0
! grep -q 'begins at the start' out || complain "a run of the first stage says why it begins at the start: $(cat out)"
says 2 "^stages.open: probes.seen: there is no wall called 'gate' .take the probes away in that stage, set: .probes.seen: none, probes.force: none., or leave what they look at" \
    "$scree" check case.yaml --set probes.seen='{law: wall-force, wall: gate}' --set probes.force='{law: wall-force, wall: gate}'
says 2 "^stages.open: probes.seen: there is no wall called 'gate' .take the probe away in that stage" \
    "$scree" check case.yaml --threads 1 --set 'probes.seen={law: wall-force, wall: gate}'
# The last snapshot of a run that ended with the stage before is that state, too.
mkdir ended && cp case.yaml ended/
says 0 'stopped and saved' "$scree" run ended/case.yaml --stage fill --threads 1 --no-picture
says 0 'goes on from .*results/snapshot.h5' "$scree" run ended/case.yaml --stage open --threads 1 --no-picture
holds 'the stage began at once' grep -q 'stage open (2 of 3) since step' ended/results-2/log.txt
says 0 'stopped and saved' "$scree" run case.yaml --out straight --stage open --threads 1 --no-picture
holds 'the state is that of a run from the start' test "$(hash ended/results-2)" = "$(hash straight)"
says 0 'goes on from .*results-2/stage-open.h5' "$scree" run ended/case.yaml --stage open --threads 1 --no-picture
says 0 'stopped: t = ' "$scree" run ended/case.yaml --stage open --threads 1 --no-picture --set 'gravity=[0 m/s^2, -9 m/s^2]'
says 2 "no stage called 'opne' .did you mean 'open'" "$scree" run case.yaml --stage opne

# what leads on from a run whose last stage is over, and a probe that cannot be made
says 0 "the run is finished, .*its last stage is over; a branch may have a longer one: .* resume whole --set stages.fall.until=... --out NEW" "$scree" resume whole
says 2 'run.duration changes nothing: the run is finished, t = ' "$scree" resume whole --set run.duration='9 s'
says 2 "stages.0..until = .* asks the probe 'seen', which cannot be made: .*nonsmooth" "$scree" check case.yaml --set solver=nonsmooth \
    --set 'shapes.bead={clump: {balls: [{at: [0, 0, 0], radius: 4 mm}, {at: [1 mm, 0, 0], radius: 4 mm}]}}' \
    --set probes.seen='{law: stress}' --set 'stages.fill.until=seen.pressure > 1 Pa'

# branches change stages, walls and the solver
says 2 'walls.gate.plane.point. is decided by the state .*which walls there are' "$scree" resume whole/stage-open.h5 --out no --set 'walls.gate.plane.point=[0 m, 1 mm]'
says 0 'finished' "$scree" resume whole/stage-fall.h5 --out longer --set "stages.fall.until=40 ms" --threads 1
says 0 'finished' "$scree" resume whole/stage-open.h5 --out other --threads 1 --set solver=nonsmooth --set run.step=2e-4s --set stages='[{name: fill}]' --set run.duration='0.5 s'
holds 'with the other solver it goes on' grep -q '"time": 0.5' other/summary.json
holds 'a time in place of a condition' "$scree" check whole/case.yaml --quiet --set 'stages.fill.until=20 ms'
says 3 "stages.fill.until: 'count > 1000' did not hold in 0.01 s" "$scree" run case.yaml --out waits --threads 1 --set 'stages.fill.until=count > 1000' --set stages.fill.limit='10 ms'
holds 'the summary says so' grep -q '"status": "limit"' waits/summary.json
says 0 'finished' "$scree" resume waits --out on --threads 1 --set stages.fill.at_limit=next
# Strain from the beginning of a stage: of a probe that the stage adds, over a stop too.
cat >strain.yaml <<'CASE'
scree: 1
domain: {low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm], boundary: {x: periodic, y: periodic, z: open}}
materials: {glass: {density: 2500 kg/m^3, young: 1 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.1}, tangential: {law: mindlin, friction: 0.3}}}
shapes: {bead: {ball: {radius: 1 mm}}}
walls:
  floor: {material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
  lid: {material: glass, plane: {point: [0, 0, 1 cm], normal: [0, 0, -1]}, drive: {law: velocity, velocity: [0, 0, -10 cm/s]}}
grains: [{name: one, shape: bead, material: glass, packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [5 mm, 5 mm, 2 mm]}}]
run: {step: 10 us, duration: 20 ms}
probes: {all: {law: strain, z_low: floor, z_high: lid, every: 1 ms}}
stages:
  - {name: press, until: 10 ms}
  - {name: shear, until: 'stage_time > 1 s', set: {probes.late: {law: strain, z_low: floor, z_high: lid, since: first-sample, every: 1 ms}}}
CASE
"$scree" run strain.yaml --out strain --threads 1 --quiet || complain 'the case of strains does not run'
holds 'strain of the stage' python3 -c "
import csv, math
last = lambda name: [float(x) for x in list(csv.reader(open('strain/probes/' + name + '.csv')))[-1]]
first = [float(x) for x in list(csv.reader(open('strain/probes/late.csv')))[1]]
every, late = last('all'), last('late')
assert abs(every[3] - math.log(0.8)) < 1e-6 and abs(late[3] - math.log(0.8 / 0.9)) < 1e-6, (every, late)
assert abs(first[0] - 0.01) < 1e-9 and first[3] == 0 and late[7] == late[3] and late[0] == every[0], (first, late)"
"$scree" run strain.yaml --out strained --threads 1 --quiet --set run.duration='14 ms' && "$scree" resume strained --set run.duration='20 ms' --threads 1 --quiet
holds 'the same over a stop' cmp strain/probes/late.csv strained/probes/late.csv

verdict
