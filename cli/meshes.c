// meshes.c - see meshes.h.
//
// A warning wants a factor that no design has: MESH_FAR_LARGER times the domain, and half of the smallest ball, which could not even tell such a wall from a grain of dust. Between these a wrong
// unit may pass; then the numbers of the line have to tell.
#include "cli/meshes.h"

#include "scene/drive.h"
#include "world/parts_of_meshes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double far_smaller = 0.5;

typedef struct mesh_size {
    v3 low, high;              // of the box around the mesh at the start, m
    double shortest, longest;  // edges, m
    double diagonal, domain;   // of the boxes, m
    double smallest, greatest; // diameters of balls, m
} mesh_size;

static const mesh *mesh_of(const primitive *primitive)
{
    mesh *made;
    const mesh *surface;
    if (!primitive_report(primitive) || primitive_facets(primitive, &surface, &made, NULL))
        return NULL;
    return surface;
}

static void take_radii(mesh_size *size, double least, double most)
{
    size->smallest = fmin(size->smallest, 2 * least);
    size->greatest = fmax(size->greatest, 2 * most);
}

// Of what a stream is going to bring.
static void measure_shape(const model_shape *shape, mesh_size *size)
{
    const model_clump *clump = &shape->clump;
    const spread *radius = &shape->radius;
    for (int k = 0; k < clump->balls && !clump->of_ball; k++)
        take_radii(size, clump->radius[k], clump->radius[k]);
    if (clump->balls > 0 && !clump->of_ball)
        return;
    if (radius->kind == SPREAD_FIXED)
        take_radii(size, radius->value, radius->value);
    else
        take_radii(size, radius->from, radius->to);
}

// Balls of which clumps consist are looked at as well: what touches a wall are they.
static void measure_balls(const world *world, mesh_size *size)
{
    const model *model = world_model(world);
    size->smallest = INFINITY;
    size->greatest = 0;
    for (int part = 0; part < world_parts(world); part++) {
        const bodies *bodies = world_bodies(world, part);
        for (int32_t i = 0; i < bodies->count; i++) {
            const double radius = bodies->position[bodies->now][i].v[3];
            take_radii(size, radius, radius);
        }
    }
    for (int i = 0; i < model->streams; i++)
        measure_shape(&model->shape[model->stream[i].shape], size);
}

static bool measure(const world *world, int wall, mesh_size *size)
{
    const primitive *primitive = world_wall_primitive(world, wall);
    const model *model = world_model(world);
    const mesh *surface = mesh_of(primitive);
    if (!surface)
        return false;
    primitive_bounds(primitive, primitive_reference(primitive), q4_identity(), &size->low,
                     &size->high);
    size->diagonal = v3_norm(v3_sub(size->high, size->low));
    size->domain = v3_norm(v3_sub(model->high, model->low));
    size->shortest = INFINITY;
    size->longest = 0;
    for (int32_t e = 0; e < surface->edges; e++) {
        const int32_t *end = surface->edge[e].vertex;
        const double length = v3_norm(v3_sub(surface->vertex[end[1]], surface->vertex[end[0]]));
        size->shortest = fmin(size->shortest, length);
        size->longest = fmax(size->longest, length);
    }
    measure_balls(world, size);
    return true;
}

// ---- parts

// The wall of the case; NULL: a plane of the domain.
static const model_wall *case_wall(const world *world, int wall)
{
    const model *model = world_model(world);
    for (int i = 0; i < model->walls; i++) {
        if (!strcmp(model->wall[i].name, world_wall_name(world, wall)))
            return &model->wall[i];
    }
    return NULL;
}

static const char *file_of(const model_wall *wall)
{
    const bool mesh = wall && wall->primitive.what && !strcmp(wall->primitive.what->name, "mesh");
    return mesh ? choice_text(&wall->primitive, "file") : NULL;
}

// With which walls it is one surface.
static void say_joined(char *out, size_t room, const world *world, int wall)
{
    const model *model = world_model(world);
    const model_wall *own = case_wall(world, wall);
    size_t length = 0;
    for (int i = 0; own && i < model->walls && length < room; i++) {
        if (!parts_are_joined(own, &model->wall[i]))
            continue;
        length += (size_t)snprintf(out + length, room - length, "%s%.60s",
                                   length ? ", " : "; one surface with ", model->wall[i].name);
    }
}

// How many walls of the file take a section; where one takes the whole file, all.
static int takers(const model *model, const char *file, const mesh_section *section)
{
    int count = 0;
    for (int i = 0; i < model->walls; i++) {
        const model_wall *wall = &model->wall[i];
        if (!file_of(wall) || strcmp(file_of(wall), file) != 0)
            continue;
        count += !choice_given(&wall->primitive, "part") ||
                 mesh_section_is(section, choice_text(&wall->primitive, "part"));
    }
    return count;
}

static bool is_first_of_file(const model *model, const model_wall *wall)
{
    int i = 0;
    while (!file_of(&model->wall[i]) || strcmp(file_of(&model->wall[i]), file_of(wall)) != 0)
        i++;
    return &model->wall[i] == wall;
}

bool meshes_parts_warning(char out[MESHES_ROOM], const world *world, int wall)
{
    const model *model = world_model(world);
    const model_wall *own = case_wall(world, wall);
    const mesh_sections *sections = primitive_sections(world_wall_primitive(world, wall));
    size_t length = 0;
    if (!sections || !file_of(own) || !is_first_of_file(model, own))
        return false;
    for (int32_t i = 0; i < sections->count && length < MESHES_ROOM / 2; i++) {
        char name[200];
        const mesh_section *section = &sections->item[i];
        const int count = takers(model, file_of(own), section);
        if (count == 1 || !section->facets)
            continue;
        mesh_section_words(section, name, sizeof name);
        length += (size_t)snprintf(out + length, MESHES_ROOM - length, "%s%.80s (%d facets, %s)",
                                   length ? "; " : "", name, section->facets,
                                   count ? "of several walls" : "of no wall");
    }
    if (!length)
        return false;
    snprintf(out + length, MESHES_ROOM - length, ": parts of %.200s", file_of(own));
    return true;
}

bool meshes_words(char out[MESHES_ROOM], const world *world, int wall)
{
    mesh_size size;
    if (!measure(world, wall, &size))
        return false;
    snprintf(out, MESHES_ROOM,
             "%s; from (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m, edges of %.3g to %.3g m",
             primitive_report(world_wall_primitive(world, wall)), size.low.x, size.low.y,
             size.low.z, size.high.x, size.high.y, size.high.z, size.shortest, size.longest);
    const size_t length = strlen(out);
    say_joined(out + length, MESHES_ROOM - length, world, wall);
    return true;
}

// Whether the wall stays where it is for the whole run.
static bool stands_still(const model *model, const char *name)
{
    for (int i = 0; i < model->walls; i++)
        if (!strcmp(model->wall[i].name, name)) {
            const drive_chain drive = {.part = model->wall[i].drive,
                                       .parts = model->wall[i].drives};
            return !drive_chain_moves(&drive);
        }
    return true;
}

// Are there no places in the domain that a grain could touch the mesh from?
static bool out_of_reach(const model *model, const mesh_size *size)
{
    for (int axis = 0; axis < model->dimensions; axis++) {
        const double from = v3_component(model->low, axis) - size->greatest;
        const double to = v3_component(model->high, axis) + size->greatest;
        if (v3_component(size->low, axis) > to || v3_component(size->high, axis) < from)
            return true;
    }
    return false;
}

bool meshes_warning(char out[MESHES_ROOM], const world *world, int wall)
{
    mesh_size size;
    const model *model = world_model(world);
    const char *name = world_wall_name(world, wall);
    if (!measure(world, wall, &size))
        return false;
    if (size.diagonal > MESH_FAR_LARGER * size.domain) {
        snprintf(out, MESHES_ROOM,
                 "the mesh of wall `%s` is %.3g m from corner to corner, %.3g times as much as the "
                 "domain with %.3g m: "
                 "is walls.%s.mesh.unit right, and its scale?",
                 name, size.diagonal, size.diagonal / size.domain, size.domain, name);
        return true;
    }
    if (size.smallest < INFINITY && size.diagonal < far_smaller * size.smallest) {
        snprintf(out, MESHES_ROOM,
                 "the mesh of wall `%s` is %.3g m from corner to corner, less than half of the "
                 "smallest ball with %.3g "
                 "m: is walls.%s.mesh.unit right, and its scale?",
                 name, size.diagonal, size.smallest, name);
        return true;
    }
    if (!stands_still(model, name) || !out_of_reach(model, &size))
        return false;
    snprintf(out, MESHES_ROOM,
             "the mesh of wall `%s` lies outside of the domain, where nothing can touch it: are "
             "walls.%s.mesh.position "
             "and its unit right?",
             name, name);
    return true;
}

void meshes_json(json *json, const world *world)
{
    char text[MESHES_ROOM];
    json_object(json, "meshes");
    for (int k = 0; k < world_walls(world); k++)
        if (meshes_words(text, world, k))
            json_text(json, world_wall_name(world, k), text);
    json_close(json);
    json_object(json, "mesh_warnings");
    for (int k = 0; k < world_walls(world); k++)
        if (meshes_warning(text, world, k))
            json_text(json, world_wall_name(world, k), text);
    json_close(json);
}
