// api_bed.h - for tests of scree/law.h: a bed with a law of a program, or without, and whether two beds have the same columns.
#ifndef SCREE_TESTS_API_BED_H
#define SCREE_TESTS_API_BED_H

#include "unit/api_box.h"

#include <scree/law.h>

// `terms` are of the law that a program gives, which the case may name; NULL: none.
static inline scree_status bed_read(const char *text, const scree_law_terms *terms,
                                    scree_case **out, scree_error *e)
{
    scree_law *law = NULL;
    *out = NULL;
    if (terms && scree_law_create(terms, &law, e))
        return e->status;
    const scree_law *laws[] = {law, NULL};
    const scree_status status = scree_case_parse_with(text, "bed.yaml", NULL, laws, out, e);
    scree_law_destroy(law); // the case goes on with it
    return status;
}

// Threads and parts: 0 is one.
static inline opened bed_open(const char *text, const scree_law_terms *terms, int threads,
                              int parts)
{
    opened o = {0};
    scree_error e = {0};
    if (bed_read(text, terms, &o.of, &e) || scree_case_parts(o.of, parts ? parts : 1, &e) ||
        scree_world_create(o.of, threads ? threads : 1, &o.world, &e))
        tell(&e);
    if (!CHECK(o.world != NULL))
        exit(1);
    return o;
}

static inline bool bed_same_column(const opened *one, const opened *other, const char *name)
{
    scree_frame *f = scree_frame_create();
    scree_frame *g = scree_frame_create();
    scree_view v = {0};
    scree_view w = {0};
    bool same =
        !scree_frame_take(f, one->world, NULL) && !scree_frame_take(g, other->world, NULL) &&
        !scree_frame_column(f, SCREE_BALLS, name, &v, NULL) &&
        !scree_frame_column(g, SCREE_BALLS, name, &w, NULL) && v.rows == w.rows && v.rows > 80;
    for (int64_t i = 0; same && i < v.rows; i++)
        same = !memcmp(scree_row_float64(&v, i), scree_row_float64(&w, i),
                       (size_t)v.width * sizeof(double));
    scree_frame_destroy(f);
    scree_frame_destroy(g);
    return same;
}

#endif
