#!/bin/bash
# label: quick
# energy_summary.sh BUILD - the residual of the energy ledger can be made from the terms in summary.json, of a cell that
# deforms as well.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cat >case.yaml <<'CASE'
scree: 1
gravity: 0
domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 4 cm], boundary: {x: periodic, y: periodic, z: periodic}}
materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, friction: 0.4}}}
shapes: {b: {ball: {radius: 3 mm}}}
grains: [{name: g, shape: b, material: m, velocity: [0.1 m/s, 0 m/s, 0 m/s], packing: {law: random, count: 150, inside: domain, seed: 3}}]
cell: {rate: {xx: -5/s, xy: 20/s}}
run: {duration: 20 ms, ledger: true}
CASE
says 0 'unaccounted for' "$scree" run case.yaml --out run --threads 1
holds 'the residual is the sum of the terms' python3 -c "
import json
e = json.load(open('run/summary.json'))['energy']
now = e['kinetic'] + e['gravitational'] + e['elastic']
lost = e['friction'] + e['damping'] + e['rolling'] + e['plastic'] + e['drag']
came = e['walls'] + e['cell'] + e['growth'] + e['added'] - e['removed'] + e['start']
assert e['cell'] > 0.01 * e['turned_over'] and e['start'] > 0
assert abs(now + lost - came - e['residual']) < 1e-12 * e['turned_over'], (now + lost - came, e['residual'])"
verdict
