// test_potential.c - the forces between grains with corners are the gradient of one energy: forces and moments against
// differences of the energy, at random places and turns, for all kinds of pairs that ask for a potential.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/random.h"
#include "collide/depths.h"
#include "collide/grain.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 4096, TURNED_MOST = 1024, LISTED_MOST = 1 << 16 };

#define HEAD                                                                                       \
    "scree: 1\ngravity: 0\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"             \
    "materials: {m: {density: 2500 kg/m^3, young: 10 GPa, poisson: 0.25}}\n"                       \
    "pairs: {default: {normal: {law: hertz}, tangential: none}}\nshapes:\n  s: {"
#define TAIL                                                                                       \
    "}\ngrains: [{name: one, shape: s, material: m, packing: {law: lattice, counts: [1, 1, 1], "   \
    "spacing: [1 m, 1 m, 1 m], origin: [0, 0, 0]}}]\nrun: {steps: 1, step: 1 us}\n"

#define CUBE "builder: {platonic: cube, size: 10 mm}"
#define TETRAHEDRON "builder: {platonic: tetrahedron, size: 16 mm}"
#define ANGLE                                                                                      \
    "vertices: [[0 mm, 0 mm, 0 mm], [18 mm, 0 mm, 0 mm], [18 mm, 9 mm, 0 mm], [9 mm, 9 mm, 0 mm]," \
    " [9 mm, 18 mm, 0 mm], [0 mm, 18 mm, 0 mm], [0 mm, 0 mm, 9 mm], [18 mm, 0 mm, 9 mm], [18 mm, " \
    "9 mm, 9 mm], [9 mm, 9 mm, 9 mm], [9 mm, 18 mm, 9 mm], [0 mm, 18 mm, 9 mm]], faces: [[5, 4, "  \
    "3, 2, 1, 0], [6, 7, 8, 9, 10, 11], [0, 1, 7, 6], [1, 2, 8, 7], [2, 3, 9, 8], [3, 4, 10, 9], " \
    "[4, 5, 11, 10], [5, 0, 6, 11]]"
#define HORSESHOE                                                                                  \
    "vertices: [[0 mm, 0 mm, 0 mm], [18 mm, 0 mm, 0 mm], [18 mm, 18 mm, 0 mm], [12 mm, 18 mm, 0 "  \
    "mm], [12 mm, 6 mm, 0 mm], [6 mm, 6 mm, 0 mm], [6 mm, 18 mm, 0 mm], [0 mm, 18 mm, 0 mm], [0 "  \
    "mm, 0 mm, 9 mm], [18 mm, 0 mm, 9 mm], [18 mm, 18 mm, 9 mm], [12 mm, 18 mm, 9 mm], [12 mm, 6 " \
    "mm, 9 mm], [6 mm, 6 mm, 9 mm], [6 mm, 18 mm, 9 mm], [0 mm, 18 mm, 9 mm]], faces: [[7, 6, 5, " \
    "4, 3, 2, 1, 0], [8, 9, 10, 11, 12, 13, 14, 15], [0, 1, 9, 8], [1, 2, 10, 9], [2, 3, 11, 10]," \
    " [3, 4, 12, 11], [4, 5, 13, 12], [5, 6, 14, 13], [6, 7, 15, 14], [7, 0, 8, 15]]"

// A place in the plane of an outline, or of a profile that is turned about the second axis, in mm.
typedef struct corner {
    double x, y;
} corner;

enum { TEXT = 1 << 14 };

// What an outline sweeps along z.
static void write_prism(const corner *outline, int count, double height, char *text)
{
    int at = snprintf(text, TEXT, "polyhedron: {vertices: [");
    for (int i = 0; i < 2 * count; i++) {
        const corner *from = &outline[i % count];
        at += snprintf(text + at, (size_t)(TEXT - at), "%s[%.15g mm, %.15g mm, %g mm]",
                       i ? ", " : "", from->x, from->y, i < count ? 0 : height);
    }
    at += snprintf(text + at, (size_t)(TEXT - at), "], faces: [");
    for (int i = 0; i < count; i++) {
        const int next = (i + 1) % count;
        at += snprintf(text + at, (size_t)(TEXT - at), "[%d, %d, %d, %d], ", i, next, count + next,
                       count + i);
    }
    for (int top = 0; top < 2; top++) {
        for (int i = 0; i < count; i++)
            at += snprintf(text + at, (size_t)(TEXT - at), "%s%d", i ? ", " : "[",
                           top ? count + i : count - 1 - i);
        at += snprintf(text + at, (size_t)(TEXT - at), top ? "]]}" : "], ");
    }
}

// A prism of a star with so many points.
static void write_star(int points, double out, double in, char *text)
{
    corner outline[32];
    for (int i = 0; i < 2 * points; i++) {
        const double radius = i % 2 ? in : out;
        const double angle = PI * i / points;
        outline[i] = (corner){radius * cos(angle), radius * sin(angle)};
    }
    write_prism(outline, 2 * points, 7, text);
}

// What a profile of (radius, height) sweeps about the axis in so many steps, with flat ends.
static void write_turned(const corner *profile, int count, int sides, char *text)
{
    int at = snprintf(text, TEXT, "polyhedron: {vertices: [");
    for (int i = 0; i < count * sides; i++) {
        const corner *from = &profile[i / sides];
        const double angle = 2 * PI * (i % sides) / sides;
        at += snprintf(text + at, (size_t)(TEXT - at), "%s[%.15g mm, %.15g mm, %g mm]",
                       i ? ", " : "", from->x * cos(angle), from->x * sin(angle), from->y);
    }
    at += snprintf(text + at, (size_t)(TEXT - at), "], faces: [");
    for (int i = 0; i < (count - 1) * sides; i++) {
        const int ring = i / sides * sides;
        const int next = ring + (i + 1) % sides;
        at += snprintf(text + at, (size_t)(TEXT - at), "[%d, %d, %d, %d], ", i, next, next + sides,
                       i + sides);
    }
    for (int top = 0; top < 2; top++) {
        for (int i = 0; i < sides; i++)
            at += snprintf(text + at, (size_t)(TEXT - at), "%s%d", i ? ", " : "[",
                           top ? (count - 1) * sides + i : sides - 1 - i);
        at += snprintf(text + at, (size_t)(TEXT - at), top ? "]]}" : "], ");
    }
}

static const corner hourglass[] = {{8, -9}, {3, 0}, {8, 9}};
static const corner bone[] = {{4, -9}, {5, -6}, {2.5, -3}, {2.5, 3}, {5, 6}, {4, 9}};
static const corner top[] = {{1, -9}, {8, 0}, {2, 2}, {2, 9}};

typedef struct shape {
    sim sim;
    grain_form form;
    v3 turned[TURNED_MOST];
} shape;

static bool make(const char *text, shape *out)
{
    static char whole[2 * TEXT];
    scree_error error;
    snprintf(whole, sizeof whole, "%s%s%s", HEAD, text, TAIL);
    if (!sim_read(&out->sim, whole, NULL, 0))
        return false;
    return grain_form_make(&out->sim.m.shape[0].core, "s", &out->form, &error) == SCREE_OK &&
           out->form.turned <= TURNED_MOST;
}

static void clear(shape *shape)
{
    grain_form_clear(&shape->form);
    sim_close(&shape->sim);
}

// Two grains and where they are.
typedef struct couple {
    shape *a, *b;
    q4 turn_a, turn_b;
    v3 offset;
} couple;

// The contacts, of an energy D^(5/2).
typedef struct pushes {
    double energy;
    v3 force, moment_a, moment_b; // on b, and about the centres of both
    int count;
} pushes;

static sphero_pair listed[LISTED_MOST];

static pushes pushes_of(const couple *couple)
{
    touch item[MOST];
    convex_memory memory = {0};
    pushes out = {0};
    const double radius_a = couple->a->sim.m.shape[0].radius.value;
    const double radius_b = couple->b->sim.m.shape[0].radius.value;
    const grain_pose a = {
        .form = &couple->a->form,
        .radius = radius_a,
        .turn = couple->turn_a,
        .turned = couple->a->turned,
    };
    const grain_pose b = {
        .form = &couple->b->form,
        .radius = radius_b,
        .turn = couple->turn_b,
        .turned = couple->b->turned,
    };
    const grain_pair pair = {&a, &b, couple->offset, false};
    grain_turn(a.form, a.turn, couple->a->turned);
    grain_turn(b.form, b.turn, couple->b->turned);
    int near = 0;
    if (grain_by_features(a.form, b.form, true))
        near = grain_near(&pair, 1e-3, (sphero_room){listed, LISTED_MOST});
    touch_list list = {.item = item, .room = MOST, .pushes = true};
    grain_touches(&pair, &(sphero_list){listed, near, 0}, 0, &memory, &list);
    CHECK(near <= LISTED_MOST && list.count <= MOST && !list.lost);
    out.count = list.count;
    double shares = 0;
    for (int i = 0; i < list.count; i++) {
        const double overlap = item[i].extra - item[i].gap;
        const double push = 2.5 * overlap * sqrt(overlap) * item[i].weight;
        const v3 force = v3_scale(push, item[i].normal);
        const v3 arm_b = v3_sub(item[i].point, couple->offset);
        out.energy = overlap * overlap * sqrt(overlap);
        out.force = v3_add(out.force, force);
        out.moment_a = v3_sub(out.moment_a, v3_cross(item[i].point, force));
        out.moment_b = v3_add(out.moment_b, v3_cross(arm_b, force));
        shares -= item[i].weight * item[i].gap / overlap;
        CHECK(item[i].weight >= 0);
        CHECK_NEAR(v3_norm(item[i].normal), 1, 1e-12);
    }
    CHECK(list.count == 0 || fabs(shares - 1) < 1e-9);
    return out;
}

static double energy_of(const couple *couple)
{
    return pushes_of(couple).energy;
}

static q4 turned_by(q4 turn, v3 axis, double angle)
{
    const double s = sin(0.5 * angle);
    return q4_mul((q4){cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z}, turn);
}

// The energy after a small move: of b along an axis, or a turn of one of the two about it.
static double moved(const couple *couple, int what, v3 axis, double by)
{
    struct couple then = *couple;
    if (what == 0)
        then.offset = v3_fma(then.offset, by, axis);
    else if (what == 1)
        then.turn_a = turned_by(then.turn_a, axis, by);
    else
        then.turn_b = turned_by(then.turn_b, axis, by);
    return energy_of(&then);
}

static q4 any_turn(rng *random)
{
    const v3 axis = rng_direction(random);
    return turned_by((q4){1, 0, 0, 0}, axis, rng_range(random, 0, 6));
}

// A place along a random direction where the two overlap by a little, found by halving; false where there is none.
static bool place(couple *couple, rng *random, double deepest)
{
    const double reach =
        couple->a->sim.m.shape[0].radius.value + couple->b->sim.m.shape[0].radius.value;
    const v3 way = rng_direction(random);
    double touching = 0.3 * reach;
    double apart = reach;
    couple->turn_a = any_turn(random);
    couple->turn_b = any_turn(random);
    couple->offset = v3_scale(touching, way);
    if (!(energy_of(couple) > 0))
        return false;
    for (int i = 0; i < 40; i++) {
        const double middle = 0.5 * (touching + apart);
        couple->offset = v3_scale(middle, way);
        if (energy_of(couple) > 0)
            touching = middle;
        else
            apart = middle;
    }
    couple->offset = v3_scale(touching - deepest * rng_uniform(random), way);
    return energy_of(couple) > 0;
}

// The largest difference of the force or the moment from what the energy falls by, over the force times a length.
static double mismatch(const couple *couple, double reach)
{
    const double step = 1e-9;
    const pushes now = pushes_of(couple);
    double most = 0;
    for (int what = 0; what < 3; what++) {
        v3 told = now.force;
        double by = step;
        double over = 1;
        if (what > 0) {
            told = what == 1 ? now.moment_a : now.moment_b;
            by = step / reach;
            over = 1 / reach;
        }
        for (int d = 0; d < 3; d++) {
            const v3 axis = v3_make(d == 0, d == 1, d == 2);
            const double fall =
                (moved(couple, what, axis, -by) - moved(couple, what, axis, by)) / (2 * by);
            most = real_max(most, fabs(fall - v3_component(told, d)) * over);
        }
    }
    return most / v3_norm(now.force);
}

typedef struct kind {
    const char *name, *a, *b;
} kind;

// Parts of solids that no face has on one side.
enum { OTHERS = 5 };
static char other[OTHERS][TEXT];

static void write_others(void)
{
    write_star(5, 11, 5, other[0]);
    write_star(3, 11, 3, other[1]);
    write_turned(hourglass, 3, 8, other[2]);
    write_turned(bone, 6, 8, other[3]);
    write_turned(top, 4, 8, other[4]);
}

// A kink of the second derivative between the two ends of a difference costs some digits; it is rare.
TEST(forces_are_the_gradient_of_an_energy)
{
    static const kind kinds[] = {
        {"cubes", "polyhedron: {" CUBE "}", "polyhedron: {" CUBE "}"},
        {"tetrahedra", "polyhedron: {" TETRAHEDRON "}", "polyhedron: {" TETRAHEDRON "}"},
        {"angles", "polyhedron: {" ANGLE "}", "polyhedron: {" ANGLE "}"},
        {"horseshoe, cube", "polyhedron: {" HORSESHOE "}", "polyhedron: {" CUBE "}"},
        {"horseshoes", "polyhedron: {" HORSESHOE "}", "polyhedron: {" HORSESHOE "}"},
        {"rounded cubes", "spheropolyhedron: {" CUBE ", radius: 1 mm}",
         "spheropolyhedron: {" CUBE ", radius: 1 mm}"},
        {"rounded angles", "spheropolyhedron: {" ANGLE ", radius: 1 mm}",
         "spheropolyhedron: {" ANGLE ", radius: 1 mm}"},
        {"rounded, sharp", "spheropolyhedron: {" CUBE ", radius: 1 mm}",
         "polyhedron: {" HORSESHOE "}"},
        {"stars", other[0], other[0]},
        {"blades", other[1], other[1]},
        {"hourglasses", other[2], other[2]},
        {"bones", other[3], other[3]},
        {"spinning tops", other[4], other[4]},
    };
    write_others();
    rng random = rng_make(5, 0);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        shape a;
        shape b;
        double worst = 0;
        int wrong = 0;
        int placed = 0;
        REQUIRE(make(kinds[k].a, &a));
        REQUIRE(make(kinds[k].b, &b));
        for (int i = 0; i < 150; i++) {
            couple couple = {.a = &a, .b = &b};
            if (!place(&couple, &random, 5e-4))
                continue;
            const double off = mismatch(&couple, 1e-2);
            worst = real_max(worst, off);
            wrong += off > 1e-4;
            placed++;
        }
        CHECK_MSG(placed > 40, "%s: %d places", kinds[k].name, placed);
        CHECK_MSG(wrong <= placed / 50 && worst < 0.02, "%s: %d of %d, worst %g", kinds[k].name,
                  wrong, placed, worst);
        clear(&a);
        clear(&b);
    }
}

// The depth field is above zero inside of a solid and nowhere else, and no more than the distance from its surface.
TEST(depths_tell_inside_from_outside)
{
    static const char *const kinds[] = {
        "polyhedron: {" CUBE "}",
        "polyhedron: {" TETRAHEDRON "}",
        "polyhedron: {" ANGLE "}",
        "polyhedron: {" HORSESHOE "}",
        other[0],
        other[1],
        other[2],
        other[3],
        other[4],
    };
    rng random = rng_make(7, 0);
    write_others();
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        shape solid;
        REQUIRE(make(kinds[k], &solid));
        REQUIRE(solid.form.depths.groups > 0);
        const double radius = solid.form.depths.radius;
        for (int i = 0; i < 4000; i++) {
            const v3 place = v3_scale(radius * rng_uniform(&random), rng_direction(&random));
            int32_t face;
            const double depth = depth_at(&solid.form.depths, place, &face);
            sharp_nearest nearest;
            REQUIRE(sharp_closest(&solid.form.solid, place, INFINITY, &nearest));
            CHECK((depth > 0) == sharp_inside(&solid.form.solid, place));
            CHECK(depth <= nearest.distance + 1e-12);
        }
        clear(&solid);
    }
}

// The fourth power of the overlap that edges of a have in b, summed up place by place.
static double fourth_power_of(const shape *a, const shape *b, q4 turn_a, q4 turn_b, v3 from_b_to_a)
{
    enum { PLACES = 120 };
    const depth_field *of = &a->form.depths;
    const depth_field *in = &b->form.depths;
    const double length = 0.5 * (of->length + in->length);
    const v3 *vertex = a->form.core->vertex;
    double sum = 0;
    for (int32_t i = 0; i < of->edges; i++) {
        const v3 from = vertex[of->edge[i][0]];
        const v3 way = v3_sub(vertex[of->edge[i][1]], from);
        const double step = v3_norm(way) / PLACES * of->counts[i];
        for (int k = 0; k < PLACES; k++) {
            const v3 on_edge = v3_fma(from, (k + 0.5) / PLACES, way);
            const v3 in_space = v3_add(q4_rotate(turn_a, on_edge), from_b_to_a);
            int32_t face;
            const double depth = depth_at(in, q4_rotate(q4_conjugate(turn_b), in_space), &face);
            if (depth > 0)
                sum += depth * depth * depth * depth * step / length;
        }
    }
    return sum;
}

static double overlap_of(const couple *couple)
{
    return pow(energy_of(couple), 0.4);
}

// What grains of many corners feel is what a sum over places of their edges says, also beside long and flat ones, where
// the balls around grains meet long before these do.
TEST(overlaps_are_those_of_a_sum_over_edges)
{
    static const corner rod[] = {{2, -12}, {2, 12}};
    static const corner coin[] = {{10, -1}, {10, 1}};
    static char long_one[TEXT];
    static char flat_one[TEXT];
    rng random = rng_make(11, 0);
    write_others();
    write_turned(rod, 2, 40, long_one);
    write_turned(coin, 2, 40, flat_one);
    const char *const kinds[] = {other[3], long_one, flat_one, other[0]};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        static shape a;
        int felt = 0;
        REQUIRE(make(kinds[k], &a));
        static shape b;
        REQUIRE(make(kinds[k], &b));
        const double radius = a.form.depths.radius;
        for (int i = 0; i < 200; i++) {
            couple couple = {.a = &a, .b = &b, .turn_a = any_turn(&random)};
            couple.turn_b = any_turn(&random);
            const double distance = rng_range(&random, 0.3, 2) * radius;
            couple.offset = v3_scale(distance, rng_direction(&random));
            const double fourth =
                fourth_power_of(&a, &b, couple.turn_a, couple.turn_b, v3_scale(-1, couple.offset)) +
                fourth_power_of(&b, &a, couple.turn_b, couple.turn_a, couple.offset);
            const double summed = sqrt(sqrt(fourth));
            const double overlap = overlap_of(&couple);
            felt += summed > 0;
            CHECK_MSG(fabs(overlap - summed) < 0.05 * summed + 2e-4 * radius,
                      "%zu at %g: %g instead of %g", k, distance / radius, overlap, summed);
        }
        CHECK_MSG(felt > 20, "%zu: %d", k, felt);
        clear(&a);
        clear(&b);
    }
}

TEST_MAIN
