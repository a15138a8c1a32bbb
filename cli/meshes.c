// meshes.c - see meshes.h.
//
// A warning wants a factor that no design has: 8 times the domain, since ten is the least that two decimal units differ
// by, and half of the smallest ball, which could not even tell such a wall from a grain of dust. Between these a wrong
// unit may pass; then the numbers of the line have to tell.
#include "cli/meshes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double far_larger = 8, far_smaller = 0.5;

typedef struct mesh_size {
    v3 low, high;              // of the box around the mesh at the start, m
    double shortest, longest;  // edges, m
    double diagonal, domain;   // of the boxes, m
    double smallest, greatest; // diameters of balls, m
} mesh_size;

static const mesh *mesh_of(const primitive *p)
{
    mesh *made;
    const mesh *surface;
    if (!primitive_report(p) || primitive_facets(p, &surface, &made, NULL))
        return NULL;
    return surface;
}

// Balls of which clumps consist are looked at as well: what touches a wall are they.
static void measure_balls(const world *w, mesh_size *s)
{
    const bodies *b = world_bodies(w);
    s->smallest = INFINITY;
    s->greatest = 0;
    for (int32_t i = 0; i < b->count; i++) {
        const double diameter = 2 * b->position[b->now][i].v[3];
        s->smallest = fmin(s->smallest, diameter);
        s->greatest = fmax(s->greatest, diameter);
    }
}

static bool measure(const world *w, int wall, mesh_size *s)
{
    const primitive *p = world_wall_primitive(w, wall);
    const model *m = world_model(w);
    const mesh *surface = mesh_of(p);
    if (!surface)
        return false;
    primitive_bounds(p, primitive_reference(p), q4_identity(), &s->low, &s->high);
    s->diagonal = v3_norm(v3_sub(s->high, s->low));
    s->domain = v3_norm(v3_sub(m->high, m->low));
    s->shortest = INFINITY;
    s->longest = 0;
    for (int32_t e = 0; e < surface->edges; e++) {
        const int32_t *end = surface->edge[e].vertex;
        const double length = v3_norm(v3_sub(surface->vertex[end[1]], surface->vertex[end[0]]));
        s->shortest = fmin(s->shortest, length);
        s->longest = fmax(s->longest, length);
    }
    measure_balls(w, s);
    return true;
}

bool meshes_words(char out[MESHES_ROOM], const world *w, int wall)
{
    mesh_size s;
    if (!measure(w, wall, &s))
        return false;
    snprintf(out, MESHES_ROOM,
             "%s; from (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m, edges of %.3g to %.3g m",
             primitive_report(world_wall_primitive(w, wall)), s.low.x, s.low.y, s.low.z, s.high.x,
             s.high.y, s.high.z, s.shortest, s.longest);
    return true;
}

// Whether the wall stays where it is for the whole run.
static bool stands_still(const model *m, const char *name)
{
    for (int i = 0; i < m->walls; i++)
        if (!strcmp(m->wall[i].name, name))
            return !m->wall[i].drive.what || !strcmp(m->wall[i].drive.what->name, "fixed");
    return true;
}

// Are there no places in the domain that a grain could touch the mesh from?
static bool out_of_reach(const model *m, const mesh_size *s)
{
    const double low[3] = {s->low.x, s->low.y, s->low.z};
    const double high[3] = {s->high.x, s->high.y, s->high.z};
    const double from[3] = {m->low.x, m->low.y, m->low.z};
    const double to[3] = {m->high.x, m->high.y, m->high.z};
    for (int d = 0; d < m->dimensions; d++)
        if (low[d] > to[d] + s->greatest || high[d] < from[d] - s->greatest)
            return true;
    return false;
}

bool meshes_warning(char out[MESHES_ROOM], const world *w, int wall)
{
    mesh_size s;
    const model *m = world_model(w);
    const char *name = world_wall_name(w, wall);
    if (!measure(w, wall, &s))
        return false;
    if (s.diagonal > far_larger * s.domain) {
        snprintf(out, MESHES_ROOM,
                 "the mesh of wall `%s` is %.3g m from corner to corner, %.3g times as much as the "
                 "domain with %.3g m: "
                 "is walls.%s.mesh.unit right, and its scale?",
                 name, s.diagonal, s.diagonal / s.domain, s.domain, name);
        return true;
    }
    if (s.smallest < INFINITY && s.diagonal < far_smaller * s.smallest) {
        snprintf(out, MESHES_ROOM,
                 "the mesh of wall `%s` is %.3g m from corner to corner, less than half of the "
                 "smallest ball with %.3g "
                 "m: is walls.%s.mesh.unit right, and its scale?",
                 name, s.diagonal, s.smallest, name);
        return true;
    }
    if (!stands_still(m, name) || !out_of_reach(m, &s))
        return false;
    snprintf(out, MESHES_ROOM,
             "the mesh of wall `%s` lies outside of the domain, where nothing can touch it: are "
             "walls.%s.mesh.position "
             "and its unit right?",
             name, name);
    return true;
}

void meshes_json(json *j, const world *w)
{
    char text[MESHES_ROOM];
    json_object(j, "meshes");
    for (int k = 0; k < world_walls(w); k++)
        if (meshes_words(text, w, k))
            json_text(j, world_wall_name(w, k), text);
    json_close(j);
    json_object(j, "mesh_warnings");
    for (int k = 0; k < world_walls(w); k++)
        if (meshes_warning(text, w, k))
            json_text(j, world_wall_name(w, k), text);
    json_close(j);
}
