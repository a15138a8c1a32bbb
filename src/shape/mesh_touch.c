// mesh_touch.c - where a ball touches a mesh.
//
// Contacts are the local minima of the distance from the ball's centre to the surface. A face gives one where the foot
// of the perpendicular lies on it; its plane is that of its whole patch. An edge or a corner gives one only where no
// triangle that holds the nearest point comes nearer, so that edges inside flat and concave parts never act, and a
// convex edge acts alone. What a tessellation or a damaged file adds to that is taken away again:
//   - nearest points that coincide are one;
//   - on a smooth group, a minimum within the smooth angle of a nearer one is an artefact of the facets;
//   - a minimum that the centre cannot see, behind a nearer part of the mesh, does not act.
// In each case the nearer one stays, so that the depth of the contact goes on without a step.
#include "shape/mesh_closest.h"
#include "shape/mesh_stages.h"

#include <string.h>

enum { HITS_MOST = 64 };

#define NEARER (1 - 2e-12) // squares of distances: what is nearer by more than rounding
#define COINCIDENT 1e-5    // of the distance: two feet closer together are one
#define AHEAD (1 - 1e-6)   // share of the way to a point where something hides it

typedef struct hit {
    mesh_touch touch;
    mesh_role role;
    int32_t element; // patches, then edges, then vertices, in one numbering
    int32_t group;   // -1: creases and corners
    int64_t key;     // without the rank
    int32_t owner;   // the first of the triangles on which the point is
} hit;

typedef struct query {
    const mesh *mesh;
    v3 centre;
    double within;
    const int32_t *candidate;
    int candidates;
    hit best[HITS_MOST]; // nearest first
    int hits;
} query;

// ---- nearest points

static double square_to(const mesh *mesh, int32_t triangle, v3 point)
{
    v3 q;
    mesh_closest(mesh, triangle, point, &q);
    v3 d = v3_sub(point, q);
    return v3_dot(d, d);
}

// ---- which minima count

// Do the triangles around the edge or corner `place` of a triangle come no nearer than `square`?
static bool is_minimum_of_fan(const query *query, int32_t triangle, int place, double square)
{
    const mesh *mesh = query->mesh;
    const int32_t *corner = mesh->triangle[triangle].vertex;
    const bool on_edge = place < 4;
    const int32_t hub = on_edge ? corner[place - 1] : corner[place - 4];
    const int32_t tip = on_edge ? corner[place % 3] : hub;
    for (int32_t i = mesh->fan_start[hub]; i < mesh->fan_start[hub + 1]; i++) {
        const int32_t neighbour = mesh->fan[i];
        const int32_t *other = mesh->triangle[neighbour].vertex;
        const bool has_tip = other[0] == tip || other[1] == tip || other[2] == tip;
        if (neighbour == triangle || !has_tip)
            continue;
        if (square_to(mesh, neighbour, query->centre) < square * NEARER)
            return false;
    }
    return true;
}

// Is another triangle at a point of this one, within the tolerance, whether they share vertices or not?
static bool is_another_at(const query *query, int32_t other, int32_t triangle, v3 point)
{
    const double reach = query->mesh->tolerance * query->mesh->tolerance;
    if (other == triangle || mesh_is_farther(query->mesh, other, point, reach))
        return false;
    return square_to(query->mesh, other, point) <= reach;
}

// Do all triangles at the point come no nearer?
static bool is_minimum_here(const query *query, int32_t triangle, v3 point, double square)
{
    for (int i = 0; i < query->candidates; i++) {
        const int32_t other = query->candidate[i];
        if (is_another_at(query, other, triangle, point) &&
            square_to(query->mesh, other, query->centre) < square * NEARER)
            return false;
    }
    return true;
}

// What an open edge of a triangle is at a point of it: it may lie on other triangles for a part of its length only.
static mesh_role role_here(const query *query, int32_t triangle, int32_t edge, v3 point)
{
    const mesh_role role = query->mesh->edge[edge].role;
    mesh_part flattest = MESH_PART_CREASE;
    for (int i = 0; i < query->candidates && flattest > role.part; i++) {
        const int32_t other = query->candidate[i];
        if (!is_another_at(query, other, triangle, point))
            continue;
        const mesh_part part = mesh_part_over(query->mesh, edge, other);
        flattest = part < flattest ? part : flattest;
    }
    if (flattest == MESH_PART_CREASE)
        return (mesh_role){MESH_PART_CREASE, edge};
    return (mesh_role){flattest, role.id};
}

static bool comes_before(const hit *first, const hit *second)
{
    return first->touch.distance < second->touch.distance ||
           (first->touch.distance == second->touch.distance && first->element < second->element);
}

// Keeps the nearest HITS_MOST, each element once, nearest first.
static void add_hit(query *query, const hit *hit)
{
    int at = query->hits;
    for (int i = 0; i < query->hits; i++) {
        struct hit *known = &query->best[i];
        if (known->element == hit->element) {
            known->owner = hit->owner < known->owner ? hit->owner : known->owner;
            return;
        }
    }
    while (at > 0 && comes_before(hit, &query->best[at - 1]))
        at--;
    if (at == HITS_MOST)
        return;
    if (query->hits < HITS_MOST)
        query->hits++;
    const size_t behind = (size_t)(query->hits - 1 - at);
    memmove(query->best + at + 1, query->best + at, behind * sizeof *hit);
    query->best[at] = *hit;
}

static void add_face(query *query, int32_t p, int32_t triangle)
{
    const mesh_patch *patch = &query->mesh->patch[p];
    double height = v3_dot(patch->normal, query->centre) - patch->offset;
    hit hit = {
        .role = {MESH_PART_PATCH, p},
        .element = p,
        .group = patch->group,
        .key = patch->region,
        .owner = triangle,
    };
    hit.touch.distance = fabs(height);
    hit.touch.normal = height < 0 ? v3_scale(-1, patch->normal) : patch->normal;
    hit.touch.point = v3_fma(query->centre, -height, patch->normal);
    if (hit.touch.distance < query->within)
        add_hit(query, &hit);
}

static void add_rim(query *query, int32_t triangle, int place, mesh_role role, v3 point)
{
    const mesh *mesh = query->mesh;
    const mesh_triangle *tri = &mesh->triangle[triangle];
    v3 d = v3_sub(query->centre, point);
    hit hit = {.role = role, .group = -1, .owner = triangle};
    if (place < 4)
        hit.element = mesh->patches + tri->edge[place - 1];
    else
        hit.element = mesh->patches + mesh->edges + tri->vertex[place - 4];
    if (role.part == MESH_PART_SMOOTH) {
        hit.group = mesh->patch[role.id].group;
        hit.key = mesh->patch[role.id].region;
    } else {
        hit.key = (int64_t)(role.part == MESH_PART_CREASE ? 1 : 2) << 40 | role.id;
    }
    const double distance = v3_norm(d);
    hit.touch.distance = distance;
    hit.touch.normal = distance > 0 ? v3_scale(1 / distance, d) : tri->normal;
    hit.touch.point = point;
    if (hit.touch.distance < query->within)
        add_hit(query, &hit);
}

// Does a triangle, over the inside of which the centre is, hold all of its plane that the ball reaches? Then nothing else of
// its face can be nearest anywhere. No matter of parts, for which it counts which triangles lie there.
static bool covers(const query *query, const mesh_triangle *triangle, v3 foot, double left)
{
    const mesh *mesh = query->mesh;
    for (int k = 0; k < 3; k++) {
        const v3 a = mesh->vertex[triangle->vertex[k]];
        const int32_t next = triangle->vertex[(k + 1) % 3];
        const v3 along = v3_sub(mesh->vertex[next], a);
        const v3 arm = v3_sub(foot, a);
        const v3 turn = v3_cross(along, arm);
        const double area = v3_dot(turn, triangle->normal);
        const double length = v3_dot(along, along);
        if (!(area > 0))
            return false;
        if (!(area * area > left * length))
            return false;
    }
    return !mesh->joined;
}

// Is a place on an edge or at a corner, where other triangles meet this one, inside of a face that is touched already? Then it
// could only give that face once more.
static bool is_of_known_face(const query *query, const mesh_triangle *triangle, int place,
                             mesh_role role)
{
    const mesh *mesh = query->mesh;
    if (mesh->joined || role.part != MESH_PART_PATCH)
        return false;
    int32_t triangles;
    if (place < 4) {
        triangles = mesh->edge[triangle->edge[place - 1]].triangles;
    } else {
        const int32_t vertex = triangle->vertex[place - 4];
        triangles = mesh->fan_start[vertex + 1] - mesh->fan_start[vertex];
    }
    for (int i = 0; triangles > 1 && i < query->hits; i++) {
        if (query->best[i].element == role.id)
            return true;
    }
    return false;
}

// True where the triangle covers its face.
static bool look_at(query *query, int32_t triangle)
{
    const mesh *mesh = query->mesh;
    const mesh_triangle *tri = &mesh->triangle[triangle];
    v3 point;
    const double most = query->within * query->within;
    if (mesh_is_farther(mesh, triangle, query->centre, most))
        return false;
    int place = mesh_closest(mesh, triangle, query->centre, &point);
    v3 d = v3_sub(query->centre, point);
    double square = v3_dot(d, d);
    if (square >= most)
        return false;
    if (!place) {
        add_face(query, tri->patch, triangle);
        return covers(query, tri, point, most * MESH_SLACK - square);
    }
    mesh_role role = place < 4 ? mesh->edge[tri->edge[place - 1]].role
                               : mesh->vertex_role[tri->vertex[place - 4]];
    if (is_of_known_face(query, tri, place, role) ||
        !is_minimum_of_fan(query, triangle, place, square) ||
        !is_minimum_here(query, triangle, point, square))
        return false;
    const int32_t edge = place < 4 ? tri->edge[place - 1] : -1;
    if (edge >= 0 && mesh->edge[edge].triangles == 1 && role.part <= MESH_PART_SMOOTH)
        role = role_here(query, triangle, edge, point);
    if (role.part == MESH_PART_PATCH)
        add_face(query, role.id, triangle);
    else
        add_rim(query, triangle, place, role, point);
    return false;
}

// ---- which of them act

static bool yields_to(const hit *own, const hit *nearer)
{
    const v3 away = v3_sub(own->touch.point, nearer->touch.point);
    const double near = COINCIDENT * nearer->touch.distance;
    if (v3_dot(away, away) <= near * near)
        return true;
    const bool grouped = own->group >= 0;
    const bool one_surface = grouped ? own->group == nearer->group : own->key == nearer->key;
    const double cosine = v3_dot(own->touch.normal, nearer->touch.normal);
    return one_surface && cosine > MESH_SMOOTH_COSINE;
}

// Does a triangle cut the line from the centre to the point before its end?
static bool cuts(const mesh *mesh, int32_t triangle, v3 from, v3 to)
{
    const mesh_triangle *tri = &mesh->triangle[triangle];
    v3 a = mesh->vertex[tri->vertex[0]];
    v3 along = v3_sub(to, from);
    double rise = v3_dot(along, tri->normal);
    double height = v3_dot(v3_sub(a, from), tri->normal);
    double share = rise != 0 ? height / rise : 0;
    if (!(share > 0 && share < AHEAD))
        return false;
    v3 q;
    v3 x = v3_fma(from, share, along);
    return mesh_closest(mesh, triangle, x, &q) == 0;
}

static bool is_hidden(const query *query, const hit *hit)
{
    for (int i = 0; i < query->candidates; i++) {
        if (cuts(query->mesh, query->candidate[i], query->centre, hit->touch.point))
            return true;
    }
    return false;
}

static void sort_by_element(hit *list, int count)
{
    for (int i = 1; i < count; i++) {
        hit moved = list[i];
        int j = i;
        for (; j > 0 && list[j - 1].element > moved.element; j--)
            list[j] = list[j - 1];
        list[j] = moved;
    }
}

int mesh_touches(const mesh *mesh, v3 centre, double within, const int32_t *candidate,
                 int candidates, mesh_touch out[MESH_TOUCH_MOST])
{
    query query; // the hits are left unset: kilobytes to clear in every call
    hit kept[MESH_TOUCH_MOST];
    int count = 0;
    query.mesh = mesh;
    query.centre = centre;
    query.within = within;
    query.candidate = candidate;
    query.candidates = candidates;
    query.hits = 0;
    int32_t covered = -1;
    for (int i = 0; i < candidates; i++) {
        const int32_t patch = mesh->triangle[candidate[i]].patch;
        if (patch != covered && look_at(&query, candidate[i]))
            covered = patch;
    }
    for (int i = 0; i < query.hits; i++) {
        bool acts = true;
        for (int j = 0; j < i && acts; j++)
            acts = !yields_to(&query.best[i], &query.best[j]);
        if (!acts || (i > 0 && is_hidden(&query, &query.best[i])) ||
            mesh->triangle[query.best[i].owner].beside)
            continue;
        if (count == MESH_TOUCH_MOST)
            return -1;
        kept[count++] = query.best[i];
    }
    sort_by_element(kept, count);
    for (int i = 0; i < count; i++) {
        int64_t rank = 0;
        for (int j = 0; j < i; j++)
            rank += kept[j].key == kept[i].key;
        out[i] = kept[i].touch;
        out[i].feature = kept[i].key | rank << 32;
    }
    return count;
}
