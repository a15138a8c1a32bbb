// primitive_mesh.c - a triangle mesh from an STL, OBJ or PLY file as a wall. What touches what is in mesh.h and
// docs/walls.md.
//
// The frame of the wall is that of the file, scaled and turned; its origin, the reference point, is placed at
// `position`. The turn is given by two directions, so that no angle has to go through a library function.
#include "shape/mesh.h"
#include "shape/mesh_file.h"
#include "shape/mesh_ray.h"
#include "shape/mesh_rows.h"
#include "shape/primitive.h"

#include "base/mathlib.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const row rows[] = {MESH_ROWS};
const char primitive_mesh_example[] =
    "file: block.obj, unit: mm, scale: 10, position: [-10 mm, -28 mm, -5 mm]";

const plugin primitive_mesh_plugin = {
    .name = "mesh",
    .doc = "triangle mesh from an STL, OBJ or PLY file, touched from both sides",
    .rows = rows,
    .count = sizeof rows / sizeof *rows,
};

typedef struct mesh_wall {
    primitive base;
    mesh *mesh;
    char report[MESH_REPORT_TEXT];
    mesh_sections sections; // of the file, where the wall is a part of it
    mesh *joined;           // with the parts beside it, where these stand still to it; else NULL
} mesh_wall;

extern const primitive_kind primitive_mesh_kind;

// The rows of the rotation matrix as the images of the axes of the file. Where along_z is given alone it is exact, and the
// x axis gives way; else the z axis does. One that gives way stays as near to its own as it can; where the other one has
// come to lie on that it goes along, by the quarter of a turn between the two.
static scree_status read_turn(const choice *choice, v3 axis[3], scree_error *error)
{
    const bool z_alone = choice_given(choice, "along_z") && !choice_given(choice, "along_x");
    const int exact = z_alone ? 2 : 0;
    const int other = 2 - exact;
    v3 x = choice_given(choice, "along_x") ? choice_v3(choice, "along_x") : v3_make(1, 0, 0);
    v3 z = choice_given(choice, "along_z") ? choice_v3(choice, "along_z") : v3_make(0, 0, 1);
    axis[0] = v3_unit(x);
    axis[2] = v3_unit(z);
    v3 across = v3_fma(axis[other], -v3_dot(axis[2], axis[0]), axis[exact]);
    const bool gives_way = !choice_given(choice, other == 2 ? "along_z" : "along_x");
    if (gives_way && !(v3_norm(across) > 1e-6)) {
        const v3 place = other == 2 ? v3_make(1, 0, 0) : v3_make(0, 0, 1);
        axis[other] = v3_scale(v3_dot(axis[2], axis[0]) > 0 ? -1 : 1, place);
        across = v3_fma(axis[other], -v3_dot(axis[2], axis[0]), axis[exact]);
    }
    if (!(v3_norm(axis[exact]) > 0.5) || !(v3_norm(across) > 1e-6)) {
        return fail(error, SCREE_BAD_INPUT, "mesh.along_z",
                    "give two directions that are not parallel, or both axes anew",
                    "along_x and along_z do not span a frame");
    }
    axis[other] = v3_unit(across);
    axis[1] = v3_cross(axis[2], axis[0]);
    return SCREE_OK;
}

static void place(mesh_soup *soup, const v3 axis[3])
{
    for (int64_t i = 0; i < 3 * (int64_t)soup->facets; i++) {
        v3 point = soup->corner[i];
        const v3 along_0 = v3_scale(point.x, axis[0]);
        const v3 along_01 = v3_fma(along_0, point.y, axis[1]);
        soup->corner[i] = v3_fma(along_01, point.z, axis[2]);
    }
}

// All facets of the file, as the rows put them.
static scree_status read_placed(const choice *choice, const char *path, mesh_soup *soup,
                                scree_error *error)
{
    v3 axis[3] = {{0, 0, 0}};
    const mesh_unit *unit = mesh_unit_find(choice_text(choice, "unit"));
    if (!unit) {
        return fail(error, SCREE_BAD_INPUT, "mesh.unit", "say m, cm, mm, um, in or ft",
                    "the unit '%s' is unknown", choice_text(choice, "unit"));
    }
    scree_status status = read_turn(choice, axis, error);
    if (!status)
        status = mesh_file_read(path, unit, choice_real(choice, "scale"), soup, error);
    if (!status)
        place(soup, (const v3 *)axis);
    return status;
}

static mesh_facets facets_of(const choice *choice, const mesh_soup *soup, const char *path)
{
    const bool given = choice_given(choice, "tolerance");
    return (mesh_facets){
        .corner = soup->corner,
        .facets = soup->facets,
        .tolerance = given ? choice_real(choice, "tolerance") : 0,
        .name = path,
    };
}

static scree_status read_file(const choice *choice, const char *path, mesh_wall *wall,
                              mesh_report *report, scree_error *error)
{
    mesh_soup soup;
    scree_status status = read_placed(choice, path, &soup, error);
    if (status)
        return status;
    if (choice_given(choice, "part")) {
        if (!mesh_sections_copy(&soup.sections, &wall->sections))
            status = fail_memory(error, path);
        if (!status)
            status = mesh_soup_keep(&soup, choice_text(choice, "part"), "mesh.part", error);
    }
    const mesh_facets facets = facets_of(choice, &soup, path);
    if (!status)
        status = mesh_build(&facets, &wall->mesh, report, error);
    if (!status) {
        report->opposed = soup.opposed;
        report->bent = soup.bent;
        report->skipped = soup.skipped;
        mesh_report_describe(report);
    }
    mesh_soup_clear(&soup);
    return status;
}

static char *path_of(const choice *choice, const char *folder)
{
    const char *file = choice_text(choice, "file");
    const bool whole = file[0] == '/' || !folder || !folder[0];
    return whole ? text_copy(file) : text_format("%s/%s", folder, file);
}

// ---- parts beside each other

static bool is_one_of(const mesh_section *section, const char *const *part, int parts)
{
    for (int i = 0; i < parts; i++) {
        if (mesh_section_is(section, part[i]))
            return true;
    }
    return false;
}

// Leaves the facets of the part `own` and of those beside it, in the order of the file, so that each part that reads them
// makes the same surface of them. beside[i]: facet i is not of `own`.
static void keep_joined(mesh_soup *soup, const char *own, const char *const *part, int parts,
                        bool *beside)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < soup->facets; i++) {
        const mesh_section *section = &soup->sections.item[soup->section[i]];
        const bool is_own = mesh_section_is(section, own);
        if (!is_own && !is_one_of(section, part, parts))
            continue;
        const v3 *from = soup->corner + 3 * (size_t)i;
        v3 *to = soup->corner + 3 * (size_t)kept;
        memmove(to, from, 3 * sizeof *to);
        beside[kept] = !is_own;
        kept++;
    }
    soup->facets = kept;
}

static scree_status join(primitive *primitive, const choice *choice, const char *folder,
                         const char *const *part, int parts, scree_error *error)
{
    mesh_wall *wall = (mesh_wall *)primitive;
    mesh_report report;
    mesh_soup soup;
    char *path = path_of(choice, folder);
    if (!path)
        return fail_memory(error, "mesh");
    scree_status status = read_placed(choice, path, &soup, error);
    bool *beside = status ? NULL : calloc((size_t)soup.facets + 1, sizeof *beside);
    if (!status && !beside)
        status = fail_memory(error, path);
    if (!status) {
        keep_joined(&soup, choice_text(choice, "part"), part, parts, beside);
        mesh_facets facets = facets_of(choice, &soup, path);
        facets.beside = beside;
        status = mesh_build(&facets, &wall->joined, &report, error);
    }
    free(beside);
    free(path);
    mesh_soup_clear(&soup);
    return status;
}

// ---- the primitive

static scree_status make(const choice *choice, const char *folder, primitive **out,
                         mesh_report *report, scree_error *error)
{
    char *path = path_of(choice, folder);
    primitive *primitive = primitive_allocate(sizeof(mesh_wall), &primitive_mesh_kind);
    mesh_wall *wall = (mesh_wall *)primitive;
    scree_status status = path && primitive ? read_file(choice, path, wall, report, error)
                                            : fail_memory(error, "mesh");
    if (status && path && error && !strcmp(error->where, path))
        fault_move(error, "mesh.file"); // none of its lines
    free(path);
    if (status) {
        if (wall)
            mesh_sections_clear(&wall->sections);
        free(primitive);
        return status;
    }
    for (int32_t vertex = 0; vertex < wall->mesh->vertices; vertex++) {
        double far = v3_norm(wall->mesh->vertex[vertex]);
        if (far > primitive->extent)
            primitive->extent = far;
    }
    primitive->reference = choice_v3(choice, "position");
    primitive->sheet = true;
    memcpy(wall->report, report->text, sizeof wall->report);
    primitive->report = wall->report;
    *out = primitive;
    return SCREE_OK;
}

static void release(primitive *primitive)
{
    mesh_wall *wall = (mesh_wall *)primitive;
    mesh_free(wall->mesh);
    mesh_free(wall->joined);
    mesh_sections_clear(&wall->sections);
}

static const mesh *touched(const primitive *primitive)
{
    const mesh_wall *wall = (const mesh_wall *)primitive;
    return wall->joined ? wall->joined : wall->mesh;
}

// None where all that is near is beside the part.
static int near(const primitive *primitive, v3 centre, double distance, int32_t *candidate,
                int room)
{
    const mesh *mesh = touched(primitive);
    const int count = mesh_near(mesh, centre, distance, candidate, room);
    bool own = !mesh->joined || count > room;
    for (int i = 0; i < count && !own; i++)
        own = !mesh->triangle[candidate[i]].beside;
    return own ? count : 0;
}

static int touches(const primitive *primitive, v3 centre, double within, const int32_t *candidate,
                   int candidates, primitive_touch out[PRIMITIVE_TOUCH_MOST])
{
    mesh_touch found[MESH_TOUCH_MOST];
    int count = mesh_touches(touched(primitive), centre, within, candidate, candidates, found);
    for (int i = 0; i < count; i++) {
        out[i] = (primitive_touch){
            .normal = found[i].normal,
            .point = found[i].point,
            .distance = found[i].distance,
            .curvature = 0,
            .feature = found[i].feature,
        };
    }
    return count;
}

static const mesh_sections *sections(const primitive *primitive)
{
    return &((const mesh_wall *)primitive)->sections;
}

static const mesh *surface(const primitive *primitive)
{
    return ((const mesh_wall *)primitive)->mesh;
}

static void bounds(const primitive *primitive, v3 *low, v3 *high)
{
    *low = ((const mesh_wall *)primitive)->mesh->low;
    *high = ((const mesh_wall *)primitive)->mesh->high;
}

static bool draw(const primitive *primitive, const draw_window *window, triangle_soup *soup)
{
    (void)window;
    const mesh *mesh = ((const mesh_wall *)primitive)->mesh;
    for (int32_t vertex = 0; vertex < mesh->vertices; vertex++) {
        if (!soup_add_vertex(soup, mesh->vertex[vertex]))
            return false;
    }
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++) {
        const int32_t *corner = mesh->triangle[triangle].vertex;
        if (!soup_add_triangle(soup, corner[0], corner[1], corner[2]))
            return false;
    }
    return true;
}

static bool ray_to(const primitive *primitive, const ray *ray, primitive_hit *out)
{
    const mesh *mesh = ((const mesh_wall *)primitive)->mesh;
    int32_t triangle = 0;
    out->way = mesh_ray(mesh, ray, &triangle);
    if (out->way == INFINITY)
        return false;
    out->normal = mesh->triangle[triangle].normal;
    return true;
}

// In the plane it is a prism, of which each metre of height counts alike.
static double face(const primitive *primitive, v3 along, bool flat)
{
    const mesh *mesh = ((const mesh_wall *)primitive)->mesh;
    double front = 0;
    double back = 0;
    for (int32_t i = 0; i < mesh->triangles; i++) {
        const int32_t *corner = mesh->triangle[i].vertex;
        const v3 first = mesh->vertex[corner[0]];
        const v3 side = v3_sub(mesh->vertex[corner[1]], first);
        const v3 other = v3_sub(mesh->vertex[corner[2]], first);
        const double shown = 0.5 * v3_dot(v3_cross(side, other), along);
        if (shown > 0)
            front += shown;
        else
            back -= shown;
    }
    const double height = mesh->high.z - mesh->low.z;
    const double most = real_max(front, back);
    return flat && height > 0 ? most / height : most;
}

const primitive_kind primitive_mesh_kind = {
    .rows = &primitive_mesh_plugin,
    .make = make,
    .release = release,
    .touches = touches,
    .ray = ray_to,
    .near = near,
    .bounds = bounds,
    .face = face,
    .surface = surface,
    .joined = touched,
    .join = join,
    .sections = sections,
    .draw = draw,
};
