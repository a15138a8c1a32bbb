#!/bin/bash
# bad_input.sh BUILD - what is wrong is named with place and remedy, ends with code 2 (3: the simulation failed), and leaves
# nothing half-written.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" case.yaml

# refused PATTERN OLD NEW - the case with one text exchanged is refused by check and by run, and no folder appears.
refused() {
    sed "s|$2|$3|" case.yaml >bad.yaml
    cmp -s case.yaml bad.yaml && complain "'$2' is not in the case"
    says 2 "$1" "$scree" check bad.yaml --threads 1
    says 2 "$1" "$scree" run bad.yaml --threads 1 --out refused
    [ ! -e refused ] || complain "a refused case leaves a folder behind: $(ls refused)"
    rm -rf refused
}

refused "^bad.yaml:[0-9]+:[0-9]+: .*'densty'.*'density'" 'density:' 'densty:'
refused '^bad.yaml:[0-9]+:[0-9]+: .*a pressure|^bad.yaml:[0-9]+:[0-9]+: .*5 m' '5 MPa' '5 m'
refused '^bad.yaml:[0-9]+:[0-9]+: .*-0.9 mm' 'from: 0.9 mm' 'from: -0.9 mm'
refused '^bad.yaml:[0-9]+:[0-9]+: .*nan' '0.4}' 'nan}'
refused '^bad.yaml:[0-9]+:[0-9]+: .*heartz.*hertz' 'law: hertz' 'law: heartz'
refused '^bad.yaml:[0-9]+:[0-9]+: .*mesh' 'boundary: {x: periodic' 'boundary: {x: periodic, mesh: 1'
refused 'step.*too long.*auto' 'ledger: true' 'ledger: true, step: 1 ms'
refused 'probes.lid: .*ceiling' 'wall: lid,' 'wall: ceiling,'
refused 'free place' 'count: 250' 'count: 2500'
refused 'bad.yaml:16:.*more than the whole box' 'count: 250' 'count: 2000000000'
refused 'lid.*axis has no direction' 'law: force, axis: .0, 0, 1.' 'law: force, axis: [0, 0, 0]'
refused 'outside' 'law: random, count: 250, .*seed: 3}' \
    'law: lattice, spacing: [3 mm, 3 mm, 3 mm], counts: [2, 9, 2], origin: [1 mm, 1 mm, 1 mm]}'

refused 'beads.packing: the box is longer along x' 'low: .0, 0, 1 mm.' 'low: [-3 mm, 0, 1 mm]'

# A lattice that no memory holds is refused before any grain of it is made.
if [ "$(awk '/MemTotal|SwapTotal/ {sum += $2} END {print int(sum / 1e6)}' /proc/meminfo)" -lt 700 ]; then
    refused 'bad.yaml:16:.*2000000000 grains need 800 GB.*this machine has' 'law: random, count: 250, .*seed: 3}' \
        'law: lattice, spacing: [1 mm, 1 mm, 1 mm], counts: [10000, 10000, 20]}'
fi

# Walls have no periodic images: what a border would cut is refused, at the start and when a drive brings it there.
refused "^bad.yaml:[0-9]+:[0-9]+: walls.floor: .*crosses the periodic border along x.*before the border" \
    'point: .0 m, 0 m, 0 m., normal: .0, 0, 1.' 'point: [0 m, 0 m, -2 mm], normal: [0.1, 0, 1]'
refused "crosses the periodic border along x" \
    'plane: {point: .0 m, 0 m, 0 m., normal: .0, 0, 1.}' 'box: {low: [-1 mm, 0, -4 mm], high: [6 mm, 9 mm, 0 mm], side: outside}'
sed 's|plane: {point: .0 m, 0 m, 0 m., normal: .0, 0, 1.}|box: {low: [0 mm, 0, -4 mm], high: [12 mm, 12 mm, 0 mm], side: outside}|' \
    case.yaml >moving.yaml
says 3 "time .* s, step [0-9]+: the wall 'floor' comes to the periodic border along x" "$scree" run moving.yaml --threads 1 --out moving
holds 'a snapshot before the border' "$scree" info moving --hash
says 0 'finished' "$scree" run moving.yaml --threads 1 --out standing --set walls.floor.drive='{law: fixed}' --set run.duration='5 ms'

# Laws without rows are refused, by name and at their place, where the nonsmooth solver is asked for, and only there.
nonsmooth() { "$scree" check case.yaml --threads 1 --set solver=nonsmooth "$@"; }
says 2 'pairs.default.normal: the normal law jkr has no rows for the nonsmooth solver .choose solver: smooth, or hertz, kuwabara-kono or linear.' \
    nonsmooth --set pairs.default.normal='{law: jkr, work_of_adhesion: 1 J/m^2}'
sed 's|tangential: {law: mindlin, |tangential: {law: mindlin, dynamic_friction: 0.1, |' case.yaml >sliding.yaml
cmp -s case.yaml sliding.yaml && complain "the case has no friction by Mindlin"
says 2 '^sliding.yaml:[0-9]+:[0-9]+: the tangential law mindlin with dynamic_friction has no rows .*leave dynamic_friction out' \
    "$scree" check sliding.yaml --threads 1 --set solver=nonsmooth
says 0 'grains' "$scree" check sliding.yaml --threads 1 --set solver=smooth
says 2 'run.arm: the nonsmooth solver' nonsmooth --set run.arm=full

# Attraction may reach as far as the largest grain is thick; what is counted is R* of the walls that are there.
says 0 'grains' "$scree" check case.yaml --threads 1 \
    --set pairs.default.cohesion='{law: capillary, surface_tension: 0.07 N/m, relative_volume: 0.05}'
says 2 'would live up to a gap of .* more than the largest radius' "$scree" check case.yaml --threads 1 \
    --set pairs.default.cohesion='{law: capillary, surface_tension: 0.07 N/m, volume: 2 mm^3}'

# Several faults come at once.
sed 's/densty/density/; s/law: hertz/law: heartz/; s/5 MPa/5 m/; s/title:/titel:/' case.yaml >bad.yaml
"$scree" check bad.yaml >out 2>&1
[ "$(grep -c '^bad.yaml:' out)" = 3 ] || complain "three faults are reported as: $(cat out)"
says 2 'run.durtion.*duration|durtion' "$scree" check case.yaml --set run.durtion='1 s'

# Files.
printf 'scree: 1\n  - [' >bad.yaml
says 2 '^bad.yaml:[0-9]+:[0-9]+: ' "$scree" run bad.yaml
: >bad.yaml
says 2 '^bad.yaml' "$scree" run bad.yaml
says 2 '^/dev' "$scree" run /dev

# The simulation fails: the grain is named with place and time, and the state is saved.
says 3 'time .* s, step [0-9]+: grains? [0-9]+ .*overlap.*(smaller step|stiffer)' "$scree" run case.yaml --threads 1 --out deep \
    --set run.deepest_overlap=0.001
grep -q '"status": "diverged"' deep/summary.json || complain "the summary does not say that the run diverged"
holds 'a snapshot of the failed run' "$scree" info deep --hash
# It does not go on by a step at each resume: nothing is touched. A branch must change something.
before=$("$scree" info deep --hash; md5sum deep/*)
says 3 'has diverged, and nothing was changed' "$scree" resume deep --threads 1
grep -Eq '^time .* s, step [0-9]+: grains? [0-9]+ .*overlap.*(smaller step|stiffer)' out || complain "it does not say why: $(cat out)"
grep -q 'resume deep --set ... --out FOLDER' out || complain "it does not say how to go on: $(cat out)"
grep -q 'nothing was saved before that step' out || complain "it does not say that nothing was saved before: $(cat out)"
says 3 'has diverged' "$scree" resume deep --threads 1 --set run.duration='1 s'
says 3 'has diverged' "$scree" resume deep --threads 1 --out nowhere --set run.duration='1 s'
[ ! -e nowhere ] || complain 'a branch that changes nothing leaves a folder'
same 'the folder of the run that diverged' "$before" "$("$scree" info deep --hash; md5sum deep/*)"
says 0 'finished' "$scree" resume deep --threads 1 --out repaired --set run.deepest_overlap=0.3 --set run.duration='20 ms'
# Of the states before it the last one stays, be it a snapshot that was asked for or a save by the clock; a branch begins there.
says 3 'overlap' "$scree" run case.yaml --threads 1 --out kept --set run.deepest_overlap=0.006 --set output.snapshot_every='0.5 ms'
grep -q "the last one before it, of step .*resume kept/snapshot.h5.previous --set" out || complain "it does not name the state before: $(cat out)"
says 0 'finished' "$scree" resume kept/snapshot.h5.previous --threads 1 --out again --set run.deepest_overlap=0.3 --set run.duration='10 ms'
says 3 'overlap' "$scree" run case.yaml --threads 1 --out clock --set run.deepest_overlap=0.006 --set output='{every: 1 ms, autosave: 1 ms}'
[ -e clock/autosave.h5 ] || complain "the save before the step that went wrong is gone: $(ls clock)"
grep -q "the last one before it, of step .*resume clock/autosave.h5 --set" out || complain "it does not name the save before: $(cat out)"
says 0 'finished' "$scree" resume clock/autosave.h5 --threads 1 --out later --set run.deepest_overlap=0.3 --set run.duration='10 ms'
# The verdict is known also where a snapshot is due at its very step.
step=$(sed -n 's/^  "steps": \([0-9]*\),.*/\1/p' kept/summary.json)
length=$(sed -n 's/^  "step": \([^,]*\),.*/\1/p' kept/summary.json)
says 3 'overlap' "$scree" run case.yaml --threads 1 --out due --set run.deepest_overlap=0.006 --set run.step="$length s" \
    --set output.snapshot_every="$(python3 -c "print(repr($step * $length))") s"
says 3 'has diverged' "$scree" resume due --threads 1
sed 's/boundary: {x: periodic/boundary: {x: open/; s/gravity: .0,/gravity: [20 m\/s^2,/' case.yaml >lost.yaml
says 3 'time .* step .*: grain [0-9]+ of .beads. leaves the domain; before this step it was at \(' "$scree" run lost.yaml --threads 1 --out lost
grep -q '"status": "diverged"' lost/summary.json || complain "the summary does not say that the run diverged"
holds 'a snapshot of the failed run' "$scree" info lost --hash
says 0 'finished' "$scree" run lost.yaml --threads 1 --out removed --set run.on_loss=remove

# A step that cannot be computed leaves no state: the snapshot before stays, and is named.
cat >away.yaml <<'IN'
scree: 1
gravity: 0
domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic}}
materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}
pairs: {soft-soft: {normal: {law: linear, stiffness: 10 kN/m}, tangential: none}}
shapes: {ball: {ball: {radius: 1 cm}}}
grains:
  - {name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [3 cm, 3 cm, 3 cm], counts: [1, 1, 1], origin: [0.1 m, 0.5 m, 0.5 m]}}
run: {duration: 5 ms, step: 10 us}
output: {every: 0, snapshot_every: 1 ms}
IN
holds 'a slow grain' "$scree" run away.yaml --out slow --threads 1 --quiet
says 3 'runs away' "$scree" run away.yaml --out away --threads 1 --set gravity='[1e15 m/s^2, 0, 0]'
grep -q 'nothing had been saved before' out || complain "it does not say that nothing is left: $(cat out)"
[ ! -e away/snapshot.h5 ] || complain "a state that is none was saved"
grep -q '"last_good": null' away/summary.json || complain "the summary does not say that nothing is left"
holds 'a grain that is still slow enough' "$scree" run away.yaml --out faster --threads 1 --quiet --set gravity='[1.8e7 m/s^2, 0, 0]'
before=$("$scree" info faster --hash)
says 3 'the last good one, of step 500, t = 0.005 s, is the snapshot in fast; with other settings: .*scree resume fast --set' "$scree" run away.yaml --out fast --threads 1 \
    --set gravity='[1.8e7 m/s^2, 0, 0]' --set run.duration='0.01 s'
same 'the snapshot that stays' "$before" "$("$scree" info fast --hash)"
grep -A2 '"last_good"' fast/summary.json | grep -q '"steps": 500' || complain "the summary does not name the last good state"
grep -q state_hash fast/summary.json && complain "the summary shows the hash of a state that is none"

# Folders that hold something.
holds 'a run' "$scree" run case.yaml --out there --threads 1 --quiet --set run.duration='2 ms'
before=$(ls there)
says 2 'holds a run already.*--force' "$scree" run case.yaml --out there --threads 1
same 'the folder that was refused' "$before" "$(ls there)"
touch there/notes.txt
holds 'with --force' "$scree" run case.yaml --out there --threads 1 --quiet --force --set run.duration='2 ms'
[ -e there/notes.txt ] || complain "--force removed a file that is none of a run"
says 2 'not empty' "$scree" run "$here/small.yaml" --out .
says 2 'replace the case file' "$scree" run case.yaml --out . --force
says 2 'no folder' "$scree" run case.yaml --out case.yaml
says 0 'results in ./results-2' bash -c "mkdir results; '$scree' run case.yaml --threads 1 --set run.duration='1 ms'"

# A full disk: nothing half-written, and the run goes on when there is room.
if [ -w /dev/shm ] && mkdir -p full && mount -t tmpfs -o size=600k none full 2>/dev/null; then
    says 2 'full|space' "$scree" run case.yaml --out full/run --threads 1
    for file in full/run/*; do
        case $file in *.part) complain "half a file: $file" ;; esac
    done
    umount full
fi

# Two rods in each other have no nearest points: no limit of the overlap is to blame, least of all one that is not there.
cat >rods.yaml <<'CASE'
scree: 1
gravity: 0
domain: {low: [-1 cm, -1 cm, -1 cm], high: [1 cm, 1 cm, 1 cm]}
materials: {m: {density: 1000 kg/m^3, young: 1 MPa, poisson: 0.3}}
pairs: {default: {normal: {law: hertz}, tangential: none}}
shapes: {rod: {spheropolyhedron: {vertices: [[-2 mm, 0 mm, 0 mm], [2 mm, 0 mm, 0 mm]], radius: 0.5 mm, meeting: features}}}
grains:
  - {name: one, shape: rod, material: m, turn: 0, packing: &here {law: lattice, spacing: [1 mm, 1 mm, 1 mm], counts: [1, 1, 1], origin: [0, 0, 0]}}
  - {name: other, shape: rod, material: m, turn: [0, 0, 1 rad], packing: *here}
run: {steps: 3, step: 1 us, deepest_overlap: none}
CASE
says 3 'grains 0 and 1 at \(0, 0, 0\) m overlap so deep that no direction leads out \(move them apart' "$scree" run rods.yaml --out rods --quiet

# The resolved case tells of the rotation, which goes with a setting of the integrator that has none.
holds 'a run of one step' "$scree" run case.yaml --out step --quiet --set run.steps=1 --set probes='{}'
says 0 'rotation: ' cat step/case.yaml
holds 'the resolved case with the other integrator' "$scree" check step/case.yaml --quiet --set run.integrator=gear
holds 'and with one that leaves it' "$scree" check step/case.yaml --quiet --set run.integrator=leapfrog
says 2 'run.rotation has no effect with integrator: gear' "$scree" check step/case.yaml --set run.integrator=gear --set run.rotation=axes

# A wall of a plane case has a third dimension, too.
sed '/other/d; s/^gravity: .*/dimensions: 2/; s/^shapes: .*/shapes: {rod: {ball: {radius: 1 mm}}}/; /turn/s/turn: [^}]*packing/packing/; s/none}$/none}\nwalls: {block: {material: m, box: {low: [1 mm, 1 mm], high: [2 mm, 2 mm], side: outside}}}/' rods.yaml >flat.yaml
says 2 'box.high: the box is empty.*in 2D too, such as z from -1 m to 1 m' "$scree" check flat.yaml

# An alias is read as often as it is named; what is wrong with it is told once.
says 2 '^5 faults' "$scree" check "$here/../../examples/06-soybean-chute/case.yaml" --set solver=nonsmooth
[ -z "$(sort out | uniq -d)" ] || complain "told twice: $(sort out | uniq -d)"
verdict
