// gaps.c - see gaps.h.
#include "scene/gaps.h"

#include "base/mathlib.h"
#include "collide/ball_wall.h"
#include "scene/gap_shells.h"
#include "shape/mesh_side.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLES_MOST = 2000, AROUND = 24, SHRINKS_MOST = 40 };
#define OPPOSITE -0.94           // cosine of 160 degrees
#define EMPTY (1 - 1e-9)         // of the radius: nothing is in the ball
#define TURN 0.26179938779914943 // 15 degrees

typedef struct look {
    const gap_search *search;
    const mesh **surface; // of each wall, in its own frame; NULL: a plane
    mesh **made;          // owned
    gap_shells *shells;   // of each wall that is a mesh; else of no triangles
    v3 *grain;            // places of grains, in the frame of a wall
    gap *best;            // of each pair of walls, walls * walls; width INFINITY: none
} look;

static v3 into_wall(const gap_wall *wall, v3 point)
{
    return q4_rotate(q4_conjugate(wall->orientation), v3_sub(point, wall->position));
}

static v3 out_of_wall(const gap_wall *wall, v3 point)
{
    return v3_add(wall->position, q4_rotate(wall->orientation, point));
}

// ---- the surfaces

static bool is_plane(const gap_wall *wall)
{
    return !isfinite(primitive_extent(wall->shape));
}

// The nearest place of all walls; how far, m.
static double nearest_place(const look *look, v3 from, v3 *place, int *which)
{
    double least = INFINITY;
    *place = from;
    *which = 0;
    for (int i = 0; i < look->search->walls; i++) {
        const gap_wall *wall = &look->search->wall[i];
        const v3 own = into_wall(wall, from);
        v3 at;
        double distance;
        if (look->surface[i]) {
            distance = mesh_distance(look->surface[i], own, &at);
        } else {
            const placed_wall placed = {wall->shape, wall->position, wall->orientation, NULL};
            wall_touch touch[WALL_TOUCH_MOST];
            ball_wall_touches(&placed, from, 0, 1e30, wall_whole(), touch);
            distance = fabs(touch[0].gap);
            at = into_wall(wall, touch[0].point);
        }
        if (distance < least) {
            least = distance;
            *place = out_of_wall(wall, at);
            *which = i;
        }
    }
    return least;
}

// Is a place where grains can be: in the domain, in no solid, and on that side of closed meshes where there are grains?
static bool is_free(const look *look, v3 at)
{
    const gap_search *search = look->search;
    for (int axis = 0; axis < 3; axis++) {
        const double x = v3_component(at, axis);
        if (x < v3_component(search->low, axis) || x > v3_component(search->high, axis))
            return false;
    }
    for (int i = 0; i < search->walls; i++) {
        const gap_wall *wall = &search->wall[i];
        const placed_wall placed = {wall->shape, wall->position, wall->orientation, NULL};
        wall_touch touch[WALL_TOUCH_MOST];
        if (primitive_is_mesh(wall->shape)) {
            if (gap_shells_bar(&look->shells[i], into_wall(wall, at)))
                return false;
            continue;
        }
        if (wall->shape->sheet)
            continue;
        const int count = ball_wall_touches(&placed, at, 0, 0, wall_whole(), touch);
        if (count != 0)
            return false;
    }
    return true;
}

// ---- one sample

static void keep(look *look, int from, int to, v3 one, v3 other)
{
    const int low = from < to ? from : to;
    const int high = from < to ? to : from;
    gap *best = &look->best[low * look->search->walls + high];
    const double width = v3_distance(one, other);
    if (width < look->search->least)
        return;
    if (width > look->search->most)
        return;
    if (width >= best->width)
        return;
    const v3 sum = v3_add(one, other);
    const v3 middle = v3_scale(0.5, sum);
    if (!is_free(look, middle))
        return;
    *best = (gap){.wall = {low, high}, .width = width, .middle = middle};
}

// A ball that touches the surface of a wall at `at`, towards `way`, shrinks until it is empty.
static void blow_up(look *look, int wall, v3 at, v3 way)
{
    double radius = 0.5 * look->search->most;
    v3 other = at;
    int which = wall;
    bool touched = false;
    for (int i = 0; i < SHRINKS_MOST; i++) {
        v3 place;
        int found;
        const v3 centre = v3_fma(at, radius, way);
        const double distance = nearest_place(look, centre, &place, &found);
        if (distance >= radius * EMPTY)
            break;
        const v3 apart = v3_sub(place, at);
        const double along = 2 * v3_dot(apart, way);
        if (!(along > 0))
            return; // the surface goes on to this side
        radius = v3_dot(apart, apart) / along;
        other = place;
        which = found;
        touched = true;
        if (2 * radius < look->search->least)
            return;
    }
    const v3 centre = v3_fma(at, radius, way);
    const v3 one = v3_unit(v3_sub(at, centre));
    const v3 two = v3_unit(v3_sub(other, centre));
    if (touched && v3_dot(one, two) <= OPPOSITE)
        keep(look, wall, which, at, other);
}

// ---- samples

static int32_t stride_of(int32_t count)
{
    return count / SAMPLES_MOST + 1;
}

static void sample_faces(look *look, int number)
{
    const mesh *mesh = look->surface[number];
    const gap_wall *wall = &look->search->wall[number];
    for (int32_t i = 0; i < mesh->triangles; i += stride_of(mesh->triangles)) {
        const mesh_triangle *triangle = &mesh->triangle[i];
        v3 middle = v3_make(0, 0, 0);
        for (int k = 0; k < 3; k++)
            middle = v3_fma(middle, 1.0 / 3, mesh->vertex[triangle->vertex[k]]);
        const v3 at = out_of_wall(wall, middle);
        const v3 front = q4_rotate(wall->orientation, triangle->normal);
        const v3 back = v3_scale(-1, front);
        const int side = look->shells[number].count ? gap_shells_side(&look->shells[number], i) : 0;
        if (side >= 0)
            blow_up(look, number, at, front);
        if (side <= 0)
            blow_up(look, number, at, back);
    }
}

// Does the surface at an edge lie behind the plane across a direction? All in the frame of the wall.
static bool turns_to(const mesh *mesh, const mesh_edge *edge, v3 along, v3 way)
{
    for (int k = 0; k < 2; k++) {
        if (edge->triangle[k] < 0)
            continue;
        const mesh_triangle *triangle = &mesh->triangle[edge->triangle[k]];
        const v3 from = mesh->vertex[edge->vertex[0]];
        for (int corner = 0; corner < 3; corner++) {
            const v3 apart = v3_sub(mesh->vertex[triangle->vertex[corner]], from);
            const v3 in = v3_fma(apart, -v3_dot(apart, along), along);
            if (v3_dot(in, way) > 1e-9 * v3_norm(in))
                return false;
        }
    }
    return true;
}

// Where the middle of the domain and those of its sides stand over it.
static void sample_plane(look *look, int number)
{
    const gap_search *search = look->search;
    const gap_wall *wall = &search->wall[number];
    const placed_wall placed = {wall->shape, wall->position, wall->orientation, NULL};
    const v3 middle = v3_scale(0.5, v3_add(search->low, search->high));
    for (int i = 0; i < 7; i++) {
        wall_touch touch[WALL_TOUCH_MOST];
        const v3 end = i % 2 ? search->low : search->high;
        const int axis = i > 0 ? (i - 1) / 2 : -1;
        const v3 from = v3_make(axis == 0 ? end.x : middle.x, axis == 1 ? end.y : middle.y,
                                axis == 2 ? end.z : middle.z);
        if (ball_wall_touches(&placed, from, 0, 1e30, wall_whole(), touch) == 1)
            blow_up(look, number, touch[0].point, touch[0].normal);
    }
}

static void sample_edges(look *look, int number)
{
    const mesh *mesh = look->surface[number];
    const gap_wall *wall = &look->search->wall[number];
    for (int32_t i = 0; i < mesh->edges; i += stride_of(mesh->edges)) {
        const mesh_edge *edge = &mesh->edge[i];
        const bool rim = edge->bend == MESH_OPEN || edge->bend == MESH_CONVEX ||
                         edge->bend == MESH_CONCAVE || edge->bend == MESH_BRANCHED;
        if (!rim || edge->role.part == MESH_PART_PATCH)
            continue;
        const v3 from = mesh->vertex[edge->vertex[0]];
        const v3 to = mesh->vertex[edge->vertex[1]];
        const v3 along = v3_unit(v3_sub(to, from));
        const v3 x = v3_perpendicular(along);
        const v3 y = v3_cross(along, x);
        const v3 sum = v3_add(from, to);
        const v3 middle = v3_scale(0.5, sum);
        const v3 at = out_of_wall(wall, middle);
        for (int k = 0; k < AROUND; k++) {
            const double turn = TURN * k;
            const double cosine = real_cos(turn);
            const v3 on_x = v3_scale(cosine, x);
            const v3 way = v3_fma(on_x, real_sin(turn), y);
            if (!turns_to(mesh, edge, along, way))
                continue;
            const v3 in_space = q4_rotate(wall->orientation, way);
            blow_up(look, number, at, in_space);
        }
    }
}

// ---- all

static bool take_shells(look *look, int number)
{
    const gap_search *search = look->search;
    for (int i = 0; i < search->grains; i++)
        look->grain[i] = into_wall(&search->wall[number], search->grain[i]);
    return gap_shells_make(&look->shells[number], look->surface[number], look->grain,
                           search->grains);
}

static scree_status open_surfaces(look *look, scree_error *error)
{
    for (int i = 0; i < look->search->walls; i++) {
        const gap_wall *wall = &look->search->wall[i];
        if (is_plane(wall))
            continue;
        const scree_status status =
            primitive_facets(wall->shape, &look->surface[i], &look->made[i], error);
        if (status != SCREE_OK)
            return status;
        if (primitive_is_mesh(wall->shape) && !take_shells(look, i))
            return fail_memory(error, "gaps");
    }
    return SCREE_OK;
}

static int by_width(const void *a, const void *b)
{
    const gap *one = a;
    const gap *other = b;
    return one->width < other->width ? -1 : one->width > other->width;
}

static void find_all(look *look)
{
    const int walls = look->search->walls;
    for (int i = 0; i < walls * walls; i++)
        look->best[i].width = INFINITY;
    for (int i = 0; i < walls; i++) {
        if (!look->surface[i]) {
            sample_plane(look, i);
            continue;
        }
        sample_faces(look, i);
        sample_edges(look, i);
    }
}

scree_status gaps_find(const gap_search *search, gap *out, int room, int *count, scree_error *error)
{
    const size_t walls = (size_t)search->walls;
    look look = {
        .search = search,
        .surface = calloc(walls + 1, sizeof *look.surface),
        .made = calloc(walls + 1, sizeof *look.made),
        .shells = calloc(walls + 1, sizeof *look.shells),
        .grain = malloc(((size_t)search->grains + 1) * sizeof *look.grain),
        .best = calloc(walls * walls + 1, sizeof *look.best),
    };
    scree_status status = SCREE_OK;
    *count = 0;
    if (!look.surface || !look.made || !look.shells || !look.grain || !look.best)
        status = fail_memory(error, "gaps");
    if (!status)
        status = open_surfaces(&look, error);
    if (!status) {
        find_all(&look);
        qsort(look.best, walls * walls, sizeof *look.best, by_width);
        while (*count < room && (size_t)*count < walls * walls &&
               look.best[*count].width < INFINITY) {
            out[*count] = look.best[*count];
            ++*count;
        }
    }
    for (size_t i = 0; look.made && i < walls; i++)
        mesh_free(look.made[i]);
    free(look.surface);
    free(look.made);
    free(look.grain);
    for (int i = 0; look.shells && i < search->walls; i++)
        gap_shells_clear(&look.shells[i]);
    free(look.shells);
    free(look.best);
    return status;
}
