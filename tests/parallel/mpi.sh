#!/bin/bash
# mpi.sh BUILD - under mpirun a run has the files of one process, goes on on another number of ranks, and what ranks cannot do
# is refused by name; skipped where Scree is built without MPI.
set -u
if ! command -v mpirun >/dev/null || ! grep -q 'SCREE_RANKS:BOOL=ON' "$1/CMakeCache.txt"; then
    echo 'skipped: built without MPI'
    exit 77
fi
. "$(dirname "$0")/../fault/lib.bash"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
mpi() { timeout 100 mpirun --bind-to none -n "$@"; }
run_whole
holds 'three ranks' mpi 3 "$scree" run case.yaml --out three --threads 1 --quiet
sed -i '/"ranks": 3,/d' three/summary.json
same_files whole three 'three ranks'
grep -q "shared among 3 ranks on $(hostname) (3)" three/log.txt || complain "the log names no machine: $(head -3 three/log.txt)"
holds 'the first half' mpi 2 "$scree" run case.yaml --set run.duration='3 ms' --out halves --threads 1 --quiet
holds 'the second half' mpi 3 "$scree" resume halves --set run.duration='6 ms' --threads 1 --quiet
same 'the state at the end' "$("$scree" info halves --hash)" "$("$scree" info whole --hash)"
holds 'by impulses, one process' "$scree" run case.yaml --set solver=nonsmooth --set run.step='0.2 ms' --out impulses --threads 1 --quiet
holds 'by impulses, two ranks' mpi 2 "$scree" run case.yaml --set solver=nonsmooth --set run.step='0.2 ms' --out blows --threads 1 --quiet
same 'the same state by impulses' "$("$scree" info blows --hash)" "$("$scree" info impulses --hash)"
verdict
