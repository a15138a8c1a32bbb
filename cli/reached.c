// reached.c - see reached.h. The case in the snapshot tells where the run ends, so that the file alone is enough.
#include "cli/reached.h"

#include "case/fingerprint.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double share_of(const reached *is, const case_length *length)
{
    if (length->steps > 0)
        return (double)is->step / (double)length->steps;
    return isfinite(length->duration) ? is->time / length->duration : NAN;
}

reached reached_of_image(const image *im)
{
    const image_column *step = image_find(im, "run/step", IMAGE_I64, 3);
    const image_column *time = image_find(im, "run/time", IMAGE_F64, 2);
    const case_families families = all_families();
    reached is = {.time = NAN, .end = INFINITY, .share = NAN};
    case_length length;
    if (!step || !time || step->rows != 1 || time->rows != 1)
        return is;
    is.step = image_integers(step)[0];
    is.time = image_reals(time)[0];
    if (!case_length_of_image(im, &families, &length))
        return is;
    memcpy(is.title, length.title, sizeof is.title);
    if (!(length.steps > 0))
        is.end = length.duration;
    is.share = share_of(&is, &length);
    return is;
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
}
