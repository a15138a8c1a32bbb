#!/bin/bash
# manners.sh BUILD - what a newcomer meets: folders for cases, runs of no length, faults of data files with their lines,
# settings that exclude each other, a disk that is full at once.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" case.yaml

# Which case is meant.
mkdir two one none
cp "$SCREE_SOURCE_DIR"/examples/03-course/funnel.* one
cp case.yaml two/a.yaml
cp case.yaml two/b.yaml
says 0 '^funnel$' "$scree" check one --threads 1
says 2 '^two: the folder holds no case.yaml .*(a.yaml, b.yaml|b.yaml, a.yaml)' "$scree" check two
says 2 '^none: the folder holds no case.yaml .*scree new' "$scree" run none
says 2 '^absent.yaml: .*No such file' "$scree" check absent.yaml

# Values of options.
says 2 'threads 0 .*at least 1' "$scree" run case.yaml --threads 0
says 2 '5000 threads are more than 4096' "$scree" check case.yaml --threads 5000
says 2 'width 3 .*1, 2, 4 or 8' "$scree" run case.yaml --width 3
says 0 "usage: $scree run" "$scree" run --treads 2 --help
holds 'check --quiet' "$scree" check case.yaml --threads 1 --quiet
[ ! -s out ] || complain "check --quiet prints $(cat out)"
says 2 'densty' "$scree" check case.yaml --quiet --set materials.glass.densty=1

# A run of no length writes its start; of two lengths the one of the command line counts.
says 0 'takes no step' "$scree" check case.yaml --threads 1 --set run.duration=0
says 0 'finished: t = 0 s.*0 steps' "$scree" run case.yaml --threads 1 --out start --set run.duration=0
for file in picture.png snapshot.h5 bodies_000000.vtp; do [ -s start/$file ] || complain "no $file of the start"; done
says 0 'finished: .* 70 steps' "$scree" run case.yaml --threads 1 --out seventy --set run.steps=70
says 2 'duration or steps, not both' "$scree" check case.yaml --set run.steps=7 --set run.duration='1 s'

# Faults of tables, all of them, with their lines.
sed 's/packing: {law: random.*seed: 3}}/packing: {law: csv, file: bed.csv}}/' case.yaml >bed.yaml
printf 'x y z radius\n.006 .006 .005 .001\n.006 .006 .x .001\n1 2\n.006 .006 .0051 .001\n.006 .006 .020 -1\n' >bed.csv
says 2 '^./bed.csv:3: z = .x' "$scree" run bed.yaml --out bed
grep -q '^./bed.csv:4: 2 values for 4 columns' out && grep -q '^./bed.csv:6: radius = -1' out || complain "not all faults of a table: $(cat out)"
printf 'x y z radius\n.006 .006 .005 .001\n.006 .006 .015 .001\n\n.006 .006 .0051 .001\n.006 .05 .020 .001\n.006 .006 -.0045 .001\n' >bed.csv
says 2 '^./bed.csv:2 and ./bed.csv:5: grains .* overlap by' "$scree" run bed.yaml --out bed
grep -q "^./bed.csv:6: grain [0-9]* of 'beads' is outside of the domain" out || complain "a grain outside is not named: $(cat out)"
sed -i 5,6d bed.csv
says 2 "^bed.yaml:[0-9]+:[0-9]+: walls.floor: grain [0-9]+ of 'beads' .* in the wall 'floor'" "$scree" run bed.yaml --out bed
: >bed.csv
says 2 '^bed.yaml:[0-9]+:[0-9]+: grains.beads.packing.file: ./bed.csv: the file is empty' "$scree" run bed.yaml --out bed
(echo x y z; for i in $(seq 50); do echo "$i $i"; done) >bed.csv
says 2 '^and 30 more' "$scree" run bed.yaml --out bed
rm bed.csv
says 2 '^bed.yaml:[0-9]+:[0-9]+: grains.beads.packing.file: ./bed.csv: cannot be read' "$scree" run bed.yaml --out bed
[ ! -e bed ] || complain "a refused case leaves a folder behind"

# Grains of other shapes may stand nearer than the balls around them.
cat >row.yaml <<'E'
scree: 1
gravity: 0
domain: {low: [0 m, 0 m, 0 m], high: [10 cm, 10 cm, 10 cm]}
materials: {bone: {density: 1500 kg/m^3}}
pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, tangential: none}}
shapes:
  domino: {polyhedron: {builder: {box: [3 mm, 10 mm, 20 mm]}}}
  comb: {clump: {balls: [{at: [0 mm, -4 mm, 0 mm], radius: 1.5 mm}, {at: [0 mm, 4 mm, 0 mm], radius: 1.5 mm}]}}
  round: {spheropolyhedron: {builder: {box: [2 mm, 9 mm, 19 mm]}, radius: 0.5 mm, meeting: features}}
grains: {row: {shape: domino, material: bone, turn: [0, 0, 0], packing: {law: lattice, spacing: [4 mm, 1 cm, 1 cm], counts: [4, 1, 1], origin: [3 cm, 5 cm, 5 cm]}}}
run: {steps: 1, deepest_overlap: 0.01}
E
for shape in domino comb round; do
    says 0 '^grains +4' "$scree" check row.yaml --threads 1 --set grains.row.shape=$shape
    says 2 "grains.row.*: grains 0 of 'row' and 1 of 'row' overlap by 0.001 m" \
        "$scree" check row.yaml --set grains.row.packing.spacing='[2 mm, 1 cm, 1 cm]' --set grains.row.shape=$shape
done

# A chain of links hangs as it is placed. One whose bars of 4 mm are in each other is refused, whatever the solver, and
# so is one that no contact would push back.
cp "$SCREE_SOURCE_DIR"/verify/cases/sharp-chain.yaml chain.yaml
for solver in smooth nonsmooth; do
    says 0 '^grains +5' "$scree" check chain.yaml --threads 1 --set solver=$solver
    says 2 "grains.top and grains.first: grains 0 of 'top' and 1 of 'first' overlap by 0.003 m, 150 % of .* \(move them apart" \
        "$scree" check chain.yaml --threads 1 --set solver=$solver --set grains.first.packing.origin='[0 mm, 0 mm, -35 mm]'
done
says 2 "overlap by 0.0005 m, 25 % of the smaller radius, and no contact would push them apart" \
    "$scree" check chain.yaml --threads 1 --set grains.first.packing.origin='[0 mm, 0 mm, -32.5 mm]'

# In the plane too: hooks that hold each other; with their bars in each other; a line through a hook.
cat >hooks.yaml <<'E'
scree: 1
dimensions: 2
gravity: 0
domain: {low: [-10 cm, -10 cm], high: [10 cm, 10 cm]}
materials: {bone: {density: 1500 kg/m^3}}
pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, tangential: none}}
shapes:
  hook: {spheropolygon: {vertices: [[0 cm, 0 cm], [3 cm, 0 cm], [3 cm, 3 cm], [2.4 cm, 3 cm], [2.4 cm, 1 cm], [0.6 cm, 1 cm], [0.6 cm, 3 cm], [0 cm, 3 cm]], radius: 0.1 mm}}
  line: {spheropolygon: {vertices: [[0 cm, 0 cm], [6 cm, 0 cm]], radius: 0.1 mm}}
grains:
  low: {shape: hook, material: bone, turn: [0, 0, 0], packing: {law: lattice, counts: [1, 1], spacing: [1 m, 1 m], origin: [0 cm, 0 cm]}}
  high: {shape: hook, material: bone, turn: [0, 0, 180 deg], packing: {law: lattice, counts: [1, 1], spacing: [1 m, 1 m], origin: [1.2 cm, 1.7 cm]}}
run: {steps: 1, step: 1 us}
E
for solver in smooth nonsmooth; do
    says 0 '^grains +2' "$scree" check hooks.yaml --threads 1 --set solver=$solver
    says 2 "grains 0 of 'low' and 1 of 'high' overlap by 0.0032 m" \
        "$scree" check hooks.yaml --threads 1 --set solver=$solver --set grains.high.packing.origin='[2.1 cm, 1.7 cm]'
    says 2 "grains 0 of 'low' and 1 of 'high' (overlap|go through)" \
        "$scree" check hooks.yaml --threads 1 --set solver=$solver --set grains.high.shape=line --set grains.high.packing.origin='[0 cm, 0.5 cm]'
done

# What the world finds wrong has a place in the case, or in the settings.
sed 's/floor: .*/floor: {material: glass, mesh: {file: a.stl, unit: furlong}}/' case.yaml >mesh.yaml
says 2 "^mesh.yaml:[0-9]+:[0-9]+: walls.floor.mesh.unit: .*'furlong'.*mm" "$scree" check mesh.yaml
says 2 "^--set walls.floor.mesh.file: ./absent.stl: cannot open the mesh" "$scree" check mesh.yaml \
    --set walls.floor.mesh.unit=mm --set walls.floor.mesh.file=absent.stl
sed -i 's/a.stl, unit: furlong/absent.stl, unit: mm/' mesh.yaml
line=$(grep -n absent.stl mesh.yaml | cut -d: -f1)
says 2 "^mesh.yaml:$line:[0-9]+: walls.floor.mesh.file: ./absent.stl: cannot open the mesh .check the path" "$scree" run mesh.yaml --out bed
printf 'solid a\nendsolid a\n' >absent.stl
says 2 "^mesh.yaml:$line:[0-9]+: walls.floor.mesh.file: ./absent.stl: .*facets" "$scree" check mesh.yaml
printf 'solid a\nfacet normal 0 0 x\n' >absent.stl
says 2 "^./absent.stl:2: " "$scree" check mesh.yaml
says 2 '^case.yaml:[0-9]+:[0-9]+: probes.lid' "$scree" check case.yaml --set probes.lid.wall=ceiling
says 2 '^--set grains.beads.packing.count|grains.beads.packing' "$scree" check case.yaml --set grains.beads.packing.count=90000

# A mesh in the wrong unit: how large it is stands in the line, and what is far off is a warning, of `run` as well.
printf 'v -20 -20 0\nv 20 -20 0\nv 20 20 0\nv -20 20 0\nf 1 2 3 4\n' >tray.obj
sed 's/boundary: {x: periodic/boundary: {x: wall/; s/floor: .*/floor: {material: glass, mesh: {file: tray.obj, unit: mm, position: [6 mm, 6 mm, 0.1 mm]}}/
     /lid:/,/drive:/d; s/flow-rate, axis: x/flow-rate, axis: z/; /^probes/,$d' case.yaml >tray.yaml
wide() { "$@" 2>&1 | tr -s '\n ' ' '; }
export scree
export -f wide
says 0 'mesh floor: .*open.* from \(-0.014, -0.014, 0.0001\) to \(0.026, 0.026, 0.0001\) m, edges of 0.04 to 0.0566 m ' \
    bash -c 'wide "$scree" check tray.yaml --threads 1'
grep -q 'mesh of wall' out && complain "a good mesh is warned of: $(cat out)"
says 0 'warning the mesh of wall `floor` is 56.6 m from corner to corner, [0-9e+.]+ times as much as the domain .*walls.floor.mesh.unit' \
    bash -c 'wide "$scree" check tray.yaml --threads 1 --set walls.floor.mesh.unit=m'
says 0 'warning the mesh of wall `floor` is 0.566 m .*times as much as the domain' \
    bash -c 'wide "$scree" check tray.yaml --threads 1 --set walls.floor.mesh.unit=cm'
says 0 'warning the mesh of wall `floor` is 5.66e-05 m .*less than half of the smallest ball' \
    bash -c 'wide "$scree" check tray.yaml --threads 1 --set walls.floor.mesh.unit=um'
says 0 'walls.floor: the mesh of wall .floor. is 56.6 m from corner to corner, [0-9e+.]+ times as much as the domain with [0-9.]+ m, .*walls.floor.mesh.unit' \
    bash -c 'wide "$scree" check tray.yaml --threads 1 --set walls.floor.mesh.unit=m --set domain.boundary.x=periodic --set walls.floor.mesh.along_x="[2, 0, 1]"'
says 0 'crosses the periodic border along x' \
    bash -c 'wide "$scree" check tray.yaml --threads 1 --set domain.boundary.x=periodic --set walls.floor.mesh.along_x="[2, 0, 1]"'
says 0 'warning the mesh of wall `floor` lies outside of the domain' \
    bash -c 'wide "$scree" check tray.yaml --threads 1 --set walls.floor.mesh.position="[60 mm, 6 mm, 0.1 mm]"'
# The smallest ball is that of all parts, and of what streams bring.
for parts in 1 3; do
    "$scree" run tray.yaml --threads 1 --quiet --out dust$parts --parts $parts --set walls.floor.mesh.unit=um --set run='{steps: 1}' 2>dust-$parts
done
same 'warnings of a run in three parts' "$(cat dust-3)" "$(cat dust-1)"
{
    sed '/^grains/,/^  - /d' tray.yaml
    echo 'streams: [{name: rain, shape: bead, material: glass, low: [0, 0, 20 mm], high: [12 mm, 12 mm, 30 mm], rate: 100/s}]'
} >rain.yaml
says 0 'less than half of the smallest ball with 0.0018 m' "$scree" check rain.yaml --threads 1 --quiet --set walls.floor.mesh.unit=um
says 0 '^warning: the mesh of wall `floor` is 56.6 m' "$scree" check tray.yaml --threads 1 --quiet --set walls.floor.mesh.unit=m
says 0 '^warning: the mesh of wall `floor` is 56.6 m' "$scree" run tray.yaml --threads 1 --out tray --set walls.floor.mesh.unit=m \
    --set run='{steps: 1}'
grep -q 'mesh of wall floor: .*from (-19.99, -19.99, .* m, edges of 40 to 56.6 m' tray/log.txt && grep -q 'warning: the mesh of wall' tray/log.txt ||
    complain "the log does not tell of the mesh: $(cat tray/log.txt)"
"$scree" check tray.yaml --threads 1 --json --set walls.floor.mesh.unit=m >json
python3 -c 'import json; d = json.load(open("json")); assert "edges of" in d["meshes"]["floor"] and "domain" in d["mesh_warnings"]["floor"]' ||
    complain "check --json does not tell of the mesh: $(cat json)"

# So is a shape that is larger than the domain; of a distribution its least counts.
for radius in '5 m' '{distribution: uniform, from: 5 m, to: 6 m}'; do
    says 0 '^warning: grains of the shape `bead` are (at least )?10 m across, more than the domain with 0.0481 m from corner to corner: .*units' \
        "$scree" check case.yaml --threads 1 --quiet --set walls='{}' --set probes='{}' --set run.deepest_overlap=none --set run.duration='1 ms' \
        --set domain='{low: [0, 0, -5 mm], high: [12 mm, 12 mm, 40 mm]}' --set grains.beads.packing='{law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [1 mm, 1 mm, 1 mm]}' \
        --set shapes.bead.ball.radius="$radius"
done

# Numbers out of all proportion, and things that are not there, are found before a folder is made.
for set in 'gravity=[0, 0, -1e200 m/s^2]' 'shapes.bead.ball.radius=1e-300 m' 'walls.floor.drive.velocity=[1e300 m/s, 0, 0]'; do
    says 2 'no step can be chosen|packing|has the radius 1e-300 m, which is not from' "$scree" run case.yaml --out odd --threads 1 --set "$set"
done
says 2 '^--set run.duration: the run takes .* steps' "$scree" run case.yaml --out odd --threads 1 --set run.duration='1e300 s'
says 2 '^--set run.duration: a step of 1e-320 s is too short to compute with' "$scree" check case.yaml --threads 1 --set run.duration='1e-320 s'
# `auto` is no remedy where it is what was asked for; heavy grains that meet slowly are no fault of the frames.
says 2 'run.step: no step can be chosen: .* the tangential dashpot of the pair glass, glass asks for steps of .*damping' "$scree" check case.yaml --threads 1 \
    --set pairs.default.tangential='{law: viscous-coulomb, friction: 0.4, damping: 1e12 kg/s}'
says 0 '^step +0.005 s: the fastest impact' "$scree" check case.yaml --threads 1 --set materials.glass.density='1e30 kg/m^3' --set output='{every: 5 ms}' \
    --set probes='{}' --set walls='{}' --set run.deepest_overlap=none --set domain='{low: [0, 0, -5 mm], high: [12 mm, 12 mm, 40 mm]}'
says 2 '^case.yaml:[0-9]+:[0-9]+: materials.glass: .*no finite stiffness' "$scree" run case.yaml --out odd --set materials.glass.poisson=-1
says 2 '^--set probes.one.id|probes.one: id 0 is a wall' "$scree" run case.yaml --out odd --threads 1 --set probes.one.id=0
says 2 'probes.one: there is no grain 7000: ids reach from' "$scree" check case.yaml --threads 1 --set probes.one.id=7000
says 2 'an argument is empty' "$scree" run ''
says 2 'out is given an empty value' "$scree" run case.yaml --out ''
says 2 'start/snapshot.h5: this is a snapshot, not a case .*scree resume' "$scree" run start/snapshot.h5 --out odd
says 2 'not a text file' "$scree" check start/picture.png
says 2 "unknown key 'durations'" "$scree" resume start --set run.durations='1 s'
[ ! -e odd ] || complain "a refused case leaves a folder behind"
(cd one && sed 's/^k_s.*/k_s: 20000/' funnel.par >odd.par)
says 2 "did you mean 'k_s'" "$scree" check one/odd.par
(cd one && sed 's/^timestep_length.*/timestep_length 1/' funnel.par >odd.par)
says 2 '^one/odd.par:3: run.step: .*too long' "$scree" check one/odd.par

# A period that is none beside the step is refused where it stands, and so much output that nobody can want it is told.
says 2 '^--set output.every: 1e-300 s is less than a thousandth of the time step' timeout 20 "$scree" run case.yaml --out odd --set output.every='1e-300 s'
says 2 '^--set output.snapshot_every: 1e-12 s is less' timeout 20 "$scree" check case.yaml --set output.snapshot_every='1e-12 s'
sed 's/books: .*/books: {law: energy, every: 1e-20 s}/' case.yaml >often.yaml
says 2 "^often.yaml:$(grep -n books: often.yaml | cut -d: -f1):[0-9]+: probes.books.every: 1e-20 s is less" timeout 20 "$scree" check often.yaml
[ ! -e odd ] || complain "a refused case leaves a folder behind"
says 0 'output +13 frames in 65 files, up to 3.[12] MB' "$scree" check case.yaml --threads 1
says 0 'output +14 frames in 70 files' "$scree" check case.yaml --threads 1 --set run.duration='61 ms' # and the end
grep -q 'files of frames' out && complain "a few frames are warned of: $(cat out)"
# So many bytes come, and not many less: also of frames that are little else than their heads.
"$scree" new minimal little >out
set=(--threads 1 --set run.duration='0.1 s')
told=$("$scree" check little --json "${set[@]}" | python3 -c 'import json, sys; print(json.load(sys.stdin)["frame_bytes"])')
holds 'a run of one ball' "$scree" run little --out ball --quiet "${set[@]}"
written=$(cat ball/*.vtp | wc -c)
checks=$((checks + 1))
[ "$written" -le "$told" ] && [ $((2 * written)) -ge "$told" ] || complain "frames of $written bytes, told were $told"
says 0 '^warning: the run writes 300,005 files of frames into one folder: raise output.every' "$scree" check case.yaml --threads 1 --quiet --set output.every='1 us'
says 0 '^warning: 60,000,0.* files of frames may take up to .*, and the disk has .* left' "$scree" check case.yaml --threads 1 --quiet \
    --set output.every='1 us' --set run.duration='12 s'
says 0 '^warning: the probes sample 1.,...,... times' "$scree" check case.yaml --threads 1 --quiet --set probes='{a: {law: energy, every: 1 us}}' \
    --set run.duration='12 s' --set run.step='1 us' --set output.every=0
says 130 '^warning: the run writes 300,005 files' bash -c "timeout -s INT 2 '$scree' run case.yaml --threads 1 --out many --quiet --set output.every='1 us'; exit \$((\$? == 124 ? 130 : \$?))"
grep -q 'warning: the run writes 300,005 files' many/log.txt || complain "the log does not tell of the files: $(cat many/log.txt)"

# Marks of editors before a table.
sed 's/packing: {law: random.*seed: 3}}/packing: {law: csv, file: marked.csv}}/; /^  one:/d' case.yaml >marked.yaml
printf '\xef\xbb\xbfx,y,z,radius\r\n.006,.006,.005,.001\r\n' >marked.csv
says 0 '^grains +1' "$scree" check marked.yaml --threads 1
printf '\xef\xbb\xbfpush [N]\n1\n' >marked.csv
says 0 '^.*e-0' "$scree" law hertz --path marked.csv

# What the help says of signals and saves.
says 0 'SIGTERM and SIGHUP.*' "$scree" run --help
grep -q 'output.autosave' out || complain "the help of run does not tell of the autosave: $(cat out)"

# A name of a file that is no line of a comment.
printf 'LAMMPS data\n\n1 atoms\n1 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtoms # sphere\n\n1 1 0.1 2500 0.5 0.5 0.5\n' >$'a\nsolver: odd'
says 0 'is written' "$scree" new --from-lammps $'a\nsolver: odd' imported
says 0 '^grains +1' "$scree" check imported --threads 1
lammps() { printf 'LAMMPS data\n\n%d atoms\n%s atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtoms # sphere\n\n%s\n' "$1" "$2" "$3" >data; }
lammps 1 1000000000 '1 1 0.1 2500 0.5 0.5 0.5'
says 2 '^data: 1000000000 atom types are more than the 1000' timeout 20 "$scree" new --from-lammps data many-types
lammps 0 1 ''
says 2 '^data: the file holds no atoms' "$scree" new --from-lammps data no-atoms
[ ! -e many-types ] && [ ! -e no-atoms ] || complain "a refused import leaves a folder behind"
mkdir half && echo mine >half/grains_1.csv
says 2 '^half/grains_1.csv: there is such a file already' "$scree" new --from-lammps $'a\nsolver: odd' half
[ ! -e half/case.yaml ] || complain "half an import is left behind"

# A limit of the size of files, and of open files: told, and nothing half-written; a reader that has gone stops no run.
says 2 'grains_000000.*File too large.*ulimit -f' bash -c "ulimit -f 20; '$scree' run case.yaml --threads 1 --out small"
ls small | grep -q part && complain "half a file: $(ls small)"
says 2 'Too many open files' bash -c "ulimit -n 6; '$scree' run case.yaml --threads 1 --out few"
[ ! -e few ] || complain "a run that could not begin leaves a folder behind: $(ls few)"
"$scree" run case.yaml --threads 1 --out piped 2>&1 | true
grep -q '"status": "finished"' piped/summary.json || complain "a run without a reader did not finish"

# A disk that is full before anything could be saved.
if [ "$(id -u)" = 0 ] && mkdir -p full && mount -t tmpfs -o size=40k none full 2>/dev/null; then
    says 2 'No space left.*free some space' "$scree" run case.yaml --out full/run --threads 1
    grep -q 'nothing was saved yet.*resume full.run begins anew' out || complain "it does not say that nothing was saved: $(cat out)"
    grep -q '^full/run/[a-z_0-9-]*\.' out || complain "it does not name the file: $(cat out)"
    rm -rf full/run
    dd if=/dev/zero of=full/filler bs=1k count=64 2>/dev/null
    says 2 'full/run/.*No space left' "$scree" run case.yaml --out full/run --threads 1
    [ ! -e full/run ] || complain "an empty folder is left behind: $(ls full/run)"
    umount full
fi
# A standard output that is closed takes nothing, as one that is full; that is told, by all commands.
for command in 'list laws' 'list laws --json' 'law hertz' 'check case.yaml --threads 1' 'info start' 'info start --json' 'help' 'help run' --version; do
    for to in '>&-' '>/dev/full'; do
        says 2 '^scree: cannot write to the standard output$' bash -c "'$scree' $command $to"
    done
done
verdict
