// api_bed.h - for tests of scree/law.h: a bed with a law of a program, or without, and whether two beds have the same columns.
#ifndef SCREE_TESTS_API_BED_H
#define SCREE_TESTS_API_BED_H

#include "unit/api_box.h"

#include <scree/law.h>

enum { BED_LAWS = 4 };

// `terms` are of the laws that a program gives, which the case may name.
static inline scree_status bed_read_with(const char *text, const scree_law_terms *terms, int laws,
                                         scree_case **out, scree_error *e)
{
    scree_law *law[BED_LAWS] = {NULL};
    const scree_law *list[BED_LAWS + 1] = {NULL};
    scree_status status = SCREE_OK;
    *out = NULL;
    for (int i = 0; !status && i < laws && i < BED_LAWS; i++) {
        status = scree_law_create(&terms[i], &law[i], e);
        list[i] = law[i];
    }
    if (!status)
        status = scree_case_parse_with(text, "bed.yaml", NULL, list, out, e);
    for (int i = 0; i < BED_LAWS; i++)
        scree_law_destroy(law[i]); // the case goes on with them
    return status;
}

// One law; NULL: none.
static inline scree_status bed_read(const char *text, const scree_law_terms *terms,
                                    scree_case **out, scree_error *e)
{
    return bed_read_with(text, terms, terms ? 1 : 0, out, e);
}

// Threads and parts: 0 is one.
static inline opened bed_open_with(const char *text, const scree_law_terms *terms, int laws,
                                   int threads, int parts)
{
    opened o = {0};
    scree_error e = {0};
    if (bed_read_with(text, terms, laws, &o.of, &e) ||
        scree_case_parts(o.of, parts ? parts : 1, &e) ||
        scree_world_create(o.of, threads ? threads : 1, &o.world, &e))
        tell(&e);
    if (!CHECK(o.world != NULL))
        exit(1);
    return o;
}

static inline opened bed_open(const char *text, const scree_law_terms *terms, int threads,
                              int parts)
{
    return bed_open_with(text, terms, terms ? 1 : 0, threads, parts);
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
