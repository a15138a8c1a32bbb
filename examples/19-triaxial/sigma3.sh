#!/bin/sh
# sigma3.sh FOLDER PRESSURE SHEAR_AT STRAIN - from the tables of a run of case.yaml: the mean of sigma_3 on both servos over
# each STRAIN (0.01) of the lid's way, over its target, and sigma_1/sigma_3.
set -eu
folder=$1 pressure=$2 shear_at=$3 window=${4:-0.01}
paste -d, "$folder/probes/x_high.csv" "$folder/probes/y_high.csv" "$folder/probes/lid.csv" |
    awk -F, -v p="$pressure" -v t0="$shear_at" -v window="$window" '
        NR == 1 {
            columns = NF / 3
            for (i = 1; i <= columns; i++) { sub(/ .*/, "", $i); column[$i] = i }
            next
        }
        {
            time = $1
            x = $(column["x"]); y = $(columns + column["y"]); z = $(2 * columns + column["z"])
            if (time <= t0) { height = z; next }
            k = int((1 - z / height) / window)
            sum_x[k] += $(column["force_x"]) / (y * z)
            sum_y[k] += $(columns + column["force_y"]) / (x * z)
            sum_z[k] += $(2 * columns + column["force_z"]) / (x * y)
            rows[k]++
            last = k
        }
        END {
            for (k = 0; k <= last; k++)
                printf "strain %.4f to %.4f: sigma_3 %.5f and %.5f of its target, sigma_1/sigma_3 %.3f (%d samples)\n", k * window,
                       (k + 1) * window, sum_x[k] / rows[k] / p, sum_y[k] / rows[k] / p,
                       2 * sum_z[k] / (sum_x[k] + sum_y[k]), rows[k]
        }'
