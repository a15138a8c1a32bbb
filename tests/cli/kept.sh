#!/bin/bash
# label: quick
# kept.sh BUILD - what probes and solver.csv keep beside a state: one that is damaged is told by its line, and nothing of the
# run is touched; one that is not there is told, too; the log of a branch tells once that a stage is over.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"
cat >case.yaml <<'IN'
scree: 1
solver: nonsmooth
gravity: [0, 0, -9.81 m/s^2]
domain: {low: [0, 0, 0], high: [2 cm, 2 cm, 8 cm], boundary: {x: periodic, y: periodic, z: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 1 GPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: 0.4}}}
shapes: {bead: {ball: {radius: 2 mm}}}
grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 20, inside: domain, seed: 3}}]
run: {step: 0.5 ms}
stages: [{name: fall, until: 20 ms}, {name: lie, until: 20 ms}]
output: {every: 10 ms, snapshot_every: 10 ms}
probes:
  profile: {law: velocity-profile, bins: 4, every: 1 ms}
  slow: {law: velocity-profile, bins: 2, every: 1 ms}
IN
holds 'a run' "$scree" run case.yaml --out whole --threads 1 --quiet
with=(--set stages.lie.until='30 ms' --threads 1)

# damaged FILE SED LINE WORDS - the file with that change is refused, by that line, before a branch has a folder.
damaged() {
    rm -rf hurt && cp -r whole hurt
    sed "$2" "whole/$1" >"hurt/$1"
    says 2 "^hurt/$1:$3: the file is damaged: $4 \(put the file back from a copy, go on from the save before it with .*scree resume hurt/snapshot.h5.previous, or take it away" \
        "$scree" resume hurt --out branch "${with[@]}"
    [ ! -e branch ] || complain "a branch of $1 with '$2' has left a folder"
}
last=$(wc -l <whole/snapshot.sums)
damaged snapshot.sums '1s/1/2/' 1 "the file should begin with 'scree probe sums 1'"
damaged snapshot.sums '2s/step/stop/' 2 'the step that the file belongs to does not stand here'
damaged snapshot.sums '3s/ .*/ x/' 3 'no probe and count of its numbers stand here'
damaged snapshot.sums '3s/$/0000/' 3 'the file ends before the [0-9]+ numbers of the probe `profile`'
damaged snapshot.sums '5s/.*/nothing/' 5 'no number stands here'
damaged snapshot.sums '3s/profile/other/' "$last" 'the lines before are not those that were written'
damaged snapshot.sums '3s/profile/other/; $d' "$((last - 1))" 'nothing of the probe `profile` stands there'
damaged snapshot.sums '4s/[0-9]$/0&/' "$last" 'the lines before are not those that were written'
damaged snapshot.sums '5,$d' 3 'the file ends before the [0-9]+ numbers of the probe `profile`'
damaged snapshot.effort '4d' "$(wc -l <whole/snapshot.effort | awk '{ print $1 - 1 }')" 'the lines before are not those that were written'
damaged snapshot.effort '4s/.*/-/' 4 'no number stands here'
# The folder of a run that would go on in it stays as it was.
holds 'the first stage' "$scree" run case.yaml --out first --stage fall --threads 1 --quiet
sed -i '5s/.*/nothing/' first/snapshot.sums
cp -r first before
says 2 '^first/snapshot.sums:5: the file is damaged' "$scree" resume first --threads 1
holds 'nothing was touched' diff -r -x scree.lock before first

# What is not there is told, and the log tells it, too.
cp -r whole less && rm less/snapshot.sums*
says 0 'warning: what the probes had kept is not there for this snapshot; means and totals begin again at t = 0.04 s' \
    "$scree" resume less --out without "${with[@]}"
holds 'the log tells it' grep -q 'what the probes had kept is not there' without/log.txt
# A file of versions that wrote no check sum is read.
cp -r whole older && sed -i '/^check sum/d' older/snapshot.sums older/snapshot.effort
says 0 finished "$scree" resume older --out from_older "${with[@]}"
says 0 finished "$scree" resume whole --out from_whole "${with[@]}"
holds 'the same means' cmp from_older/probes/profile.csv from_whole/probes/profile.csv

# From the beginning of a stage: once that it is over; what probes had kept by then is looked at as well.
says 0 finished "$scree" resume whole/stage-lie.h5 --out later "${with[@]}"
same 'how often the log tells of the end of the first stage' "$(grep -c 'stage fall (1 of 2) is over' later/log.txt)" 1
mkdir beside && cp case.yaml beside/ && cp -r whole beside/results
sed -i '5s/.*/nothing/' beside/results/stage-lie.sums
says 2 'beside/results/stage-lie.sums:5: the file is damaged' "$scree" run beside/case.yaml --stage lie --threads 1
rm beside/results/stage-lie.sums
says 0 'warning: what the probes had kept is not there' "$scree" run beside/case.yaml --stage lie --threads 1
# Where no newest state can be used, one that stands there under a name of its own is named, and goes on to the same end.
cp -r whole worn && rm worn/*.previous && : >worn/snapshot.h5
says 2 'worn/snapshot.h5: the file is empty .put it back from a copy, or go on from an older state: .*scree resume worn/stage-lie.h5' "$scree" resume worn --threads 1
rm worn/snapshot.h5
says 2 'are not there any more, .*go on from an older state: .*scree resume worn/stage-lie.h5' "$scree" resume worn --threads 1
says 2 'are not there any more, .*go on from an older state: .*scree resume worn/stage-lie.h5' "$scree" info worn
says 0 finished "$scree" resume worn/stage-lie.h5 --threads 1
same 'the state at the end' "$("$scree" info worn --hash)" "$("$scree" info whole --hash)"

# States of stages are results as all others: somebody else's are seen before the run begins, those of a run whose list is gone are its own.
mkdir foreign && touch foreign/stage-lie.sums
says 2 '^foreign/stage-lie.sums: a file is here that no run of Scree has written' "$scree" run case.yaml --out foreign --force --threads 1
holds 'nothing was run' test ! -e foreign/log.txt
cp -r whole unlisted && rm unlisted/scree-files.txt
says 0 finished "$scree" resume unlisted/snapshot.h5.previous --threads 1
says 0 finished "$scree" resume unlisted/stage-lie.h5 --threads 1
verdict
