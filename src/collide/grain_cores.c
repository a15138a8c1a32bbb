// grain_cores.c - see grain_cores.h.
//
// Two solids that overlap have an edge of one that comes into the other, or one is in the other. So each edge is cut by
// the surface of the other, and the middle of each piece that is inside is a place to begin with. So it is of lines
// beside the edge, up to the skeleton of the core (grain_sides.h): where faces of both lie in one plane, edges do not
// come in. From the best place steps lead to where the sum of the two distances
// from the surfaces is largest. What is found is in any case no more than the shift that parts the two.
#include "collide/grain_cores.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "collide/closest.h"
#include "collide/outline_inside.h"

enum { CUTS_MOST = 64, FINEST = 256, STEPS_MOST = 60 };

// A core as it lies, at a place that is seen from the first grain.
typedef struct placed_core {
    const grain_pose *pose;
    sphero features; // in its own frame
    v3 at;
    v3 low, high;
    bool encloses;
} placed_core;

typedef struct cores {
    placed_core of[2];
    bool flat;
    bool through; // a core without an inside
    v3 best;      // seen from the first
    double most;
} cores;

// Which of the two count: one of them, or both.
typedef enum cores_counted { FIRST, SECOND, BOTH } cores_counted;

// Room for where a segment is cut, as shares of its way.
typedef struct cuts {
    double share[CUTS_MOST];
    int count;
} cuts;

static const v3 centre_of_ball[1] = {{0, 0, 0}};

// Of the way from an edge to the skeleton: lines that are looked along.
enum { LINES = 4 };
static const double inward[LINES] = {0, 0.05, 0.4, 1};

static placed_core core_of(const grain_pose *pose, v3 at, bool flat)
{
    const model_core *core = pose->form ? pose->form->core : NULL;
    placed_core out = {
        .pose = pose, .at = at, .features = {.vertex = centre_of_ball, .vertices = 1}};
    if (core) {
        out.features = (sphero){
            .vertex = core->vertex,
            .edge = (const int32_t(*)[2])core->edge,
            .triangle = (const int32_t(*)[3])core->triangle,
            .vertices = core->vertices,
            .edges = core->edges,
            .faces = core->faces,
        };
        const bool outline = flat && outline_is_closed(&out.features);
        out.encloses = pose->form->solid.triangles > 0 || outline;
    }
    out.low = out.high = out.features.vertex[0];
    for (int32_t i = 1; i < out.features.vertices; i++) {
        out.low = v3_min(out.low, out.features.vertex[i]);
        out.high = v3_max(out.high, out.features.vertex[i]);
    }
    return out;
}

static v3 into(const placed_core *core, v3 place)
{
    const v3 apart = v3_sub(place, core->at);
    return core->pose->form ? q4_rotate(q4_conjugate(core->pose->turn), apart) : apart;
}

static v3 out_of(const placed_core *core, v3 own)
{
    const v3 turned = core->pose->form ? q4_rotate(core->pose->turn, own) : own;
    return v3_add(core->at, turned);
}

// How deep a place is in what a core encloses; below 0: it is not.
static double depth_in(const placed_core *core, v3 place)
{
    const v3 own = into(core, place);
    v3 on;
    if (!core->encloses)
        return -1;
    if (own.x < core->low.x || own.y < core->low.y || own.x > core->high.x || own.y > core->high.y)
        return -1;
    const sharp *solid = &core->pose->form->solid;
    if (solid->triangles) {
        sharp_nearest near;
        const bool inside = sharp_inside(solid, own);
        return inside && sharp_closest(solid, own, INFINITY, &near) ? near.distance : -1;
    }
    if (!outline_holds(&core->features, own))
        return -1;
    outline_nearest(&core->features, own, &on);
    return v3_distance(own, on);
}

// ---- where a segment is cut

static void add_cut(cuts *cuts, double share)
{
    if (cuts->count == CUTS_MOST)
        return; // of so many pieces some have been found
    int at = cuts->count++;
    for (; at > 0 && cuts->share[at - 1] > share; at--)
        cuts->share[at] = cuts->share[at - 1];
    cuts->share[at] = share;
}

static void cut_by_triangle(const sphero *by, int32_t triangle, v3 from, v3 to, cuts *cuts)
{
    const int32_t *vertex = by->triangle[triangle];
    const v3 corner[3] = {by->vertex[vertex[0]], by->vertex[vertex[1]], by->vertex[vertex[2]]};
    const segment_triangle near = closest_segment_triangle(from, to, corner);
    if (near.cuts)
        add_cut(cuts, near.share);
}

static double across(v3 a, v3 b)
{
    return a.x * b.y - a.y * b.x;
}

static void cut_by_edge(const sphero *by, int32_t edge, v3 from, v3 to, cuts *cuts)
{
    const v3 a = by->vertex[by->edge[edge][0]];
    const v3 way = v3_sub(to, from);
    const v3 along = v3_sub(by->vertex[by->edge[edge][1]], a);
    const v3 between = v3_sub(a, from);
    const double sine = across(way, along);
    const double share = across(between, along) / sine;
    const double on_edge = across(between, way) / sine;
    if (share >= 0 && share <= 1 && on_edge >= 0 && on_edge <= 1)
        add_cut(cuts, share);
}

// In the frame of `by`.
static void cut_segment(const placed_core *by, bool flat, v3 from, v3 to, cuts *cuts)
{
    const sphero *features = &by->features;
    if (flat) {
        for (int32_t edge = 0; edge < features->edges; edge++)
            cut_by_edge(features, edge, from, to, cuts);
        return;
    }
    if (!by->encloses) {
        const model_core *core = by->pose->form ? by->pose->form->core : NULL;
        for (int32_t i = 0; core && i < core->triangles; i++)
            cut_by_triangle(features, i, from, to, cuts);
        return;
    }
    box_walk walk;
    box_walk_begin(&walk, &by->pose->form->solid.by_triangle, v3_min(from, to), v3_max(from, to));
    for (int32_t i = box_walk_next(&walk); i >= 0; i = box_walk_next(&walk))
        cut_by_triangle(features, i, from, to, cuts);
}

// ---- places in both

// Of two that enclose something: how deep a place is in both.
static double sum_at(const cores *cores, v3 place)
{
    const double in_one = depth_in(&cores->of[0], place);
    const double in_other = in_one >= 0 ? depth_in(&cores->of[1], place) : -1;
    return in_other >= 0 ? in_one + in_other : -INFINITY;
}

// How deep it is in those that count.
static double depth_of(const cores *cores, cores_counted counted, v3 place)
{
    if (counted == BOTH)
        return sum_at(cores, place);
    return depth_in(&cores->of[counted], place);
}

static void take(cores *cores, v3 place, double sum)
{
    if (!(sum > cores->most))
        return;
    cores->most = sum;
    cores->best = place;
}

// A segment of one core, seen from the first grain; `on_surface`: of an edge, which the core need not be asked for.
static void look_along(cores *cores, int side, v3 from, v3 to, bool on_surface)
{
    const placed_core *other = &cores->of[!side];
    const v3 start = into(other, from);
    const v3 end = into(other, to);
    const v3 low = v3_min(start, end);
    const v3 high = v3_max(start, end);
    const bool beyond = low.x > other->high.x || low.y > other->high.y || low.z > other->high.z;
    const bool below = high.x < other->low.x || high.y < other->low.y || high.z < other->low.z;
    if (beyond || below)
        return;
    cuts cuts = {.count = 0};
    cut_segment(other, cores->flat, start, end, &cuts);
    if (!other->encloses) {
        cores->through |= cuts.count > 0;
        return;
    }
    add_cut(&cuts, 1);
    double last = 0;
    for (int i = 0; i < cuts.count; i++) {
        const double middle = 0.5 * (last + cuts.share[i]);
        const v3 place = v3_fma(from, middle, v3_sub(to, from));
        last = cuts.share[i];
        take(cores, place, on_surface ? depth_in(other, place) : sum_at(cores, place));
    }
}

static void look_along_core(cores *cores, int side)
{
    const placed_core *core = &cores->of[side];
    const grain_form *form = core->pose->form;
    const v3 *anchor = form ? form->sides.anchor : NULL;
    const sphero *features = &core->features;
    if (features->edges == 0) {
        for (int32_t i = 0; i < features->vertices; i++) {
            const v3 place = out_of(core, features->vertex[i]);
            take(cores, place, depth_in(&cores->of[!side], place));
        }
    }
    for (int32_t edge = 0; edge < features->edges; edge++) {
        const int32_t *end = features->edge[edge];
        for (int line = 0; line < (anchor ? LINES : 1); line++) {
            v3 tip[2];
            for (int k = 0; k < 2; k++) {
                const v3 vertex = features->vertex[end[k]];
                const v3 way = anchor ? v3_sub(anchor[end[k]], vertex) : vertex;
                tip[k] = out_of(core, v3_fma(vertex, inward[line], way));
            }
            look_along(cores, side, tip[0], tip[1], line == 0);
        }
    }
}

// Whether one of the places around is better, which are apart by `step` along each axis: 26 of them, 8 in the plane,
// for beside an edge no single axis leads away from both its faces.
static bool climb_once(const cores *cores, cores_counted counted, double step, v3 *place,
                       double *most)
{
    const v3 from = *place;
    const double before = *most;
    for (int k = 0; k < (cores->flat ? 9 : 27); k++) {
        const v3 way = v3_make(k % 3 - 1, k / 3 % 3 - 1, cores->flat ? 0 : k / 9 - 1);
        const v3 next = v3_fma(from, step, way);
        const double depth = depth_of(cores, counted, next);
        if (!(depth > *most))
            continue;
        *most = depth;
        *place = next;
    }
    return *most > before;
}

// From a place to a better one, by steps that grow where one gains; how deep that is.
static double climb(const cores *cores, cores_counted counted, double step, v3 *place)
{
    const double least = step / FINEST;
    double most = depth_of(cores, counted, *place);
    for (int i = 0; i < STEPS_MOST && step > least; i++)
        step *= climb_once(cores, counted, step, place, &most) ? 2 : 0.5;
    return most;
}

cores_overlap grain_cores_overlap(const grain_pair *pair)
{
    cores cores = {
        .of = {core_of(pair->a, v3_make(0, 0, 0), pair->flat),
               core_of(pair->b, pair->offset, pair->flat)},
        .flat = pair->flat,
        .most = -INFINITY,
    };
    cores_overlap out = {.depth = -INFINITY, .radius = INFINITY};
    for (int side = 0; side < 2; side++)
        look_along_core(&cores, side);
    if (cores.through)
        out.depth = INFINITY;
    if (cores.through || !(cores.most >= 0))
        return out;
    out.depth = cores.most;
    if (!cores.of[0].encloses || !cores.of[1].encloses)
        return out;
    out.depth = real_max(cores.most, climb(&cores, BOTH, 0.5 * cores.most, &cores.best));
    for (int side = 0; side < 2; side++) {
        v3 place = cores.best;
        const double radius = climb(&cores, (cores_counted)side, 0.5 * out.depth, &place);
        out.radius = real_min(out.radius, radius);
    }
    return out;
}
