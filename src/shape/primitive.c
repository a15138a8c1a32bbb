// primitive.c - the table of primitives, and what is asked of each through it. See primitive.h.
#include "shape/primitive.h"

#include "base/corners.h"
#include "primitive_list.h"

#include <stdlib.h>
#include <string.h>

#define DECLARE(name)                                                                              \
    extern const plugin primitive_##name##_plugin;                                                 \
    extern const primitive_kind primitive_##name##_kind;
#define KIND(name) &primitive_##name##_kind,
#define PLUGIN(name) &primitive_##name##_plugin,

PRIMITIVE_LIST(DECLARE)

static const primitive_kind *const kinds[] = {PRIMITIVE_LIST(KIND)};
static const plugin *const plugins[] = {PRIMITIVE_LIST(PLUGIN)};
enum { PRIMITIVES = sizeof kinds / sizeof *kinds };

const plugin *const *primitive_plugins(int *count)
{
    *count = PRIMITIVES;
    return plugins;
}

scree_status primitive_make(const choice *choice, const char *folder, primitive **out,
                            mesh_report *report, scree_error *error)
{
    mesh_report ignored;
    if (!report)
        report = &ignored;
    memset(report, 0, sizeof *report);
    *out = NULL;
    for (int i = 0; i < PRIMITIVES; i++) {
        if (kinds[i]->rows == choice->what)
            return kinds[i]->make(choice, folder, out, report, error);
    }
    return fail(error, SCREE_BAD_INPUT, choice->what ? choice->what->name : "wall",
                "choose one of those that `scree list` names", "this is no primitive");
}

scree_status primitive_join(primitive *primitive, const choice *choice, const char *folder,
                            const char *const *part, int parts, scree_error *error)
{
    if (!primitive->kind->join || parts == 0)
        return SCREE_OK;
    return primitive->kind->join(primitive, choice, folder, part, parts, error);
}

void primitive_free(primitive *primitive)
{
    if (!primitive)
        return;
    if (primitive->kind->release)
        primitive->kind->release(primitive);
    free(primitive);
}

const char *primitive_name(const primitive *primitive)
{
    return primitive->kind->rows->name;
}
const char *primitive_report(const primitive *primitive)
{
    return primitive->report;
}
const mesh_sections *primitive_sections(const primitive *primitive)
{
    const primitive_kind *kind = primitive->kind;
    const mesh_sections *sections = kind->sections ? kind->sections(primitive) : NULL;
    return sections && sections->count ? sections : NULL;
}
v3 primitive_reference(const primitive *primitive)
{
    return primitive->reference;
}
double primitive_extent(const primitive *primitive)
{
    return primitive->extent;
}

bool primitive_is_mesh(const primitive *primitive)
{
    return primitive->kind->surface != NULL;
}

static double arm_of(const v3 *vertex, int32_t count, v3 point, v3 along)
{
    double most = 0;
    for (int32_t i = 0; i < count; i++) {
        const v3 off = v3_sub(vertex[i], point);
        const double arm = v3_norm(v3_fma(off, -v3_dot(off, along), along));
        most = arm > most ? arm : most;
    }
    return most;
}

scree_status primitive_arm(const primitive *primitive, v3 point, v3 along, double *out,
                           scree_error *error)
{
    const v3 own = v3_sub(point, primitive->reference);
    *out = INFINITY;
    if (!isfinite(primitive->extent))
        return SCREE_OK;
    if (primitive_is_mesh(primitive)) {
        const mesh *mesh = primitive->kind->surface(primitive);
        *out = arm_of(mesh->vertex, mesh->vertices, own, along);
        return SCREE_OK;
    }
    const draw_window window = {.orientation = q4_identity(), .round = PRIMITIVE_ROUND};
    triangle_soup soup = {0};
    const bool drawn = primitive->kind->draw(primitive, &window, &soup);
    if (drawn)
        *out = arm_of(soup.vertex, soup.vertices, own, along);
    triangle_soup_clear(&soup);
    return drawn ? SCREE_OK : fail_memory(error, primitive_name(primitive));
}

double primitive_face(const primitive *primitive, q4 orientation, v3 along, bool flat)
{
    const v3 own = q4_rotate(q4_conjugate(orientation), along);
    return primitive->kind->face ? primitive->kind->face(primitive, own, flat) : INFINITY;
}

// Widens low..high, empty before the first point, to hold one more.
static void include_point(v3 point, bool first, v3 *low, v3 *high)
{
    if (first) {
        *low = point;
        *high = point;
    }
    low->x = point.x < low->x ? point.x : low->x;
    low->y = point.y < low->y ? point.y : low->y;
    low->z = point.z < low->z ? point.z : low->z;
    high->x = point.x > high->x ? point.x : high->x;
    high->y = point.y > high->y ? point.y : high->y;
    high->z = point.z > high->z ? point.z : high->z;
}

void primitive_bounds(const primitive *primitive, v3 position, q4 orientation, v3 *low, v3 *high)
{
    v3 from;
    v3 to;
    *low = v3_make(-INFINITY, -INFINITY, -INFINITY);
    *high = v3_make(INFINITY, INFINITY, INFINITY);
    if (!isfinite(primitive->extent))
        return;
    primitive->kind->bounds(primitive, &from, &to);
    for (int i = 0; i < 8; i++) {
        include_point(v3_add(position, q4_rotate(orientation, box_corner(from, to, i))), !i, low,
                      high);
    }
}

bool primitive_ray(const primitive *primitive, v3 position, q4 orientation, const ray *ray,
                   primitive_hit *out)
{
    const q4 back = q4_conjugate(orientation);
    const struct ray own = {
        .from = q4_rotate(back, v3_sub(ray->from, position)),
        .along = q4_rotate(back, ray->along),
    };
    if (!primitive->kind->ray(primitive, &own, out))
        return false;
    if (v3_dot(out->normal, own.along) > 0)
        out->normal = v3_scale(-1, out->normal);
    out->normal = q4_rotate(orientation, out->normal);
    return true;
}

scree_status primitive_admits(const primitive *primitive, const char *name, double radius,
                              scree_error *error)
{
    const char *why = "";
    double limit =
        primitive->kind->largest_ball ? primitive->kind->largest_ball(primitive, &why) : INFINITY;
    if (radius < limit)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, name, "use smaller grains or a larger wall",
                "a grain of radius %g m does not fit into the %s: %s, so radii must be below %g m",
                radius, primitive_name(primitive), why, limit);
}

// ---- drawing

scree_status primitive_surface(const primitive *primitive, const draw_window *window,
                               triangle_soup *out, scree_error *error)
{
    memset(out, 0, sizeof *out);
    if (!primitive->kind->draw(primitive, window, out)) {
        triangle_soup_clear(out);
        return fail_memory(error, primitive_name(primitive));
    }
    for (int32_t i = 0; i < out->vertices; i++) {
        const v3 turned = q4_rotate(window->orientation, out->vertex[i]);
        out->vertex[i] = v3_add(window->position, turned);
    }
    return SCREE_OK;
}

static v3 *corners_of(const triangle_soup *soup)
{
    v3 *corner = malloc((size_t)soup->triangles * 3 * sizeof *corner + 1);
    for (int64_t i = 0; corner && i < 3 * (int64_t)soup->triangles; i++)
        corner[i] = soup->vertex[soup->triangle[i]];
    return corner;
}

scree_status primitive_facets(const primitive *primitive, const mesh **surface, mesh **made,
                              scree_error *error)
{
    *made = NULL;
    *surface = primitive->kind->surface ? primitive->kind->surface(primitive) : NULL;
    if (*surface)
        return SCREE_OK;
    const draw_window window = {.orientation = q4_identity(), .round = PRIMITIVE_ROUND};
    triangle_soup soup = {0};
    mesh_report report;
    bool drawn = primitive->kind->draw(primitive, &window, &soup);
    v3 *corner = drawn ? corners_of(&soup) : NULL;
    // Made exactly: what is flat is so within rounding, and long pipes must not lose their facets.
    scree_status status = corner ? mesh_build(&(mesh_facets){.corner = corner,
                                                             .facets = soup.triangles,
                                                             .tolerance = 1e-10 * primitive->extent,
                                                             .name = primitive_name(primitive)},
                                              made, &report, error)
                                 : fail_memory(error, primitive_name(primitive));
    free(corner);
    triangle_soup_clear(&soup);
    *surface = *made;
    return status;
}
