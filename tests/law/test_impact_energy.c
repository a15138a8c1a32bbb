// label: full
// test_impact_energy.c - no impact at any of 181 angles gains more than a millionth of its energy at steps of 1/2000 of
// its duration, for every combination of laws.
#include "harness.h"
#include "support/law_pairs.h"

static combination list[COMBINATIONS_MOST];
static int combinations(void) { return combinations_list(true, list, COMBINATIONS_MOST); }

TEST(no_impact_gains_energy_at_small_steps)
{
    static const struct {
        double restitution, spin;
    } cases[] = {{1, 0}, {0.6, 0}, {1, 200}, {0.1, 200}};
    const int count = combinations();
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 4; k++) {
            char name[160];
            int angle;
            double gain = fan_worst_gain(list[i], 2000, cases[k].restitution, cases[k].spin, &angle);
            CHECK_MSG(gain <= 1e-6, "%s, restitution %g, spin %g: gains %.3g at %d degrees",
                      combination_name(list[i], name), cases[k].restitution, cases[k].spin, gain, angle);
        }
}

TEST_MAIN
