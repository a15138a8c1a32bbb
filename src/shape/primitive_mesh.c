// primitive_mesh.c - a triangle mesh from an STL, OBJ or PLY file as a wall. What touches what is in mesh.h and
// docs/walls.md.
//
// The frame of the wall is that of the file, scaled and turned; its origin, the reference point, is placed at
// `position`. The turn is given by two directions, so that no angle has to go through a library function.
#include "shape/mesh.h"
#include "shape/mesh_file.h"
#include "shape/mesh_rows.h"
#include "shape/primitive.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const row rows[] = {MESH_ROWS};
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
} mesh_wall;

extern const primitive_kind primitive_mesh_kind;

// The rows of the rotation matrix as the images of the axes of the file.
static scree_status read_turn(const choice *choice, v3 axis[3], scree_error *error)
{
    v3 x = choice_given(choice, "along_x") ? choice_v3(choice, "along_x") : v3_make(1, 0, 0);
    v3 z = choice_given(choice, "along_z") ? choice_v3(choice, "along_z") : v3_make(0, 0, 1);
    axis[0] = v3_unit(x);
    axis[2] = v3_unit(z);
    v3 across = v3_fma(axis[2], -v3_dot(axis[2], axis[0]), axis[0]);
    if (!(v3_norm(axis[0]) > 0.5) || !(v3_norm(across) > 1e-6)) {
        return fail(error, SCREE_BAD_INPUT, "mesh.along_z",
                    "give two directions that are not parallel, or both axes anew",
                    "along_x and along_z do not span a frame");
    }
    axis[2] = v3_unit(across);
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

static scree_status read_file(const choice *choice, const char *path, mesh **out,
                              mesh_report *report, scree_error *error)
{
    v3 axis[3] = {{0, 0, 0}};
    mesh_soup soup;
    const mesh_unit *unit = mesh_unit_find(choice_text(choice, "unit"));
    if (!unit) {
        return fail(error, SCREE_BAD_INPUT, "mesh.unit", "say m, cm, mm, um, in or ft",
                    "the unit '%s' is unknown", choice_text(choice, "unit"));
    }
    scree_status status = read_turn(choice, axis, error);
    if (!status)
        status = mesh_file_read(path, unit, choice_real(choice, "scale"), &soup, error);
    if (status)
        return status;
    place(&soup, (const v3 *)axis);
    double tolerance = choice_given(choice, "tolerance") ? choice_real(choice, "tolerance") : 0;
    status = mesh_build(
        &(mesh_facets){
            .corner = soup.corner, .facets = soup.facets, .tolerance = tolerance, .name = path},
        out, report, error);
    if (!status) {
        report->opposed = soup.opposed;
        report->bent = soup.bent;
        report->skipped = soup.skipped;
        mesh_report_describe(report);
    }
    mesh_soup_clear(&soup);
    return status;
}

static scree_status make(const choice *choice, const char *folder, primitive **out,
                         mesh_report *report, scree_error *error)
{
    const char *file = choice_text(choice, "file");
    char *path = file[0] == '/' || !folder || !folder[0] ? text_copy(file)
                                                         : text_format("%s/%s", folder, file);
    primitive *primitive = primitive_allocate(sizeof(mesh_wall), &primitive_mesh_kind);
    mesh_wall *wall = (mesh_wall *)primitive;
    scree_status status = path && primitive ? read_file(choice, path, &wall->mesh, report, error)
                                            : fail_memory(error, "mesh");
    if (status && path && error && !strcmp(error->where, path))
        fault_move(error, "mesh.file"); // none of its lines
    free(path);
    if (status) {
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
    mesh_free(((mesh_wall *)primitive)->mesh);
}

static int near(const primitive *primitive, v3 centre, double distance, int32_t *candidate,
                int room)
{
    return mesh_near(((const mesh_wall *)primitive)->mesh, centre, distance, candidate, room);
}

static int touches(const primitive *primitive, v3 centre, double within, const int32_t *candidate,
                   int candidates, primitive_touch out[PRIMITIVE_TOUCH_MOST])
{
    mesh_touch found[MESH_TOUCH_MOST];
    int count = mesh_touches(((const mesh_wall *)primitive)->mesh, centre, within, candidate,
                             candidates, found);
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

const primitive_kind primitive_mesh_kind = {
    .rows = &primitive_mesh_plugin,
    .make = make,
    .release = release,
    .touches = touches,
    .near = near,
    .bounds = bounds,
    .surface = surface,
    .draw = draw,
};
