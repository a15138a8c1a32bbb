// columns.c - what a column of beads in a pipe weighs on its floor and presses on the pipe, against H. A. Janssen, Zeitschrift
// des Vereines deutscher Ingenieure 39, 1895, 1045.
//
//   F = rho g A l (1 - exp(-H/l)),   p(z) = rho g D/(4 mu) (1 - exp(-z/l)),   l = D/(4 mu K)
// F is the load of the floor, p the pressure on the pipe at the depth z. The friction mu of the pipe is given and, as the
// floor sinks, called up in full; K, horizontal over vertical stress, is fitted to the loads of all heights.
#include "verify/scenes/bulk.h"
#include "verify/scenes/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>

enum { HEIGHTS = 3, LOOKS = 20 };
static const double gravity = 9.81, diameter = 0.02, friction = 0.3;

typedef struct column {
    int beads;
    double fill, sinks_at; // m, s
} column;
static const column columns[HEIGHTS] = {{850, 0.050, 0.15}, {1700, 0.100, 0.2}, {3400, 0.200, 0.25}};

typedef struct column_loads {
    double weight, height, floor; // N, m, N
    double normal, rubbed;        // sums of forces on the pipe, N
    double low;                   // of the normal ones, on the lower half
} column_loads;

// Adds what the present frame shows, a LOOKS-th of a mean.
static void add_look(const trial *trial, column_loads *loads)
{
    const frame *frame = &trial->frame;
    const frame_wall *floor = &frame->wall[bulk_wall(trial, "floor")];
    const int64_t pipe = frame->wall[bulk_wall(trial, "pipe")].id;
    double mass = 0;
    double middle = 0;
    for (int64_t i = 0; i < frame->ball.count; i++) {
        mass += frame->ball.mass[i];
        middle += frame->ball.mass[i] * (frame->ball.position[i].z - floor->position.z);
    }
    const double height = 2 * middle / mass;
    loads->weight += mass * gravity / LOOKS;
    loads->height += height / LOOKS;
    loads->floor -= floor->force.z / LOOKS;
    for (int64_t i = 0; i < frame->contact.count; i++) {
        if (frame->contact.a[i] != pipe)
            continue;
        const double normal = frame->contact.normal_force[i];
        loads->normal += normal / LOOKS;
        loads->rubbed += frame->contact.force[i].z / LOOKS;
        if (frame->contact.point[i].z - floor->position.z < 0.5 * height)
            loads->low += normal / LOOKS;
    }
}

static bool weigh(const claim *claim, const column *of, int seed, column_loads *loads)
{
    const double from = of->sinks_at + 0.1;
    trial trial;
    bulk_settings settings = {0};
    bulk_let(&settings, "let.seed", "%d", seed);
    bulk_let(&settings, "let.beads", "%d", of->beads);
    bulk_let(&settings, "let.fill", "%g m", of->fill);
    bulk_let(&settings, "let.sinks_at", "%g s", of->sinks_at);
    *loads = (column_loads){0};
    bool good = bulk_open(&trial, claim, "bulk-column.yaml", &settings);
    for (int look = 0; good && look < LOOKS; look++) {
        good = bulk_run_to(&trial, from + 0.1 * (look + 1) / LOOKS) && trial_look(&trial);
        if (good)
            add_look(&trial, loads);
    }
    trial_close(&trial);
    return good;
}

static double janssen(const column_loads *loads, double length)
{
    const double ratio = length / loads->height;
    return loads->weight * ratio * (1 - exp(-1 / ratio));
}

// The length by which the loads of all heights fit best, weighed by their sizes.
static double fitted_length(const column_loads *loads)
{
    double best = 0;
    double least = INFINITY;
    for (double length = 0.1 * diameter; length < 10 * diameter; length *= 1.001) {
        double misfit = 0;
        for (int i = 0; i < HEIGHTS; i++) {
            const double off = loads[i].floor / janssen(&loads[i], length) - 1;
            misfit += off * off;
        }
        best = misfit < least ? length : best;
        least = fmin(least, misfit);
    }
    return best;
}

// The sum of the normal forces on the lower half of the pipe, by the law.
static double law_of_low(const column_loads *loads, double length)
{
    const double half = 0.5 * loads->height;
    const double density = loads->weight / (gravity * PI / 4 * diameter * diameter * loads->height);
    const double most = density * gravity * diameter / (4 * friction);
    const double faded = exp(-half / length) - exp(-2 * half / length);
    return most * PI * diameter * (half - length * faded);
}

void verify_scene_columns(verify *verify)
{
    const int seeds = verify->full ? 3 : 0;
    claim claim;
    seed_sample load[HEIGHTS] = {0};
    seed_sample low = {0};
    seed_sample called = {0};
    seed_sample constant = {0};
    if (!seeds || !claim_begin(&claim, verify, "Janssen 1895", "janssen: column in a pipe"))
        return;
    for (int seed = 1; seed <= seeds; seed++) {
        column_loads loads[HEIGHTS];
        for (int i = 0; i < HEIGHTS; i++)
            if (!weigh(&claim, &columns[i], seed, &loads[i]))
                return;
        const double length = fitted_length(loads);
        const column_loads *tall = &loads[HEIGHTS - 1];
        for (int i = 0; i < HEIGHTS; i++)
            seed_add(&load[i], loads[i].floor / janssen(&loads[i], length));
        seed_add(&low, tall->low / law_of_low(tall, length));
        seed_add(&called, tall->rubbed / (friction * tall->normal));
        seed_add(&constant, diameter / (4 * friction * length));
    }
    static const char *const names[HEIGHTS] = {"load of the floor over Janssen's, H of 2 D",
                                               "the same, 4 D", "the same, 8 D"};
    for (int i = 0; i < HEIGHTS; i++)
        claim_over_seeds(&claim, names[i], seed_mean(&load[i]), CLAIM_ABSOLUTE, 1, 0.1);
    claim_over_seeds(&claim, "push on the lower half of the pipe over Janssen's", seed_mean(&low),
                     CLAIM_ABSOLUTE, 1, 0.1);
    claim_over_seeds(&claim, "friction called up over mu times push", seed_mean(&called),
                     CLAIM_ABSOLUTE, 1, 0.05);
    claim_over_seeds(&claim, "K, fitted", seed_mean(&constant), CLAIM_ABSOLUTE, 0.75, 0.25);
}
