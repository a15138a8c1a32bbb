#!/bin/bash
# wall_wear.sh BUILD - work, impacts and wear of a wall over every step: in closed form with both solvers, the same for any number of threads and parts and over
# interruptions, for balls, clumps and grains with corners, on walls that turn and belts; refused after the run.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

# A ball that does not turn slides on the floor until friction has stopped it; another one falls on a plate beside it and bounces.
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
output: {every: 50 ms, contacts: true}
probes:
  floor: {law: wall-wear, wall: domain-z-low, cell: 2 cm, archard: 2e-12 1/Pa}
  plate: {law: wall-wear, wall: plate, finnie: 1e-12 1/Pa}
  later: {law: wall-wear, wall: domain-z-low, from: 50 ms}
END
"$scree" run slide.yaml --out slide --threads 1 --quiet >/dev/null 2>out || complain "the case does not run: $(cat out)"
"$scree" run slide.yaml --out rigid --set solver=nonsmooth --set run.step='1 ms' --threads 1 --quiet >/dev/null 2>out || complain "nor by impulses: $(cat out)"
holds 'work and wear in closed form' python3 - <<'END'
import csv, math
def table(run, name):
    rows = list(csv.reader(open("%s/probes/%s.csv" % (run, name))))
    return {head.split(" ")[0]: [float(row[i]) for row in rows[1:]] for i, head in enumerate(rows[0])}
def total(of, name):
    return sum(x * a for x, a in zip(of[name], of["area"]) if x == x)
mass = 2500 * 4 / 3 * math.pi * 5e-3 ** 3
def near(a, b, part, what):
    assert abs(a - b) <= part * abs(b), (what, a, b)
# Of the smooth solver springs swing and hold a little, and gravity works on through an impact.
for run, exact, loose in ("slide", 2e-6, 0.015), ("rigid", 1e-12, 1e-4):
    floor, plate, later = (table(run, name) for name in ("floor", "plate", "later"))
    near(sum(floor["area"]), 0.02, 1e-9, "area")
    near(total(floor, "pressure"), mass * 10, 3e-4, "weight")
    # It lay there all the time; two impacts of a sphere by Hertz last some 0.2 ms, by impulses a step each.
    near(sum(floor["contact_time"]), 0.25, 1e-4, "time of contact") # half a step less
    assert 1e-4 < sum(plate["contact_time"]) < 3e-3, sum(plate["contact_time"])
    # All of its energy is rubbed off, over v^2/(2 mu g) = 0.1 m, under its weight.
    near(total(floor, "work_sliding"), 0.5 * mass, exact, "rubbed")
    near(total(floor, "wear_archard"), 2e-12 * mass * 10 * 0.1, 1e-3, "Archard")
    # From 50 ms on it has 3/4 of its speed left.
    near(total(later, "work_sliding"), 0.5 * mass * 0.75 ** 2, 2e-3 if run == "slide" else 0.015, "later")
    worn = [x for x, w in zip(floor["x"], floor["wear_archard"]) if w > 0]
    assert min(worn) < 0.03 and 0.09 < max(worn) < 0.13 and len(worn) < 0.3 * len(floor["x"]), worn
    assert all(abs(y - 0.02) < 0.02 for y, w in zip(floor["y"], floor["wear_archard"]) if w > 0)
    # Two impacts on the plate, of m g h = m g 2 cm each, all at right angles; none on the floor, where it lay from the start.
    assert sum(plate["impacts"]) == 2 and sum(floor["impacts"]) == 0, (plate["impacts"], floor["impacts"])
    near(total(plate, "work_impact"), 2 * mass * 10 * 0.02, loose, "impacts")
    assert total(plate, "wear_finnie") < 1e-25 and all(w != w for w in plate["wear_archard"])
    assert all(z > 0.0199 for z, p in zip(plate["z"], plate["pressure"]) if p > 0)
END
says 0 'Name="wear_archard"' head -c 4000 slide/probes/floor.vtp
says 2 "'wall-wear' adds up every step, which only a run sees" "$scree" measure slide --set probes.other='{law: wall-wear, wall: plate}'

# Over stages the sums go on, also where the solver is another one; a probe may come and go.
sed -e 's/duration: 0.25 s, //' -e 's/^probes:/stages:\
  - {name: one, until: 2 ms}\
  - {name: two, until: 1 ms, set: {probes.later: none}}\
  - {name: three, until: 1 ms, set: {solver: nonsmooth, run.step: 0.1 ms}}\
  - {name: four, until: 1 ms, set: {solver: smooth, run.step: 10 us, "probes.late": {law: wall-wear, wall: domain-z-low}}}\
probes:/' slide.yaml >stages.yaml
"$scree" run stages.yaml --out stages --threads 1 --quiet >/dev/null 2>out || complain "the stages do not run: $(cat out)"
"$scree" run stages.yaml --out half --stage two --threads 2 --quiet >/dev/null 2>out || complain "half of the stages do not run: $(cat out)"
"$scree" resume half --threads 2 --quiet >/dev/null 2>out || complain "the stages do not go on: $(cat out)"
"$scree" run stages.yaml --out shared-stages --ranks 2 --threads 1 --quiet >/dev/null 2>out || complain "the stages do not run on ranks: $(cat out)"
for probe in floor late; do
    holds "stages on ranks: $probe" cmp stages/probes/$probe.csv shared-stages/probes/$probe.csv
done
holds 'stages after a stop' cmp stages/probes/floor.csv half/probes/floor.csv
holds 'work over stages' python3 - <<'END'
import csv, math
mass = 2500 * 4 / 3 * math.pi * 5e-3 ** 3
def rubbed(name):
    rows = list(csv.reader(open("stages/probes/%s.csv" % name)))
    names = [head.split(" ")[0] for head in rows[0]]
    return sum(float(row[names.index("work_sliding")]) * float(row[names.index("area")]) for row in rows[1:])
# mu m g along the way, while it slows down by mu g.
work = lambda begin, end: 0.5 * mass * ((1 - 5 * begin) ** 2 - (1 - 5 * end) ** 2)
assert abs(rubbed("floor") / work(0, 5e-3) - 1) < 0.005, (rubbed("floor"), work(0, 5e-3))
# the springs begin anew after the rigid stage, and swing
assert abs(rubbed("late") / work(4e-3, 5e-3) - 1) < 0.15, (rubbed("late"), work(4e-3, 5e-3))
END

# A smooth ball comes at 15 degrees and is stopped along the normal by the impact: with the speed v along the wall and the push P dt = m dw, w from w0 to 0,
# wear is c m times the integral of |u| f, which is v w - 3 w^2/2 ... in closed form below tan a = 1/3.
cat >oblique.yaml <<'END'
scree: 1
gravity: [0, 0, 0]
domain: {low: [-1 cm, -1 cm, 0], high: [1 cm, 1 cm, 2 cm], boundary: {x: open, y: open, z: wall}, material: m}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: {law: none}}}
shapes: {b: {ball: {radius: 1 mm}}}
grains: [{name: b, shape: b, material: m, velocity: [0.96592582628906829 m/s, 0, -0.25881904510252076 m/s], packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [0, 0, 1.0001 mm]}}]
run: {duration: 1 ms, step: 0.2 us}
probes: {floor: {law: wall-wear, wall: domain-z-low, finnie: 1e-12 1/Pa}}
END
"$scree" run oblique.yaml --out oblique --threads 1 --quiet >/dev/null 2>out || complain "the oblique impact does not run: $(cat out)"
"$scree" run oblique.yaml --out oblique-rigid --set solver=nonsmooth --set run.step='1 us' --threads 1 --quiet >/dev/null 2>out || complain "nor by impulses: $(cat out)"
holds 'an oblique impact' python3 - <<'END'
import csv, math
mass = 2500 * 4 / 3 * math.pi * 1e-3 ** 3
v, fastest, steps = math.cos(math.radians(15)), math.sin(math.radians(15)), 20000
expected = 0
for i in range(steps): # |u| f(a) = 2 v w/|u| - 3 w^2/|u| over m dw, by the middles of small intervals
    w = (i + 0.5) * fastest / steps
    expected += mass * fastest / steps * (2 * v * w - 3 * w * w) / math.hypot(v, w)
for run, part in ("oblique", 1e-4), ("oblique-rigid", 0.25):
    rows = list(csv.reader(open(run + "/probes/floor.csv")))
    names = [head.split(" ")[0] for head in rows[0]]
    total = lambda name: sum(float(row[names.index(name)]) * float(row[names.index("area")]) for row in rows[1:])
    assert abs(total("work_impact") / (0.5 * mass * fastest ** 2) - 1) < 1e-4, (run, total("work_impact"))
    # the nonsmooth solver has all of the impact in one stroke, of the mean velocity
    assert abs(total("wear_finnie") / 1e-12 / expected - 1) < part, (run, total("wear_finnie") / 1e-12, expected)
    assert abs(total("work_sliding")) < 1e-15
END

# A drum of triangles that turns, with balls, clumps and cubes.
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
domain: {low: [-4 cm, -2 cm, -4 cm], high: [4 cm, 2 cm, 4 cm], boundary: {x: open, y: wall, z: open}, material: m}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.5}}}
shapes:
  b: {ball: {radius: 2 mm}}
  t: {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1.5 mm}, {at: [2 mm, 0 mm, 0 mm], radius: 1.5 mm}]}}
  q: {spheropolyhedron: {builder: {box: [2 mm, 2 mm, 2 mm]}, radius: 0.4 mm}}
walls: {drum: {material: m, mesh: {file: drum.stl, unit: m}, drive: {law: rotation, axis: [0, 1, 0], point: [0, 0, 0], rate: 60 rpm}}}
regions: {inner: {cylinder: {from: [0, -2 cm, 0], to: [0, 2 cm, 0], radius: 26 mm}}}
grains:
  - {name: b, shape: b, material: m, packing: {law: random, count: 40, inside: inner}}
  - {name: t, shape: t, material: m, packing: {law: random, count: 15, inside: inner}}
  - {name: q, shape: q, material: m, packing: {law: random, count: 10, inside: inner}}
run: {duration: 120 ms, step: 20 us}
output: {every: 10 ms, contacts: true}
probes:
  map: {law: wall-wear, wall: drum, cell: 1 cm, archard: 1e-12 1/Pa, finnie: 1e-12 1/Pa}
END
"$scree" run drum.yaml --out one --threads 1 >log 2>out || complain "the drum does not run: $(cat out)"
"$scree" run drum.yaml --out many --threads 2 --parts 3 --quiet >/dev/null 2>&1 || complain 'the drum does not run in parts'
"$scree" run drum.yaml --out cut --set run.duration='71 ms' --quiet >/dev/null 2>&1
"$scree" resume cut --set run.duration="120 ms" --threads 2 --quiet >/dev/null 2>&1 || complain 'the drum does not go on'
"$scree" run drum.yaml --out shared --set run.duration='60 ms' --ranks 3 --threads 1 --quiet >/dev/null 2>out || complain "the drum does not run on ranks: $(cat out)"
"$scree" resume shared --set run.duration="120 ms" --ranks 2 --threads 1 --quiet >/dev/null 2>out || complain "the drum does not go on on ranks: $(cat out)"
for file in map.csv map.vtp; do
    holds "on ranks: $file" cmp "one/probes/$file" "shared/probes/$file"
    holds "in parts: $file" cmp "one/probes/$file" "many/probes/$file"
    holds "gone on: $file" cmp "one/probes/$file" "cut/probes/$file"
done
says 0 "$(grep 'state hash' log)" "$scree" run drum.yaml --out plain --threads 1 --set probes='{}'
rigid=(--set solver=nonsmooth --set run.step='0.5 ms' --set run.duration='60 ms')
"$scree" run drum.yaml "${rigid[@]}" --out rigid-one --threads 1 --quiet >/dev/null 2>out || complain "the drum does not run by impulses: $(cat out)"
"$scree" run drum.yaml "${rigid[@]}" --out rigid-two --threads 2 --quiet >/dev/null 2>&1
holds 'by impulses' cmp rigid-one/probes/map.csv rigid-two/probes/map.csv
"$scree" run drum.yaml "${rigid[@]}" --out rigid-shared --ranks 2 --threads 1 --quiet >/dev/null 2>out || complain "the drum does not run by impulses on ranks: $(cat out)"
holds 'by impulses on ranks' cmp rigid-one/probes/map.csv rigid-shared/probes/map.csv
holds 'the drum as a whole' python3 - <<'END'
import csv, math
for run in "one", "rigid-one":
    rows = list(csv.reader(open("%s/probes/map.csv" % run)))
    drum = {head.split(" ")[0]: [float(row[i]) for row in rows[1:]] for i, head in enumerate(rows[0])}
    total = lambda name: sum(w * a for w, a in zip(drum[name], drum["area"]))
    area = 24 * 2 * 0.03 * math.sin(math.pi / 24) * 0.04
    assert abs(sum(drum["area"]) / area - 1) < 1e-6
    assert sum(drum["impacts"]) > 20, sum(drum["impacts"])
    assert all(total(name) > 0 for name in ("work_sliding", "work_impact", "wear_archard", "wear_finnie", "pressure"))
END

# Frames of walls have the map on the triangles of its wall, where that stands.
for file in walls_000012.vtp walls_000005.vtp; do
    holds "in parts: $file" cmp "one/$file" "many/$file"
    holds "gone on: $file" cmp "one/$file" "cut/$file"
done
says 0 'seen.csv' "$scree" measure one --set probes.seen='{law: wall-map, wall: drum}'
holds 'the map in the frames' python3 - <<'END'
import csv, math, re, struct, zlib
data = open("one/walls_000012.vtp", "rb").read()
start = data.index(b"_", data.index(b"<AppendedData")) + 1
size, code = (8, "Q") if b'header_type="UInt64"' in data else (4, "I")
def array(name, form):
    at = start + int(re.search(rb'Name="%s"[^>]*offset="(\d+)"' % name.encode(), data).group(1))
    blocks = struct.unpack_from("<" + code, data, at)[0]
    sizes = struct.unpack_from("<%d%s" % (blocks, code), data, at + 3 * size)
    at += (3 + blocks) * size
    text = b""
    for length in sizes:
        text += zlib.decompress(data[at:at + length])
        at += length
    return struct.unpack("<%d%s" % (len(text) // struct.calcsize(form), form), text)
rows = list(csv.reader(open("one/probes/map.csv")))
names = [head.split(" ")[0] for head in rows[0]]
walls, points, corners = array("wall", "i"), array("points", "d"), array("connectivity", "q")
drum = [i for i, wall in enumerate(walls) if wall == max(walls)]
assert 0 < len(drum) == len(rows) - 1 < len(walls), (len(drum), len(rows), len(walls))
for name in "impacts", "pressure", "work_sliding", "wear_archard":
    shown = array("wall_wear_" + name, "d")
    assert [shown[i] for i in drum] == [float(row[names.index(name)]) for row in rows[1:]], name
    assert all(shown[i] != shown[i] for i in range(len(walls)) if i not in set(drum)), name
# It has turned by 0.12 of a turn about y.
angle = 2 * math.pi * 0.12
for i, row in zip(drum, rows[1:]):
    middle = [sum(points[3 * corners[3 * i + k] + d] for k in range(3)) / 3 for d in range(3)]
    x, y, z = (float(row[names.index(name)]) for name in "xyz")
    turned = x * math.cos(angle) + z * math.sin(angle), y, z * math.cos(angle) - x * math.sin(angle)
    assert all(abs(a - b) < 1e-9 for a, b in zip(middle, turned)), (middle, turned)
END
says 0 'view.png' "$scree" picture one

# A belt takes a ball along: half of what it gives goes into the ball, as much is rubbed.
cat >belt.yaml <<'END'
scree: 1
gravity: [0, 0, -10 m/s^2]
domain: {low: [-50 cm, 0, -1 cm], high: [50 cm, 10 cm, 10 cm], boundary: {x: open, y: open, z: open}}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.9}, tangential: {law: mindlin, friction: 0.5}}}
shapes: {b: {ball: {radius: 5 mm}}}
walls: {belt: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, surface: {velocity: [1 m/s, 0, 0]}}}
grains: [{name: b, shape: b, material: m, locked: rotation, packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [1, 1, 1], origin: [0, 2 cm, 4.99 mm]}}]
run: {duration: 0.4 s, step: 20 us}
probes: {belt: {law: wall-wear, wall: belt}}
END
"$scree" run belt.yaml --out belt --threads 1 --quiet >/dev/null 2>out || complain "the belt does not run: $(cat out)"
holds 'a belt rubs off as much as it gives' python3 - <<'END'
import csv, math
rows = list(csv.reader(open("belt/probes/belt.csv")))
names = [head.split(" ")[0] for head in rows[0]]
mass = 2500 * 4 / 3 * math.pi * 5e-3 ** 3
rubbed = sum(float(row[names.index("work_sliding")]) * float(row[names.index("area")]) for row in rows[1:])
assert abs(rubbed / (0.5 * mass) - 1) < 1e-4, rubbed / (0.5 * mass)
END

says 2 "there is no wall called 'drumm'" "$scree" check drum.yaml --set probes.map.wall=drumm
says 2 'more than 100000 triangles' "$scree" check drum.yaml --set probes.map.cell='10 um'
verdict
