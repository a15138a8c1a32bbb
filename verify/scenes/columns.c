// columns.c - what a column of beads in a pipe weighs on its floor and presses on the pipe, against H. A. Janssen, Zeitschrift
// des Vereines deutscher Ingenieure 39, 1895, 1045.
//
//   F = rho g A l (1 - exp(-H/l)),   p(z) = rho g D/(4 mu) (1 - exp(-z/l)),   l = D/(4 mu K)
// F is the load of the floor, p the pressure on the pipe at the depth z; K, horizontal over vertical stress, is fitted to the
// loads of all heights. As the floor sinks friction is called up, upwards, but beads at the pipe roll as well as slide: so the
// mu of p is the rubbing over the push that is measured, beside the coefficient that the pair has.
#include "verify/scenes/bulk.h"
#include "verify/scenes/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>

enum { HEIGHTS = 3, LOOKS = 20, SEEDS = 3 };
static const double gravity = 9.81, diameter = 0.02, friction = 0.3;

typedef struct column {
    int beads;
    double fill, sinks_at; // m, s
} column;
static const column columns[HEIGHTS] = {
    {850, 0.050, 0.15}, {1700, 0.100, 0.2}, {3400, 0.200, 0.25}};

typedef struct column_loads {
    double weight, height, floor; // N, m, N
    double normal, rubbed;        // sums of forces on the pipe, N
    double low;                   // of the normal ones, on the lower half
} column_loads;

// The weight of the beads, N; the height of the column above the floor by its middle, m.
static double weight_of(const frame_balls *beads, double floor, double *height)
{
    double mass = 0;
    double moment = 0;
    for (int64_t i = 0; i < beads->count; i++) {
        mass += beads->mass[i];
        moment += beads->mass[i] * beads->position[i].z;
    }
    *height = 2 * (moment / mass - floor);
    return mass * gravity;
}

// Adds what the present frame shows, a LOOKS-th of a mean.
static void add_look(const trial *trial, column_loads *loads)
{
    const frame_wall *floor = bulk_wall(trial, "floor");
    const int64_t pipe = bulk_wall(trial, "pipe")->id;
    const frame_contacts *contacts = &trial->frame.contact;
    double height;
    const double weight = weight_of(&trial->frame.ball, floor->position.z, &height);
    const double middle = floor->position.z + 0.5 * height;
    loads->weight += weight / LOOKS;
    loads->height += height / LOOKS;
    loads->floor -= floor->force.z / LOOKS;
    for (int64_t i = 0; i < contacts->count; i++) {
        if (contacts->a[i] != pipe)
            continue;
        const double normal = contacts->normal_force[i] / LOOKS;
        const double rubbed = contacts->force[i].z / LOOKS;
        loads->normal += normal;
        loads->rubbed += rubbed;
        if (contacts->point[i].z < middle)
            loads->low += normal;
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

// The sum of the normal forces on the lower half of the pipe, by the law with the friction that is called up.
static double law_of_low(const column_loads *loads, double length, double called)
{
    const double half = 0.5 * loads->height;
    const double most = loads->weight / (loads->height * called); // push on a length, far down
    const double top = exp(-half / length);
    const double faded = top - top * top;
    return most * (half - length * faded);
}

void verify_scene_columns(verify *verify)
{
    claim claim;
    seed_sample load[HEIGHTS] = {0};
    seed_sample low = {0};
    seed_sample called = {0};
    seed_sample constant = {0};
    seed_sample constant_called = {0};
    if (!verify->full || !claim_begin(&claim, verify, "Janssen 1895", "janssen: column in a pipe"))
        return;
    for (int seed = 1; seed <= SEEDS; seed++) {
        column_loads loads[HEIGHTS];
        for (int i = 0; i < HEIGHTS; i++)
            if (!weigh(&claim, &columns[i], seed, &loads[i]))
                return;
        const double length = fitted_length(loads);
        const column_loads *tall = &loads[HEIGHTS - 1];
        for (int i = 0; i < HEIGHTS; i++)
            seed_add(&load[i], loads[i].floor / janssen(&loads[i], length));
        const double rubbing = tall->rubbed / tall->normal;
        seed_add(&low, tall->low / law_of_low(tall, length, rubbing));
        seed_add(&called, rubbing / friction);
        seed_add(&constant, diameter / (4 * friction * length));
        seed_add(&constant_called, diameter / (4 * rubbing * length));
    }
    static const char *const names[HEIGHTS] = {"load of the floor over Janssen's, H of 2 D",
                                               "the same, 4 D", "the same, 8 D"};
    for (int i = 0; i < HEIGHTS; i++)
        seeds_within(&claim, names[i], &load[i], 1, 0.1);
    seeds_within(&claim, "push on the lower half of the pipe over Janssen's", &low, 1, 0.1);
    seeds_noted(&claim, "friction called up over mu times push", &called, 1);
    seeds_within(&claim, "K, fitted, with mu of the pair", &constant, 0.75, 0.25);
    seeds_noted(&claim, "K, fitted, with the friction called up", &constant_called, 0.75);
}
