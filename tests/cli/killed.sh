#!/bin/bash
# killed.sh BUILD - runs that are killed, however and wherever, and resumed leave the files of one that was not.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
sed "s/every: 5 ms/autosave: 20 ms, every: 12 ms/; s/dump: true, lammps: true, //" "$here/small.yaml" >case.yaml

# Everything but the log and the speed, also older snapshots and the list of files.
same_files() {
    checks=$((checks + 1))
    rm -rf one other && cp -r "$1" one && cp -r "$2" other
    for folder in one other; do
        rm -f $folder/log.txt
        sed -i '/^ *"speed"/,/}/d' $folder/summary.json
    done
    diff -r one other >difference || complain "$3: $1 and $2 differ: $(head -5 difference)"
}

# killed SECONDS ARGUMENTS... - runs the program and kills it after that time; fails when it was done before.
killed() {
    local time=$1
    shift
    { ! timeout -s KILL "$time" "$scree" "$@" --quiet --threads 1 >out 2>&1; } 2>/dev/null
}

holds 'a whole run' "$scree" run case.yaml --out whole --threads 1 --quiet
[ ! -e whole/scree.lock ] || complain "a finished run leaves its lock"
[ ! -e whole/autosave.h5 ] || complain "a finished run leaves an autosave"
holds 'a run with many autosaves' "$scree" run case.yaml --out many --threads 1 --quiet --set output.autosave='1 ms'
holds 'a run without' "$scree" run case.yaml --out none --threads 1 --quiet --set output.autosave=off
grep -q 'autosave at step' many/log.txt || complain "nothing was saved by the clock"
! grep -q 'autosave at step' none/log.txt || complain "something was saved by the clock"
for folder in many none; do cp whole/case.yaml whole/snapshot.* $folder/; done # tell of the setting
same_files whole many 'autosaves'
same_files whole none 'autosaves off'

# Killed again and again, at any time: before the first save, within one, within the ending.
kills=0
for round in 1 2; do
    rm -rf torn
    time=0.0$((2 * round + 3))
    killed $time run case.yaml --out torn && kills=$((kills + 1))
    for try in 1 2 3 4 5 6 7 8 9; do
        [ -e torn/case.yaml ] || killed 5 run case.yaml --out torn --force
        killed 0.$((try))$round resume torn || break
        kills=$((kills + 1))
    done
    holds 'the end' "$scree" resume torn --threads 1 --quiet
    same_files whole torn "round $round, $kills kills"
done
[ "$kills" -ge 2 ] || complain "only $kills runs were killed"

# Before anything was saved the run begins anew, from the case in the folder.
mkdir early && cp -r whole/case.yaml whole/scree-files.txt early/
grep -m 1 ' runs ' whole/log.txt >early/log.txt
says 0 'nothing was saved of this run.*begins anew' "$scree" resume early --threads 1
same_files whole early 'begun anew'
# Sums whose state was not written any more belong to nothing, whether the run begins anew or goes on from an autosave.
holds 'a run that saves once' "$scree" run case.yaml --out once --threads 1 --quiet --set output.snapshot_every=0
mkdir cut && cp -r once/case.yaml once/scree-files.txt once/snapshot.sums cut/
same_end() {
    holds "the rest of $1" "$scree" resume "$1" --threads 1 --quiet
    same_files once "$1" 'after sums without a state'
}
same_end cut
holds 'a part of it' "$scree" run case.yaml --out half --threads 1 --quiet --set output.snapshot_every=0 --set run.duration='24 ms'
mv half/snapshot.h5 half/autosave.h5 && mv half/snapshot.sums half/autosave.sums && rm half/summary.json
printf 'autosave.h5\nautosave.sums\n' >>half/scree-files.txt
cp once/case.yaml once/snapshot.sums half/
same_end half
rm early/case.yaml early/snapshot.h5* early/summary.json early/log.txt
says 2 'before its case.yaml was written.*--force' "$scree" resume early

# A branch goes on from where it began, even if it was killed before it came to a snapshot of its own.
branch=(resume whole --threads 1 --set pairs.glass-glass.tangential.friction=0.1 --set output.snapshot_every=0 --set output.autosave=off)
holds 'a branch' "$scree" "${branch[@]}" --quiet --set run.duration='70 ms' --out twig
"$scree" "${branch[@]}" --quiet --set run.duration='100 s' --out snapped >out 2>&1 &
pid=$!
comes test -e snapped/case.yaml
{ kill -KILL "$pid" && wait "$pid"; } 2>/dev/null
holds 'going on with a killed branch' "$scree" resume snapped --threads 1 --quiet --set run.duration='70 ms'
same_files twig snapped 'a killed branch'

# Frames are numbered by their period, so another one is for a branch: in place older frames went with the later ones.
cp -r whole spaced
sed -i 's/^  every: 0.012 s/  every: 0.02 s/; s/^  duration: .*/  duration: 0.07 s/' spaced/case.yaml
says 2 'output.every was 0.012 s, is 0.02 s.*scree resume with --out' "$scree" resume spaced --threads 1
same 'frames of a refused run' "$(ls spaced)" "$(ls whole)"

# An ending that was cut off is finished: the picture, the last frame, the list, the summary.
cp -r whole cut
rm cut/picture.png cut/summary.json
truncate -s 500 cut/bodies.pvd
head -c 100 whole/summary.json >cut/summary.json.part
holds 'finishing' "$scree" resume cut --threads 1 --quiet
[ -s cut/picture.png ] || complain "the picture is missing"
[ ! -e cut/summary.json.part ] || complain "half a file is left"
grep -q '"status": "finished"' cut/summary.json || complain "no summary"
says 0 'is finished, .*nothing was changed' "$scree" resume cut --threads 1
says 0 'is finished, .*nothing was changed' "$scree" resume whole --threads 1

# One wish that comes twice, as from timeout, saves as well.
"$scree" run case.yaml --out twice --threads 1 --set run.duration='100 s' --set output.autosave=off >out 2>&1 &
pid=$!
comes test -e twice/bodies_000002.vtp
kill -TERM "$pid" && kill -TERM "$pid"
wait "$pid"
same 'exit code of SIGTERM twice' "$?" 143
[ -e twice/autosave.h5 ] || complain "SIGTERM twice leaves nothing to go on from"

# Signals save, whatever the clock says, and a hangup is one of them, unless the tests are run by nohup.
for signal in HUP:129 TERM:143; do
    rm -rf stopped
    env --default-signal=HUP,TERM "$scree" run case.yaml --out stopped --threads 1 --set run.duration='100 s' --set output.autosave=off >out 2>&1 &
    pid=$!
    comes test -e stopped/bodies_000002.vtp
    kill -"${signal%:*}" "$pid"
    wait "$pid"
    same "exit code of SIG${signal%:*}" "$?" "${signal#*:}"
    [ -e stopped/autosave.h5 ] || complain "SIG${signal%:*} leaves nothing to go on from"
    [ ! -e stopped/scree.lock ] || complain "SIG${signal%:*} leaves the lock"
done
verdict
