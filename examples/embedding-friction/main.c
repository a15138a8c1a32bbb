// main.c - friction of a program: it falls with the speed of sliding, so that a brick on a slope stops where it is slow, and runs away
// where it is fast. The library has the spring across the contact, its limit and its books; the law tells friction alone.
//
//     cc main.c $(pkg-config --cflags --libs scree) -lm -ffp-contract=off -o friction && ./friction 0.1 && ./friction 0.25
#include <scree/law.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// A slope of 20 degrees, whose tangent is 0.364; x points down.
static const char text[] =
    "scree: 1\n"
    "title: A brick on a slope with friction that falls with the speed\n"
    "gravity: {magnitude: 9.81 m/s^2, direction: [0.3420201433, 0, -0.9396926208]}\n"
    "domain: {low: [-1 m, -1 m, -10 cm], high: [9 m, 1 m, 1 m], boundary: {x: open, y: open, z: "
    "open}}\n"
    "materials: {stone: {density: 2500 kg/m^3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1e5 N/m, restitution: 0.3}, tangential: "
    "{law: own-weakening, at_rest: 0.5, fast: 0.2, speed: 0.2 m/s, stiffness: 3e4 N/m}}}\n"
    "shapes: {brick: {polyhedron: {builder: {box: [20 cm, 10 cm, 5 cm]}}}}\n"
    "walls: {slope: {material: stone, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
    "grains:\n"
    "  brick: {shape: brick, material: stone, turn: [0, 0, 0], velocity: [0.1 m/s, 0 m/s, 0 m/s], "
    "packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0 m, 0 m, 2.49 "
    "cm]}}\n"
    "run: {duration: 1 s, step: 50 us, ledger: true}\n";

// What the law is given for a contact, and what it answers.
#define GIVEN(what, i) given[(what)*SCREE_LAW_MOST + (i)]
#define ANSWER(what, i) answer[(what)*SCREE_LAW_MOST + (i)]

enum { AT_REST, FAST, SPEED, STIFFNESS };

// mu(v) = fast + (at_rest - fast) / (1 + v/speed), with the speed v of the surfaces against each other.
static int weakening(void *context, int64_t count, const double *pair, const double *given,
                     double *kept, double *answer)
{
    (void)context;
    (void)kept;
    for (int64_t i = 0; i < count; i++) {
        const double slower = 1 + GIVEN(SCREE_LAW_RATE, i) / pair[SPEED];
        ANSWER(SCREE_LAW_FRICTION, i) = pair[FAST] + (pair[AT_REST] - pair[FAST]) / slower;
        ANSWER(SCREE_LAW_STIFFNESS, i) = pair[STIFFNESS];
    }
    return 0;
}

static const scree_law_parameter parameters[] = {
    {.name = "at_rest", .unit = "1", .fallback = NAN, .low = 0, .high = INFINITY},
    {.name = "fast", .unit = "1", .fallback = NAN, .low = 0, .high = INFINITY},
    {.name = "speed", .unit = "m/s", .fallback = NAN, .low = 1e-6, .high = INFINITY},
    {.name = "stiffness", .unit = "N/m", .fallback = NAN, .low = 1e-3, .high = INFINITY},
};

static const scree_law_terms terms = {
    .name = "weakening",
    .version = 1,
    .doc = "friction that falls with the speed",
    .parameter = parameters,
    .parameters = 4,
    .onset = SCREE_LAW_NO_DASHPOT,
    .push = weakening,
    .kind = SCREE_LAW_TANGENTIAL,
    .follows = SCREE_LAW_STILL,
};

static scree_status tell_brick(scree_world *world, scree_error *e)
{
    scree_frame *frame = scree_frame_create();
    scree_view velocity;
    scree_view rubbed;
    scree_view missing;
    scree_status status = scree_frame_take(frame, world, e);
    if (!status)
        status = scree_frame_column(frame, SCREE_BALLS, "velocity", &velocity, e);
    if (!status)
        status = scree_frame_column(frame, SCREE_LEDGER, "friction", &rubbed, e);
    if (!status)
        status = scree_frame_column(frame, SCREE_LEDGER, "residual", &missing, e);
    if (!status)
        printf("t = %.2f s: %.2f m/s down the slope, %.2f J lost by friction, %s missing\n",
               scree_world_time(world), fabs(*scree_row_float64(&velocity, 0)),
               *scree_row_float64(&rubbed, 0),
               fabs(*scree_row_float64(&missing, 0)) < 1e-3 ? "less than 1 mJ" : "much");
    scree_frame_destroy(frame);
    return status;
}

int main(int count, char **argument)
{
    char speed[100];
    const char *settings[] = {speed, NULL};
    scree_law *law = NULL;
    scree_case *c = NULL;
    scree_world *world = NULL;
    scree_error e = {0};
    snprintf(speed, sizeof speed, "grains.brick.velocity=[%s m/s, 0 m/s, 0 m/s]",
             count > 1 ? argument[1] : "0.1");
    scree_status status = scree_law_create(&terms, &law, &e);
    const scree_law *laws[] = {law, NULL};
    if (!status)
        status = scree_case_parse_with(text, "friction.yaml", settings, laws, &c, &e);
    if (!status)
        status = scree_world_create(c, 1, &world, &e);
    for (int k = 1; !status && k <= 4; k++) {
        status = scree_world_step_until(world, 0.25 * k, &e);
        if (!status)
            status = tell_brick(world, &e);
    }
    if (status)
        fprintf(stderr, "%s: %s (%s)\n", e.where, e.what, e.hint);
    scree_world_destroy(world);
    if (c)
        scree_case_destroy(c);
    scree_law_destroy(law);
    return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
