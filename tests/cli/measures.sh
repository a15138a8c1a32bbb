#!/bin/bash
# measures.sh BUILD - probes of mixing and structure: the same for any number of threads and parts, over an interruption and after the run, and an
# elastic gas has the contact value of Carnahan and Starling.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >case.yaml <<'END'
scree: 1
title: Two sets that mix
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0, 0, 0], high: [3 cm, 3 cm, 6 cm], boundary: {x: periodic, y: wall, z: wall}, material: m}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.5}}}
shapes:
  b: {ball: {radius: {distribution: uniform, from: 1.5 mm, to: 2 mm}}}
  d: {polyhedron: {builder: {platonic: cube, size: 4 mm}}}
  t: {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1.5 mm}, {at: [2 mm, 0 mm, 0 mm], radius: 1.5 mm}]}}
regions:
  lower: {box: {low: [0, 0, 0], high: [3 cm, 3 cm, 3 cm]}}
  upper: {box: {low: [0, 0, 3 cm], high: [3 cm, 3 cm, 6 cm]}}
grains:
  - {name: red, shape: b, material: m, velocity: [1 m/s, 0, 0], packing: {law: random, count: 80, inside: lower}}
  - {name: dice, shape: d, material: m, velocity: [1 m/s, 0, 0], packing: {law: random, count: 12, inside: lower}}
  - {name: twins, shape: t, material: m, velocity: [1 m/s, 0, -2 m/s], packing: {law: random, count: 60, inside: upper}}
run: {duration: 60 ms, step: 5 us} # of its own: `auto` would be another one for the part
output: {every: 4 ms, contacts: true}
probes:
  number: {law: mixing, of: twins, cell: 1 cm}
  volume: {law: mixing, of: red, with: twins, cell: 1 cm, by: volume}
  mass: {law: mixing, of: dice, cells: [1, 1, 4], by: mass, least: 1, inside: lower}
  spread: {law: mean-square-displacement}
  later: {law: mean-square-displacement, set: red, from: 9 ms, every: 0.5 ms}
  around: {law: radial-distribution, reach: 1 cm, bins: 20}
  between: {law: radial-distribution, reach: 1 cm, bins: 20, set: red, with: twins, from: 20 ms}
  fabric: {law: fabric, walls: true}
  chains: {law: force-chains}
  rings: {law: radial-profile, point: [15 mm, 15 mm, 0], radius: 15 mm, bins: 6}
  slices: {law: velocity-profile, bins: 6}
END
"$scree" run case.yaml --out one --threads 1 --quiet >/dev/null || complain 'the case does not run'
"$scree" run case.yaml --out many --threads 2 --parts 3 --quiet >/dev/null || complain 'the case does not run in parts'
"$scree" run case.yaml --out cut --set run.duration='31 ms' --quiet >/dev/null
"$scree" resume cut --set run.duration='60 ms' --out whole --threads 2 --quiet >/dev/null || complain 'the case does not go on'
says 0 '^one/measured/number.csv: 16 rows' "$scree" measure one
for table in one/probes/*.csv; do
    name=$(basename "$table")
    holds "in parts: $name" cmp "$table" "many/probes/$name"
    [ "$name" = later.csv ] || holds "afterwards: $name" cmp "$table" "one/measured/$name"
done
holds 'what counts from a moment of the run is left out' test ! -e one/measured/later.csv
for name in spread later around between rings slices; do
    same "gone on: $name" "$(tail -n 8 "one/probes/$name.csv")" "$(tail -n 8 "whole/probes/$name.csv")"
done
says 2 "^probes.s: 'mean-square-displacement' counts from a moment of the run" \
    "$scree" measure one --set probes.s='{law: mean-square-displacement, from: 9 ms}' --out other
says 2 "^probes.spread: 'mean-square-displacement' counts from a moment of the run" \
    "$scree" measure one/snapshot.h5 --set probes.spread.set=red --out other
says 0 'fabric.csv: 1 rows' "$scree" measure one/snapshot.h5 --out state
same 'of a state' "$(tail -n 1 one/probes/fabric.csv)" "$(tail -n 1 state/fabric.csv)"

# What they say: the sets begin apart and mix, grains fall and scatter, contacts come.
holds 'the numbers of a run' python3 - <<'END'
import csv
def table(name):
    rows = list(csv.reader(open("one/probes/%s.csv" % name)))
    return {head.split(" ")[0]: [float(row[i]) for row in rows[1:]] for i, head in enumerate(rows[0])}
mixed, spread, fabric, chains = table("number"), table("spread"), table("fabric"), table("chains")
assert mixed["lacey"][0] < 0.05 and mixed["lacey"][-1] > mixed["lacey"][0] + 0.2, mixed["lacey"]
assert all(g + l == 152 for g, l in zip(mixed["grains"], mixed["left_out"]))
assert spread["grains"] == [152.0] * 16 and spread["mean_x"][-1] > 0.01 and spread["mean_z"][-1] < -0.003
assert abs(fabric["xx"][-1] + fabric["yy"][-1] + fabric["zz"][-1] - 1) < 1e-12 and fabric["contacts"][-1] > 20
assert 0 < chains["carrying"][-1] < 0.6
END

# A cell that deforms.
cat >cell.yaml <<'END'
scree: 1
domain: {low: [0, 0, 0], high: [2 cm, 2 cm, 2 cm], boundary: {x: periodic, y: periodic, z: periodic}}
cell: {rate: {xy: 50/s}}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}
shapes: {b: {ball: {radius: 1 mm}}}
grains:
  - {name: red, shape: b, material: m, packing: {law: lattice, spacing: [5 mm, 5 mm, 5 mm], counts: [4, 4, 2], origin: [2.5 mm, 2.5 mm, 2.5 mm]}}
  - {name: blue, shape: b, material: m, packing: {law: lattice, spacing: [5 mm, 5 mm, 5 mm], counts: [4, 4, 2], origin: [2.5 mm, 2.5 mm, 12.5 mm]}}
run: {duration: 50 ms, step: 20 us}
output: {every: 5 ms, contacts: true}
probes:
  spread: {law: mean-square-displacement}
  chains: {law: force-chains}
  mixed: {law: mixing, of: red, cell: 5 mm}
  places: {law: radial-distribution, reach: 9 mm, bins: 30}
END
"$scree" run cell.yaml --out cell --quiet >/dev/null || complain 'the cell does not run'
holds 'what flows with the cell goes nowhere' python3 - <<'END'
rows = [line.split(",") for line in open("cell/probes/spread.csv")]
at = [head.split(" ")[0] for head in rows[0]].index("square")
assert len(rows) == 12 and max(float(row[at]) for row in rows[1:]) < 1e-12, [row[at] for row in rows]
END
says 2 "^probes.spread: 'mean-square-displacement' takes the flow of the cell off" "$scree" measure cell --set probes.spread.fixed=true
says 2 'it knows no box in a cell that deforms' "$scree" check cell.yaml --set probes.m='{law: fields, cell: 5 mm}'
says 2 'in a cell that deforms it looks at the whole cell .leave out .low. and .high.' "$scree" check cell.yaml --set probes.mixed.low='[0, 0, 0]'
# Grains of a lattice that shears: all within 9 mm are seen, whichever way the cell leans; and a frame tells the same.
holds 'neighbours in a cell that leans' python3 - <<'END'
rows = [list(map(float, line.split(","))) for line in open("cell/probes/places.csv").read().split("\n")[1:] if line]
counts = []
for k in range(11):
    shear = 50 * 0.005 * k
    ways = [(5 * x + shear * 5 * y, 5 * y, 5 * z) for x in range(-12, 13) for y in range(-2, 3) for z in range(-2, 3)]
    counts.append(sum(0 < a * a + b * b + c * c < 81 for a, b, c in ways))
assert abs(rows[-1][-1] - sum(counts) / len(counts)) < 1e-6, (rows[-1], counts)
END

cat >gas.yaml <<'END'
scree: 1
title: Hard spheres, a fifth of the volume
domain: {low: [0, 0, 0], high: [22.05 mm, 22.05 mm, 22.05 mm], boundary: {x: periodic, y: periodic, z: periodic}}
materials: {m: {density: 2500 kg/m^3, young: 1 GPa, poisson: 0.22}}
pairs: {default: {normal: {law: linear, stiffness: 800 kN/m, restitution: 1}, tangential: none}}
shapes: {b: {ball: {radius: 1 mm}}}
grains: [{name: gas, shape: b, material: m, temperature: 1 m^2/s^2, packing: {law: random, count: 512, inside: domain, seed: 3}}]
run: {duration: 6 ms, step: 0.4 us}
output: {every: 0}
probes: {around: {law: radial-distribution, reach: 8 mm, bins: 80, from: 1 ms, every: 50 us}}
END
"$scree" run gas.yaml --out gas --threads 2 --quiet >/dev/null || complain 'the gas does not run'
holds 'g at contact is that of Carnahan and Starling' python3 - <<'END'
rows = [[float(x) for x in line.split(",")] for line in open("gas/probes/around.csv") if line[0].isdigit()]
share = 512 * 4 / 3 * 3.141592653589793 * 1e-9 / 22.05e-3 ** 3
want = (1 - share / 2) / (1 - share) ** 3
got = 1.5 * rows[20][1] - 0.5 * rows[21][1]
far = sum(row[1] for row in rows[60:]) / 20
print(got, want, rows[20], far)
assert abs(got / want - 1) < 0.04
assert abs(far - 1) < 0.01
assert rows[20][2] < 0.04 * rows[20][1] and rows[18][1] < 1e-9
END
verdict
