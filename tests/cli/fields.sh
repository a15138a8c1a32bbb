#!/bin/bash
# fields.sh BUILD - coarse-grained fields of a run: sums over the domain are those of its grains, images and tables are the same for any number of threads
# and parts, over an interruption and after the run.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >case.yaml <<'END'
scree: 1
gravity: [2 m/s^2, 0, -9.81 m/s^2]
domain: {low: [0, 0, 0], high: [3 cm, 3 cm, 4 cm], boundary: {x: periodic, y: wall, z: wall}, material: m}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: 0.5}}}
shapes:
  b: {ball: {radius: {distribution: uniform, from: 1.5 mm, to: 2 mm}}}
  d: {polyhedron: {builder: {platonic: cube, size: 4 mm}}}
  t: {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1.5 mm}, {at: [2 mm, 0 mm, 0 mm], radius: 1.5 mm}]}}
grains:
  - {name: red, shape: b, material: m, velocity: [0.3 m/s, 0, -0.3 m/s], packing: {law: random, count: 80, inside: domain}}
  - {name: dice, shape: d, material: m, packing: {law: random, count: 10, inside: domain}}
  - {name: twins, shape: t, material: m, packing: {law: random, count: 20, inside: domain}}
run: {duration: 40 ms, step: 10 us}
output: {every: 8 ms, contacts: true}
probes:
  mean: {law: fields, cells: [4, 4, 6], width: 8 mm, from: 2 ms, errors: true}
  all: {law: field-series, cells: [4, 4, 6], width: 8 mm}
  height: {law: field-series, cells: [1, 1, 20], function: gauss, width: 3 mm}
  never: {law: fields, cells: [2, 1, 1], from: 1 s}
  red: {law: field-series, cell: 1 cm, set: red}
  stress: {law: stress}
  region: {law: region, low: [0, 0, 0], high: [3 cm, 3 cm, 4 cm]}
END
"$scree" run case.yaml --out one --threads 1 --quiet >/dev/null 2>&1 || complain 'the case does not run'
"$scree" run case.yaml --out many --threads 2 --parts 3 --quiet >/dev/null 2>&1 || complain 'the case does not run in parts'
"$scree" run case.yaml --out cut --set run.duration='26 ms' --quiet >/dev/null 2>&1
"$scree" resume cut --set run.duration='40 ms' --threads 2 --quiet >/dev/null 2>&1 || complain 'the case does not go on'
says 0 '^one/measured/all.csv: 6 rows' "$scree" measure one
for file in one/probes/*; do
    name=$(basename "$file")
    holds "in parts: $name" cmp "$file" "many/probes/$name"
    holds "gone on: $name" cmp "$file" "cut/probes/$name"
    holds "afterwards: $name" cmp "$file" "one/measured/$name"
done
holds 'without a sample nothing is known' python3 -c "
rows = [line.split(',') for line in open('one/probes/never.csv').read().split()[-2:]]
assert all(value == 'nan' for row in rows for value in row[3:]), rows"
same 'files of a series' "$(ls one/probes/all* | wc -l)" 8
says 0 'timestep="0.04" part="0" file="all_000005.vti"' cat one/probes/all.pvd
says 0 'probes/all_000005.vti' cat one/scree-files.txt
says 2 'the result of a run' "$scree" measure one --out one/probes
"$scree" measure one --out again >/dev/null
"$scree" measure one/snapshot.h5 --out again >/dev/null
same 'no images of an older measurement' "$(ls again/all_* | wc -l)" 1
"$scree" run case.yaml --out one --force --set run.duration='10 ms' --quiet >/dev/null 2>&1
same 'a new run leaves none of the old ones' "$(ls one/probes/all_* | wc -l)" 2

holds 'sums, images and tables' python3 - <<'END'
import csv, re, struct, zlib
def table(name):
    rows = list(csv.reader(open("many/probes/%s.csv" % name)))
    return {head.split(" ")[0]: [float(row[i]) for row in rows[1:]] for i, head in enumerate(rows[0])}
def near(a, b, part=1e-12):
    return abs(a - b) <= part * (abs(a) + abs(b)) + 1e-18
series, height, red, stress, region = table("all"), table("height"), table("red"), table("stress"), table("region")
volume = 0.03 * 0.03 * 0.04
for row in range(6):
    for of in (series, height):
        assert near(of["grains"][row], 110) and near(of["mass"][row], region["mass"][row]), (of["grains"][row], of["mass"][row], region["mass"][row])
        assert near(of["momentum_x"][row], region["mass"][row] * region["velocity_x"][row], 1e-10), (of["momentum_x"][row], region["mass"][row] * region["velocity_x"][row])
        assert near(of["contact_zz"][row], stress["contact_zz"][row] * volume, 1e-9), (of["contact_zz"][row], stress["contact_zz"][row] * volume)
    assert near(red["grains"][row], 80)
assert series["contacts"][-1] > 10 and abs(stress["contact_zz"][-1]) > 1, (series["contacts"], stress["contact_zz"])

# An image holds the same numbers as the table of means.
def image(path):
    data = open(path, "rb").read()
    head, raw = data.split(b"<AppendedData encoding=\"raw\">\n_", 1)
    head = head.decode()
    arrays = {}
    for name, parts, offset in re.findall(r'Name="(\w+)" NumberOfComponents="(\d+)" format="appended" offset="(\d+)"', head):
        at = int(offset)
        blocks, size, rest = struct.unpack_from("<3Q", raw, at)
        sizes = struct.unpack_from("<%dQ" % blocks, raw, at + 24)
        at += 24 + 8 * blocks
        body = b""
        for one in sizes:
            body += zlib.decompress(raw[at:at + one])
            at += one
        values = struct.unpack("<%dd" % (len(body) // 8), body)
        arrays[name] = [values[i:i + int(parts)] for i in range(0, len(values), int(parts))]
    return head, arrays
head, arrays = image("many/probes/mean.vti")
assert 'WholeExtent="0 4 0 4 0 6"' in head and 'Spacing="0.0074999999999999997 0.0074999999999999997 0.0066666666666666671"' in head, head[:600]
mean = table("mean")
assert len(arrays["density"]) == 96 == len(mean["density"])
same = lambda a, b: a == b or (a != a and b != b)
for i in range(96):
    assert same(arrays["density"][i][0], mean["density"][i]) and same(arrays["velocity"][i][2], mean["velocity_z"][i])
    assert same(arrays["stress_contact"][i][4], mean["stress_contact_yz"][i]) and same(arrays["stress_contact"][i][5], mean["stress_contact_xz"][i])
head, arrays = image("many/probes/height_000005.vti")
assert len(arrays["density"]) == 20 and "0.040000000000000001" in head
total = sum(value[0] for value in arrays["density"]) * volume / 20
assert near(total, region["mass"][5]), (total, region["mass"][5])
END

# In the plane.
cat >flat.yaml <<'END'
scree: 1
dimensions: 2
gravity: [0, -9.81 m/s^2]
domain: {low: [0, 0], high: [3 cm, 3 cm], boundary: {x: wall, y: wall}, material: m}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: none}}
shapes: {b: {ball: {radius: 1 mm}}}
grains: [{name: b, shape: b, material: m, packing: {law: random, count: 40, inside: domain}}]
run: {duration: 10 ms}
output: {every: 10 ms}
probes: {all: {law: field-series, cell: 5 mm}}
END
"$scree" run flat.yaml --out flat --quiet >/dev/null 2>&1 || complain 'the plane does not run'
says 0 'WholeExtent="0 6 0 6 0 0"' head -c 400 flat/probes/all_000001.vti
# The report plots what stands over one axis, and names what is spread over more.
says 0 'report.html' "$scree" report many
says 0 'spread over a plane or space' cat many/report.html
holds 'no plots of cells' bash -c '! grep -q "over x\." many/report.html'
verdict
