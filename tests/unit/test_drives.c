// test_drives.c - the motion of walls against closed forms.
#include "harness.h"

#include "base/text.h"
#include "case/expression.h"
#include "scene/drive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// A drive with all its defaults, as the reader of a case would leave it.
typedef struct rig {
    const drive *is;
    choice c;
    drive_in in;
    double state[DRIVE_STATE];
} rig;

static rig rig_make(const char *name)
{
    rig r;
    int count;
    memset(&r, 0, sizeof r);
    const plugin *const *list = drive_plugins(&count);
    r.c.what = plugin_find(list, count, name);
    if (!r.c.what)
        abort();
    r.is = drive_find(r.c.what);
    r.c.value = calloc((size_t)r.c.what->count + 1, sizeof *r.c.value);
    if (!r.c.value)
        abort();
    for (int i = 0; i < r.c.what->count; i++) {
        double value = r.c.what->rows[i].fallback;
        for (int k = 0; k < 3; k++)
            r.c.value[i].number[k] = isfinite(value) ? value : NAN;
    }
    r.in.start.orientation = q4_identity();
    r.in.before = r.in.start;
    return r;
}

static void set(rig *r, const char *name, double x, double y, double z)
{
    for (int i = 0; i < r->c.what->count; i++)
        if (!strcmp(r->c.what->rows[i].name, name)) {
            const double value[3] = {x, y, z};
            memcpy(r->c.value[i].number, value, sizeof value);
            r->c.value[i].given = true;
        }
}

static wall_pose pose_at(rig *r, double time)
{
    wall_pose p;
    r->in.time = time;
    r->is->pose(&r->c, &r->in, r->state, &p);
    return p;
}

static void rig_clear(rig *r)
{
    choice_clear(&r->c);
}

TEST(a_fixed_wall_stays)
{
    rig r = rig_make("fixed");
    r.in.start.position = v3_make(1, 2, 3);
    wall_pose p = pose_at(&r, 7);
    CHECK_NEAR(v3_norm(v3_sub(p.position, r.in.start.position)), 0, 0);
    CHECK_NEAR(v3_norm(p.velocity), 0, 0);
    CHECK(!r.is->answers);
    rig_clear(&r);
}

TEST(a_moving_wall_moves_between_its_times)
{
    rig r = rig_make("velocity");
    set(&r, "velocity", 0.5, 0, -2);
    set(&r, "from", 1, 0, 0);
    set(&r, "to", 3, 0, 0);
    CHECK_NEAR(pose_at(&r, 0.5).position.z, 0, 0);
    CHECK_NEAR(pose_at(&r, 0.5).velocity.z, 0, 0);
    CHECK_NEAR(pose_at(&r, 2).position.z, -2, 0);
    CHECK_NEAR(pose_at(&r, 2).velocity.x, 0.5, 0);
    CHECK_NEAR(pose_at(&r, 9).position.x, 1, 0);
    CHECK_NEAR(pose_at(&r, 9).velocity.x, 0, 0);
    set(&r, "to", 0.5, 0, 0);
    scree_error error;
    CHECK(r.is->check(&r.c, "lid", &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.where, "walls.lid.drive");
    CHECK_HAS(error.what, "to < from");
    rig_clear(&r);
}

TEST(a_wall_turns_about_its_reference)
{
    rig r = rig_make("rotation");
    set(&r, "axis", 0, 0, 5); // any length
    set(&r, "rate", 0.5 * pi, 0, 0);
    r.in.start.position = v3_make(3, 0, 0);
    wall_pose p = pose_at(&r, 1);
    v3 x = q4_rotate(p.orientation, v3_make(1, 0, 0));
    CHECK_NEAR(x.x, 0, 1e-15);
    CHECK_NEAR(x.y, 1, 1e-15);
    CHECK_NEAR(p.spin.z, 0.5 * pi, 1e-15);
    CHECK_NEAR(p.position.x, 3, 0);
    CHECK_NEAR(v3_norm(p.velocity), 0, 0);
    rig_clear(&r);
}

TEST(a_wall_turns_about_a_point)
{
    rig r = rig_make("rotation");
    set(&r, "axis", 0, 0, 1);
    set(&r, "rate", pi, 0, 0);
    set(&r, "point", 1, 0, 0);
    r.in.start.position = v3_make(3, 0, 0.5);
    wall_pose p = pose_at(&r, 0.5); // a quarter turn: from (3, 0) to (1, 2)
    CHECK_NEAR(p.position.x, 1, 1e-15);
    CHECK_NEAR(p.position.y, 2, 1e-15);
    CHECK_NEAR(p.position.z, 0.5, 0);
    CHECK_NEAR(p.velocity.x, -2 * pi, 1e-14);
    CHECK_NEAR(p.velocity.y, 0, 1e-14);
    rig_clear(&r);
}

TEST(a_million_turns_do_not_drift)
{
    rig r = rig_make("rotation");
    set(&r, "axis", 1, 1, 1);
    set(&r, "rate", 2 * pi, 0, 0);
    q4 q = pose_at(&r, 1e6 + 0.25).orientation; // the angle has an error of 1e6 turns * 1e-16
    double length = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    CHECK_NEAR(length, 1, 1e-15);
    v3 turned = q4_rotate(q, v3_make(1, 0, 0)),
       want = v3_make(1.0 / 3, 1.0 / 3 + 1 / sqrt(3.0), 1.0 / 3 - 1 / sqrt(3.0));
    CHECK_NEAR(v3_norm(v3_sub(turned, want)), 0, 1e-8);
    rig_clear(&r);
}

TEST(axes_without_direction_are_refused)
{
    static const char *const names[] = {"rotation", "oscillation", "force"}, *const rows[] = {
                                                                                 "axis",
                                                                                 "direction",
                                                                                 "axis"};
    for (int i = 0; i < 3; i++) {
        rig r = rig_make(names[i]);
        scree_error error;
        set(&r, rows[i], 0, 0, 0);
        CHECK(r.is->check(&r.c, "w", &error) == SCREE_BAD_INPUT);
        CHECK_HAS(error.what, rows[i]);
        set(&r, rows[i], 0, 1e-3, 0);
        CHECK(r.is->check(&r.c, "w", &error) == SCREE_OK);
        rig_clear(&r);
    }
}

TEST(a_shaken_wall_follows_the_sine)
{
    rig r = rig_make("oscillation");
    set(&r, "direction", 0, 3, 4);
    set(&r, "amplitude", 0.01, 0, 0);
    set(&r, "frequency", 25, 0, 0);
    set(&r, "phase", 0.3, 0, 0);
    CHECK_NEAR(v3_norm(pose_at(&r, 0).position), 0, 1e-18);
    for (int i = 1; i < 50; i++) {
        double t = 0.0123 * i, angle = 50 * pi * t + 0.3, along = 0.01 * (sin(angle) - sin(0.3));
        wall_pose p = pose_at(&r, t);
        CHECK_NEAR(p.position.y, 0.6 * along, 1e-15);
        CHECK_NEAR(p.position.z, 0.8 * along, 1e-15);
        CHECK_NEAR(p.velocity.z, 0.8 * 0.01 * 50 * pi * cos(angle), 1e-12);
    }
    rig_clear(&r);
}

// Steps of a wall under its force; the grains push back with -stiffness * shift.
static wall_pose push(rig *r, double dt, int steps, double stiffness)
{
    wall_pose p = pose_at(r, 0);
    for (int i = 1; i <= steps; i++) {
        r->in.dt = dt;
        r->in.kick = i == 1 ? 0.5 * dt : dt;
        r->in.before = p;
        r->in.force = v3_make(0, 0, -stiffness * (p.position.z - r->in.start.position.z));
        p = pose_at(r, i * dt);
    }
    return p;
}

TEST(a_pushed_wall_falls_freely)
{
    rig r = rig_make("force");
    set(&r, "axis", 0, 0, 1);
    set(&r, "force", -3, 0, 0);
    set(&r, "mass", 0.5, 0, 0);
    CHECK(r.is->answers);
    wall_pose p = push(&r, 0.01, 100, 0); // leapfrog is exact under a constant force: -3/0.5/2
    CHECK_NEAR(p.position.z, -3, 1e-12);
    CHECK_NEAR(p.velocity.z, -6 * 0.995, 1e-12); // half a step back
    rig_clear(&r);
}

TEST(a_pushed_wall_swings_on_a_spring)
{
    const double mass = 2, stiffness = 50, force = 4, omega = sqrt(stiffness / mass);
    double off[2];
    for (int fine = 0; fine < 2; fine++) {
        rig r = rig_make("force");
        set(&r, "axis", 0, 0, 1);
        set(&r, "force", force, 0, 0);
        set(&r, "mass", mass, 0, 0);
        int steps = fine ? 4000 : 2000;
        double end = 10;
        wall_pose p = push(&r, end / steps, steps, stiffness);
        off[fine] = fabs(p.position.z - force / stiffness * (1 - cos(omega * end)));
        rig_clear(&r);
    }
    CHECK(off[0] < 1e-4);
    CHECK_MSG(off[1] < 0.3 * off[0], "order below two: %g, %g", off[0], off[1]);
}

TEST(a_damped_wall_reaches_its_final_speed)
{
    rig r = rig_make("force");
    set(&r, "axis", 0, 0, 1);
    set(&r, "force", 10, 0, 0);
    set(&r, "mass", 1e-6, 0, 0); // far stiffer than the step: the damping must not blow up
    set(&r, "damping", 5, 0, 0);
    CHECK_NEAR(push(&r, 0.01, 50, 0).velocity.z, 2, 1e-6);
    rig_clear(&r);
}

TEST(limits_hold_a_pushed_wall)
{
    rig r = rig_make("force");
    set(&r, "axis", 0, 0, 1);
    set(&r, "force", -1, 0, 0);
    set(&r, "mass", 1, 0, 0);
    set(&r, "low", -0.25, 0, 0);
    r.in.start.position = v3_make(0, 0, 2);
    wall_pose p = push(&r, 0.01, 300, 0);
    CHECK_NEAR(p.position.z, 1.75, 0);
    CHECK_NEAR(p.velocity.z, 0, 0);
    r.in.force = v3_make(0, 0, 3); // the grains win: it leaves the limit
    r.in.before = p;
    p = pose_at(&r, 3.01);
    CHECK(p.position.z > 1.75);
    CHECK(p.velocity.z > 0);
    rig_clear(&r);
}

// ---- expressions

static void set_formula(rig *r, const char *name, const char *text)
{
    const expression_scope scope = {.time = true};
    for (int i = 0; i < r->c.what->count; i++) {
        row_value *value = &r->c.value[i];
        unit_value unit;
        quantity_fault fault;
        if (strcmp(r->c.what->rows[i].name, name) != 0)
            continue;
        value->formula = malloc(sizeof *value->formula);
        if (!value->formula || !expression_read(text, &scope, value->formula, &unit, &fault))
            abort();
        value->text = text_copy(text);
        value->given = true;
    }
}

TEST(a_wall_follows_expressions)
{
    rig r = rig_make("expression");
    scree_error error;
    r.in.start.position = v3_make(1, 2, 3);
    CHECK(r.is->check(&r.c, "lid", &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.what, "there is no expression to move by");
    set_formula(&r, "z", "5 mm + 2 m/s*t - 4.9 m/s^2*t^2");
    set_formula(&r, "x", "3 m*sin(2 rad/s*t)");
    set(&r, "from", 1, 0, 0);
    set(&r, "to", 3, 0, 0);
    CHECK(r.is->check(&r.c, "lid", &error) == SCREE_OK);
    const wall_pose early = pose_at(&r, 0.5);
    CHECK(v3_distance(early.position, r.in.start.position) == 0);
    CHECK(v3_norm(early.velocity) == 0);
    const wall_pose pose = pose_at(&r, 1.5);
    CHECK_NEAR(pose.position.z, 3 + 1 - 4.9 * 0.25, 1e-14);
    CHECK_NEAR(pose.velocity.z, 2 - 4.9, 1e-14);
    CHECK_NEAR(pose.position.x, 1 + 3 * sin(1), 1e-14);
    CHECK_NEAR(pose.velocity.x, 6 * cos(1), 1e-14);
    CHECK(pose.position.y == 2);
    const wall_pose late = pose_at(&r, 9);
    CHECK_NEAR(late.position.z, 3 + 4 - 4.9 * 4, 1e-13);
    CHECK(v3_norm(late.velocity) == 0);
    const drive_pace pace = r.is->pace(&r.c, r.in.start.position, 9);
    CHECK_NEAR(pace.speed, sqrt(17.6 * 17.6 + 36), 1e-3);
    rig_clear(&r);
}

TEST(a_wall_turns_by_an_expression)
{
    rig r = rig_make("expression");
    scree_error error;
    set_formula(&r, "angle", "0.5*pi*(1 rad)*(t/s)^2");
    CHECK(r.is->check(&r.c, "lid", &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.what, "an angle needs an axis");
    set(&r, "axis", 0, 0, 2);
    set(&r, "point", 1, 0, 0);
    r.in.start.position = v3_make(3, 0, 0);
    CHECK(r.is->check(&r.c, "lid", &error) == SCREE_OK);
    const wall_pose pose = pose_at(&r, 1); // a quarter turn, at pi rad/s
    CHECK_NEAR(pose.position.x, 1, 1e-15);
    CHECK_NEAR(pose.position.y, 2, 1e-15);
    CHECK_NEAR(pose.velocity.x, -2 * pi, 1e-14);
    CHECK_NEAR(pose.spin.z, pi, 1e-14);
    rig_clear(&r);
}

TEST(an_expression_without_a_value_is_refused)
{
    rig r = rig_make("expression");
    scree_error error;
    set_formula(&r, "y", "1 mm*log(t/s)");
    CHECK(r.is->check(&r.c, "lid", &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.what, "y has no finite value or rate at t = 0: 1 mm*log(t/s)");
    rig_clear(&r);
}

// ---- several drives of one wall

enum { LINKS = 3 };

typedef struct linked {
    rig of[LINKS];
    choice part[LINKS];
    drive_chain chain;
    wall_pose start;
} linked;

static linked linked_make(const char *const *names, int count)
{
    linked is = {.chain = {.parts = count}};
    for (int i = 0; i < count; i++)
        is.of[i] = rig_make(names[i]);
    is.start.orientation = q4_identity();
    return is;
}

static wall_pose linked_at(linked *is, double time)
{
    double state[DRIVE_STATE] = {0};
    wall_pose pose;
    for (int i = 0; i < is->chain.parts; i++)
        is->part[i] = is->of[i].c;
    is->chain.part = is->part;
    const drive_in in = {
        .time = time,
        .start = is->start,
    };
    drive_chain_pose(&is->chain, &in, state, &pose);
    return pose;
}

static void linked_clear(linked *is)
{
    for (int i = 0; i < is->chain.parts; i++)
        rig_clear(&is->of[i]);
}

// Down for a second, then to the side, and it stays there.
TEST(motions_follow_each_other)
{
    static const char *const names[] = {"velocity", "velocity"};
    linked lid = linked_make(names, 2);
    set(&lid.of[0], "velocity", 0, 0, -2);
    set(&lid.of[0], "to", 1, 0, 0);
    set(&lid.of[1], "velocity", 3, 0, 0);
    set(&lid.of[1], "from", 1, 0, 0);
    set(&lid.of[1], "to", 2, 0, 0);
    const wall_pose early = linked_at(&lid, 0.5);
    const wall_pose later = linked_at(&lid, 1.5);
    const wall_pose last = linked_at(&lid, 5);
    CHECK(early.position.z == -1 && early.velocity.z == -2 && early.velocity.x == 0);
    CHECK(later.position.z == -2 && later.position.x == 1.5);
    CHECK(later.velocity.z == 0 && later.velocity.x == 3);
    CHECK(last.position.z == -2 && last.position.x == 3);
    CHECK(v3_norm(last.velocity) == 0);
    linked_clear(&lid);
}

// A screw turns about its axis and goes along it; a drill whose axis moves sideways: turn first, then go.
TEST(an_axis_moves_with_what_comes_after)
{
    static const char *const names[] = {"rotation", "velocity"};
    linked drill = linked_make(names, 2);
    set(&drill.of[0], "axis", 0, 0, 1);
    set(&drill.of[0], "rate", pi, 0, 0);
    set(&drill.of[0], "point", 1, 0, 0);
    set(&drill.of[1], "velocity", 4, 0, 0.5);
    drill.start.position = v3_make(3, 0, 0);
    const wall_pose pose = linked_at(&drill, 0.5);
    CHECK_NEAR(pose.position.x, 1 + 2, 1e-15);
    CHECK_NEAR(pose.position.y, 2, 1e-15);
    CHECK_NEAR(pose.position.z, 0.25, 0);
    CHECK_NEAR(pose.velocity.x, 4 - 2 * pi, 1e-14);
    CHECK_NEAR(pose.velocity.z, 0.5, 0);
    CHECK_NEAR(pose.spin.z, pi, 1e-15);
    linked_clear(&drill);
}

// Go first, then turn: what has moved goes round a place in space, and its velocity turns with it.
TEST(what_has_moved_goes_round_a_place)
{
    static const char *const names[] = {"velocity", "rotation"};
    linked arm = linked_make(names, 2);
    set(&arm.of[0], "velocity", 2, 0, 0);
    set(&arm.of[1], "axis", 0, 0, 1);
    set(&arm.of[1], "rate", 0.5 * pi, 0, 0);
    set(&arm.of[1], "point", 0, 0, 0);
    const wall_pose pose = linked_at(&arm, 1); // out by 2 along x, then a quarter turn
    CHECK_NEAR(pose.position.x, 0, 1e-15);
    CHECK_NEAR(pose.position.y, 2, 1e-15);
    CHECK_NEAR(pose.velocity.x, -pi, 1e-14);
    CHECK_NEAR(pose.velocity.y, 2, 1e-14);
    linked_clear(&arm);
}

static void check_rates(linked *mixer)
{
    const double step = 1e-6;
    for (double time = 0.1; time < 2; time += 0.3) {
        const wall_pose before = linked_at(mixer, time - step);
        const wall_pose pose = linked_at(mixer, time);
        const wall_pose later = linked_at(mixer, time + step);
        const v3 moved = v3_sub(later.position, before.position);
        const v3 velocity = v3_scale(0.5 / step, moved);
        const q4 turn = q4_mul(later.orientation, q4_conjugate(before.orientation));
        const v3 turned = v3_make(2 * turn.x, 2 * turn.y, 2 * turn.z);
        const v3 spin = v3_scale(0.5 / step, turned);
        CHECK_NEAR(v3_distance(velocity, pose.velocity), 0, 1e-8);
        CHECK_NEAR(v3_distance(spin, pose.spin), 0, 1e-8);
    }
}

// Go, and turn on the spot: the turn is about the wall wherever it is, so it goes straight.
TEST(what_turns_about_itself_goes_straight)
{
    static const char *const names[] = {"velocity", "rotation"};
    linked disk = linked_make(names, 2);
    set(&disk.of[0], "velocity", 0.1, 0, 0);
    set(&disk.of[1], "axis", 0, 0, 1);
    set(&disk.of[1], "rate", 10, 0, 0);
    const wall_pose pose = linked_at(&disk, 0.5);
    CHECK_NEAR(pose.position.x, 0.05, 1e-16);
    CHECK(pose.velocity.x == 0.1 && pose.velocity.y == 0 && pose.spin.z == 10);
    check_rates(&disk);
    linked_clear(&disk);
}

// Velocity and spin are the rates of place and turn, whatever comes together.
TEST(velocities_of_several_motions_are_their_rates)
{
    static const char *const names[] = {"rotation", "oscillation", "rotation"};
    linked mixer = linked_make(names, LINKS);
    set(&mixer.of[0], "axis", 0.3, 1, -0.2);
    set(&mixer.of[0], "rate", 2, 0, 0);
    set(&mixer.of[1], "direction", 1, 2, 3);
    set(&mixer.of[1], "amplitude", 0.4, 0, 0);
    set(&mixer.of[1], "frequency", 1.5, 0, 0);
    set(&mixer.of[2], "axis", 0, 0.5, 1);
    set(&mixer.of[2], "rate", -3, 0, 0);
    set(&mixer.of[2], "point", 0.5, -1, 2);
    mixer.start.position = v3_make(0.2, 0.7, -0.4);
    check_rates(&mixer);
    linked_clear(&mixer);
}

TEST(what_answers_stands_alone)
{
    static const char *const names[] = {"velocity", "force"};
    linked lid = linked_make(names, 2);
    scree_error error;
    set(&lid.of[1], "axis", 0, 0, 1);
    linked_at(&lid, 0);
    CHECK(drive_chain_check(&lid.chain, "lid", 3, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "walls.lid.drive");
    CHECK_STR(error.what, "'force' answers to the grains and cannot be one of several");
    linked_clear(&lid);
}

TEST_MAIN
