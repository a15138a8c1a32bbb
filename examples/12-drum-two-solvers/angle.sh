#!/bin/sh
# angle.sh FOLDER [FROM]: how the bed leans, from where its centre of mass stands, in degrees: the mean of all frames after
# FROM (default 1 s), and how much it goes up and down.
awk -v from="${2:-1}" '
    FNR == 1 { if (n) look(); n = x = y = 0; atoms = 0 }
    atoms { x += $13 * $3; y += $13 * $4; n++ }
    /^ITEM: ATOMS/ { atoms = 1 }
    FNR == 2 { time = $1 * every }
    function look(   angle) { if (time > from) { angle = atan2(x, -y) * 57.29577951308232; sum += angle; square += angle * angle; frames++ } }
    END { if (n) look(); mean = sum / frames; spread = square / frames - mean * mean
        printf "the bed leans by %.1f degrees, +- %.1f in %d frames\n", mean, sqrt(spread > 0 ? spread : 0), frames }' \
    every="$(sed -n 's/^ *"step": \([0-9.e-]*\),*$/\1/p' "$1/summary.json" | head -n 1)" "$1"/grains_*.dump
