// proposals.c - see proposals.h.
#include "sweep/proposals.h"

#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = 1200, NEAR = 500, POLISH = 400, DRAWS = 48 };
static const double allowed = 6; // of chi squared above the least: what most intervals reach
static const double close = 1e-4;

typedef struct chooser {
    emulator *emulator;
    double *mean, *deviation; // of all numbers
    double *error;            // of each number, the smallest of its measurements
    double *normal;           // DRAWS * experiments
    double (*candidate)[FIT_PARAMETERS_MOST];
    double best;
    double best_place[FIT_PARAMETERS_MOST];
} chooser;

static void find_errors(chooser *chooser)
{
    const experiments *all = chooser->emulator->all;
    for (int i = 0; i < all->numbers; i++)
        chooser->error[i] = INFINITY;
    for (int i = 0; i < all->count; i++) {
        const fit_set *set = &all->job.problem.set[i];
        const experiment *is = all->experiment[i];
        for (int line = 0; line < set->count; line++) {
            const int at = experiments_number(is, set, line);
            double *error = &chooser->error[at];
            *error = fmin(*error, set->error[line]);
        }
    }
}

static scree_status begin(chooser *chooser, emulator *emulator, scree_error *error)
{
    const size_t numbers = (size_t)emulator->all->numbers + 1;
    const size_t count = (size_t)emulator->all->count;
    const size_t normals = DRAWS * count;
    rng random = rng_make(5, 0);
    *chooser = (struct chooser){.emulator = emulator, .best = INFINITY};
    chooser->mean = malloc(3 * numbers * sizeof(double));
    chooser->deviation = chooser->mean ? chooser->mean + numbers : NULL;
    chooser->error = chooser->mean ? chooser->mean + 2 * numbers : NULL;
    chooser->normal = malloc(normals * sizeof(double));
    chooser->candidate = calloc(CANDIDATES, sizeof *chooser->candidate);
    if (!chooser->mean || !chooser->normal || !chooser->candidate)
        return fail_memory(error, "fit");
    for (size_t i = 0; i < normals; i++)
        chooser->normal[i] = rng_normal(&random);
    find_errors(chooser);
    return SCREE_OK;
}

static void end(chooser *chooser)
{
    free(chooser->mean);
    free(chooser->normal);
    free(chooser->candidate);
}

static double square_at(chooser *chooser, const double *place, bool with_deviation)
{
    emulator_look(chooser->emulator, place, chooser->mean,
                  with_deviation ? chooser->deviation : NULL);
    return experiments_square(chooser->emulator->all, chooser->mean);
}

// ---- the least chi squared

static void try_place(chooser *chooser, const double *place)
{
    const double square = square_at(chooser, place, false);
    if (!(square < chooser->best))
        return;
    chooser->best = square;
    memcpy(chooser->best_place, place, sizeof chooser->best_place);
}

static void move_near(const chooser *chooser, double reach, rng *random, double *place)
{
    for (int i = 0; i < chooser->emulator->axes; i++) {
        place[i] = chooser->best_place[i] + reach * rng_normal(random);
        place[i] = fmin(fmax(place[i], 0), 1);
    }
}

// From the best of the points that are known and of the candidates, by smaller and smaller steps at random.
static void find_least(chooser *chooser, rng *random)
{
    const int axes = chooser->emulator->axes;
    double place[FIT_PARAMETERS_MOST] = {0};
    double reach = 0.1;
    for (int i = 0; i < chooser->emulator->points; i++) {
        memcpy(place, chooser->emulator->place + i * axes, (size_t)axes * sizeof *place);
        try_place(chooser, place);
    }
    for (int i = 0; i < CANDIDATES; i++) {
        for (int k = 0; k < axes; k++)
            chooser->candidate[i][k] = rng_uniform(random);
        try_place(chooser, chooser->candidate[i]);
    }
    for (int i = 0; i < POLISH; i++) {
        const double before = chooser->best;
        move_near(chooser, reach, random, place);
        try_place(chooser, place);
        reach *= chooser->best < before ? 1.3 : 0.96;
    }
    for (int i = 0; i < NEAR; i++)
        move_near(chooser, i % 2 ? 0.1 : 0.03, random, chooser->candidate[i]);
}

scree_status proposals_least(const emulator *given, uint64_t round, double *place, double *least,
                             scree_error *error)
{
    chooser chooser;
    emulator same = *given; // it is only looked at
    rng random = rng_make(7, round);
    const scree_status status = begin(&chooser, &same, error);
    if (!status) {
        find_least(&chooser, &random);
        memcpy(place, chooser.best_place, sizeof chooser.best_place);
        *least = chooser.best;
    }
    end(&chooser);
    return status;
}

// ---- what is expected

static double expected_at(chooser *chooser, double *uncertain)
{
    const experiments *all = chooser->emulator->all;
    double sum = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
        double square = 0;
        for (int k = 0; k < all->count; k++) {
            const fit_set *set = &all->job.problem.set[k];
            const experiment *is = all->experiment[k];
            const double normal = chooser->normal[draw * all->count + k];
            for (int line = 0; line < set->count; line++) {
                const int at = experiments_number(is, set, line);
                const double guess = chooser->mean[at] + normal * chooser->deviation[at];
                const double off = (guess - set->value[line]) / set->error[line];
                square += off * off;
            }
        }
        sum += fmax(chooser->best - square, 0);
    }
    *uncertain = 0;
    for (int i = 0; i < all->numbers; i++)
        *uncertain = fmax(*uncertain, chooser->deviation[i] / chooser->error[i]);
    return sum / DRAWS;
}

static bool is_known(const emulator *emulator, const double *place)
{
    bool known = false;
    for (int i = 0; i < emulator->points && !known; i++) {
        double apart = 0;
        const double *other = emulator->place + i * emulator->axes;
        for (int k = 0; k < emulator->axes; k++)
            apart = fmax(apart, fabs(place[k] - other[k]));
        known = apart < close;
    }
    return known;
}

typedef struct prospects {
    int most, doubt; // candidates; -1: none
    double expected, uncertain;
} prospects;

static prospects look_at_candidates(chooser *chooser)
{
    prospects out = {.most = -1, .doubt = -1, .expected = 0, .uncertain = 0};
    for (int i = 0; i < CANDIDATES; i++) {
        double uncertain;
        const double square = square_at(chooser, chooser->candidate[i], true);
        if (is_known(chooser->emulator, chooser->candidate[i]))
            continue;
        const double expected = expected_at(chooser, &uncertain);
        if (expected > out.expected) {
            out.expected = expected;
            out.most = i;
        }
        if (square < chooser->best + allowed && uncertain > out.uncertain) {
            out.uncertain = uncertain;
            out.doubt = i;
        }
    }
    return out;
}

static void propose(proposals *out, const double *place)
{
    memcpy(out->place[out->count++], place, sizeof *out->place);
}

scree_status proposals_make(emulator *emulator, int wanted, uint64_t round, double tolerance,
                            proposals *out, scree_error *error)
{
    chooser chooser;
    rng random = rng_make(7, round);
    scree_status status = begin(&chooser, emulator, error);
    out->count = 0;
    if (!status) {
        find_least(&chooser, &random);
        out->least = chooser.best;
    }
    for (int turn = 0; turn <= wanted && !status; turn++) {
        if (out->count == wanted)
            break;
        const prospects made = look_at_candidates(&chooser);
        if (!turn) {
            out->expected = made.expected;
            out->uncertain = made.uncertain;
        }
        const int at = made.expected > tolerance ? made.most : made.doubt;
        if (!turn && !is_known(emulator, chooser.best_place))
            propose(out, chooser.best_place);
        else if (at >= 0)
            propose(out, chooser.candidate[at]);
        else if (turn)
            break;
        if (out->count && out->count < wanted)
            status = emulator_believe(emulator, out->place[out->count - 1], error);
    }
    end(&chooser);
    return status;
}
