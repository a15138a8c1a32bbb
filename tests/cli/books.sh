#!/bin/bash
# label: quick
# books.sh BUILD - a run whose energy books miss more than a hundredth says so, with the worst contact; one whose shapes
# have a potential does not. `check` names what has none, and why,
# and walls with edges.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/horseshoes.yaml" case.yaml

says 0 '^warning: the energy books miss [0-9.]+ % of what was turned over \(.* J\), most at (grains|wall) ' \
    "$scree" run case.yaml --out gains --threads 1
holds 'the warning stands in the log' grep -q 'warning: the energy books miss' gains/log.txt
sed 's/, meeting: solid//' case.yaml >potential.yaml
says 0 '^energy: .* of what was turned over' "$scree" run potential.yaml --out keeps --threads 1
holds 'no warning of the potential' bash -c '! grep -q "books miss" keeps/log.txt'

# A plate that goes up and down by a table: its velocity jumps at each row, unless it is cubic.
awk 'BEGIN { print "t,x,y,z"; for (i = 0; i <= 400; i++) printf "%.4f,0,0,%.9f\n", i * 1e-3, 2e-3 * sin(6.283185307 * 10 * i * 1e-3) }' >shaken.csv
cat >shaken.yaml <<'CASE'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}
materials: {m: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz}, tangential: {law: none}}}
shapes: {s: {ball: {radius: 1 cm}}}
walls: {plate: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, drive: {law: table, file: shaken.csv}}}
grains: [{name: g, shape: s, material: m, packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [0, 0, 9.99 mm]}}]
run: {duration: 0.4 s, step: 160 us, ledger: true}
CASE
says 0 'take a shorter step, and `interpolation: cubic` of wall `plate`, whose velocity jumps at each row' "$scree" run shaken.yaml --out shaken --threads 1
says 0 '^energy' "$scree" run shaken.yaml --out cubic --threads 1 --set walls.plate.drive.interpolation=cubic
holds 'no warning of what is smooth' bash -c '! grep -q "books miss" cubic/log.txt'

says 0 'contacts of `g` may gain or lose energy: its `meeting` is no potential' \
    bash -c "'$scree' check case.yaml | tr -s ' \n' ' '"
says 0 'contacts of `g` may gain or lose energy: `weights: shared` is no potential' \
    bash -c "sed 's/meeting: solid/weights: shared/' case.yaml > shared.yaml; '$scree' check shared.yaml | tr -s ' \n' ' '"
sed 's/^shapes:/walls: {block: {material: m, box: {low: [3 cm, 3 cm, 0 cm], high: [4 cm, 4 cm, 1 cm], side: outside}}}\nshapes:/' \
    shared.yaml >block.yaml
says 0 'grains with corners at wall `block` may gain or lose energy: its edges and corners push by no potential' \
    bash -c "'$scree' check block.yaml | tr -s ' \n' ' '"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >sheet.obj
cat >sheet.yaml <<'CASE'
scree: 1
gravity: [0, 0, 0]
domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz}, tangential: {law: none}}}
shapes: {s: {spheropolyhedron: {builder: {platonic: cube, size: 6 cm}, radius: 1 cm}}}
walls: {sheet: {material: m, mesh: {file: sheet.obj, unit: m}}}
grains: [{name: g, shape: s, material: m, packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [0.2 m, 0.2 m, 0.2 m]}}]
run: {duration: 1 ms, step: auto}
CASE
sed 's/spheropolyhedron/polyhedron/; s/, radius: 1 cm//' sheet.yaml >sharp.yaml
holds 'rounded grains have a potential at a mesh' bash -c "'$scree' check sheet.yaml >said && ! grep -q 'may gain' said"
holds 'so have sharp ones' bash -c "'$scree' check sharp.yaml >said && ! grep -q 'may gain' said"
holds 'nothing is said of a potential' bash -c "! '$scree' check potential.yaml | grep -q 'may gain'"
# Grains that grow and yield by moduli; where the law is of given stiffness, or radii stay, nothing is said.
sed -i 's/drive: {law: table, file: shaken.csv}//; s/, }/}/; s/material: m, packing/material: m, growth: {rate: 1\/s}, packing/' shaken.yaml
says 0 'contacts of `s` may gain or lose energy: its radii change, and with them what contacts that have yielded store' \
    bash -c "'$scree' check shaken.yaml --set 'pairs.default.normal={law: thornton, yield_pressure: 1 MPa}' | tr -s ' \n' ' '"
holds 'nothing of springs' bash -c "! '$scree' check shaken.yaml | grep -q 'may gain'"
verdict
