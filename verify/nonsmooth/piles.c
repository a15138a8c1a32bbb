// piles.c - a column of 500 balls collapses into a pile, with both solvers: T13; steps of both: T14.
#include "verify/nonsmooth/nonsmooth.h"

#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { BALLS = 500, FIRST = 42 };
static const double g = 9.81, d = 0.01;

// Layers of 21 balls of 9 to 10 mm, every second shifted by half a ball.
static void write_collapse(const impulse_case *k, uint64_t seed, text_buffer *b)
{
    rng r = rng_make(seed, 0);
    int n = 0;
    impulse_head(k, b);
    text_append(
        b,
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\nshapes:\n");
    for (int i = 0; i < BALLS; i++)
        text_append_format(b, "  s%d: {ball: {radius: %.17g m}}\n", i,
                           0.5 * d * rng_range(&r, 0.9, 1));
    text_append(b, "grains:\n");
    for (int layer = 0; n < BALLS; layer++)
        for (int i = 0; i < 25 && n < BALLS; i++) {
            int x = i / 5 - 2;
            int y = i % 5 - 2;
            double shift = layer % 2 ? 0.5 * d : 0;
            char name[16];
            char shape[16];
            if (x * x + y * y > 6)
                continue;
            snprintf(name, sizeof name, "b%d", n);
            snprintf(shape, sizeof shape, "s%d", n++);
            impulse_grain(b, name, shape,
                          v3_make(1.02 * d * x + shift + rng_range(&r, 0, 1e-4),
                                  1.02 * d * y + shift + rng_range(&r, 0, 1e-4),
                                  0.5 * d + 0.95 * d * layer),
                          impulse_still, impulse_still);
        }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct pile {
    double spread;  // radius that holds 95 % of the balls, m
    double overlap; // mean, over d
    double step;    // s
} pile;

static bool collapse(const claim *c, const impulse_case *k, uint64_t seed, pile *out)
{
    trial t;
    text_buffer b = {0};
    write_collapse(k, seed, &b);
    if (!impulse_open(&t, c, &b))
        return false;
    out->step = world_dt(t.w);
    if (trial_step(&t, world_step_at(t.w, 1.5)) && trial_look(&t)) {
        double away[BALLS];
        double sum = 0;
        for (int i = 0; i < BALLS; i++) {
            v3 x = t.f.body.position[i];
            away[i] = sqrt(x.x * x.x + x.y * x.y);
        }
        qsort(away, BALLS, sizeof *away, ascending);
        for (int64_t i = 0; i < t.f.contact.count; i++)
            sum += t.f.contact.overlap[i];
        out->spread = away[BALLS * 95 / 100];
        out->overlap = t.f.contact.count ? sum / (double)t.f.contact.count / d : 0;
    }
    bool good = t.w != NULL;
    trial_close(&t);
    return good;
}

// Means over packings: spreads scatter by 5 to 8 %.
static bool collapse_often(const claim *c, const impulse_case *k, int times, pile *out)
{
    pile sum = {0};
    pile one;
    for (int i = 0; i < times; i++) {
        if (!collapse(c, k, FIRST + (uint64_t)i, &one))
            return false;
        sum.spread += one.spread / times;
        sum.overlap += one.overlap / times;
        sum.step = one.step;
    }
    *out = sum;
    return true;
}

static void collapses(verify *v, double rolling, double young, int packings, double seen)
{
    static const struct {
        double step;
        int sweeps;
        bool quick;
    } way[] = {{1e-3, 25, true}, {1e-3, 100, false}, {5e-4, 50, true}, {2e-4, 100, false}};
    char laws[300];
    char settings[40];
    claim c;
    pile smooth = {0};
    pile p;
    snprintf(
        laws, sizeof laws,
        "normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: 0.5}, "
        "rolling: {law: "
        "elastic-plastic, friction: %g, damping: 0.3}, twisting: {law: constant, friction: %g}",
        rolling, rolling);
    impulse_case k = {.smooth = true,
                      .laws = laws,
                      .young = young,
                      .gravity = {0, 0, -g},
                      .reach = 3,
                      .run = "deepest_overlap: none"};
    if (!claim_begin(&c, v, "both solvers", "T13 mu_r=%g", rolling) ||
        !collapse_often(&c, &k, packings, &smooth))
        return;
    claim_noted(&c, "spread, smooth solver, m", smooth.spread, seen); // seen at 1e7 Pa
    k.smooth = false;
    k.settings = settings;
    for (int i = 0; i < 4; i++) {
        char quantity[60];
        snprintf(settings, sizeof settings, "iterations: %d, impact_speed: 5 cm/s", way[i].sweeps);
        k.step = way[i].step;
        if (!way[i].quick && !v->full)
            continue;
        if (!collapse_often(&c, &k, 3, &p))
            return;
        snprintf(quantity, sizeof quantity, "spread, h=%g N=%d, m", way[i].step, way[i].sweeps);
        claim_relative(&c, quantity, p.spread, smooth.spread, 0.15);
        if (i > 0 || rolling > 0)
            continue;
        claim_noted(&c, "T14: steps of the smooth for one", way[i].step / smooth.step, 24);
    }
}

void verify_nonsmooth_piles(verify *v)
{
    collapses(v, 0, 1e7, 1, 0.755);
    collapses(v, 0.1, 1e8, 3, 0.245); // the softer, the farther: at 1e7 Pa by 5 %
    collapses(v, 0.3, 1e7, 3, 0.142);
}
