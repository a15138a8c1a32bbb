#!/bin/sh
# plot.sh - the mean velocity over time and the profiles seen from the side, beside those of Zhang 1998 (needs gnuplot).
#
#   plot.sh RESULTS PICTURE.png     RESULTS: the folder of a finished run of this example
set -eu
[ $# = 2 ] && [ -s "$1/probes/side.csv" ] || {
    echo "usage: plot.sh RESULTS PICTURE.png" >&2
    exit 2
}
command -v gnuplot >/dev/null || { echo "plot.sh: gnuplot is missing (apt-get install gnuplot-nox)" >&2; exit 1; }
gnuplot <<EOF
set terminal pngcairo size 1000,400
set output '$2'
set datafile separator ','
set grid
\$seed << END
2.75,4.232,7.191,8.086
8.25,8.886,15.12,17.36
13.75,11.97,21.27,24.43
19.25,15.67,27.49,31.70
24.75,20.02,33.65,39.34
30.25,24.27,39.65,46.01
35.75,28.43,44.95,53.27
41.25,30.41,50.41,56.12
END
set multiplot layout 1,2
set xlabel 'time, s'
set ylabel 'mean velocity downhill, cm/s'
set xrange [0:7]
set yrange [0:*]
set key bottom right
plot '$1/probes/mean.csv' skip 1 using 1:(100*\$4) with lines lw 2 title 'here', \
    28 + 0*(x > 6 ? 0 : 1/0) with lines lw 3 lc rgb 'red' title 'seed, 6 to 7 s', \
    30 + 0*(x > 6 ? 0 : 1/0) with lines lw 3 lc rgb 'black' title 'experiment'
set xlabel 'velocity downhill, cm/s'
set ylabel 'height, mm (points: seed)'
set xrange [0:*]
set key bottom right
plot '$1/probes/side.csv' skip 1 using (100*\$3):(1000*\$1) with lines lw 2 lc 1 title 'by the wall', \
    '$1/probes/all.csv' skip 1 using (100*\$3):(1000*\$1) with lines lw 2 lc 2 title 'all', \
    '$1/probes/centre.csv' skip 1 using (100*\$3):(1000*\$1) with lines lw 2 lc 3 title 'middle', \
    \$seed using 2:1 with points pt 7 lc 1 notitle, '' using 3:1 with points pt 7 lc 2 notitle, \
    '' using 4:1 with points pt 7 lc 3 notitle
unset multiplot
EOF
