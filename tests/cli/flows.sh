#!/bin/bash
# flows.sh BUILD - grains that come and go are counted, in the summary, the log, the last lines and scree info, and a
# resumed run counts on; a stream that cannot keep its rate is told of once.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >case.yaml <<'IN'
scree: 1
gravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]
domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 10 cm], boundary: {x: open, y: wall, z: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, friction: 0.4}}}
shapes: {bead: {ball: {radius: 2 mm}}}
grains: []
streams:
  rain: {shape: bead, material: glass, low: [1 cm, 1 cm, 8 cm], high: [3 cm, 3 cm, 9 cm], velocity: [0.5 m/s, 0 m/s, -1 m/s], rate: 20000/s, seed: 3}
  drip: {shape: bead, material: glass, low: [1 cm, 1 cm, 3 cm], high: [2 cm, 2 cm, 4 cm], velocity: [0 m/s, 0 m/s, -1 m/s], rate: 20/s, seed: 4}
removals: {sink: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 2 cm], every: 10 ms}}
run: {duration: 0.1 s, step: 2e-5 s, on_loss: remove}
IN
number() { sed -n "s/^ *\"$2\": \(-\{0,1\}[0-9]*\),\{0,1\}$/\1/p" "$1" | head -1; }
flow() { grep -A3 '"flow"' "$1/summary.json" | tr -d ' \n'; }

# A rate is grains or mass per second, and what is neither is answered with both.
for rate in '6 kg' '7 kg/m' 5 abc '3 m/s'; do
    says 2 'streams.rain.rate = .*grains per second, such as 100/s, or mass per second, such as 2 kg/s' "$scree" check case.yaml --set "streams.rain.rate=$rate"
done
says 2 'rate = 0 kg/s is not above 0 kg/s' "$scree" check case.yaml --set 'streams.rain.rate=0 kg/s'

says 0 'warning: stream rain finds too little free place since t = 0.00[0-9]* s: asked 20000/s, got [0-9.]*/s, [0-9,]* of [0-9,]* grains are missing .*rate' \
    "$scree" run case.yaml --out whole --threads 1
grep -Eq '^grains: [0-9]+ streamed in, [0-9]+ removed, [0-9]+ lost$' out || complain "the end does not count: $(cat out)"
counts=$(grep '^grains:' out)
same 'what info counts' "$("$scree" info whole | grep '^grains')" "$counts"
grep -q " $counts\$" whole/log.txt || complain "the log does not count: $(cat whole/log.txt)"
in=$(number whole/summary.json streamed) gone=$(number whole/summary.json removed) lost=$(number whole/summary.json lost)
same 'grains that came less those that went' "$(number whole/summary.json grains)" "$((in - gone - lost))"
"$scree" info whole --json >json
holds 'the same as JSON' python3 -c "
import json
d, s = json.load(open('json')), json.load(open('whole/summary.json'))
assert d['flow'] == s['flow'] == {'streamed': $in, 'removed': $gone, 'lost': $lost}
rain, drip = s['streams']
assert rain['name'] == 'rain' and rain['rate_asked'] == 20000 and rain['missing'] > 0 and 0 < rain['short_since'] < 0.01
assert abs(rain['rate_got'] - 20000 * rain['made'] / (rain['made'] + rain['missing'])) < 1e-6
assert drip['made'] == 2 and drip['missing'] == 0 and drip['rate_got'] == 20 and drip['short_since'] is None
assert rain['made'] + drip['made'] == $in"
[ "$(grep -c 'warning: stream' whole/log.txt)" = 1 ] || complain "the log does not warn once: $(cat whole/log.txt)"

# In two parts: the same, and no second warning.
holds 'the first part' "$scree" run case.yaml --out parts --threads 1 --quiet --set run.duration='43.21 ms'
holds 'the rest' "$scree" resume parts --threads 1 --set run.duration='0.1 s'
grep -q 'warning' out && complain "the warning comes again: $(cat out)"
same 'counts of the run in parts' "$(flow whole)" "$(flow parts)"
same 'hash of the run in parts' "$("$scree" info whole --hash)" "$("$scree" info parts --hash)"

# The mass balance: closed, of the counts above, the same in parts, and in the report.
mass() { python3 -c "import json; print(json.load(open('$1/summary.json'))['mass'])"; }
same 'masses of the run in parts' "$(mass whole)" "$(mass parts)"
holds 'the mass balance' python3 - <<'END'
import json, math
summary = json.load(open("whole/summary.json"))
mass, flow = summary["mass"], summary["flow"]
bead = 2500 * 4 / 3 * math.pi * 2e-3 ** 3
assert [mass[part]["grains"] for part in ("start", "streamed", "removed", "lost", "end", "residual")] == [
    0, flow["streamed"], flow["removed"], flow["lost"], summary["grains"], 0]
assert flow["removed"] > 0 and flow["lost"] > 0 and mass["since"] == 0
for part in ("streamed", "removed", "lost", "end"):
    assert abs(mass[part]["mass"] / (bead * mass[part]["grains"]) - 1) < 1e-12, part
assert abs(mass["residual"]["mass"]) < 1e-14 * mass["streamed"]["mass"], mass["residual"]
END
holds 'a report' "$scree" report whole --plain --out whole.html
for row in 'came by streams' 'left by removals' 'left over open borders' 'in the domain at the end' 'residual'; do holds "$row" grep -q ">$row<" whole.html; done
# A stage that brings or takes grains is reason enough to count, from the start of the run on, also where the last one does neither.
cat >brought.yaml <<'CASE'
scree: 1
gravity: 0
domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 4 cm], boundary: {x: periodic, y: periodic, z: periodic}}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.3}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}
shapes: {bead: {ball: {radius: 2 mm}}}
grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 9, inside: domain, seed: 1}}]
run: {step: 1e-4 s}
stages:
  - {name: wait, until: 2 ms}
  - {name: fill, until: 2 ms, set: {streams.feed: {shape: bead, material: glass, low: [0, 0, 0], high: [4 cm, 4 cm, 4 cm], rate: 2000/s}}}
  - {name: rest, until: 1 ms, set: {streams.feed: none}}
CASE
holds 'a run whose stage brings grains' "$scree" run brought.yaml --out brought --threads 1 --quiet
holds 'its balance' python3 -c "
import json
mass = json.load(open('brought/summary.json'))['mass']
assert [mass[part]['grains'] for part in ('start', 'streamed', 'end', 'residual')] == [9, mass['streamed']['grains'], 9 + mass['streamed']['grains'], 0]
assert mass['streamed']['grains'] >= 4 and mass['since'] == 0"
# A grain of several balls goes as a whole, also where one of them alone is over the border.
for solver in smooth nonsmooth; do
    holds "clumps, $solver" "$scree" run case.yaml --out "clumps-$solver" --threads 1 --quiet --set run.duration='50 ms' --set solver=$solver \
        --set 'shapes.bead={clump: {balls: [{at: [0, 0, 0], radius: 2 mm}, {at: [2 mm, 0, 0], radius: 1.5 mm}]}}' --set run.step='50 us' --set run.deepest_overlap=none
    holds "the mass balance of clumps, $solver" python3 -c "
import json
summary = json.load(open('clumps-$solver/summary.json'))
mass, flow = summary['mass'], summary['flow']
grain = mass['streamed']['mass'] / mass['streamed']['grains']
assert flow['lost'] > 0 and flow['removed'] > 0
for part in ('streamed', 'removed', 'lost'):
    assert mass[part]['grains'] == flow[part], (part, mass[part], flow)
    assert abs(mass[part]['mass'] / (grain * flow[part]) - 1) < 1e-12, (part, mass[part])"
done
# A branch begins its balance where it begins.
holds 'a branch' "$scree" resume parts --out branch --threads 1 --quiet --set run.duration='0.12 s'
holds 'its balance' python3 -c "
import json
whole, branch = (json.load(open(name + '/summary.json')) for name in ('whole', 'branch'))
assert abs(branch['mass']['since'] - 0.1) < 1e-9 and branch['mass']['start'] == whole['mass']['end']
assert 0 < branch['mass']['streamed']['grains'] == branch['flow']['streamed'] - whole['flow']['streamed']
assert branch['mass']['residual']['grains'] == 0"

# Where nothing comes and goes nothing is said of it.
cp "$SCREE_SOURCE_DIR/tests/cli/small.yaml" .
holds 'a closed case' "$scree" run small.yaml --out closed --threads 1 --set run.duration='2 ms'
grep -q '^grains:' out && complain "a closed case counts what comes and goes: $(cat out)"
"$scree" info closed | grep -q '^grains:' && complain "info counts what comes and goes in a closed case"
grep -q '"streamed": 0' closed/summary.json || complain "the summary of a closed case has no counts"

# What leaves between two samples of a probe has crossed a plane before the border, or the region, that took it, however
# seldom the probe looks; also where the run is interrupted between two samples.
cat >drain.yaml <<'IN'
scree: 1
gravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]
domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 10 cm], boundary: {x: wall, y: wall, z: open}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, friction: 0.4}}}
shapes:
  bead: {ball: {radius: 2 mm}}
  twin: {clump: {balls: [{at: [-1 mm, 0 m, 0 m], radius: 1 mm}, {at: [1.5 mm, 0 m, 0 m], radius: 1.5 mm}]}}
grains:
  - {name: beads, shape: bead, material: glass, packing: {law: lattice, counts: [5, 5, 4], spacing: [6 mm, 6 mm, 6 mm], origin: [8 mm, 8 mm, 1 cm], jitter: 1 mm, seed: 2}}
  - {name: twins, shape: twin, material: glass, packing: {law: lattice, counts: [5, 5, 2], spacing: [6 mm, 6 mm, 6 mm], origin: [8 mm, 8 mm, 4 cm]}}
streams:
  rain: {shape: bead, material: glass, low: [1 cm, 1 cm, 8 cm], high: [3 cm, 3 cm, 9 cm], velocity: [0 m/s, 0 m/s, -2 m/s], rate: 500/s, count: 40, seed: 3}
run: {duration: 0.2 s, step: 2e-5 s, on_loss: remove}
probes:
  often: {law: flow-rate, axis: z, at: 6 mm, every: 0.1 ms}
  seldom: {law: flow-rate, axis: z, at: 6 mm, every: 50 ms}
  twins: {law: flow-rate, axis: z, at: 6 mm, every: 0.2 s, set: twins}
  below: {law: flow-rate, axis: z, at: 7.5 cm, every: 40 ms, set: rain}
IN
crossed() { awk -F, 'END { printf("%d %.6g", $5, $6) }' "$1"; }
holds 'a drain' "$scree" run drain.yaml --out drain --threads 1
same 'grains that leave' "$(number drain/summary.json lost)" 190
same 'all cross the plane' "$(crossed drain/probes/often.csv | cut -d ' ' -f 1)" -190
same 'seen seldom' "$(crossed drain/probes/seldom.csv)" "$(crossed drain/probes/often.csv)"
same 'of a stream, below its box' "$(crossed drain/probes/below.csv | cut -d ' ' -f 1)" -40
same 'twins alone' "$(crossed drain/probes/twins.csv | cut -d ' ' -f 1)" -50
holds 'the first part of a drain' "$scree" run drain.yaml --out halves --threads 1 --quiet --set run.duration='78 ms'
holds 'the rest of the drain' "$scree" resume halves --threads 1 --quiet --set run.duration='0.2 s'
for probe in often seldom twins below; do
    holds "the table $probe of the run in parts" cmp drain/probes/$probe.csv halves/probes/$probe.csv
done
holds 'a drain in parts' "$scree" run drain.yaml --out parted --threads 1 --quiet --parts 3
holds 'the table of three parts' cmp drain/probes/seldom.csv parted/probes/seldom.csv
holds 'a drain with a sink' "$scree" run drain.yaml --out sink --threads 1 --quiet \
    --set 'removals={sink: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 4 mm], every: 7 ms}}'
[ "$(number sink/summary.json removed)" -gt 0 ] || complain 'the sink takes nothing'
same 'a sink, seen seldom' "$(crossed sink/probes/seldom.csv)" "$(crossed sink/probes/often.csv)"

# A ring of beads and pairs that go round a periodic box more than once between two samples.
cat >ring.yaml <<'IN'
scree: 1
domain: {low: [0 m, 0 m, 0 m], high: [3 cm, 4 cm, 4 cm], boundary: {x: periodic, y: wall, z: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: none}}
shapes:
  bead: {ball: {radius: 2 mm}}
  twin: {clump: {balls: [{at: [-1 mm, 0 m, 0 m], radius: 1 mm}, {at: [1.5 mm, 0 m, 0 m], radius: 1.5 mm}]}}
grains:
  - {name: beads, shape: bead, material: glass, packing: {law: lattice, counts: [5, 5, 2], spacing: [6 mm, 6 mm, 6 mm], origin: [3 mm, 8 mm, 1 cm]}, velocity: [5 m/s, 0 m/s, 0 m/s]}
  - {name: twins, shape: twin, material: glass, packing: {law: lattice, counts: [5, 5, 2], spacing: [6 mm, 6 mm, 6 mm], origin: [3 mm, 8 mm, 25 mm]}, velocity: [-2 m/s, 0 m/s, 0 m/s]}
run: {duration: 0.04 s, step: 2e-5 s}
probes:
  often: {law: flow-rate, axis: x, at: 6.3 mm, every: 0.2 ms}
  seldom: {law: flow-rate, axis: x, at: 6.3 mm, every: 40 ms}
  twins: {law: flow-rate, axis: x, at: 0 m, every: 20 ms, set: twins}
IN
holds 'a ring' "$scree" run ring.yaml --out ring --threads 1
same 'a ring, seen often: 50 beads 20 cm, 50 twins -8 cm, in a box of 3 cm' "$(crossed ring/probes/often.csv | cut -d ' ' -f 1)" 200
same 'a ring, seen seldom' "$(crossed ring/probes/seldom.csv)" "$(crossed ring/probes/often.csv)"
holds 'the first part of a ring' "$scree" run ring.yaml --out arc --threads 1 --quiet --set run.duration='30 ms'
holds 'the rest of the ring' "$scree" resume arc --threads 1 --quiet --set run.duration='40 ms' --parts 3
for probe in often seldom twins; do
    holds "the table $probe of the ring in parts" cmp ring/probes/$probe.csv arc/probes/$probe.csv
done
verdict
