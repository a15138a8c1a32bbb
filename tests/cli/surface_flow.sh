#!/bin/bash
# surface_flow.sh BUILD - flow through surfaces of triangles, counted in every step: as much as through a plane and into a region, for balls and clumps, with
# both solvers, over periodic borders, through corners and edges to the bit; the same for any number of threads and parts, over an interruption; by set.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

mkdir meshes
python3 - <<'END'
import math
def write(name, facets):
    with open("meshes/" + name, "w") as out:
        print("solid s", file=out)
        for facet in facets:
            print("facet normal 0 0 0\nouter loop\n" + "\n".join("vertex %.17g %.17g %.17g" % point for point in facet) + "\nendloop\nendfacet", file=out)
        print("endsolid s", file=out)
def sheet(height, n, low, high):
    at = lambda i: low + (high - low) * i / n
    point = lambda i, j: (at(i), at(j), height(at(i), at(j)))
    for i in range(n):
        for j in range(n):
            yield point(i, j), point(i + 1, j), point(i + 1, j + 1)
            yield point(i, j), point(i + 1, j + 1), point(i, j + 1)
# Millimetres. A sheet of squares whose corners and diagonals lie under the lattice of the grains, and one with waves.
write("flat.stl", sheet(lambda x, y: 0, 8, -4, 4))
write("waves.stl", sheet(lambda x, y: 1.5 * math.sin(x) * math.cos(1.3 * y), 40, -12, 12))
# A sphere that looks outwards.
def ball(n, radius):
    def point(i, j):
        polar, around = math.pi * i / n, 2 * math.pi * (j % (2 * n)) / (2 * n)
        return tuple(radius * c for c in (math.sin(polar) * math.cos(around), math.sin(polar) * math.sin(around), math.cos(polar)))
    for i in range(n):
        for j in range(2 * n):
            if i > 0:
                yield point(i, j), point(i + 1, j), point(i, j + 1)
            if i < n - 1:
                yield point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)
write("ball.stl", ball(12, 6))
END

# Grains fall through a sheet, some through its corners and edges; others fall beside it.
cat >fall.yaml <<'END'
scree: 1
gravity: [0, 0, -10 m/s^2]
domain: {low: [-10 mm, -10 mm, -50 mm], high: [10 mm, 10 mm, 50 mm]}
materials: {m: {density: 2000 kg/m^3, young: 50 kPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: {law: none}}}
shapes: {b: {ball: {radius: 0.2 mm}}}
grains:
  - {name: through, shape: b, material: m, packing: {law: lattice, spacing: [0.5 mm, 0.5 mm, 1 mm], counts: [13, 13, 1], origin: [-3 mm, -3 mm, 5 mm]}}
  - {name: again, shape: b, material: m, velocity: [0, 0, 0.3 m/s], packing: {law: lattice, spacing: [1 mm, 1 mm, 1 mm], counts: [7, 7, 1], origin: [-3 mm, -3 mm, -2 mm]}}
  - {name: beside, shape: b, material: m, packing: {law: lattice, spacing: [1 mm, 1 mm, 1 mm], counts: [4, 13, 1], origin: [5 mm, -6 mm, 5 mm]}}
run: {duration: 90 ms, step: 20 us}
output: {every: 100 ms}
probes:
  all: {law: surface-flow, file: meshes/flat.stl, unit: mm, every: 1 ms}
  through: {law: surface-flow, file: meshes/flat.stl, unit: mm, set: through, every: 90 ms}
  often: {law: surface-flow, file: meshes/flat.stl, unit: mm, set: again, every: 20 us}
  again: {law: surface-flow, file: meshes/flat.stl, unit: mm, set: again, every: 90 ms}
  over: {law: surface-flow, file: meshes/flat.stl, unit: mm, along_z: [0, 0, -1], set: through, every: 90 ms}
END
"$scree" run fall.yaml --out fall --threads 1 --quiet >/dev/null 2>out || complain "the grains do not fall: $(cat out)"
holds 'what falls through' python3 - <<'END'
import csv, math
mass = 2000 * 4 / 3 * math.pi * 0.2e-3 ** 3
def rows(name):
    with open("fall/probes/%s.csv" % name) as file:
        return [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
last = lambda name: rows(name)[-1]
near = lambda a, b: abs(a - b) <= 1e-9 * abs(b)
through, all_, over = last("through"), last("all"), last("over")
# along the normals, which point upwards
assert through[4] == -169 and near(through[5], -169 * mass) and near(through[3], -169 * mass / 0.09) and near(through[6], -169 / 0.09), through
assert over[4] == 169, over
# Those thrown up have gone through it twice, up and down; seen now and then it is none, seen often there and back.
assert last("again")[4] == 0 and last("again")[1] == 0, last("again")
assert max(row[4] for row in rows("often")) == 49 and last("often")[4] == 0
assert all_[4] == -169 and sum(row[1] for row in rows("all")) == -169
END

# A gas of balls and clumps in a box that is periodic along x and y: planes, waves from border to border, a ball inside.
cat >gas.yaml <<'END'
scree: 1
gravity: [0, 0, 0]
domain: {low: [-10 mm, -10 mm, -10 mm], high: [10 mm, 10 mm, 10 mm], boundary: {x: periodic, y: periodic, z: periodic}}
materials: {m: {density: 2000 kg/m^3, young: 2 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: {law: none}}}
shapes:
  b: {ball: {radius: 0.5 mm}}
  t: {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 0.5 mm}, {at: [0.8 mm, 0 mm, 0 mm], radius: 0.5 mm}]}}
regions: {inner: {mesh: {file: meshes/ball.stl, unit: mm}}}
grains:
  - {name: b, shape: b, material: m, velocity: [0.7 m/s, 0.3 m/s, 1 m/s], packing: {law: random, count: 120, seed: 1}}
  - {name: t, shape: t, material: m, velocity: [-0.9 m/s, 0.4 m/s, -0.8 m/s], packing: {law: random, count: 60, seed: 2}}
run: {duration: 40 ms, step: 10 us, deepest_overlap: 0.7}
output: {every: 100 ms, contacts: true}
probes:
  sheet: {law: surface-flow, file: meshes/waves.stl, unit: mm, every: 0.5 ms}
  clumps: {law: surface-flow, file: meshes/waves.stl, unit: mm, set: t, every: 0.5 ms}
  flat: {law: surface-flow, file: meshes/flat.stl, unit: mm, scale: 3, every: 0.5 ms}
  plane: {law: flow-rate, axis: z, at: 0 mm, every: 0.5 ms}
  ball: {law: surface-flow, file: meshes/ball.stl, unit: mm, every: 0.5 ms}
  into: {law: flow-rate, into: inner, every: 0.5 ms}
  below: {law: region, low: [-10 mm, -10 mm, -10 mm], high: [10 mm, 10 mm, 0 mm], every: 0.5 ms}
END
"$scree" run gas.yaml --out one --threads 1 --quiet >/dev/null 2>out || complain "the gas does not run: $(cat out)"
"$scree" run gas.yaml --out many --threads 2 --parts 3 --quiet >/dev/null 2>&1 || complain 'the gas does not run in parts'
"$scree" run gas.yaml --out shared --threads 1 --ranks 3 --quiet >/dev/null 2>out || complain "the gas does not run on ranks: $(cat out)"
"$scree" run gas.yaml --out cut --set run.duration='17.3 ms' --quiet >/dev/null 2>&1
mv meshes gone
"$scree" resume cut --set run.duration='40 ms' --threads 2 --quiet >/dev/null 2>out || complain "the gas does not go on: $(cat out)"
mv gone meshes
"$scree" run gas.yaml --out rigid --set solver=nonsmooth --set run.step='100 us' --threads 2 --quiet >/dev/null 2>out || complain "the gas does not run by impulses: $(cat out)"
for probe in sheet clumps flat ball; do
    holds "on ranks: $probe" cmp "one/probes/$probe.csv" "shared/probes/$probe.csv"
    holds "in parts: $probe" cmp "one/probes/$probe.csv" "many/probes/$probe.csv"
    holds "gone on: $probe" cmp "one/probes/$probe.csv" "cut/probes/$probe.csv"
done
holds 'as through a plane and into a region' python3 - <<'END'
import csv
def column(run, name, at):
    with open("%s/probes/%s.csv" % (run, name)) as file:
        return [float(row[at]) for row in list(csv.reader(file))[1:]]
for run in "one", "rigid":
    for at in 1, 2, 4, 5:
        flat, plane = column(run, "flat", at), column(run, "plane", at)
        assert all(abs(a - b) <= 1e-9 * abs(b) + 1e-12 for a, b in zip(flat, plane)) and len(flat) == len(plane) == 81, (run, at)
        out, into = column(run, "ball", at), column(run, "into", at)
        assert all(abs(a + b) <= 1e-9 * abs(b) + 1e-12 for a, b in zip(out, into)), (run, at, out, into)
    assert max(map(abs, column(run, "plane", 4))) > 20 and max(map(abs, column(run, "ball", 4))) > 3
    # What is between the waves and the plane comes and goes, and is not more than can be there.
    waves, plane = column(run, "sheet", 4), column(run, "plane", 4)
    assert any(a != b for a, b in zip(waves, plane)) and all(abs(a - b) < 40 for a, b in zip(waves, plane)), run
    assert column(run, "clumps", 4)[-1] * column(run, "sheet", 4)[-1] != 0
END
says 2 "'surface-flow' looks at every step, which only a run sees" "$scree" measure one --set probes.other='{law: surface-flow, file: meshes/flat.stl, unit: mm}'
says 2 "cannot|no such|not there|does not exist|meshes/none.stl" "$scree" check gas.yaml --set probes.flat.file=meshes/none.stl
says 2 "there are no grains called 'x'" "$scree" check gas.yaml --set probes.flat.set=x
verdict
