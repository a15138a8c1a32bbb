// verify.h - what the files of `scree verify` share: the table of claims, and small worlds to put them to the test.
//
// A row of the table is a claim: a number that a world gave (case text -> model -> world -> steps -> frame), the number
// that a closed form or a published table gives, and how far they may be apart. Nothing that a world is asked is
// computed beside it.
#ifndef SCREE_CLI_VERIFY_H
#define SCREE_CLI_VERIFY_H

#include "base/text.h"
#include "case/case.h"
#include "world/world.h"

#include <stdbool.h>

// --- the table ------------------------------------------------------------------------------------------------------

typedef enum claim_kind {
    CLAIM_RELATIVE,
    CLAIM_ABSOLUTE,
    CLAIM_AT_MOST,
    CLAIM_AT_LEAST,
    CLAIM_NOTED,
    CLAIM_BROKEN
} claim_kind;

struct experiment;

typedef struct claim_row {
    char *id, *quantity, *source;    // owned
    const struct experiment *within; // of one of the five documents; NULL: of none
    claim_kind kind;
    double expected, got, tolerance;
    double error; // standard error of what was got, where that is a mean; 0: none
    bool held;
} claim_row;

typedef struct verify {
    const char *only; // rows whose id has this text in it; NULL: all
    // The experiment of a document whose rows are wanted, and the last one whose head was printed; NULL: none.
    const struct experiment *within, *shown;
    bool json;      // nothing is printed before the end
    bool full;      // with the long runs
    claim_row *row; // owned
    int64_t rows, room;
    int64_t missed;
    bool out_of_memory;
} verify;

// What the rows of one experiment have in common. The id names the row of the table that they check.
typedef struct claim {
    verify *table;
    char id[96];
    const char *source;
} claim;

void claims_print_head(void);
void claims_clear(verify *table);
// Names the experiment; false when it was not asked for.
bool claim_begin(claim *claim, verify *table, const char *source, const char *id, ...)
    SCREE_PRINTF(4, 5);
void claim_relative(const claim *claim, const char *quantity, double got, double expected,
                    double tolerance);
void claim_absolute(const claim *claim, const char *quantity, double got, double expected,
                    double tolerance);
void claim_at_most(const claim *claim, const char *quantity, double got, double limit);
void claim_at_least(const claim *claim, const char *quantity, double got, double limit);
// A number that is shown beside a limit that it does not have to keep.
void claim_noted(const claim *claim, const char *quantity, double got, double limit);
// A mean of several runs, with its standard error, against a number: CLAIM_RELATIVE, CLAIM_ABSOLUTE or CLAIM_NOTED.
typedef struct claim_mean {
    double value, error;
} claim_mean;
void claim_over_seeds(const claim *claim, const char *quantity, claim_mean got, claim_kind kind,
                      double expected, double tolerance);
// The experiment could not be made; counts as a miss.
void claim_broken(const claim *claim, const scree_error *error);

// --- the worlds -----------------------------------------------------------------------------------------------------

typedef struct scene_material {
    double density, young, poisson; // young INFINITY: rigid
} scene_material;

typedef struct scene_ball {
    double radius;
    v3 position, velocity, spin;
    int material;
    bool fixed;
} scene_ball;

typedef struct scene {
    const char *laws; // of all pairs, as YAML: "normal: {law: hertz}, tangential: none"
    scene_material material[3];
    int materials;
    const scene_ball *ball;
    int balls;
    bool floor; // the plane z = 0 (in 2D y = 0), normal up
    int floor_material;
    int dimensions; // 0: 3
    v3 gravity;
    double reach;    // half the edge of the domain, m
    double step;     // s; 0: auto
    const char *run; // more keys of `run`, such as "ledger: true"; NULL: none
} scene;

// The case as text. Check text->failed.
void scene_write(const scene *scene, text_buffer *text);

typedef struct trial {
    const claim *claim;
    model model;
    world *world; // NULL: broken
    frame frame;
} trial;

// All return whether the trial is still sound; a trial that broke has made its row.
bool trial_open(trial *trial, const claim *claim, const scene *scene);
bool trial_open_text(trial *trial, const claim *claim, const char *text);
bool trial_open_buffer(trial *trial, const claim *claim, const text_buffer *text);
// With other threads, or another width of vectors, than one and the widest.
bool trial_open_with(trial *trial, const claim *claim, const text_buffer *text, int threads,
                     int width);
// A case as it stands in a file, with settings over it; its faults are told at `place`, where the settings stand.
bool trial_open_case(trial *trial, const claim *claim, const case_source *source,
                     const case_override *override, int overrides, const char *place);
bool trial_step(trial *trial, int64_t steps);
bool trial_look(trial *trial); // fills trial->frame
void trial_close(trial *trial);

double ball_mass(const scene *scene, int ball);

// --- the experiments ------------------------------------------------------------------------------------------------

void verify_falls(verify *verify);    // free fall, bouncing
void verify_impacts(verify *verify);  // normal impacts: forces, durations, restitution
void verify_obliques(verify *verify); // oblique impacts
void verify_rolling(verify *verify);  // slipping and rolling
void verify_energy(verify *verify);   // the ledger, the gas, no impact gains energy
void verify_rest(verify *verify);     // at rest, spelling, scaling, conservation

void verify_impact_forms(verify *verify); // of them: durations of Hertz
void verify_restitution(verify *verify);  // over its whole range
// Of them: impacts that slide throughout, spins that do not slip.
void verify_sliding_forms(verify *verify);
void verify_superball(
    verify *verify); // of the oblique impacts of laws: a ball that goes to and fro

// --- oblique impacts of a large and a small ball, R 5 and 3.5 mm, 2500 kg/m^3, 100 MPa, 0.25, at 1 m/s --------------

typedef struct gain_job {
    const char *laws;
    double duration, parts; // s; steps in it
    int spins;              // of 3
    double length;          // durations that are run
    // Pairs that still touch at the end are left out: they have lent from their attraction.
    bool attracts;
} gain_job;

// The largest relative gain of kinetic energy of a pair, over 181 angles.
bool gain_measure(const claim *claim, const gain_job *job, double *gain);

// Residuals of the ledger over the energy turned over in single impacts, 19 angles: each the largest from the first
// touch on; the largest and the mean of all. While they touch, the energy of the leapfrog itself swings by (w dt)^2/8
// of what is turned over, which no book can close.
typedef struct closure {
    double most, mean, apart; // apart: the largest once the balls have parted
} closure;
bool ledger_measure(const claim *claim, const gain_job *job, closure *out);

#endif
