#!/bin/bash
# label: quick
# effort.sh BUILD - solver.csv, words and warnings of the nonsmooth solver; a run that is resumed leaves the same table.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
sed 's/^scree: 1$/&\nsolver: nonsmooth/; s/^run: {/&step: 0.25 ms, /' "$here/small.yaml" >case.yaml

# A row per frame but for that of the start; what it holds.
says 0 '^solver: [0-9.]+ sweeps a step through up to [0-9]+ layers; at most .* m/s were left over \(.* of what gravity does in a step\); the deepest overlap was .* m, .* diameters; beyond what laws want they were up to .* diameters' \
    "$scree" run case.yaml --out whole --threads 1
same 'head of solver.csv' "$(head -n 1 whole/solver.csv)" \
    'time [s],steps,contacts,sweeps_per_step,impact_sweeps,depth,warm,residual [m/s],residual_over_ah,overlap [diameters],overlap_error [diameters],impact_residual [m/s]'
holds 'rows of solver.csv' awk -F, '
    NR == 1 { next }
    { rows++; steps += $2; sweeps += $2 * $4; impacts += $5
      if ($1 < 0.005 * rows * (1 - 1e-9) || $1 > 0.005 * rows + 0.00026 || $2 != 20) exit bad = 1
      if ($4 < 1 || $7 < 0 || $7 > 1 || $11 > $10 || $8 < 0) exit bad = 1
      ah = 9.81 * 0.00025; if ($9 * ah > $8 * (1 + 1e-9) || $9 * ah < $8 * (1 - 1e-9)) exit bad = 1 }
    END { exit bad || rows != 12 || steps != 240 || impacts < 1 || sweeps < 4 * 240 }' whole/solver.csv
# The contacts of the last step are those of the last frame, but for the ones that have not touched yet or have just begun.
holds 'sums in summary.json' python3 -c "
import csv, json
rows = [list(map(float, r)) for r in list(csv.reader(open('whole/solver.csv')))[1:]]
s = json.load(open('whole/summary.json'))['solver']
assert s['steps'] == sum(r[1] for r in rows) == 240
assert abs(s['sweeps_per_step'] - sum(r[1] * r[3] for r in rows) / 240) < 1e-9
assert s['impact_sweeps'] == sum(r[4] for r in rows)
for key, k in (('depth', 5), ('residual', 7), ('overlap', 9), ('overlap_error', 10), ('impact_residual', 11)): assert s[key] == max(r[k] for r in rows), key
assert s['steps_looked_at'] == 30 and 0 < s['steps_with_impacts'] <= s['impact_sweeps'] and 0 <= s['steps_short_of_impact_sweeps'] <= s['steps_with_impacts']
assert s['contact_sweeps'] >= max(r[2] for r in rows) * 4"
grep -q 'solver: .* sweeps a step' whole/log.txt || complain 'the log does not tell of the solver'

# Stopped between two rows, resumed with other threads, and from the snapshot before: the same table, byte for byte.
holds 'the first part' "$scree" run case.yaml --out parts --threads 2 --quiet --set run.duration='28.2 ms'
[ "$(wc -l <parts/solver.csv)" = 6 ] || complain "the first part has $(wc -l <parts/solver.csv) lines"
holds 'the rest' "$scree" resume parts --threads 1 --quiet --set run.duration='60 ms'
holds 'the same table' cmp whole/solver.csv parts/solver.csv
cp -r whole back
holds 'from the snapshot before' "$scree" resume back/snapshot.h5.previous --threads 1 --quiet
holds 'the same table again' cmp whole/solver.csv back/solver.csv
same 'the same sums' "$(sed -n '/"solver"/,/}/p' whole/summary.json)" "$(sed -n '/"solver"/,/}/p' parts/summary.json)"

# However often it was saved in between.
holds 'a run that is saved often' "$scree" run case.yaml --out saved --threads 1 --quiet --set output.snapshot_every='1.3 ms'
holds 'the same table once more' cmp whole/solver.csv saved/solver.csv
holds 'the same effort' cmp whole/snapshot.effort saved/snapshot.effort
same 'the same sums' "$(sed -n '/"solver"/,/}/p' whole/summary.json)" "$(sed -n '/"solver"/,/}/p' saved/summary.json)"

# Without frames there is no table, but the end is told; the smooth solver has neither, and cleans up after the other.
says 0 '^solver: ' "$scree" run case.yaml --out whole --force --threads 1 --set output.every=0 --set run.duration='5 ms'
[ ! -e whole/solver.csv ] || complain 'solver.csv without output'
says 0 '^finished' "$scree" run case.yaml --out parts --force --threads 1 --set solver=smooth --set run.step=auto --set run.duration='5 ms'
! grep -q '^solver:' out || complain 'the smooth solver tells of sweeps'
for file in solver.csv snapshot.effort; do [ ! -e parts/$file ] || complain "$file of the smooth solver"; done

# Warnings, each once: too few sweeps by hand, too few allowed.
says 0 'warning: contacts overlap by up to [0-9.]+ diameters more than their laws want, beyond the tolerance 0.01, in [0-9]+ % of the steps before t = .*leave nonsmooth.iterations to auto' \
    "$scree" run case.yaml --out few --threads 1 --set nonsmooth.iterations=2 --set run.deepest_overlap=none
[ "$(grep -c 'warning: contacts' out)" = 1 ] || complain "not one warning: $(cat out)"
grep -q 'warning: contacts overlap' few/log.txt || complain 'the log has no warning'
says 0 'took all of the 2 sweeps allowed and still lacked up to [0-9.]+ m/s, for [0-9]+ layers.*raise nonsmooth.most_iterations' \
    "$scree" run case.yaml --out capped --threads 1 --set nonsmooth.most_iterations=2 --set run.deepest_overlap=none
# A cube of 100 times the mass on another, with too few sweeps: the warning names both and the ratio.
cat >heavy.yaml <<'CASE'
scree: 1
solver: nonsmooth
gravity: [0, 0, -9.81 m/s^2]
nonsmooth: {most_iterations: 4}
domain: {low: [-1 m, -1 m, -1 cm], high: [1 m, 1 m, 1 m]}
materials: {light: {density: 1000 kg/m^3, young: 10 GPa, poisson: 0.3}, heavy: {density: 1e5 kg/m^3, young: 10 GPa, poisson: 0.3}}
pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: 0.6}}}
shapes: {cube: {polyhedron: {builder: {box: [10 cm, 10 cm, 10 cm]}}}}
walls: {floor: {material: light, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}
grains:
  - {name: light, shape: cube, material: light, turn: [0, 0, 0], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 5 cm]}}
  - {name: heavy, shape: cube, material: heavy, turn: [0, 0, 0], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [7 mm, 4 mm, 15 cm]}}
run: {duration: 0.2 s, deepest_overlap: none}
output: {every: 0.1 s}
CASE
says 0 'took all of the 4 sweeps allowed and still lacked up to .* m/s, for 2 layers of contacts, the most between (grain 1 and a wall|grains 1 and 2, of which one weighs 100 times the other) \(raise' \
    "$scree" run heavy.yaml --out heavy --threads 1
# Soft balls at rest overlap by more than the tolerance, but as their law wants: nothing is said.
cat >soft.yaml <<'CASE'
scree: 1
solver: nonsmooth
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [-2 cm, -2 cm, -1 mm], high: [2 cm, 2 cm, 5 cm]}
materials: {jelly: {density: 1000 kg/m^3, young: 10 kPa, poisson: 0.3}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, friction: 0.4}}}
shapes: {ball: {ball: {radius: 5 mm}}}
walls: {floor: {material: jelly, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}
grains:
  - {name: column, shape: ball, material: jelly, packing: {law: lattice, spacing: [1 m, 1 m, 1 cm], counts: [1, 1, 2], origin: [0 m, 0 m, 5 mm]}}
run: {duration: 0.5 s, step: 1 ms}
output: {every: 50 ms}
CASE
says 0 '^finished' "$scree" run soft.yaml --out soft --threads 1
! grep -q 'more than their laws' out || complain "a warning of soft balls: $(cat out)"
awk -F, 'END { exit !($10 > 0.015 && $11 < 1e-6) }' soft/solver.csv || complain "soft balls: $(tail -n 1 soft/solver.csv)"

# Newton's cradle of elastic balls: one round of blows is not enough, against the order of the contacts; told once, with
# the speed that is left. Three are.
cat >cradle.yaml <<'CASE'
scree: 1
solver: nonsmooth
gravity: 0
domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}
nonsmooth: {impact: cascade, impact_speed: 1 cm/s}
materials: {steel: {density: 7800 kg/m^3, young: 1 GPa, poisson: 0.3}}
pairs: {default: {normal: {law: hertz, restitution: 1}, tangential: none}}
shapes: {ball: {ball: {radius: 1 cm}}}
grains:
  - {name: row, shape: ball, material: steel, packing: {law: lattice, spacing: [2 cm, 1 m, 1 m], counts: [4, 1, 1], origin: [0 m, 0 m, 0 m]}}
  - {name: one, shape: ball, material: steel, velocity: [-1 m/s, 0 m/s, 0 m/s], packing: {law: lattice, spacing: [2 cm, 1 m, 1 m], counts: [1, 1, 1], origin: [8.005 cm, 0 m, 0 m]}}
run: {steps: 20, step: 0.1 ms}
output: {every: 1 ms}
CASE
says 0 'warning: in [0-9] of [0-9] steps with impacts before t = 0.002 s these took all of the 1 rounds allowed, and contacts still approached by up to 1 m/s, with [0-9.]+ % of the energy of all impacts \(raise nonsmooth.impact_sweeps\)' \
    "$scree" run cradle.yaml --out one --set nonsmooth.impact_sweeps=1
[ "$(grep -c 'warning: in' out)" = 1 ] || complain "not one warning: $(cat out)"
awk -F, 'NR > 1 && $12 + 0 == 1 { n++ } END { exit n < 1 }' one/solver.csv || complain "no residual of impacts: $(cat one/solver.csv)"
grep -q '"steps_short_of_impact_sweeps": [1-9]' one/summary.json || complain 'summary.json does not tell of impacts'
says 0 '^finished' "$scree" run cradle.yaml --out six --set nonsmooth.impact_sweeps=6
! grep -q 'warning: in' out || complain "a warning of a whole cascade: $(cat out)"
awk -F, 'NR > 1 && $12 + 0 != 0 { exit 1 }' six/solver.csv || complain "a residual: $(cat six/solver.csv)"

# Steps so short that a blow of 1 m/s is below the speed of an impact: told once, at the end. With a threshold of its own it is none.
says 0 'warning: contacts that closed slower than 40 m/s kept nothing of their restitution, 100 % of the energy of all blows: .*give impact_speed' \
    "$scree" run cradle.yaml --out short --set run.step='1 us' --set run.steps=6000 --set nonsmooth.impact_speed=auto
grep -q '"impact_unkept": 1' short/summary.json || complain "unkept: $(grep unkept short/summary.json)"
says 0 '^finished' "$scree" run cradle.yaml --out bouncing --set run.step='1 us' --set run.steps=6000
! grep -q 'kept nothing' out || complain "restitution is missed that is there: $(cat out)"

# What stops a run is told with its depth, and the end tells of no less.
says 3 'overlap by [0-9.e-]+ m, 0.[0-9]+ of the smaller radius, more than 0.01|overlaps wall .* by [0-9.e-]+ m, 0.[0-9]+ of its radius, more than 0.01' \
    "$scree" run case.yaml --out deep --threads 1 --set run.step='2 ms' --set run.deepest_overlap=0.01
deep=$(sed -n 's/.* by \([0-9.e-]*\) m, 0\.[0-9]* of .* radius, more than.*/\1/p' out | head -n 1)
most=$(sed -n 's/.*the deepest overlap was \([0-9.e-]*\) m.*/\1/p' out)
awk -v a="$deep" -v b="$most" 'BEGIN { exit !(a > 0 && b >= a) }' || complain "stopped by $deep m, at the end $most m"
# What a run was warned of at its start it is not told again when it goes on, with the speeds of then; a branch is told.
holds 'a run of long steps' "$scree" run case.yaml --out long --threads 1 --quiet --set run.step='1 ms' --set run.duration='5 ms' --set run.deepest_overlap=none
says 0 '^finished' "$scree" resume long --threads 1 --set run.duration='6 ms'
! grep -q 'in a step of' out || complain "a step is warned of again: $(cat out)"
says 0 'warning: .*; auto gives' "$scree" resume long --threads 1 --set run.step='2 ms' --set run.duration='10 ms' --out longer
grep -q 'warning: .*; auto gives' longer/log.txt || complain "the log of a branch does not tell of its step: $(cat longer/log.txt)"
verdict
