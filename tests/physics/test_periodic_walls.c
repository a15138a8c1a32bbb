// label: sanitize
// test_periodic_walls.c - grains that come in at the other end of a periodic domain while lists are young: a flat floor is
// the plane, into whatever pieces it is cut, and a wall behind the border is met at once.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HEAD                                                                                       \
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"                                                     \
    "materials: {sand: {density: 2600 kg/m^3, young: 1 MPa, poisson: 0.2}}\n"                      \
    "pairs: {default: {normal: {law: hertz, restitution: 0.4}, tangential: {law: mindlin, "        \
    "friction: 0.3}}}\n"

// Grains on a floor, thrown along both axes, so that some come over the borders in most steps.
static const char box[] = HEAD
    "domain: {low: [0, 0, -1 cm], high: [30 mm, 20 mm, 4 cm], boundary: {x: periodic, y: "
    "periodic}}\n"
    "shapes:\n"
    "  ball: {ball: {diameter: 5 mm}}\n"
    "  pair: {clump: {balls: [{at: [0, 0, 0], radius: 2 mm}, {at: [2 mm, 0, 0], radius: 1.5 "
    "mm}]}}\n"
    "walls: {floor: {material: sand, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
    "grains: [{name: bed, shape: ball, material: sand, velocity: [0.6 m/s, 0.4 m/s, -0.1 m/s], "
    "packing: {law: random, count: 20, low: [0, 0, 0], high: [30 mm, 20 mm, 24 mm], seed: 1}}]\n"
    "run: {duration: 1 s, step: 20 us, deepest_overlap: none}\n";

// Rows of squares of that size, two triangles each, 4 mm beyond the domain on all sides and no farther: 38 mm by 28 mm.
static bool write_floor(const char *path, int along, int across)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    for (int j = 0; j <= across; j++) {
        for (int i = 0; i <= along; i++)
            fprintf(file, "v %.9g %.9g 0\n", -4 + 38.0 * i / along, -4 + 28.0 * j / across);
    }
    for (int j = 0; j < across; j++) {
        for (int i = 0; i < along; i++) {
            const int at = 1 + i + j * (along + 1);
            fprintf(file, "f %d %d %d\n", at, at + 1, at + along + 2);
            fprintf(file, "f %d %d %d\n", at, at + along + 2, at + along + 1);
        }
    }
    return fclose(file) == 0;
}

typedef struct outcome {
    v3 position[64], velocity[64];
    int64_t count;
    double crossed; // how often borders were, per grain
} outcome;

static bool run(const char *solver, const char *shape, const char *floor, double skin, outcome *out)
{
    const case_override set[] = {
        {"solver", solver}, {"grains.bed.shape", shape}, {"walls.floor", floor}};
    const world_options options = options_of(1, 0, skin);
    sim s;
    *out = (outcome){0};
    if (!sim_open(&s, box, set, 3, &options) || !sim_step(&s, 4000))
        return false;
    frame f = sim_frame(&s);
    out->count = f.ball.count < 64 ? f.ball.count : 64;
    for (int64_t i = 0; i < out->count; i++) {
        out->position[i] = f.ball.position[i];
        out->velocity[i] = f.ball.velocity[i];
        const int over = abs(f.ball.image[i].x) + abs(f.ball.image[i].y);
        out->crossed += (double)over / (double)f.ball.count;
    }
    frame_clear(&f);
    sim_close(&s);
    return true;
}

static bool same(const outcome *one, const outcome *other, double tolerance)
{
    bool all = one->count == other->count && one->count > 0;
    for (int64_t i = 0; all && i < one->count; i++)
        all = v3_distance(one->position[i], other->position[i]) <= tolerance &&
              v3_distance(one->velocity[i], other->velocity[i]) <= 1e3 * tolerance;
    return all;
}

TEST(a_floor_in_pieces_is_the_plane)
{
    static const char plane[] = "{material: sand, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}";
    static const char mesh[] = "{material: sand, mesh: {file: periodic-floor.obj, unit: mm}}";
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    static const char *const shapes[] = {"ball", "pair"};
    static const int pieces[][2] = {{2, 2}, {1, 1}, {9, 7}};
    for (int k = 0; k < 4; k++) {
        outcome flat;
        if (!CHECK(run(solvers[k / 2], shapes[k % 2], plane, 0, &flat)))
            continue;
        CHECK_MSG(flat.crossed > 0.8, "%g", flat.crossed);
        for (int i = 0; i < 3; i++) {
            outcome cut;
            CHECK(write_floor("periodic-floor.obj", pieces[i][0], pieces[i][1]));
            CHECK(run(solvers[k / 2], shapes[k % 2], mesh, i == 2 ? 2e-3 : 0, &cut));
            CHECK_MSG(same(&flat, &cut, 0), "%s, %s: cut into %d by %d", solvers[k / 2],
                      shapes[k % 2], pieces[i][0], pieces[i][1]);
        }
    }
}

// A grain that flies out at one end and in at the other, where a post stands farther from the border than it reaches.
static const char post[] = HEAD
    "domain: {low: [0, -1 cm, -1 cm], high: [30 mm, 1 cm, 1 cm], boundary: {x: periodic}}\n"
    "shapes:\n"
    "  ball: {ball: {diameter: 5 mm}}\n"
    "  cube: {polyhedron: {builder: {platonic: cube, size: 2.9 mm}}}\n"
    "walls: {post: {material: sand, box: {low: [2.6 mm, -5 mm, -5 mm], high: [10 mm, 5 mm, 5 mm], "
    "side: outside}}}\n"
    "grains: [{name: one, shape: ball, material: sand, velocity: [1 m/s, 0, 0], packing: {law: "
    "lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [29.9 mm, 0, 0]}}]\n"
    "run: {duration: 1 s, step: 5 us}\n";

// How far it comes on this side of the border, m.
static double way_to_post(const char *solver, const char *shape)
{
    const case_override set[] = {{"solver", solver}, {"gravity", "0"}, {"grains.one.shape", shape}};
    const world_options options = options_of(1, 0, 4e-3);
    sim s;
    double farthest = 0;
    if (!sim_open(&s, post, set, 3, &options))
        return NAN;
    bool went = true;
    for (int i = 0; went && i < 100; i++) {
        went = sim_step(&s, 5);
        frame f = sim_frame(&s);
        if (f.ball.position[0].x < 15e-3)
            farthest = fmax(farthest, f.ball.position[0].x);
        frame_clear(&f);
    }
    sim_close(&s);
    return went ? farthest : NAN;
}

TEST(a_wall_behind_the_border_is_met_at_once)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    static const char *const shapes[] = {"ball", "cube"};
    static const double half[] = {2.5e-3, 1.45e-3};
    for (int k = 0; k < 4; k++) {
        const double way = way_to_post(solvers[k / 2], shapes[k % 2]);
        const double room = 2.6e-3 - half[k % 2];
        CHECK_MSG(way > 0.8 * room && way < room + 0.4e-3, "%s, %s: it comes to x = %g m",
                  solvers[k / 2], shapes[k % 2], way);
    }
}

TEST_MAIN
