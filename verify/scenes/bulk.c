// bulk.c - cases of verify/cases with settings over them, and means over seeds; see bulk.h.
#include "verify/scenes/bulk.h"

#include "verify/expect.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// --- means over seeds -----------------------------------------------------------------------------------------------

void seed_add(seed_sample *sample, double value)
{
    sample->sum += value;
    sample->squares += value * value;
    sample->count++;
}

claim_mean seed_mean(const seed_sample *sample)
{
    const int count = sample->count;
    const double mean = sample->sum / count;
    const double spread = sample->squares / count - mean * mean;
    return (claim_mean){mean, count > 1 ? sqrt(fmax(spread, 0) / (count - 1)) : 0};
}

void seeds_within(const claim *claim, const char *quantity, const seed_sample *sample,
                  double expected, double tolerance)
{
    claim_over_seeds(claim, quantity, seed_mean(sample), CLAIM_ABSOLUTE, expected, tolerance);
}

void seeds_near(const claim *claim, const char *quantity, const seed_sample *sample,
                double expected, double part)
{
    claim_over_seeds(claim, quantity, seed_mean(sample), CLAIM_RELATIVE, expected, part);
}

void seeds_noted(const claim *claim, const char *quantity, const seed_sample *sample, double beside)
{
    claim_over_seeds(claim, quantity, seed_mean(sample), CLAIM_NOTED, beside, 0);
}

// --- straight lines -------------------------------------------------------------------------------------------------

void line_add(line_fit *line, double x, double y)
{
    line->count++;
    line->x += x;
    line->y += y;
    line->xx += x * x;
    line->xy += x * y;
}

double line_slope(const line_fit *line)
{
    const double across = line->count * line->xx - line->x * line->x;
    const double along = line->count * line->xy - line->x * line->y;
    return along / across;
}

double line_rest(const line_fit *line)
{
    return (line->y - line_slope(line) * line->x) / line->count;
}

// --- cases ----------------------------------------------------------------------------------------------------------

void bulk_let(bulk_settings *settings, const char *key, const char *format, ...)
{
    va_list args;
    const int last = settings->count++;
    va_start(args, format);
    vsnprintf(settings->text[last], sizeof settings->text[last], format, args);
    va_end(args);
    settings->set[last].key = key;
    settings->set[last].value = settings->text[last];
}

static const char *built_in_case(const char *name)
{
    const expect_text *text = expect_texts;
    while (strcmp(text->name, name) != 0)
        text++;
    return text->text;
}

bool bulk_open(trial *trial, const claim *claim, const char *name, const bulk_settings *settings)
{
    const char *text = built_in_case(name);
    const case_source source = {text, strlen(text), name};
    return trial_open_case(trial, claim, &source, settings->set, settings->count, name);
}

bool bulk_run_to(trial *trial, double time)
{
    bool good = trial->world != NULL;
    while (good) {
        const int64_t left = world_step_at(trial->world, time) - world_steps(trial->world);
        if (left <= 0)
            return true;
        good = trial_step(trial, left);
    }
    return false;
}

const frame_wall *bulk_wall(const trial *trial, const char *name)
{
    const frame_wall *wall = trial->frame.wall;
    while (strcmp(wall->name, name) != 0)
        wall++;
    return wall;
}
