// main.c - a robot arm that digs: two joints carry a shovel through a bed of grains, lift it and are told what it weighs on them.
//
//     cc main.c $(pkg-config --cflags --libs scree) -lm -o arm && ./arm 2.0
#include <scree/change.h>
#include <scree/event.h>
#include <scree/query.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The shovel is a plate and a back, as wide as the bin; the arm moves in the plane of x and z.
static const char text[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "solver: nonsmooth\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [60 cm, 10 cm, 60 cm], boundary: {x: wall, y: wall, z: "
    "wall}, material: stone}\n"
    "materials: {stone: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.2}, tangential: "
    "{law: "
    "cundall-strack, friction: 0.5}}}\n"
    "shapes: {bead: {ball: {radius: 1 cm}}}\n"
    "walls:\n"
    "  plate: {material: stone, box: {low: [40 cm, 0.3 cm, 29 cm], high: [54 cm, 9.7 cm, 30 cm], "
    "side: "
    "outside}, drive: {law: led, speed: 5 m/s}}\n"
    "  back: {material: stone, box: {low: [53 cm, 0.3 cm, 30 cm], high: [54 cm, 9.7 cm, 40 cm], "
    "side: "
    "outside}, drive: {law: led, speed: 5 m/s}}\n"
    "grains:\n"
    "  bed: {shape: bead, material: stone, packing: {law: lattice, spacing: [2.1 cm, 2.1 cm, 2.1 "
    "cm], "
    "counts: [28, 4, 6], origin: [1.5 cm, 1.8 cm, 1.1 cm]}}\n"
    "run: {duration: 3 s, step: 0.5 ms, deepest_overlap: 0.6}\n";

static const double upper = 0.35, lower = 0.35;                  // lengths of the arm, m
static const double shoulder[2] = {0.3, 0.75};                   // x and z, m
static const char *const part[2] = {"plate", "back"};            // of the shovel
static const double rest[2][2] = {{0.47, 0.295}, {0.535, 0.35}}; // where they begin

// Where the hand is to be and how it is tipped: down, through the bed, back level, up.
typedef struct key {
    double time, x, z, tip;
} key;
enum { KEYS = 6, FIRST_WALL = 6 }; // behind the planes of the domain
static const key path[KEYS] = {{0, 0.47, 0.36, 0},   {0.5, 0.44, 0.2, -0.5}, {0.8, 0.4, 0.13, -0.3},
                               {1.4, 0.22, 0.13, 0}, {1.6, 0.2, 0.15, 0.35}, {2.2, 0.2, 0.4, 0.35}};
static key hand_at(double time)
{
    int i = 0;
    while (i < KEYS - 2 && time > path[i + 1].time)
        i++;
    const double share = fmin(1, (time - path[i].time) / (path[i + 1].time - path[i].time));
    const double soft = share * share * (3 - 2 * share);
    const key *a = &path[i], *b = &path[i + 1];
    return (key){time, a->x + soft * (b->x - a->x), a->z + soft * (b->z - a->z),
                 a->tip + soft * (b->tip - a->tip)};
}

// The angles of both joints for that, by the law of cosines: of the upper arm from straight down, and of the bend.
static void joints_for(key hand, double angle[2])
{
    const double x = hand.x - shoulder[0], z = shoulder[1] - hand.z, far = hypot(x, z);
    const double bend = acos((far * far - upper * upper - lower * lower) / (2 * upper * lower));
    angle[0] = atan2(x, z) - atan2(lower * sin(bend), upper + lower * cos(bend));
    angle[1] = bend;
}

// Where a part of the shovel is when the joints have the angles of that time: it goes with the hand and turns about the axis y.
static void part_at(double time, int i, double at[3])
{
    double angle[2];
    const key hand = hand_at(time), first = hand_at(0);
    joints_for(hand, angle);
    const double both = angle[0] + angle[1], x = rest[i][0] - first.x, z = rest[i][1] - first.z;
    at[0] = shoulder[0] + upper * sin(angle[0]) + lower * sin(both) + x * cos(hand.tip) +
            z * sin(hand.tip);
    at[1] = shoulder[1] - upper * cos(angle[0]) - lower * cos(both) - x * sin(hand.tip) +
            z * cos(hand.tip);
    at[2] = hand.tip;
}

// The drive: asked before each step for the motion that brings the part to where it is to be after it.
static int drive(void *context, const scree_world *w, double velocity[3], double spin[3])
{
    const int i = (int)((const char *const *)context - part);
    const double dt = scree_world_step_size(w), now = scree_world_time(w);
    double from[3], to[3];
    part_at(now, i, from);
    part_at(now + dt, i, to);
    velocity[0] = (to[0] - from[0]) / dt;
    velocity[2] = (to[1] - from[1]) / dt;
    spin[1] = (to[2] - from[2]) / dt;
    return 0;
}

// What the grains do to the shovel, as a moment about the shoulder, N m; and how many are above the bed.
static scree_status look(scree_query *q, double *moment, int64_t *lifted, scree_error *e)
{
    static const double low[3] = {0, 0, 0.32}, high[3] = {1, 1, 1};
    scree_ids above = {0};
    scree_status status = scree_query_renew(q, e);
    if (!status)
        status = scree_query_box(q, low, high, &above, e);
    *lifted = above.count;
    *moment = 0;
    for (int i = 0; i < 2 && !status; i++) {
        scree_touch touch[200];
        scree_touches touches = {touch, 200, 0};
        status = scree_query_contacts(q, FIRST_WALL + i, &touches, e);
        for (int64_t k = 0; k < touches.count && k < 200; k++)
            *moment += (touch[k].place[2] - shoulder[1]) * touch[k].force[0] -
                       (touch[k].place[0] - shoulder[0]) * touch[k].force[2];
    }
    return status;
}

int main(int count, char **argument)
{
    const double end = count > 1 ? atof(argument[1]) : 2.4;
    scree_case *c = NULL;
    scree_world *w = NULL;
    scree_query *q = NULL;
    scree_error e = {0};
    scree_status status = scree_case_parse(text, "arm.yaml", NULL, &c, &e);
    if (!status)
        status = scree_world_create(c, 1, &w, &e);
    for (int i = 0; i < 2 && !status; i++)
        status = scree_world_drive(w, part[i], drive, (void *)&part[i], &e);
    if (!status)
        status = scree_query_create(w, &q, &e);
    for (int k = 1; !status && k <= 8; k++) {
        double moment;
        int64_t lifted;
        status = scree_world_step_until(w, end * k / 8, &e);
        if (!status)
            status = look(q, &moment, &lifted, &e);
        if (!status)
            printf("t = %.2f s, %3lld grains lifted, %6.2f N m on the shoulder\n",
                   scree_world_time(w), (long long)lifted, moment);
    }
    scree_query_destroy(q);
    scree_world_destroy(w);
    scree_case_destroy(c);
    if (status)
        fprintf(stderr, "%s: %s (%s)\n", e.where, e.what, e.hint);
    return status != SCREE_OK;
}
