#!/bin/bash
# depths.sh BUILD - what check says of how deep contacts get comes true: a run with a limit just below it stops, one with
# a limit just above it goes on. In impacts, under a pressed lid, under the layers of a pile.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

# forecast CASE WHAT [OPTIONS] - impact or load, in parts of the radius
forecast() {
    local case=$1 what=$2
    shift 2
    "$scree" check "$case" --threads 1 --json "$@" 2>/dev/null | python3 -c "import json, sys; print(json.load(sys.stdin)['overlap']['$what'])"
}
times() { python3 -c "print($1 * $2)"; }

# One ball falls on a floor, with three laws; the case of `scree new minimal` is not warned of.
"$scree" new minimal drop >out
says 0 '^overlaps +up to 0.[0-9]+ of the radius in impacts at 2\.[0-9]+ m/s' "$scree" check drop --threads 1 --set output.every=0
grep -q 'warning' out && complain "a good case is warned of: $(cat out)"
for law in '{law: hertz, restitution: 0.8}' '{law: linear, stiffness: 20 kN/m, restitution: 0.5}' \
    '{law: walton-braun, stiffness: 20 kN/m, restitution: 0.6}'; do
    set=(--set "pairs.default.normal=$law" --set pairs.default.tangential=none --set "run={duration: 0.4 s}")
    deep=$(forecast drop impact "${set[@]}")
    low=$(times "$deep" 0.95)
    high=$(times "$deep" 1.05)
    says 3 'overlap' "$scree" run drop --threads 1 --out low --force --quiet "${set[@]}" --set run.deepest_overlap="$low"
    holds 'a run with a higher limit' "$scree" run drop --threads 1 --out high --force --quiet "${set[@]}" --set run.deepest_overlap="$high"
    says 0 '^warning: contacts of rubber and rubber may get .* of the radius deep in impacts at .*run.deepest_overlap' \
        "$scree" check drop --threads 1 --quiet "${set[@]}" --set run.deepest_overlap="$low"
    holds 'check with a higher limit' "$scree" check drop --threads 1 --quiet "${set[@]}" --set run.deepest_overlap="$high"
    [ ! -s out ] || complain "a depth that is not reached is warned of: $(cat out)"
done

# A heavy ball falls on light ones that lie on a floor: they are caught, and get deeper than in any impact of two.
cat >caught.yaml <<'END'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [-10 cm, -10 cm, -20 cm], high: [10 cm, 10 cm, 40 cm]}
materials: {soft: {density: 1100 kg/m^3, young: 200 kPa, poisson: 0.3}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.5}}}
shapes: {small: {ball: {radius: 4 mm}}, large: {ball: {radius: 15 mm}}}
walls: {floor: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}
grains:
  - {name: light, shape: small, material: soft, packing: {law: lattice, counts: [5, 5, 1], spacing: [8.2 mm, 8.2 mm, 8 mm], origin: [-16.4 mm, -16.4 mm, 4 mm]}}
  - {name: heavy, shape: large, material: soft, packing: {law: lattice, counts: [1, 1, 1], spacing: [4 cm, 4 cm, 4 cm], origin: [0, 0, 8 cm]}}
run: {duration: 0.15 s}
END
deep=$(forecast caught.yaml impact)
says 3 'overlap' "$scree" run caught.yaml --threads 1 --out a --force --quiet --set run.deepest_overlap="$(times "$deep" 0.5)"
holds 'a heavy ball with a higher limit' "$scree" run caught.yaml --threads 1 --out b --force --quiet --set run.deepest_overlap="$(times "$deep" 1.5)"
says 0 '^warning: contacts of soft and soft may get .* of the radius deep in impacts at .* m/s, caught between a wall and a grain of 0.016 kg' \
    "$scree" check caught.yaml --threads 1 --quiet --set run.deepest_overlap="$(times "$deep" 0.9)"

# A lid is pressed on a bed: the load of one contact is told within a factor of two.
cat >press.yaml <<'END'
scree: 1
gravity: 0
domain: {low: [0 m, 0 m, 0 m], high: [8 mm, 8 mm, 20 mm], boundary: {x: wall, y: wall, z: wall}, material: soft}
materials: {soft: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.3}}
pairs: {default: {normal: {law: hertz, restitution: 0.2}, tangential: none}}
shapes: {bead: {ball: {radius: 1 mm}}}
walls:
  lid: {material: soft, plane: {point: [0 m, 0 m, 8.2 mm], normal: [0, 0, -1]}, drive: {law: force, axis: [0, 0, 1], force: -4 N, mass: 0.01 kg, damping: 20 N s/m}}
grains: [{name: bed, shape: bead, material: soft, packing: {law: lattice, counts: [4, 4, 4], spacing: [2 mm, 2 mm, 2 mm], origin: [1 mm, 1 mm, 1 mm]}}]
run: {duration: 60 ms}
END
deep=$(forecast press.yaml load)
says 3 'overlap' "$scree" run press.yaml --threads 1 --out a --force --quiet --set run.deepest_overlap="$(times "$deep" 0.5)"
holds 'a press with a higher limit' "$scree" run press.yaml --threads 1 --out b --force --quiet --set run.deepest_overlap="$(times "$deep" 1.2)"
says 0 '^warning: contacts of soft and soft may get .* of the radius deep under a load of ' \
    "$scree" check press.yaml --threads 1 --quiet --set run.deepest_overlap="$(times "$deep" 0.9)"

# What is much too stiff, by a wrong unit, hardly gives way; it was told to get all of the radius deep.
holds 'a stiff press' "$scree" check press.yaml --threads 1 --quiet --set materials.soft.young='1e30 Pa'
[ ! -s out ] || complain "a press of 1e30 Pa is warned of: $(cat out)"
deep=$(forecast press.yaml load --set materials.soft.young='1e30 Pa')
holds 'its depth is small' python3 -c "assert 0 <= $deep < 1e-9"

# The nonsmooth solver knows no depth of impacts.
same 'no impacts there' "$(forecast drop impact --set solver=nonsmooth)" 0
says 0 'no depth stops the run' bash -c '"$0" check drop --threads 1 --set run.deepest_overlap=none | tr -s "\n " " "' "$scree"
verdict
