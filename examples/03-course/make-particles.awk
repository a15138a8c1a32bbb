# The particle file of this example: awk -f make-particles.awk > funnel.in
#
# Two plates of fixed balls (mass inf) that lean towards each other and leave a slot, and grains above them on a lattice with
# a little jitter. Lines are m r x y z vx vy vz; the first line is their number. All in SI units.
function random() { # a linear congruence in whole numbers below 2^31, the same everywhere
    state = (state * 16807) % 2147483647
    return state / 2147483647
}
function add(m, r, x, y, z) { line[n++] = sprintf("%s %.6g %.6g %.6g %.6g 0 0 0", m, r, x, y, z) }
BEGIN {
    state = 3
    ball = 0.04
    for (j = 0; j < 10; j++)
        for (i = 0; i < 18; i++) {
            x = 0.02 + 0.046 * i
            z = 1.45 - 0.040 * i
            add("inf", ball, x, 0.03 + 0.06 * j, z)
            add("inf", ball, 2 - x, 0.03 + 0.06 * j, z)
        }
    for (k = 0; k < 7; k++)
        for (j = 0; j < 5; j++)
            for (i = 0; i < 17; i++) {
                r = 0.040 + 0.010 * random()
                x = 0.08 + 0.115 * i + 0.01 * random()
                y = 0.06 + 0.120 * j + 0.01 * random()
                z = 1.58 + 0.115 * k + 0.01 * random()
                add(sprintf("%.6g", 1000 * 4 / 3 * 3.14159265 * r ^ 3), r, x, y, z)
            }
    print n
    for (i = 0; i < n; i++) print line[i]
}
