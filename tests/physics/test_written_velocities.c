// label: sanitize
// test_written_velocities.c - a velocity that is written, or that a run begins with, is one of now: springs feel
// nothing of it at once, it is read back as it was given, and the motion that follows is of second order in the step.
//
// A ball lies on a plane that is a little steep, so that its springs are under load. Until velocities were brought to
// the time of the positions before they are written, and until a run began with springs as they are, each spring was
// stretched by the step before, which was never made: by v dt.
#include "harness.h"
#include "support/law_pairs.h"

#include "law/registry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

static const double pi = 3.14159265358979323846;
static const double radius = 5e-3;

typedef struct lying {
    const char *pairs;
    const char *run;    // settings of the run, with a comma before
    const char *motion; // at the start: velocity and spin of the ball
    double depth;       // m
    double step;        // s
} lying;

static void lying_text(char *out, size_t room, const lying *l)
{
    snprintf(out, room,
             "scree: 1\ngravity: [2 m/s^2, 0, -9 m/s^2]\n"
             "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25, yield: 0.2 "
             "MPa}}\n%s"
             "shapes: {ball: {ball: {radius: 5 mm}}}\n"
             "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
             "walls: {floor: {material: soft, plane: {point: 0, normal: [0, 0, 1]}}}\n"
             "grains: [{name: one, shape: ball, material: soft%s, packing: {law: lattice, spacing: "
             "[1 m, 1 m, 1 m], "
             "counts: [1, 1, 1], origin: [0, 0, %.17g m]}}]\n"
             "run: {duration: 1 s, step: %.17g s, ledger: true%s}\n",
             l->pairs, l->motion ? l->motion : "", radius - l->depth, l->step, l->run);
}

static bool lying_open(sim *s, const lying *l)
{
    char text[4000];
    lying_text(text, sizeof text, l);
    return sim_open(s, text, NULL, 0, NULL);
}

static bool write_motion(sim *s, world_quantity what, v3 value)
{
    scree_error error = {0};
    bool done = world_write(s->w, what, NULL, &value, 1, &error) == SCREE_OK;
    return CHECK_MSG(done, "%s: %s", error.where, error.what);
}

static bool same(v3 a, v3 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

// ---- at once

// Along the plane: some laws hold their springs by the force that presses, and that follows the speed of approach.
static v3 thrown_from(v3 velocity)
{
    return v3_make(0.1, 0.07, velocity.z);
}

// The value is there, and through a snapshot.
static void read_back(sim *s, const lying *l, v3 thrown, const char *name)
{
    char text[4000];
    sim copy;
    image im = {0};
    scree_error error;
    frame f = sim_frame(s);
    CHECK_MSG(f.ball.count == 1 && same(f.ball.velocity[0], thrown), "%s: reads %.17g", name,
              f.ball.velocity[0].x);
    frame_clear(&f);
    lying_text(text, sizeof text, l);
    REQUIRE(sim_read(&copy, text, NULL, 0) && world_image(s->w, &im, &error) == SCREE_OK);
    if (CHECK(sim_restore(&copy, &im, NULL))) {
        f = sim_frame(&copy);
        CHECK_MSG(same(f.ball.velocity[0], thrown), "%s: reads %.17g after a restart", name,
                  f.ball.velocity[0].x);
        frame_clear(&f);
        CHECK(sim_step(s, 20) && sim_step(&copy, 20) && sim_hash(s) == sim_hash(&copy));
    }
    image_clear(&im);
    sim_close(&copy);
}

static void springs_feel_nothing(const lying *l, const char *name, int steps)
{
    sim s;
    if (!CHECK_MSG(lying_open(&s, l), "%s", name))
        return;
    CHECK(sim_step(&s, steps));
    frame before = sim_frame(&s);
    const v3 thrown = thrown_from(before.ball.velocity[0]);
    write_motion(&s, WORLD_VELOCITY, thrown);
    frame after = sim_frame(&s);
    const double had = before.ledger.elastic;
    const double has = after.ledger.elastic;
    CHECK_MSG(fabs(has - had) <= 1e-11 * fabs(had),
              "%s, after %d steps: springs held %.17g J, and %.17g J after a write", name, steps,
              had, has);
    const double size = after.ledger.turned_over;
    CHECK_MSG(fabs(after.ledger.residual - before.ledger.residual) < 1e-11 * size,
              "%s: books are off by %g of %g J", name,
              after.ledger.residual - before.ledger.residual, size);
    frame_clear(&before);
    frame_clear(&after);
    read_back(&s, l, thrown, name);
    sim_close(&s);
}

static double duration_of_contact(double stiffness)
{
    return pi * sqrt(2500 * 4.0 / 3 * pi * radius * radius * radius / stiffness);
}

TEST(springs_feel_nothing_of_a_write)
{
    static combination list[COMBINATIONS_MOST];
    static const char *const runs[] = {"", ", integrator: leapfrog", ", integrator: gear"};
    const pair_values sticks = {1, 20, 0}; // what slides at the new speed lets go of its springs
    int count = combinations_list(false, list, COMBINATIONS_MOST);
    CHECK(count > 50);
    for (int i = 0; i < count; i++) {
        char pairs[1000], name[160];
        combination_pairs_with(list[i], sticks, pairs, sizeof pairs);
        combination_name(list[i], name);
        lying l = {pairs, runs[i % 3], NULL, 1e-6, 1e-6};
        springs_feel_nothing(&l, name, 40);
        if (i % 10 == 0)
            springs_feel_nothing(&l, name, 0);
    }
}

// ---- the others

// The first grain that may be written to gets another velocity; -1: there is none.
static int32_t push_one(sim *s, const frame *f)
{
    scree_error error;
    for (int64_t i = 0; i < f->ball.count; i++) {
        const int64_t id = f->ball.id[i];
        v3 v = f->ball.velocity[i];
        v.x += 0.01;
        if (world_write(s->w, WORLD_VELOCITY, &id, &v, 1, &error) == SCREE_OK)
            return (int32_t)i;
    }
    return -1;
}

// All other grains, balls and clumps of many, are where they were and move as they did, now and a step later.
static int others_go_on(const char *name)
{
    const scene *scene = scene_find(name);
    const case_override books = {"run.ledger", "true"};
    sim s, twin;
    if (!CHECK(sim_open(&s, scene->text, &books, 1, NULL) &&
               sim_open(&twin, scene->text, &books, 1, NULL)))
        return 0;
    CHECK(sim_step(&s, 100) && sim_step(&twin, 100));
    frame before = sim_frame(&s);
    const int32_t pushed = push_one(&s, &before);
    double size = 0;
    for (int64_t i = 0; i < before.ball.count; i++)
        size = fmax(size, v3_norm(before.ball.velocity[i]));
    for (int late = 0; pushed >= 0 && late < 2; late++) {
        CHECK(!late || (sim_step(&s, 1) && sim_step(&twin, 1)));
        frame here = sim_frame(&s);
        frame there = sim_frame(&twin);
        const int32_t touched = here.ball.body[pushed];
        double moved = 0, changed = 0;
        for (int64_t i = 0; i < here.ball.count; i++) {
            if (here.ball.body[i] == touched)
                continue;
            moved = fmax(moved, v3_norm(v3_sub(here.ball.position[i], there.ball.position[i])));
            changed = fmax(changed, v3_norm(v3_sub(here.ball.velocity[i], there.ball.velocity[i])));
        }
        const double near = late ? 0.01 : 0; // at once they know nothing of it
        CHECK_MSG(changed <= near * size, "%s, %d steps later: others are %.3g m/s of %.3g faster",
                  name, late, changed, size);
        CHECK_MSG(moved <= near * (late ? size * world_dt(s.w) : 1e-3),
                  "%s, %d steps later: others are %.3g m away", name, late, moved);
        const double books_off = here.ledger.residual - there.ledger.residual;
        CHECK_MSG(fabs(books_off) <
                      1e-3 * near * here.ledger.turned_over + 1e-12 * here.ledger.turned_over,
                  "%s, %d steps later: books are off by %.3g of %.3g J", name, late, books_off,
                  here.ledger.turned_over);
        frame_clear(&here);
        frame_clear(&there);
    }
    CHECK(pushed < 0 || sim_step(&s, 100));
    frame_clear(&before);
    sim_close(&s);
    sim_close(&twin);
    return pushed >= 0;
}

TEST(others_do_not_notice)
{
    static const char *const names[] = {"clumps",  "bed",     "stirred", "mesh",
                                        "sizes",   "rolling", "disks",   "leaves",
                                        "leaping", "geared",  "stones",  "corners-at-walls"};
    int written = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        written += others_go_on(names[i]);
    CHECK_MSG(written >= 8, "%d scenes have grains to write to", written);
}

// In each step every twenty-fourth grain that may be written to is pushed and turned.
static void push_some(sim *s)
{
    frame f = sim_frame(s);
    scree_error error;
    for (int64_t i = 0; i < f.ball.count; i += 24) {
        const int64_t id = f.ball.id[i];
        v3 velocity = v3_scale(1.01, f.ball.velocity[i]);
        v3 spin = v3_scale(0.98, f.ball.spin[i]);
        if (world_write(s->w, WORLD_VELOCITY, &id, &velocity, 1, &error) == SCREE_OK)
            CHECK(world_write(s->w, WORLD_SPIN, &id, &spin, 1, &error) == SCREE_OK);
    }
    frame_clear(&f);
}

static uint64_t hash_of_pushed(const scene *scene, const world_options *options, bool resumed)
{
    sim s, copy;
    image im = {0};
    scree_error error;
    if (!CHECK(sim_open(&s, scene->text, NULL, 0, options) && sim_step(&s, 10)))
        return 0;
    for (int n = 0; n < 6; n++) {
        push_some(&s);
        if (resumed && n == 3) {
            CHECK(world_image(s.w, &im, &error) == SCREE_OK &&
                  sim_read(&copy, scene->text, NULL, 0));
            CHECK_MSG(sim_restore(&copy, &im, options), "%s: what is written does not come back",
                      scene->name);
            image_clear(&im);
            sim_close(&s);
            s = copy;
        }
        CHECK(sim_step(&s, 1));
    }
    const uint64_t hash = sim_hash(&s);
    sim_close(&s);
    return hash;
}

TEST(written_worlds_have_the_same_bits)
{
    static const char *const names[] = {"clumps",  "bed",   "stirred", "mesh",
                                        "rolling", "disks", "geared",  "stones"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!harness_takes((int)i))
            continue;
        const scene *scene = scene_find(names[i]);
        const world_options plain = {.threads = 1, .width = 1};
        const world_options many = {.threads = 3, .width = 4};
        const uint64_t hash = hash_of_pushed(scene, &plain, false);
        CHECK_MSG(hash_of_pushed(scene, &many, false) == hash,
                  "%s: other bits with threads and lanes", names[i]);
        CHECK_MSG(hash_of_pushed(scene, &plain, true) == hash, "%s: other bits after a restart",
                  names[i]);
    }
}

// An image that writes to a grain that is not there, twice to one, or what is no number is refused.
TEST(written_columns_of_an_image_are_checked)
{
    const scene *scene = scene_find("bed");
    sim s;
    image im = {0};
    scree_error error;
    REQUIRE(sim_open(&s, scene->text, NULL, 0, NULL) && sim_step(&s, 10));
    push_some(&s);
    REQUIRE(world_image(s.w, &im, &error) == SCREE_OK);
    int64_t *id = image_find(&im, "written/id", IMAGE_I64, 1)->data;
    double *motion = image_find(&im, "written/motion", IMAGE_F64, 12)->data;
    CHECK(world_check_image(&s.m, &im, &error) == SCREE_OK);
    const int64_t first = id[0], second = id[1];
    id[0] = 0; // a wall
    CHECK(world_check_image(&s.m, &im, &error) == SCREE_BAD_INPUT &&
          strstr(error.where, "written/id"));
    id[0] = first;
    id[1] = first;
    CHECK(world_check_image(&s.m, &im, &error) == SCREE_BAD_INPUT &&
          strstr(error.where, "written/id"));
    id[1] = second;
    motion[12] = NAN;
    CHECK(world_check_image(&s.m, &im, &error) == SCREE_BAD_INPUT &&
          strstr(error.where, "written/motion, row 1"));
    image_clear(&im);
    sim_close(&s);
}

// The nonsmooth solver keeps velocities of now.
TEST(impulses_keep_what_is_written)
{
    lying l = {"pairs: {default: {normal: {law: linear, stiffness: 10 kN/m, restitution: 0.5}, "
               "tangential: {law: "
               "cundall-strack, friction: 0.5}}}\n",
               "", NULL, 1e-6, 1e-4};
    char text[4000];
    lying_text(text, sizeof text, &l);
    char *at = strstr(text, "gravity");
    char whole[4100];
    snprintf(whole, sizeof whole, "%.*ssolver: nonsmooth\n%s", (int)(at - text), text, at);
    sim s;
    REQUIRE(sim_open(&s, whole, NULL, 0, NULL) && sim_step(&s, 10));
    const v3 thrown = thrown_from(v3_make(0, 0, 0.03));
    write_motion(&s, WORLD_VELOCITY, thrown);
    frame f = sim_frame(&s);
    CHECK(same(f.ball.velocity[0], thrown));
    frame_clear(&f);
    sim_close(&s);
}

// ---- later

// Where the ball is, how it moves, and what the books lack, at one time.
typedef struct outcome {
    double number[7];
} outcome;

typedef struct course {
    const char *name, *pairs;
    double stiffness; // about, N/m
    double depth;
    bool written; // its motion is written on the way; else it begins with it
} course;

static outcome outcome_of(const course *c, const char *run, int steps)
{
    const double time = 1.5 * duration_of_contact(c->stiffness);
    const char *motion =
        c->written ? NULL
                   : ", velocity: [5 mm/s, 3 mm/s, 2 mm/s], spin: [1 rad/s, 0 rad/s, 3 rad/s]";
    lying l = {c->pairs, run, motion, c->depth, time / steps};
    outcome out = {{NAN}};
    sim s;
    if (!CHECK_MSG(lying_open(&s, &l), "%s", c->name))
        return out;
    if (c->written)
        CHECK(sim_step(&s, steps / 2) &&
              write_motion(&s, WORLD_VELOCITY, v3_make(5e-3, 3e-3, 2e-3)) &&
              write_motion(&s, WORLD_SPIN, v3_make(1, 0, 3)) && sim_step(&s, steps / 2));
    else
        CHECK(sim_step(&s, steps));
    frame f = sim_frame(&s);
    const v3 x = f.ball.position[0], v = f.ball.velocity[0], w = v3_scale(radius, f.ball.spin[0]);
    const double numbers[7] = {x.z / time, v.x, v.y, v.z, w.x, w.y, w.z};
    memcpy(out.number, numbers, sizeof numbers);
    frame_clear(&f);
    sim_close(&s);
    return out;
}

static double apart(outcome a, outcome b)
{
    double square = 0;
    for (int i = 0; i < 7; i++)
        square += (a.number[i] - b.number[i]) * (a.number[i] - b.number[i]);
    return sqrt(square);
}

static const course courses[] = {
    {"linear + cundall-strack, elastic",
     "pairs: {default: {normal: {law: linear, stiffness: 1 kN/m}, tangential: {law: "
     "cundall-strack, friction: 20}}}\n",
     1e3, 2e-5, true},
    {"linear + cundall-strack, damped",
     "pairs: {default: {normal: {law: linear, stiffness: 1 kN/m, restitution: 0.6}, tangential: "
     "{law: cundall-strack, "
     "friction: 20, damping_ratio: 0.2}}}\n",
     1e3, 2e-5, true},
    {"hertz + mindlin, elastic",
     "pairs: {default: {normal: {law: hertz}, tangential: {law: mindlin, friction: 20, damping: "
     "0}}}\n",
     1e4, 4e-6, true},
    {"hertz + mindlin, damped",
     "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
     "friction: 20, damping: "
     "0}}}\n",
     1e4, 4e-6, true},
};

static void follows_in_second_order(course c, const char *run, bool written)
{
    c.written = written;
    const outcome fine = outcome_of(&c, run, 6400);
    const double coarse = apart(outcome_of(&c, run, 100), fine);
    const double half = apart(outcome_of(&c, run, 200), fine);
    CHECK_MSG(coarse > 3.2 * half, "%s%s, %s: off by %.3g m/s with 100 steps, by %.3g with 200",
              c.name, run, written ? "written" : "from the start", coarse, half);
}

TEST(what_follows_is_of_second_order)
{
    static const char *const runs[] = {"", ", integrator: gear"};
    for (size_t i = 0; i < sizeof courses / sizeof *courses; i++)
        for (int r = 0; r < 2; r++) {
            follows_in_second_order(courses[i], runs[r], true);
            follows_in_second_order(courses[i], runs[r], false);
        }
}

// A ball that slides from the start on: its spring is empty there, and what sliding takes is what friction has done.
static double residual_of_a_slide(double step)
{
    lying l = {"pairs: {default: {normal: {law: linear, stiffness: 10 kN/m}, tangential: {law: "
               "cundall-strack, "
               "friction: 0.3}}}\n",
               "", ", velocity: [0.5 m/s, 0 m/s, 0 m/s]", 1.17e-6, step};
    sim s;
    if (!CHECK(lying_open(&s, &l)))
        return NAN;
    CHECK(sim_step(&s, (int64_t)(4e-3 / step + 0.5)));
    frame f = sim_frame(&s);
    const double residual = fabs(f.ledger.residual) / f.ledger.turned_over;
    frame_clear(&f);
    sim_close(&s);
    return residual;
}

TEST(books_of_a_slide_from_the_start_are_of_second_order)
{
    const double coarse = residual_of_a_slide(2e-5);
    const double fine = residual_of_a_slide(1e-5);
    CHECK_MSG(coarse > 3.5 * fine && coarse < 1e-6,
              "%.3g of what was turned over, %.3g with half of the step", coarse, fine);
}

// ---- one grain of many, in each step

// Five balls in a row lie on a plane, between a plane and a sixth, the finger, which is so heavy that it goes as it is
// told. They lean on each other by so much that no contact between them ends; on the floor some do.
enum { LINKS = 6, FINGER = LINKS - 1 };
static const double fed_time = 2e-3; // s
static const double fall = -9.81;    // m/s^2

typedef struct fed {
    const char *pairs, *run;
    int steps;
} fed;

static void fed_text(char *out, size_t room, const fed *c)
{
    snprintf(out, room,
             "scree: 1\ngravity: [0, 0, %g m/s^2]\n"
             "materials:\n"
             "  soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25, yield: 0.2 MPa}\n"
             "  heavy: {density: 2500e7 kg/m^3, young: 20 MPa, poisson: 0.25, yield: 0.2 MPa}\n%s"
             "shapes: {ball: {ball: {radius: 5 mm}}}\n"
             "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
             "walls:\n"
             "  floor: {material: soft, plane: {point: 0, normal: [0, 0, 1]}}\n"
             "  end: {material: soft, plane: {point: 0, normal: [1, 0, 0]}}\n"
             "grains:\n"
             "  - {name: row, shape: ball, material: soft, packing: {law: lattice, counts: [5, 1, "
             "1], spacing: [9.9 mm, 1 "
             "m, 1 m], origin: [4.95 mm, 0 mm, 4.99 mm]}}\n"
             "  - {name: finger, shape: ball, material: heavy, packing: {law: lattice, counts: [1, "
             "1, 1], spacing: [1 m, "
             "1 m, 1 m], origin: [54.45 mm, 0 mm, 6 mm]}}\n"
             "run: {duration: 1 s, step: %.17g s, ledger: true%s}\n",
             fall, c->pairs, fed_time / c->steps, c->run);
}

static bool fed_open(sim *s, const fed *c)
{
    char text[4000];
    fed_text(text, sizeof text, c);
    return sim_open(s, text, NULL, 0, NULL);
}

static bool write_one(sim *s, world_quantity what, int64_t id, v3 value)
{
    scree_error error = {0};
    bool done = world_write(s->w, what, &id, &value, 1, &error) == SCREE_OK;
    return CHECK_MSG(done, "%s: %s", error.where, error.what);
}

// The finger moves to and fro, rubs, and turns: in the middle of the step to come, less what it falls in half a step.
static void feed(sim *s, const frame *f, double time, double step)
{
    const double phase = 2 * pi * (time + 0.5 * step) / fed_time;
    const v3 velocity = v3_make(-0.02 * sin(phase), 0.01 * cos(phase), -0.5 * step * fall);
    write_one(s, WORLD_VELOCITY, f->ball.id[FINGER], velocity);
    write_one(s, WORLD_SPIN, f->ball.id[FINGER], v3_make(2 * sin(phase), 1, 3 * cos(phase)));
}

// What is fed, and in which way.
typedef enum feeding { FED_NOTHING, FED_OWN, FED_NEARLY, FED_MOTION } feeding;

// The third of the row and its own motion, or the last digit of it.
static void feed_own(sim *s, const frame *f, bool nearly)
{
    const int at = 2;
    v3 velocity = f->ball.velocity[at];
    v3 spin = f->ball.spin[at];
    if (nearly) {
        velocity.x = nextafter(velocity.x, 1);
        spin.y = nextafter(spin.y, 1);
    }
    write_one(s, WORLD_VELOCITY, f->ball.id[at], velocity);
    write_one(s, WORLD_SPIN, f->ball.id[at], spin);
}

typedef struct fed_end {
    double number[6 * FINGER]; // places over time, velocities
    double residual;           // of what springs hold
    uint64_t hash;
} fed_end;

static fed_end fed_run(const fed *c, feeding what)
{
    fed_end out = {.residual = NAN};
    sim s;
    if (!CHECK_MSG(fed_open(&s, c), "%s", c->pairs))
        return out;
    const double step = world_dt(s.w);
    for (int n = 0; n < c->steps; n++) {
        frame f = sim_frame(&s);
        if (what == FED_MOTION)
            feed(&s, &f, n * step, step);
        else if (what != FED_NOTHING)
            feed_own(&s, &f, what == FED_NEARLY);
        frame_clear(&f);
        if (!CHECK(sim_step(&s, 1)))
            break;
    }
    frame f = sim_frame(&s);
    for (int i = 0; i < FINGER; i++) {
        const v3 x = v3_scale(1 / fed_time, f.ball.position[i]);
        const v3 v = f.ball.velocity[i];
        const double six[6] = {x.x, x.y, x.z, v.x, v.y, v.z};
        memcpy(out.number + 6 * i, six, sizeof six);
    }
    out.residual = fabs(f.ledger.residual) / f.ledger.elastic; // the finger turns over far more
    out.hash = sim_hash(&s);
    frame_clear(&f);
    sim_close(&s);
    return out;
}

static double fed_apart(const fed_end *a, const fed_end *b)
{
    double square = 0;
    for (int i = 0; i < 6 * FINGER; i++)
        square += (a->number[i] - b->number[i]) * (a->number[i] - b->number[i]);
    return sqrt(square / FINGER);
}

static const char *const fed_pairs[] = {
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m}, tangential: {law: "
    "cundall-strack, friction: 20}}}\n",
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m, restitution: 0.5}, tangential: "
    "{law: cundall-strack, "
    "friction: 20, damping_ratio: 0.3}}}\n",
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "
    "friction: 20}}}\n",
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m, restitution: 0.5}, tangential: "
    "{law: cundall-strack, "
    "friction: 20, damping_ratio: 0.3}, rolling: {law: elastic-plastic, friction: 5}}}\n",
};
static const char *const fed_runs[] = {"", ", integrator: gear"};

TEST(what_is_read_and_written_back_changes_no_bit)
{
    for (size_t i = 0; i < sizeof fed_pairs / sizeof *fed_pairs; i++)
        for (int r = 0; r < 2; r++) {
            const fed c = {fed_pairs[i], fed_runs[r], 50};
            const fed_end none = fed_run(&c, FED_NOTHING), own = fed_run(&c, FED_OWN);
            CHECK_MSG(none.hash == own.hash, "%s%s: other bits", c.pairs, c.run);
        }
}

// A step that takes up a written motion is the same step: a last digit in each makes no difference that could be seen.
TEST(a_written_step_is_no_other_step)
{
    for (size_t i = 0; i < sizeof fed_pairs / sizeof *fed_pairs; i++)
        for (int r = 0; r < 2; r++) {
            const fed c = {fed_pairs[i], fed_runs[r], 100};
            const fed_end none = fed_run(&c, FED_NOTHING), nearly = fed_run(&c, FED_NEARLY);
            const double apart = fed_apart(&none, &nearly);
            CHECK_MSG(none.hash != nearly.hash && apart < 1e-11, "%s%s: %.3g m/s apart", c.pairs,
                      c.run, apart);
            CHECK_MSG(fabs(nearly.residual - none.residual) < 1e-10,
                      "%s%s: books lack %.3g, and %.3g without a write", c.pairs, c.run,
                      nearly.residual, none.residual);
        }
}

// How far the row is off with about so many steps, against very many: root mean squares over eleven numbers of steps, as
// balls leave the floor at some phase of a step, on which the error of a single run depends.
typedef struct fed_error {
    double off[2], residual[2]; // with about 200 and 400 steps
} fed_error;

static fed_error fed_errors(fed c, feeding what)
{
    static const int about[] = {170, 176, 182, 188, 194, 200, 206, 212, 218, 224, 230};
    enum { PHASES = sizeof about / sizeof *about };
    fed_error out;
    c.steps = 3200;
    const fed_end fine = fed_run(&c, what);
    for (int i = 0; i < 2; i++) {
        double off = 0;
        double residual = 0;
        for (int k = 0; k < PHASES; k++) {
            c.steps = (1 + i) * about[k];
            const fed_end end = fed_run(&c, what);
            const double apart = fed_apart(&end, &fine);
            off += apart * apart;
            residual += end.residual * end.residual;
        }
        out.off[i] = sqrt(off / PHASES);
        out.residual[i] = sqrt(residual / PHASES);
    }
    return out;
}

// Of second order, but where the row that is left alone is not, as with `mindlin` under changing loads; and nowhere
// farther off than that.
TEST(the_others_of_one_that_is_led_move_as_exactly_as_others)
{
#ifdef SANITIZED
    SKIP("what a sanitizer looks at is done by the tests above, in a tenth of the steps");
#endif
    for (size_t i = 0; i < sizeof fed_pairs / sizeof *fed_pairs; i++)
        for (int r = 0; r < 2; r++) {
            const fed c = {fed_pairs[i], fed_runs[r], 0};
            const fed_error alone = fed_errors(c, FED_NOTHING), led = fed_errors(c, FED_MOTION);
            const bool second = alone.off[0] > 3.5 * alone.off[1];
            CHECK_MSG(!second || led.off[0] > 3.5 * led.off[1],
                      "%s%s: off by %.3g m/s with 200 steps, by %.3g with 400", c.pairs, c.run,
                      led.off[0], led.off[1]);
            CHECK_MSG(led.off[1] < 1.3 * alone.off[1] + 1e-7,
                      "%s%s: off by %.3g m/s where it is led, by %.3g else", c.pairs, c.run,
                      led.off[1], alone.off[1]);
            CHECK_MSG(led.residual[0] > 3.5 * led.residual[1] || led.residual[0] < 1e-9,
                      "%s%s: books lack %.3g with 200 steps, %.3g with 400", c.pairs, c.run,
                      led.residual[0], led.residual[1]);
        }
}

TEST_MAIN
