#!/bin/bash
# What is told of servos: the area on which a pressure presses, by check, log and summary; and those that do not come to what
# they are to hold, before the run where that can be known, and at the end of a run or of the stage after which they go.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >case.yaml <<'IN'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 6 cm], boundary: {x: wall, y: wall}, material: g}
materials: {g: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: none}}}
shapes: {b: {ball: {radius: 4 mm}}}
walls:
  floor: {material: g, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
grains: [{name: bed, shape: b, material: g, packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [4, 4, 1], origin: [5 mm, 5 mm, 4 mm]}}]
run: {duration: 20 ms}
output: {every: 0 s}
IN
python3 - >plate.stl <<'PY'
low, high, z = 10, 30, 9
corner = [(low, low), (high, low), (high, high), (low, high)]
print("solid plate")
for a, b, c in ((0, 1, 2), (0, 2, 3)):
    print("facet normal 0 0 1\nouter loop")
    for k in (a, b, c):
        print("vertex %g %g %g" % (*corner[k], z))
    print("endloop\nendfacet")
print("endsolid plate")
PY
lid() { echo "walls.lid={material: g, $1, drive: {law: servo, axis: [0, 0, -1], $2}}"; }
disk='disk: {centre: [2 cm, 2 cm, 9 mm], normal: [0, 0, 1], radius: 1 cm}'
plane='plane: {point: [0, 0, 2 cm], normal: [0, 0, -1]}'
run() { "$scree" run case.yaml --threads 1 --no-picture --out "$@"; }

says 0 'servo +wall .lid. presses on 0.0003142 m\^2, its own face' "$scree" check case.yaml --set "$(lid "$disk" 'pressure: 1 kPa')"
says 0 'servo +wall .lid. presses on 0.0016 m\^2, the section of the planes around it' "$scree" check case.yaml --set "$(lid "$plane" 'pressure: 1 kPa')"
says 0 'servo +wall .lid. presses on 0.0004 m\^2, its own face' "$scree" check case.yaml --set "$(lid 'mesh: {file: plate.stl, unit: mm}' 'pressure: 1 kPa')"
says 0 'wall .lid. presses on 0.0002 m\^2, its own face, as far as it is within the planes' sh -c "'$scree' check case.yaml --set '$(lid 'mesh: {file: plate.stl, unit: mm, position: [2 cm, 0, 0]}' 'pressure: 1 kPa')' | tr -s ' \n' ' '"
says 0 'presses on 0.0016 m\^2, the section of the planes around it, as the wall has no face' sh -c "'$scree' check case.yaml --set '$(lid 'disk: {centre: [2 cm, 2 cm, 2 cm], normal: [1, 0, 0], radius: 5 mm}' 'pressure: 1 kPa')' | tr -s ' \n' ' '"
says 0 'without those that slant: else give .area' sh -c "'$scree' check case.yaml --set '$(lid "$plane" 'pressure: 1 kPa')' --set 'walls.a={material: g, plane: {point: [-1 cm, 0, 0], normal: [1, 1, 0]}}' | tr -s ' \n' ' '"
says 0 '"servo_areas":\{"lid":\{"area":0.000314159[0-9]*,"from":"face"\}\}' sh -c "'$scree' check case.yaml --json --set '$(lid "$disk" 'pressure: 1 kPa')' | tr -d ' '"
says 0 'finished' run good --set "$(lid "$disk" 'pressure: 1 kPa')" --set run.duration='60 ms'
holds 'the log tells the area' grep -q 'servo: wall `lid` presses on 0.0003142 m^2, its own face' good/log.txt
holds 'the summary too, and that it came to it' python3 -c "
import json
s = json.load(open('good/summary.json'))
assert abs(s['servo_areas']['lid']['area'] - 3.14159265e-4) < 1e-12 and s['servos_short'] == [], s"

high=$(lid "$plane" 'force: 2 N, high: 1 mm')
says 0 'warning: the servo of wall .lid. does not reach its grains: they are 0.012 m away, and its limit .high. lets it come 0.001 m far' "$scree" check case.yaml --quiet --set "$high"
says 0 'warning: the servo of wall .lid. was off what it is to hold: over the last 0.005.* s it was 0 N in the mean, 0 % of 2 N \(it stands at its limit .high.\)' run high --set "$high"
holds 'the log has it' grep -q 'warning: the servo of wall `lid` was off' high/log.txt
holds 'and the summary' python3 -c "
import json
s = json.load(open('high/summary.json'))
assert len(s['servos_short']) == 1 and 'was off what it is to hold' in s['servos_short'][0], s"

# One that ends by its own `until` is judged by the time before.
says 0 'warning: the servo of wall .lid. was off what it is to hold: over the last 0.002[0-9].* s it was 0 N in the mean, 0 % of 2 N \(let it last longer, or raise its speed\)' run ended --set "$(lid "$plane" 'force: 2 N, speed: 1 mm/s' | sed 's/}$/, until: 10 ms}/')"

# A stage that puts it up, and one that takes it away.
says 0 'warning: the servo of wall .lid. was off what it is to hold: .* 0 % of 2 N \(let it last longer, or raise its speed\)' run stage --set "stages=[{name: a, until: 1 ms}, {name: b, until: 5 ms, set: {$(lid "$plane" 'force: 2 N, speed: 1 mm/s' | sed 's/=/: /')}}, {name: c, until: 14 ms, set: {walls.lid: none}}]"
says 0 'warning: the servo of wall .lid., as grains stand at the start, does not reach its grains: they are 0.012 m away, and at its limit of speed it comes 5e-06 m far' "$scree" check case.yaml --quiet --set "stages=[{name: a, until: 1 ms}, {name: b, until: 5 ms, set: {$(lid "$plane" 'force: 2 N, speed: 1 mm/s' | sed 's/=/: /')}}, {name: c, until: 14 ms, set: {walls.lid: none}}]"
holds 'a servo of a stage that reaches its grains is not warned of' test -z "$("$scree" check case.yaml --quiet --set "stages=[{name: a, until: 1 ms}, {name: b, until: 5 ms, set: {$(lid "$plane" 'force: 2 N, speed: 10 m/s' | sed 's/=/: /')}}, {name: c, until: 14 ms}]" 2>&1)"
says 0 'warning: the servo of wall .lid. was off what it is to hold: .* 0 % of 2 N' run other --set "stages=[{name: a, until: 3 ms, set: {$(lid "$plane" 'force: 2 N, speed: 1 mm/s' | sed 's/=/: /')}}, {name: b, until: 7 ms}, {name: c, until: 10 ms, set: {walls.lid.drive: {law: velocity, velocity: [0, 0, 0]}}}]"
holds 'a servo that gets another drive is judged with its stage, once' test "$(grep -c 'was off what it is to hold' other/log.txt)" = 1
holds 'told once, with the stage' test "$(grep -c 'was off what it is to hold' stage/log.txt)" = 1

says 0 'warning: the stress xx of the cell was off what it is to be: .* 0 % of 1e\+03 Pa .*raise cell.limit' run cell --set walls.floor=none --set "gravity=[0, 0, 0]" --set "domain={low: [0, 0, 0], high: [4 cm, 4 cm, 6 cm], boundary: {x: periodic, y: periodic, z: periodic}}" --set 'cell={stress: {xx: 1 kPa, yy: 1 kPa, zz: 1 kPa}, limit: 0.01/s}'
says 0 'warning: the cell does not come to its stress: its grains fill 0.0447 of it and do not touch, and by cell.limit it has at most 0.0006 of its volume less' "$scree" check case.yaml --quiet --set walls.floor=none --set "gravity=[0, 0, 0]" --set "domain={low: [0, 0, 0], high: [4 cm, 4 cm, 6 cm], boundary: {x: periodic, y: periodic, z: periodic}}" --set 'cell={stress: {xx: 1 kPa, yy: 1 kPa, zz: 1 kPa}, limit: 0.01/s}'
holds 'a cell that is quick enough is not warned of' test -z "$("$scree" check case.yaml --quiet --set walls.floor=none --set "gravity=[0, 0, 0]" --set "domain={low: [0, 0, 0], high: [4 cm, 4 cm, 6 cm], boundary: {x: periodic, y: periodic, z: periodic}}" --set 'cell={stress: {xx: 1 kPa, yy: 1 kPa, zz: 1 kPa}, limit: 100/s}' 2>&1)"
# A check takes steps, in which other servos come nearer: the areas that it tells are those of the start, as of the log.
near=(--set 'walls.side={material: g, plane: {point: [3.9 cm, 0, 0], normal: [-1, 0, 0]}, drive: {law: servo, axis: [-1, 0, 0], pressure: 1 kPa, speed: 10 m/s}}' --set "$(lid "$plane" 'pressure: 1 kPa, speed: 10 m/s')")
says 0 'servo +wall .lid. presses on 0.00156 m\^2' "$scree" check case.yaml "${near[@]}"
says 0 '"lid": .*"area": 0.00156' "$scree" check case.yaml --json "${near[@]}"
# With --json as well: warnings go to standard error.
says 0 'warning.*servo of wall .lid. does not reach its grains' sh -c "'$scree' check case.yaml --json --set run.duration='2 ms' --set '$(lid "$plane" 'force: 1 N, speed: 0.5 m/s')' 2>&1 >/dev/null"
# Room behind walls inside of a cell counts: told, once, of the stage in which it is so; walls at the ends of the domain leave none.
lidded=(--set "gravity=[0, 0, 0]" --set "domain={low: [0, 0, 0], high: [4 cm, 4 cm, 6 cm], boundary: {x: periodic, y: periodic, z: open}}")
says 0 'warning: the stress of the cell is that of all of it, and the wall `lid` leaves room behind: along z grains have 0.024 m of 0.06 m, where the stress is 2.5 times as large' \
    "$scree" check case.yaml --quiet "${lidded[@]}" --set 'cell={stress: {xx: 1 kPa}}' --set 'walls.lid={material: g, plane: {point: [0, 0, 2.4 cm], normal: [0, 0, -1]}}'
says 0 'warning: in the stage press the stress of the cell is that of all of it, and the walls `floor` and `lid` leave room behind: along z grains have 0.048 m of 0.06 m, where the stress is 1.25 times' \
    "$scree" check case.yaml --quiet "${lidded[@]}" --set "walls.floor.plane.point=[0, 0, 0.6 cm]" --set grains.bed.packing.origin="[5 mm, 5 mm, 1 cm]" --set 'walls.lid={material: g, plane: {point: [0, 0, 5.4 cm], normal: [0, 0, -1]}}' \
    --set 'stages=[{name: wait, until: 1 ms}, {name: press, until: 1 ms, set: {cell: {stress: {xx: 1 kPa}}}}]'
holds 'nothing is said of a rate, or of walls at the ends' test -z "$("$scree" check case.yaml --quiet "${lidded[@]}" --set 'walls.lid={material: g, plane: {point: [0, 0, 6 cm], normal: [0, 0, -1]}}' --set 'cell={stress: {xx: 1 kPa}}' 2>&1
    "$scree" check case.yaml --quiet "${lidded[@]}" --set 'walls.lid={material: g, plane: {point: [0, 0, 5 cm], normal: [0, 0, -1]}}' --set 'cell={rate: {xx: -1/s}}' 2>&1)"
verdict
