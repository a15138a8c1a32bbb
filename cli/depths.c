// depths.c - see depths.h.
#include "cli/depths.h"

#include <math.h>
#include <stdio.h>

// Deeper than all of the radius is told as that much: nothing is known of such contacts.
static const char *depth(char out[16], double share)
{
    if (share < 0.995)
        snprintf(out, 16, "%.2g", share);
    else
        snprintf(out, 16, "all");
    return out;
}

// Of an impact, behind its speed.
static const char *catching(char out[80], const depth_forecast *forecast)
{
    *out = 0;
    if (forecast->caught > 0)
        snprintf(out, 80, ", caught between a wall and a grain of %.2g kg", forecast->caught);
    return out;
}

bool depths_words(char out[DEPTHS_ROOM], const model *model, const depth_forecast *forecast)
{
    char a[16];
    char b[16];
    char c[80];
    const double limit = model->deepest;
    int at = 0;
    if (forecast->impact > 0)
        at = snprintf(out, DEPTHS_ROOM, "up to %s of the radius in impacts at %.3g m/s%s",
                      depth(a, forecast->impact), forecast->speed, catching(c, forecast));
    if (forecast->load > 0)
        at += snprintf(out + at, (size_t)(DEPTHS_ROOM - at),
                       "%s %s of the radius under a load of %.2g N", at ? "," : "up to",
                       depth(b, forecast->load), forecast->force);
    if (!at)
        return false;
    if (isfinite(limit))
        snprintf(out + at, (size_t)(DEPTHS_ROOM - at),
                 "; the run stops at %.3g (run.deepest_overlap)", limit);
    else
        snprintf(out + at, (size_t)(DEPTHS_ROOM - at),
                 "; no depth stops the run (run.deepest_overlap)");
    return true;
}

bool depths_warning(char out[DEPTHS_ROOM], const model *model, const depth_forecast *forecast)
{
    char share[16];
    char c[80];
    const bool hit = forecast->impact > model->deepest;
    if (!hit && !(forecast->load > model->deepest))
        return false;
    const char *a = model->material[hit ? forecast->impact_a : forecast->load_a].name;
    const char *b = model->material[hit ? forecast->impact_b : forecast->load_b].name;
    int at =
        snprintf(out, DEPTHS_ROOM, "contacts of %.40s and %.40s may get %s of the radius deep ", a,
                 b, depth(share, hit ? forecast->impact : forecast->load));
    if (hit)
        at += snprintf(out + at, (size_t)(DEPTHS_ROOM - at), "in impacts at %.3g m/s%s",
                       forecast->speed, catching(c, forecast));
    else
        at += snprintf(out + at, (size_t)(DEPTHS_ROOM - at), "under a load of %.2g N",
                       forecast->force);
    snprintf(out + at, (size_t)(DEPTHS_ROOM - at),
             ", and run.deepest_overlap = %.3g stops the run then: make them stiffer%s, or raise "
             "run.deepest_overlap",
             model->deepest, hit ? " or slower" : " or lower the load");
    return true;
}

void depths_json(json *json, const model *model, const depth_forecast *forecast)
{
    char warning[DEPTHS_ROOM];
    json_object(json, "overlap");
    json_number(json, "impact", forecast->impact);
    json_number(json, "impact_speed", forecast->speed);
    json_number(json, "caught_by", forecast->caught);
    json_number(json, "load", forecast->load);
    json_number(json, "force", forecast->force);
    json_number(json, "limit", model->deepest);
    json_text(json, "warning", depths_warning(warning, model, forecast) ? warning : NULL);
    json_close(json);
}
