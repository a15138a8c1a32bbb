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

// --- cases ----------------------------------------------------------------------------------------------------------

void bulk_let(bulk_settings *settings, const char *key, const char *format, ...)
{
    va_list args;
    const int last = settings->count++;
    va_start(args, format);
    vsnprintf(settings->text[last], sizeof settings->text[last], format, args);
    va_end(args);
    settings->set[last] = (case_override){key, NULL};
}

bool bulk_open(trial *trial, const claim *claim, const char *name, const bulk_settings *settings)
{
    case_override set[12];
    for (int i = 0; i < settings->count; i++)
        set[i] = (case_override){settings->set[i].key, settings->text[i]};
    const expect_text *text = expect_texts;
    while (text->name && strcmp(text->name, name) != 0)
        text++;
    const case_source source = {text->text, text->text ? strlen(text->text) : 0, name};
    return trial_open_case(trial, claim, &source, set, settings->count, name);
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

int bulk_wall(const trial *trial, const char *name)
{
    for (int i = 0; i < trial->frame.walls; i++)
        if (!strcmp(trial->frame.wall[i].name, name))
            return i;
    return -1;
}
