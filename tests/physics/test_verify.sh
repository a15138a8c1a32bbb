#!/bin/bash
# test_verify.sh BUILD - `scree verify spheres`: no row may miss, the table and the JSON agree, and a miss would be seen.
set -u
scree=$1/scree
bad=0

complain() {
    echo "FAILED: $1"
    bad=1
}

"$scree" verify spheres --json >verify.json 2>verify.err
code=$?
[ "$code" = 0 ] || complain "exit status $code"
[ ! -s verify.err ] || { cat verify.err; complain "something on stderr"; }
tr '{' '\n' <verify.json | grep '"held": false' && complain "rows above missed"
rows=$(tr '{' '\n' <verify.json | grep -c '"held": true')
[ "$rows" -ge 400 ] || complain "only $rows rows"

# every group of rows is there
for name in MFIX-DEM01 MFIX-DEM02 MFIX-DEM04 Dosta "Chung-Ooi 1" "Chung-Ooi 2" "Chung-Ooi 3" "Chung-Ooi 5" "Chung-Ooi 7" V6 V15 V24 E6 G4 \
    restitution "no gain" "elastic gas" "ledger" rest conservation hash bits; do
    grep -q "\"case\": \"[^\"]*$name" verify.json || complain "no row of $name"
done

# expectations as printed in the tables of the sources
while read -r name quantity value; do
    tr '{' '\n' <verify.json | grep -F "\"case\": \"${name//_/ }\"" | grep -F "\"quantity\": \"${quantity//_/ }\"" |
        grep -qF "\"expected\": $value," || complain "${name//_/ }, ${quantity//_/ } is not expected to be $value"
done <<'TABLE'
Chung-Ooi_1_glass peak_force,_N 10696.9
Chung-Ooi_1_limestone peak_force,_N 7108.24
Chung-Ooi_2_Al_alloy,_rigid_plane peak_force,_N 11369.9
Chung-Ooi_2_Mg_alloy,_rigid_plane peak_force,_N 7232.68
V6_v=0.02 duration,_s 0.0011596
V6_v=0.2 duration,_s 0.00073166
V15_zeta=0.5 restitution 0.2984
MFIX-DEM01_kn=10000_e=0.6_dt=tc/200 release,_s 0.401346
G4_chain_of_3_balls final_speed_of_ball_3,_m/s 0.994549
TABLE

"$scree" verify spheres --only "V15" >table.txt || complain "--only V15 fails"
[ "$(grep -c '^V15 .* ok$' table.txt)" = 3 ] || complain "--only V15 does not show three rows"
"$scree" verify spheres --only "no such row" >/dev/null 2>nothing.err
[ $? = 2 ] || complain "--only without a row is not refused"
"$scree" verify cubes >/dev/null 2>nothing.err
[ $? = 2 ] || complain "an unknown suite is not refused"
exit $bad
