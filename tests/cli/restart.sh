#!/bin/bash
# restart.sh BUILD - a run that is stopped and resumed leaves the same files as one that is not; branches; signals.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" case.yaml

hash_of() { "$scree" info "$1" --hash; }

# Logs, summaries and older snapshots tell of the interruption; all else must be equal byte for byte.
same_results() {
    checks=$((checks + 1))
    diff -r -x log.txt -x summary.json -x '*.previous' "$1" "$2" >difference || complain "$1 and $2 differ: $(head -5 difference)"
}

holds 'a whole run' "$scree" run case.yaml --out whole --threads 1 --quiet
holds 'the first part' "$scree" run case.yaml --out parts --threads 2 --quiet --set run.duration='27.3 ms'
holds 'the rest' "$scree" resume parts --threads 1 --quiet --set run.duration='60 ms'
same 'hash after a resume' "$(hash_of whole)" "$(hash_of parts)"
same_results whole parts
rows=$(wc -l <whole/probes/lid.csv)
[ "$rows" -ge 60 ] || complain "only $rows rows of the lid"
[ "$(grep -c DataSet whole/bodies.pvd)" -ge 13 ] || complain "frames are missing in bodies.pvd"

# A list of frames that was cut, garbled or taken away is made anew from the frames, and that is told.
for harm in 'truncate -s 700' 'truncate -s 0' 'rm' 'sed -i 2,9d' 'cp case.yaml'; do
    rm -rf listless
    cp -r parts listless
    $harm listless/bodies.pvd
    says 0 'bodies.pvd lacked [0-9]+ of the frames' "$scree" resume listless --threads 1 --set run.duration='65 ms'
    same "frames listed after $harm" "$(grep -c DataSet listless/bodies.pvd)" "$(ls listless/bodies_*.vtp | wc -l)"
    same "times after $harm" "$(grep DataSet listless/bodies.pvd | head -13)" "$(grep DataSet whole/bodies.pvd | head -13)"
done

# From the snapshot before the last.
cp -r whole back
says 0 'state hash' "$scree" resume back/snapshot.h5.previous --threads 1
same 'hash from the older snapshot' "$(hash_of whole)" "$(hash_of back)"
same_results whole back

# Without any output the state is the same, with the same step: the one that auto chooses divides the period of frames.
holds 'a run without output' "$scree" run case.yaml --out bare --threads 2 --quiet --set output.every=0 \
    --set run.step="$(sed -n 's/.*"step": \([0-9.e-]*\).*/\1/p' whole/summary.json) s" \
    --set output.snapshot_every=0 --set probes='{}'
same 'hash without output' "$(hash_of whole)" "$(hash_of bare)"
[ ! -e bare/bodies_000000.vtp ] || complain "frames were written that nobody asked for"

# A branch leaves the run alone.
before=$(hash_of parts)
says 2 'say with --out' "$scree" resume parts --set pairs.glass-glass.tangential.friction=0.1
says 0 'results in slippery' "$scree" resume parts --threads 1 --out slippery --set run.duration='70 ms' \
    --set pairs.glass-glass.tangential.friction=0.1
# What differs from the run is told, with the values before and now, by whichever way it came in.
holds 'the log tells it' grep -q 'other than in the run: .*friction was [0-9.]*, is 0.1' slippery/log.txt
cp -r parts edited
sed -i 's/young: 5e+06 Pa/young: 6e+06 Pa/' edited/case.yaml
says 0 'note: other than in the run: materials.*young was 5e.06 Pa, is 6e.06 Pa; run.duration was .*, is 0.03 s' "$scree" resume edited --threads 1 --out longer --set run.duration='30 ms'
holds 'the log, too' grep -q 'other than in the run: materials' longer/log.txt
# With another step: time goes on from where it is, frames and rows stay at their times, and the branch resumes too.
"$scree" run case.yaml --out early --threads 1 --quiet --set run.duration='21.3 ms'
step=$(sed -n 's/.*"step": \([0-9.e-]*\).*/\1/p' early/summary.json)
finer=$(awk -v s="$step" 'BEGIN { printf "%.17g", 0.7 * s }')
says 2 'say with --out' "$scree" resume early --set run.step="$finer s"
says 2 'step.*too long.*auto' "$scree" resume early --out coarse --set run.step='1 ms'
[ ! -e coarse ] || complain "a refused branch leaves a folder behind"
holds 'a branch with another step' "$scree" resume early --threads 1 --quiet --out finer --set run.step="$finer s" --set run.duration='60 ms'
awk -v t="$(sed -n 's/.*"time": \([0-9.e-]*\).*/\1/p' finer/summary.json)" -v s="$step" \
    'BEGIN { exit !(t >= 0.06 * (1 - 1e-9) && t < 0.06 + s) }' || complain "the branch ends elsewhere: $(cat finer/summary.json)"
holds 'frames at their times' python3 -c "
import re
def frames(d): return {n: float(t) for t, n in re.findall(r'timestep=\"([0-9.e-]+)\".*?file=\"([^\"]+)\"', open(d + '/bodies.pvd').read())}
whole, finer = frames('whole'), frames('finer')
later = {n: t for n, t in whole.items() if t > 0.0213}
assert len(later) > 3 and set(finer) == set(later), (whole, finer)
assert all(abs(finer[n] - t) <= 1.01 * $step for n, t in later.items()), (whole, finer)"
holds 'the branch in two parts' "$scree" resume early --threads 1 --quiet --out halves --set run.step="$finer s" --set run.duration='40 ms'
holds 'the second part' "$scree" resume halves --threads 1 --quiet --set run.duration='60 ms'
same 'hash of the branch in parts' "$(hash_of finer)" "$(hash_of halves)"
same_results finer halves
same 'hash of the run that was branched' "$before" "$(hash_of parts)"
[ "$(hash_of slippery)" != "$before" ] || complain "the branch has the same state"
# A finished run is left as it is, and is told how to go on.
cp parts/case.yaml kept.yaml
says 0 'is finished.*scree resume parts --set run.duration' "$scree" resume parts --threads 1
says 0 'is finished' "$scree" resume parts --threads 1 --set run.duration='60 ms'
says 2 'has passed t = 0.03.*run.duration' "$scree" resume parts --threads 1 --set run.duration='30 ms'
cmp -s parts/case.yaml kept.yaml || complain "a finished run got another case.yaml"

# A signal finishes the step, saves, and says how to go on.
for signal in INT:130 TERM:143; do
    rm -rf stopped
    "$scree" run case.yaml --out stopped --threads 1 --set run.duration='100 s' >out 2>&1 &
    pid=$!
    comes test -e stopped/bodies_000002.vtp
    kill -"${signal%:*}" "$pid"
    wait "$pid"
    code=$?
    checks=$((checks + 1))
    [ "$code" = "${signal#*:}" ] || complain "SIG${signal%:*} ends with $code: $(cat out)"
    grep -q 'scree resume stopped' out || complain "it does not say how to resume: $(cat out)"
    grep -q '"status": "stopped"' stopped/summary.json || complain "the summary does not say that it was stopped"
done
longer=$(sed -n 's/.*"time": \([0-9.]*\),.*/\1/p' stopped/summary.json | awk '{ print $1 + 0.002 }')
holds 'going on after a signal' "$scree" resume stopped --threads 1 --quiet --set run.duration="$longer s"
grep -q '"status": "finished"' stopped/summary.json || complain "the resumed run did not finish"

# A damaged snapshot is refused where it is asked for by name; a run goes on from the one before it, and says so.
cp -r whole damaged
head -c 3000 whole/snapshot.h5 >damaged/snapshot.h5
says 2 'truncated' "$scree" info damaged --hash
says 2 'truncated' "$scree" resume damaged/snapshot.h5
says 0 'damaged/snapshot.h5: the snapshot is truncated.*another save of the run is used' "$scree" resume damaged --threads 1
same_results whole damaged
cp -r whole lost
for file in snapshot.h5 snapshot.h5.previous; do head -c 3000 whole/snapshot.h5 >lost/$file; done
says 2 'lost/snapshot.h5: the snapshot is truncated.*the one before it cannot be read either' "$scree" resume lost --threads 1
cp whole/snapshot.h5.previous damaged/
says 0 'state hash' "$scree" resume damaged/snapshot.h5.previous --threads 1
same_results whole damaged
for file in damaged/snapshot.h5 damaged/snapshot.h5.previous; do head -c 3000 whole/snapshot.h5 >"$file"; done
says 2 '^damaged/snapshot.h5: the snapshot is truncated' "$scree" resume damaged
says 2 'no snapshot' "$scree" info case.yaml
for command in resume info; do
    says 2 '^nowhere: there is no such folder' "$scree" $command nowhere
    rm -rf empty && mkdir empty
    says 2 '^empty: the folder holds no snapshot.h5' "$scree" $command empty
    cp -r whole empty/results
    says 2 'did you mean empty/results' "$scree" $command empty
    mv empty/results/snapshot.h5 alone.h5
    [ $command = resume ] || says 2 'give empty/results/snapshot.h5.previous' "$scree" $command empty/results
done
rm -rf alone && mkdir alone && cp alone.h5 alone/
says 2 'alone/alone.h5: the case.yaml of the run is not beside it' "$scree" resume alone/alone.h5
says 2 "no snapshot" "$scree" resume "$here/small.yaml"
says 2 'pairs.default has no effect.*pairs.glass-glass' "$scree" resume whole --out other --set pairs.default.tangential.friction=0.1
says 2 'materials.glass.density.*decided' "$scree" resume whole --out other --set materials.glass.density='1 kg/m^3'
[ ! -e other ] || complain "a refused branch leaves a folder behind"

# A snapshot knows its case: in its folder a run goes on with no other one, a branch only with what it may change.
cp -r whole changed
sed -i 's/^\( *friction:\) [0-9.]*/\1 0.123/' changed/case.yaml
says 2 'changed/case.yaml: .*friction was .*, is 0.123.*--out' "$scree" resume changed --set run.duration='61 ms'
holds 'a branch with the other friction' "$scree" resume changed --threads 1 --quiet --out changed-branch --set run.duration='61 ms'
holds 'the branch goes on with its own case' "$scree" resume changed-branch --threads 1 --quiet --set run.duration='62 ms'
sed -i 's/density: [0-9.e+]*/density: 4321/' changed/case.yaml
says 2 'density was .*, is 4321.*start a new run' "$scree" resume changed --out other --set run.duration='61 ms'
[ ! -e other ] || complain "a refused branch leaves a folder behind"

# What contacts keep of one law another one takes for its own only where it means the same: where nothing touches, it may be any.
says 2 'whole/case.yaml: pairs.glass-glass.tangential.form was rescale, is total, and what contacts keep.*nothing touches' \
    "$scree" resume whole --out other --set pairs.glass-glass.tangential.form=total --set run.duration='61 ms'
sprung=(--set pairs.default.tangential='{law: cundall-strack, friction: 0.4}')
holds 'a run with dashpots of the first touch' "$scree" run case.yaml --out touch --threads 1 --quiet "${sprung[@]}" \
    --set pairs.default.normal='{law: hunt-crossley, restitution: 0.6}'
depth="{law: walton-braun, stiffness: 3 kN/m, restitution: 0.6}"
says 2 'pairs.glass-glass.normal.law was hunt.crossley, is walton.braun' "$scree" resume touch --out other --set pairs.glass-glass.normal="$depth" \
    --set run.duration='61 ms'
[ ! -e other ] || complain "a refused branch leaves a folder behind"
holds 'the other law of springs' "$scree" resume whole --threads 1 --quiet --out sprung --set run.duration='61 ms' \
    --set pairs.glass-glass.tangential='{law: cundall-strack, friction: 0.4}'
holds 'a start without contacts' "$scree" run case.yaml --out start --threads 1 --quiet --set run.duration='0 s' "${sprung[@]}" \
    --set pairs.default.normal='{law: hunt-crossley, restitution: 0.6}'
holds 'any law from there' "$scree" resume start --threads 1 --quiet --out other --set pairs.glass-glass.normal="$depth" --set run.steps=20
rm -rf other

says 2 'run.orientation: orientation: true cannot go on from a snapshot made without.*start a new run' \
    "$scree" resume whole --out other --set run.orientation=true --set run.duration='61 ms'

# What is written may change in the folder of the run, what a table or a number of a frame means may not.
cp -r whole more
says 2 '`output.every` makes another run of it: say with --out' "$scree" resume more --set output.every='2 ms' --set run.duration='62 ms'
says 2 '`probes.lid.wall` makes another run of it' "$scree" resume more --set probes.lid.wall=floor --set run.duration='62 ms'
says 2 'more/case.yaml: .*output.every was 0.005 s, is 0.002 s' "$scree" resume more --set output='{every: 2 ms}' --set run.duration='62 ms'
holds 'other output, one more probe' "$scree" resume more --threads 1 --quiet --set output.lammps=false --set run.duration='65 ms' \
    --set probes.below='{law: wall-force, wall: floor, every: 1 ms}'
[ -e more/grains_000013.dump ] && [ ! -e more/grains_000013.data ] || complain "output.lammps was not changed"
same 'rows of the new probe' "$(grep -c '^0.06[0-9.]*,' more/probes/below.csv)" 5
sed -i '/^probes:/,$ s/wall: "lid"/wall: "floor"/' more/case.yaml
says 2 'more/case.yaml: .*probes.lid.wall was lid, is floor.*--out' "$scree" resume more --threads 1 --set run.duration='70 ms'
cp kept.yaml more/case.yaml
sed -i '/^probes:/,$ s/^  lid:/  top:/' more/case.yaml
holds 'a probe of another name' "$scree" resume more --threads 1 --quiet --set run.duration='66 ms'
cp kept.yaml more/case.yaml
says 2 '^more/probes/lid.csv: this table is of an older probe' "$scree" resume more --threads 1 --set run.duration='70 ms'
mv more/probes/lid.csv more/lid.csv
holds 'the table moved away' "$scree" resume more --threads 1 --quiet --set run.duration='70 ms'

# Without a case.yaml there is nothing to go on with: a run was cut off at its first file, a branch at its last.
rm -rf cut && mkdir cut && printf 'scree files 1\ncase.yaml\n' >cut/scree-files.txt
says 2 '^cut: the run ended before its case.yaml.*scree run CASE --force' "$scree" resume cut
echo log.txt >>cut/scree-files.txt && touch cut/log.txt
says 2 '^cut: the run ended before its case.yaml.*branch again' "$scree" resume cut
"$scree" run case.yaml --out cut >out 2>&1
grep -q 'left there with --force' out && ! grep -q resume out || complain "it says to go on where it cannot: $(cat out)"

# Whose states were taken away is not begun anew over what it has written.
for gone in summary.json none; do
    rm -rf bared && cp -r whole bared && rm -f bared/snapshot.* bared/$gone
    before=$(cksum bared/* bared/probes/*)
    says 2 '^bared: the states that this run has saved are not there any more' "$scree" resume bared --threads 1 --set run.duration='62 ms'
    same 'a run without states' "$(cksum bared/* bared/probes/* | grep -v scree.lock)" "$before"
done

# Exports.
holds 'LAMMPS export' "$scree" info whole --lammps grains.data --dump grains.dump
grep -q '250 atoms' grains.data || complain "the LAMMPS file has not 250 atoms"
grep -q 'ITEM: ATOMS id type x y z' grains.dump || complain "the dump lacks its head"
holds 'LAMMPS import' "$scree" new --from-lammps grains.data imported
says 0 '^grains +250' "$scree" check imported --threads 1 --set domain.boundary.z=open
verdict
