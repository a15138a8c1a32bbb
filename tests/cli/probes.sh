#!/bin/bash
# probes.sh BUILD - when probes sample, whom they follow, what is not measured is not told, and where faults are.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"

cat >drop.yaml <<'CASE'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0 cm, 0 cm, 0 cm], high: [4 cm, 4 cm, 10 cm], boundary: {x: wall, y: wall, z: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, friction: 0.4}}}
shapes: {bead: {ball: {radius: 3 mm}}}
grains:
  - {name: upper, shape: bead, material: glass, packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [2, 1, 1], origin: [1 cm, 1 cm, 5 cm]}}
  - {name: lower, shape: bead, material: glass, packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [3, 1, 1], origin: [1 cm, 2 cm, 2 cm]}}
run: {duration: 0.02 s, step: 20 us}
probes:
  one: {law: body, grain: lower}
  two: {law: body, grain: lower/2}
  three: {law: body, id: 10}
CASE

# Without any period, neither of its own nor of frames, a probe sees the run a hundred times and not once.
holds 'a run' "$scree" run drop.yaml --out plain --quiet
same 'rows of a probe without a period' "$(grep -c '^[0-9]' plain/probes/one.csv)" 101
same 'its last time' "$(tail -n 1 plain/probes/one.csv | cut -d, -f 1 | cut -c 1-4)" 0.02
holds 'a run of steps' "$scree" run drop.yaml --out steps --quiet --set run='{steps: 250, step: 10 us}'
same 'rows of a run that counts its steps' "$(grep -c '^[0-9]' steps/probes/one.csv)" 126
holds 'with frames' "$scree" run drop.yaml --out framed --quiet --set output.every='2 ms'
same 'rows with the frames' "$(grep -c '^[0-9]' framed/probes/one.csv)" 11
# Frames at the start and at the end alone would show it once.
holds 'a run that is shorter than a period of frames' "$scree" run drop.yaml --out brief --quiet --set output.every='1 s'
same 'rows of a run that is shorter than a period of frames' "$(grep -c '^[0-9]' brief/probes/one.csv)" 101
holds 'a run of as long as a period of frames' "$scree" run drop.yaml --out one --quiet --set output.every='20 ms'
same 'rows of a run of as long as a period of frames' "$(grep -c '^[0-9]' one/probes/one.csv)" 2
says 0 '0: with the frames, or a hundred times in the run' cat plain/case.yaml
holds 'the resolved case' "$scree" run plain/case.yaml --out again --quiet
holds 'it samples as the case did' cmp plain/probes/one.csv again/probes/one.csv

# By name, by name and number, by id: six walls, then the two of `upper`, then those of `lower`.
same 'the first of a set' "$(sed -n 2p plain/probes/one.csv | cut -d, -f 1-4)" 0,0.01,0.02,0.02
same 'the second of a set' "$(sed -n 2p plain/probes/two.csv | cut -d, -f 1-4)" 0,0.02,0.02,0.02
same 'the third by its id' "$(sed -n 2p plain/probes/three.csv | cut -d, -f 1-4)" 0,0.03,0.02,0.02
says 2 "drop.yaml:12:8: .*no grains called 'lowre'.*did you mean 'lower'" "$scree" check drop.yaml --set probes.one.grain=lowre
says 2 "drop.yaml:13:8: .*'lower' has 3 grains, so none is number 4" "$scree" check drop.yaml --set probes.two.grain=lower/4
says 2 "drop.yaml:13:8: .*'x' is no number of a grain" "$scree" run drop.yaml --set probes.two.grain=lower/x

# What a probe of a branch measures otherwise begins anew: a probe of another name, which nobody knew, has the same table.
cat >tail.yaml <<'CASE'
output: {every: 1 ms, contacts: true}
probes:
  way: {law: flow-rate, axis: z, at: 4.9 cm}
  slices: {law: velocity-profile, axis: z, bins: 5}
  forces: {law: force-histogram, high: 1 mN, bins: 4}
  who: {law: body, grain: upper}
CASE
sed '/^probes:/,$d; s/origin: \[1 cm, 1 cm, 5 cm\]/origin: [1 cm, 1 cm, 5 cm]/; s/^gravity: .*/gravity: [0, 0, -100 m\/s^2]/' drop.yaml >turn.yaml
cat tail.yaml >>turn.yaml
holds 'a run to branch from' "$scree" run turn.yaml --out stem --quiet --set run.duration='10 ms'
same 'what went down before' "$(tail -n 1 stem/probes/way.csv | cut -d, -f 5)" -2
anew=(--quiet --threads 1 --set run.duration='14 ms')
holds 'a branch of other probes' "$scree" resume stem --out bough "${anew[@]}" --set probes.way.at='4.2 cm' --set probes.slices.low='1 cm' \
    --set probes.forces.high='1 uN' --set probes.who.grain=lower/2
holds 'a branch with new ones' "$scree" resume stem --out twig "${anew[@]}" --set probes.way2='{law: flow-rate, axis: z, at: 4.2 cm}' \
    --set probes.slices2='{law: velocity-profile, axis: z, bins: 5, low: 1 cm}' --set probes.forces2='{law: force-histogram, high: 1 uN, bins: 4}' \
    --set probes.who2='{law: body, grain: lower/2}'
for name in way slices forces who; do
    holds "the changed probe $name begins anew" cmp bough/probes/$name.csv twig/probes/${name}2.csv
done
holds 'one that samples more often goes on' "$scree" resume stem --out often "${anew[@]}" --set probes.way.every='0.5 ms'
same 'its total' "$(tail -n 1 often/probes/way.csv | cut -d, -f 5)" "$(tail -n 1 twig/probes/way.csv | cut -d, -f 5)"
"$scree" resume stem "${anew[@]}" --set probes.more='{law: flow-rate, axis: z, at: 4 cm}' >out 2>&1
same 'what is said of a new probe beside others' "$(cat out)x" x
holds 'those go on' cmp stem/probes/slices.csv twig/probes/slices.csv

# A ledger that is off tells nothing where it would have to count, and says that it is off.
says 0 '"ledger": false' cat plain/summary.json
says 0 '"friction": null' cat plain/summary.json
says 0 '"residual": null' cat plain/summary.json
says 0 '"kinetic": [0-9]' cat plain/summary.json
holds 'with the ledger' "$scree" run drop.yaml --out books --quiet --set run.ledger=true
says 0 '"ledger": true' cat books/summary.json
says 0 '"friction": 0' cat books/summary.json

# What each probe costs is measured of all that there are, but for the numbers of other programs.
"$scree" bench probes --n 200 --steps 20 --warm 5 --json --cache cache >costs 2>err || complain "the bench: $(cat err)"
same 'probes that are measured' "$(grep -o '"probe": "[a-z-]*"' costs | sed 's/.*"probe": "\([a-z-]*\)".*/\1/' | grep -v -e '^frame$' -e '^all$' | sort | tr '\n' ' ')" \
    "$("$scree" list probes | sed -n 's/^  \([a-z-]*\): .*/\1/p' | grep -vx given | sort | tr '\n' ' ')"
holds 'numbers' python3 -c "
import json
rows = {row['probe']: row for row in json.load(open('costs'))['rows']}
parts = [row for name, row in rows.items() if not name.startswith('all')]
assert all(row['seconds_per_sample'] >= 0 and row['n'] == 200 for row in rows.values())
assert abs(sum(row['share_of_run'] for row in parts) - rows['all']['share_of_run']) < 1e-9"
# In the plane what is left out of a vector is written down so that it can be read again.
cat >plane.yaml <<'CASE'
scree: 1
dimensions: 2
gravity: [0, -9.81 m/s^2]
domain: {low: [0, 0], high: [5 cm, 8 cm], boundary: {x: wall, y: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}}
shapes: {bead: {ball: {radius: 2 mm}}}
grains:
  - {name: a, shape: bead, material: glass, packing: {law: random, count: 20, seed: 3}}
  - {name: b, shape: bead, material: glass, packing: {law: random, count: 20, seed: 4}}
run: {duration: 1 ms}
output: {every: 0.5 ms}
probes: {m: {law: mixing, of: a, cells: [5, 8], every: 0.5 ms}}
CASE
says 0 '^finished' "$scree" run plane.yaml --out plane
says 0 '^finished' "$scree" resume plane --set run.duration='2 ms'
says 0 'm.csv' "$scree" measure plane

verdict
