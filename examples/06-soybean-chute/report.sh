#!/bin/sh
# report.sh - what was measured beside what Zhang 1998, chapter 9, reports: a table from the probes of a finished run.
#
#   report.sh RESULTS      the folder that `scree run examples/06-soybean-chute --out RESULTS` has made
#
# `off` is how far the run is from Zhang 1998, with a star where that is more than the 15 % asked for.
set -eu
[ $# = 1 ] && [ -s "$1/probes/side.csv" ] || {
    echo "usage: report.sh RESULTS (a finished run of this example)" >&2
    exit 2
}
probes=$1/probes

# COLUMN FROM TO FILE: mean of a column over the rows with FROM <= time < TO.
mean() { awk -F, -v c="$1" -v from="$2" -v to="$3" 'NR > 1 && $1 >= from && $1 < to { n++; s += $c } END { print n ? s / n : "nan" }' "$4"; }

# The same of the median.
median() {
    awk -F, -v c="$1" -v from="$2" -v to="$3" '$1 ~ /^[0-9]/ && $1 >= from && $1 < to { print $c }' "$4" | sort -g |
        awk '{ x[NR] = $1 } END { print NR ? x[int((NR + 1) / 2)] : "nan" }'
}

# WHAT SEED HERE: a line of the table.
line() {
    awk -v what="$1" -v seed="$2" -v here="$3" 'BEGIN {
        off = 100 * (here / seed - 1)
        printf "%-44s %9.4g %9.4g  %+6.1f %%%s\n", what, seed, here, off, (off > 15 || off < -15 ? " *" : "") }'
}

# TITLE FILE SEED...: a profile; the velocities of Zhang 1998 in cm/s from the first slice on.
profile() {
    title=$1 file=$2 slice=1
    shift 2
    for seed in "$@"; do
        slice=$((slice + 1))
        line "$(awk -F, -v n="$slice" -v t="$title" 'NR == n { printf "%s at %.1f mm, cm/s", t, 1000 * $1 }' "$probes/$file.csv")" \
            "$seed" "$(awk -F, -v n="$slice" 'NR == n { print 100 * $3 }' "$probes/$file.csv")"
    done
}

printf '%-44s %9s %9s  %8s\n' '' seed here off
for second in 0 1 2 3 4 5; do
    printf '%-44s %9s %9.4g\n' "mean velocity from $second to $((second + 1)) s, cm/s" '' \
        "$(mean 4 $second $((second + 1)) "$probes/mean.csv" | awk '{ print 100 * $1 }')"
done
line 'mean velocity from 6 to 7 s, cm/s' 28.0 "$(mean 4 6 7.001 "$probes/mean.csv" | awk '{ print 100 * $1 }')"
profile 'side (0 to 1 cm from the wall)' side 4.232 8.886 11.97 15.67 20.02 24.27 28.43 30.41
profile 'all beans' all 7.191 15.12 21.27 27.49 33.65 39.65 44.95 50.41
profile 'middle (7.2 to 8.2 cm)' centre 8.086 17.36 24.43 31.70 39.34 46.01 53.27 56.12
profile 'from above, across' top 19.14 22.97 26.79 30.25 32.11 32.41 33.04 32.91 31.72 31.47 29.02 25.40 19.74
profile 'near the surface, across' surface 30.82 35.78 42.29 47.60 51.19 51.54 52.00 52.35 50.95 48.53 45.85 41.27 33.76
profile 'near the bottom, across' bottom 12.11 14.75 17.09 18.63 19.85 19.70 19.44 19.35 19.21 19.17 17.64 15.36 11.82
# Zhang does not say how often he looked: the longer, the larger.
line 'largest normal force, median from 2 s, N' 0.5 "$(median 9 2 7.001 "$probes/contacts.csv")"
line 'the same of the largest in every 0.1 s, N' 0.5 "$(awk -F, 'NR > 1 && $1 >= 2 { k = int(10 * $1); if (!(k in most) || $9 > most[k]) most[k] = $9 }
    END { for (k in most) print k / 10 "," most[k] }' "$probes/contacts.csv" | median 2 0 8 /dev/stdin)"
line 'contacts, mean from 5.95 to 6.05 s' 1076 "$(mean 2 5.95 6.05 "$probes/contacts.csv")"
line 'contacts, mean from 6.95 to 7 s' 968.1 "$(mean 2 6.95 7.001 "$probes/contacts.csv")"
awk -F, 'NR > 1 {
        end = $1 + 0.5 * 0.25 / 45
        if (end < 0.05 + 1e-9) half = $4
        if (end < 0.10 + 1e-9) most = $4
    }
    END {
        printf "%-44s %9s %9.1f\n", "forces up to 0.1 N, % (seed: more than 95)", ">95", 100 * most
        printf "%-44s %9s %9.1f\n", "of these up to 0.05 N, % (more than 90)", ">90", 100 * half / most
    }' "$probes/forces.csv"
