#!/bin/bash
# passing.sh BUILD - grains that are counted as they pass, stay and heap up: the books are those of the run, for any number of threads and parts, and over
# an interruption.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >case.yaml <<'END'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 10 cm], boundary: {x: open, y: wall, z: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}}
shapes:
  bead: {ball: {radius: 2 mm}}
  twin: {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1.5 mm}, {at: [2 mm, 0 mm, 0 mm], radius: 1.5 mm}]}}
grains: [{name: bed, shape: twin, material: glass, packing: {law: random, count: 20, low: [0, 0, 2 cm], high: [4 cm, 4 cm, 5 cm]}}]
streams: {rain: {shape: bead, material: glass, low: [1 cm, 1 cm, 8 cm], high: [3 cm, 3 cm, 95 mm], velocity: [0, 0, -2 m/s], rate: 1000/s, seed: 3}}
removals: {sink: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 1 cm], every: 5 ms}}
regions:
  middle: {box: {low: [0, 0, 4 cm], high: [4 cm, 4 cm, 6 cm]}}
  lower: {box: {low: [0, 0, 0], high: [4 cm, 4 cm, 5 cm]}}
  narrow: {cylinder: {from: [2 cm, 2 cm, 0], to: [2 cm, 2 cm, 10 cm], radius: 8 mm}}
run: {duration: 0.1 s, step: 2e-5 s, on_loss: remove}
output: {every: 10 ms, contacts: true}
probes:
  lower: {law: flow-rate, into: lower, set: rain, every: 1 ms}
  plane: {law: flow-rate, axis: z, at: 5 cm, set: rain, every: 1 ms}
  hole: {law: flow-rate, axis: z, at: 5 cm, inside: narrow, every: 1 ms}
  world: {law: residence, high: 60 ms, bins: 30, every: 1 ms}
  all: {law: residence, high: 60 ms, bins: 30, initial: true, every: 1 ms}
  middle: {law: residence, high: 60 ms, bins: 30, inside: middle, set: rain, every: 1 ms}
  slope: {law: angle-of-repose, of: slope}
  pile: {law: angle-of-repose}
END
"$scree" run case.yaml --out one --threads 1 --quiet >/dev/null 2>&1 || complain 'the case does not run'
"$scree" run case.yaml --out many --threads 2 --parts 3 --quiet >/dev/null 2>&1 || complain 'the case does not run in parts'
"$scree" run case.yaml --out cut --set run.duration='43 ms' --quiet >/dev/null 2>&1
"$scree" resume cut --set run.duration='0.1 s' --threads 2 --quiet >/dev/null 2>&1 || complain 'the case does not go on'
says 0 '^one/measured/slope.csv: 11 rows' "$scree" measure one
for table in one/probes/*.csv; do
    name=$(basename "$table")
    holds "in parts: $name" cmp "$table" "many/probes/$name"
    case $name in
    slope.csv | pile.csv) holds "afterwards: $name" cmp "$table" "one/measured/$name" ;;
    *) holds "only a run has $name" test ! -e "one/measured/$name" ;;
    esac
    case $name in # samples of the end of the first part stay
    lower.csv | plane.csv | world.csv | all.csv | middle.csv) holds "gone on: $name" cmp "$table" "cut/probes/$name" ;;
    esac
done
says 2 "^probes.r: 'residence' counts what passes" "$scree" measure one --set probes.r='{law: residence, high: 1 s}'

holds 'the books' python3 - <<'END'
import csv, json
def table(name):
    rows = list(csv.reader(open("one/probes/%s.csv" % name)))
    return {head.split(" ")[0]: [float(row[i]) for row in rows[1:]] for i, head in enumerate(rows[0])}
summary = json.load(open("one/summary.json"))
flow = summary["flow"]
lower, plane, hole = table("lower"), table("plane"), table("hole")
world, whole, middle = table("world"), table("all"), table("middle")
bead = 2500 * 4 / 3 * 3.141592653589793 * 2e-3 ** 3
gone = flow["removed"] + flow["lost"]
assert gone > 20
# All that came by the stream, or were there, are inside or have left.
assert whole["left"][0] == gone and whole["inside"][0] == flow["streamed"] + 20 - gone
assert whole["left"][0] > world["left"][0] > 0
# What goes into the lower part crosses the plane downwards; what is taken out there does not come back.
assert lower["grains_total"][-1] == -plane["grains_total"][-1] > 20
assert abs(lower["mass_total"][-1] - bead * lower["grains_total"][-1]) < 1e-12
assert sum(lower["grains"]) == lower["grains_total"][-1]
assert abs(lower["grains_rate"][-1] - lower["grains"][-1] / 1e-3) < 1e-6
assert 0 < -hole["grains_total"][-1]
# Free fall through the 2 cm in the middle from 8 to 9.5 cm at 2 m/s: some 9 ms, where nothing is in the way.
assert 8e-3 < middle["mean"][0] < 15e-3, middle["mean"][0]
assert abs(sum(middle["grains"]) - middle["left"][0]) <= 3 and middle["up_to"][-1] > 0.9
assert abs(sum(d * 2e-3 for d in middle["density"]) - middle["up_to"][-1]) < 1e-12
END

says 2 "probes.f: .*into and axis or at contradict" "$scree" check case.yaml --set probes.f='{law: flow-rate, into: lower, at: 1 cm}'
says 2 "missing key 'at'" "$scree" check case.yaml --set probes.f='{law: flow-rate}'
says 2 'without gravity no surface' "$scree" check case.yaml --set gravity='[0, 0, 0]'
verdict
