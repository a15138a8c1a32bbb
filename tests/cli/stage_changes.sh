#!/bin/bash
# label: quick
# stage_changes.sh BUILD - what stages and branches change is followed by all that measures: frames of earlier stages stay, probes follow
# the regions that they name at the beginning of a stage as where a run is resumed, a branch begins their totals anew, and means are
# measured afterwards though a later stage takes their probes away.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >case.yaml <<'IN'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0 cm, 0 cm, 0 cm], high: [2 cm, 2 cm, 2 cm], boundary: {x: wall, y: wall, z: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, friction: 0.4}}}
shapes: {bead: {ball: {diameter: 4 mm}}}
regions:
  r: {box: {low: [0, 0, 0], high: [2 cm, 2 cm, 1 cm]}}
  both: {union: [r, {ball: {centre: [1 cm, 1 cm, 2 cm], radius: 2 mm}}]}
grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 20}}]
run: {duration: 60 ms}
output: {every: 4 ms, contacts: true, dump: true}
IN
with() { # STAGES PROBES - the case with them
    cat case.yaml
    echo "stages: $1"
    echo "probes: $2"
}

# A stage without frames keeps those of before, also where the run goes on in it.
with '[{name: fill, until: 20 ms}, {name: rest, set: {output.every: 0}}]' '{s: {law: stress, every: 5 ms}}' >frames.yaml
says 0 finished "$scree" run frames.yaml --out frames --threads 1
frames() { (cd frames && ls bodies_* contacts_* walls_* grains_*.dump | wc -l && cat ./*.pvd | cksum) | tr '\n' ' '; }
before=$(frames)
same 'frames of the first stage' "${before%% *}" 24
says 0 finished "$scree" resume frames --threads 1 --set run.duration='65 ms'
same 'frames of a run that went on' "$(frames)" "$before"

# Regions of probes change when the stage begins; so in a run that was stopped at the border, before or behind it.
probes='{count: {law: region, inside: r, every: 1 ms}, both: {law: region, inside: both, every: 1 ms}, into: {law: flow-rate, into: r, every: 2 ms}, up: {law: velocity-profile, inside: r, bins: 4, every: 1 ms}, all: {law: velocity-profile, bins: 4, every: 1 ms}}'
small='{box: {low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm]}}'
with "[{name: wide, until: 21 ms}, {name: narrow, set: {regions.r: $small}}]" "$probes" >regions.yaml
says 0 finished "$scree" run regions.yaml --out whole --threads 1
says 0 'stopped and saved' "$scree" run regions.yaml --out cut --threads 1 --stage wide
says 0 finished "$scree" resume cut --threads 1
says 0 finished "$scree" run regions.yaml --out later --threads 1 --set run.duration='40 ms'
says 0 finished "$scree" resume later --threads 1 --set run.duration='60 ms'
for name in count both into up all; do
    holds "probe $name, cut at the border" cmp "whole/probes/$name.csv" "cut/probes/$name.csv"
    holds "probe $name, cut later" cmp "whole/probes/$name.csv" "later/probes/$name.csv"
done
# A condition on a probe in a region, which a snapshot has without its files: the case in it is read and compared all the same.
with "[{name: wide, until: 'count.grains < 100 and stage_time > 1 ms', limit: 5 ms}, {name: narrow, until: 'both.grains > 3 or time > 9 ms'}]" "$probes" >asked.yaml
sed -i '/^run:/d' asked.yaml
says 0 finished "$scree" run asked.yaml --out asked --threads 1
says 0 'stage narrow, number 2 of 2, over' "$scree" info asked
sed -i 's/0.0, 0.0, -9.81/0, 0, -9.0/; s/, -9.81 m/, -9.0 m/' asked/case.yaml
says 2 'gravity was .*-9.81 m/s.2., is .*-9 m/s.2' "$scree" resume asked --threads 1
says 0 'm.csv: 16 rows' "$scree" measure whole --set probes.m="{law: region, inside: r}" --out again
holds 'probes follow their region' python3 - <<'IN'
def rows(name):
    return [[float(value) for value in line.split(',')] for line in open(name).read().split()[1:] if line[0].isdigit()]
def grains(table):
    return {round(1e3 * row[0]): row[1] for row in rows(table)}
count = grains('whole/probes/count.csv')
both = grains('whole/probes/both.csv')
assert len(count) == 61, len(count) # one row a sample, at the border, too
assert count[20] > 2 * count[21], (count[20], count[21])
assert both[20] >= count[20] and both[21] < both[20], both
total = [row for row in rows('whole/probes/into.csv') if abs(row[0] - 0.021) < 2e-5] # a step
assert len(total) == 1, total # the new region is looked at when the stage begins
measured = grains('again/m.csv')
assert all(measured[k] == count[k] for k in (0, 20, 24, 60)), measured
IN
# Totals of a region begin anew with it, in a stage and in a branch; others go on.
says 0 finished "$scree" run regions.yaml --out plain --threads 1 --set stages='[{name: wide}]' --set run.duration='30 ms'
says 0 finished "$scree" resume plain --out branch --threads 1 --set regions.r="$small" --set run.duration='60 ms'
holds 'totals begin anew' python3 - <<'IN'
def last(name, column):
    lines = [line.split(',') for line in open(name).read().split('\n')[:-1]]
    at = [head.split(' ')[0] for head in lines[0]].index(column)
    return [float(line[at]) for line in lines[1:]]
for run in ('whole', 'branch'):
    total = last(run + '/probes/into.csv', 'grains_total')
    assert min(total[-10:]) > -4, (run, total) # none of those of the larger region went out of the smaller one
assert last('branch/probes/into.csv', 'grains_total')[0] == 0
mean = lambda run, name: sum(last('%s/probes/%s.csv' % (run, name), 'grains'))
assert mean('whole', 'up') < 0.5 * mean('plain', 'up')
assert abs(mean('branch', 'all') - 20) < 1e-9
IN

# So do those of the condition that a stage waits for.
with '[{name: wait, until: "into.grains_total < -6", limit: 1 s}]' '{into: {law: flow-rate, into: r, every: 2 ms}}' >waiting.yaml
says 0 finished "$scree" run waiting.yaml --out waiting --threads 1 --set run.duration='20 ms'
says 0 finished "$scree" resume waiting --out waited --threads 1 --set regions.r="$small" --set run.duration='30 ms'
holds 'no grain of the larger region is missed' sh -c '! grep -q "its condition holds" waited/log.txt'
holds 'it went on to its end' grep -q '"time": 0.03' waited/summary.json

# Means of probes that a later stage takes away are measured from the frames as the run has them.
with '[{name: fill, until: 20 ms}, {name: rest, set: {probes.prof: none, probes.s: none}}]' '{prof: {law: velocity-profile, bins: 4}, s: {law: stress}}' >taken.yaml
says 0 finished "$scree" run taken.yaml --out taken --threads 1
says 0 'prof.csv: 4 rows' "$scree" measure taken
for name in prof s; do
    holds "measured $name" cmp "taken/probes/$name.csv" "taken/measured/$name.csv"
done

# A wall that a later stage takes away is measured up to there, and the time is told.
with '[{name: fill, until: 20 ms}, {name: rest, set: {walls.lid: none}}]' '{s: {law: stress}}' >lid.yaml
cat >>lid.yaml <<'IN'
walls: {lid: {material: glass, plane: {point: [0, 0, 1.9 cm], normal: [0, 0, -1]}}}
IN
says 0 finished "$scree" run lid.yaml --out lid --threads 1 --set walls.lid.plane.point='[0, 0, 2.5 cm]'
says 0 "note: probes.push measures up to the frame of t = 0.02[0-9]* s, where there is no wall called 'lid'" "$scree" measure lid --set probes.push='{law: wall-force, wall: lid}'
holds 'rows before it' test "$(wc -l <lid/measured/push.csv)" = "$(awk -F, 'NR > 1 && $1 < 0.0205' lid/probes/s.csv | wc -l | awk '{print $1 + 1}')"

# A name that comes back: rows go on, tables of means do not take the place of others.
again='[{name: one, until: 10 ms}, {name: two, until: 10 ms, set: {probes.it: none}}, {name: three, set: {probes.it: PROBE}}]'
with "${again/PROBE/{law: stress\}}" '{it: {law: stress}}' >back.yaml
says 0 'stages' "$scree" check back.yaml
with "${again/PROBE/{law: velocity-profile, bins: 4\}}" '{it: {law: velocity-profile, bins: 4}}' >back.yaml
says 2 "stages.three: probes.it: the table of this name is of a probe that the stage one has .give the probe another name" "$scree" check back.yaml
with "${again/PROBE/{law: void-ratio\}}" '{it: {law: stress}}' >back.yaml
says 2 'stages.three: probes.it: the table of this name' "$scree" run back.yaml --out back

# A run that comes to a border again leaves no second generation of its state.
cp -r whole twice && rm twice/summary.json twice/snapshot.h5* twice/snapshot.sums*
cp twice/stage-narrow.h5 twice/autosave.h5 && cp twice/stage-narrow.sums twice/autosave.sums
says 0 finished "$scree" resume twice --threads 1
holds 'no older state of the border' sh -c '! ls twice/stage-*.previous'

# A probe more may name a region in place.
says 0 finished "$scree" resume plain --threads 1 --set run.duration='32 ms' --set probes.c='{law: region, inside: {box: {low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm]}}}'
holds 'it measured' test "$(wc -l <plain/probes/c.csv)" -gt 1
says 2 'regions.r.box.high was .*, is .*branch it' "$scree" resume plain --threads 1 --set run.duration='34 ms' --set regions.r="$small"
says 2 'write two whole numbers' "$scree" picture plain --size 4294968576x720 --out p.png

# A check steps no further than its first stage: it tells names and speeds of the start, and frames of all stages.
cat case.yaml - >told.yaml <<'IN'
walls: {lid: {material: glass, disk: {centre: [1 cm, 1 cm, 1 cm], normal: [0, 0, 1], radius: 4 mm}}}
streams: [{name: feed, shape: bead, material: glass, low: [2 mm, 2 mm, 14 mm], high: [18 mm, 18 mm, 19 mm], rate: 20/s}]
stages:
  - {name: fill, until: 'time >= 20 ms'}
  - {name: open, set: {walls.lid: none, streams.feed: none, output.every: 2 ms}}
IN
told() { "$scree" check told.yaml --threads 1 | tr -s ' \n' ' '; }
says 0 'walls.lid goes, streams.feed ends, output.every becomes 0.002 s' told
says 0 'and lid: ' told
says 0 'output 26 frames in' told
says 0 'the fastest impact' told
same 'what a check tells of the step' "$(told | grep -o 'step .* overlaps')" "$("$scree" check told.yaml --threads 1 --set stages='[]' | tr -s ' \n' ' ' | grep -o 'step .* overlaps')"

# What a stage cannot begin with is told before, or with a branch as the way on.
says 2 'a stage cannot change run.integrator, which was velocity-verlet' "$scree" check regions.yaml --set stages.narrow.set.run.integrator=gear
says 2 'change the stage in a branch: .* resume deep --out FOLDER --set stages.narrow.set.KEY=VALUE' "$scree" run regions.yaml --out deep --threads 1 --set stages.narrow.set.walls.lid='{material: glass, plane: {point: [0, 0, 1 cm], normal: [0, 0, 1]}}'

# All probes that do not go with a cell are told at once, and the page on cells has each of them.
page="$(sed -n '/^## What does not go/,$p' "$SCREE_SOURCE_DIR/docs/cells.md")"
says 2 '^4 faults' "$scree" check "$SCREE_SOURCE_DIR/examples/17-shear-cell" --threads 1 --set probes="{a: {law: flow-rate, axis: z, at: 1 mm}, c: {law: radial-profile, point: [0, 0, 0], radius: 1 mm}, d: {law: fields, cell: 1 mm}, e: {law: field-series, cell: 1 mm}, h: {law: stress}}"
cp out refused
for law in flow-rate radial-profile fields field-series; do
    holds "the page on cells names $law" grep -q "\`$law\`" <<<"$page"
done
same 'probes that a cell that deforms does not have' "$(grep -c 'a cell that deforms .leave it out, or the cell' refused)" 4

# A run that is finished says so, however its stages ended.
says 0 '100 % done' "$scree" info whole
says 0 'stage narrow, number 2 of 2, over' "$scree" info whole
with '[{name: fill, until: "time >= 10 ms"}, {name: rest}]' '{s: {law: stress}}' >waits.yaml
says 0 finished "$scree" run waits.yaml --out waits --threads 1
says 0 '100 % done' "$scree" info waits
same 'lines of the log on stages in progress' "$(grep -c 'stage .* since' waits/log.txt)" 2

# What a stage to come cannot begin with is told before the first step, with its place.
sed '/^regions:/,/^output:/{/^grains:/!d}; s/x: wall/x: periodic/' case.yaml >border.yaml
cat >>border.yaml <<'IN'
run: {duration: 60 ms}
stages:
  - {name: fill, until: 20 ms}
  - name: close
    until: 20 ms
    set: {gravity: [0, 0, 0]}
  - name: open
    until: 20 ms
    set:
      output.every: 2 ms
      walls.lid: {material: glass, box: {low: [1 cm, 5 mm, 12 mm], high: [25 mm, 15 mm, 16 mm], side: outside}}
IN
across='border.yaml:18:18: stages.open.set.walls.lid: stage open cannot begin: the wall .lid. crosses the periodic border along x'
says 2 "$across" "$scree" check border.yaml
says 2 "$across" "$scree" run border.yaml --out border --threads 1
holds 'nothing was written' test ! -e border
says 0 . "$scree" check border.yaml --set 'stages.open.set.walls.lid={material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}'
says 2 'stages.open.set.run.rotation: a stage cannot change run.rotation, which was split' "$scree" check border.yaml --set stages.open.set.run.rotation=leapfrog
says 2 'stages.open.set.run.orientation: a stage cannot change run.orientation, which was false' "$scree" check border.yaml --set stages.open.set.run.orientation=true
says 0 . "$scree" check border.yaml --set 'stages.open.set.walls.lid={material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}' --set run.orientation=true --set stages.open.set.run.orientation=false
# A stage that only the run can refuse, since its wall comes up in a grain: the end before it is told as any other is.
cat >up.yaml <<'IN'
scree: 1
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0, 0, 0], high: [2 cm, 2 cm, 2 cm], boundary: {x: wall, y: wall, z: wall}, material: glass}
materials: {glass: {young: 10 MPa, poisson: 0.2, density: 2500 kg/m^3}}
pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: none}}}
shapes: {bead: {ball: {radius: 2 mm}}}
grains: [{name: bead, shape: bead, material: glass, packing: {law: lattice, counts: [1, 1, 1], spacing: [1 cm, 1 cm, 1 cm], origin: [1 cm, 1 cm, 3 mm]}}]
stages:
  - {name: fall, until: 20 ms}
  - {name: up, until: 20 ms, set: {walls.step: {material: glass, box: {low: [0, 0, 0], high: [2 cm, 2 cm, 2 mm], side: outside}}}}
IN
says 2 "walls.step: grain .* of 'bead' .* deep in the wall 'step'" "$scree" run up.yaml --out up --threads 1
same 'the summary of a run whose stage is refused' "$(grep -o '"status": "[a-z]*"' up/summary.json)" '"status": "refused"'
says 0 'up/report.html' "$scree" report up
holds 'the report tells it' grep -q 'was refused its next stage at t = 0.02' up/report.html
says 0 '^finished' "$scree" resume up --out down --set 'stages.up.set={gravity: [0, 0, 0]}' --threads 1

# What was made of an older run is named where another one takes its folder.
mkdir -p waits/measured && touch waits/report.html
says 0 'note: waits/report.html is of an older run, and stays' "$scree" run waits.yaml --out waits --force --threads 1
# What a stage puts up is taken away where the stage puts it up, and a setting that takes it away elsewhere says so.
lid='{walls.lid: {material: glass, plane: {point: [0, 0, 20 mm], normal: [0, 0, -1]}}}'
with "[{name: open, until: 1 ms}, {name: shut, until: 1 ms, set: $lid}]" '{}' >lid.yaml
says 2 "walls has no 'lid' to take away .a stage puts it up: stages.shut.set.walls.lid=none" "$scree" check lid.yaml --set walls.lid=none
"$scree" run lid.yaml --out shut --threads 1 --quiet >/dev/null 2>out || complain "the case with a lid does not run: $(cat out)"
"$scree" run lid.yaml --out lidless --threads 1 --quiet --set stages.shut.set.walls.lid=none >/dev/null 2>out || complain "without the lid: $(cat out)"
holds 'a lid' grep -q 'lid:' shut/case.yaml
holds 'no lid' sh -c '! grep -q "lid:" lidless/case.yaml'

# The last wall of a domain may be opened, though its material stays; and a cell that was filled deforms once its stream ends.
with '[{name: fill, until: 2 ms}, {name: open, set: {domain.boundary: {x: open, y: open, z: open}, run.on_loss: remove}, until: 2 ms}]' '{}' | sed '/^run/d' >open.yaml
says 0 finished "$scree" run open.yaml --out open --threads 1
says 0 'note: .*domain.material has no effect: the domain has no wall' "$scree" check case.yaml --set domain.boundary='{x: open, y: open, z: open}' --set run.on_loss=remove
sed -e 's/^gravity.*/gravity: 0/' -e 's/boundary: .*/boundary: {x: periodic, y: periodic, z: periodic}}/' -e 's/^run.*/run: {duration: 5 ms}/' -e '/^stages/d' case.yaml >fill.yaml
echo 'streams: {feed: {shape: bead, material: glass, low: [0, 0, 0], high: [2 cm, 2 cm, 2 cm], rate: 1000/s}}' >>fill.yaml
says 0 finished "$scree" run fill.yaml --out fill --threads 1
says 2 'cell: streams do not go with a cell that deforms .*ends the stream: streams.NAME: none' "$scree" resume fill --out no --set cell='{rate: {xy: 10/s}}' --set run.duration='8 ms' --threads 1
says 0 finished "$scree" resume fill --out sheared --set streams.feed=none --set cell='{rate: {xy: 10/s}}' --set run.duration='8 ms' --threads 1
says 2 'cell: it cannot be taken away.*rates of 0/s' "$scree" resume sheared --out no --set cell=none --set run.duration='9 ms' --threads 1
# Files of probes are those beside the case also in a stage, and where a condition asks them, from wherever the program is called.
mkdir elsewhere
python3 - >elsewhere/plate.stl <<'IN'
print("solid plate")
for a, b, c in (((2, 2), (18, 2), (18, 18)), ((2, 2), (18, 18), (2, 18))):
    print("facet normal 0 0 1\nouter loop\n%s\nendloop\nendfacet" % "\n".join("vertex %g %g 5" % corner for corner in (a, b, c)))
print("endsolid plate")
IN
with "[{name: first, until: 'through.grains_total > 99 or time > 2 ms', limit: 5 ms}, {name: last, until: 2 ms, set: {gravity: [0, 0, -5 m/s^2]}}]" \
    '{through: {law: surface-flow, file: plate.stl, unit: mm, every: 1 ms}, map: {law: wall-map, wall: plate, every: 1 ms}}' >elsewhere/case.yaml
sed -i '/^run:/d' elsewhere/case.yaml
echo 'walls: {plate: {material: glass, mesh: {file: plate.stl, unit: mm}}}' >>elsewhere/case.yaml
sed -i 's/count: 20/&, clear_of_walls: true/' elsewhere/case.yaml
says 0 finished "$scree" run elsewhere --threads 1
says 0 finished "$scree" resume elsewhere/results/stage-last.h5 --threads 1 --out beyond --set stages.last.until='3 ms'
holds 'a table of the map' test -s beyond/probes/map.csv

verdict
