#!/bin/bash
# speeds.sh BUILD - the step of `auto` goes by the speeds that the case will have: of a fall to the floor, of a wall that
# a force pushes, and by the mass of that wall; check compares the solvers by what a gas has to do; dashpots that are
# too strong for a step are told.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

# number CASE PATH [OPTIONS] - a number of check's report
number() {
    local case=$1 path=$2
    shift 2
    "$scree" check "$case" --threads 1 --json "$@" 2>/dev/null | python3 -c "
import functools, json, sys
print(functools.reduce(lambda o, key: o[key], '$path'.split('.'), json.load(sys.stdin)))"
}
# about WORDS GOT WANTED TOLERANCE
about() {
    checks=$((checks + 1))
    python3 -c "import sys; sys.exit(not abs($2 / ($3) - 1) < $4)" || complain "$1: $2 is not $3"
}
speed() { number "$1" limit.impact_speed "${@:2}"; }

# One ball ten metres above a floor, under 10 m/s^2: sqrt(2 g h), on a plane, a tilted one, and the floor of the domain.
cat >drop.yaml <<'END'
scree: 1
gravity: {magnitude: 10 m/s^2, direction: [0, 0, -1]}
domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 11 m]}
materials: {soft: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.3}}
pairs: {default: {normal: {law: hertz, restitution: 0.9}, tangential: {law: viscous-coulomb, friction: 1000, damping: 0 N s/m}}}
shapes: {any: {ball: {radius: 2 mm}}}
walls: {floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}
grains: [{name: one, shape: any, material: soft, packing: {law: csv, file: one.csv}}]
run: {duration: 10 ms, step: auto, deepest_overlap: none}
output: {every: 0}
END
printf 'x,y,z,radius\n0,0,10,2e-3\n' >one.csv
about 'a fall to a plane' "$(speed drop.yaml)" '(2 * 10 * 10) ** 0.5' 0.01
about 'a fall to a slope' "$(speed drop.yaml --set walls.floor.plane.normal='[0, 3, 4]')" '(2 * 10 * 10) ** 0.5' 0.01
about 'a fall to the domain' "$(speed drop.yaml --set 'walls={}' --set domain.boundary.z=wall --set domain.material=soft)" \
    '(2 * 10 * 11) ** 0.5' 0.01
about 'the nonsmooth solver' "$(speed drop.yaml --set solver=nonsmooth)" '(2 * 10 * 10) ** 0.5' 0.01

# Dashpots: told at the beginning of a run and by check, with the pair; auto keeps below; weak ones are not spoken of.
strong=(--set pairs.default.tangential.damping='5 N s/m')
says 0 '^warning: the tangential dashpot of the pair soft, soft is too strong for the step 1e-05 s: .*auto gives' \
    "$scree" check drop.yaml --threads 1 --quiet "${strong[@]}" --set run.step='10 us'
says 0 'warning: the tangential dashpot of the pair soft, soft is too strong for the step 1e-05 s' \
    "$scree" run drop.yaml --threads 1 --quiet --out strong "${strong[@]}" --set run.step='10 us'
says 0 '`auto`' "$scree" check drop.yaml --threads 1 "${strong[@]}"
grep -q warning out && complain "auto is warned of: $(cat out)"
about 'a part of m*/3.5 c' "$(number drop.yaml longest_step "${strong[@]}")" '0.3 * 8.37758e-05 / 2 / (3.5 * 5)' 0.01
says 0 'beyond 1.2e-05 s it drives two bodies apart .* from 0.3 of that on the dashpots of all contacts of a grain do' \
    "$scree" check drop.yaml --threads 1 --quiet --set run.step='10 us' --set pairs.default.tangential.damping='1 N s/m'
holds 'a dashpot that is weak enough' "$scree" check drop.yaml --threads 1 --quiet --set run.step='10 us' --set pairs.default.tangential.damping='0.35 N s/m'
[ ! -s out ] || complain "a sound dashpot is warned of: $(cat out)"

# With Gear's scheme a fifth of that is too much for two bodies, and half of that fifth is what auto takes.
gear=(--set run.integrator=gear)
about 'a tenth of m*/3.5 c with gear' "$(number drop.yaml longest_step "${strong[@]}" "${gear[@]}")" '0.1 * 8.37758e-05 / 2 / (3.5 * 5)' 0.01
says 0 'beyond 2.39e-06 s it drives two bodies apart .* from 0.5 of that on they rebound too far .* another run.integrator than gear' \
    "$scree" check drop.yaml --threads 1 --quiet "${gear[@]}" --set run.step='1.5 us' --set pairs.default.tangential.damping='1 N s/m'
holds 'a dashpot that is weak enough for gear' "$scree" check drop.yaml --threads 1 --quiet "${gear[@]}" --set run.step='1.1 us' --set pairs.default.tangential.damping='1 N s/m'
[ ! -s out ] || complain "a dashpot that is sound with gear is warned of: $(cat out)"

# Without gravity, a lid of 0.1 kg pressed by 10 N from 10 mm above a ball: sqrt(2 F s/m), and twice that head-on.
cat >press.yaml <<'END'
scree: 1
gravity: 0
domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}
materials: {soft: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.3}}
pairs: {default: {normal: {law: hertz, restitution: 0.9}, tangential: none}}
shapes: {any: {ball: {radius: 2 mm}}}
walls:
  floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}
  lid: {material: soft, plane: {point: [0 m, 0 m, 14 mm], normal: [0, 0, -1]}, drive: {law: force, axis: [0, 0, -1], force: 10 N, mass: 0.1 kg}}
grains: [{name: one, shape: any, material: soft, packing: {law: csv, file: low.csv}}]
run: {duration: 10 ms, step: auto, deepest_overlap: none}
output: {every: 0}
END
printf 'x,y,z,radius\n0,0,2e-3,2e-3\n' >low.csv
for solver in smooth nonsmooth; do
    about "a pushed lid, $solver" "$(speed press.yaml --set solver=$solver)" '2 * (2 * 10 * 0.01 / 0.1) ** 0.5' 0.05
done
about 'a lid that is damped' "$(speed press.yaml --set walls.lid.drive.damping='50 N s/m')" '2 * 10 / 50' 0.01

# A wall that turns is as fast as the part of it that is farthest from the axis, however large the domain is; of a plane,
# which has no end, as the corner of the domain that is. Twice that head-on.
turned=(--set walls.lid.drive='{law: rotation, axis: [0, 0, 1], rate: 10 rad/s}')
cat >blade.obj <<'END'
v -30 -40 5
v 30 -40 5
v 0 20 5
f 1 2 3
END
blade='{material: soft, mesh: {file: blade.obj, unit: mm, position: [0 m, 0 m, 1 cm]}, drive: {law: rotation, axis: [0, 0, 1], rate: 10 rad/s}}'
drum='{material: soft, cylinder: {from: [0 m, 0 m, 0 m], to: [0 m, 0 m, 2 cm], radius: 3 cm, side: inside}, drive: {law: rotation, axis: [0, 0, 1], rate: 10 rad/s}}'
for size in '1 m' '7 m'; do
    large=(--set domain.high="[$size, $size, $size]" --set domain.low="[-$size, -$size, -$size]")
    about "a blade in $size" "$(speed press.yaml "${large[@]}" --set walls.lid="$blade")" '2 * 10 * 0.05' 1e-6
    about "a drum in $size" "$(speed press.yaml "${large[@]}" --set walls.lid="$drum")" '2 * 10 * 0.03' 1e-3
    about "a drum about another axis in $size" \
        "$(speed press.yaml "${large[@]}" --set walls.lid="$drum" --set walls.lid.drive.point='[7 cm, 0 m, 0 m]')" '2 * 10 * 0.1' 1e-3
    about "a plane in $size" "$(speed press.yaml "${large[@]}" "${turned[@]}")" "2 * 10 * 2 ** 0.5 * ${size% m}" 1e-6
done
about 'a drum that the domain cuts' \
    "$(speed press.yaml --set domain.low='[-1 cm, -1 cm, -1 m]' --set domain.high='[1 cm, 1 cm, 1 m]' --set walls.lid="$drum")" '2 * 10 * 2 ** 0.5 * 0.01' 1e-6

# A lid that is far lighter than the grains it lies on wants shorter steps: its impact with one ball of mass m lasts
# (m*/m)^(2/5) of that of the ball with a wall, 1/m* = 1/m + 1/M (that of two balls, by which the step goes otherwise, is
# 2^(1/5) shorter); the books of a bed under one close in the step of auto.
ball='2500 * 4 / 3 * 3.14159265 * 2e-3 ** 3'
about 'a light lid' "$(number press.yaml longest_step --set pairs.default.normal.restitution=1 --set walls.lid.drive.mass='1 mg' --set walls.lid.drive.damping='20 N s/m')" \
    "$(number press.yaml longest_step --set pairs.default.normal.restitution=1 --set walls.lid.drive.damping='20 N s/m' --set walls.lid.drive.mass='10 g' --set run.step=auto) * 2 ** 0.2 / (1 + $ball / 1e-6) ** 0.4" 0.01
says 0 'warning: wall `lid` is too light for the step 1.2e-05 s: it has 1e-06 kg for each of some 1 grains' \
    "$scree" check press.yaml --threads 1 --quiet --set walls.lid.drive.mass='1 mg' --set run.step='12 us' --set walls.lid.drive.damping='20 N s/m'
says 0 'since wall `lid` has only 1e-06 kg for each of some 1 grains' \
    bash -c '"$0" check press.yaml --threads 1 --set walls.lid.drive.mass="1 mg" --set walls.lid.drive.damping="20 N s/m" | tr -s "\n " " "' "$scree"
cat >lid.yaml <<'END'
scree: 1
gravity: {magnitude: 9.81 m/s^2, direction: [0, 0, -1]}
domain: {low: [0 m, 0 m, -1 cm], high: [2 cm, 2 cm, 10 cm], boundary: {x: periodic, y: periodic, z: open}}
materials: {soft: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}}
shapes: {any: {ball: {radius: 1.75 mm}}}
walls:
  floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}
  lid: {material: soft, plane: {point: [0 m, 0 m, 2 cm], normal: [0, 0, -1]}, drive: {law: force, axis: [0, 0, 1], force: -4 N, mass: 50 mg, damping: 2 N s/m}}
grains: [{name: bed, shape: any, material: soft, packing: {law: lattice, spacing: [4 mm, 4 mm, 4 mm], counts: [5, 5, 4], origin: [2 mm, 2 mm, 2.2 mm], jitter: 0.1 mm, seed: 3}}]
run: {duration: 30 ms, step: auto, ledger: true}
output: {every: 0}
END
"$scree" run lid.yaml --threads 1 --quiet --out lid 2>err
[ ! -s err ] || complain "the step of auto is warned of: $(cat err)"
holds 'the books of a bed under a light lid' python3 -c "
import json
e = json.load(open('lid/summary.json'))['energy']
assert abs(e['residual']) < 1e-3 * e['turned_over'], e"

# A gas of soft balls: few touch, and a step of the nonsmooth solver costs some 14 times as much, not 28.
cat >gas.yaml <<'END'
scree: 1
gravity: 0
domain: {low: [0 m, 0 m, 0 m], high: [0.15 m, 0.15 m, 0.15 m], boundary: {x: periodic, y: periodic, z: periodic}}
materials: {soft: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.95}, tangential: {law: mindlin, friction: 0.3}}}
shapes: {any: {ball: {radius: 2 mm}}}
grains: [{name: gas, shape: any, material: soft, packing: {law: csv, file: gas.csv}}]
run: {duration: 50 ms, step: auto}
output: {every: 0}
END
python3 -c "
import random
random.seed(1)
print('x,y,z,radius,vx,vy,vz')
for i in range(1728):
    place = [0.0125 * (i // 12 ** k % 12 + 0.5) for k in range(3)]
    print(*place, 2e-3, *[random.gauss(0, 0.3) for k in range(3)], sep=',')" >gas.csv
says 0 'The grains are a gas' bash -c '"$0" check gas.yaml --threads 1 | tr -s "\n " " "' "$scree"
about 'work in a gas' "$(number gas.yaml solvers.nonsmooth_work) / $(number gas.yaml solvers.smooth_work)" 14 0.25
same 'a bed is no gas' "$(number gas.yaml solvers.gas --set 'gravity={magnitude: 9.81 m/s^2, direction: [0, 0, -1]}')" False
same 'sticky grains gather' "$(number gas.yaml solvers.gas --set 'pairs.default.normal={law: jkr, work_of_adhesion: 0.1 J/m^2}')" False
verdict
