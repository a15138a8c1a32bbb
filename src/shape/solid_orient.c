// solid_orient.c - shells, faces turned to one side, shells turned outwards, pinched vertices. See solid.h.
//
// A shell is what is connected over edges. Which side is out follows from the sign of its volume, and from how many
// other shells it is inside of: the winding number, that is the solid angle under which another shell is seen (A. van
// Oosterom and J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125), over 4 pi.
#include "shape/solid_stages.h"

#include "base/mathlib.h"

#include <stdlib.h>
#include <string.h>

typedef struct shell {
    v3 low, high, vertex; // vertex: some vertex of it
    int64_t first, last;  // its faces in order[]
    double volume, area;
} shell;

typedef struct orienter {
    healer *h;
    signed char *side; // of each face: -1 where it is to be turned, 0 where not seen
    int32_t *order;    // faces, shell by shell
    shell *shell;
} orienter;

// ---- one side

// Gives the faces of a shell their sides. Over a consistent edge, neighbours run in opposite directions.
static void flood(orienter *o, int32_t seed, int64_t *count, solid_report *report)
{
    healer *h = o->h;
    int64_t at = *count;
    o->order[(*count)++] = seed;
    o->side[seed] = 1;
    h->shell[seed] = h->shells;
    for (; at < *count; at++) {
        const int32_t f = o->order[at];
        for (int k = 0; k < 3; k++) {
            const int32_t s = 3 * f + k;
            const int32_t other = h->partner[s];
            const int32_t g = other / 3;
            const int side = side_from(h, s) != side_from(h, other) ? o->side[f] : -o->side[f];
            if (!o->side[g]) {
                o->side[g] = (signed char)side;
                h->shell[g] = h->shells;
                o->order[(*count)++] = g;
            } else if (o->side[g] != side && s < other) {
                report->one_sided_edges++;
                solid_add_spot(report, SOLID_ONE_SIDED, h->vertex[side_from(h, s)],
                               h->vertex[side_to(h, s)], 2);
            }
        }
    }
}

static void turn(int32_t *face)
{
    const int32_t keep = face[1];
    face[1] = face[2];
    face[2] = keep;
}

// ---- outwards

static void measure_shell(const healer *h, const int32_t *order, shell *s)
{
    s->vertex = s->low = s->high = h->vertex[h->face[order[s->first]][0]];
    s->volume = s->area = 0;
    for (int64_t i = s->first; i < s->last; i++) {
        const int32_t *v = h->face[order[i]];
        v3 p[3];
        for (int k = 0; k < 3; k++) {
            p[k] = h->vertex[v[k]];
            s->low = v3_make(real_min(s->low.x, p[k].x), real_min(s->low.y, p[k].y),
                             real_min(s->low.z, p[k].z));
            s->high = v3_make(real_max(s->high.x, p[k].x), real_max(s->high.y, p[k].y),
                              real_max(s->high.z, p[k].z));
            p[k] = v3_sub(p[k], s->vertex);
        }
        s->volume += v3_dot(p[0], v3_cross(p[1], p[2])) / 6;
        s->area += v3_norm(v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]))) / 2;
    }
}

static bool box_holds(const shell *s, v3 p)
{
    return p.x >= s->low.x && p.x <= s->high.x && p.y >= s->low.y && p.y <= s->high.y &&
           p.z >= s->low.z && p.z <= s->high.z;
}

static bool holds(const orienter *o, const shell *s, v3 p)
{
    if (!box_holds(s, p))
        return false;
    double sum = 0;
    for (int64_t i = s->first; i < s->last; i++) {
        const int32_t *v = o->h->face[o->order[i]];
        const v3 a = v3_sub(o->h->vertex[v[0]], p);
        const v3 b = v3_sub(o->h->vertex[v[1]], p);
        const v3 c = v3_sub(o->h->vertex[v[2]], p);
        const double la = v3_norm(a);
        const double lb = v3_norm(b);
        const double lc = v3_norm(c);
        sum += 2 * real_atan2(v3_dot(a, v3_cross(b, c)), la * lb * lc + v3_dot(a, b) * lc +
                                                             v3_dot(b, c) * la + v3_dot(c, a) * lb);
    }
    return fabs(sum) > 6.283185307179586; // half of the full angle
}

static scree_status turn_outwards(orienter *o, scree_error *error)
{
    healer *h = o->h;
    for (int32_t i = 0; i < h->shells; i++) {
        shell *s = &o->shell[i];
        int depth = 0;
        for (int32_t j = 0; j < h->shells; j++)
            depth += j != i && holds(o, &o->shell[j], s->vertex);
        if (!(fabs(s->volume) > h->tolerance * s->area / 2))
            return fail(error, SCREE_BAD_INPUT, h->name,
                        "give a body with a thickness, and check unit and scale",
                        "shell %d of %d encloses no volume: its mean thickness of %g m is below "
                        "the tolerance of %g m",
                        i + 1, h->shells, 2 * fabs(s->volume) / s->area, h->tolerance);
        h->cavities += depth % 2;
        if ((s->volume > 0) == (depth % 2 == 0))
            continue;
        for (int64_t k = s->first; k < s->last; k++) {
            turn(h->face[o->order[k]]);
            o->side[o->order[k]] = (signed char)-o->side[o->order[k]];
        }
    }
    return SCREE_OK;
}

// ---- pinches

// Goes around the vertices: each has as many fans as it takes rounds to see all sides that begin at it.
static scree_status find_pinches(healer *h, solid_report *report, scree_error *error)
{
    int32_t *fans = calloc((size_t)h->vertices, sizeof *fans);
    int32_t *faces = calloc((size_t)h->vertices, sizeof *faces);
    bool *seen = calloc(3 * (size_t)h->faces, 1);
    const bool room = fans && faces && seen;
    for (int32_t s = 0; room && s < 3 * h->faces; s++) {
        const int32_t v = side_from(h, s);
        fans[v] += !seen[s];
        for (int32_t at = s; !seen[at]; at = h->partner[at - at % 3 + (at % 3 + 2) % 3]) {
            seen[at] = true;
            faces[v]++;
        }
    }
    for (int32_t v = 0; room && v < h->vertices; v++) {
        if (fans[v] < 2)
            continue;
        report->pinches++;
        solid_add_spot(report, SOLID_PINCH, h->vertex[v], h->vertex[v], faces[v]);
    }
    free(fans);
    free(faces);
    free(seen);
    return room ? SCREE_OK : fail_memory(error, h->name);
}

// ---- the whole

static scree_status find_shells(orienter *o, solid_report *report, scree_error *error)
{
    healer *h = o->h;
    int64_t count = 0;
    for (int32_t f = 0; f < h->faces; f++) {
        if (o->side[f])
            continue;
        if (h->shells == SOLID_SHELLS_MOST)
            return fail(error, SCREE_BAD_INPUT, h->name, "give one body a file",
                        "the surface falls into more than %d pieces", SOLID_SHELLS_MOST);
        shell *s = &o->shell[h->shells];
        s->first = count;
        flood(o, f, &count, report);
        s->last = count;
        h->shells++;
    }
    report->shells = h->shells;
    if (report->one_sided_edges)
        return fail(error, SCREE_BAD_INPUT, h->name,
                    "part the surface where it passes through itself",
                    "the surface has one side only, as a Moebius band has: no choice of an outside "
                    "fits all faces");
    return SCREE_OK;
}

static scree_status orient(orienter *o, solid_report *report, scree_error *error)
{
    healer *h = o->h;
    scree_status status = find_shells(o, report, error);
    if (status)
        return status;
    for (int64_t f = 0; f < h->faces; f++)
        if (o->side[f] < 0)
            turn(h->face[f]);
    for (int32_t i = 0; i < h->shells; i++)
        measure_shell(h, o->order, &o->shell[i]);
    status = turn_outwards(o, error);
    for (int64_t f = 0; f < h->faces; f++)
        report->turned += o->side[f] < 0;
    report->cavities = h->cavities;
    if (!status)
        status = solid_pair_sides(h, error); // turned faces have other sides
    if (!status)
        status = find_pinches(h, report, error);
    return status;
}

scree_status solid_orient(healer *h, solid_report *report, scree_error *error)
{
    orienter o = {.h = h};
    const size_t n = (size_t)h->faces;
    o.side = calloc(n, sizeof *o.side);
    o.order = malloc(n * sizeof *o.order);
    o.shell = malloc(SOLID_SHELLS_MOST * sizeof *o.shell);
    h->shell = malloc(n * sizeof *h->shell);
    scree_status status = o.side && o.order && o.shell && h->shell ? orient(&o, report, error)
                                                                   : fail_memory(error, h->name);
    free(o.side);
    free(o.order);
    free(o.shell);
    return status;
}
