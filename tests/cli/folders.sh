#!/bin/bash
# folders.sh BUILD - one run at a time writes to a folder; what it has not written itself is nobody's to remove or replace.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" case.yaml
short=(--threads 1 --set run.duration='1 ms')

# Two runs into one folder.
"$scree" run case.yaml --out busy --threads 1 --quiet --set run.duration='100 s' >words 2>&1 &
pid=$!
comes test -e busy/bodies_000003.vtp
busy="busy: another run is at work in this folder: process $pid on $(uname -n), since .*--out"
says 2 "$busy" "$scree" run case.yaml --out busy "${short[@]}"
says 2 "$busy" "$scree" run case.yaml --out busy --force "${short[@]}"
says 2 "$busy" "$scree" resume busy
says 2 "$busy" "$scree" fit "$here/../../examples/05-soybean-fit/fit.yaml" --out busy --force
[ -e busy/bodies_000000.vtp ] || complain "the run that is at work lost a file"
kill -0 $pid || complain "the first run ended: $(cat words)"
# Who is killed holds nothing any more, though the file is there.
kill -KILL $pid
wait $pid 2>/dev/null
[ -e busy/scree.lock ] || complain "there is no lock"
holds 'a run after one that was killed' "$scree" run case.yaml --out busy --force --quiet "${short[@]}"
[ ! -e busy/scree.lock ] || complain "the lock stays behind"
[ ! -e busy/bodies_000003.vtp ] || complain "a file of the older run stays behind"

# Four at once that name no folder find four.
for _ in 1 2 3 4; do "$scree" run case.yaml --quiet "${short[@]}" & done
wait
same 'folders of four runs' "$(ls -d results*/summary.json | wc -l)" 4

# Files of others have names like results, or the very names.
mkdir -p mine/probes
for file in grains.data walls.dump notes.txt bodies.txt probes/lab.csv; do echo "of $file" >mine/$file; done
holds 'a folder with other files' "$scree" run case.yaml --out mine --force --quiet "${short[@]}"
holds 'once more' "$scree" run case.yaml --out mine --force --quiet "${short[@]}"
for file in grains.data walls.dump notes.txt bodies.txt probes/lab.csv; do
    same "$file stays" "$(cat mine/$file)" "of $file"
done
before=$(ls -R mine)
sed 's/^  books:/  lab:/' case.yaml >lab.yaml
says 2 '^mine/probes/lab.csv: a file is here that no run of Scree has written' "$scree" run lab.yaml --out mine --force "${short[@]}"
same 'a refused run removes nothing' "$(ls -R mine)" "$before"
for file in case.yaml summary.json bodies_000001.vtp snapshot.h5.previous autosave.h5; do
    rm -rf theirs && mkdir theirs
    echo mine >theirs/$file
    says 2 "^theirs/$file: a file is here that no run" "$scree" run case.yaml --out theirs --force "${short[@]}"
    same "$file of somebody else" "$(cat theirs/$file)" mine
    same 'nothing else' "$(ls theirs)" "$file"
done

# A folder has the name of a result, or the folder of the tables is a link: refused before the older run is removed.
holds 'a run to keep' "$scree" run case.yaml --out kept --quiet "${short[@]}"
for name in picture.png bodies.pvd probes/lid.csv; do
    rm kept/$name && mkdir kept/$name
    before=$(ls -R kept)
    says 2 "^kept/$name: this is a folder, and a result is to get its name" "$scree" run case.yaml --out kept --force "${short[@]}"
    same "a run with $name refused removes nothing" "$(ls -R kept)" "$before"
    rmdir kept/$name
done
mv kept/probes elsewhere && ln -s ../elsewhere kept/probes
before=$(ls -R kept elsewhere)
says 2 '^kept/probes: this is no folder' "$scree" run case.yaml --out kept --force "${short[@]}"
same 'a run with a link refused removes nothing' "$(ls -R kept elsewhere)" "$before"

# What the case reads is not removed before it is read.
cp -r mine again
sed 's/^walls:/walls:\n  block: {material: glass, mesh: {file: "again\/inputs\/block.stl", unit: m}}/' case.yaml >reads.yaml
mkdir -p again/inputs
printf 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 1 0 0.9\nvertex 1.001 0 0.9\nvertex 1 0.001 0.9\nendloop\nendfacet\nendsolid a\n' >again/inputs/block.stl
echo inputs/block.stl >>again/scree-files.txt
says 2 'the results would replace .inputs/block.stl., which the case reads' "$scree" run reads.yaml --out again --force "${short[@]}"
[ -s again/inputs/block.stl ] || complain "the mesh is gone"

# A folder has all that its case reads: it goes on where the case is not any more, also by a table of the growth of grains.
mkdir from
cp case.yaml from/
printf 't, factor\n0, 1\n1, 1.1\n' >from/factors.csv
grows=(--threads 1 --quiet --set run.duration='1 ms' --set grains.beads.growth='{file: factors.csv}')
holds 'a run of grains that grow by a table' "$scree" run from/case.yaml --out grown "${grows[@]}"
rm -r from
holds 'it goes on' "$scree" resume grown --threads 1 --quiet --set run.duration='2 ms'

# Links lead nowhere, and a list that somebody has written removes nothing elsewhere.
mkdir outside linked
ln -s ../outside linked/probes
says 2 'linked/probes: this is no folder' "$scree" run case.yaml --out linked --force "${short[@]}"
echo safe >outside/lid.csv
printf 'scree files 1\n../outside/lid.csv\nprobes/lid.csv\n/etc/motd\n' >linked/scree-files.txt
"$scree" run case.yaml --out linked --force "${short[@]}" >out 2>&1
same 'a file outside' "$(cat outside/lid.csv)" safe
mkdir list && echo 'my own notes' >list/scree-files.txt
says 2 'scree-files.txt: .*no list' "$scree" run case.yaml --out list --force "${short[@]}"
mkdir tied && ln -s ../outside/log.txt tied/log.txt
says 2 'tied/log.txt: a file is here' "$scree" run case.yaml --out tied --force "${short[@]}"
[ ! -e outside/log.txt ] || complain "a log was written through a link"

# A case that wants to write elsewhere.
for name in ../stolen_ "$work/stolen_" a/../../stolen_ a//b_; do
    sed "s|^part_out_name_base.*|part_out_name_base $name|" "$here/../../examples/03-course/funnel.par" >course.par
    says 2 "^course.par:[0-9]+:1: part_out_name_base = .*folder of the run" "$scree" check course.par
    (cat "$here/small.yaml" && echo "course: {out_name: \"$name\", out_every: 1}") >course.yaml
    says 2 "^course.yaml:[0-9]+:20: course.out_name = .*folder of the run" "$scree" run course.yaml --out course --force "${short[@]}"
done
[ -z "$(find "$work" -name 'stolen_*')" ] || complain "a file was written outside"

# Before a file there is its name on the list: all that is there is on it, at any time.
says 0 . "$scree" run case.yaml --out whole "${short[@]}"
(cd whole && find . -type f ! -name scree-files.txt ! -name scree.lock | sed 's,^\./,,' | sort) >there
grep -v '^scree files' whole/scree-files.txt | sort >listed
checks=$((checks + 1))
cmp -s there listed || complain "the list is not what is there: $(diff there listed)"

# Of a run that is still at work, and has saved nothing, nobody says that it has ended.
mkdir young && cp whole/scree-files.txt whole/case.yaml young/ && grep -m 1 ' runs ' whole/log.txt >young/log.txt
says 2 'the run ended before it saved anything: .*scree resume young begins it anew' "$scree" info young
cp -r young begun && says 0 'nothing was saved of this run: it begins anew' "$scree" resume begun --threads 1
cp -r whole stripped && rm stripped/*.h5*
says 2 'the states that this run has saved are not there any more' "$scree" info stripped
says 2 'the states that this run has saved are not there any more' "$scree" resume stripped
exec 8>young/scree.lock && flock 8
says 2 'a run is at work there and has saved nothing yet' "$scree" info young
mkdir working && cp -r whole/. working/ && rm working/summary.json
exec 9>working/scree.lock && flock 9
says 0 '^the run is at work, at t = [0-9.]+ s of [0-9.]+ s, 100 % done; its newest save:' "$scree" info working
exec 9>&-
exec 8>&-

# An export is no reason to lose the snapshot that it is made from, nor another file of the run.
before=$(cksum whole/*)
for file in whole/snapshot.h5 ./whole/case.yaml whole/bodies.pvd; do
    says 2 'is the result of a run, and would be replaced' "$scree" info whole --lammps "$file"
    says 2 'is the result of a run, and would be replaced' "$scree" info whole --dump "$file"
done
same 'a run with exports refused' "$(cksum whole/*)" "$before"
says 2 '^scree info: --lammps and --dump both write twice' "$scree" info whole --lammps twice --dump twice
[ ! -e twice ] || complain 'two exports into one file leave one of them'
says 2 '^./twice: a file is here' "$scree" info whole --lammps twice --dump ./twice
for _ in 1 2; do holds 'an export that replaces an export' "$scree" info whole --lammps whole/mine.data; done
echo mine >theirs.txt
for option in --lammps --dump; do says 2 '^theirs.txt: a file is here that is no older one' "$scree" info whole $option theirs.txt; done
says 2 '^theirs.txt: a file is here that is no picture or film of Scree' "$scree" shape case.yaml bead --out theirs.txt
same 'a file that is no export' "$(cat theirs.txt)" mine
for _ in 1 2; do holds 'a picture that replaces a picture' "$scree" shape case.yaml bead --out bead.png; done

# Also not one in a folder of the run, whatever way leads there.
before=$(cksum whole/probes/* && ls whole/probes)
ln -s whole/probes near
for file in whole/probes/lid.csv ./whole/../whole/probes/lid.csv near/lid.csv; do
    says 2 'is the result of a run, and would be replaced' "$scree" info whole --lammps "$file"
done
same 'tables with exports refused' "$(cksum whole/probes/* && ls whole/probes)" "$before"

# What is given as /dev/stdin has no folder for results beside it.
"$scree" run /dev/stdin "${short[@]}" <case.yaml >out 2>&1
same 'a case from the standard input' "$?:$(grep -c '^/dev: .*no place for results.*--out' out)" 2:1
"$scree" run /dev/stdin --out given --quiet "${short[@]}" <case.yaml >out 2>&1
same 'the same with a folder' "$?:$(ls given/summary.json)" 0:given/summary.json

# Snapshots that were saved by hand stay, whatever replaces the run.
cp -r whole hand
for ending in h5 sums; do
    cp hand/snapshot.h5 "hand/kept-000000120.$ending"
    echo "kept-000000120.$ending" >>hand/scree-files.txt
done
before=$(cksum <hand/kept-000000120.h5)
rm -f hand/snapshot.* hand/autosave.* hand/summary.json
sed -i '/  snapshot at step/d; /  autosave at step/d' hand/log.txt
"$scree" resume hand --threads 1 >out 2>&1
same 'a run of which nothing but that is left' "$?:$(grep -c 'saved by hand goes on: .*scree resume hand/kept-000000120.h5 --out hand-2' out)" 0:1
says 0 'hand/kept-000000120.h5 was saved by hand in an older run, and stays' "$scree" run case.yaml --out hand --force "${short[@]}"
same 'what was saved by hand' "$(cksum <hand/kept-000000120.h5)" "$before"
holds 'what probes kept with it' test -e hand/kept-000000120.sums
says 0 'and stays' "$scree" resume whole/snapshot.h5 --out hand --force
same 'the same after a branch' "$(cksum <hand/kept-000000120.h5)" "$before"

verdict
