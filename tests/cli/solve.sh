#!/bin/bash
# label: quick
# solve.sh BUILD - scree solve: problems from files, problems of steps of a run, what it prints, exit codes, refusals.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
problems=$here/../support/friction_problems
sed 's/^scree: 1$/&\nsolver: nonsmooth/; s/^run: {/&step: 0.25 ms, /' "$here/small.yaml" >case.yaml

# Files of others.
says 0 'solved +yes: residual' "$scree" solve "$problems/rover_1039.dat"
says 0 '"solved": true.*"sliding": 3' "$scree" solve "$problems/rover_1039.dat" --json
says 0 '2 contacts in 2D' "$scree" solve "$problems/slider_crank_2d.dat" --out crank.hdf5 --history crank.csv
same 'head of the history' "$(head -n 1 crank.csv)" 'sweeps,seconds,residual'
holds 'the residual falls below the tolerance' awk -F, 'NR > 1 { last = $3 } END { exit !(last <= 1e-9) }' crank.csv
says 0 '2 contacts in 2D' "$scree" solve crank.hdf5
says 0 'solved +yes' "$scree" solve "$problems/one_contact_global.dat" --tolerance 1e-13
says 0 'solved +yes: residual .*, asked for 1e-09' "$scree" solve "$problems/rover_1039.dat" --tolerance 0 # as in the API

# A step of a run: the same problem from its start and from a snapshot; the same bits whatever the form of the file.
holds 'a run' "$scree" run case.yaml --out run --quiet --threads 1 --set run.duration='40 ms'
says 0 'contacts in 3D of step 200, whose own impulses have the residual' "$scree" solve case.yaml --step 200 --out a.hdf5
says 0 'of step 161' "$scree" solve run/snapshot.h5 --step 161 --out next.hdf5
says 0 'of step 161' "$scree" solve case.yaml --step 161 --out again.hdf5
holds 'the same answer' test "$("$scree" solve next.hdf5 --json | sed 's/"seconds": [^,]*//')" = "$("$scree" solve again.hdf5 --json | sed 's/"seconds": [^,]*//')"
says 0 'of step 200' "$scree" solve case.yaml --step 200 --out a.dat
holds 'both forms' test "$("$scree" solve a.dat --json | sed 's/"seconds": [^,]*//')" = "$("$scree" solve a.hdf5 --json | sed 's/"seconds": [^,]*//')"
says 0 'solved +yes' "$scree" solve a.hdf5

# Not reached: it says so, and what was reached.
says 1 'solved +no: residual .*, asked for 1e-15' "$scree" solve a.hdf5 --tolerance 1e-15 --iterations 4

# Refusals.
says 2 'cannot open the file' "$scree" solve nothing.hdf5
says 2 'a\.yaml: this is a case by its name, and no friction problem \(.*solve CASE --step' "$scree" solve "$(cp case.yaml a.yaml; echo a.yaml)"
says 2 'with --step nothing is solved' "$scree" solve case.yaml --step 5 --out b.hdf5 --tolerance 1e-3
says 0 '^[{]"files": \["json.hdf5"\], "step": 200, "time": [0-9.]+, "contacts": [1-9][0-9]*, "dimension": 3, "residual": [0-9.e-]+[}]$' "$scree" solve case.yaml --step 200 --out json.hdf5 --json
says 2 '--set and --confine are for cases' "$scree" solve a.hdf5 --set run.duration=1s
says 2 'cannot create the file' "$scree" solve a.hdf5 --out nowhere/b.hdf5
printf '3\n1\n\033[2Jx\n' >escape.dat
says 2 "escape.dat:3: '\?\[2Jx' is no number" "$scree" solve escape.dat
says 2 'has been made before: the state is after step 160' "$scree" solve run/snapshot.h5 --step 10 --out b.hdf5
says 2 'step needs --out' "$scree" solve case.yaml --step 10
says 2 'the name does not tell the form of the file \(let it end in .hdf5' "$scree" solve case.yaml --step 200 --out b.txt
says 2 'a step of the smooth solver is no friction problem' "$scree" solve "$here/small.yaml" --step 2 --out b.hdf5
# What stands at a name is replaced by its kind alone, and never the file that is read.
sum() { cat run/snapshot.h5 case.yaml a.hdf5 | cksum; }
before=$(sum)
says 2 'run/snapshot.h5: a file is here that is no older friction problem \(move it away' "$scree" solve case.yaml --step 200 --out run/snapshot.h5
says 2 'run/snapshot.h5: this is the file to read' "$scree" solve run/snapshot.h5 --step 170 --out run/snapshot.h5
says 2 'a.hdf5: this is the file to read' "$scree" solve a.hdf5 --out ./a.hdf5
says 2 'case.yaml: a file is here that is no older one of this kind' "$scree" solve a.hdf5 --history case.yaml
says 2 'a.hdf5: a file is here that is no older one' "$scree" solve a.hdf5 --history a.hdf5
says 2 'both write b.hdf5' "$scree" solve a.hdf5 --out b.hdf5 --history b.hdf5
same 'what stood there' "$(sum)" "$before"
says 0 'solved +yes' "$scree" solve a.hdf5 --out next.hdf5 --history crank.csv

says 2 'this is a snapshot, and no friction problem' "$scree" solve run/snapshot.h5
head -c 3000 a.hdf5 >cut.hdf5
says 2 'cut.hdf5' "$scree" solve cut.hdf5
verdict
