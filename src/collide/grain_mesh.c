// grain_mesh.c - a grain with a radius at the faces, edges and corners of a wall, and what is near.
//
// The distance between core and wall is taken where it has a minimum: in the inside of both features, with a normal
// that both of them turn to the other. So each place is one contact, however the faces were cut.
//
// A list of near features holds: the number of vertices, and for each its index, a count and so many triangles (of a
// wall that is no mesh: one, 0); the number of edges of the wall, and for each its index, a count and so many edges of
// the grain; the number of corners, and for each its index, a count and so many faces, a count and so many edges.
#include "collide/grain_mesh.h"

#include "collide/closest.h"
#include "collide/grain_mesh_parts.h"

// ---- what is near

typedef struct writer {
    int32_t *item;
    int32_t room, count;
} writer;

static void put(writer *w, int32_t what)
{
    if (w->count < w->room)
        w->item[w->count] = what;
    w->count++;
}
static void set(writer *w, int32_t at, int32_t what)
{
    if (at < w->room)
        w->item[at] = what;
}

typedef struct search {
    mesh_meeting q;
    double limit, distance; // of features from each other; between grain and wall
    v3 low, high;           // of the grain, in the frame of the wall
    writer out;
} search;

static int32_t near_parts(const search *s, int32_t i, int32_t *out, int32_t room)
{
    const mesh_meeting *q = &s->q;
    if (q->sharp)
        return mesh_near(q->mesh, mesh_into_wall(q, q->g->turned[i]), s->limit, out, room);
    return ball_wall_near(q->wall->shape, q->wall->position, q->wall->orientation,
                          v3_add(q->centre, q->g->turned[i]), q->core->radius, s->distance, out,
                          room);
}

static void near_vertices(search *s)
{
    int32_t head = s->out.count;
    int32_t count = 0;
    put(&s->out, 0);
    for (int32_t i = 0; i < s->q.core->vertices; i++) {
        int32_t at = s->out.count + 2;
        int32_t room = s->out.room > at ? s->out.room - at : 0;
        int32_t n = near_parts(s, i, room ? s->out.item + at : NULL, room);
        if (n == 0)
            continue;
        put(&s->out, i);
        put(&s->out, n);
        s->out.count += n;
        count++;
    }
    set(&s->out, head, count);
}

static bool beside(v3 a0, v3 a1, v3 b0, v3 b1, double limit)
{
    return real_max(a0.x, a1.x) + limit < real_min(b0.x, b1.x) ||
           real_max(b0.x, b1.x) + limit < real_min(a0.x, a1.x) ||
           real_max(a0.y, a1.y) + limit < real_min(b0.y, b1.y) ||
           real_max(b0.y, b1.y) + limit < real_min(a0.y, a1.y) ||
           real_max(a0.z, a1.z) + limit < real_min(b0.z, b1.z) ||
           real_max(b0.z, b1.z) + limit < real_min(a0.z, a1.z);
}

// Writes a count, and the edges of the grain near the segment, which may be a point. False: none, nothing is written.
static bool put_edges(search *s, v3 m0, v3 m1)
{
    const mesh_meeting *q = &s->q;
    int32_t head = s->out.count;
    int32_t count = 0;
    put(&s->out, 0);
    for (int32_t e = 0; e < q->core->edges; e++) {
        v3 g0 = q->g->turned[q->core->edge[e][0]];
        v3 g1 = q->g->turned[q->core->edge[e][1]];
        if (beside(m0, m1, g0, g1, s->limit))
            continue;
        v3 apart = closest_of_segments(m0, m1, g0, g1).apart;
        if (!(v3_dot(apart, apart) < s->limit * s->limit))
            continue;
        put(&s->out, e);
        count++;
    }
    set(&s->out, head, count);
    return count > 0;
}

static void near_edges(search *s)
{
    const mesh_meeting *q = &s->q;
    int32_t head = s->out.count;
    int32_t count = 0;
    box_walk walk;
    put(&s->out, 0);
    box_walk_begin(&walk, &q->faces->by_edge, s->low, s->high);
    for (int32_t e = box_walk_next(&walk); e >= 0; e = box_walk_next(&walk)) {
        const int32_t *end = q->faces->edge[e];
        int32_t before = s->out.count;
        put(&s->out, e);
        if (put_edges(s, mesh_vertex_seen(q, end[0]), mesh_vertex_seen(q, end[1])))
            count++;
        else
            s->out.count = before;
    }
    set(&s->out, head, count);
}

// The nearest point of a face of the grain to x, both in the frame of the grain; the square of the distance.
static double closest_on_face(const model_core *c, int32_t f, v3 x, v3 *place)
{
    double least = INFINITY;
    for (int32_t t = c->face[f]; t < c->face[f + 1]; t++) {
        const int32_t *v = c->triangle[t];
        const v3 corner[3] = {c->vertex[v[0]], c->vertex[v[1]], c->vertex[v[2]]};
        v3 on = closest_on_triangle(x, corner).place;
        v3 d = v3_sub(x, on);
        if (!(v3_dot(d, d) < least))
            continue;
        least = v3_dot(d, d);
        *place = on;
    }
    return least;
}

static bool put_faces(search *s, v3 p)
{
    const model_core *c = s->q.core;
    int32_t head = s->out.count;
    int32_t count = 0;
    v3 x = q4_rotate(q4_conjugate(s->q.g->turn), p);
    v3 place;
    put(&s->out, 0);
    for (int32_t f = 0; f < c->faces; f++) {
        if (fabs(v3_dot(s->q.sides->normal[f], v3_sub(x, c->vertex[c->triangle[c->face[f]][0]]))) >
            s->limit)
            continue;
        if (!(closest_on_face(c, f, x, &place) < s->limit * s->limit))
            continue;
        put(&s->out, f);
        count++;
    }
    set(&s->out, head, count);
    return count > 0;
}

// Corners of the wall; of a sharp grain all that are in the box around it.
static void near_corners(search *s)
{
    const mesh_meeting *q = &s->q;
    int32_t head = s->out.count;
    int32_t count = 0;
    box_walk walk;
    put(&s->out, 0);
    box_walk_begin(&walk, &q->faces->by_corner, s->low, s->high);
    for (int32_t c = box_walk_next(&walk); c >= 0; c = box_walk_next(&walk)) {
        v3 x = q->mesh->vertex[q->faces->corner[c]];
        v3 p = mesh_vertex_seen(q, q->faces->corner[c]);
        if (x.x < s->low.x || x.y < s->low.y || x.z < s->low.z)
            continue;
        if (x.x > s->high.x || x.y > s->high.y || x.z > s->high.z)
            continue;
        int32_t before = s->out.count;
        put(&s->out, c);
        bool near = q->sharp;
        if (q->sharp) {
            put(&s->out, 0);
            put(&s->out, 0);
        } else {
            near = put_faces(s, p);
            near = put_edges(s, p, p) || near;
        }
        if (near)
            count++;
        else
            s->out.count = before;
    }
    set(&s->out, head, count);
}

int32_t grain_mesh_near(const placed_wall *w, const grain_pose *g, v3 centre, double distance,
                        int32_t *list, int32_t room)
{
    search s = {.q = mesh_meeting_of(w, g, centre), .distance = distance, .out = {list, room, 0}};
    s.limit = distance + (s.q.sharp ? s.q.sides->deep : s.q.core->radius);
    for (int32_t i = 0; i < s.q.core->vertices; i++) {
        v3 x = mesh_into_wall(&s.q, g->turned[i]);
        if (i == 0)
            s.low = s.high = x;
        s.low = v3_make(real_min(s.low.x, x.x), real_min(s.low.y, x.y), real_min(s.low.z, x.z));
        s.high = v3_make(real_max(s.high.x, x.x), real_max(s.high.y, x.y), real_max(s.high.z, x.z));
    }
    v3 wide = v3_make(s.limit, s.limit, s.limit);
    s.low = v3_sub(s.low, wide);
    s.high = v3_add(s.high, wide);
    near_vertices(&s);
    near_edges(&s);
    near_corners(&s);
    return s.out.count;
}

// ---- contacts of a core with a radius

// On a flat part of a mesh a vertex counts wherever it is, as it does on a plane; at edges and corners, which may be
// nearer to another part of the grain, where its own edges lie behind.
static bool round_vertex(const mesh_meeting *q, int32_t i, const int32_t *part, int32_t parts)
{
    const placed_wall *w = q->wall;
    wall_touch found[WALL_TOUCH_MOST];
    int n =
        ball_wall_touches(w->shape, w->position, w->orientation, v3_add(q->centre, q->g->turned[i]),
                          q->core->radius, q->reach, part, parts, found);
    for (int k = 0; k < n; k++) {
        bool face = !q->faces->made && found[k].feature >> 40 == 0;
        int64_t which = found[k].feature & ((INT64_C(1) << 42) - 1);
        touch t = {.point = v3_sub(found[k].point, q->centre),
                   .normal = found[k].normal,
                   .gap = found[k].gap,
                   .feature = (int64_t)MESH_KEY_VERTEX << 60 | (int64_t)i << 42 | which,
                   .weight = face ? 1 : mesh_grain_vertex(q, i, found[k].normal)};
        mesh_add(q, &t, found[k].curvature);
    }
    return n >= 0;
}

// From a place on the wall to one on the core, a vector `apart`.
static void add_apart(const mesh_meeting *q, v3 on_wall, v3 apart, double square, touch *t)
{
    double distance = sqrt(square);
    t->normal = v3_scale(1 / distance, apart);
    t->point = on_wall;
    t->gap = distance - q->core->radius;
}

static bool within_reach(const mesh_meeting *q, double square)
{
    double limit = q->core->radius + q->reach;
    if (!(square > 0))
        q->list->lost++;
    return square > 0 && square < limit * limit;
}

static bool inside(double share)
{
    return share > 0 && share < 1;
}

// Next to an end of an edge, where the end itself still fades out, what the edge does fades in.
static double off_ends(double share, v3 from, v3 to, double square)
{
    double along = v3_norm(v3_sub(to, from)) * real_min(share, 1 - share);
    return along < MESH_FADE * sqrt(square) ? along / (MESH_FADE * sqrt(square)) : 1;
}

static void round_edges(const mesh_meeting *q, int32_t of_wall, v3 m0, v3 m1, int32_t of_grain)
{
    const int32_t *end = q->core->edge[of_grain];
    v3 g0 = q->g->turned[end[0]];
    v3 g1 = q->g->turned[end[1]];
    segment_pair near = closest_of_segments(m0, m1, g0, g1);
    double square = v3_dot(near.apart, near.apart);
    if (!inside(near.share_a) || !inside(near.share_b) || !within_reach(q, square))
        return;
    touch t = {.feature = mesh_key(MESH_KEY_EDGES, of_wall, of_grain)};
    add_apart(q, near.on_a, near.apart, square, &t);
    t.weight =
        real_min(mesh_wall_edge(q, of_wall, t.normal), mesh_grain_edge(q, of_grain, t.normal));
    t.weight *= off_ends(near.share_a, m0, m1, square) * off_ends(near.share_b, g0, g1, square);
    mesh_add(q, &t, 0);
}

static void corner_on_edge(const mesh_meeting *q, int32_t corner, v3 p, int32_t of_grain)
{
    const int32_t *end = q->core->edge[of_grain];
    v3 place;
    v3 g0 = q->g->turned[end[0]];
    v3 g1 = q->g->turned[end[1]];
    double share = closest_on_segment(p, g0, g1, &place);
    v3 apart = v3_sub(place, p);
    double square = v3_dot(apart, apart);
    if (!inside(share) || !within_reach(q, square))
        return;
    touch t = {.feature = mesh_key(MESH_KEY_CORNER_EDGE, corner, of_grain)};
    add_apart(q, p, apart, square, &t);
    t.weight =
        real_min(mesh_wall_corner(q, corner, t.normal), mesh_grain_edge(q, of_grain, t.normal)) *
        off_ends(share, g0, g1, square);
    mesh_add(q, &t, 0);
}

#define UPRIGHT                                                                                    \
    1e-12 // of the square of a distance: how far off the foot may be of a place over the inside of a face

static void corner_on_face(const mesh_meeting *q, int32_t corner, v3 p, int32_t f)
{
    v3 x = q4_rotate(q4_conjugate(q->g->turn), p);
    v3 place;
    double square = closest_on_face(q->core, f, x, &place);
    double up = v3_dot(q->sides->normal[f], v3_sub(place, x));
    if (square - up * up > UPRIGHT * square || !within_reach(q, square))
        return;
    touch t = {.feature = mesh_key(MESH_KEY_CORNER, corner, f)};
    add_apart(q, p, q4_rotate(q->g->turn, v3_sub(place, x)), square, &t);
    t.weight = mesh_wall_corner(q, corner, t.normal);
    mesh_add(q, &t, 0);
}

// ---- all contacts

static const int32_t *meet_vertices(const mesh_meeting *q, const int32_t *near, bool *ok)
{
    for (int32_t k = *near++; k > 0; k--) {
        int32_t i = *near++;
        int32_t n = *near++;
        if (q->sharp)
            mesh_sharp_vertex(q, i, near, n);
        else
            *ok = round_vertex(q, i, near, n) && *ok;
        near += n;
    }
    return near;
}

static const int32_t *meet_edges(const mesh_meeting *q, const int32_t *near)
{
    for (int32_t k = *near++; k > 0; k--) {
        int32_t e = *near++;
        const int32_t *end = q->faces->edge[e];
        v3 m0 = mesh_vertex_seen(q, end[0]);
        v3 m1 = mesh_vertex_seen(q, end[1]);
        for (int32_t n = *near++; n > 0; n--)
            (q->sharp ? mesh_sharp_edges : round_edges)(q, e, m0, m1, *near++);
    }
    return near;
}

static void meet_corners(const mesh_meeting *q, const int32_t *near)
{
    for (int32_t k = *near++; k > 0; k--) {
        int32_t c = *near++;
        v3 p = mesh_vertex_seen(q, q->faces->corner[c]);
        if (q->sharp)
            mesh_sharp_corner(q, c, p);
        for (int32_t n = *near++; n > 0; n--)
            corner_on_face(q, c, p, *near++);
        for (int32_t n = *near++; n > 0; n--)
            corner_on_edge(q, c, p, *near++);
    }
}

// By the overlaps.
static void share(touch *item, int count)
{
    for (int i = 0; i < count; i++)
        item[i].depth = real_max(-item[i].gap, 0);
    touch_share_alike(item, count);
}

bool grain_mesh_touches(const placed_wall *w, const grain_pose *g, v3 centre, const int32_t *near,
                        double reach, touch_list *list, double *curvature)
{
    mesh_meeting q = mesh_meeting_of(w, g, centre);
    int before = list->count;
    bool ok = true;
    q.reach = reach;
    q.list = list;
    q.curvature = curvature;
    near = meet_vertices(&q, near, &ok);
    near = meet_edges(&q, near);
    meet_corners(&q, near);
    if (ok && !q.core->summed && list->count > before && list->count <= list->room)
        share(list->item + before, list->count - before);
    return ok;
}

// ---- through

// The ends of an edge of what must not be reached: the core, or the anchors of a sharp grain.
static void inner_edge(const mesh_meeting *q, int32_t e, v3 out[2])
{
    for (int k = 0; k < 2; k++) {
        int32_t v = q->core->edge[e][k];
        out[k] = mesh_into_wall(q, q->sharp ? q4_rotate(q->g->turn, q->sides->anchor[v])
                                            : q->g->turned[v]);
    }
}

static void corners_of(const mesh *m, int32_t t, v3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = m->vertex[m->triangle[t].vertex[k]];
}

static bool cuts_face(const mesh_meeting *q, const v3 corner[3])
{
    const model_core *c = q->core;
    for (int32_t t = 0; !q->sharp && t < c->triangles; t++) {
        v3 of_grain[3];
        for (int k = 0; k < 3; k++)
            of_grain[k] = mesh_into_wall(q, q->g->turned[c->triangle[t][k]]);
        for (int k = 0; k < 3; k++)
            if (closest_segment_triangle(corner[k], corner[(k + 1) % 3], of_grain).cuts)
                return true;
    }
    return false;
}

// Is a place, in the frame of the wall, in a core with faces (by the parity of a line out of it), or in a sharp grain
// as deep as its anchors?
static bool in_core(const mesh_meeting *q, v3 p)
{
    const model_core *c = q->core;
    const sharp *solid = &q->g->form->solid;
    if (q->sharp) {
        v3 seen = v3_add(q->offset, q4_rotate(q->wall->orientation, p));
        sharp_nearest near;
        p = q4_rotate(q4_conjugate(q->g->turn), seen);
        return sharp_inside(solid, p) && !sharp_closest(solid, p, q->sides->deep, &near);
    }
    v3 out = v3_fma(p, 4 * q->g->radius,
                    v3_make(0.36514837167011072, 0.44721359549995793, 0.81649658092772603));
    bool odd = false;
    for (int32_t t = 0; t < c->triangles; t++) {
        v3 of_grain[3];
        for (int k = 0; k < 3; k++)
            of_grain[k] = mesh_into_wall(q, q->g->turned[c->triangle[t][k]]);
        odd = odd != closest_segment_triangle(p, out, of_grain).cuts;
    }
    return odd;
}

bool grain_mesh_crosses(const placed_wall *w, const grain_pose *g, v3 centre,
                        const int32_t *triangle, int32_t triangles)
{
    mesh_meeting q = mesh_meeting_of(w, g, centre);
    for (int32_t i = 0; i < triangles; i++) {
        v3 corner[3];
        v3 end[2];
        corners_of(q.mesh, triangle[i], corner);
        for (int32_t e = 0; e < q.core->edges; e++) {
            inner_edge(&q, e, end);
            if (closest_segment_triangle(end[0], end[1], corner).cuts)
                return true;
        }
        if (cuts_face(&q, corner) || in_core(&q, corner[0]))
            return true;
    }
    return false;
}
