// bulk.h - what the bulk experiments share: cases of verify/cases with settings over them, and numbers over seeds.
#ifndef SCREE_CLI_VERIFY_BULK_H
#define SCREE_CLI_VERIFY_BULK_H

#include "verify/verify.h"

// A number of several runs that differ by their seed.
typedef struct seed_sample {
    double sum, squares;
    int count;
} seed_sample;

void seed_add(seed_sample *sample, double value);
claim_mean seed_mean(const seed_sample *sample); // error 0 of less than two
// Rows of its mean with the error: so much it may be off, absolutely or as a part; or without a limit.
void seeds_within(const claim *claim, const char *quantity, const seed_sample *sample,
                  double expected, double tolerance);
void seeds_near(const claim *claim, const char *quantity, const seed_sample *sample,
                double expected, double part);
void seeds_noted(const claim *claim, const char *quantity, const seed_sample *sample,
                 double beside);

// A straight line through points, by least squares.
typedef struct line_fit {
    double count, x, y, xx, xy; // sums
} line_fit;
void line_add(line_fit *line, double x, double y);
double line_slope(const line_fit *line);
double line_rest(const line_fit *line); // y at x = 0

// The settings over a case: as the texts of `--set`. They point at each other, so one is not to be copied.
enum { BULK_SETTINGS = 8 };
typedef struct bulk_settings {
    case_override set[BULK_SETTINGS];
    char text[BULK_SETTINGS][256];
    int count;
} bulk_settings;

// A value of `let`: bulk_let(&settings, "let.seed", "%d", seed).
void bulk_let(bulk_settings *settings, const char *key, const char *format, ...) SCREE_PRINTF(3, 4);
// The case of that name among those built in.
bool bulk_open(trial *trial, const claim *claim, const char *name, const bulk_settings *settings);
// On to a time, through the stages on the way.
bool bulk_run_to(trial *trial, double time);
// The wall of that name in the frame, which is there.
const frame_wall *bulk_wall(const trial *trial, const char *name);

#endif
