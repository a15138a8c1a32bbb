// label: full
// test_impact_energy.c - no impact at any of 181 angles gains more than a millionth of its energy at steps of 1/2000 of
// its duration: for every allowed set of normal, cohesion and tangential law, and with rolling and twisting laws for
// sets in which each pair of laws meets at least once.
#include "harness.h"
#include "support/law_pairs.h"

static combination list[COMBINATIONS_MOST];

// All sets first, without the laws that only take moments away; then those of the quick tests.
static int combinations(int *plain)
{
    int n = combinations_list(true, list, COMBINATIONS_MOST), kept = 0;
    for (int i = 0; i < n; i++)
        if (list[i].law[LAW_ROLLING] < 0 && list[i].law[LAW_TWISTING] < 0)
            list[kept++] = list[i];
    *plain = kept;
    return kept + combinations_list(false, list + kept, COMBINATIONS_MOST - kept);
}

TEST(no_impact_gains_energy_at_small_steps)
{
    static const struct {
        double restitution, spin;
    } cases[] = {{1, 0}, {0.6, 0}, {1, 200}, {0.1, 200}};
    int plain, count = combinations(&plain);
    for (int i = 0; i < count; i++)
        for (int k = i < plain ? 0 : 2; k < (i < plain ? 2 : 4); k++) {
            char name[160];
            int angle;
            double gain =
                fan_worst_gain(list[i], 2000, cases[k].restitution, cases[k].spin, &angle);
            CHECK_MSG(gain <= 1e-6, "%s, restitution %g, spin %g: gains %.3g at %d degrees",
                      combination_name(list[i], name), cases[k].restitution, cases[k].spin, gain,
                      angle);
        }
}

TEST_MAIN
