#!/bin/bash
# test_verify_shapes.sh BUILD - `scree verify shapes` without its gases and what else takes long (test_verify_every_shape.sh has
# those): no row may miss, every group is there, and rows ask what the tables of the sources say.
set -u
scree=$1/scree
bad=0

complain() {
    echo "FAILED: $1"
    bad=1
}

rm -f shapes.json
for part in "pairs of spheropolygons" points V10 "V13 block mu=0.58" "V13 block on triangles" superbean V22 meets "flips, split"; do
    "$scree" verify shapes --json --only "$part" >>shapes.json 2>shapes.err || complain "exit status $? of $part"
    [ ! -s shapes.err ] || { cat shapes.err; complain "something on stderr"; }
done
tr '{' '\n' <shapes.json | grep '"held": false' && complain "rows above missed"

# case, quantity, what is asked, how far off it may be: as the tables have them, typed anew; ~ is a space
while read -r name quantity value kind tolerance; do
    row=$(tr '{' '\n' <shapes.json | grep -F "\"case\": \"${name//\~/ }\"" | grep -F "\"quantity\": \"${quantity//\~/ }\"")
    grep -qF "\"expected\": $value," <<<"$row" || complain "${name//\~/ }, ${quantity//\~/ } is not asked to be $value"
    grep -qF "\"kind\": \"${kind//\~/ }\"" <<<"$row" || complain "${name//\~/ }, ${quantity//\~/ }: not $kind"
    grep -qF "\"tolerance\": $tolerance," <<<"$row" || complain "${name//\~/ }, ${quantity//\~/ }: tolerance is not $tolerance"
done <<'TABLE'
pairs~of~spheropolygons contacts~missing~or~too~many 0 at~most 0
points~in~solids points~on~the~wrong~side 0 at~most 0
V17~superbean K_T/K_1 0.252378665 relative 1e-08
V17~superbean spin,~rad/s 374.382314 relative 1e-08
V18~superbean~K_1=4e+06 v_x~after~the~first~bounce,~m/s -0.39908 relative 0.003
V18~superbean~K_1=4e+06 spin~after~it,~rad/s -374.67 relative 0.003
V18~superbean~K_1=4e+08 v_x~after~the~first~bounce,~m/s -0.39991 relative 0.003
V22~bean,~ellipsoid I_x,~kg~m^2 5.0258e-10 relative 1e-05
clump~of~one~meets~ball,~5~mm steps~that~differ 0 at~most 0
flips,~split angular~momentum,~deviation 1e-10 at~most 0
V10~two~of~pebble energy,~dt=5e-4 0.005 at~most 0
V10~two~of~rice energy,~dt=5e-4,~printed 0.00132 relative 0.02
V13~block~mu=0.58 stands~after,~s,~printed 0.508 relative 0.005
V13~block~mu=0.58 speed~a~second~later,~m/s 0.0001 at~most 0
V13~block~on~triangles largest~speed~across,~m/s 1e-06 at~most 0
sphero-point~meets~ball,~5~mm steps~that~differ 0 at~most 0
TABLE

"$scree" verify shapes --only "V17" >table.txt || complain "--only V17 fails"
[ "$(grep -c '^V17 .* ok$' table.txt)" = 2 ] || complain "--only V17 does not show two rows"
exit $bad
