#!/bin/bash
# shape.sh BUILD - scree shape: the same L-shaped block from OBJ and PLY, its figures, its picture, and what is refused.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

points='0 0 0
2 0 0
2 1 0
1 1 0
1 2 0
0 2 0
0 0 1
2 0 1
2 1 1
1 1 1
1 2 1
0 2 1'
faces='1 2 8 7
2 3 9 8
3 4 10 9
4 5 11 10
5 6 12 11
6 1 7 12
7 8 9 10 11 12
6 5 4 3 2 1'
{ sed 's/^/v /' <<<"$points"; sed 's/^/f /' <<<"$faces"; } >block.obj
{
    printf 'ply\nformat ascii 1.0\nelement vertex 12\nproperty float x\nproperty float y\nproperty float z\n'
    printf 'element face 8\nproperty list uchar int vertex_indices\nend_header\n%s\n' "$points"
    awk '{ printf "%d", NF; for (i = 1; i <= NF; i++) printf " %d", $i - 1; print "" }' <<<"$faces"
} >block.ply
sed '$d' block.obj >open.obj

says 0 "usage: $scree shape" "$scree" shape --help
says 0 'volume +3e-09 m\^3' "$scree" shape block.obj --unit mm
says 0 'volume +2.4e-08 m\^3' "$scree" shape block.ply --unit mm --scale 2
says 0 'lengths in m \(--unit says otherwise\)' "$scree" shape block.ply
says 0 'centre of mass +\(0.833333333, 0.833333333, 0.5\) m' "$scree" shape block.obj
says 0 'inertia / density +\(0.833333333, 1.5, 1.83333333\) m\^5' "$scree" shape block.obj
says 0 'convex +no.*85.71 % of its convex hull' "$scree" shape block.obj
says 0 '20 triangles, 12 vertices, 30 edges, 8 flat faces, 1 shell' "$scree" shape block.obj
says 0 'picture +block.png' "$scree" shape block.obj --out block.png
holds 'a picture is written' test -s block.png
same 'the formats agree' "$("$scree" shape block.obj --json | grep -o '"body".*')" "$("$scree" shape block.ply --json | grep -o '"body".*')"
says 0 'note: no font can be read from /none, .* fonts-dejavu-core' env SCREE_FONT=/none "$scree" shape block.obj --out plain.png
holds 'a picture without the font is whole' test -s plain.png
holds 'its words are others' eval '! cmp -s block.png plain.png'
says 2 '^block.jpg: a PNG file would' "$scree" shape block.obj --out block.jpg
says 0 'picture +none; --out NAME.png draws it' "$scree" shape block.obj
{ sed 's/^/v /' <<<"$points"; echo 'v 2 1 0'; sed 's/^2 3 9 8$/2 13 9 8/; s/^/f /' <<<"$faces"; } >twice.obj
says 0 'repeated points +1 where another one stands' "$scree" shape twice.obj
says 0 '"points_repeated": 1,.*"volume": (3|2.9999999)' "$scree" shape twice.obj --json
"$scree" shape block.obj --unit cm --json >json || complain 'shape --json fails'
same 'one line' "$(wc -l <json)" 1
python3 - <<'END' || complain "shape --json is not what it should be: $(cat json)"
import json
d = json.load(open("json"))
b = d["body"]
assert d["sound"] and d["format"] == "OBJ" and d["unit"] == "cm" and d["surface"]["faces_cut"] == 8
assert abs(b["volume"] / 3e-6 - 1) < 1e-14 and not b["convex"] and abs(b["share_of_hull"] - 6 / 7) < 1e-12
far = ((2 - 5 / 6) ** 2 + (5 / 6) ** 2 + 0.25) ** 0.5
assert abs(b["bounding_radius"] / (1e-2 * far) - 1) < 1e-14 and d["surface"]["spots"] == []
END

says 2 'open.obj: the surface is open: 6 edges have one face only.*close the holes' "$scree" shape open.obj
says 2 'spots +open edge: \(0, 0, 0\) to \(2, 0, 0\) m' "$scree" shape open.obj
says 2 'picture +open.png' "$scree" shape open.obj --out open.png
"$scree" shape open.obj --json >json 2>err
python3 - <<'END' || complain "shape --json of a fault is not what it should be: $(cat json)"
import json
d = json.load(open("json"))
assert not d["sound"] and d["surface"]["open_edges"] == 6 and "open" in d["fault"]["what"] and len(d["surface"]["spots"]) == 6
END
# An open surface is no body, and a good wall.
says 2 'as a wall +good as it stands: 16 facets read.*' "$scree" shape open.obj
says 2 'close the holes .*; as a wall the mesh is good as it stands, see --wall' "$scree" shape open.obj
says 0 'as a wall +good as it stands: 16 facets' "$scree" shape open.obj --wall --out wall.png
"$scree" shape open.obj --wall >out 2>&1
grep -qi 'fault\|as a body\|volume' out && complain "a good wall is called faulty: $(cat out)"
holds 'a picture of the wall is written' test -s wall.png
says 0 'box +from \(0, 0, 0\) to \(0.002, 0.002, 0.001\) m' "$scree" shape open.obj --wall --unit mm
"$scree" shape open.obj --wall --json >json 2>err
python3 - <<'END' || complain "shape --wall --json is not what it should be: $(cat json)"
import json
d = json.load(open("json"))
assert d["sound"] and not d["wall"]["closed"] and d["wall"]["open_edges"] == 6 and "body" not in d and "fault" not in d
END
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 2 1 3\n' >sheets.obj
says 0 'as a wall +good as it stands: 3 facets read, 2 triangles' "$scree" shape sheets.obj --wall
says 2 'mix.yaml: |unit, scale, tolerance and wall are for files' "$scree" shape case.yaml a --wall
says 2 "the unit 'furlong' is unknown \(say m, cm, mm, um, in or ft\)" "$scree" shape block.obj --unit furlong
says 2 'is not a number of at least' "$scree" shape block.obj --scale 0
says 2 'no-such.stl: cannot open the mesh' "$scree" shape no-such.stl
says 2 'argument is missing' "$scree" shape
says 2 'block.obj.txt: neither STL nor PLY' sh -c "cp block.obj block.obj.txt; '$scree' shape block.obj.txt"

# What a case says of its shapes.
cat >case.yaml <<'END'
scree: 1
gravity: 0
domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m]}
materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz}, tangential: none}}
shapes:
  ring: {clump: {ring: {balls: 6, radius: 2 mm, ball_radius: 1 mm}}}
  filled: {clump: {fill: {file: block.obj, unit: mm, balls_most: 10}}}
  bead: {ball: {radius: {distribution: uniform, from: 1 mm, to: 3 mm}}}
grains:
  - {name: a, shape: ring, material: glass, packing: {law: random, count: 3}}
  - {name: b, shape: bead, material: glass, packing: {law: random, count: 3}}
run: {duration: 1 us}
END
says 0 'case.yaml:8:26: note: filled with 10 balls: 32.8 % of the volume is left out' "$scree" check case.yaml
says 0 'ring: clump of 6 balls; volume 3.94784e-08 m\^3, mass 9.8696e-05 kg of glass' "$scree" check case.yaml
says 0 'bead: ball, radius 0.001 to 0.003 m, in the middle; volume 3.35103e-08 m\^3' "$scree" check case.yaml
"$scree" check case.yaml --json >json 2>err
python3 - <<'END' || complain "check --json of shapes is not what it should be: $(cat json)"
import json, math
ring, filled, bead = json.load(open("json"))["shapes"]
assert ring["form"] == "clump" and ring["balls"] == 6 and ring["meeting"] is None and ring["vertices"] == 0
assert abs(ring["mass"] / (2500 * 2 * math.pi ** 2 * 2e-9) - 1) < 1e-14 and ring["bounding_radius"] == 0.003
assert filled["mass"] is None and abs(filled["volume"] / 3e-9 - 1) < 1e-12 and filled["balls"] == 10
assert bead["form"] == "ball" and abs(bead["inertia_per_density"][0] / (4e-6 * 0.4 * bead["volume"]) - 1) < 1e-14
END

# Grains of all forms meet, and the case that the run leaves gives the same bits.
cat >mix.yaml <<'END'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0 mm, 0 mm, 0 mm], high: [24 mm, 24 mm, 60 mm], boundary: {x: wall, y: wall, z: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}}
shapes:
  block: {polyhedron: {file: block.obj, unit: mm, scale: 2}}
  round: {spheropolyhedron: {file: block.obj, unit: mm, radius: 0.5 mm, weights: sum}}
  die: {polyhedron: {builder: {platonic: cube, size: 3 mm}}}
  rod: {spheropolyhedron: {vertices: [[0 m, 0 m, 0 m], [4 mm, 0 m, 0 m]], radius: 1 mm}}
  ring: {clump: {ring: {balls: 6, radius: 2 mm, ball_radius: 1 mm}}}
  bead: {ball: {radius: 1.5 mm}}
grains:
  - {name: a, shape: block, material: glass, turn: [0, 0, 1 rad], packing: {law: random, count: 3, low: [4 mm, 4 mm, 4 mm], high: [20 mm, 20 mm, 56 mm]}}
  - {name: b, shape: round, material: glass, packing: {law: random, count: 3, low: [4 mm, 4 mm, 4 mm], high: [20 mm, 20 mm, 56 mm]}}
  - {name: c, shape: die, material: glass, packing: {law: random, count: 3, low: [4 mm, 4 mm, 4 mm], high: [20 mm, 20 mm, 56 mm]}}
  - {name: d, shape: rod, material: glass, packing: {law: random, count: 3, low: [4 mm, 4 mm, 4 mm], high: [20 mm, 20 mm, 56 mm]}}
  - {name: e, shape: ring, material: glass, packing: {law: random, count: 3, low: [4 mm, 4 mm, 4 mm], high: [20 mm, 20 mm, 56 mm]}}
  - {name: f, shape: bead, material: glass, packing: {law: random, count: 3, low: [4 mm, 4 mm, 4 mm], high: [20 mm, 20 mm, 56 mm]}}
run: {duration: 80 ms}
END
cat >flat.yaml <<'END'
scree: 1
dimensions: 2
gravity: [0, -9.81 m/s^2]
domain: {low: [0 mm, 0 mm], high: [30 mm, 30 mm], boundary: {x: wall, y: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: linear, stiffness: 1e6 N/m, restitution: 0.5}, tangential: none}}
shapes:
  rice: {spheropolygon: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm]], radius: 0.5 mm}}
  hook: {spheropolygon: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm], [3 mm, 3 mm], [2 mm, 1 mm]], radius: 0.3 mm}}
  leaf: {clump: {fill: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm], [0 mm, 3 mm]], radius: 0.3 mm, spacing: 0.4 mm}}}
grains:
  - {name: a, shape: rice, material: glass, packing: {law: random, count: 10}}
  - {name: b, shape: hook, material: glass, packing: {law: random, count: 10}}
  - {name: c, shape: leaf, material: glass, packing: {law: random, count: 5}}
run: {duration: 80 ms}
END
for name in mix flat; do
    "$scree" run "$name.yaml" --out "$name" --threads 1 >out 2>&1 || complain "the run of $name.yaml fails: $(cat out)"
    first=$(grep -o 'state hash .*' out)
    "$scree" run "$name/case.yaml" --out "$name-again" --threads 1 >out 2>&1 || complain "the resolved $name.yaml fails: $(cat out)"
    same "$name: the resolved case gives the same bits" "$(grep -o 'state hash .*' out)" "$first"
done

# Every line of `list shapes` is a shape of a case.
says 0 'bean: +\{clump: \{ellipsoid' "$scree" list shapes
says 0 'rice: +\{spheropolygon' "$scree" list shapes
"$scree" list shapes | grep '^  ' >lines
cp block.obj stone.obj
{ sed '/^shapes/,$d' case.yaml; echo shapes:; grep -v 'spheropolygon\|leaf' lines; } >space.yaml
{ echo 'dimensions: 2'; sed '/^shapes/,$d; s/, 0 m\], high/], high/; s/1 m\]}/1 m]}/' case.yaml; echo shapes:; grep 'spheropolygon\|leaf' lines; } >plane.yaml
for name in space plane; do
    printf 'grains: [{name: a, shape: %s, material: glass, packing: {law: random, count: 1}}]\nrun: {duration: 1 us}\n' \
        "$(tail -n 1 $name.yaml | sed 's/^ *//; s/:.*//')" >>$name.yaml
    "$scree" check $name.yaml --json >json 2>err || complain "a shape of list shapes is none: $(cat err)"
    same "$name: all shapes are read" "$(grep -o '"form"' json | wc -l)" "$(grep -c '^  ' $name.yaml)"
done

# One shape of a case.
says 0 'block: polyhedron, 12 vertices, 18 edges, 8 faces, meets as a solid; volume 2.4e-08 m\^3' "$scree" shape mix.yaml block
says 0 'contact radius +0.001 m' "$scree" shape mix.yaml rod
says 0 'centre of mass +\(0.002, 0, 0\) m' "$scree" shape mix.yaml rod
says 0 'centre of mass +\(0.0015, 0, 0\) m' "$scree" shape flat.yaml rice
says 0 'centre of mass +\(0.001, -0.002, 0\) m' "$scree" shape mix.yaml bead --set shapes.bead='{clump: {balls: [{at: [1 mm, -2 mm, 0 m], radius: 1.5 mm}]}}'
says 0 'centre of mass +\(0.001, -0.002, 0\) m' "$scree" shape mix.yaml bead --set shapes.bead='{spheropolyhedron: {vertices: [[1 mm, -2 mm, 0 m]], radius: 1.5 mm}}'
says 0 'centre of mass +\(0, 0, 0\) m' "$scree" shape mix.yaml bead
says 0 'picture +hook.png' "$scree" shape flat.yaml hook --out hook.png
holds 'a picture of it is written' test -s hook.png
says 2 "there is no shape 'blok' \(did you mean 'block'" "$scree" shape mix.yaml blok
says 2 "there is no shape 'sphere' \(there are: rice, hook, leaf" "$scree" shape flat.yaml sphere
says 2 'mix.yaml: a case may have several shapes \(name a shape behind the case' "$scree" shape mix.yaml
says 2 'unit, scale, tolerance and wall are for files' "$scree" shape mix.yaml block --unit mm
says 0 'contact radius +0.002 m' "$scree" shape mix.yaml rod --set shapes.rod.spheropolyhedron.radius='2 mm'
says 0 'volume 3e-09 m\^3' "$scree" shape mix.yaml block --set shapes.block.polyhedron.scale=1 --set run.duration='1 ms'
says 2 'shapes.rod.spheropolyhedron.*radus' "$scree" shape mix.yaml rod --set shapes.rod.spheropolyhedron.radus='2 mm'
says 2 '--set is for cases \(name a shape' "$scree" shape block.obj --set run.duration='1 ms'
"$scree" shape mix.yaml block --json >json 2>err
"$scree" shape block.obj --unit mm --scale 2 --json >file 2>>err
"$scree" shape flat.yaml leaf --json >leaf 2>>err
python3 - <<'END' || complain "shape --json of a case is not what it should be: $(cat json)"
import json
s = json.load(open("json"))["shape"]
assert s["name"] == "block" and s["meeting"] == "solid" and abs(s["mass"] / 6e-5 - 1) < 1e-12 and s["faces"] == 8
assert abs(sum(x * x for x in s["principal_axes"]) - 1) < 1e-14 and abs(s["principal_axes"][0]) < 0.93
file = json.load(open("file"))["body"]["centre"]
assert max(abs(a - b) for a, b in zip(s["centre"], file)) < 1e-15 and s["centre"][0] > 1e-3
x, y, z = json.load(open("leaf"))["shape"]["centre"]  # of the triangle that is filled
assert abs(x - 1e-3) < 1e-12 and abs(y - 1e-3) < 1e-12 and z == 0
END
verdict
