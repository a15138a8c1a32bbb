// reached.c - see reached.h. The case in the snapshot tells where the run ends, so that the file alone is enough.
#include "cli/reached.h"

#include "case/fingerprint.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The last step may end a rounding, or a part of a step, beyond the end of the case.
static double share_of(const reached *is, const case_length *length)
{
    if (length->steps > 0)
        return fmin(1, (double)is->step / (double)length->steps);
    return isfinite(length->duration) ? fmin(1, is->time / length->duration) : NAN;
}

// At its own end, or with its last stage.
static bool is_over(const reached *is)
{
    const double rounding = 1e-9;
    const bool last = is->stages > 0 && is->stage.number == is->stages - 1;
    return is->share >= 1 - rounding || (last && is->stage.end != STAGE_END_NONE);
}

reached reached_of_image(const image *im)
{
    const image_column *step = image_find(im, "run/step", IMAGE_I64, 3);
    const image_column *time = image_find(im, "run/time", IMAGE_F64, 2);
    const case_families families = all_families();
    reached is = {.time = NAN, .end = INFINITY, .share = NAN, .lasts = INFINITY};
    case_length length;
    if (!image_stage(im, &is.stage))
        is.stage = (stage_mark){.number = -1, .name = ""};
    if (!step || !time || step->rows != 1 || time->rows != 1)
        return is;
    is.step = image_integers(step)[0];
    is.time = image_reals(time)[0];
    if (!case_length_of_image(im, &families, is.stage.number, &length))
        return is;
    is.stages = length.stages;
    is.lasts = length.lasts;
    memcpy(is.until, length.until, sizeof is.until);
    memcpy(is.title, length.title, sizeof is.title);
    if (!(length.steps > 0))
        is.end = length.duration;
    is.share = share_of(&is, &length);
    is.over = is_over(&is);
    return is;
}

static bool stage_is_over(const reached *is)
{
    return is->stage.end != STAGE_END_NONE || is->over;
}

// Of one that is in progress.
static void print_awaited(const reached *is)
{
    if (*is->until)
        printf("; until %s", is->until);
    if (isfinite(is->lasts))
        printf(*is->until ? ", for %.6g s at most" : "; for %.6g s", is->lasts);
    if (!*is->until && !isfinite(is->lasts))
        printf("; to the end of the run");
}

void reached_print_stage(const reached *is)
{
    const bool over = stage_is_over(is);
    if (is->stage.number < 0)
        return;
    printf("stage %s, number %d", is->stage.name, is->stage.number + 1);
    if (is->stages > 0)
        printf(" of %d", is->stages);
    printf(", %s t = %.6g s", over ? "over; it began at" : "in progress since", is->stage.time);
    if (is->stage.end == STAGE_END_LIMIT)
        printf("; its limit was reached");
    if (!over && is->stages > 0)
        print_awaited(is);
    printf("%s\n", is->over ? "; the run is over" : "");
}

void reached_print(const reached *is)
{
    if (*is->title)
        printf("%s\n", is->title);
    if (!isfinite(is->time))
        return;
    printf("time %.6g s", is->time);
    if (isfinite(is->end))
        printf(" of %.6g s", is->end);
    if (isfinite(is->share))
        printf(", %.3g %% done", 100 * is->share);
    printf(", step %" PRId64 "\n", is->step);
}

void reached_json(json *json, const reached *is)
{
    if (*is->title)
        json_text(json, "title", is->title);
    if (!isfinite(is->time))
        return;
    json_number(json, "time", is->time);
    json_integer(json, "step", is->step);
    if (isfinite(is->end))
        json_number(json, "duration", is->end);
    if (isfinite(is->share))
        json_number(json, "done", is->share);
    json_flag(json, "over", is->over);
    if (is->stage.number < 0)
        return;
    json_text(json, "stage", is->stage.name);
    json_integer(json, "stage_number", is->stage.number + 1);
    json_integer(json, "stages", is->stages);
    json_flag(json, "stage_over", stage_is_over(is));
    json_number(json, "stage_begins_at", is->stage.time);
    if (*is->until)
        json_text(json, "stage_until", is->until);
    if (isfinite(is->lasts))
        json_number(json, "stage_lasts", is->lasts);
}
