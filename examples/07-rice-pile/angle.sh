#!/bin/sh
# angle.sh FOLDER - the slope of both sides of the pile, in degrees, and how dense its middle is, from the tables of a run.
#
# A strip that is filled to a share f of its 10 cm holds a pile 10 cm f / (density of the middle) high; straight lines
# through these heights between 2 and 15 cm from the axis.
set -eu
awk -F, '
    FNR == 1 { file++; next }
    file == 1 { dense = $NF; next }
    { x = $1; side = x < 0; if (x < 0) x = -x }
    x > 0.02 && x < 0.15 { n[side]++; h = 0.1 * $NF / dense; sx[side] += x; sy[side] += h; sxx[side] += x * x; sxy[side] += x * h }
    END {
        for (side = 1; side >= 0; side--) {
            slope = -(n[side] * sxy[side] - sx[side] * sy[side]) / (n[side] * sxx[side] - sx[side] ^ 2)
            printf "%s %.1f degrees\n", side ? "left " : "right", atan2(slope, 1) * 180 / atan2(0, -1)
        }
        printf "middle filled to %.3f\n", dense
    }' "$1/probes/middle.csv" "$1/probes/strips.csv"
