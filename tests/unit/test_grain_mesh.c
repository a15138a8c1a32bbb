// test_grain_mesh.c - grains with corners at walls with faces, edges and corners: against planes, against the shortest
// way out of convex bodies, along courses over edges.
#include "../harness.h"
#include "mesh_shapes.h"
#include "wall_choice.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/random.h"
#include "collide/grain_mesh.h"
#include "shape/builders.h"
#include "shape/core.h"

#include <unistd.h>

enum { TURNED_MOST = 4096, NEAR_MOST = 1 << 20, TOUCH_MOST = 4096 };

// ---- grains

typedef struct grain {
    model_shape shape;
    grain_form form;
    v3 turned[TURNED_MOST];
    grain_pose pose;
    v3 centre;
} grain;

static void grain_of(grain *g, const v3 *corner, int32_t corners, double radius)
{
    scree_error e;
    memset(g, 0, sizeof *g);
    if (core_from_hull(
            &(core_points){.point = corner, .points = corners, .radius = radius, .name = "a test"},
            &g->shape, NULL, &e) != SCREE_OK) {
        printf("    %s: %s\n", e.where, e.what);
        abort();
    }
    g->shape.core.potential = true;
    if (grain_form_make(&g->shape.core, "a test", &g->form, &e) != SCREE_OK ||
        g->form.turned > TURNED_MOST) {
        printf("    %s: %s\n", e.where, e.what);
        abort();
    }
}

static void grain_at(grain *g, v3 centre, q4 turn)
{
    g->centre = centre;
    grain_turn(&g->form, turn, g->turned);
    g->pose = (grain_pose){
        .form = &g->form,
        .radius = g->shape.clump.radius[0],
        .turn = turn,
        .turned = g->turned,
    };
}

static void grain_clear(grain *g)
{
    grain_form_clear(&g->form);
    free(g->shape.core.vertex);
    free(g->shape.core.edge);
    free(g->shape.core.triangle);
    free(g->shape.core.face);
    free(g->shape.clump.at);
    free(g->shape.clump.radius);
}

static void cube_of(grain *g, double edge, double radius)
{
    v3 corner[20];
    int32_t n = build_platonic(CUBE, edge - 2 * radius, corner);
    grain_of(g, corner, n, radius);
}

static void platonic_of(grain *g, platonic which, double edge, double radius)
{
    v3 corner[20];
    int32_t n = build_platonic(which, edge, corner);
    grain_of(g, corner, n, radius);
}

// ---- walls

typedef struct wall {
    primitive *shape;
    wall_faces faces;
    placed_wall placed;
    bool pushes; // nothing attracts: pushes have a potential
} wall;

static void wall_made(wall *w, choice *c)
{
    scree_error e;
    if (made(c, &w->shape, NULL, &e) != SCREE_OK ||
        wall_faces_make(w->shape, &w->faces, &e) != SCREE_OK) {
        printf("    %s: %s\n", e.where, e.what);
        abort();
    }
    w->pushes = false;
    w->placed = (placed_wall){w->shape, primitive_reference(w->shape), q4_identity(),
                              w->faces.surface ? &w->faces : NULL};
}

static void wall_of_facets(wall *w, const facets *f)
{
    char path[64];
    snprintf(path, sizeof path, "test-grain-mesh-%ld.stl", (long)getpid());
    FILE *file = fopen(path, "w");
    if (!file)
        abort();
    fprintf(file, "solid s\n");
    for (int32_t i = 0; i < f->count; i++) {
        fprintf(file, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3; k++) {
            v3 p = f->corner[3 * i + k];
            fprintf(file, "vertex %.17g %.17g %.17g\n", p.x, p.y, p.z);
        }
        fprintf(file, "endloop\nendfacet\n");
    }
    fprintf(file, "endsolid s\n");
    fclose(file);
    choice c = choose("mesh");
    set_text(&c, "file", path);
    set_text(&c, "unit", "m");
    set_real(&c, "scale", 1);
    wall_made(w, &c);
    remove(path);
}

static void wall_plane(wall *w, v3 normal)
{
    choice c = choose("plane");
    set_vector(&c, "point", 0, 0, 0);
    set_vector(&c, "normal", normal.x, normal.y, normal.z);
    wall_made(w, &c);
}

static void wall_box(wall *w, v3 low, v3 high, const char *side)
{
    choice c = choose("box");
    set_vector(&c, "low", low.x, low.y, low.z);
    set_vector(&c, "high", high.x, high.y, high.z);
    set_text(&c, "side", side);
    wall_made(w, &c);
}
static void wall_block(wall *w, v3 half)
{
    wall_box(w, v3_scale(-1, half), half, "outside");
}

static void wall_clear(wall *w)
{
    wall_faces_clear(&w->faces);
    primitive_free(w->shape);
}

// ---- contacts

typedef struct meeting {
    touch item[TOUCH_MOST];
    double curvature[TOUCH_MOST];
    int count, lost;
    v3 force, moment; // of stiffness 1: weight times overlap
} meeting;

// What is near is looked for within `around`.
static void meet_within(const wall *w, const grain *g, double reach, double around, meeting *m)
{
    static int32_t near[NEAR_MOST];
    int32_t n = grain_wall_near(&w->placed, &g->pose, g->centre, around, near, NEAR_MOST);
    if (n > NEAR_MOST)
        abort();
    touch_list list = {.item = m->item, .room = TOUCH_MOST, .pushes = w->pushes};
    if (!grain_wall_touches(&(grain_at_wall){&w->placed, &g->pose, g->centre, reach}, near, n,
                            &list, m->curvature))
        abort();
    m->count = list.count;
    m->lost = list.lost;
    m->force = m->moment = v3_make(0, 0, 0);
    for (int i = 0; i < m->count; i++) {
        const double overlap = m->item[i].extra - m->item[i].gap;
        v3 f = v3_scale(m->item[i].weight * real_max(overlap, 0), m->item[i].normal);
        m->force = v3_add(m->force, f);
        m->moment = v3_add(m->moment, v3_cross(m->item[i].point, f));
    }
}

static void meet(const wall *w, const grain *g, double reach, meeting *m)
{
    meet_within(w, g, reach, reach, m);
}

static q4 any_turn(rng *r)
{
    q4 q;
    q.w = rng_normal(r);
    q.x = rng_normal(r);
    q.y = rng_normal(r);
    q.z = rng_normal(r);
    return q4_unit(q);
}

// Rise of the lowest point of the grain over z = 0 when its centre is at 0.
static double lowest(const grain *g)
{
    double low = INFINITY;
    for (int32_t i = 0; i < g->shape.core.vertices; i++)
        low = real_min(low, g->turned[i].z);
    return low - g->shape.core.radius;
}

// A square floor of unlike triangles: quads with corners moved about, cut along either diagonal.
static void uneven_floor(facets *f, double half, int n)
{
    uint64_t seed = 7;
    v3 *p = malloc((size_t)(n + 1) * (size_t)(n + 1) * sizeof *p);
    if (!p)
        abort();
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            bool rim = i == 0 || j == 0 || i == n || j == n;
            double dx = rim ? 0 : uniform(&seed, -0.3, 0.3),
                   dy = rim ? 0 : uniform(&seed, -0.3, 0.3);
            p[i * (n + 1) + j] =
                v3_make(half * (2 * (i + dx) / n - 1), half * (2 * (j + dy) / n - 1), 0);
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            v3 a = p[i * (n + 1) + j], b = p[(i + 1) * (n + 1) + j],
               c = p[(i + 1) * (n + 1) + j + 1], d = p[i * (n + 1) + j + 1];
            if ((i * 7 + j * 3) % 5 < 2)
                add_quad(f, a, b, c, d);
            else
                add_quad(f, b, c, d, a);
        }
    free(p);
}

// A grain anywhere on a floor of triangles has the contacts that it has on a plane.
TEST(a_floor_of_triangles_is_a_plane)
{
    static const int cuts[] = {1, 3, 17, 60};
    static grain g;
    static meeting on_plane, on_mesh;
    rng r = rng_make(1, 1);
    wall plane;
    wall_plane(&plane, v3_make(0, 0, 1));
    for (int c = 0; c < 4; c++) {
        facets f = {0};
        wall floor;
        uneven_floor(&f, 10, cuts[c]);
        wall_of_facets(&floor, &f);
        CHECK_MSG(floor.faces.edges == 4 && floor.faces.corners == 4, "%d edges, %d corners",
                  floor.faces.edges, floor.faces.corners);
        for (int kind = 0; kind < 6; kind++) {
            platonic_of(&g,
                        kind % 3 == 0   ? CUBE
                        : kind % 3 == 1 ? TETRAHEDRON
                                        : ICOSAHEDRON,
                        1, kind < 3 ? 0 : 0.1);
            for (int n = 0; n < 200; n++) {
                q4 turn = n % 4 ? any_turn(&r) : q4_identity();
                grain_at(&g, v3_make(0, 0, 0), turn);
                double x = rng_range(&r, -3, 3), y = rng_range(&r, -3, 3),
                       z = rng_range(&r, -0.05, 0.01);
                grain_at(&g, v3_make(x, y, z - lowest(&g)), turn);
                double reach = n % 3 ? 0 : 0.02;
                meet(&plane, &g, reach, &on_plane);
                meet(&floor, &g, reach, &on_mesh);
                CHECK(on_mesh.count == on_plane.count && on_mesh.lost == 0);
                for (int i = 0; i < on_mesh.count && i < on_plane.count; i++) {
                    const touch *a = &on_mesh.item[i], *b = &on_plane.item[i];
                    CHECK_NEAR(a->gap, b->gap, 1e-13);
                    CHECK_NEAR(v3_norm(v3_sub(a->normal, b->normal)), 0, 1e-13);
                    CHECK_NEAR(v3_norm(v3_sub(a->point, b->point)), 0, 1e-12);
                    CHECK_NEAR(a->weight, b->weight, 1e-11);
                }
            }
            grain_clear(&g);
        }
        wall_clear(&floor);
        free(f.corner);
    }
    wall_clear(&plane);
}

// Strips of a floor, each divided otherwise, whose corners are off their common lines by less than the tolerance: cracks.
static void cracked_floor(facets *f, double half, int strips, double off)
{
    rng r = rng_make(8, 1);
    for (int j = 0; j < strips; j++) {
        const int parts = 3 + (5 * j) % 7;
        const double y0 = half * (2.0 * j / strips - 1);
        const double y1 = half * (2.0 * (j + 1) / strips - 1);
        v3 low = v3_make(-half, y0, 0);
        v3 high = v3_make(-half, y1, 0);
        for (int i = 1; i <= parts; i++) {
            const double x = half * (2.0 * i / parts - 1);
            v3 next_low = v3_make(x, y0 + rng_range(&r, -off, off), 0);
            v3 next_high = v3_make(x, y1 + rng_range(&r, -off, off), 0);
            add_quad(f, low, next_low, next_high, high);
            low = next_low;
            high = next_high;
        }
    }
}

// A corner of a cube goes down right beside the line where two strips meet. Where the rim counts as near, all triangles are asked.
TEST(nothing_falls_through_a_crack)
{
    static grain g;
    static meeting now;
    rng r = rng_make(9, 1);
    facets f = {0};
    wall floor;
    const int strips = 8;
    const double half = 10;
    const double tolerance = 1e-6 * 2 * half * sqrt(2);
    cracked_floor(&f, half, strips, 0.2 * tolerance);
    wall_of_facets(&floor, &f);
    CHECK_MSG(floor.faces.edges == 4, "%d edges", floor.faces.edges);
    cube_of(&g, 1, 0);
    const q4 on_corner = q4_unit((q4){0.880476235, 0.364705199, -0.279848142, 0.115916842});
    for (int n = 0; n < 4000; n++) {
        grain_at(&g, v3_make(0, 0, 0), on_corner);
        const v3 *tip = &g.turned[0];
        for (int32_t i = 1; i < g.shape.core.vertices; i++)
            tip = g.turned[i].z < tip->z ? &g.turned[i] : tip;
        const double line = half * (2.0 * (1 + n % (strips - 1)) / strips - 1);
        const double x = rng_range(&r, -8, 8);
        const double aside = rng_range(&r, -0.3, 0.3) * tolerance;
        const v3 down = v3_make(x, line + aside, -0.01);
        grain_at(&g, v3_sub(down, *tip), on_corner);
        meet_within(&floor, &g, 0, n % 2 ? 0 : 2 * half, &now);
        REQUIRE(now.count == 1 && now.lost == 0);
        CHECK_NEAR(now.item[0].gap, -0.01, 1e-12);
    }
    grain_clear(&g);
    wall_clear(&floor);
    free(f.corner);
}

// ---- T-junctions: the same surface, cut so that edges end within edges, and so that none do

// Two squares of which one goes on beyond the other: a part of an edge is a rim, the rest inside of a face.
static void joint_corner(facets *f, bool joined)
{
    add_sheet(f, v3_make(-2, -2, 0), v3_make(2, 0, 0), v3_make(0, 4, 0), 1, joined ? 1 : 2);
    add_sheet(f, v3_make(0, 0, 0), v3_make(2, 0, 0), v3_make(0, 2, 0), 1, 1);
}

// A box of which each face is cut otherwise: at each edge meet edges of several lengths.
static void joint_box(facets *f, bool joined)
{
    const v3 x = v3_make(3, 0, 0);
    const v3 y = v3_make(0, 3, 0);
    const v3 z = v3_make(0, 0, 3);
    const v3 low = v3_make(-1.5, -1.5, -1.5);
    add_sheet(f, low, y, x, 1, joined ? 2 : 1);
    add_sheet(f, low, x, z, joined ? 3 : 1, 1);
    add_sheet(f, low, z, y, joined ? 2 : 1, joined ? 4 : 1);
    add_sheet(f, v3_add(low, z), x, y, 1, joined ? 5 : 1);
    add_sheet(f, v3_add(low, y), z, x, joined ? 3 : 1, joined ? 2 : 1);
    add_sheet(f, v3_add(low, x), y, z, joined ? 4 : 1, 1);
}

// A rib across a floor that does not know of it, and that ends before the rib does.
static void joint_rib(facets *f, bool joined)
{
    const v3 up = v3_make(0, 0, 1);
    if (joined) {
        add_sheet(f, v3_make(-2, -2, 0), v3_make(4, 0, 0), v3_make(0, 4, 0), 1, 1);
        add_sheet(f, v3_make(-1, 0, 0), v3_make(4, 0, 0), up, 1, 1);
        return;
    }
    add_sheet(f, v3_make(-2, -2, 0), v3_make(1, 0, 0), v3_make(0, 4, 0), 1, 2);
    add_sheet(f, v3_make(-1, -2, 0), v3_make(3, 0, 0), v3_make(0, 4, 0), 1, 2);
    add_sheet(f, v3_make(-1, 0, 0), v3_make(3, 0, 0), up, 1, 1);
    add_sheet(f, v3_make(2, 0, 0), v3_make(1, 0, 0), up, 1, 1);
}

// Two steps, tread, riser, tread: a convex and a concave edge, and a riser wider than the upper tread.
static void joint_steps(facets *f, bool joined)
{
    const v3 wide = v3_make(0, 4, 0);
    const v3 forth = v3_make(2, 0, 0);
    if (joined) {
        add_sheet(f, v3_make(-2, -1, 0), forth, v3_make(0, 2, 0), 1, 3);
        add_sheet(f, v3_make(0, -2, -1), v3_make(0, 0, 1), wide, 1, 1);
        add_sheet(f, v3_make(0, -2, -1), forth, wide, 2, 5);
        return;
    }
    add_sheet(f, v3_make(-2, -1, 0), forth, v3_make(0, 2, 0), 1, 1);
    add_sheet(f, v3_make(0, -2, -1), v3_make(0, 0, 1), v3_make(0, 1, 0), 1, 1);
    add_sheet(f, v3_make(0, -1, -1), v3_make(0, 0, 1), v3_make(0, 2, 0), 1, 1);
    add_sheet(f, v3_make(0, 1, -1), v3_make(0, 0, 1), v3_make(0, 1, 0), 1, 1);
    add_sheet(f, v3_make(0, -2, -1), forth, wide, 1, 1);
}

// How many of the places tried have a contact. Deeper than 0.4 of the rounding 2 of some 48,000 places of rounded cubes differ
// (docs/contacts-of-shapes.md).
static int compare_cuts(const wall *one, const wall *other, grain *g, rng *r)
{
    const double rounding = g->shape.core.radius;
    const double most = rounding > 0 ? 0.4 * rounding : 0.1;
    static meeting a, b;
    int touched = 0;
    for (int n = 0; n < 6000; n++) {
        v3 centre;
        centre.x = rng_range(r, -2.6, 2.6);
        centre.y = rng_range(r, -2.6, 2.6);
        centre.z = rng_range(r, -1.8, 1.8);
        grain_at(g, centre, any_turn(r));
        meet(one, g, 0, &a);
        meet(other, g, 0, &b);
        double deepest = 0;
        for (int i = 0; i < a.count; i++)
            deepest = real_max(deepest, -a.item[i].gap);
        for (int i = 0; i < b.count; i++)
            deepest = real_max(deepest, -b.item[i].gap);
        if (deepest > most || a.lost + b.lost > 0)
            continue;
        CHECK_MSG(a.count == b.count, "%d and %d contacts at (%g, %g, %g)", a.count, b.count,
                  centre.x, centre.y, centre.z);
        CHECK_NEAR(v3_norm(v3_sub(a.force, b.force)), 0, 1e-9);
        CHECK_NEAR(v3_norm(v3_sub(a.moment, b.moment)), 0, 1e-9);
        touched += a.count > 0;
    }
    return touched;
}

// Strips, each divided otherwise, in places with no common factor: four edges and four corners, whatever rounding does.
TEST(strips_of_a_floor_leave_its_rim_alone)
{
    const v3 size = v3_make(0.6, 0.4, 0);
    const int strips = 160;
    facets f = {0};
    wall floor;
    for (int j = 0; j < strips; j++) {
        const int parts = 1 + 240 * (3 + 5 * j % 7) / 9;
        for (int i = 0; i < parts; i++) {
            const double x0 = ((double)i / parts - 0.5) * size.x;
            const double x1 = ((i + 1.0) / parts - 0.5) * size.x;
            const double y0 = ((double)j / strips - 0.5) * size.y;
            const double y1 = ((j + 1.0) / strips - 0.5) * size.y;
            add_quad(&f, v3_make(x0, y0, 0), v3_make(x1, y0, 0), v3_make(x1, y1, 0),
                     v3_make(x0, y1, 0));
        }
    }
    wall_of_facets(&floor, &f);
    CHECK_MSG(floor.faces.edges == 4 && floor.faces.corners == 4, "%d edges, %d corners",
              floor.faces.edges, floor.faces.corners);
    wall_clear(&floor);
    free(f.corner);
}

TEST(where_edges_end_within_edges_nothing_is_felt_of_it)
{
    static void (*const scene[])(facets *, bool) = {joint_corner, joint_box, joint_rib,
                                                    joint_steps};
    static const double radius[] = {0, 0.1};
    static grain g;
    rng r = rng_make(10, 1);
    for (int k = 0; k < 4; k++) {
        facets f[2] = {0};
        wall wall[2];
        for (int joined = 0; joined < 2; joined++) {
            scene[k](&f[joined], joined);
            wall_of_facets(&wall[joined], &f[joined]);
        }
        CHECK_MSG(wall[0].faces.edges == wall[1].faces.edges &&
                      wall[0].faces.corners == wall[1].faces.corners,
                  "scene %d: %d edges and %d corners, joined %d and %d", k, wall[0].faces.edges,
                  wall[0].faces.corners, wall[1].faces.edges, wall[1].faces.corners);
        for (int kind = 0; kind < 4; kind++) {
            platonic_of(&g, kind < 2 ? CUBE : TETRAHEDRON, 1, radius[kind % 2]);
            const int touched = compare_cuts(&wall[0], &wall[1], &g, &r);
            CHECK_MSG(touched > 100, "scene %d, grain %d: %d contacts", k, kind, touched);
            grain_clear(&g);
        }
        for (int joined = 0; joined < 2; joined++) {
            wall_clear(&wall[joined]);
            free(f[joined].corner);
        }
    }
}

// ---- the potential of rounded grains at meshes

// Of a linear law of stiffness 1, as long as all normals are within 30 degrees of each other; -1: they are not.
static double energy_at(const wall *w, grain *g, v3 centre, q4 turn, meeting *m)
{
    grain_at(g, centre, turn);
    meet(w, g, 0, m);
    double overlap = 0;
    for (int i = 0; i < m->count; i++) {
        overlap = real_max(overlap, m->item[i].extra - m->item[i].gap);
        for (int j = 0; j < i; j++) {
            if (v3_dot(m->item[i].normal, m->item[j].normal) < 0.88)
                return -1;
        }
    }
    return 0.5 * overlap * overlap;
}

static q4 turned_by(q4 turn, v3 by)
{
    const q4 small = q4_unit((q4){1, 0.5 * by.x, 0.5 * by.y, 0.5 * by.z});
    return q4_mul(small, turn);
}

// Force and moment against the slope of the energy along a shift, or a turn, by `way`.
static bool slope_agrees(const wall *w, grain *g, v3 centre, q4 turn, v3 way, bool turns)
{
    static meeting here, there;
    const double step = 1e-6;
    const v3 none = {0, 0, 0};
    double energy[2];
    for (int k = 0; k < 2; k++) {
        const v3 by = v3_scale(k ? step : -step, way);
        energy[k] = energy_at(w, g, v3_add(centre, turns ? none : by),
                              turns ? turned_by(turn, by) : turn, &there);
        if (energy[k] < 0)
            return true;
    }
    if (energy_at(w, g, centre, turn, &here) < 0)
        return true;
    const double slope = (energy[1] - energy[0]) / (2 * step);
    const double work = v3_dot(turns ? here.moment : here.force, way);
    return fabs(slope + work) < 1e-5 * (v3_norm(here.force) + 1e-4);
}

TEST(rounded_grains_have_a_potential_at_edges_and_corners_of_meshes)
{
    static grain g;
    static meeting now;
    rng r = rng_make(11, 1);
    for (int kind = 0; kind < 4; kind++) {
        facets f = {0};
        wall wall;
        if (kind == 0)
            joint_box(&f, false);
        else if (kind == 1)
            joint_rib(&f, true);
        else if (kind == 2)
            joint_steps(&f, true);
        else
            joint_corner(&f, true);
        wall_of_facets(&wall, &f);
        wall.pushes = true;
        int touched = 0;
        int off = 0;
        for (int n = 0; n < 30000; n++) {
            if (n % 15000 == 0)
                platonic_of(&g, n ? TETRAHEDRON : CUBE, 1, 0.1);
            const v3 centre = v3_make(rng_range(&r, -2.4, 2.4), rng_range(&r, -2.4, 2.4),
                                      rng_range(&r, -1.8, 1.8));
            const q4 turn = any_turn(&r);
            const double energy = energy_at(&wall, &g, centre, turn, &now);
            bool meets = now.count > 0 && now.lost == 0 && energy > 0 && energy < 0.5 * 0.04 * 0.04;
            if (meets) {
                const v3 way = v3_unit(v3_make(rng_range(&r, -1, 1), rng_range(&r, -1, 1), 0.3));
                touched++;
                off += !slope_agrees(&wall, &g, centre, turn, way, false);
                off += !slope_agrees(&wall, &g, centre, turn, way, true);
            }
            if (n % 15000 == 14999)
                grain_clear(&g);
        }
        CHECK_MSG(touched > 300, "mesh %d: %d contacts", kind, touched);
        CHECK_MSG(off == 0, "mesh %d: %d of %d slopes are off", kind, off, 2 * touched);
        wall_clear(&wall);
        free(f.corner);
    }
}

// ---- the potential of sharp grains

// Of a linear law of stiffness 1: each group of a wall has an overlap of its own, which all of its contacts know.
static double energy_of_groups(const wall *w, grain *g, v3 centre, q4 turn, meeting *m)
{
    grain_at(g, centre, turn);
    meet(w, g, 0, m);
    double energy = 0;
    for (int i = 0; i < m->count; i++) {
        bool first = true;
        for (int j = 0; j < i; j++)
            first = first && m->item[j].joins != m->item[i].joins;
        const double overlap = m->item[i].extra - m->item[i].gap;
        energy += first ? 0.5 * overlap * overlap : 0;
    }
    return energy;
}

// How far the slope of the energy lies outside the forces on both sides of the place. A depth is the shortest of several ways out: where two are equally
// long the energy has a ridge, on which its slope is any between theirs.
static double slope_off(const wall *w, grain *g, v3 centre, q4 turn, v3 way, bool turns)
{
    static meeting there;
    const double step = 1e-6;
    const v3 none = {0, 0, 0};
    double energy[2];
    double work[2];
    double force = 0;
    for (int k = 0; k < 2; k++) {
        const v3 by = v3_scale(k ? step : -step, way);
        energy[k] = energy_of_groups(w, g, v3_add(centre, turns ? none : by),
                                     turns ? turned_by(turn, by) : turn, &there);
        work[k] = v3_dot(turns ? there.moment : there.force, way);
        force = fmax(force, v3_norm(there.force));
    }
    const double slope = (energy[1] - energy[0]) / (2 * step);
    const double below = fmin(work[0], work[1]) + slope;
    const double above = fmax(work[0], work[1]) + slope;
    return fmax(fmax(below, -above), 0) / (force + 1e-4);
}

static void wall_of_joints(int kind, wall *out)
{
    facets f = {0};
    if (kind == 0)
        joint_box(&f, true);
    else if (kind == 1)
        joint_rib(&f, true);
    else if (kind == 2)
        joint_steps(&f, true);
    else
        joint_corner(&f, true);
    wall_of_facets(out, &f);
    out->pushes = true;
    free(f.corner);
}

TEST(sharp_grains_have_a_potential_at_edges_and_corners_of_meshes)
{
    static grain g;
    static meeting now;
    rng r = rng_make(12, 1);
    for (int kind = 0; kind < 4; kind++) {
        wall wall;
        wall_of_joints(kind, &wall);
        int touched = 0;
        int off = 0;
        for (int n = 0; n < 20000; n++) {
            if (n % 10000 == 0)
                platonic_of(&g, n ? TETRAHEDRON : CUBE, 1, 0);
            // One draw a statement: the order of arguments is the compiler's.
            const double x = rng_range(&r, -2.4, 2.4);
            const double y = rng_range(&r, -2.4, 2.4);
            const v3 centre = v3_make(x, y, rng_range(&r, -1.8, 1.8));
            const q4 turn = any_turn(&r);
            const double energy = energy_of_groups(&wall, &g, centre, turn, &now);
            const bool meets = now.count > 0 && now.lost == 0;
            if (meets && energy > 1e-9 && energy < 0.5 * 0.04 * 0.04) {
                const double along = rng_range(&r, -1, 1);
                const v3 way = v3_unit(v3_make(along, rng_range(&r, -1, 1), 0.3));
                touched++;
                off += slope_off(&wall, &g, centre, turn, way, false) > 1e-4;
                off += slope_off(&wall, &g, centre, turn, way, true) > 1e-4;
            }
            if (n % 10000 == 9999)
                grain_clear(&g);
        }
        CHECK_MSG(touched > 200, "mesh %d: %d contacts", kind, touched);
        CHECK_MSG(off == 0, "mesh %d: %d of %d slopes are off", kind, off, 2 * touched);
        wall_clear(&wall);
    }
}

// A cone of fifty facets that stands on its opening, its tip at the origin.
static void wall_of_cone(wall *out, double height)
{
    facets f = {0};
    const v3 tip = v3_make(0, 0, 0);
    const double wide = 0.577 * height;
    for (int i = 0; i < 50; i++) {
        const double a = 2 * PI * i / 50;
        const double b = 2 * PI * (i + 1) / 50;
        add_facet(&f, tip, v3_make(wide * cos(a), wide * sin(a), -height),
                  v3_make(wide * cos(b), wide * sin(b), -height));
    }
    wall_of_facets(out, &f);
    out->pushes = true;
    free(f.corner);
}

typedef struct course {
    v3 centre, way, spin;
    q4 turn;
} course;

static course any_course(rng *r, double aside, double low, double high)
{
    course c;
    c.centre =
        v3_make(rng_range(r, -aside, aside), rng_range(r, -aside, aside), rng_range(r, low, high));
    c.turn = any_turn(r);
    c.way = v3_make(rng_normal(r), rng_normal(r), rng_normal(r));
    c.spin = v3_make(rng_normal(r), rng_normal(r), rng_normal(r));
    return c;
}

// Is the wall in the grain as deep as its anchors, where nothing tells from which side it came?
static bool is_through(const wall *w, const grain *g)
{
    int32_t triangle[200];
    const int n = mesh_near(w->faces.surface, g->centre, 2, triangle, 200);
    return n > 200 || grain_mesh_crosses(&w->placed, &g->pose, g->centre, triangle, n);
}

// Along a course the energy changes by the work of the forces, but for what falls with the step; how often it does not.
static int jumps_along(const wall *w, grain *g, course c, int *steps)
{
    static meeting last, now;
    int jumps = 0;
    double energy = energy_of_groups(w, g, c.centre, c.turn, &last);
    for (int i = 0; i < 100; i++) {
        const double overlap = sqrt(2 * energy);
        if (!(overlap > 1e-4) || overlap > 0.02 || last.lost || is_through(w, g))
            return jumps;
        const v3 shift = v3_scale(0.005 * overlap, c.way);
        const v3 by = v3_scale(0.005 * overlap, c.spin);
        c.centre = v3_add(c.centre, shift);
        c.turn = turned_by(c.turn, by);
        const double next = energy_of_groups(w, g, c.centre, c.turn, &now);
        const v3 force = v3_add(now.force, last.force);
        const v3 moment = v3_add(now.moment, last.moment);
        const double work = 0.5 * (v3_dot(force, shift) + v3_dot(moment, by));
        const bool jumps_here = fabs(next - energy + work) > 0.01 * energy;
        jumps += jumps_here && !now.lost && !is_through(w, g);
        (*steps)++;
        energy = next;
        last = now;
    }
    return jumps;
}

static void follow_courses(const wall *w, double low, double high, const char *name)
{
    static grain g;
    rng r = rng_make(13, 1);
    int jumps = 0;
    int steps = 0;
    cube_of(&g, 1, 0);
    const int courses = harness_of(4000);
    for (int n = 0; n < courses; n++)
        jumps += jumps_along(w, &g, any_course(&r, 1.2, low, high), &steps);
    CHECK_MSG(steps > courses / 2, "%s: %d steps", name, steps);
    CHECK_MSG(jumps == 0, "%s: %d jumps in %d steps", name, jumps, steps);
    grain_clear(&g);
}

TEST(no_energy_jumps_along_courses_of_sharp_grains)
{
    wall cone, box, room;
    facets f = {0};
    wall_of_cone(&cone, 6);
    follow_courses(&cone, -1, 0.9, "cone");
    wall_clear(&cone);
    wall_of_joints(0, &box); // cut otherwise on each side
    follow_courses(&box, 0, 1.9, "box");
    wall_clear(&box);
    const v3 ridge = v3_make(0, 4, 0);
    add_sheet(&f, v3_make(0, -2, 0), v3_make(3, 0, -0.4), ridge, 1, 1);
    add_sheet(&f, v3_make(0, -2, 0), v3_make(-3, 0, -0.4), ridge, 1, 1);
    wall_of_facets(&room, &f);
    room.pushes = true;
    follow_courses(&room, -0.9, 0.9, "bent plate");
    wall_clear(&room);
    free(f.corner);
}

// In the corner of a room, of triangles or inside a box, each wall pushes as a plane by itself does.
static void compare_with_planes(const wall *room)
{
    static grain g;
    static meeting one, all;
    wall plane[3];
    rng r = rng_make(2, 1);
    wall_plane(&plane[0], v3_make(1, 0, 0));
    wall_plane(&plane[1], v3_make(0, 1, 0));
    wall_plane(&plane[2], v3_make(0, 0, 1));
    for (int kind = 0; kind < 4; kind++) {
        cube_of(&g, 1, kind % 2 ? 0.1 : 0);
        for (int n = 0; n < 500; n++) {
            v3 small;
            small.x = rng_range(&r, -0.03, 0.03);
            small.y = rng_range(&r, -0.03, 0.03);
            small.z = rng_range(&r, -0.03, 0.03);
            q4 turn = kind < 2 ? q4_identity() : q4_unit((q4){1, small.x, small.y, small.z});
            v3 at;
            at.x = 0.5 + rng_range(&r, -0.05, 0.05);
            at.y = 0.5 + rng_range(&r, -0.05, 0.05);
            at.z = 0.5 + rng_range(&r, -0.05, 0.05);
            grain_at(&g, at, turn);
            meet(room, &g, 0, &all);
            v3 force = v3_make(0, 0, 0), moment = force;
            int count = 0;
            for (int k = 0; k < 3; k++) {
                meet(&plane[k], &g, 0, &one);
                force = v3_add(force, one.force);
                moment = v3_add(moment, one.moment);
                count += one.count;
            }
            CHECK_MSG(all.count == count, "%d contacts, not %d", all.count, count);
            CHECK_NEAR(v3_norm(v3_sub(all.force, force)), 0, 1e-12);
            CHECK_NEAR(v3_norm(v3_sub(all.moment, moment)), 0, 1e-12);
        }
        grain_clear(&g);
    }
    for (int k = 0; k < 3; k++)
        wall_clear(&plane[k]);
}

TEST(corners_of_rooms_are_three_planes)
{
    facets f = {0};
    wall room, box;
    v3 x = v3_make(4, 0, 0), y = v3_make(0, 4, 0), z = v3_make(0, 0, 4), o = v3_make(0, 0, 0);
    add_sheet(&f, o, x, y, 3, 3);
    add_sheet(&f, o, y, z, 3, 3);
    add_sheet(&f, o, z, x, 3, 3);
    wall_of_facets(&room, &f);
    wall_box(&box, o, v3_make(4, 4, 4), "inside");
    compare_with_planes(&room);
    compare_with_planes(&box);
    wall_clear(&box);
    wall_clear(&room);
    free(f.corner);
}

// The gap between two convex bodies with their radii, by the search for the shortest way out, and its direction to the
// grain.
static double convex_gap(const grain *block, const grain *g, v3 *way)
{
    convex a = convex_of(&block->form.hull, block->turned, block->shape.core.radius),
           b = convex_of(&g->form.hull, g->turned, g->shape.core.radius);
    v3 offset = v3_sub(g->centre, block->centre);
    double radii = a.radius + b.radius;
    convex_nearest near;
    convex_state state = convex_distance(&a, &b, offset, 1e9, &near);
    if (state == CONVEX_APART) {
        double far = v3_norm(near.apart);
        *way = v3_scale(1 / far, near.apart);
        return far - radii;
    }
    convex_way out = convex_overlap(&a, &b, offset);
    *way = out.axis;
    return out.gap - radii;
}

// Around a block every overlap is felt, about as deep as it is and about in the direction of the shortest way out; and
// nothing is felt where there is none.
TEST(a_block_of_triangles_is_a_convex_body)
{
    static grain block, g;
    static meeting m;
    rng r = rng_make(3, 1);
    v3 half = v3_make(1, 1.3, 0.8), corner[8];
    build_box(v3_scale(2, half), corner);
    grain_of(&block, corner, 8, 0);
    grain_at(&block, v3_make(0, 0, 0), q4_identity());
    for (int kind = 0; kind < 12; kind++) {
        facets f = {0};
        wall w;
        add_box(&f, v3_scale(-1, half), half, 1 + kind % 3);
        if (kind % 2)
            wall_of_facets(&w, &f);
        else
            wall_block(&w, half);
        platonic_of(&g,
                    kind % 4 == 0   ? CUBE
                    : kind % 4 == 1 ? TETRAHEDRON
                    : kind % 4 == 2 ? OCTAHEDRON
                                    : DODECAHEDRON,
                    0.7, kind < 6 ? 0 : 0.15);
        int overlaps = 0, none = 0, ghosts = 0, astray = 0, shallow = 0;
        for (int n = 0; n < 4000; n++) {
            v3 at, way;
            at.x = rng_range(&r, -2, 2);
            at.y = rng_range(&r, -2, 2);
            at.z = rng_range(&r, -2, 2);
            grain_at(&g, at, any_turn(&r));
            double gap = convex_gap(&block, &g, &way), depth = rng_range(&r, -0.02, 0.06);
            at = v3_fma(at, -gap - depth, way); // now about so deep, if the way stays the same
            grain_at(&g, at, g.pose.turn);
            gap = convex_gap(&block, &g, &way);
            if (gap < -0.06)
                continue;
            meet(&w, &g, 0, &m);
            if (gap > 1e-9) {
                ghosts += m.count > 0;
                continue;
            }
            if (gap > -1e-6)
                continue;
            overlaps++;
            double force = v3_norm(m.force);
            none += !(force > 0);
            astray += force > 0 && v3_dot(m.force, way) < 0.7 * force;
            shallow += force > 0 && (force < 0.4 * -gap || force > 2.5 * -gap);
        }
        CHECK_MSG(overlaps > 2000 && none == 0 && ghosts == 0,
                  "kind %d: %d of %d overlaps not felt, %d felt apart", kind, none, overlaps,
                  ghosts);
        // a tip of a sharp tetrahedron may go out another way than the shortest
        CHECK_MSG(astray <= (kind < 6 ? overlaps / 10 : 0), "kind %d: %d go another way", kind,
                  astray);
        CHECK_MSG(shallow <= 3, "kind %d: %d are felt by another depth", kind, shallow);
        grain_clear(&g);
        wall_clear(&w);
        free(f.corner);
    }
    grain_clear(&block);
}

// A cube that lies half over the edge of a block, at the same height all the way, slides off and tilts to and fro:
// force and moment change by no more than the way explains.
TEST(nothing_jumps_where_a_face_lies_over_an_edge)
{
    static grain g;
    static meeting m;
    wall w;
    wall_block(&w, v3_make(1, 1, 1));
    for (int kind = 0; kind < 2; kind++) {
        cube_of(&g, 1, kind ? 0.15 : 0);
        const double depth = 0.01;
        v3 force = v3_make(0, 0, 0), moment = force;
        for (int n = 0; n <= 4000; n++) { // slides
            grain_at(&g, v3_make(0.6 + (kind ? 0.7 : 0.85) * n / 4000, 0.1, 1.5 - depth),
                     q4_identity());
            meet(&w, &g, 0, &m);
            CHECK_NEAR(m.force.z, depth,
                       kind ? 2e-5 : 1e-12); // rounded: what is beyond the edge fades out
            CHECK_NEAR(v3_norm(m.force), depth, kind ? 2e-5 : 1e-12);
            // the border goes on, corner by corner: the middle of the support moves by half as much
            if (n)
                CHECK_MSG(v3_norm(v3_sub(m.moment, moment)) < (kind ? 0.03 : 2e-3) * depth,
                          "%d: moment at %d", kind, n);
            moment = m.moment;
        }
        for (int n = 0; n <= 4000; n++) { // tilts
            double t = 0.05 * (n - 2000.0) / 2000;
            grain_at(&g, v3_make(1.1, 0.1, 1.5 - depth), q4_unit((q4){1, 0, t, 0}));
            meet(&w, &g, 0, &m);
            if (n) {
                CHECK_MSG(v3_norm(v3_sub(m.force, force)) < 2e-4, "%d: force at %d", kind, n);
                CHECK_MSG(v3_norm(v3_sub(m.moment, moment)) < 2e-4, "%d: moment at %d", kind, n);
            }
            force = m.force;
            moment = m.moment;
        }
        grain_clear(&g);
    }
    wall_clear(&w);
}

// Of contacts whose normals point up; 0: there are none.
static double deepest(const meeting *m)
{
    double depth = 0;
    for (int i = 0; i < m->count; i++) {
        if (m->item[i].normal.z > 0.999)
            depth = real_max(depth, -m->item[i].gap);
    }
    return depth;
}

// The solver by impulses presses thinly rounded grains into walls by more than their rounding. Their anchors know from
// which side they came: until then, too, contacts with a floor are those with a plane.
static void compare_in_floor(const wall *floor, const wall *plane, grain *g, rng *r)
{
    static meeting on_plane, on_floor;
    q4 turn = any_turn(r);
    grain_at(g, v3_make(0, 0, 0), turn);
    double x = rng_range(r, -3, 3);
    double y = rng_range(r, -3, 3);
    double z = rng_range(r, -0.05, 0.01);
    grain_at(g, v3_make(x, y, z - lowest(g)), turn);
    g->pose.anchored = true;
    meet(plane, g, 0.005, &on_plane);
    meet(floor, g, 0.005, &on_floor);
    CHECK(on_floor.lost == 0);
    if (floor->shape->sheet &&
        floor->faces.made) { // beside its deepest corner no other counts in full
        CHECK_NEAR(deepest(&on_floor), deepest(&on_plane), 1e-13);
        return;
    }
    CHECK_MSG(on_floor.count == on_plane.count, "%d and %d contacts", on_floor.count,
              on_plane.count);
    CHECK_NEAR(v3_norm(v3_sub(on_floor.force, on_plane.force)), 0, 1e-12);
    CHECK_NEAR(v3_norm(v3_sub(on_floor.moment, on_plane.moment)), 0, 1e-12);
}

TEST(thin_roundings_know_where_they_came_from)
{
    static grain g;
    rng r = rng_make(5, 1);
    wall plane;
    wall floor;
    wall disk;
    facets f = {0};
    choice c = choose("disk");
    set_vector(&c, "centre", 0, 0, 0);
    set_vector(&c, "normal", 0, 0, 1);
    set_real(&c, "radius", 10);
    wall_made(&disk, &c);
    wall_plane(&plane, v3_make(0, 0, 1));
    uneven_floor(&f, 10, 17);
    wall_of_facets(&floor, &f);
    for (int kind = 0; kind < 3; kind++) {
        platonic_of(&g, (platonic[]){CUBE, TETRAHEDRON, ICOSAHEDRON}[kind], 1, 0.002);
        for (int n = 0; n < 400; n++)
            compare_in_floor(n % 2 ? &floor : &disk, &plane, &g, &r);
        grain_clear(&g);
    }
    free(f.corner);
    wall_clear(&disk);
    wall_clear(&floor);
    wall_clear(&plane);
}

// A rounded cube that goes down over the edge of a block, face, edge and corner of both: nothing jumps where the core
// comes into the block.
TEST(nothing_jumps_where_a_core_comes_into_a_wall)
{
    static grain g;
    static meeting now;
    rng r = rng_make(6, 1);
    wall block;
    wall_block(&block, v3_make(1, 1, 1));
    cube_of(&g, 1, 0.005);
    const double step = 2e-4;
    int inside = 0;
    double largest = 0;
    const int courses = harness_of(200);
    for (int course = 0; course < courses; course++) {
        q4 turn = any_turn(&r);
        v3 way = v3_unit(v3_make(rng_range(&r, -1, 1), rng_range(&r, -1, 1), 1));
        v3 aim = v3_make(rng_range(&r, 0, 1.1), rng_range(&r, 0, 1.1), 1);
        double last = 0;
        double far = 1.6;
        for (int n = 0; n < 6000; n++, far -= step) {
            grain_at(&g, v3_fma(aim, far, way), turn);
            g.pose.anchored = true;
            meet(&block, &g, 0, &now);
            double force = v3_norm(now.force);
            if (force > 0.007)
                break;
            inside += force > 0.005;
            largest = real_max(largest, fabs(force - last));
            last = force;
        }
    }
    printf("    %d places with the core in the block; largest step of the force %g\n", inside,
           largest);
    CHECK(inside > 5 * courses);
    CHECK(largest < 4 * step);
    grain_clear(&g);
    wall_clear(&block);
}

// An angle in the plane goes down onto a block's upright edge, which comes into one of its arms: back the way it came, by
// the depth in the core and the rounding, with nothing but that edge.
TEST(a_thinly_rounded_outline_goes_back_over_an_edge)
{
    static grain g;
    static meeting now;
    const v3 corner[] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    const double rounding = 0.002;
    const core_points given = {
        .point = corner,
        .points = 6,
        .closed = true,
        .radius = rounding,
        .name = "a test",
    };
    scree_error e;
    wall block;
    memset(&g, 0, sizeof g);
    REQUIRE(core_from_outline(&given, &g.shape, NULL, &e) == SCREE_OK);
    REQUIRE(grain_form_make(&g.shape.core, "a test", &g.form, &e) == SCREE_OK);
    wall_block(&block, v3_make(1, 1, 1));
    const v3 out = v3_unit(v3_make(1, 1, 0));
    grain_at(&g, v3_make(0, 0, 0), (q4){1, 0, 0, 0});
    // The long side, from corner 0 to corner 1, turned so that its outward normal is opposed to `out`.
    const v3 along = v3_unit(v3_sub(g.turned[1], g.turned[0]));
    const v3 normal = v3_make(along.y, -along.x, 0);
    const double cosine = -v3_dot(normal, out);
    const double sine = -(normal.x * out.y - normal.y * out.x);
    const double half = sqrt(0.5 * (1 + cosine));
    grain_at(&g, v3_make(0, 0, 0), (q4){half, 0, 0, sine / (2 * half)});
    const v3 middle = v3_scale(0.5, v3_add(g.turned[0], g.turned[1]));
    int checked = 0;
    for (double depth = 0.01 * rounding; depth < 0.2; depth *= 1.3, checked++) {
        const v3 aim = v3_fma(v3_make(1, 1, 0), rounding - depth, out);
        g.centre = v3_sub(aim, middle);
        g.pose.anchored = true;
        meet(&block, &g, 0, &now);
        REQUIRE(now.count == 1 && now.lost == 0);
        CHECK_NEAR(now.item[0].gap, -depth, 1e-12);
        CHECK_NEAR(v3_norm(v3_sub(now.item[0].normal, out)), 0, 1e-9);
    }
    CHECK(checked > 30);
    grain_clear(&g);
    wall_clear(&block);
}

TEST_MAIN
