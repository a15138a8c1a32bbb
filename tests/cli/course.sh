#!/bin/bash
# label: sanitize
# course.sh BUILD - the course format: a .par file runs as it stands, and writes its .out and .vtk files.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

cat >two.txt <<'IN'
3
1.0 0.1 0.3 0.5 0.5 1.0 0 0
1.0 0.1 0.7 0.5 0.5 -1.0 0 0
inf 0.1 0.5 0.2 0.5 0 0 0
IN
cat >two.par <<'IN'
part_input_file two.txt
timestep_length 0.0005
time_end 0.4
part_out_freq 100
part_out_name_base two_
vtk_out_freq 200
vtk_out_name_base shown/two_
x_min 0
x_max 1
y_min 0
y_max 1
z_min 0
z_max 1
x_n 4
y_n 4
z_n 4
r_cut 0.25
k_s 1000
k_dn 0
k_dt 0
k_f 0
reflect_x 1
reflect_y 0
reflect_z 1
g_x 0
g_y 0
g_z 0
cl_workgroup_1dsize 128
IN
says 0 'finished' "$scree" run two.par --out run --threads 1
[ "$(ls run/two_*.out | wc -l)" = 9 ] || complain "not 9 .out files: $(ls run)"
[ "$(ls run/shown/two_*.vtk | wc -l)" = 5 ] || complain "not 5 .vtk files: $(ls run)"
same 'number of grains' "$(head -1 run/two_0.out)" 3
same 'the first line' "$(sed -n 2p run/two_0.out)" '1 0.10000000000000001 0.29999999999999999 0.5 0.5 1 0 0'
same 'an infinite mass' "$(sed -n 4p run/two_8.out | cut -d' ' -f1)" inf
# Elastic and head on: the two grains exchange their velocities.
awk 'NR == 2 { exit !($6 < -0.999 && $6 > -1.001) }' run/two_8.out || complain "no elastic impact: $(cat run/two_8.out)"
grep -q 'VECTORS rotation' run/shown/two_0.vtk || complain "no rotation arrows"
# An .out file is a particle file.
sed 's/two.txt/run\/two_8.out/' two.par >again.par
says 0 'finished' "$scree" run again.par --out again --threads 1 --set run.duration='5 ms'
# The resolved case repeats the run.
says 0 'finished' "$scree" run run/case.yaml --out repeated --threads 1
same 'hash of the repetition' "$("$scree" info run --hash)" "$("$scree" info repeated --hash)"
# Nothing that a force needs is left out in silence.
sed '/^k_f /d' two.par >bad.par
says 2 "^bad.par: missing key 'k_f'" "$scree" run bad.par --out bad --threads 1
sed 's/^reflect_x/reflectx/' two.par >bad.par
says 2 "^bad.par:22:1: unknown key 'reflectx' .did you mean 'reflect_x'" "$scree" run bad.par --out bad --threads 1
[ ! -e bad ] || complain "a refused case leaves a folder behind"
verdict
