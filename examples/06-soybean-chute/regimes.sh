#!/bin/sh
# regimes.sh - the flow of a finished run on other slopes: it is tilted where the run has ended and followed for 2 s; and
# a picture of the mean velocities (needs gnuplot).
#
#   regimes.sh SCREE RESULTS OUT [--threads N] [--set KEY=VALUE]...     branches in OUT/17.5 and so on, OUT/regimes.png
#
# A branch that is already there is not run again.
set -eu
[ $# -ge 3 ] && [ -s "$2/probes/mean.csv" ] || {
    echo "usage: regimes.sh SCREE RESULTS OUT [--threads N] [--set KEY=VALUE]..." >&2
    exit 2
}
scree=$1 results=$2 out=$3
shift 3
mkdir -p "$out"
start=$(tail -n 1 "$results/probes/mean.csv" | cut -d, -f1)
end=$(awk -v t="$start" 'BEGIN { print t + 2 }')
for slope in 17.5 19.1 21.1 21.7; do
    [ ! -e "$out/$slope/summary.json" ] || continue
    down=$(awk -v a="$slope" 'BEGIN { a *= atan2(0, -1) / 180; printf "[%.9f m/s^2, 0, %.9f m/s^2]", 9.81 * sin(a), -9.81 * cos(a) }')
    "$scree" resume "$results" --out "$out/$slope" --set gravity="$down" --set run.duration="$end s" "$@"
done
cd "$out"
command -v gnuplot >/dev/null || { echo "regimes.sh: no picture: gnuplot is missing (apt-get install gnuplot-nox)" >&2; exit 1; }
gnuplot <<EOF
set terminal pngcairo size 640,400
set output 'regimes.png'
set datafile separator ','
set grid
set key bottom left
set xlabel 'time after the chute was tilted, s'
set ylabel 'mean velocity downhill, cm/s'
plot for [slope in "21.7 21.1 19.1 17.5"] slope.'/probes/mean.csv' skip 1 using (\$1-$start):(100*\$4) with lines lw 2 title slope.'°'
EOF
echo "$out/regimes.png"
