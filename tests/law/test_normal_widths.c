// test_normal_widths.c - normal laws on random ways of the overlap: finite, within bounds, and with the bits of width 1
// at every vector width. label: sanitize
#include "harness.h"
#include "support/normal_lanes.h"

#include "law/normal_hertz.h"
#include "law/normal_hunt_crossley.h"
#include "law/normal_kuwabara_kono.h"
#include "law/normal_thornton.h"
#include "law/normal_vu_quoc_zhang.h"
#include "law/normal_walton_braun.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

typedef const char *mix_function(const law_pair *pair, const double *value, double *k);
static mix_function *const mixes[TESTED_LAWS] = {
    normal_hertz_mix,        normal_kuwabara_kono_mix, normal_hunt_crossley_mix,
    normal_walton_braun_mix, normal_thornton_mix,      normal_vu_quoc_zhang_mix};

// Aluminium against a rigid body.
static law_pair aluminium_pair(void)
{
    law_pair p = {.young = {7e10, INFINITY}, .poisson = {0.3, 0}, .yield = {1e8, NAN}};
    p.e_star = 7e10 / 0.91;
    p.g_star = 7e10 / 2.6 / 1.7;
    return p;
}

static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}
static double uniform(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(draw(state) >> 11) * 0x1p-53);
}

static void random_values(uint64_t *s, int which, double *value)
{
    for (int i = 0; i < 8; i++)
        value[i] = INFINITY;
    int odd = draw(s) % 2;
    if (which == TESTED_HERTZ)
        value[0] = uniform(s, 0.1, 1);
    if (which == TESTED_KUWABARA_KONO)
        value[odd] = odd ? 1e4 : 1e-5;
    if (which == TESTED_HUNT_CROSSLEY) {
        value[0] = uniform(s, 0.1, 1);
        value[1] = odd;
        value[3] = odd ? 1.5 : uniform(s, 1, 5);
        value[5] = 1e-3;
        if (!odd)
            value[4] = uniform(s, 1, 1000);
    }
    if (which == TESTED_WALTON_BRAUN) {
        value[0] = 1e5;
        value[1 + odd] = odd ? 1e5 : uniform(s, 0.1, 1);
    }
    if (which == TESTED_THORNTON && odd)
        value[draw(s) % 2] = odd ? 1e7 : 1e-2;
    if (which == TESTED_VU_QUOC_ZHANG) {
        value[0] = 2e-7 * uniform(s, 0.5, 2);
        value[1] = 2e-4 * uniform(s, 0, 1);
        value[3] = draw(s) % 2;
        if (odd)
            value[2] = 20;
    }
}

// Any way of overlaps through many decades: finite results, a push, a fade between 0 and 1, and at every width the bits
// of width 1.
TEST(random_ways_at_every_width)
{
    static const int widths[] = {2, 4, 8};
    static normal_lanes one, other[3];
    uint64_t state = 0x243f6a8885a308d3;
    for (int round = 0; round < 60; round++) {
        int which = round % TESTED_LAWS;
        double value[8], k[LAW_COEFFICIENTS] = {0};
        law_pair pair = aluminium_pair();
        random_values(&state, which, value);
        REQUIRE(!mixes[which](&pair, value, k));
        memset(&one, 0, sizeof one);
        for (int w = 0; w < 3; w++)
            memset(&other[w], 0, sizeof *other);
        for (int i = 0; i < NORMAL_LANES; i++) {
            one.in[IN_R_EFF][i] = exp2(uniform(&state, -14, 0));
            one.in[IN_M_EFF][i] = exp2(uniform(&state, -20, 4));
            one.in[IN_OVERLAP][i] = one.in[IN_R_EFF][i] * 1e-6;
        }
        for (int n = 0; n < 100; n++) {
            for (int i = 0; i < NORMAL_LANES; i++) {
                double before = one.in[IN_OVERLAP][i], r = one.in[IN_R_EFF][i];
                double now = before * exp2(uniform(&state, -1.2, 1)) +
                             (n % 17 ? 0 : exp2(uniform(&state, -60, -10)) * r);
                if (now > 0.05 * r)
                    now = r * exp2(uniform(&state, -300, -5));
                one.in[IN_OVERLAP][i] = now;
                one.in[IN_BEFORE][i] = before;
                one.in[IN_SHRUNK][i] = now < before ? (before - now) / before : 0;
                one.in[IN_GROWN][i] = now > before ? (now - before) / now : 0;
                one.in[IN_CLOSING][i] = uniform(&state, -5, 5);
                one.in[IN_APPROACH][i] = uniform(&state, -5, 5);
            }
            for (int w = 0; w < 3; w++)
                memcpy(other[w].in, one.in, sizeof one.in);
            normal_step_at(1, which)(k, &one);
            for (int i = 0; i < NORMAL_LANES; i++) {
                for (int j = 0; j < NORMAL_OUTS; j++)
                    CHECK_MSG(fabs(one.out[j][i]) < 1e300, "law %d, result %d: %g", which, j,
                              one.out[j][i]);
                CHECK(one.out[OUT_ELASTIC][i] + one.out[OUT_DAMPING][i] >= 0 &&
                      one.out[OUT_ENERGY][i] >= 0);
                CHECK(one.out[OUT_FADE][i] >= 0 && one.out[OUT_FADE][i] <= 1 &&
                      one.out[OUT_GRIP][i] > 0);
                CHECK(one.out[OUT_MEAN][i] > 0.6);
            }
            for (int w = 0; w < 3; w++) {
                normal_step *step = normal_step_at(widths[w], which);
                if (!step)
                    continue;
                step(k, &other[w]);
                CHECK_MSG(!memcmp(one.out, other[w].out, sizeof one.out) &&
                              !memcmp(one.h, other[w].h, sizeof one.h),
                          "law %d at width %d, step %d", which, widths[w], n);
            }
        }
    }
}

// Nanoseconds a contact of a bed that is pressed and released, books included, where somebody asks (SCREE_SHOW).
TEST(speed)
{
    static const int widths[] = {1, 2, 4, 8};
    static const char *const names[] = {"hertz",        "kuwabara-kono", "hunt-crossley",
                                        "walton-braun", "thornton",      "vu-quoc-zhang"};
    static normal_lanes x;
    for (int which = 0; which < TESTED_LAWS; which++)
        for (int w = 0; w < 4; w++) {
            normal_step *step = normal_step_at(widths[w], which);
            if (!step)
                continue;
            double value[8], k[LAW_COEFFICIENTS] = {0}, best[2] = {INFINITY, INFINITY};
            uint64_t state = 7;
            law_pair pair = aluminium_pair();
            random_values(&state, which, value);
            if (which == TESTED_VU_QUOC_ZHANG)
                value[3] = 0;
            REQUIRE(!mixes[which](&pair, value, k));
            for (int run = 0; run < (getenv("SCREE_SHOW") ? 20 : 1); run++) {
                memset(&x, 0, sizeof x);
                for (int n = 1; n <= 200; n++) {
                    for (int i = 0; i < NORMAL_LANES; i++) {
                        x.in[IN_R_EFF][i] = 0.1;
                        x.in[IN_M_EFF][i] = 1;
                        x.in[IN_BEFORE][i] = x.in[IN_OVERLAP][i];
                        x.in[IN_OVERLAP][i] = 1e-7 * (n <= 100 ? n : 200 - 0.9 * n) + 1e-9 * i;
                    }
                    struct timespec a, b;
                    clock_gettime(CLOCK_MONOTONIC, &a);
                    step(k, &x);
                    clock_gettime(CLOCK_MONOTONIC, &b);
                    double t =
                        ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) /
                        NORMAL_LANES;
                    if (n > 50 && t < best[n > 100])
                        best[n > 100] = t;
                }
            }
            if (getenv("SCREE_SHOW"))
                printf("%s, width %d: in %.1f ns, back %.1f ns\n", names[which], widths[w], best[0],
                       best[1]);
            CHECK(isfinite(x.out[OUT_ELASTIC][0]));
        }
}

TEST_MAIN
