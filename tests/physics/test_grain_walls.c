// test_grain_walls.c - grains with corners at walls with faces, edges and corners: meshes against planes, walls against
// fixed grains of the same shape, hoppers that do not leak.
#include "../unit/mesh_shapes.h"
#include "harness.h"
#include "support/scenes.h"

#include "base/mathlib.h"

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {stone: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"         \
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
#define DOWN "gravity: [0, 0, -9.81 m/s^2]\n"
#define LAW(restitution, friction)                                                                 \
    "pairs: {default: {normal: {law: linear, stiffness: 1 MN/m, restitution: " restitution         \
    "}, tangential: {law: "                                                                        \
    "cundall-strack, friction: " friction "}}}\n"
#define SOFT_LAW                                                                                   \
    "pairs: {default: {normal: {law: linear, stiffness: 20 kN/m, restitution: 0.3}, tangential: "  \
    "{law: "                                                                                       \
    "cundall-strack, friction: 0.2}}}\n"
#define SMOOTH_LAW                                                                                 \
    "pairs: {default: {normal: {law: linear, stiffness: 1 MN/m, restitution: 1}, tangential: "     \
    "none}}\n"
#define CUBE "polyhedron: {builder: {platonic: cube, size: 2 cm}}"
#define SHARP                                                                                      \
    "polyhedron: {builder: {platonic: cube, size: 2 cm}, meeting: convex, weights: shared}"
#define DICE "spheropolyhedron: {builder: {platonic: cube, size: 1.6 cm}, radius: 2 mm}"
#define ROD "spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [12 mm, 0 mm, 0 mm]], radius: 4 mm}"
#define ONE "packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], "

static char text[8192];
#define SAY(...) snprintf(text, sizeof text, __VA_ARGS__)

static bool save(const char *path, facets *f)
{
    FILE *file = fopen(path, "w");
    bytes b = ascii_stl(f);
    bool ok = file && fwrite(b.data, 1, b.size, file) == b.size;
    if (file)
        fclose(file);
    free(b.data);
    free(f->corner);
    return ok;
}

// A square floor at z = 0, of unlike triangles where n is above 1.
static bool save_floor(const char *path, double half, int n)
{
    facets f = {0};
    uint64_t seed = 5;
    double at[65];
    for (int i = 0; i <= n; i++)
        at[i] = half * (2.0 * i / n - 1);
    for (int i = 1; i < n; i++)
        at[i] += half / n * uniform(&seed, -0.5, 0.5);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            v3 a = v3_make(at[i], at[k], 0), b = v3_make(at[i + 1], at[k], 0),
               c = v3_make(at[i + 1], at[k + 1], 0), d = v3_make(at[i], at[k + 1], 0);
            if ((i + k) % 3)
                add_quad(&f, a, b, c, d);
            else
                add_quad(&f, b, c, d, a);
        }
    return save(path, &f);
}

typedef struct state {
    v3 at, velocity, spin;
    double up; // how far the axis of the body that was z then points up
} state;

static state state_of(sim *s)
{
    frame f = sim_frame(s);
    state x = {f.ball.position[0], f.ball.velocity[0], f.ball.spin[0], 0};
    frame_clear(&f);
    return x;
}

// Life of one grain in the case in `text`, looked at `looks` times.
static bool follow(double duration, int looks, state *out)
{
    sim s;
    if (!sim_open(&s, text, NULL, 0, NULL))
        return false;
    int64_t steps = (int64_t)(duration / looks / world_dt(s.w));
    bool ok = true;
    for (int i = 0; ok && i < looks; i++) {
        ok = sim_step(&s, steps);
        if (ok)
            out[i] = state_of(&s);
    }
    sim_close(&s);
    return ok;
}

static double apart(const state *a, const state *b, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = real_max(most, v3_norm(v3_sub(a[i].at, b[i].at)));
    return most;
}

enum { LOOKS = 40 };
static const char *const floors[] = {"mesh: {file: walls-one.stl, unit: m}",
                                     "mesh: {file: walls-few.stl, unit: m}",
                                     "mesh: {file: walls-many.stl, unit: m}"};

static bool save_floors(void)
{
    return save_floor("walls-one.stl", 0.5, 1) && save_floor("walls-few.stl", 0.5, 7) &&
           save_floor("walls-many.stl", 0.5, 60);
}

// A block dropped flat, or on an edge, that slides over a floor of triangles goes as it does on a plane.
TEST(slides_over_triangles_as_over_a_plane)
{
    static const char *const shapes[] = {SHARP, DICE};
    static const char *const turns[] = {"[0 rad, 0 rad, 0.3 rad]", "[0.5 rad, 0.1 rad, 0 rad]"};
    static state plane[LOOKS], mesh[LOOKS];
    REQUIRE(save_floors());
    for (int k = 0; k < 4; k++) {
        const char *form = HEAD DOWN LAW(
            "0.4", "0.3") "shapes: {block: {%s}}\nwalls: {floor: {material: stone, %s}}\n"
                          "grains: [{name: one, shape: block, material: stone, velocity: [1 m/s, "
                          "0.3 m/s, 0 "
                          "m/s], turn: %s, " ONE "origin: [-20 cm, 0 cm, 1.8 cm]}}]\n"
                          "run: {duration: 1 s, step: 10 us}\n";
        SAY(form, shapes[k % 2], "plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}",
            turns[k / 2]);
        REQUIRE(follow(0.5, LOOKS, plane));
        for (int n = 0; n < 3; n++) {
            SAY(form, shapes[k % 2], floors[n], turns[k / 2]);
            REQUIRE(follow(0.5, LOOKS, mesh));
            double off = apart(plane, mesh, LOOKS);
            CHECK_MSG(off < (k < 2 ? 1e-9 : 1e-7),
                      "block %d on floor %d is %g m off the one on a plane", k, n, off);
        }
        CHECK(v3_norm(plane[LOOKS - 1].velocity) < 1e-3 && plane[LOOKS - 1].at.x > -0.15);
    }
}

// A grain that hits a wall goes off as one that hits a fixed grain of the same shape, which is worked out in another way:
// edges on edges, corners on faces, and faces over a border. Sharp ones by contact polygons and shares of sum one,
// rounded ones by features and the norm of their overlaps.
TEST(walls_push_as_fixed_grains_of_the_same_shape)
{
    static const char *const shapes[] = {SHARP, DICE};
    static const char *const turns[] = {"[0 rad, 0 rad, 0 rad]", "[0.7854 rad, 0 rad, 0 rad]",
                                        "[0 rad, 0.7854 rad, 0 rad]",
                                        "[0.5 rad, 0.4 rad, 0.3 rad]"};
    static const char *const places[] = {"[0 cm, 0 cm, 5 cm]", "[3.1 cm, 0.2 cm, 5 cm]",
                                         "[2.8 cm, 2.9 cm, 5 cm]", "[3.4 cm, 0.1 cm, 5 cm]"};
    facets f = {0};
    add_box(&f, v3_make(-0.03, -0.03, 0), v3_make(0.03, 0.03, 0.03), 3);
    REQUIRE(save("walls-block.stl", &f));
    for (int k = 0; k < 32; k++) {
        static const char box[] =
            "box: {low: [-3 cm, -3 cm, 0 cm], high: [3 cm, 3 cm, 3 cm], side: outside}";
        static const char *const blocks[] = {
            box, "mesh: {file: walls-block.stl, unit: m}",
            "plane: {point: [0 m, 0 m, -50 cm], normal: [0, 0, 1]}"};
        state end[3][LOOKS];
        for (int b = 0; b < 3; b++) {
            SAY(HEAD SMOOTH_LAW
                "shapes: {block: {%s}, slab: {polyhedron: {builder: {box: [6 cm, 6 cm, 3 cm]}, "
                "meeting: %s}}}\n"
                "walls: {block: {material: stone, %s}}\n"
                "grains:\n  - {name: one, shape: block, material: stone, velocity: [0 m/s, 0 m/s, "
                "-1 "
                "m/s], turn: %s, " ONE "origin: %s}}\n%s"
                "run: {duration: 1 s, step: 10 us}\n",
                shapes[k % 2], k % 2 ? "potential" : "convex", blocks[b], turns[k / 2 % 4],
                places[k / 8],
                b < 2 ? ""
                      : "  - {name: slab, shape: slab, material: stone, fixed: true, turn: [0 rad, "
                        "0 rad, 0 rad], " ONE "origin: [0 cm, 0 cm, 1.5 cm]}}\n");
            REQUIRE(follow(0.03, LOOKS, end[b]));
        }
        for (int b = 0; b < 2; b++) {
            double off = v3_norm(v3_sub(end[b][LOOKS - 1].velocity, end[2][LOOKS - 1].velocity));
            CHECK_MSG(off < 0.02, "%d: the grain goes off from the %s by %g m/s otherwise", k,
                      b ? "mesh" : "box", off);
        }
    }
}

// Without loss, in a box of triangles: the same life as between six planes, and no energy lost or made.
TEST(bounces_in_a_box_of_triangles_as_between_planes)
{
    static const char *const shapes[] = {CUBE, DICE, ROD};
    static state plane[LOOKS], mesh[LOOKS];
    facets f = {0};
    add_box(&f, v3_make(-0.05, -0.04, -0.045), v3_make(0.05, 0.04, 0.045), 6);
    REQUIRE(save("walls-box.stl", &f));
    for (int k = 0; k < 3; k++) {
        if (!harness_takes(k))
            continue;
        for (int b = 0; b < 2; b++) {
            SAY(HEAD SMOOTH_LAW "shapes: {block: {%s}}\nwalls:\n%s"
                                "grains: [{name: one, shape: block, material: stone, velocity: [1 "
                                "m/s, 0.7 m/s, 0.4 m/s], spin: [9 "
                                "rad/s, -20 rad/s, 15 rad/s], " ONE
                                "origin: [0 cm, 0 cm, 0 cm]}}]\n"
                                "run: {duration: 1 s, step: 4 us, ledger: true}\n",
                shapes[k],
                b ? "  box: {material: stone, mesh: {file: walls-box.stl, unit: m}}\n"
                  : "  a: {material: stone, plane: {point: [-5 cm, 0 m, 0 m], normal: [1, 0, 0]}}\n"
                    "  b: {material: stone, plane: {point: [5 cm, 0 m, 0 m], normal: [-1, 0, 0]}}\n"
                    "  c: {material: stone, plane: {point: [0 m, -4 cm, 0 m], normal: [0, 1, 0]}}\n"
                    "  d: {material: stone, plane: {point: [0 m, 4 cm, 0 m], normal: [0, -1, 0]}}\n"
                    "  e: {material: stone, plane: {point: [0 m, 0 m, -4.5 cm], normal: [0, 0, "
                    "1]}}\n"
                    "  f: {material: stone, plane: {point: [0 m, 0 m, 4.5 cm], normal: [0, 0, "
                    "-1]}}\n");
            sim s;
            REQUIRE(sim_open(&s, text, NULL, 0, NULL));
            for (int i = 0; i < LOOKS; i++) {
                REQUIRE(sim_step(&s, 500));
                (b ? mesh : plane)[i] = state_of(&s);
            }
            REQUIRE(sim_step(&s, 80000));
            frame e = sim_frame(&s);
            CHECK_MSG(fabs(e.ledger.residual) < 5e-3 * e.ledger.start,
                      "block %d, walls %d: %g of %g J", k, b, e.ledger.residual, e.ledger.start);
            frame_clear(&e);
            sim_close(&s);
        }
        // of the first bounces: afterwards rounding has grown
        CHECK_MSG(apart(plane, mesh, LOOKS) < 1e-7, "block %d is %g m off", k,
                  apart(plane, mesh, LOOKS));
    }
}

// An open hopper of triangles, sheets without a back, on a pipe: what runs out is what was in it, and nothing leaks.
static bool save_hopper(const char *path)
{
    static const double radius[] = {0.03, 0.03, 0.08, 0.08}, z[] = {0, 0.03, 0.08, 0.3};
    facets f = {0};
    enum { ROUND = 24 };
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < ROUND; i++) {
            double a = 2 * 3.14159265358979 * i / ROUND, b = 2 * 3.14159265358979 * (i + 1) / ROUND;
            add_quad(&f, v3_make(radius[k] * cos(a), radius[k] * sin(a), z[k]),
                     v3_make(radius[k] * cos(b), radius[k] * sin(b), z[k]),
                     v3_make(radius[k + 1] * cos(b), radius[k + 1] * sin(b), z[k + 1]),
                     v3_make(radius[k + 1] * cos(a), radius[k + 1] * sin(a), z[k + 1]));
        }
    return save(path, &f);
}

// How many are outside of the hopper at the height of its walls.
static int leaked(const frame *f)
{
    int count = 0;
    for (int64_t i = 0; i < f->ball.count; i++) {
        v3 p = f->ball.position[i];
        double r = sqrt(p.x * p.x + p.y * p.y), wall = p.z < 0.03 ? 0.03 : p.z < 0.08 ? p.z : 0.08;
        count += p.z > 0 && r > wall;
    }
    return count;
}

TEST(a_hopper_of_triangles_runs_out_and_does_not_leak)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    REQUIRE(save_hopper("walls-hopper.stl"));
    for (int n = 0; n < 2; n++) {
        SAY(HEAD DOWN SOFT_LAW
            "solver: %s\n"
            "shapes:\n  cube: {polyhedron: {builder: {platonic: cube, size: 12 mm}}}\n"
            "  stone: {spheropolyhedron: {builder: {platonic: tetrahedron, size: 10 mm}, "
            "radius: 2 mm, meeting: "
            "features}}\n"
            "  rod: {spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [10 mm, 0 mm, 0 "
            "mm]], radius: 3 mm}}\n"
            "walls: {hopper: {material: stone, mesh: {file: walls-hopper.stl, unit: m}}}\n"
            "grains:\n"
            "  - {name: cubes, shape: cube, material: stone, packing: {law: random, count: "
            "25, low: [-5 cm, -5 cm, 10 "
            "cm], high: [5 cm, 5 cm, 28 cm], seed: 1}}\n"
            "  - {name: stones, shape: stone, material: stone, packing: {law: random, "
            "count: 25, low: [-5 cm, -5 cm, "
            "10 cm], high: [5 cm, 5 cm, 28 cm], seed: 2}}\n"
            "  - {name: rods, shape: rod, material: stone, packing: {law: random, count: "
            "25, low: [-5 cm, -5 cm, 10 "
            "cm], high: [5 cm, 5 cm, 28 cm], seed: 3}}\n"
            "run: {duration: 1 s, step: %s, on_loss: remove, deepest_overlap: 1}\n",
            solvers[n], n ? "0.2 ms" : "auto");
        sim s;
        REQUIRE(sim_open(&s, text, NULL, 0, NULL));
        int leaks = 0;
        double low = 1;
        for (int i = 0; i < 8; i++) {
            REQUIRE(sim_step(&s, (int64_t)(0.05 / world_dt(s.w))));
            frame f = sim_frame(&s);
            leaks += leaked(&f);
            low = f.ball.count ? f.ball.position[0].z : -1;
            frame_clear(&f);
        }
        CHECK_MSG(leaks == 0, "%s: %d grains seen outside of the walls", solvers[n], leaks);
        CHECK(low < 0);
        sim_close(&s);
    }
}

// Every wall of its own: the books close, the walls take up what the grain loses in momentum, and it is where it must
// be in the end.
typedef struct stay {
    const char *name, *wall, *grain; // after its shape
    double low, high;                // of its height at the end, m
    double residual;                 // of what was turned over
} stay;

static const stay stays[] = {
    {"a disk that it slides off",
     "disk: {centre: [0 m, 0 m, 0 m], normal: [0, 0, 1], radius: 5 cm}",
     "velocity: [0.5 m/s, 0 m/s, 0 m/s], turn: [0 rad, 0 rad, 0.4 rad], " ONE
     "origin: [0 cm, 1 cm, 1.001 cm]}",
     -0.6, -0.1, 2e-3},
    {"a disk that stands on its rim",
     "disk: {centre: [0 m, 0 m, -5 cm], normal: [0, 1, 0], radius: 5 cm}",
     "turn: [0 rad, 0 rad, 0 rad], " ONE "origin: [0 cm, 0 cm, 3 cm]}", 0, 0.031, 1e-3},
    {"a rod on which it bounces",
     "cylinder: {from: [-10 cm, 0 m, -5 cm], to: [10 cm, 0 m, -5 cm], radius: 5 cm, side: outside}",
     "turn: [0 rad, 0 rad, 0 rad], " ONE "origin: [0 cm, 0 cm, 3 cm]}", 0, 0.031, 1e-3},
    {"a cone on whose tip it falls",
     "cone: {from: [0 m, 0 m, -6 cm], to: [0 m, 0 m, 0 cm], radius_from: 5 cm, radius_to: 0 cm, "
     "side: outside}",
     "turn: [0 rad, 0 rad, 0.2 rad], " ONE "origin: [0 cm, 0 cm, 3 cm]}", 0, 0.031, 1e-3},
    {"an open pipe in which it falls on one edge",
     "cylinder: {from: [0 m, 0 m, -30 cm], to: [0 m, 0 m, 5 cm], radius: 3 cm, side: inside}",
     "velocity: [0.5 m/s, 0.1 m/s, 0 m/s], turn: [0.3 rad, 0.2 rad, 0.4 rad], " ONE
     "origin: [0 cm, 0 cm, 2 cm]}",
     -0.9, -0.2, 5e-3},
};

TEST(the_books_close_at_every_wall)
{
    static const char *const shapes[] = {CUBE, DICE};
    for (size_t k = 0; k < 2 * sizeof stays / sizeof *stays; k++) {
        const stay *t = &stays[k / 2];
        if (!harness_takes((int)k + (int)k / 2))
            continue;
        SAY(HEAD DOWN SMOOTH_LAW "shapes: {block: {%s}}\nwalls: {it: {material: stone, %s}}\n"
                                 "grains: [{name: one, shape: block, material: stone, %s}]\n"
                                 "run: {duration: 1 s, step: 4 us, ledger: true}\n",
            shapes[k % 2], t->wall, t->grain);
        sim s;
        REQUIRE(sim_open(&s, text, NULL, 0, NULL));
        double impulse = 0;
        frame f = sim_frame(&s);
        double mass = f.ball.mass[0], start = f.ball.velocity[0].z;
        frame_clear(&f);
        bool touched = false;
        for (int i = 0; i < 75000; i++) {
            REQUIRE(sim_step(&s, 1));
            if (world_pulse_of(s.w).contacts == 0)
                continue;
            f = sim_frame(&s);
            impulse += f.wall[0].force.z * world_dt(s.w);
            touched = true;
            frame_clear(&f);
        }
        f = sim_frame(&s);
        double change = mass * (f.ball.velocity[0].z - start + 9.81 * f.time);
        CHECK_MSG(touched, "%s is not touched", t->name);
        CHECK_MSG(fabs(change + impulse) < 2e-3 * mass, "%s takes %g of %g N s", t->name, -impulse,
                  change);
        double z = f.ball.position[0].z, residual = f.ledger.residual / f.ledger.turned_over;
        CHECK_MSG(z > t->low && z < t->high, "%s: the grain is at z = %g m", t->name, z);
        CHECK_MSG(fabs(residual) < t->residual, "%s: residual %g", t->name, residual);
        frame_clear(&f);
        sim_close(&s);
    }
}

// Whether the case in `text` is refused for its wall, with these words.
static bool refused(const char *what, const char *hint)
{
    sim s;
    world *w = NULL;
    scree_error e;
    if (!CHECK(sim_read(&s, text, NULL, 0)))
        return false;
    world_options o = options_of(1, 0, 0);
    bool bad = CHECK(world_create(&s.m, &o, &w, &e) == SCREE_BAD_INPUT) &&
               CHECK_STR(e.where, "walls.it") && CHECK_HAS(e.what, what) && CHECK_HAS(e.hint, hint);
    world_destroy(w);
    sim_close(&s);
    return bad;
}

TEST(a_start_across_a_wall_is_refused)
{
    static const char *const shapes[] = {CUBE, DICE};
    REQUIRE(save_floors());
    for (int k = 0; k < 4; k++) {
        SAY(HEAD DOWN SMOOTH_LAW
            "shapes: {block: {%s}}\nwalls: {it: {material: stone, %s}}\n"
            "grains: [{name: one, shape: block, material: stone, turn: [0 rad, 0 rad, 0 rad], " ONE
            "origin: [0 cm, 0 cm, 0.1 cm]}}]\n"
            "run: {duration: 1 s, step: 4 us}\n",
            shapes[k % 2],
            k < 2 ? "mesh: {file: walls-few.stl, unit: m}"
                  : "disk: {centre: [0 m, 0 m, 0 m], normal: [0, 0, 1], radius: 2 mm}");
        CHECK(refused("deep in the wall 'it'", "move the grain or the wall"));
    }
}

// Is a start of the case in `text` refused, and else the first step? 0: neither.
static int refused_at(const char *solver)
{
    const case_override set[] = {{"solver", solver}};
    sim s;
    world *w = NULL;
    scree_error e;
    if (!CHECK(sim_read(&s, text, set, 1)))
        return -1;
    world_options o = options_of(1, 0, 0);
    int at = world_create(&s.m, &o, &w, &e) == SCREE_BAD_INPUT ? 1
             : world_step(w, 1, &e) == SCREE_DIVERGED          ? 2
                                                               : 0;
    world_destroy(w);
    model_clear(&s.m);
    return at;
}

// What the run would stop at is refused at the start, by the same radius: 0.3 of that of contacts, of which a sharp
// cube has that of the ball of equal volume and a rounded one that of its rounding; at walls of all kinds, and of two
// cubes, face to face.
TEST(a_start_is_as_deep_as_the_run_allows)
{
    static const char *const shape[] = {CUBE, DICE}, *const solver[] = {"smooth", "nonsmooth"};
    static const char *const wall[] = {"mesh: {file: walls-few.stl, unit: m}",
                                       "plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}"};
    const double most[] = {0.3 * 2e-2 * cbrt(0.75 / 3.14159265358979324), 0.3 * 2e-3};
    REQUIRE(save_floors());
    for (int k = 0; k < 24; k++) {
        const int form = k % 2, deep = k / 2 % 2, with = k / 4 % 3; // the wall, or a second cube
        double depth = most[form] * (deep ? 1.001 : 0.999), z = 1e-2 - depth;
        int length =
            SAY(HEAD DOWN SMOOTH_LAW
                "shapes: {block: {%s}}\nwalls: {it: {material: stone, %s}}\n"
                "grains:\n  - {name: one, shape: block, material: stone, turn: [0, 0, 0], " ONE
                "origin: [0 m, 0 m, %.17g m]}}\n",
                shape[form], wall[with % 2], with == 2 ? 5e-2 : z);
        if (with == 2)
            length +=
                snprintf(text + length, sizeof text - (size_t)length,
                         "  - {name: two, shape: block, material: stone, turn: [0, 0, 0], " ONE
                         "origin: [0 m, 0 m, %.17g m]}}\n",
                         5e-2 + z + 1e-2);
        snprintf(text + length, sizeof text - (size_t)length, "run: {duration: 1 s, step: 4 us}\n");
        int got = refused_at(solver[k / 12]);
        CHECK_MSG(got == deep, "%s, %s, wall or cube %d, %g m deep: %d", solver[k / 12],
                  shape[form], with, depth, got);
    }
}

// Walls have no images: a floor must go on beyond a periodic border by as far as a grain reaches over it.
TEST(a_floor_goes_on_beyond_a_periodic_border)
{
    static const char *const floor[] = {
        "plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}",
        "box: {low: [-10 cm, -10 cm, -2 cm], high: [10 cm, 10 cm, 0 cm], side: outside}",
        "box: {low: [-12 cm, -10 cm, -2 cm], high: [12 cm, 10 cm, 0 cm], side: outside}"};
    static state on[3][LOOKS];
    for (int k = 0; k < 3; k++) {
        SAY("scree: 1\nmaterials: {stone: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
            "domain: {low: [-10 cm, -10 cm, -10 cm], high: [10 cm, 10 cm, 10 cm], boundary: {x: "
            "periodic}}\n" DOWN LAW("0.4", "0.1") "shapes: {block: {" CUBE
                                                  "}}\nwalls: {it: {material: stone, %s}}\n"
                                                  "grains: [{name: one, shape: block, material: "
                                                  "stone, velocity: [0.8 m/s, 0 m/s, 0 m/s], "
                                                  "turn: [0 rad, 0 rad, 0.3 rad], " ONE
                                                  "origin: [5 cm, 0 cm, 1 cm]}}]\n"
                                                  "run: {duration: 1 s, step: 10 us}\n",
            floor[k]);
        if (k != 1) {
            REQUIRE(follow(0.25, LOOKS, on[k]));
            continue;
        }
        CHECK(refused("crosses the periodic border along x",
                      "at both ends of the domain and a radius beyond them"));
    }
    CHECK(on[0][LOOKS - 1].at.x < 0.04); // across the border, back from the other end
    CHECK_MSG(apart(on[0], on[2], LOOKS) < 1e-9, "%g m off the one on a plane",
              apart(on[0], on[2], LOOKS));
}

// What attracts across a gap holds a wet block at triangles as at a plane: it lands, hangs on and tips alike.
TEST(hangs_on_triangles_as_on_a_plane)
{
    static const char *const shapes[] = {CUBE, DICE};
    static const char wet[] =
        "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none, cohesion: "
        "{law: capillary, surface_tension: 0.7 N/m, relative_volume: 0.05}}}\n";
    static state plane[LOOKS], mesh[LOOKS];
    REQUIRE(save_floors());
    for (int k = 0; k < 2; k++)
        for (int n = -1; n < 3; n++) {
            SAY(HEAD "gravity: [0.02 m/s^2, 0, 0.02 m/s^2]\n%sshapes: {block: {%s}}\nwalls: "
                     "{floor: {material: stone, %s}}\n"
                     "grains: [{name: one, shape: block, material: stone, velocity: [0 m/s, 0 m/s, "
                     "-0.05 m/s], turn: "
                     "[0.01 rad, 0.02 rad, 0.3 rad], " ONE "origin: [1 cm, 2 cm, 1.1 cm]}}]\n"
                     "run: {duration: 1 s, step: 20 us}\n",
                wet, shapes[k],
                n < 0 ? "plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}" : floors[n]);
            REQUIRE(follow(0.1, LOOKS, n < 0 ? plane : mesh));
            CHECK((plane[LOOKS - 1].at.z < 0.01) ==
                  (k == 0)); // the cube hangs on, the rounded one tears off
            if (n < 0)
                continue;
            double off = apart(plane, mesh, LOOKS);
            CHECK_MSG(off < 1e-8, "block %d on floor %d is %g m off the one on a plane", k, n, off);
        }
}

TEST_MAIN
