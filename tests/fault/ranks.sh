#!/bin/bash
# ranks.sh BUILD - a run on several ranks leaves the files of one process; where a rank is killed the run says so and ends at
# once, its saves stand, and it goes on on another number of ranks to the same files; what ranks cannot do is refused by name.
set -u
build=$1
. "$(dirname "$0")/lib.bash"
sed -i 's/^run: .*/run: {duration: 12 ms, ledger: true}/' case.yaml
run_whole

holds 'three ranks' "$scree" run case.yaml --out three --ranks 3 --threads 1 --quiet
sed -i '/"ranks": 3,/d' three/summary.json
same_files whole three 'three ranks'
grep -q 'shared among 3 ranks' three/log.txt || complain "the log does not say on how many ranks: $(head -3 three/log.txt)"

# By impulses, and in stages of either solver.
impulses="--set solver=nonsmooth --set run.step=0.5ms"
holds 'a run by impulses' "$scree" run case.yaml $impulses --out solved --threads 1 --quiet
holds 'the same on two ranks' "$scree" run case.yaml $impulses --out pair --ranks 2 --threads 1 --quiet
sed -i '/"ranks": 2,/d' pair/summary.json
same_files solved pair 'two ranks by impulses'
sed 's/^run: .*/run: {ledger: true, deepest_overlap: none}/' case.yaml >staged.yaml
echo "stages: [{name: a, until: 4 ms, set: {solver: nonsmooth, run.step: 0.5 ms}}, {name: b, until: 'stage_time > 3 ms', set: {solver: smooth, run.step: 0.05 ms}}, {name: c, until: 3 ms, set: {solver: nonsmooth, run.step: 0.5 ms}}]" >>staged.yaml
holds 'a run in stages' "$scree" run staged.yaml --out stages --threads 1 --quiet
holds 'the same on three ranks' "$scree" run staged.yaml --out stages3 --ranks 3 --threads 1 --quiet
sed -i '/"ranks": 3,/d' stages3/summary.json
same_files stages stages3 'three ranks in stages'

# A long run, of which one rank is killed; `others PID` are the processes that it has made.
others() { pgrep -P "$1" || true; }
start_long() { # FOLDER OPTIONS...
    "$scree" run case.yaml --set run.duration='4 s' --out "$@" --ranks 3 --threads 1 --quiet >said 2>&1 &
    leader=$!
    comes test -s $1/snapshot.h5
    mapfile -t follower < <(others $leader)
    checks=$((checks + 1))
    [ ${#follower[@]} = 2 ] || complain "there are ${#follower[@]} other ranks, not 2"
}
gone() {
    for ((tries = 0; tries < 50; tries++)); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    complain "process $1 is still there"
}

start_long torn
begun=$SECONDS
kill -9 "${follower[0]}"
wait $leader
code=$?
checks=$((checks + 4))
[ $code = 3 ] || complain "a run that has lost a rank ended with $code, not 3"
[ $((SECONDS - begun)) -le 10 ] || complain "it took $((SECONDS - begun)) s to notice"
grep -Eq 'rank [12] on .* was ended by signal 9.*resume' said || complain "it said: $(cat said)"
gone "${follower[1]}"
saved=$("$scree" info torn --json | grep -o '"time": [0-9.e-]*' | head -1 | cut -d' ' -f2)
until=$(awk -v t="$saved" 'BEGIN { printf "%.3f s", t + 0.01 }')
holds 'a resume on two ranks' "$scree" resume torn --set run.duration="$until" --ranks 2 --threads 1 --quiet
holds 'an undisturbed run' "$scree" run case.yaml --set run.duration="$until" --out straight --threads 1 --quiet
same 'the state at the end' "$("$scree" info torn --hash)" "$("$scree" info straight --hash)"

start_long torn-too $impulses
begun=$SECONDS
kill -9 "${follower[1]}"
wait $leader
code=$?
checks=$((checks + 2))
[ $code = 3 ] || complain "a run by impulses that has lost a rank ended with $code, not 3"
[ $((SECONDS - begun)) -le 10 ] || complain "by impulses it took $((SECONDS - begun)) s to notice"
saved=$("$scree" info torn-too --json | grep -o '"time": [0-9.e-]*' | head -1 | cut -d' ' -f2)
until=$(awk -v t="$saved" 'BEGIN { printf "%.3f s", t + 0.01 }')
holds 'a resume by impulses' "$scree" resume torn-too --set run.duration="$until" --ranks 2 --threads 1 --quiet
holds 'an undisturbed one' "$scree" run case.yaml $impulses --set run.duration="$until" --out straight-too --threads 1 --quiet
same 'the state at the end by impulses' "$("$scree" info torn-too --hash)" "$("$scree" info straight-too --hash)"

# Where the program itself is killed, no rank stays behind.
start_long beheaded
kill -9 $leader
wait $leader 2>/dev/null
gone "${follower[0]}"
gone "${follower[1]}"

refused() { # WORDS OPTIONS... - with those words, and nothing is left
    checks=$((checks + 1))
    local words=$1
    shift
    "$scree" run case.yaml --out refused --quiet "$@" >said 2>&1 && complain "not refused: $*"
    grep -q "$words" said || complain "$* says: $(cat said)"
    [ ! -e refused ] || complain "$* left a folder"
}
refused '65 ranks are more than 64' --ranks 65
refused 'a rank has one part' --ranks 2 --parts 2
grep -q 'SCREE_RANKS:BOOL=ON' "$build/CMakeCache.txt" || OMPI_COMM_WORLD_SIZE=2 refused 'built without MPI'
grep -q 'SCREE_RANKS:BOOL=ON' "$build/CMakeCache.txt" || PMIX_RANK=0 SLURM_STEP_NUM_TASKS=2 refused 'built without MPI'
verdict
