#!/bin/bash
# test_verify_nonsmooth.sh BUILD - `scree verify nonsmooth`, single contacts: no row may miss, and rows ask what the table by which the solver was
# specified says.
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$1/scree" nonsmooth "T1 " "T2 " "T3 " "T4 " T5 T6 "T7 " T11 billiards Painleve "L on" "chain of" "U in" "cross " rocking "spin in" faceted prism groove "of its slope" "four bricks"
check_rows <<'TABLE'
T1~E=100000~h=0.01 overlap,~m 0.000157844 relative 1e-06
T1~E=1e+10~h=0.0001 overlap,~m 7.3265[0-9]*e-08 relative 1e-06
T1~linear~h=0.001 overlap,~m 1.0273[0-9]*e-05 relative 1e-06
T2~column~of~10 overlap~under~1,~m 1.98871[0-9]*e-06 relative 1e-06
T2~column~of~10 overlap~under~10,~m 7.32650[0-9]*e-06 relative 1e-06
T3~speculative~plane~e=0.1 restitution,~largest 0.1 absolute 0.0001
T3~relax~pair~e=0.8 restitution,~least 0.8 absolute 0.0001
T3~both~pair~e=1 restitution,~least 1 absolute 0.0001
T4~simultaneous,~1~of~5 speed~of~ball~1,~m/s -0.6 absolute 1e-06
T4~simultaneous,~2~of~5,~backwards speed~of~ball~5,~m/s 0.8 absolute 1e-06
T4~cascade,~1~of~5,~backwards speed~of~ball~5,~m/s 1 absolute 1e-06
T4~cascade,~2~of~5 speed~of~ball~3,~m/s 0 absolute 1e-06
T4~cascade,~2~of~5 energy 1 relative 1e-06
T5~box~mu=0.1 acceleration,~m/s^2 4.055429 absolute 1e-06
T5~box~mu=0.577 acceleration,~m/s^2 0.0029757 absolute 1e-06
T5~box~mu=0.578 acceleration,~m/s^2 0 absolute 1e-06
T5b~box~h=0.001 time~to~slide~1~m,~s 0.921299 relative 0.0006
T5c~ball~mu=0.16 acceleration,~m/s^2 3.54568 relative 1e-06
T5c~ball~mu=0.17 acceleration,~m/s^2 3.503571 relative 1e-06
T5c~ball~mu=0.05 R~spin~rate,~m/s^2 1.061963 relative 1e-06
T5d~box~pulled~at~45~deg friction~/~(mu~push) 1 relative 1e-06
T5d~ball~pulled~at~15~deg angle~to~the~motion,~rad 0 absolute 1e-06
T6b~h=0.001 time,~s 0.407747 absolute 0.001
billiards~h=0.004 the~cue~ball~is~turned~by,~deg 33.67[0-9]* absolute 0.01
Painleve~rod~mu=1 push~/~m~g 2.21748 relative 0.03
Painleve~rod~mu=2 spin~as~it~jams,~rad/s 2.59807 relative 0.04
L~on~L~turned~by~0.3~rad largest~speed~from~1.5~s~on,~m/s 1e-06 at~most 0
chain~of~four~links least~force~over~the~weight -1 absolute 0.001
U~in~a~U largest~force~over~the~weight 1 absolute 0.001
spin~in~an~impact,~dashpot share~taken,~cascade 0.388[0-9]* absolute 0.05
rocking~block~4:1~on~a~plane energy~left~after~the~first~blow 0.8313[0-9]* absolute 0.02
rocking~block~2:1~on~a~plane energy~left~after~the~first~blow 0.4[89][0-9]* absolute 0.02
rocking~block~10:1~on~a~plane,~farther energy~left~after~the~first~blow 0.9705[0-9]* absolute 0.02
groove~of~90~degrees,~mu=0.3 acceleration,~m/s^2 3.1174[0-9]* absolute 1e-05
box~8~x~20~at~1.03~of~its~slope height~of~the~centre,~m 0.04 absolute 0.0001
four~bricks~out~by~0.97~of~what~they~can height~of~the~uppermost,~m 0.175 absolute 0.0005
faceted~ball~of~20~cm acceleration~of~5120~faces,~m/s^2 0.6107[0-9]* relative 0.05
Painleve~rod~mu=2~for~5~s~by~auto residual~of~the~books 1e-09 at~most 0
cross~on~a~ring largest~spin~from~1.5~s~on,~rad/s 0.0001 at~most 0
T7~F=50~mg~h=0.001 depth,~m 0.000101578 relative 1e-06
T7~F=1~mg~overlap=0.0001~h=0.001 largest~pull~on~the~floor,~N 0.010273 relative 0.03
T11~c=0~h=t/50 restitution 1 absolute 0.002
T11~c=2e-05~h=t/50 restitution 0.8443 absolute 0.002
T11~c=0.0001~h=t/5000 restitution 0.477 absolute 0.002
TABLE

# ways of rolling balls: 7 v0^2/(10 mu_r g), within the first order in the step
for row in "0.01 1.78389" "0.05 0.35677" "0.1 0.178389"; do
    read -r mu way <<<"$row"
    tr '{' '\n' <rows.json | grep -F "\"case\": \"T6 mu_r=$mu h=0.001\"" | grep -q "\"expected\": $way" || complain "T6 mu_r=$mu"
done
exit $bad
