// grain.c - see grain.h.
#include "collide/grain.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/axes.h"
#include "collide/grain_mesh.h"
#include "collide/outline_inside.h"
#include "shape/plate.h"

#include <stdlib.h>
#include <string.h>

// ---- making

// Corners of one face in order: the edges of its triangles that no other of its triangles runs through backwards.
static int32_t face_loop(const model_core *core, int32_t face, int32_t (*side)[2], int32_t *loop)
{
    int32_t sides = 0;
    for (int32_t triangle = core->face[face]; triangle < core->face[face + 1]; triangle++) {
        for (int k = 0; k < 3; k++) {
            int32_t from = core->triangle[triangle][k];
            int32_t to = core->triangle[triangle][(k + 1) % 3];
            int32_t at = 0;
            while (at < sides && !(side[at][0] == to && side[at][1] == from))
                at++;
            if (at < sides) {
                sides--;
                side[at][0] = side[sides][0];
                side[at][1] = side[sides][1];
            } else {
                side[sides][0] = from;
                side[sides++][1] = to;
            }
        }
    }
    for (int32_t n = 0, at = 0; n < sides; n++) {
        loop[n] = side[at][0];
        int32_t to = side[at][1];
        for (at = 0; at < sides && side[at][0] != to; at++) {
        }
        if (at == sides)
            return 0;
    }
    return sides;
}

static scree_status make_hull(const model_core *core, const char *name, convex_form *out,
                              scree_error *error)
{
    int64_t most = 3 * (int64_t)core->triangles + 1;
    int32_t *start = mem_array(core->faces + 1, sizeof *start);
    int32_t *corner = mem_array(most, sizeof *corner);
    int32_t(*side)[2] = mem_array(most, sizeof *side);
    scree_status status = SCREE_OK;
    if (!start || !corner || !side)
        status = fail_memory(error, name);
    if (status == SCREE_OK) {
        start[0] = 0;
        for (int32_t face = 0; face < core->faces; face++) {
            int32_t first = start[face];
            start[face + 1] = first + face_loop(core, face, side, corner + first);
        }
        const convex_surface surface = {
            .vertex = core->vertex,
            .vertices = core->vertices,
            .face_start = start,
            .face_vertex = corner,
            .faces = core->faces,
        };
        status = convex_form_make(&surface, name, out, error);
    }
    mem_free(start);
    mem_free(corner);
    mem_free(side);
    return status;
}

// Least distance of a face from the centre: no sensible contact is deeper than a part of it.
static double nearest_face(const model_core *core)
{
    double least = INFINITY;
    for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
        const int32_t *corner = core->triangle[triangle];
        v3 a = core->vertex[corner[0]];
        v3 to_b = v3_sub(core->vertex[corner[1]], a);
        v3 to_c = v3_sub(core->vertex[corner[2]], a);
        v3 normal = v3_unit(v3_cross(to_b, to_c));
        double distance = fabs(v3_dot(normal, a));
        least = real_min(least, distance);
    }
    return least;
}

// Radius of the ball of the volume that the faces of a core enclose.
static double size_of(const model_core *core)
{
    double volume = 0;
    for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
        const int32_t *corner = core->triangle[triangle];
        v3 across = v3_cross(core->vertex[corner[1]], core->vertex[corner[2]]);
        volume += v3_dot(core->vertex[corner[0]], across) / 6;
    }
    return real_cbrt(3 * real_max(volume, 0) / (4 * PI));
}

// Is it a closed outline in the plane, and not a solid?
static bool encloses_area(const model_core *core)
{
    return !core->triangles && core->vertices >= 3 && core->edges == core->vertices;
}

// Least distance of the lines of an outline's edges from the centre.
static double nearest_edge(const model_core *core)
{
    double least = INFINITY;
    for (int32_t edge = 0; edge < core->edges; edge++) {
        v3 from = core->vertex[core->edge[edge][0]];
        v3 along = v3_unit(v3_sub(core->vertex[core->edge[edge][1]], from));
        least = real_min(least, fabs(from.x * along.y - from.y * along.x));
    }
    return least;
}

static double area_of(const model_core *core)
{
    double twice = 0;
    for (int32_t edge = 0; edge < core->edges; edge++) {
        v3 from = core->vertex[core->edge[edge][0]];
        v3 to = core->vertex[core->edge[edge][1]];
        twice += from.x * to.y - from.y * to.x;
    }
    return 0.5 * fabs(twice);
}

// Of a rounded core the contact radius is that of the rounding, which tells nothing of how thick it is.
static double slimmest(const model_core *core)
{
    double size = core->radius > 0 ? size_of(core) : core->contact_radius;
    return real_max(nearest_face(core), 0.1 * size);
}

#define AROUND 0.03 // of the surface around a corner, over the square of the contact radius

static scree_status weigh_corners(const model_core *core, const char *name, grain_form *out,
                                  scree_error *error)
{
    const double enough = AROUND * core->contact_radius * core->contact_radius;
    out->counts = mem_array(core->vertices, sizeof *out->counts);
    if (!out->counts)
        return fail_memory(error, name);
    for (int32_t i = 0; i < core->triangles; i++) {
        const int32_t *corner = core->triangle[i];
        const v3 from = core->vertex[corner[0]];
        const v3 along = v3_sub(core->vertex[corner[1]], from);
        const v3 beside = v3_sub(core->vertex[corner[2]], from);
        const double area = 0.5 * v3_norm(v3_cross(along, beside));
        for (int k = 0; k < 3; k++)
            out->counts[corner[k]] += area / (3 * enough);
    }
    for (int32_t i = 0; i < core->vertices; i++)
        out->counts[i] = real_min(out->counts[i], 1);
    return SCREE_OK;
}

static v3 nearest_of(const v3 *place, int32_t count)
{
    v3 nearest = place[0];
    for (int32_t i = 1; i < count; i++) {
        if (v3_dot(place[i], place[i]) < v3_dot(nearest, nearest))
            nearest = place[i];
    }
    return nearest;
}

// The centre of a horseshoe is not in it. Then a place of its skeleton is, or one with the rounding around it.
static v3 inner_place(const grain_form *form)
{
    const model_core *core = form->core;
    const v3 centre = {0, 0, 0};
    if (core->meeting == MEET_CONVEX)
        return centre;
    const bool is_sharp = !(core->radius > 0);
    if (is_sharp && form->solid.triangles && sharp_inside(&form->solid, centre))
        return centre;
    if (is_sharp && form->sides.anchor)
        return nearest_of(form->sides.anchor, core->vertices);
    return core->radius > 0 ? nearest_of(core->vertex, core->vertices) : centre;
}

static scree_status make_solid(const model_core *core, const char *name, grain_form *out,
                               scree_error *error)
{
    const sharp_surface surface = {
        .vertex = core->vertex,
        .vertices = core->vertices,
        .triangle = (const int32_t(*)[3])core->triangle,
        .triangles = core->triangles,
    };
    out->deepest = 0.2 * slimmest(core);
    return sharp_make(&surface, name, &out->solid, error);
}

// With that length a face of a cube that lies on another is about as stiff as one contact.
#define LENGTH 4.0 // l over the contact radius
#define WIDTH 0.1  // of a stripe beside an edge, over the contact radius

static scree_status make_depths(const model_core *core, const char *name, grain_form *out,
                                scree_error *error)
{
    const depth_solid solid = {
        .vertex = core->vertex,
        .edge = (const int32_t(*)[2])core->edge,
        .triangle = (const int32_t(*)[3])core->triangle,
        .face = core->face,
        .vertices = core->vertices,
        .edges = core->edges,
        .faces = core->faces,
        .surface = &out->solid,
        .length = LENGTH * core->contact_radius,
        .width = WIDTH * core->contact_radius,
    };
    return depth_field_make(&solid, name, &out->depths, error);
}

scree_status grain_form_make(const model_core *core, const char *name, grain_form *out,
                             scree_error *error)
{
    *out = (grain_form){.core = core, .turned = core->vertices};
    scree_status status = SCREE_OK;
    bool encloses = core->triangles && !core_is_plate(core);
    bool is_solid = core->triangles && !(core->radius > 0);
    if (core->meeting == MEET_CONVEX)
        status = make_hull(core, name, &out->hull, error);
    if (status == SCREE_OK && encloses)
        status = make_solid(core, name, out, error);
    if (status == SCREE_OK && is_solid && core->potential)
        status = make_depths(core, name, out, error);
    if (status == SCREE_OK && is_solid)
        status = weigh_corners(core, name, out, error);
    if (core->triangles)
        out->slim = core->radius + nearest_face(core);
    if (encloses && core->radius > 0)
        out->size = core->radius + size_of(core);
    if (encloses_area(core)) {
        out->slim = core->radius + nearest_edge(core);
        out->size = core->radius + sqrt(area_of(core) / PI);
    }
    if (status == SCREE_OK)
        status = grain_sides_make(core, &out->solid, name, &out->sides, error);
    if (status == SCREE_OK)
        out->inner = inner_place(out);
    if (status == SCREE_OK && out->hull.vertices)
        out->turned = out->hull.turned;
    return status;
}

void grain_form_clear(grain_form *form)
{
    convex_form_clear(&form->hull);
    sharp_clear(&form->solid);
    depth_field_clear(&form->depths);
    mem_free(form->counts);
    grain_sides_clear(&form->sides);
    *form = (grain_form){0};
}

// ---- poses

void grain_turn(const grain_form *form, q4 q, v3 *turned)
{
    if (form->hull.vertices) {
        convex_turn(&form->hull, q, turned);
        return;
    }
    const m3 axes = axes_of(q);
    for (int32_t i = 0; i < form->core->vertices; i++)
        turned[i] = axes_to_space(&axes, form->core->vertex[i]);
}

void grain_turn_some(const grain_form *form, q4 q, const int32_t *vertex, int32_t count, v3 *turned)
{
    const m3 axes = axes_of(q);
    for (int32_t i = 0; i < count; i++)
        turned[vertex[i]] = axes_to_space(&axes, form->core->vertex[vertex[i]]);
}

static const v3 origin[1] = {{0, 0, 0}};
static const int32_t no_length[1][2] = {{0, 0}};

// A ball is a vertex; where the other has no faces in space, an edge without length as well.
sphero grain_features(const grain_pose *pose, bool lone_edge)
{
    const model_core *core = pose->form ? pose->form->core : NULL;
    if (!core) {
        return (sphero){
            .vertex = origin,
            .edge = no_length,
            .vertices = 1,
            .edges = lone_edge,
            .radius = pose->radius,
        };
    }
    return (sphero){
        .vertex = pose->turned,
        .edge = (const int32_t(*)[2])core->edge,
        .triangle = (const int32_t(*)[3])core->triangle,
        .face = core->face,
        .vertices = core->vertices,
        .edges = core->edges,
        .faces = core_is_plate(core) ? 1 : core->faces, // one side of a plate is as near as both
        .radius = core->radius,
    };
}

// ---- pairs

typedef enum grain_way { WAY_FEATURES, WAY_CONVEX, WAY_SOLID, WAY_DEPTHS } grain_way;

static bool is_convex(const grain_form *form)
{
    return !form || form->core->meeting == MEET_CONVEX;
}
static bool has_solid(const grain_form *form)
{
    return form && form->solid.triangles > 0;
}
static bool is_solid(const grain_form *form)
{
    return has_solid(form) && form->core->meeting != MEET_FEATURES && !(form->core->radius > 0);
}
static bool has_depths(const grain_form *form)
{
    return form && form->depths.groups > 0;
}

static bool is_ball_or_potential(const grain_form *form)
{
    return !form || form->core->potential;
}

// Two grains of which one has a radius, and both ask for a potential. A ball and a convex grain have one contact, which
// has one.
static bool by_norm(const grain_form *a, const grain_form *b)
{
    const bool one_contact = (!a || !b) && is_convex(a) && is_convex(b);
    const bool sharp = is_solid(a) && is_solid(b);
    return !one_contact && !sharp && is_ball_or_potential(a) && is_ball_or_potential(b);
}

static grain_way way_of(const grain_form *a, const grain_form *b, bool pushes)
{
    if (pushes && has_depths(a) && has_depths(b))
        return WAY_DEPTHS;
    if (pushes && by_norm(a, b))
        return WAY_FEATURES;
    if (is_convex(a) && is_convex(b))
        return WAY_CONVEX;
    return is_solid(a) && is_solid(b) ? WAY_SOLID : WAY_FEATURES;
}

bool grain_by_features(const grain_form *a, const grain_form *b, bool pushes)
{
    return way_of(a, b, pushes) == WAY_FEATURES;
}

bool grain_by_solids(const grain_form *a, const grain_form *b)
{
    return has_solid(a) && has_solid(b) && !(is_convex(a) && is_convex(b));
}

static double depth_scale(const grain_form *form, double ball, bool cores)
{
    double radius = grain_contact_radius(form, ball);
    return form && cores ? real_max(radius, form->slim) : radius;
}

static double solid_scale(const grain_form *form)
{
    return real_max(depth_scale(form, 0, true), form->size);
}

// One that encloses an area, in the plane.
static bool is_outline(const grain_form *form)
{
    return form && form->size > 0 && !form->core->triangles;
}

static double radius_around(const grain_form *form, double ball)
{
    return form ? form->core->radius : ball;
}

double grain_depth_scale(const grain_form *a, double ball_a, const grain_form *b, double ball_b,
                         bool pushes)
{
    bool cores = !grain_by_features(a, b, pushes);
    if (grain_by_solids(a, b) || (is_outline(a) && is_outline(b)))
        return real_min(solid_scale(a), solid_scale(b));
    if (!cores) {
        double smaller = real_min(grain_contact_radius(a, ball_a), grain_contact_radius(b, ball_b));
        return real_max(smaller, radius_around(a, ball_a) + radius_around(b, ball_b));
    }
    return real_min(depth_scale(a, ball_a, cores), depth_scale(b, ball_b, cores));
}

double grain_wall_depth_scale(const grain_form *form, double ball, bool faces)
{
    if (faces && form && form->sides.anchor)
        return real_max(form->core->contact_radius, form->size);
    return depth_scale(form, ball, !faces);
}

// A ball has an edge without length where it meets a grain that has edges alone.
static void features_of_pair(const grain_pair *pair, sphero *one, sphero *other)
{
    const grain_form *a = pair->a->form;
    const grain_form *b = pair->b->form;
    *one = grain_features(pair->a, !pair->flat && b && !b->core->faces);
    *other = grain_features(pair->b, !pair->flat && a && !a->core->faces);
}

int grain_near(const grain_pair *pair, double margin, sphero_room out)
{
    sphero one;
    sphero other;
    features_of_pair(pair, &one, &other);
    return sphero_near(&one, &other, pair->offset, pair->flat, margin, out);
}

static convex hull_of(const grain_pose *pose, const convex_form *point)
{
    if (pose->form)
        return convex_of(&pose->form->hull, pose->turned, pose->form->core->radius);
    return (convex){
        .form = point,
        .vertex = origin,
        .normal = origin,
        .radius = pose->radius,
    };
}

// Convex solids that are apart keep a direction along which they are, which is asked first.
static void touches_by_depths(const grain_pair *pair, convex_memory *memory, touch_list *list)
{
    const grain_pose *a = pair->a;
    const grain_pose *b = pair->b;
    const bool convex_pair = is_convex(a->form) && is_convex(b->form);
    const int before = list->count;
    memory->apart = 0;
    convex one;
    convex other;
    if (convex_pair) {
        one = hull_of(a, NULL);
        other = hull_of(b, NULL);
        const double least = 1e-12 * (a->form->depths.radius + b->form->depths.radius);
        if (v3_dot(memory->axis, memory->axis) > 0)
            memory->apart = convex_gap_along(&one, &other, pair->offset, memory->axis) - least;
        if (memory->apart > 0)
            return;
    }
    const depth_pose pose_a = {&a->form->depths, a->turned, a->turn};
    const depth_pose pose_b = {&b->form->depths, b->turned, b->turn};
    const depth_parting parting = depth_touches(&pose_a, &pose_b, pair->offset, list);
    memory->apart = parting.gap;
    memory->axis = parting.axis;
    if (!convex_pair || list->count > before || parting.gap > 0)
        return;
    convex_nearest near;
    const convex_state state = convex_distance(&one, &other, pair->offset, 0, &near);
    if (state != CONVEX_OVERLAPPING && v3_dot(near.apart, near.apart) > 0)
        memory->axis = v3_unit(near.apart);
}

model_weights grain_weights(const grain_form *a, const grain_form *b)
{
    if (!a || !b)
        return a ? a->core->weights : b->core->weights;
    const model_weights one = a->core->weights;
    const model_weights other = b->core->weights;
    if (one == WEIGHTS_SHARED || other == WEIGHTS_SHARED)
        return WEIGHTS_SHARED;
    return one == WEIGHTS_NORM || other == WEIGHTS_NORM ? WEIGHTS_NORM : WEIGHTS_SUM;
}

void grain_touches(const grain_pair *pair, const sphero_list *near, double reach,
                   convex_memory *memory, touch_list *list)
{
    const grain_pose *a = pair->a;
    const grain_pose *b = pair->b;
    v3 zero = {0, 0, 0};
    const convex_form point = {.vertex = &zero, .vertices = 1};
    grain_way way = way_of(a->form, b->form, list->pushes);
    if (way == WAY_CONVEX) {
        convex one = hull_of(a, &point);
        convex other = hull_of(b, &point);
        convex_touches(&one, &other, pair->offset, reach, memory, list);
        return;
    }
    if (way == WAY_DEPTHS) {
        touches_by_depths(pair, memory, list);
        return;
    }
    if (way == WAY_SOLID) {
        sharp_pose pose = {
            .turn_a = a->turn,
            .turn_b = b->turn,
            .offset = pair->offset,
        };
        sharp_touches(&a->form->solid, &b->form->solid, &pose, reach,
                      real_min(a->form->deepest, b->form->deepest), list);
    } else {
        sphero one;
        sphero other;
        features_of_pair(pair, &one, &other);
        int first = list->count;
        sphero_touches(&one, &other, pair->offset, near, reach, list);
        if (pair->flat && a->anchored && b->anchored)
            outlines_push_out(&one, &other, pair->offset, first, list);
    }
    if (list->count > list->room)
        return;
    const model_weights weights = grain_weights(a->form, b->form);
    if (weights == WEIGHTS_SHARED ||
        (weights == WEIGHTS_NORM && (!list->pushes || way == WAY_SOLID)))
        touch_share_beyond(list->item, list->count, list->beyond);
    else if (weights == WEIGHTS_NORM)
        touch_share_norm(list->item, list->count);
}

// ---- walls

enum { WALL_FEATURES = 1 << 20 };

bool grain_wall_around(const placed_wall *wall, v3 centre, double ball, double distance)
{
    if (ball_wall_near(wall, centre, ball, distance, NULL, 0))
        return true;
    if (!wall->faces || !wall->faces->made)
        return false;
    v3 at = q4_rotate(q4_conjugate(wall->orientation),
                      v3_sub(centre, wall->position)); // facets are off by a little
    return mesh_near(wall->faces->surface, at, ball + distance, NULL, 0) > 0;
}

int32_t grain_wall_near(const placed_wall *wall, const grain_pose *pose, v3 centre, double distance,
                        int32_t *list, int32_t room)
{
    const model_core *core = pose->form->core;
    int32_t count = 0;
    if (wall->faces)
        return grain_mesh_near(wall, pose, centre, distance, list, room);
    for (int32_t i = 0; i < core->vertices; i++) {
        v3 at = v3_add(centre, pose->turned[i]);
        if (!ball_wall_near(wall, at, core->radius, distance, NULL, 0))
            continue;
        if (count < room)
            list[count] = i;
        count++;
    }
    return count;
}

// The contacts of one vertex; false where there are too many.
static bool vertex_touches(const grain_at_wall *meeting, int32_t vertex, touch_list *list,
                           double *curvature)
{
    const grain_form *form = meeting->pose->form;
    double radius = form->core->radius;
    v3 place = v3_add(meeting->centre, meeting->pose->turned[vertex]);
    wall_touch found[WALL_TOUCH_MOST];
    int count =
        ball_wall_touches(meeting->wall, place, radius, meeting->reach, wall_whole(), found);
    for (int i = 0; i < count; i++) {
        const wall_touch *at = &found[i];
        touch touch = {
            .point = v3_sub(at->point, meeting->centre),
            .normal = at->normal,
            .gap = at->gap,
            .depth = real_max(-at->gap, 0),
            .fade = list->pushes && form->counts ? form->counts[vertex] : 1,
            .feature = (int64_t)vertex * WALL_FEATURES + at->feature % WALL_FEATURES,
            .weight = 1,
        };
        if (list->count < list->room)
            curvature[list->count] = at->curvature;
        touch_add(list, touch);
    }
    return count >= 0;
}

bool grain_wall_touches(const grain_at_wall *meeting, const int32_t *near, int32_t count,
                        touch_list *list, double *curvature)
{
    if (meeting->wall->faces)
        return grain_mesh_touches(meeting, near, list, curvature);
    const model_core *core = meeting->pose->form->core;
    int before = list->count;
    int32_t vertices = near ? count : core->vertices;
    for (int32_t k = 0; k < vertices; k++) {
        int32_t vertex = near ? near[k] : k;
        if (!vertex_touches(meeting, vertex, list, curvature))
            return false;
    }
    bool has_room = list->count > before && list->count <= list->room;
    if (core->weights == WEIGHTS_SUM || !has_room)
        return true;
    touch *item = list->item + before;
    if (list->pushes && core->weights == WEIGHTS_NORM)
        touch_share_norm_alike(item, list->count - before);
    else
        touch_share_alike(item, list->count - before);
    return true;
}
