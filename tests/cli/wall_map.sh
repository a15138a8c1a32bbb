#!/bin/bash
# wall_map.sh BUILD - what grains do to a wall, triangle by triangle, by samples: forces and power in closed form, the same for any number of threads and
# parts, over an interruption and after the run. (Over every step: wall_wear.sh.)
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"

# A ball that does not turn slides on the floor until friction has stopped it; another one falls on a lid beside it and bounces.
cat >slide.yaml <<'END'
scree: 1
gravity: [0, 0, -10 m/s^2]
domain: {low: [0, 0, 0], high: [20 cm, 10 cm, 10 cm], boundary: {x: open, y: open, z: wall}, material: m}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: {law: mindlin, friction: 0.5}}}
shapes: {b: {ball: {radius: 5 mm}}}
walls: {plate: {material: m, box: {low: [14 cm, 4 cm, 1 cm], high: [18 cm, 8 cm, 2 cm], side: outside}}}
grains:
  - {name: slider, shape: b, material: m, locked: rotation, velocity: [1 m/s, 0, 0], packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [1 cm, 2 cm, 4.99 mm]}}
  - {name: faller, shape: b, material: m, packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [16 cm, 6 cm, 45 mm]}}
run: {duration: 0.25 s, step: 10 us}
output: {every: 1 ms, contacts: true}
probes:
  floor: {law: wall-map, wall: domain-z-low, cell: 2 cm, every: 50 us}
  seen: {law: wall-map, wall: domain-z-low, cell: 2 cm}
END
"$scree" run slide.yaml --out slide --threads 1 --quiet >/dev/null 2>out || complain "the case does not run: $(cat out)"
holds 'force and power in closed form' python3 - <<'END'
import csv, math
def table(name):
    rows = list(csv.reader(open("slide/probes/%s.csv" % name)))
    return {head.split(" ")[0]: [float(row[i]) for row in rows[1:]] for i, head in enumerate(rows[0])}
def total(of, name):
    return sum(x * a for x, a in zip(of[name], of["area"]) if x == x)
mass = 2500 * 4 / 3 * math.pi * 5e-3 ** 3
floor = table("floor")
near = lambda a, b, part: abs(a - b) <= part * abs(b)
assert near(sum(floor["area"]), 0.02, 1e-9)
assert near(total(floor, "pressure"), mass * 10, 0.002), (total(floor, "pressure"), mass * 10)
# All of its energy is rubbed off in a quarter of a second, over v^2/(2 mu g) = 0.1 m.
assert near(total(floor, "power_sliding") * 0.25, 0.5 * mass, 0.002), (total(floor, "power_sliding"), 2 * mass)
rubbed = [x for x, p in zip(floor["x"], floor["power_sliding"]) if p > 0]
assert min(rubbed) < 0.03 and 0.09 < max(rubbed) < 0.13 and len(rubbed) < 0.3 * len(floor["x"]), rubbed
assert all(abs(y - 0.02) < 0.02 for y, p in zip(floor["y"], floor["power_sliding"]) if p > 0)
END
# In a report and in sweeps triangles count with their areas.
"$scree" report slide --json >slide.json
holds 'sums and means by area' python3 - <<'END'
import csv, json, math
told = {probe["name"]: {column["column"]: column for column in probe["columns"]} for probe in json.load(open("slide.json"))["probes"]}
for name, kinds in (("floor", {"power_sliding": "W", "pressure": "N"}),):
    rows = list(csv.reader(open("slide/probes/%s.csv" % name)))
    of = {head.split(" ")[0]: [float(row[i]) for row in rows[1:]] for i, head in enumerate(rows[0])}
    assert not {"x", "y", "z"} & set(told[name]) and "last" not in told[name]["pressure"], told[name]
    for column, unit in kinds.items():
        total = math.fsum(v * a for v, a in zip(of[column], of["area"]))
        is_ = told[name][column]
        assert abs(is_["sum"] / total - 1) < 1e-9 and is_["sum_unit"] == unit, (is_, total)
        assert abs(is_["mean"] / (total / math.fsum(of["area"])) - 1) < 1e-9, is_
    assert told[name]["contacts"]["mean"] is None and told[name]["area"]["mean"] is None
END
"$scree" report slide >/dev/null
holds 'it says what rows count with' grep -q 'Rows count with their area in means, and with it in sums of what is per area' slide/report.html
says 0 'Tables that are means of the whole run' sh -c "'$scree' report slide --from '0.1 s' --out part.html && cat part.html"
"$scree" sweep slide.yaml --set run.duration='20 ms' --over friction=0.4 --out swept --no-plots --of floor.power_sliding:sum >words 2>&1 || complain "no sweep: $(cat words)"
holds 'the sum in a sweep' grep -Eq 'floor.power_sliding:sum.*W' words
says 2 'rows in time are no parts of a whole' "$scree" sweep "$here/small.yaml" --over friction=0.1 --of lid.force_z:sum --out none
says 0 'floor.csv: [0-9]+ rows' "$scree" measure slide
holds 'samples with the frames are the same after the run' cmp slide/probes/seen.csv slide/measured/seen.csv
holds 'as triangles, too' cmp slide/probes/seen.vtp slide/measured/seen.vtp
says 0 'Polys|NumberOfPolys="[1-9]' head -c 900 slide/probes/floor.vtp
says 0 'Name="power_sliding"' head -c 4000 slide/probes/floor.vtp

# A drum of triangles from a file that turns, with balls and clumps.
python3 - >drum.stl <<'END'
import math
n, radius, length = 24, 0.03, 0.04
def corner(i, end): return (radius * math.cos(2 * math.pi * i / n), (end - 0.5) * length, radius * math.sin(2 * math.pi * i / n))
print("solid drum")
def facet(a, b, c): print("facet normal 0 0 0\nouter loop\n" + "\n".join("vertex %.9g %.9g %.9g" % p for p in (a, b, c)) + "\nendloop\nendfacet")
for i in range(n):
    facet(corner(i, 0), corner(i + 1, 0), corner(i, 1))
    facet(corner(i + 1, 0), corner(i + 1, 1), corner(i, 1))
print("endsolid drum")
END
cat >drum.yaml <<'END'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [-4 cm, -2 cm, -4 cm], high: [4 cm, 2 cm, 4 cm], boundary: {x: open, y: periodic, z: open}}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.5}}}
shapes:
  b: {ball: {radius: 2 mm}}
  t: {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1.5 mm}, {at: [2 mm, 0 mm, 0 mm], radius: 1.5 mm}]}}
walls: {drum: {material: m, mesh: {file: drum.stl, unit: m}, drive: {law: rotation, axis: [0, 1, 0], point: [0, 0, 0], rate: 60 rpm}}}
regions: {inner: {cylinder: {from: [0, -2 cm, 0], to: [0, 2 cm, 0], radius: 26 mm}}}
grains:
  - {name: b, shape: b, material: m, packing: {law: random, count: 60, inside: inner}}
  - {name: t, shape: t, material: m, packing: {law: random, count: 20, inside: inner}}
run: {duration: 120 ms, step: 20 us}
output: {every: 2 ms, contacts: true}
probes:
  map: {law: wall-map, wall: drum, cell: 1 cm}
  force: {law: wall-force, wall: drum}
END
"$scree" run drum.yaml --out one --threads 1 --quiet >/dev/null 2>out || complain "the drum does not run: $(cat out)"
"$scree" run drum.yaml --out many --threads 2 --parts 3 --quiet >/dev/null 2>&1 || complain 'the drum does not run in parts'
"$scree" run drum.yaml --out cut --set run.duration='31 ms' --quiet >/dev/null 2>&1
"$scree" resume cut --set run.duration="120 ms" --threads 2 --quiet >/dev/null 2>&1 || complain 'the drum does not go on'
"$scree" measure one >/dev/null 2>&1
for file in map.csv map.vtp; do
    holds "in parts: $file" cmp "one/probes/$file" "many/probes/$file"
    holds "gone on: $file" cmp "one/probes/$file" "cut/probes/$file"
    holds "afterwards: $file" cmp "one/probes/$file" "one/measured/$file"
done
holds 'the drum as a whole' python3 - <<'END'
import csv, math
def table(name):
    rows = list(csv.reader(open("one/probes/%s.csv" % name)))
    return {head.split(" ")[0]: [float(row[i]) for row in rows[1:]] for i, head in enumerate(rows[0])}
drum, force = table("map"), table("force")
area = 24 * 2 * 0.03 * math.sin(math.pi / 24) * 0.04
assert abs(sum(drum["area"]) / area - 1) < 1e-6, (sum(drum["area"]), area)
assert sum(drum["contacts"]) > 1, sum(drum["contacts"])
# What the drum is given goes into rubbing and into the grains.
rub = sum(p * a for p, a in zip(drum["power_sliding"], drum["area"]))
assert rub > 0
END
says 2 "there is no wall called 'drumm'" "$scree" check drum.yaml --set probes.map.wall=drumm
says 2 'more than 100000 triangles' "$scree" check drum.yaml --set probes.map.cell='10 um'
verdict
