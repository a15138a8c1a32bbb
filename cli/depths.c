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
static const char *catching(char out[80], const depth_forecast *f)
{
    *out = 0;
    if (f->caught > 0)
        snprintf(out, 80, ", caught between a wall and a grain of %.2g kg", f->caught);
    return out;
}

bool depths_words(char out[DEPTHS_ROOM], const model *m, const depth_forecast *f)
{
    char a[16];
    char b[16];
    char c[80];
    const double limit = m->deepest;
    int at = 0;
    if (f->impact > 0)
        at = snprintf(out, DEPTHS_ROOM, "up to %s of the radius in impacts at %.3g m/s%s",
                      depth(a, f->impact), f->speed, catching(c, f));
    if (f->load > 0)
        at += snprintf(out + at, (size_t)(DEPTHS_ROOM - at),
                       "%s %s of the radius under a load of %.2g N", at ? "," : "up to",
                       depth(b, f->load), f->force);
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

bool depths_warning(char out[DEPTHS_ROOM], const model *m, const depth_forecast *f)
{
    char share[16];
    char c[80];
    const bool hit = f->impact > m->deepest;
    if (!hit && !(f->load > m->deepest))
        return false;
    const char *a = m->material[hit ? f->impact_a : f->load_a].name;
    const char *b = m->material[hit ? f->impact_b : f->load_b].name;
    int at =
        snprintf(out, DEPTHS_ROOM, "contacts of %.40s and %.40s may get %s of the radius deep ", a,
                 b, depth(share, hit ? f->impact : f->load));
    if (hit)
        at += snprintf(out + at, (size_t)(DEPTHS_ROOM - at), "in impacts at %.3g m/s%s", f->speed,
                       catching(c, f));
    else
        at += snprintf(out + at, (size_t)(DEPTHS_ROOM - at), "under a load of %.2g N", f->force);
    snprintf(out + at, (size_t)(DEPTHS_ROOM - at),
             ", and run.deepest_overlap = %.3g stops the run then: make them stiffer%s, or raise "
             "run.deepest_overlap",
             m->deepest, hit ? " or slower" : " or lower the load");
    return true;
}

void depths_json(json *j, const model *m, const depth_forecast *f)
{
    char warning[DEPTHS_ROOM];
    json_object(j, "overlap");
    json_number(j, "impact", f->impact);
    json_number(j, "impact_speed", f->speed);
    json_number(j, "caught_by", f->caught);
    json_number(j, "load", f->load);
    json_number(j, "force", f->force);
    json_number(j, "limit", m->deepest);
    json_text(j, "warning", depths_warning(warning, m, f) ? warning : NULL);
    json_close(j);
}
