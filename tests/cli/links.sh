#!/bin/bash
# links.sh BUILD - a run keeps to its folder also where a file in it is a link, a second name of a file elsewhere, or a file
# of somebody else with the name of the lock; and where a case wants names that the run has itself.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
sed '/^grains:/,/^run:/s/count: 250/count: 20/' "$here/small.yaml" >case.yaml
short=(--threads 1 --quiet --set run.duration='5 ms')
longer=(--threads 1 --quiet --set run.duration='8 ms')
"$scree" run case.yaml --out whole "${short[@]}"

# A table, a state, what probes keep, a list of frames, the case, the list of files: as a link each is refused, by a run that
# goes on in the folder and by a branch that reads it, and nothing outside is read or changed.
mkdir outside
for name in probes/lid.csv snapshot.h5 snapshot.sums snapshot.sums.previous bodies.pvd case.yaml scree-files.txt log.txt summary.json; do
    rm -rf tied && cp -r whole tied
    if [ -e tied/$name ]; then mv tied/$name outside/it; else cp whole/snapshot.sums outside/it; fi
    ln -s "$work/outside/it" tied/$name
    before=$(cksum outside/it)
    says 2 "^tied/$name: this is a symbolic link" "$scree" resume tied "${longer[@]}"
    says 2 "^tied/$name: this is a symbolic link" "$scree" resume tied --confine "${longer[@]}"
    [ $name = probes/lid.csv ] || says 2 "^tied/$name: this is a symbolic link" "$scree" resume tied --out other "${longer[@]}"
    same "what $name leads to" "$(cksum outside/it)" "$before"
    [ ! -e other ] || complain "a refused branch leaves a folder behind"
done
rm -rf tied && cp -r whole tied && mv tied/probes outside/ && ln -s ../outside/probes tied/probes
says 2 '^tied/probes: this is no folder' "$scree" resume tied "${longer[@]}"
# What has no name of a table is nobody's result, also among the tables.
rm -rf tied && cp -r whole tied && mkdir tied/probes/plots && ln -s ../log.txt tied/probes/notes
holds 'a run goes on beside folders and links of others' "$scree" resume tied "${longer[@]}"
[ -d tied/probes/plots ] && [ -L tied/probes/notes ] || complain 'what others have put among the tables is gone'
rm -rf tied && cp -r whole tied && rm tied/bodies.pvd && mkfifo tied/bodies.pvd
says 2 '^tied/bodies.pvd: this is no plain file' timeout 10 "$scree" resume tied "${longer[@]}"

# A copy of a run that is made of second names stays as it is when the run goes on.
cp -rl whole twin
before=$(cksum twin/* twin/probes/*)
holds 'the run that was copied goes on' "$scree" resume whole "${longer[@]}"
same 'the copy' "$(cksum twin/* twin/probes/*)" "$before"

# The lock has the name of a file that was there.
mkdir notes && echo 'my own notes' >notes/scree.lock
says 2 '^notes/scree.lock: a file is here that no run' "$scree" run case.yaml --out notes --force "${short[@]}"
same 'the notes' "$(cat notes/scree.lock)" 'my own notes'
rm notes/scree.lock && echo 'process of mine' >outside/mine && ln outside/mine notes/scree.lock
says 2 '^notes/scree.lock: a file is here that no run' "$scree" run case.yaml --out notes --force "${short[@]}"
same 'the notes elsewhere' "$(cat outside/mine)" 'process of mine'

# Names of results in a folder that has the name of a file of the run.
for name in summary.json/a picture.png/x scree.lock/x autosave.h5/x probes/x inputs/x bodies_000001.vtp/x a/snapshot.sums.previous/x \
    scree-files.txt/x a.part/x a0.out/x "$(printf '%0210d' 0)"; do
    (cat case.yaml && echo "course: {out_name: \"$name\", out_every: 1}") >course.yaml
    says 2 '^course.yaml:[0-9]+:20: course.out_name = ' "$scree" run course.yaml --out course "${short[@]}"
    sed "s|^part_out_name_base.*|part_out_name_base $name|" "$here/../../examples/03-course/funnel.par" >course.par
    says 2 '^course.par:[0-9]+:1: part_out_name_base = ' "$scree" check course.par
    [ ! -e course ] || complain "a refused name leaves a folder behind"
done
for name in a/b_ summary picture.png; do
    rm -rf course
    (cat case.yaml && echo "course: {out_name: \"$name\", out_every: 100}") >course.yaml
    holds "results called $name" "$scree" run course.yaml --out course "${short[@]}"
    [ -s "course/${name}0.out" ] || complain "there is no ${name}0.out"
done
verdict
