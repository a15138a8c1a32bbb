#!/bin/sh
# number.sh NAME RUN - the number of an example of this folder from the folder of its run, as its README.md has it.
set -eu
name=$1
table() { printf '%s/probes/%s.csv' "$run" "$1"; }
run=$2

# TABLE COLUMN: what stands there in the last row.
last() { awk -F, -v c="$2" 'END { print $c }' "$(table "$1")"; }
# TABLE COLUMN: the largest value there.
most() { awk -F, -v c="$2" 'NR == 2 || (NR > 2 && $c > m) { m = $c } END { print m }' "$(table "$1")"; }
# TABLE FROM COLUMN: the mean of a column from a time on.
mean() { awk -F, -v from="$2" -v c="$3" 'NR > 1 && $1 >= from { s += $c; n++ } END { print s / n }' "$(table "$1")"; }
# TABLE COUNT: the first time at which so many grains have gone down through the plane.
gone() { awk -F, -v n="$2" 'NR > 1 && $5 <= -n { print $1; exit }' "$(table "$1")"; }
# TABLE: the mean place of the grains of a profile.
place() { awk -F, 'NR > 1 && $2 > 0 { s += $1 * $2; n += $2 } END { print s / n }' "$(table "$1")"; }
# TIME MASS GRAVITY: mean height of all grains from the energy of their weight.
height() { awk -F, -v t="$1" -v m="$2" -v g="$3" 'NR > 1 && $1 <= t + 1e-9 { e = $4 } END { print e / m / g }' "$(table energy)"; }
# COUNT RADIUS DENSITY: the mass of so many balls.
mass() { awk -v n="$1" -v r="$2" -v d="$3" 'BEGIN { print n * d * 4 / 3 * atan2(0, -1) * r * r * r }'; }

case $name in
elastic-impact) most right 11 ;;
restitution) last ball 7 ;;
oblique-impact) last ball 9 ;;
spinning-impact) last ball 5 ;;
counter-spin) last right 7 ;;
rolling-stop) last ball 2 ;;
rolling-incline) last ball 2 ;;
bouncing) last ball 4 ;;
hysteresis | cohesion-jkr) last right 5 ;;
cylinder-fill) height 0.5 "$(mass 500 0.0025 2500)" 9.81 ;;
cohesion) height 0.5 "$(mass 300 0.0015 2500)" 9.81 ;;
general-plane) height 0.8 "$(mass 300 0.0025 2500)" 9.81 ;;
packing-in-circle) height 2 "$(mass 150 0.0025 2000)" 9.81 ;;
pour-chute) height 15 "$(mass 150 0.5 1)" 1 ;;
pour-2d) height 25 45.4622 1 ;;
primitive-hopper) gone outlet 300 ;;
mesh-hopper) gone outlet 243 ;;
conveyor) last load 4 ;;
insert-stream) last all 3 ;;
servo-wall) last plate 11 ;;
stress-box) awk -F, 'NR > 1 && $4 > 100 { print $11; exit }' "$(table lid)" ;;
brazil-nut) place nuts ;;
small-drum) place across ;;
dam-break) place along ;;
rigid-dumbbell) last body 4 ;;
shear-cell) mean stress 20 8 ;;
six-freedoms) mean cube 2 4 ;;
*)
    echo "number.sh: there is no example called '$name'" >&2
    exit 2
    ;;
esac
