// wall_mesh.c - see wall_mesh.h.
#include "measure/wall_mesh.h"

#include "base/memory.h"
#include "base/text.h"
#include "measure/named_wall.h"
#include "measure/table.h"
#include "shape/primitive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const model_wall *entry_of(const model *model, const char *name)
{
    for (int i = 0; i < model->walls; i++) {
        if (!strcmp(model->wall[i].name, name))
            return &model->wall[i];
    }
    return NULL;
}

static scree_status make_primitive(const model *model, const char *name, primitive **out,
                                   scree_error *error)
{
    const model_wall *wall = entry_of(model, name);
    if (!wall) {
        v3 normal = {0, 0, 0};
        v3 point = {0, 0, 0};
        named_wall_plane(model, name, &normal, &point);
        return primitive_make_plane(point, normal, out, error);
    }
    const char *path = model->path ? model->path : "";
    const char *slash = strrchr(path, '/');
    char *folder = slash ? text_slice(path, (size_t)(slash - path)) : text_copy(".");
    if (!folder)
        return fail_memory(error, name);
    const scree_status status = primitive_make(&wall->primitive, folder, out, NULL, error);
    free(folder);
    return status;
}

// Three corners of each triangle.
typedef struct corner_list {
    v3 *corner;
    int64_t count, room;
} corner_list;

static bool put_triangle(corner_list *list, const v3 corner[3])
{
    if (!MEM_GROW(list->corner, list->room, list->count + 3))
        return false;
    for (int i = 0; i < 3; i++)
        list->corner[list->count++] = corner[i];
    return true;
}

static bool cut_triangle(corner_list *list, const v3 corner[3], double longest);

// Between two sides, each from its first to its second point; they may begin in one point.
typedef struct strip {
    v3 side[2][2];
} strip;

// Each piece of a strip as two triangles, along its shorter diagonal.
static bool cut_piece(corner_list *list, const strip *is, double longest)
{
    const v3 *one = is->side[0];
    const v3 *other = is->side[1];
    if (v3_distance(one[0], other[0]) == 0)
        return cut_triangle(list, (v3[3]){one[0], one[1], other[1]}, longest);
    if (v3_distance(one[0], other[1]) <= v3_distance(one[1], other[0]))
        return cut_triangle(list, (v3[3]){one[0], one[1], other[1]}, longest) &&
               cut_triangle(list, (v3[3]){one[0], other[1], other[0]}, longest);
    return cut_triangle(list, (v3[3]){one[0], one[1], other[0]}, longest) &&
           cut_triangle(list, (v3[3]){one[1], other[1], other[0]}, longest);
}

// So many times in two, across both sides.
static bool cut_strip(corner_list *list, const strip *is, int halvings, double longest)
{
    const v3 *one = is->side[0];
    const v3 *other = is->side[1];
    if (halvings == 0)
        return cut_piece(list, is, longest);
    const v3 half = v3_scale(0.5, v3_add(one[0], one[1]));
    const v3 other_half = v3_scale(0.5, v3_add(other[0], other[1]));
    const strip first = {{{one[0], half}, {other[0], other_half}}};
    const strip second = {{{half, one[1]}, {other_half, other[1]}}};
    return cut_strip(list, &first, halvings - 1, longest) &&
           cut_strip(list, &second, halvings - 1, longest);
}

// How often both long edges of a thin triangle are halved until the shorter of them is no longer than asked, or than the
// third edge.
static int halvings_of_thin(double middle, double shortest, double longest)
{
    const double enough = shortest > longest ? shortest : longest;
    int halvings = 0;
    for (double rest = middle; rest > enough; rest *= 0.5)
        halvings++;
    return halvings;
}

// Cuts a triangle in two across its longest edge, and those again, until no edge is too long. Halves of a thin one are as thin,
// and smaller in both directions, so where that would go on it is cut crosswise alone. Only the length of an edge says how
// often it is halved: triangles on both sides have the same corners. False: out of memory, or there are too many.
static bool cut_triangle(corner_list *list, const v3 corner[3], double longest)
{
    double length[3];
    int at = 0;
    for (int i = 0; i < 3; i++) {
        length[i] = v3_distance(corner[i], corner[(i + 1) % 3]);
        if (length[i] > length[at])
            at = i;
    }
    if (list->count > 3 * (int64_t)WALL_MESH_MOST)
        return false;
    if (!(length[at] > longest))
        return put_triangle(list, corner);
    const v3 begin = corner[at];
    const v3 end = corner[(at + 1) % 3];
    const v3 tip = corner[(at + 2) % 3];
    const double behind = length[(at + 1) % 3]; // from the end to the tip
    const double before = length[(at + 2) % 3];
    const bool from_end = before < behind;
    const int halvings = from_end ? halvings_of_thin(behind, before, longest)
                                  : halvings_of_thin(before, behind, longest);
    if (halvings > 1) {
        const strip from_the_end = {{{end, tip}, {end, begin}}};
        const strip from_the_begin = {{{begin, end}, {begin, tip}}};
        return cut_strip(list, from_end ? &from_the_end : &from_the_begin, halvings, longest);
    }
    const v3 middle = v3_scale(0.5, v3_add(begin, end));
    const v3 first[3] = {begin, middle, tip};
    const v3 second[3] = {middle, end, tip};
    return cut_triangle(list, first, longest) && cut_triangle(list, second, longest);
}

static scree_status cut_soup(const triangle_soup *soup, v3 reference, double longest,
                             const char *law, corner_list *list, scree_error *error)
{
    for (int32_t i = 0; i < soup->triangles; i++) {
        v3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = v3_sub(soup->vertex[soup->triangle[3 * i + k]], reference);
        if (!cut_triangle(list, corner, longest))
            return probe_fail(error, law, "make `cell` larger",
                              "the wall would have more than %d triangles", WALL_MESH_MOST);
    }
    return SCREE_OK;
}

static bool measure_triangles(wall_mesh *is)
{
    const mesh *mesh = is->mesh;
    is->area = calloc((size_t)mesh->triangles + 1, sizeof *is->area);
    is->point = calloc((size_t)mesh->vertices + 1, sizeof *is->point);
    if (!is->area || !is->point)
        return false;
    for (int32_t i = 0; i < mesh->vertices; i++)
        is->point[i] = v3_add(mesh->vertex[i], is->reference);
    for (int32_t i = 0; i < mesh->triangles; i++) {
        const int32_t *vertex = mesh->triangle[i].vertex;
        const v3 first = mesh->vertex[vertex[0]];
        const v3 second = mesh->vertex[vertex[1]];
        const v3 third = mesh->vertex[vertex[2]];
        is->area[i] = 0.5 * v3_norm(v3_triangle(first, second, third));
    }
    return true;
}

static scree_status build(const corner_list *list, const char *name, wall_mesh *out,
                          scree_error *error)
{
    mesh_report report;
    const mesh_facets facets = {
        .corner = list->corner,
        .facets = (int32_t)(list->count / 3),
        .name = name,
    };
    const scree_status status = mesh_build(&facets, &out->mesh, &report, error);
    if (status)
        return status;
    const double diagonal = v3_distance(out->mesh->low, out->mesh->high);
    out->finest = 1e-6 * diagonal;
    return measure_triangles(out) ? SCREE_OK : fail_memory(error, name);
}

scree_status wall_mesh_make(const model *model, const char *name, double longest, const char *law,
                            wall_mesh *out, scree_error *error)
{
    primitive *shape = NULL;
    triangle_soup soup = {0};
    corner_list list = {0};
    *out = (wall_mesh){0};
    scree_status status = make_primitive(model, name, &shape, error);
    if (status)
        return status;
    const v3 size = v3_sub(model->high, model->low);
    const bool bounded = isfinite(size.x + size.y + size.z);
    out->reference = primitive_reference(shape);
    const draw_window window = {
        .position = out->reference,
        .orientation = q4_identity(),
        .low = model->low,
        .high = model->high,
        .round = PRIMITIVE_ROUND,
    };
    if (!isfinite(primitive_extent(shape)) && !bounded)
        status = probe_fail(error, law, "bound the domain", "the wall '%.60s' has no end", name);
    if (!status)
        status = primitive_surface(shape, &window, &soup, error);
    if (!status && soup.triangles == 0)
        status = probe_fail(error, law, "name another wall",
                            "the wall '%.60s' is outside of the domain", name);
    if (!status)
        status = cut_soup(&soup, out->reference, longest, law, &list, error);
    if (!status)
        status = build(&list, name, out, error);
    free(list.corner);
    triangle_soup_clear(&soup);
    primitive_free(shape);
    if (status)
        wall_mesh_clear(out);
    return status;
}

scree_status wall_mesh_read(const choice *choice, const model *model, const char *law,
                            wall_mesh *out, scree_error *error)
{
    const char *name = choice_text(choice, "wall");
    const bool cuts = choice_given(choice, "cell");
    const double longest = cuts ? choice_real(choice, "cell") : INFINITY;
    const scree_status status = named_wall_check(model, name, law, error);
    if (status)
        return status;
    if (model->dimensions == 2)
        return probe_fail(error, law, "choose the probe wall-force", "in 2D walls have no area");
    return wall_mesh_make(model, name, longest, law, out, error);
}

void wall_mesh_clear(wall_mesh *is)
{
    mesh_free(is->mesh);
    free(is->point);
    free(is->area);
    *is = (wall_mesh){0};
}

enum { FOUND_MOST = 512 };

// The distances from a point to the nearest triangle and to the second.
typedef struct nearest_two {
    double least, second;
} nearest_two;

// Of some triangles the nearest to the point; of those as near the first.
static int32_t nearest_of(const wall_mesh *is, v3 point, const int32_t *triangle, int count,
                          nearest_two *far)
{
    int32_t best = -1;
    *far = (nearest_two){INFINITY, INFINITY};
    for (int i = 0; i < count && i < FOUND_MOST; i++) {
        v3 foot;
        mesh_closest(is->mesh, triangle[i], point, &foot);
        const double distance = v3_distance(foot, point);
        const bool nearer = distance < far->least || (distance == far->least && triangle[i] < best);
        const double behind = nearer ? far->least : distance;
        if (behind < far->second)
            far->second = behind;
        if (!nearer)
            continue;
        far->least = distance;
        best = triangle[i];
    }
    return best;
}

static int32_t find(const wall_mesh *is, v3 point, nearest_two *far)
{
    int32_t near[FOUND_MOST];
    int count = 0;
    double within = is->finest;
    for (int tries = 0; tries < 60 && count == 0; tries++) {
        count = mesh_near(is->mesh, point, within, near, FOUND_MOST);
        within *= 2;
    }
    return nearest_of(is, point, near, count, far);
}

int32_t wall_mesh_find(const wall_mesh *is, v3 point)
{
    nearest_two far;
    return find(is, point, &far);
}

// Where too many triangles are around, a smaller ball has fewer.
static void look_around(const wall_mesh *is, v3 point, int32_t nearest, double distance,
                        wall_around *around)
{
    double beyond = sqrt(is->area[nearest]) / 4;
    around->clear = 0;
    for (int tries = 0; tries < 3; tries++) {
        const double clear = distance + beyond;
        const int count = mesh_near(is->mesh, point, clear, around->triangle, WALL_AROUND_MOST);
        beyond *= 0.25;
        if (count < 1 || count > WALL_AROUND_MOST)
            continue;
        around->place = point;
        around->clear = clear;
        around->count = count;
        return;
    }
}

// Triangles that are not listed are beyond the border. What distances round off is far below a thousandth of the finest.
static void keep_nearest(const wall_mesh *is, v3 point, int32_t nearest, double border,
                         const nearest_two *far, wall_around *around)
{
    const double second = far->second < border ? far->second : border;
    around->nearest = nearest;
    around->found_at = point;
    around->own = 0.5 * (second - far->least) - 1e-3 * is->finest;
}

int32_t wall_mesh_find_around(const wall_mesh *is, v3 point, wall_around *around)
{
    const double rounding = 1 + 1e-9;
    nearest_two far = {INFINITY, INFINITY};
    if (around->own > 0 && v3_distance(point, around->found_at) * rounding < around->own)
        return around->nearest;
    around->own = 0;
    if (around->clear > 0) {
        const int32_t known = nearest_of(is, point, around->triangle, around->count, &far);
        const double moved = v3_distance(point, around->place);
        if ((moved + far.least) * rounding < around->clear) {
            keep_nearest(is, point, known, around->clear - moved, &far, around);
            return known;
        }
    }
    const int32_t found = find(is, point, &far);
    if (found >= 0)
        look_around(is, point, found, far.least, around);
    return found;
}

v3 wall_mesh_middle(const wall_mesh *is, int32_t triangle)
{
    const int32_t *vertex = is->mesh->triangle[triangle].vertex;
    v3 middle = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        middle = v3_fma(middle, 1.0 / 3, is->point[vertex[i]]);
    return middle;
}

probe_surface wall_mesh_surface(const wall_mesh *is)
{
    return (probe_surface){
        .point = is->point,
        .points = is->mesh->vertices,
        .mesh = is->mesh,
    };
}
