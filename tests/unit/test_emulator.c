// The surrogate of a fit of runs: with runs that are formulas it finds known parameters, and its intervals hold them as often
// as they say, whether or not runs scatter by chance.
// label: sanitize
#include "fit/inference.h"
#include "base/random.h"
#include "fit/design.h"
#include "sweep/proposals.h"

#include "harness.h"

enum { EXPERIMENTS = 3, POINTS_MOST = 80, M = FIT_PARAMETERS_MOST };

static scree_error error;

// What a run with these parameters measures: a steady flow, a slope, a speed, say.
static void run(const double *value, double *number)
{
    number[0] = 10 * value[0] / (1 + value[0]) + value[1];
    number[1] = exp(-value[0]) * (2 + value[1]);
    number[2] = sqrt(value[0] + 0.3 * value[1]);
}

// ---- experiments without files

typedef struct bench {
    experiments all;
    experiment is[EXPERIMENTS];
    experiment *list[EXPERIMENTS];
    double knot[EXPERIMENTS], given[EXPERIMENTS];
    double input[EXPERIMENTS], value[EXPERIMENTS], error[EXPERIMENTS];
    fit_set set[EXPERIMENTS];
    trials trials;
    trial trial[POINTS_MOST];
    double number[POINTS_MOST][EXPERIMENTS];
    rng random;
    double scatter; // of runs, in errors of the data
} bench;

static void set_experiment(bench *bench, int i)
{
    experiment *is = &bench->is[i];
    fit_set *set = &bench->set[i];
    snprintf(is->name, sizeof is->name, "e%d", i);
    is->across = (fit_column){"number", "1", ""};
    is->measured = (fit_column){"value", "1", ""};
    is->model = (fit_model){.what = {is->name, "", NULL, 0},
                            .input = &is->across,
                            .output = &is->measured,
                            .inputs = 1,
                            .outputs = 1,
                            .precision = 1e-9,
                            .parameters = predictor_parameters,
                            .predict = predictor_predict};
    is->knot = &bench->knot[i];
    is->error = &bench->given[i];
    is->knots = 1;
    is->first = i;
    is->all = &bench->all;
    bench->list[i] = is;
    snprintf(set->name, sizeof set->name, "%s", is->name);
    set->is = &is->model;
    set->constants = (choice){.what = &is->model.what};
    set->weight = 1;
    set->count = 1;
    set->input = &bench->input[i];
    set->value = &bench->value[i];
    set->error = &bench->error[i];
}

static void set_up(bench *bench, uint64_t seed)
{
    static const char *const name[] = {"a", "b"};
    static char unit_name[2][2] = {"a", "b"};
    fit_problem *problem = &bench->all.job.problem;
    memset(bench, 0, sizeof *bench);
    bench->random = rng_make(seed, 0);
    problem->objective = OBJECTIVE_ERRORS;
    problem->level = 0.95;
    problem->parameters = 2;
    for (int i = 0; i < 2; i++) {
        fit_parameter *is = &problem->parameter[i];
        snprintf(is->name, sizeof is->name, "%s", name[i]);
        is->low = i ? 0.5 : 0.1;
        is->high = i ? 4 : 2;
        is->start = 1;
        is->log = i;
        bench->all.range[i].name = unit_name[i];
    }
    problem->set = bench->set;
    problem->sets = EXPERIMENTS;
    bench->all.experiment = bench->list;
    bench->all.count = bench->all.numbers = EXPERIMENTS;
    bench->all.seeds = 1;
    for (int i = 0; i < EXPERIMENTS; i++)
        set_experiment(bench, i);
    bench->trials = (trials){.all = &bench->all, .trial = bench->trial};
}

// Data that scatter by their errors about the truth.
static void measure(bench *bench, const double *truth)
{
    static const double size[EXPERIMENTS] = {0.2, 0.05, 0.03};
    double number[EXPERIMENTS];
    run(truth, number);
    for (int i = 0; i < EXPERIMENTS; i++) {
        bench->given[i] = bench->error[i] = size[i];
        bench->value[i] = number[i] + size[i] * rng_normal(&bench->random);
    }
}

static void add_trial(bench *bench, const double *value)
{
    const int at = bench->trials.count++;
    trial *trial = &bench->trial[at];
    memcpy(trial->value, value, 2 * sizeof *value);
    trial->number = bench->number[at];
    run(value, trial->number);
    for (int i = 0; i < EXPERIMENTS; i++)
        trial->number[i] += bench->scatter * bench->given[i] * rng_normal(&bench->random);
    trial->answered = true;
    trial->square = experiments_square(&bench->all, trial->number);
}

// ---- a fit: a design, rounds of proposals, then the surrogate in the place of the runs

typedef struct found {
    double value[2];
    bool held[2];
    int points;
    double doubt;
} found;

static bool search(bench *bench, emulator *emulator, int rounds)
{
    enum { DESIGN = 10, BATCH = 4 };
    double place[DESIGN * 2];
    double next_place[BATCH][M];
    double value[M];
    proposals next = {.place = next_place};
    emulator_begin(emulator, &bench->all);
    bool good = design_latin(place, DESIGN, 2, 3);
    for (int i = 0; i < DESIGN && good; i++) {
        emulator_value(emulator, place + (size_t)2 * i, value);
        add_trial(bench, value);
    }
    for (int round = 1; round <= rounds && good; round++) {
        good = !emulator_learn(emulator, &bench->trials, &error);
        good = good && !proposals_make(emulator, BATCH, (uint64_t)round, 0.01, &next, &error);
        if (!good || (next.expected < 0.01 && next.uncertain < 0.25))
            break;
        for (int i = 0; i < next.count; i++) {
            emulator_value(emulator, next_place[i], value);
            add_trial(bench, value);
        }
    }
    return good && !emulator_learn(emulator, &bench->trials, &error);
}

static bool fit(bench *bench, const double *truth, found *out)
{
    emulator emulator = {0};
    fit_inference inference;
    double start[1][M] = {{0}};
    double place[M];
    double least;
    double mean[EXPERIMENTS];
    double deviation[EXPERIMENTS];
    bool good = search(bench, &emulator, 5);
    good = good && !proposals_least(&emulator, 0, place, &least, &error);
    if (good) {
        emulator_look(&emulator, place, mean, deviation);
        emulator_value(&emulator, place, start[0]);
        predictor_use(&bench->all, &emulator.predictor);
    }
    out->doubt = 0;
    for (int i = 0; i < EXPERIMENTS && good; i++) {
        out->doubt = fmax(out->doubt, deviation[i] / bench->given[i]);
        bench->error[i] = sqrt(bench->given[i] * bench->given[i] + deviation[i] * deviation[i]);
    }
    good = good && !fit_prepare(&bench->all.job.problem, &error);
    good = good &&
           !fit_infer(&bench->all.job.problem, (const double(*)[M])start, 1, &inference, &error);
    for (int k = 0; k < 2 && good; k++) {
        const fit_profile *is = &inference.profiles.parameter[k];
        out->value[k] = inference.best.value[k];
        out->held[k] =
            (is->open_low || is->low <= truth[k]) && (is->open_high || truth[k] <= is->high);
    }
    out->points = bench->trials.count;
    emulator_clear(&emulator);
    free(bench->all.job.problem.part);
    return good;
}

static double held_share(double scatter, int sets, double *points)
{
    static bench bench;
    int held = 0;
    *points = 0;
    for (int i = 0; i < sets; i++) {
        found found;
        set_up(&bench, (uint64_t)i + 1);
        const double truth[2] = {rng_range(&bench.random, 0.4, 1.5),
                                 rng_range(&bench.random, 0.8, 3)};
        measure(&bench, truth);
        bench.scatter = scatter;
        if (!CHECK(fit(&bench, truth, &found)))
            return 0;
        held += found.held[0] + found.held[1];
        *points += (double)found.points / sets;
    }
    return held / (2.0 * sets);
}

// How many sets: more where somebody asks, SCREE_COVERAGE=200.
static int sets(void)
{
    const char *asked = getenv("SCREE_COVERAGE");
    return asked ? atoi(asked) : harness_of(12);
}

TEST(known_parameters_come_back_where_data_and_runs_are_exact)
{
    static bench bench;
    const double truth[2] = {0.8, 1.7};
    found found;
    set_up(&bench, 1);
    measure(&bench, truth);
    run(truth, bench.value);
    REQUIRE(fit(&bench, truth, &found));
    CHECK_NEAR(found.value[0], truth[0], 0.01);
    CHECK_NEAR(found.value[1], truth[1], 0.03);
    CHECK(found.points <= 30);
    CHECK(found.doubt < 0.3);
}

TEST(intervals_hold_the_truth_as_often_as_they_say)
{
    double points;
    const int count = sets();
    const double share = held_share(0, count, &points);
    printf("    exact runs: %.1f %% of %d intervals, %.0f points\n", 100 * share, 2 * count,
           points);
    CHECK(share > 0.79);
}

TEST(intervals_allow_for_runs_that_scatter)
{
    double points;
    const int count = sets();
    const double share = held_share(1, count, &points);
    printf("    runs that scatter as the data: %.1f %% of %d intervals, %.0f points\n", 100 * share,
           2 * count, points);
    CHECK(share > 0.79);
}

TEST_MAIN
