// test_api_led.c - walls that a program leads drag grains as those of a case do: a ball on a plate that moves along itself slides
// at mu g t, with a word of the program for the whole time, for some steps or for each, and with a drive of the program; the
// books close as well as with the drive of a case.
#include "unit/api_box.h"

#include <scree/event.h>

#include <math.h>
#include <stdio.h>

static const char plate[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "solver: %s\n"
    "domain: {low: [0 m, 0 m, -1 cm], high: [1 m, 1 m, 1 m]}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1e4 N/m, restitution: 0.5}, tangential: "
    "{law: cundall-strack, friction: 0.4}}}\n"
    "shapes: {bead: {ball: {radius: 5 mm}}}\n"
    "walls: {plate: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}, drive: "
    "%s}}\n"
    "grains: [{name: bed, shape: bead, material: glass, packing: {law: lattice, counts: [1, 1, 1], "
    "spacing: [2 cm, 2 cm, 2 cm], origin: [10 cm, 10 cm, 4.9995 mm]}}]\n"
    "run: {duration: 1 s, step: %s, ledger: true}\n";

enum { OF_CASE, ONCE, BY_DRIVE, EACH_STEP, EACH_TENTH, WAYS };

static const double start = 0.02, lasts = 0.02; // s
static const double speed = 0.5;                // m/s

static int drag(void *context, const scree_world *w, double velocity[3], double spin[3])
{
    (void)spin;
    velocity[0] = scree_world_time(w) >= *(const double *)context ? speed : 0;
    return 0;
}

typedef struct dragged {
    double velocity;        // m/s, of the ball along the plate
    double walls, residual; // J
} dragged;

static double along_of(scree_world *w)
{
    scree_frame *frame = scree_frame_create();
    scree_view view;
    CHECK(scree_frame_take(frame, w, NULL) == SCREE_OK);
    CHECK(scree_frame_column(frame, SCREE_BALLS, "velocity", &view, NULL) == SCREE_OK);
    const double along = scree_row_float64(&view, 0)[0];
    scree_frame_destroy(frame);
    return along;
}

static dragged drag_ball(const char *solver, const char *step, int way)
{
    const double velocity[3] = {speed, 0, 0};
    const double still[3] = {0, 0, 0};
    const char *drive = way == OF_CASE
                            ? "{law: velocity, velocity: [0.5 m/s, 0 m/s, 0 m/s], from: 20 ms}"
                            : "{law: led, speed: 1 m/s}";
    char text[2000];
    scree_case *c = NULL;
    scree_world *w = NULL;
    scree_error e = {0};
    snprintf(text, sizeof text, plate, solver, drive, step);
    if (scree_case_parse(text, "plate.yaml", NULL, &c, &e) || scree_world_create(c, 1, &w, &e))
        printf("%s: %s\n", e.where, e.what);
    CHECK(scree_world_step_until(w, start, NULL) == SCREE_OK);
    double from = scree_world_time(w);
    const double dt = scree_world_step_size(w);
    const long steps = lround(lasts / dt);
    if (way == ONCE)
        CHECK(scree_world_wall_move(w, "plate", velocity, still, INFINITY, NULL) == SCREE_OK);
    if (way == BY_DRIVE)
        CHECK(scree_world_drive(w, "plate", drag, &from, NULL) == SCREE_OK);
    const int every = way == EACH_STEP ? 1 : way == EACH_TENTH ? 10 : 0;
    for (long i = 0; i < steps; i++) {
        if (every && i % every == 0)
            CHECK(scree_world_wall_move(w, "plate", velocity, still, every * dt, NULL) == SCREE_OK);
        CHECK(scree_world_step(w, 1, NULL) == SCREE_OK);
    }
    const dragged out = {along_of(w), ledger_of(w, "walls"), ledger_of(w, "residual")};
    scree_world_destroy(w);
    scree_case_destroy(c);
    return out;
}

// Forces of a word that has just ended show half of what it does in half a step, mu m g v dt / 4: bound by all of it.
TEST(a_plate_drags_whoever_leads_it)
{
    static const char *const solvers[] = {"smooth", "nonsmooth"};
    static const char *const steps[] = {"20 us", "100 us"};
    const double mass = 2500 * 4.0 / 3 * 3.14159265358979 * 1.25e-7;
    for (int solver = 0; solver < 2; solver++) {
        const double dt = solver ? 1e-4 : 2e-5;
        const dragged plain = drag_ball(solvers[solver], steps[solver], OF_CASE);
        CHECK_NEAR(plain.velocity, 0.4 * 9.81 * lasts, 0.4 * 9.81 * 1.5 * dt);
        for (int way = ONCE; way < WAYS; way++) {
            const dragged led = drag_ball(solvers[solver], steps[solver], way);
            const double glimpse = way >= EACH_STEP ? 0.4 * mass * 9.81 * speed * dt : 0;
            CHECK_NEAR(led.velocity, plain.velocity, 1e-12);
            CHECK_NEAR(led.walls, plain.walls, glimpse + 1e-12);
            CHECK_NEAR(led.residual, plain.residual, glimpse + 1e-12);
        }
    }
}

TEST_MAIN
