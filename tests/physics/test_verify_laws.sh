#!/bin/bash
# test_verify_laws.sh BUILD - `scree verify laws` without its long rows (test_verify_every_law.sh has those): no row may
# miss, every group is there, and rows ask what the tables of the sources say.
set -u
scree=$1/scree
bad=0

complain() {
    echo "FAILED: $1"
    bad=1
}

rm -f laws.json
for part in V E1 E2 E4 Chung-Ooi Dosta "Walton-Braun h" EEPA pull-off bridge steps: "order " twirl; do
    "$scree" verify laws --json --only "$part" >>laws.json 2>laws.err || complain "exit status $? of $part"
    [ ! -s laws.err ] || { cat laws.err; complain "something on stderr"; }
done
tr '{' '\n' <laws.json | grep '"held": false' && complain "rows above missed"

for name in V1 V2 V3 V4 V5 V6 V7 V8 V14 V15 V16 V18 V23 V24; do
    grep -q "\"case\": \"$name " laws.json || complain "no row of $name"
done

# case, quantity, what is asked, how far off it may be: as the tables have them, typed anew; ~ is a space
while read -r name quantity value kind tolerance; do
    row=$(tr '{' '\n' <laws.json | grep -F "\"case\": \"${name//\~/ }\"" | grep -F "\"quantity\": \"${quantity//\~/ }\"")
    grep -qF "\"expected\": $value," <<<"$row" || complain "${name//\~/ }, ${quantity//\~/ } is not asked to be $value"
    grep -qF "\"kind\": \"${kind//\~/ }\"" <<<"$row" || complain "${name//\~/ }, ${quantity//\~/ }: not $kind"
    grep -qF "\"tolerance\": $tolerance," <<<"$row" || complain "${name//\~/ }, ${quantity//\~/ }: tolerance is not $tolerance"
done <<'TABLE'
V1~aluminium,~p_y=1.61~sigma_Y P_Y,~N 36.447 relative 0.0001
V2~Vu-Quoc-Zhang~v=0.02 restitution 0.8383 relative 0.001
V2~Vu-Quoc-Zhang~v=0.02 peak~force,~N 634.9 relative 0.001
V2~Vu-Quoc-Zhang~v=0.04 duration,~s 0.0010045 relative 0.001
V2~Vu-Quoc-Zhang~v=0.06 residual~overlap,~m 1.049e-05 relative 0.001
V2~Vu-Quoc-Zhang~v=0.1 peak~overlap,~m 3.208e-05 relative 0.001
V2~Vu-Quoc-Zhang~v=0.2 restitution 0.4777 relative 0.001
V2~Vu-Quoc-Zhang~v=0.2 restitution,~printed 0.4773 relative 0.002
V3~P=1495 peak~overlap,~m 1.56e-05 relative 0.001
V3~P=962.1 restitution 0.8003 relative 0.001
V3~P=468.1 restitution,~printed 0.862 relative 0.0015
V3~P=1495 Thornton:~peak~force,~N 770.7 relative 0.001
V4~soybean~v=1.705 restitution 0.7466 relative 0.001
V4~soybean~v=2.381 peak~force,~N 7.547 relative 0.001
V4~soybean~v=3.156 residual~overlap,~m 7.034e-05 relative 0.001
V4~soybean~v=3.156,~20~steps restitution 0.6623 relative 0.002
V5~Thornton~p_y=1.613~v=0.02 peak~force,~N 478.42 relative 0.0005
V5~Thornton~p_y=1.613~v=0.1 duration,~s 0.001116 relative 0.005
V5~Thornton~p_y=1.61~v=0.04 restitution 0.533 relative 0.0005
V6~v=0.02 duration,~s 0.0011596 relative 0.0001
V7~history~A beta_t 0.972 absolute 0.0005
V7~history~B largest~slip,~m 2.361e-06 relative 0.001
V7~history~D beta_t 0.82013 absolute 0.0002
V7~history~A V8:~improved~law,~largest~Q,~N 270 relative 0.001
V7~history~A V8:~Walton-Braun,~largest~Q,~N 214.6 relative 0.02
V8~elasto-plastic,~history~A beta_t 0.6499 relative 0.002
V8~elasto-plastic,~history~C beta_t 0.8709 relative 0.002
V8~elasto-plastic,~history~B V8:~K_T0~ratio,~loading 0.87 relative 0.001
V8~elasto-plastic,~history~A V8:~K_T0~ratio,~unloading 1.812 relative 0.001
V14~exact~n=1~e=0.1 restitution 0.1 absolute 0.001
V14~exact~n=1.5~e=0.95 restitution 0.95 absolute 0.001
V14~Lankarani-Nikravesh~e=0.5 restitution 0.7252 absolute 0.001
V15~zeta=0.3 restitution 0.451 absolute 0.001
V16~Kuwabara-Kono~x=0.1 restitution 0.89286 absolute 0.0005
V18~superball v_x~after~bounce~1,~m/s -0.400001 relative 0.0001
V18~superball spin~after~bounce~6,~rad/s -500.004 relative 0.0001
V18~superball x~of~bounce~6,~m 0.043431 relative 0.0001
V23~v_st/v_n=2,~40~steps beta 0.05 absolute 0.001
V23~v_st/v_n=1.389,~40~steps beta 0.503 relative 0.005
V23~v_st/v_n=1,~4000~steps beta 0.552 relative 0.01
V24~mindlin-deresiewicz~psi1=1 psi2 0.079 absolute 0.01
V24~mindlin-deresiewicz~psi1=3.6 psi2 -1.481 absolute 0.01
V24~vu-quoc-zhang~psi2=-1 psi1 4.765 absolute 0.005
Chung-Ooi~5~mindlin-deresiewicz~x=3.89 R~spin~/~(mu~Vn) 4.041 absolute 0.25
Chung-Ooi~5~steel~x=8 patch~speed~/~(mu~Vn) 1 absolute 0.005
Dosta~M1~on~steel peak~force,~N 1.3378 relative 0.001
20,~40,~60~steps:~hertz restitution~off~by 0.01 at~most 0
20,~40,~60~steps:~vu-quoc-zhang residual~overlap~off~by,~of~peak 0.01 at~most 0
TABLE

for row in "order linear + cundall-strack slides" "order linear + cundall-strack slips" "order hertz + mindlin slips" \
    "order linear + cundall-strack rolls" "twirl two balls" "twirl two balls, gear" "twirl a ball on the floor"; do
    grep -qF "\"case\": \"$row\"" laws.json || complain "no row of $row"
done
orders=$(tr '{' '\n' <laws.json | grep -F '"case": "order ' | grep -F ', order", "expected": 1.8,' | grep -cF '"kind": "at least"')
[ "$orders" = 12 ] || complain "$orders rows ask for second order, not 12"

"$scree" verify laws --only "V16" >table.txt || complain "--only V16 fails"
[ "$(grep -c '^V16 .* ok$' table.txt)" = 2 ] || complain "--only V16 does not show two rows"
exit $bad
