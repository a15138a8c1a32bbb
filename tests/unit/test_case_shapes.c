// test_case_shapes.c - shapes in cases: what they become, the resolved text, and what a faulty one is told.
// label: sanitize
#include "case_fixture.h"
#include "harness.h"

#include <math.h>
#include <unistd.h>

#define PI 3.14159265358979323846

static const char head[] = "scree: 1\n"
                           "gravity: 0\n"
                           "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m]}\n"
                           "materials: {a: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
                           "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
                           "run: {duration: 1 ms}\n";

static const char l_block[] =
    "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
    "v 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
    "f 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n"
    "f 7 8 9 10 11 12\n";
static const char l_bottom[] = "f 6 5 4 3 2 1\n";

static void write_block(const char *name, bool whole)
{
    FILE *f = fopen(name, "w");
    REQUIRE(f);
    fputs(l_block, f);
    fputs(whole ? l_bottom : "", f);
    fclose(f);
}

static void write_text(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    REQUIRE(f);
    fputs(text, f);
    fclose(f);
}

// Two tetrahedra through each other; a triangle there and back.
static const char crossing[] =
    "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    "v 1 1 -1\nv 5 1 -1\nv 1 5 -1\nv 1 1 3\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n";
static const char thin[] =
    "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

// A block with a slot of 0.5 from above.
static const char slot[] =
    "v 0 0 0\nv 3 0 0\nv 3 0 2\nv 2 0 2\nv 2 0 1\nv 1.5 0 1\nv 1.5 0 2\nv 0 0 2\n"
    "v 0 1 0\nv 3 1 0\nv 3 1 2\nv 2 1 2\nv 2 1 1\nv 1.5 1 1\nv 1.5 1 2\nv 0 1 2\n"
    "f 1 2 3 4 5 6 7 8\nf 16 15 14 13 12 11 10 9\nf 1 9 10 2\nf 2 10 11 3\nf 3 11 12 4\n"
    "f 4 12 13 5\nf 5 13 14 6\nf 6 14 15 7\nf 7 15 16 8\nf 8 16 9 1\n";

// A block with a sharp notch: its sides meet, and are apart in that corner by rounding alone.
static const char notch[] =
    "v 0 0 0\nv 3 0 0\nv 3 2 0\nv 1.7 2 0\nv 1.5 0.3 0\nv 1.3 2 0\nv 0 2 0\n"
    "v 0 0 1\nv 3 0 1\nv 3 2 1\nv 1.7 2 1\nv 1.5 0.3 1\nv 1.3 2 1\nv 0 2 1\n"
    "f 7 6 5 4 3 2 1\nf 8 9 10 11 12 13 14\nf 1 2 9 8\nf 2 3 10 9\nf 3 4 11 10\n"
    "f 4 5 12 11\nf 5 6 13 12\nf 6 7 14 13\nf 7 1 8 14\n";

// A case of the given shapes, in two or three dimensions.
static reading read_shapes(int dimensions, const char *shapes)
{
    static char text[200000];
    snprintf(text, sizeof text, "%sdimensions: %d\nshapes:\n%s", head, dimensions, shapes);
    return read_case(text);
}

static char *resolved(const reading *r)
{
    case_families f = test_families();
    return r->status == SCREE_OK ? case_resolved(&r->m, &f) : NULL;
}

static bool is_read(const reading *r)
{
    char *text = fault_text(&r->faults);
    bool good = CHECK_MSG(r->status == SCREE_OK, "%s", text);
    free(text);
    return good;
}

static bool same(const void *a, const void *b, size_t size)
{
    return size == 0 || !memcmp(a, b, size);
}

// Number by number: what stands between them in memory means nothing.
static bool same_spread(const spread *a, const spread *b)
{
    const bool kinds = a->kind == b->kind && a->by == b->by && a->power == b->power;
    const bool sizes = a->value == b->value && a->from == b->from && a->to == b->to;
    const bool forms = a->deviation == b->deviation && a->exponent == b->exponent;
    return kinds && sizes && forms && a->mean == b->mean && !a->table == !b->table;
}

static void check_same_shape(const model_shape *a, const model_shape *b)
{
    const model_core *c = &a->core, *d = &b->core;
    CHECK_STR(a->name, b->name);
    CHECK(same_spread(&a->radius, &b->radius));
    CHECK(a->clump.balls == b->clump.balls && a->clump.volume == b->clump.volume);
    CHECK(same(&a->clump.inertia, &b->clump.inertia, sizeof a->clump.inertia));
    CHECK(same(a->clump.at, b->clump.at, (size_t)a->clump.balls * sizeof *a->clump.at));
    CHECK(same(a->clump.radius, b->clump.radius, (size_t)a->clump.balls * sizeof *a->clump.radius));
    REQUIRE(c->vertices == d->vertices && c->edges == d->edges && c->triangles == d->triangles &&
            c->faces == d->faces);
    CHECK(same(c->vertex, d->vertex, (size_t)c->vertices * sizeof *c->vertex));
    CHECK(same(c->edge, d->edge, (size_t)c->edges * sizeof *c->edge));
    CHECK(same(c->triangle, d->triangle, (size_t)c->triangles * sizeof *c->triangle));
    CHECK(!c->faces || same(c->face, d->face, (size_t)(c->faces + 1) * sizeof *c->face));
    CHECK(c->radius == d->radius && c->contact_radius == d->contact_radius);
    CHECK(c->meeting == d->meeting);
    CHECK(c->weights == d->weights);
    CHECK(c->potential == d->potential);
}

// The resolved text reads back to the same shapes, bit for bit, and to the same text.
static void check_round_trip(const reading *r)
{
    char *once = resolved(r);
    REQUIRE(once);
    reading again = read_case(once);
    if (is_read(&again)) {
        char *twice = resolved(&again);
        CHECK_STR(twice, once);
        free(twice);
        CHECK(again.m.shapes == r->m.shapes);
        for (int i = 0; i < r->m.shapes; i++)
            check_same_shape(&r->m.shape[i], &again.m.shape[i]);
    }
    reading_clear(&again);
    free(once);
}

TEST(shapes_of_three_dimensions)
{
    write_block("block.obj", true);
    reading r = read_shapes(
        3, "  block: {polyhedron: {file: block.obj, unit: mm}}\n"
           "  large: {polyhedron: {file: block.obj, unit: mm, scale: 4, weights: sum}}\n"
           "  round: {spheropolyhedron: {file: block.obj, unit: mm, radius: 0.1 mm}}\n"
           "  hull: {polyhedron: {vertices: [[0 m, 0 m, 0 m], [3 mm, 0 m, 0 m], [0 m, 3 mm, 0 m], "
           "[0 m, 0 m, 3 mm], "
           "[0.5 mm, 0.5 mm, 0.5 mm]]}}\n"
           "  faces: {polyhedron: {vertices: [[0 m, 0 m, 0 m], [1 mm, 0 m, 0 m], [1 mm, 1 mm, 0 "
           "m], [0 m, 1 mm, 0 m], "
           "[0.5 mm, 0.5 mm, 1 mm]], faces: [[3, 2, 1, 0], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, "
           "4]], meeting: solid, "
           "weights: sum, contact_radius: 0.3 mm}}\n"
           "  rod: {spheropolyhedron: {vertices: [[1 mm, 0 m, 0 m], [4 mm, 0 m, 0 m]], radius: 0.5 "
           "mm}}\n"
           "  point: {spheropolyhedron: {vertices: [[1 mm, 0 m, 0 m]], radius: 0.5 mm}}\n"
           "  box: {spheropolyhedron: {builder: {box: [1 mm, 2 mm, 3 mm]}, radius: 0.25 mm, "
           "meeting: features}}\n"
           "  prism: {polyhedron: {builder: {prism: {sides: 6, radius: 1 mm, length: 2 mm}}}}\n"
           "  wheel: {polyhedron: {builder: {prism: {sides: 100, radius: 1 mm, length: 1 mm}}}}\n"
           "  ring: {clump: {ring: {balls: 6, radius: 2 mm, ball_radius: 1.5 mm}}}\n"
           "  filled: {clump: {fill: {file: block.obj, unit: mm, balls_most: 3}}}\n"
           "  single: {clump: {balls: [{at: [1 m, 0 m, 0 m], radius: 2 mm}]}}\n");
    REQUIRE(is_read(&r));
    const model_shape *s = r.m.shape;
    CHECK_REL(s[0].clump.volume, 3e-9, 1e-13);
    CHECK(s[0].core.meeting == MEET_SOLID && s[0].core.faces == 8 &&
          s[0].core.weights == WEIGHTS_NORM && s[0].core.radius == 0);
    CHECK_REL(s[0].core.contact_radius, cbrt(3e-9 * 0.75 / PI), 1e-13);
    CHECK_REL(s[1].clump.volume, 192e-9, 1e-13);
    CHECK(s[1].core.weights == WEIGHTS_SUM);
    CHECK(s[2].core.meeting == MEET_FEATURES && s[2].core.radius == 1e-4 &&
          s[2].core.contact_radius == 1e-4);
    CHECK(s[3].core.vertices == 4 && s[3].core.meeting == MEET_CONVEX);
    CHECK_REL(s[3].clump.volume, 4.5e-9, 1e-13);
    CHECK(s[4].core.vertices == 5 && s[4].core.edges == 8 && s[4].core.faces == 5 &&
          s[4].core.triangles == 6);
    CHECK(s[4].core.meeting == MEET_SOLID && s[4].core.weights == WEIGHTS_SUM &&
          s[4].core.contact_radius == 3e-4);
    CHECK_REL(s[4].clump.volume, 1e-9 / 3, 1e-13);
    CHECK(s[5].core.vertices == 2 && s[5].core.edges == 1 && s[5].core.meeting == MEET_CONVEX);
    CHECK_REL(s[5].clump.volume, PI * 0.75e-9 + PI / 6 * 1e-9, 1e-12);
    CHECK(s[6].core.vertices == 0 && s[6].clump.balls == 0 && s[6].radius.value == 5e-4);
    CHECK_REL(s[7].clump.volume, (6 + 22 * 0.25 + PI * 6 * 0.0625 + 4 * PI / 3 / 64) * 1e-9, 1e-12);
    CHECK(s[7].core.meeting == MEET_FEATURES);
    CHECK_REL(s[8].clump.volume, 1.5 * sqrt(3) * 2e-9, 1e-12);
    CHECK(s[8].core.faces == 8 && s[8].core.edges == 18 && s[8].core.meeting == MEET_CONVEX);
    CHECK(s[9].core.faces == 102 &&
          s[9].core.meeting == MEET_SOLID); // corners of its ends are too many for `convex`
    const double torus = 2 * PI * PI * 2e-3 * 2.25e-6;
    CHECK(s[10].clump.balls == 6 && s[10].core.vertices == 0);
    CHECK_REL(s[10].clump.volume, torus, 1e-14);
    CHECK_REL(s[10].clump.inertia.z, torus * (4e-6 + 0.75 * 2.25e-6), 1e-14);
    CHECK_REL(s[10].clump.inertia.x, torus * (2e-6 + 0.625 * 2.25e-6), 1e-14);
    CHECK_REL(s[10].radius.value, 3.5e-3, 1e-15);
    CHECK(s[11].clump.balls == 3);
    CHECK_REL(s[11].clump.volume, 3e-9, 1e-13);
    CHECK(s[12].clump.balls == 0 && s[12].radius.value == 2e-3); // a ball
    REQUIRE(r.notes.count == 2);
    CHECK_HAS(r.notes.item[1].what, "filled with 3 balls: ");
    CHECK_HAS(r.notes.item[0].what, "1 of the 5 vertices are no corners of their convex hull");
    check_round_trip(&r);
    reading_clear(&r);
    unlink("block.obj");
}

// Volumes and moments of the solids of edge 1 (inertia over density of the tetrahedron: V / 20, cube V / 6, octahedron
// V / 10, and the two of twelve and twenty faces by H. S. M. Coxeter's golden ratio).
TEST(platonic_solids)
{
    static const struct {
        const char *name;
        int vertices, edges, faces;
    } is[] = {{"tetrahedron", 4, 6, 4},
              {"cube", 8, 12, 6},
              {"octahedron", 6, 12, 8},
              {"dodecahedron", 20, 30, 12},
              {"icosahedron", 12, 30, 20}};
    const double g = (1 + sqrt(5.0)) / 2, g2 = g * g;
    const double volume[] = {1 / sqrt(72.0), 1, sqrt(2.0) / 3, (15 + 7 * sqrt(5.0)) / 4,
                             5 * (3 + sqrt(5.0)) / 12};
    const double moment[] = {1.0 / 20, 1.0 / 6, 1.0 / 10, (95 + 39 * sqrt(5.0)) / 300, g2 / 10};
    for (int i = 0; i < 5; i++) {
        char shape[200];
        snprintf(shape, sizeof shape, "  it: {polyhedron: {builder: {platonic: %s, size: 1 m}}}\n",
                 is[i].name);
        reading r = read_shapes(3, shape);
        REQUIRE(is_read(&r));
        const model_shape *s = &r.m.shape[0];
        CHECK(s->core.vertices == is[i].vertices && s->core.edges == is[i].edges &&
              s->core.faces == is[i].faces);
        CHECK(s->core.meeting == MEET_CONVEX);
        CHECK_REL(s->clump.volume, volume[i], 1e-14);
        CHECK_REL(s->clump.inertia.x, volume[i] * moment[i], 1e-13);
        CHECK(s->clump.inertia.x == s->clump.inertia.y && s->clump.inertia.y == s->clump.inertia.z);
        for (int e = 0; e < s->core.edges; e++) {
            const int32_t *v = s->core.edge[e];
            CHECK_REL(v3_norm(v3_sub(s->core.vertex[v[0]], s->core.vertex[v[1]])), 1, 1e-14);
        }
        check_round_trip(&r);
        reading_clear(&r);
    }
}

TEST(shapes_of_two_dimensions)
{
    reading r = read_shapes(
        2, "  rice: {spheropolygon: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm]], radius: 0.5 mm}}\n"
           "  square: {spheropolygon: {vertices: [[0 mm, 0 mm], [0 mm, 1 mm], [1 mm, 1 mm], [1 mm, "
           "0 mm]], radius: "
           "0.1 mm, weights: sum, contact_radius: 2 mm}}\n"
           "  bow: {spheropolygon: {vertices: [[-2 mm, 0 mm], [0 mm, 1 mm], [2 mm, 0 mm]], closed: "
           "false, radius: 0.2 "
           "mm}}\n"
           "  disk: {spheropolygon: {vertices: [[7 mm, 0 mm]], radius: 0.5 mm}}\n"
           "  filled: {clump: {fill: {vertices: [[0 mm, 0 mm], [4 mm, 0 mm], [4 mm, 2 mm], [0 mm, "
           "2 mm]], radius: 0.5 "
           "mm, spacing: 1 mm}}}\n");
    REQUIRE(is_read(&r));
    const model_shape *s = r.m.shape;
    CHECK_REL(s[0].clump.volume, 3e-6 + PI * 0.25e-6, 1e-13);
    CHECK(s[0].core.vertices == 2 && s[0].core.edges == 1 && s[0].core.meeting == MEET_FEATURES &&
          s[0].core.weights == WEIGHTS_NORM);
    CHECK(s[0].core.contact_radius == 5e-4 && s[0].clump.balls == 1);
    CHECK_REL(s[1].clump.volume, 1e-6 + 0.4e-6 + PI * 1e-8, 1e-13);
    CHECK(s[1].core.edges == 4 && s[1].core.weights == WEIGHTS_SUM &&
          s[1].core.contact_radius == 2e-3);
    CHECK(s[2].core.vertices == 3 && s[2].core.edges == 2);
    CHECK(s[3].core.vertices == 0 && s[3].clump.balls == 0 && s[3].radius.value == 5e-4);
    // rows of 3 and, shifted by half a spacing and 0.866 mm off, none: the height leaves no room for whole disks
    CHECK(s[4].clump.balls == 3 && s[4].clump.volume == 8e-6);
    REQUIRE(r.notes.count == 1);
    CHECK_STR(r.notes.item[0].what, "filled with 3 disks: 70.5 % of the area is left out");
    check_round_trip(&r);
    reading_clear(&r);
}

// A radius that closes a notch of the core is told; one that only rounds it is not.
TEST(a_radius_that_closes_gaps_is_told)
{
    static const struct {
        int dimensions;
        const char *shape, *says; // a part of the only note; NULL: none
    } is[] = {
        {2,
         "spheropolygon: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm], [3 mm, 2 mm], [2 mm, 2 mm], [2 "
         "mm, 1 mm], [1 mm, 1 "
         "mm], [1 mm, 2 mm], [0 mm, 2 mm]], radius: 0.6 mm}",
         "the radius of 0.0006 m closes gaps of the core, the narrowest 0.001 m wide"},
        {2,
         "spheropolygon: {vertices: [[0 mm, 0 mm], [3 mm, 0 mm], [3 mm, 2 mm], [2 mm, 2 mm], [2 "
         "mm, 1 mm], [1 mm, 1 "
         "mm], [1 mm, 2 mm], [0 mm, 2 mm]], radius: 0.49 mm}",
         NULL},
        {2,
         "spheropolygon: {vertices: [[0 mm, 5 mm], [0 mm, 0 mm], [1 mm, 0 mm], [1 mm, 5 mm]], "
         "closed: false, radius: "
         "0.6 mm}",
         "the narrowest 0.001 m wide"},
        {2,
         "spheropolygon: {vertices: [[0 mm, 5 mm], [0 mm, 0 mm], [1 mm, 0 mm], [2 mm, 0.1 mm]], "
         "closed: false, radius: "
         "0.6 mm}",
         NULL},
        {3, "spheropolyhedron: {file: notch.obj, unit: mm, radius: 0.05 mm}", NULL},
        {2, "spheropolygon: {vertices: [[0 mm, 0 mm], [1 mm, 0 mm]], radius: 1 mm}",
         "the radius of 0.001 m is larger than the core, which reaches 0.0005 m"},
        {3, "spheropolyhedron: {file: block.obj, unit: mm, radius: 0.6 mm}", NULL},
        {3, "spheropolyhedron: {file: slot.obj, unit: mm, radius: 0.2 mm}", NULL},
        {3, "spheropolyhedron: {file: slot.obj, unit: mm, radius: 0.3 mm}",
         "the narrowest 0.0005 m"},
    };
    write_block("block.obj", true);
    write_text("slot.obj", slot);
    write_text("notch.obj", notch);
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        char shapes[1000];
        snprintf(shapes, sizeof shapes, "  s: {%s}\n", is[i].shape);
        reading r = read_shapes(is[i].dimensions, shapes);
        REQUIRE(is_read(&r));
        CHECK_MSG(r.notes.count == (is[i].says != NULL), "shape %d", (int)i);
        if (is[i].says && r.notes.count)
            CHECK_HAS(r.notes.item[0].what, is[i].says);
        reading_clear(&r);
    }
    unlink("block.obj");
    unlink("slot.obj");
    unlink("notch.obj");
}

// What a shape was given in vain is told, though nothing is wrong with it.
TEST(what_adds_nothing_is_told)
{
    static const struct {
        const char *shape, *says;
    } is[] = {
        {"clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 1 mm}, {at: [0 m, 0 m, 1 mm], radius: 2 "
         "mm}]}",
         "ball 0 lies inside of ball 1, where hardly anything meets it"},
        {"clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 3 mm}, {at: [0 m, 0 m, 1 mm], radius: 2 "
         "mm}, {at: [0 m, 0 m, 0 "
         "m], radius: 1 mm}]}",
         "balls lie inside of others, where hardly anything meets them: 1 inside of 0, and 2 more"},
        {"polyhedron: {file: twice.obj, unit: mm}", "twice.obj: 1 of the points of the file stands "
                                                    "where another one does; they are one vertex"},
    };
    write_text("twice.obj",
               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 1 0\nf 1 3 2\nf 1 2 4\nf 1 4 5\nf 2 3 4\n");
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        char shapes[1000];
        snprintf(shapes, sizeof shapes, "  s: {%s}\n", is[i].shape);
        reading r = read_shapes(3, shapes);
        REQUIRE(is_read(&r));
        CHECK(r.notes.count == 1);
        if (r.notes.count)
            CHECK_STR(r.notes.item[0].what, is[i].says);
        reading_clear(&r);
    }
    unlink("twice.obj");
}

static v3 turned(v3 turn, v3 x)
{
    double angle = v3_norm(turn), s = angle > 0 ? sin(0.5 * angle) / angle : 0;
    return q4_rotate((q4){cos(0.5 * angle), s * turn.x, s * turn.y, s * turn.z}, x);
}

// Turns are meant from the axes in which a shape is given, which for the L are not the principal ones.
TEST(turns_begin_at_the_shape_as_given)
{
    write_block("block.obj", true);
    reading r = read_shapes(3, "  block: {polyhedron: {file: block.obj, unit: mm}}\n"
                               "  brick: {polyhedron: {builder: {box: [1 mm, 2 mm, 3 mm]}}}\n"
                               "  pair: {clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 1 mm}, {at: "
                               "[3 mm, 3 mm, 0 m], radius: 1 mm}]}}\n"
                               "grains:\n"
                               "  - {name: a, shape: block, material: a, turn: [0, 0, 0], packing: "
                               "{law: random, count: 1}}\n"
                               "  - {name: b, shape: block, material: a, turn: [1 rad, -2 rad, 3 "
                               "rad], packing: {law: random, count: 1}}\n"
                               "  - {name: c, shape: brick, material: a, turn: [1 rad, -2 rad, 3 "
                               "rad], packing: {law: random, count: 1}}\n"
                               "  - {name: d, shape: pair, material: a, turn: [0, 0, 90 deg], "
                               "packing: {law: random, count: 1}}\n");
    REQUIRE(is_read(&r));
    const v3 centre = {5e-3 / 6, 5e-3 / 6, 5e-4}, corner[2] = {{2e-3, 1e-3, 0}, {1e-3, 1e-3, 1e-3}};
    const v3 given[2] = {{0, 0, 0}, {1, -2, 3}};
    for (int set = 0; set < 2; set++)
        for (int k = 0; k < 2; k++) {
            v3 want = turned(given[set], v3_sub(corner[k], centre));
            double least = INFINITY;
            for (int i = 0; i < r.m.shape[0].core.vertices; i++)
                least = fmin(least, v3_norm(v3_sub(want, turned(r.m.grains[set].turn,
                                                                r.m.shape[0].core.vertex[i]))));
            CHECK_NEAR(least, 0, 1e-17);
        }
    const v3 turn = r.m.grains[2].turn;
    CHECK(turn.x == 1 && turn.y == -2 && turn.z == 3);
    v3 second = turned(r.m.grains[3].turn, r.m.shape[2].clump.at[1]);
    CHECK_NEAR(v3_norm(v3_sub(second, v3_make(-1.5e-3, 1.5e-3, 0))), 0, 1e-17);
    char *once = resolved(&r);
    REQUIRE(once);
    reading again = read_case(once);
    if (is_read(&again))
        for (int i = 0; i < 4; i++)
            CHECK(same(&again.m.grains[i].turn, &r.m.grains[i].turn, sizeof(v3)));
    reading_clear(&again);
    free(once);
    reading_clear(&r);
    unlink("block.obj");
}

typedef struct golden {
    int dimensions;
    const char *shape, *says; // all faults: where: what; remedy
} golden;

static const golden table[] = {
    {3, "polyhedron: {file: open.obj, unit: mm}",
     "case.yaml:9:26: open.obj: the surface is open: 6 edges have one face only, the first from "
     "(0, 0, 0) to (0.002, "
     "0, 0) m; close the holes in the program that made the mesh\n"},
    {3, "polyhedron: {file: nowhere.stl, unit: mm}",
     "case.yaml:9:26: nowhere.stl: cannot open the mesh; check the path; in a case it is taken "
     "relative to the case "
     "file\n"},
    {3, "polyhedron: {file: open.obj}",
     "case.yaml:9:19: missing key 'unit' in shapes.s.polyhedron; say the length unit of the file: "
     "m, cm, mm, um, in or "
     "ft\n"},
    {3, "polyhedron: {file: open.obj, unit: miles}",
     "case.yaml:9:42: 'miles' is no length unit of a mesh; known are: m, cm, mm, um, in, ft\n"},
    {3, "polyhedron: {file: open.obj, unit: mm, builder: {box: [1 m, 1 m, 1 m]}}",
     "case.yaml:9:19: a solid has one origin, this one has several; give one of: vertices, file, "
     "builder\n"},
    {3, "polyhedron: {}",
     "case.yaml:9:19: missing: what the solid is; give one of: vertices, file, builder\n"},
    {3, "polyhedron: {file: cross.obj, unit: mm}",
     "case.yaml:9:26: cross.obj: the surface crosses or touches itself: 4 pairs of triangles meet, "
     "the first near "
     "(0.001, 0.002, 0) m; unite the parts to one surface without inner walls\n"},
    {3, "polyhedron: {file: thin.obj, unit: mm}",
     "case.yaml:9:26: thin.obj: shell 1 of 1 encloses no volume: its mean thickness of 0 m is "
     "below the tolerance of "
     "5.65685e-09 m; give a body with a thickness, and check unit and scale\n"},
    {3, "polyhedron: {file: twin.obj, unit: mm, faces: [[0, 1, 2]]}",
     "case.yaml:9:53: faces belong to `vertices`; leave it out\n"},
    {3,
     "polyhedron: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m], [0 m, 1 m, 0 m], [1 m, 0 m, 0 m]]}",
     "case.yaml:9:82: vertices 1 and 3 have the same place; leave one of them out\n"},
    {3,
     "polyhedron: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m], [0 m, 1 m, 0 m], [1 m, 1 m, 0 m]]}",
     "case.yaml:9:30: vertices: all points lie in one plane, and a plate has no volume by itself; "
     "make it a spheropolyhedron with a radius above zero, or give it a thickness\n"},
    {3, "polyhedron: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m]]}",
     "case.yaml:9:30: vertices: a line has no volume by itself; give it a radius above zero\n"},
    {3,
     "polyhedron: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m], [0 m, 1 m, 0 m], [0 m, 0 m, 1 m]], "
     "faces: [[0, 1, 2], "
     "[0, 1, 3], [1, 2, 3]]}",
     "case.yaml:9:30: vertices: the surface is open: 3 edges have one face only, the first from "
     "(0, 1, 0) to (0, 0, 0) "
     "m; close the holes in the program that made the mesh\n"},
    {3,
     "polyhedron: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m], [0 m, 1 m, 0 m], [0 m, 0 m, 1 m]], "
     "faces: [[0, 1, 2], "
     "[0, 1, 4], [1, 2, 3]]}",
     "case.yaml:9:126: shapes.s.polyhedron.faces[1][2] = 4 is outside [0, 3]\n"},
    {3,
     "polyhedron: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m], [0 m, 1 m, 0 m], [0 m, 0 m, 1 m], "
     "[1 m, 1 m, 1 m]], "
     "faces: [[0, 1, 2], [0, 1, 3], [1, 2, 3], [0, 2, 3]]}",
     "case.yaml:9:30: vertex 4 is in no face; leave it out, and count anew\n"},
    {3,
     "polyhedron: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m], [1 m, 1 m, 0 m], [0 m, 1 m, 0.1 "
     "m]], faces: [[0, 1, 2, "
     "3]]}",
     "case.yaml:9:110: the corners are up to 0.018 of the size of the face off a plane; cut it "
     "into flat faces\n"},
    {3,
     "polyhedron: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m], [1 m, 1 m, 0 m], [0 m, 1 m, 0 m]], "
     "faces: [[0, 1, 3, "
     "2], [0, 1], [[0, 1]], [[0, 1, 1]]]}",
     "case.yaml:9:108: the outline of the face crosses itself; give the corners in their order "
     "around the "
     "face\ncase.yaml:9:122: a face has 3 to 10000 corners, this one 2; give the numbers of its "
     "vertices, from 0, in "
     "their order around it\ncase.yaml:9:131: a triangle has three corners, this one 2; write [a, "
     "b, "
     "c]\ncase.yaml:9:141: two corners of a triangle are vertex 1; name three vertices\n"},
    {3, "polyhedron: {builder: {box: [1 m, 2 m, 3 m]}, radius: 1 mm}",
     "case.yaml:9:61: the edges of a polyhedron are sharp; leave it out, or make it a "
     "spheropolyhedron\n"},
    {3, "polyhedron: {builder: {box: [1 m, 0 m, 3 m]}}",
     "case.yaml:9:41: shapes.s.polyhedron.builder.box[1] = 0 m is not above 0 m\n"},
    {3, "polyhedron: {builder: {platonic: cub, size: 1 m}}",
     "case.yaml:9:40: shapes.s.polyhedron.builder.platonic = cub is not known; did you mean "
     "'cube'?\n"},
    {3, "polyhedron: {builder: {platonic: cube}}",
     "case.yaml:9:29: missing key 'size' in shapes.s.polyhedron.builder; give the length of its "
     "edges\n"},
    {3, "polyhedron: {builder: {box: [1 m, 2 m, 3 m], size: 1 m}}",
     "case.yaml:9:58: only `platonic` has a size; leave it out\n"},
    {3, "polyhedron: {builder: {}}",
     "case.yaml:9:29: a builder makes one of: box, platonic, prism; such as box: [1 mm, 2 mm, 3 "
     "mm], or platonic: "
     "cube, size: 1 mm\n"},
    {3, "polyhedron: {builder: {prism: {sides: 2, radius: 1 m, length: 1 m}}}",
     "case.yaml:9:45: shapes.s.polyhedron.builder.prism.sides = 2 is outside [3, 1000]\n"},
    {3,
     "polyhedron: {builder: {box: [1 m, 2 m, 3 m]}, meeting: features, weights: all, kontakt: 1}",
     "case.yaml:9:62: shapes.s.polyhedron.meeting = features is not known; known are: potential, "
     "convex, "
     "solid\ncase.yaml:9:81: "
     "shapes.s.polyhedron.weights = all is not known; known are: norm, shared, "
     "sum\ncase.yaml:9:86: "
     "unknown key 'kontakt' in "
     "shapes.s.polyhedron; known here: radius, meeting, weights, contact_radius, volume, inertia, "
     "vertices, faces, "
     "file, builder, unit, scale\n"},
    {3, "polyhedron: {file: block.obj, unit: mm, meeting: convex}",
     "case.yaml:9:56: the shape is not convex; write solid\n"},
    {3, "polyhedron: {builder: {prism: {sides: 65, radius: 1 m, length: 1 m}}, meeting: convex}",
     "case.yaml:9:86: a face has 65 corners; those of shapes that meet convex have 64 at most; "
     "write solid\n"},
    {3, "spheropolyhedron: {builder: {box: [1 m, 2 m, 3 m]}}",
     "case.yaml:9:25: missing key 'radius' in shapes.s.spheropolyhedron; say how far the surface "
     "is from the core, "
     "such as 0.1 mm\n"},
    {3, "spheropolyhedron: {builder: {box: [1 m, 2 m, 3 m]}, radius: 0 m}",
     "case.yaml:9:67: a spheropolyhedron without a radius has sharp edges; make it a polyhedron\n"},
    {3,
     "spheropolyhedron: {builder: {box: [1 m, 2 m, 3 m]}, radius: {distribution: uniform, from: 1 "
     "mm, to: 2 mm}}",
     "case.yaml:9:67: shapes.s.spheropolyhedron.radius: a shape that is no ball has one size, not "
     "a distribution; give "
     "one length, and make a shape of its own for each size\n"},
    {3, "spheropolyhedron: {builder: {box: [1 m, 2 m, 3 m]}, radius: 1 mm, contact_radius: -1 mm}",
     "case.yaml:9:89: shapes.s.spheropolyhedron.contact_radius = -1 mm is not above 0 m\n"},
    {3, "polyhedron: {builder: {box: [1 m, 2 m, 3 m]}, volume: 6 m^3}",
     "case.yaml:9:19: missing key 'inertia' in shapes.s.polyhedron; give both or none\n"},
    {3,
     "clump: {balls: [{at: [1 m, 0, 0], radius: 1 m}, {at: [-1 m, 0, 0], radius: 1 m}], volume: 1 "
     "m^3, inertia: [1 m^5, 1 m^5, 3 m^5]}",
     "case.yaml:9:113: no body has the moments 1, 1 and 3 m^5: one is larger than the other two "
     "together; give the moments about the principal axes of the centre of mass\n"},
    {3,
     "clump: {balls: [{at: [1 m, 0, 0], radius: 1 m}, {at: [-1 m, 0, 0], radius: 1 m}], volume: 1 "
     "m^3, inertia: [1 m^5, 1 m^5, 2.000001 m^5]}",
     "case.yaml:9:113: no body has the moments 1, 1 and 2.000001 m^5: one is larger than the other "
     "two together; give the moments about the principal axes of the centre of mass\n"},
    {3,
     "spheropolyhedron: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m], [3 m, 0 m, 0 m]], radius: 1 "
     "m}",
     "case.yaml:9:36: vertices: all 3 points lie on one line; give the two ends alone, with a "
     "radius\n"},
    {3,
     "polyhedron: {builder: {box: [1 m, 2 m, 3 m]}, volume: 6 m^3, inertia: [1 m^5, 1 m^5, 1 m^5]}",
     "case.yaml:9:29: volume and inertia go with vertices and faces, about the centre of mass in "
     "the principal axes; "
     "leave out volume and inertia, which are found then\n"},
    {3, "spheropolygon: {vertices: [[0 m, 0 m], [1 m, 0 m]], radius: 1 m}",
     "case.yaml:9:22: a spheropolygon is a shape of two dimensions; write dimensions: 2, or take a "
     "spheropolyhedron\n"},
    {2, "polyhedron: {builder: {box: [1 m, 2 m, 3 m]}}",
     "case.yaml:9:19: a polyhedron is a shape of three dimensions; take a spheropolygon\n"},
    {2, "spheropolyhedron: {builder: {box: [1 m, 2 m, 3 m]}, radius: 1 mm}",
     "case.yaml:9:25: a spheropolyhedron is a shape of three dimensions; take a spheropolygon\n"},
    {2, "spheropolygon: {vertices: [[0 m, 0 m], [1 m, 1 m], [1 m, 0 m], [0 m, 1 m]], radius: 1 mm}",
     "case.yaml:9:33: edges 0 and 2: the polygon crosses itself at edges (0, 0)-(1, 1) and (1, "
     "0)-(0, 1); move the "
     "vertices so that the outline does not cross itself\n"},
    {2, "spheropolygon: {vertices: [[0 m, 0 m], [1 m, 1 m], [1 m, 0 m], [0 m, 0 m]], radius: 1 mm}",
     "case.yaml:9:70: vertices 0 and 3 have the same place; leave one of them out\n"},
    {2, "spheropolygon: {vertices: [[0 m, 0 m], [1 m, 1 m], [2 m, 2 m]], radius: 1 mm}",
     "case.yaml:9:33: vertex 2: the outline folds back on itself; leave the vertex out\n"},
    {2, "spheropolygon: {vertices: [[0 m, 0 m], [1 m, 1 m]], closed: true, radius: 1 mm}",
     "case.yaml:9:67: a closed outline has three vertices at least, this one 2; leave `closed` "
     "out\n"},
    {2, "spheropolygon: {vertices: [[0 m, 0 m], [1 m, 1 m, 1 m]], radius: 1 mm}",
     "case.yaml:9:46: vertex 1 is off the plane z = 0; write [x, y]\n"},
    {2, "spheropolygon: {vertices: [[0 m, 0 m], [1 m, 1 m]], radius: 0 mm}",
     "case.yaml:9:67: outlines meet by the overlap of their radii; without a radius nothing "
     "overlaps; give it one, "
     "such as a hundredth of its size, and draw in the outline by as much\n"},
    {2, "spheropolygon: {vertices: [[0, 0], [1, 1]], radius: 1 mm}",
     "case.yaml:9:43: shapes.s.spheropolygon.vertices[1][0] = 1 has no unit; give a length, such "
     "as 5 "
     "mm\ncase.yaml:9:46: shapes.s.spheropolygon.vertices[1][1] = 1 has no unit; give a length, "
     "such as 5 mm\n"},
    {2, "spheropolygon: {vertices: [], radius: 1 mm}",
     "case.yaml:9:33: there are no vertices; such as vertices: [[0 mm, 0 mm], [3 mm, 0 mm]]\n"},
    {2, "spheropolygon: {radius: 1 mm, meeting: convex}",
     "case.yaml:9:22: missing key 'vertices' in shapes.s.spheropolygon; give the corners of the "
     "core: [[0 mm, 0 mm], "
     "[3 mm, 0 mm]]\ncase.yaml:9:37: unknown key 'meeting' in shapes.s.spheropolygon; known here: "
     "radius, weights, "
     "contact_radius, volume, inertia, vertices, closed\n"},
    {2,
     "spheropolygon: {vertices: [[0 m, 0 m]], radius: 1 mm, volume: 1 m^2, inertia: [1 m^4, 1 m^4, "
     "1 m^4]}",
     "case.yaml:9:33: a single point is a ball; leave out volume and inertia, or make it a ball\n"},
    {3, "clump: {ring: {balls: 6, radius: 1 mm, ball_radius: 2 mm}}",
     "case.yaml:9:21: the ring: the balls, of radius 0.002 m, close the hole of a ring of radius "
     "0.001 m; make the "
     "balls smaller, or the ring wider\n"},
    {3, "clump: {ring: {balls: 2, radius: {distribution: uniform}}}",
     "case.yaml:9:21: missing key 'ball_radius' in shapes.s.clump.ring; give the radius of the "
     "balls\ncase.yaml:9:29: "
     "shapes.s.clump.ring.balls = 2 is outside [3, 1000]\ncase.yaml:9:40: "
     "shapes.s.clump.ring.radius: a shape that is "
     "no ball has one size, not a distribution; give one length, and make a shape of its own for "
     "each size\n"},
    {2, "clump: {ring: {balls: 6, radius: 2 mm, ball_radius: 1 mm}}",
     "case.yaml:9:21: a ring of balls is a shape of three dimensions; give balls\n"},
    {3, "clump: {ring: {balls: 6, radius: 2 mm, ball_radius: 1 mm}, ellipsoid: {}}",
     "case.yaml:9:14: a clump needs one of: balls, ellipsoid, ring, fill; such as ellipsoid: "
     "{length: 7.3 mm, width: "
     "6.1 mm, height: 5.5 mm}\n"},
    {3, "clump: {ring: {balls: 6, radius: 2 mm, ball_radius: 1 mm}, volume: 1 m^3}",
     "case.yaml:9:14: the ring has its own volume and inertia; leave them out\n"},
    {3, "ball: {radius: 1 mm}, polyhedron: {}",
     "case.yaml:9:6: a shape has one form, this one has several; give its form, such as ball: "
     "{radius: 1 mm}, or one "
     "of: clump, spheropolygon, spheropolyhedron, polyhedron\n"},
    {3, "clump: {fill: {builder: {platonic: cube, size: 1 mm}}}",
     "case.yaml:9:21: missing key 'error' or 'balls_most'; such as error: 10 %, or balls_most: "
     "30\n"},
    {3, "clump: {fill: {builder: {platonic: cube, size: 1 mm}, balls_most: 0, error: 2}}",
     "case.yaml:9:73: shapes.s.clump.fill.balls_most = 0 is outside [1, 2000]\ncase.yaml:9:83: "
     "shapes.s.clump.fill.error = 2 is outside [0.001, 0.999]\n"},
    {3, "clump: {fill: {builder: {platonic: cube, size: 1 mm}, balls_most: 3, error: 20 %}}",
     "case.yaml:9:31: builder: 3 balls leave 0.423 of the volume, more than 0.2; allow more balls, "
     "or a larger "
     "error\n"},
    {3, "clump: {fill: {balls_most: 3}}",
     "case.yaml:9:21: missing: what the solid is; give one of: vertices, file, builder\n"},
    {3, "clump: {fill: {builder: {platonic: cube, size: 1 mm}, balls_most: 3, spacing: 1 mm}}",
     "case.yaml:9:76: unknown key 'spacing' in shapes.s.clump.fill; known here: balls_most, error, "
     "vertices, faces, "
     "file, builder, unit, scale\n"},
    {3, "clump: {fill: {builder: {platonic: cube, size: 1 mm}, balls_most: 3}, mass: sum}",
     "case.yaml:9:77: unknown key 'mass' in shapes.s.clump; known here: balls, ellipsoid, ring, "
     "fill, volume, "
     "inertia\n"},
    {2, "clump: {fill: {builder: {platonic: cube, size: 1 mm}, balls_most: 3}}",
     "case.yaml:9:31: a solid that is filled is a shape of three dimensions; give vertices, radius "
     "and spacing\n"},
    {3,
     "clump: {fill: {vertices: [[0 m, 0 m, 0 m], [1 m, 0 m, 0 m], [0 m, 1 m, 0 m]], radius: 1 mm, "
     "spacing: 1 mm}}",
     "case.yaml:9:108: an outline that is filled is a shape of two dimensions; give file or "
     "builder, and error\n"},
    {2,
     "clump: {fill: {vertices: [[0 mm, 0 mm], [1 mm, 0 mm], [0 mm, 1 mm]], radius: 1 mm, spacing: "
     "1 mm}}",
     "case.yaml:9:32: the outline: no disk of radius 0.001 m on the lattice fits in; make the "
     "disks smaller, or the "
     "spacing narrower\n"},
    {2,
     "clump: {fill: {vertices: [[0 mm, 0 mm], [1 mm, 0 mm], [0 mm, 1 mm]], radius: 1 nm, spacing: "
     "1 nm}}",
     "case.yaml:9:32: the outline: a lattice of spacing 1e-09 m has too many places in it; widen "
     "the spacing\n"},
    {2, "clump: {fill: {vertices: [[0 mm, 0 mm], [1 mm, 0 mm]], radius: 1 um, spacing: 1 um}}",
     "case.yaml:9:32: the outline: it has no inside; give three vertices at least\n"},
    {2,
     "clump: {fill: {vertices: [[0 mm, 0 mm], [1 mm, 1 mm], [1 mm, 0 mm], [0 mm, 1 mm]], radius: 1 "
     "um, spacing: 1 um}}",
     "case.yaml:9:32: edges 0 and 2: the polygon crosses itself at edges (0, 0)-(0.001, 0.001) and "
     "(0.001, 0)-(0, "
     "0.001); move the vertices so that the outline does not cross itself\n"},
    {3, "clump: {balls: []}",
     "case.yaml:9:22: a clump needs a list of balls; such as balls: [{at: [0 mm, 0 mm, 0 mm], "
     "radius: 1 mm}, ...]\n"},
    {3,
     "clump: {balls: [{at: [1 m, 0 m, 0 m], radius: 1 m}, {at: [0 m, 0 m, 0 m], radius: 1 m}, {at: "
     "[1 m, 0 m, 0 m], "
     "radius: 1 m}]}",
     "case.yaml:9:95: balls 0 and 2 have the same place and radius; leave one of them out\n"},
    {3, "clump: {ellipsoid: {length: 3 mm, width: 3 mm, height: 3 mm}}",
     "case.yaml:9:26: an ellipsoid of three equal axes is a ball; make it a ball\n"},
    {3, "clump: {ring: {balls: 6, radius: 2 mm, ball_radius: 1e-200 m}}",
     "case.yaml:9:6: volume 0 and inertia [0, 0, 0] over density; check its lengths and their "
     "units\n"},
    {3, "polyhedron: {builder: {box: [1e100 m, 1e100 m, 1e100 m]}}",
     "case.yaml:9:29: builder: facet 1 is larger than 1e+75 m; check the unit and the scale\n"},
};

TEST(faults)
{
    write_block("open.obj", false);
    write_block("block.obj", true);
    write_text("cross.obj", crossing);
    write_text("thin.obj", thin);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char shapes[1000];
        snprintf(shapes, sizeof shapes, "  s: {%s}\n", table[i].shape);
        reading r = read_shapes(table[i].dimensions, shapes);
        char *text = fault_text(&r.faults);
        CHECK(r.status == SCREE_BAD_INPUT);
        CHECK_STR(text, table[i].says);
        free(text);
        reading_clear(&r);
    }
    static const char *const made[] = {"open.obj", "block.obj", "cross.obj", "thin.obj"};
    for (int i = 0; i < 4; i++)
        unlink(made[i]);
}

// What cannot be written is told when the case is read, for grains and streams of such shapes, and for them alone.
TEST(lammps_data_hold_balls_alone)
{
    static const char shapes[] =
        "  s: {ball: {radius: 1 mm}}\n  die: {polyhedron: {builder: {box: [2 cm, 2 cm, 2 cm]}}}\n";
    for (int k = 0; k < 3; k++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "%sshapes:\n%sgrains: [{name: g, shape: %s, material: a, packing: {law: random, "
                 "count: 1}}]\n"
                 "streams: [{name: f, shape: %s, material: a, low: [0 m, 0 m, 0 m], high: [1 m, 1 "
                 "m, 1 m], rate: 1/s}]\n"
                 "output: {dump: true, lammps: true}\n",
                 head, shapes, k == 1 ? "die" : "s", k == 2 ? "die" : "s");
        reading r = read_case(text);
        char *says = fault_text(&r.faults);
        CHECK_STR(says, k ? "case.yaml:12:30: output.lammps: atom_style sphere cannot hold grains "
                            "of the shape 'die'; "
                            "leave it out; a dump holds place, turn and shape\n"
                          : "");
        free(says);
        reading_clear(&r);
    }
}

TEST_MAIN
