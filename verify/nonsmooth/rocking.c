// rocking.c - what turns from one edge to the next in steps of `auto`: rocking blocks after Housner 1963, faceted balls
// and prisms that roll.
#include "verify/facets.h"
#include "verify/nonsmooth/nonsmooth.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double g = 9.81;

// --- blocks that rock -------------------------------------------------------------------------------------------------

static const double half_height = 0.1;

// A block that leans on its edge, and what it stands on: the plane z = 0, a fixed grain or a slab that lies on the plane.
typedef struct rocking {
    const char *name, *under;
    double half_width, lean; // lean: of the angle at which it would fall
} rocking;

static void write_block(const rocking *block, text_buffer *text)
{
    const impulse_case given = {
        .laws =
            "normal: {law: hertz, restitution: 0.01}, tangential: {law: mindlin, friction: 0.8}",
        .young = 1e10,
        .gravity = {0, 0, -g},
        .reach = 1,
        .run = "ledger: true, deepest_overlap: 4",
    };
    const double b = block->half_width;
    const double angle = block->lean * atan(b / half_height);
    const v3 centre = {half_height * sin(angle) - b * cos(angle), 0,
                       half_height * cos(angle) + b * sin(angle) + 1e-7};
    impulse_head(&given, text);
    text_append_format(
        text,
        "shapes:\n  block: {polyhedron: {builder: {box: [%.17g m, 6 cm, %.17g m]}}}\n"
        "  slab: {polyhedron: {builder: {box: [30 cm, 20 cm, 5 cm]}}}\n%sgrains:\n",
        2 * b, 2 * half_height, block->under);
    char shape[80];
    snprintf(shape, sizeof shape, "block, turn: [0, %.17g rad, 0]", angle);
    impulse_grain(text, "block", shape, centre, impulse_still, impulse_still);
}

static const char floor_alone[] =
    "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n";
static const char floor_below[] =
    "walls: {floor: {material: m, plane: {point: [0, 0, -5 cm], normal: [0, 0, 1]}}}\n";

// Energy over that of the block as it stands flat. Velocities belong to the middle of a step, so heights do here, too.
static double energy_left(const frame *frame, double height_before)
{
    const double middle = 0.5 * (height_before + frame->ball.position[0].z);
    const double weight = frame->ball.mass[0] * g;
    return frame->ledger.kinetic + weight * (middle - half_height);
}

// How much of the energy the first blow leaves, by the energies before and when the block leans farthest to the other
// side.
static bool first_blow(const claim *claim, const rocking *block, bool slab, double *left)
{
    trial trial;
    text_buffer text = {0};
    write_block(block, &text);
    if (slab) {
        const char *fixed =
            block->under[0] ? "slab, turn: [0, 0, 0]" : "slab, turn: [0, 0, 0], fixed: true";
        impulse_grain(&text, "slab", fixed, v3_make(0, 0, -0.025), impulse_still, impulse_still);
    }
    if (!impulse_open(&trial, claim, &text))
        return false;
    double start = 0;
    double height = 0;
    double turning = 0;
    bool turned = false;
    bool good = trial_look(&trial);
    for (int step = 0; good && !turned; step++) {
        height = trial.frame.ball.position[0].z;
        turning = trial.frame.ball.spin[0].y;
        good = trial_step(&trial, 1) && trial_look(&trial) && trial.frame.time < 1;
        if (good && step == 0)
            start = energy_left(&trial.frame, height);
        turned = good && turning < 0 && trial.frame.ball.spin[0].y >= 0;
    }
    if (good)
        *left = energy_left(&trial.frame, height) / start;
    trial_close(&trial);
    return good;
}

static void rock(verify *verify)
{
    static const rocking all[] = {
        {"4:1 on a plane", floor_alone, 0.025, 0.5},
        {"2:1 on a plane", floor_alone, 0.05, 0.5},
        {"4:1 on a fixed grain", "", 0.025, 0.5},
        {"4:1 on a slab", floor_below, 0.025, 0.5},
        {"10:1 on a plane", floor_alone, 0.01, 0.5},
        {"10:1 on a plane, farther", floor_alone, 0.01, 0.78},
    };
    claim claim;
    for (int i = 0; i < 6; i++) {
        double left = 0;
        const double sine = sin(atan(all[i].half_width / half_height));
        const double slower = 1 - 1.5 * sine * sine;
        if (!claim_begin(&claim, verify, "Housner 1963", "rocking block %s", all[i].name))
            continue;
        if (first_blow(&claim, &all[i], i == 2 || i == 3, &left))
            claim_absolute(&claim, "energy left after the first blow", left, slower * slower, 0.02);
    }
}

// --- what rolls -------------------------------------------------------------------------------------------------------

// Down a slope; `step` 0: auto.
static void write_slope(double slope, double step, text_buffer *text)
{
    const impulse_case given = {
        .laws = "normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, friction: 0.6}",
        .young = 1e10,
        .gravity = {g * sin(slope), 0, -g * cos(slope)},
        .step = step,
        .reach = 3,
    };
    impulse_head(&given, text);
    text_append(text, floor_alone);
}

static bool roll_until(const claim *claim, text_buffer *text, double until, double *speed,
                       double *way)
{
    trial trial;
    if (!impulse_open(&trial, claim, text))
        return false;
    bool good = trial_look(&trial);
    const double start = good ? trial.frame.ball.position[0].x : 0;
    while (good && trial.frame.time < until)
        good = trial_step(&trial, 1) && trial_look(&trial);
    if (good) {
        *speed = trial.frame.ball.velocity[0].x / trial.frame.time;
        *way = (trial.frame.ball.position[0].x - start) / (trial.frame.time * trial.frame.time);
    }
    trial_close(&trial);
    return good;
}

static void roll_spheres(verify *verify)
{
    static const struct {
        double radius, until;
    } all[] = {{0.1, 0.5}, {0.02, 0.25}};
    const double slope = PI / 36;
    claim claim;
    for (int i = 0; i < 2; i++) {
        facets sphere = {0};
        text_buffer text = {0};
        double speed = 0;
        double way = 0;
        if (!claim_begin(&claim, verify, "5/7 g sin", "faceted ball of %g cm", 200 * all[i].radius))
            continue;
        if (facets_make(4, &sphere)) {
            write_slope(slope, 0, &text);
            facets_write(&sphere, all[i].radius, &text);
            text_append(&text, "grains:\n");
            impulse_grain(&text, "ball", "s, turn: [0.1 rad, 0.2 rad, 0.3 rad]",
                          v3_make(0, 0, all[i].radius), impulse_still, impulse_still);
            if (roll_until(&claim, &text, all[i].until, &speed, &way))
                claim_relative(&claim, "acceleration of 5120 faces, m/s^2", speed,
                               5.0 / 7 * g * sin(slope), 0.05);
        }
        free(sphere.point);
        free(sphere.face);
    }
}

// As facets become finer a ball of 4 cm rolls as a round one does.
static void roll_finer(verify *verify)
{
    enum { LEVELS = 3 };
    static const double most[LEVELS] = {0.3, 0.2, 0.06};
    const double slope = PI / 36;
    const double round = 5.0 / 7 * g * sin(slope);
    double off[LEVELS] = {0};
    claim claim;
    if (!claim_begin(&claim, verify, "5/7 g sin", "finer and finer faceted balls"))
        return;
    for (int level = 0; level < LEVELS; level++) {
        facets sphere = {0};
        text_buffer text = {0};
        double speed = 0;
        double way = 0;
        char words[80];
        bool good = facets_make(level + 2, &sphere);
        if (good) {
            write_slope(slope, 0, &text);
            facets_write(&sphere, 0.02, &text);
            text_append(&text, "grains:\n");
            impulse_grain(&text, "ball", "s, turn: [0.1 rad, 0.2 rad, 0.3 rad]",
                          v3_make(0, 0, 0.02), v3_make(0.1, 0, 0), v3_make(0, 5, 0));
            good = roll_until(&claim, &text, 0.25, &speed, &way);
        }
        free(sphere.point);
        free(sphere.face);
        if (!good)
            return;
        off[level] = fabs(way - 0.1 / 0.25 - 0.5 * round) / (0.5 * round);
        snprintf(words, sizeof words, "way of %d facets, off that of a ball",
                 20 << 2 * (level + 2));
        claim_at_most(&claim, words, off[level], most[level]);
    }
    const double order = log2(off[0] / off[LEVELS - 1]) / (LEVELS - 1);
    claim_at_least(&claim, "order in the edges of facets", order, 0.8);
}

static void roll_prisms(verify *verify)
{
    const double slope = PI / 9;
    claim claim;
    for (int sides = 8; sides <= 16; sides += 8) {
        double speed = 0;
        double way[2] = {0, 0};
        if (!claim_begin(&claim, verify, "steps of 0.1 ms", "prism of %d sides", sides))
            continue;
        bool good = true;
        for (int fine = 0; good && fine < 2; fine++) {
            text_buffer text = {0};
            write_slope(slope, fine ? 1e-4 : 0, &text);
            text_append_format(&text,
                               "shapes: {s: {polyhedron: {builder: {prism: {sides: %d, radius: 3 "
                               "cm, length: 4 cm}}}}}\ngrains:\n",
                               sides);
            impulse_grain(&text, "prism", "s, turn: [90 deg, 0, 0]", v3_make(0, 0, 0.030001),
                          impulse_still, impulse_still);
            good = roll_until(&claim, &text, 0.5, &speed, &way[fine]);
        }
        if (good)
            claim_relative(&claim, "way after 0.5 s over its square, m/s^2", way[0], way[1], 0.05);
    }
}

// --- prisms that roll from edge to edge --------------------------------------------------------------------------------

// A prism of n sides with corners at R rolls down a slope over one edge after the other (IPhO 1998, problem 1: six sides). The
// blow at a new edge keeps the angular momentum about it, so the spin goes down to
//   r = (I + R^2 cos 2b)/(I + R^2),   b = pi/n, I = s^2 (1 + 3 cot^2 b)/24 over the mass, s = 2 R sin b
// (11/17 for six sides) and in between the centre comes down by s sin(slope). What is lost and won is equal where
//   (I + R^2) w^2/2 = g s sin(slope) r^2/(1 - r^2)
// just after a change of edges; the time to the next one is the integral of 1/w over the turn by 2 b.
typedef struct edge_rolling {
    double side, inertia, ratio, spin, speed; // spin just after an edge; mean speed of the centre
} edge_rolling;

static edge_rolling rolling_of(int sides, double radius, double slope)
{
    enum { PARTS = 4000 };
    const double b = PI / sides;
    const double side = 2 * radius * sin(b);
    const double inertia = side * side / 24 * (1 + 3 / (tan(b) * tan(b)));
    const double about_edge = inertia + radius * radius;
    const double ratio = (inertia + radius * radius * cos(2 * b)) / about_edge;
    const double kept = ratio * ratio / (1 - ratio * ratio);
    const double spin2 = 2 * g * side * sin(slope) * kept / about_edge;
    double time = 0;
    for (int i = 0; i < PARTS; i++) {
        const double angle = slope - b + 2 * b * (i + 0.5) / PARTS;
        const double fallen = radius * (cos(slope - b) - cos(angle));
        time += 2 * b / PARTS / sqrt(spin2 + 2 * g * fallen / about_edge);
    }
    return (edge_rolling){side, inertia, ratio, sqrt(spin2), side / time};
}

static void write_prism(int sides, double radius, double slope, const edge_rolling *rolling,
                        text_buffer *text)
{
    const double b = PI / sides;
    write_slope(slope, 0, text);
    text_append(text, "shapes: {s: {polyhedron: {vertices: [");
    for (int i = 0; i < 2 * sides; i++) {
        const double angle = b * (2 * (i / 2) + 1) - PI / 2;
        text_append_format(text, "%s[%.17g m, %.17g m, %.17g m]", i > 0 ? ", " : "",
                           radius * cos(angle), i % 2 ? radius : -radius, radius * sin(angle));
    }
    text_append(text, "]}}}\ngrains:\n");
    const double height = radius * cos(b);
    impulse_grain(text, "prism", "s, turn: [0, 0, 0]", v3_make(0, 0, height),
                  v3_make(rolling->spin * height, 0, 0.5 * rolling->spin * rolling->side),
                  v3_make(0, rolling->spin, 0));
}

// The mean speed from the first edge after `from` to the last one, m/s; 0 where it fails.
static double speed_over_edges(const claim *claim, text_buffer *text, double side, double from,
                               double until)
{
    trial trial;
    double first = -1;
    double last = 0;
    int edges = 0;
    if (!impulse_open(&trial, claim, text))
        return 0;
    bool good = trial_look(&trial);
    double time = 0;
    while (good && time < until) {
        const double at = trial.frame.ball.position[0].x;
        good = trial_step(&trial, 1) && trial_look(&trial);
        const double now = good ? trial.frame.ball.position[0].x : at;
        const double edge = floor(now / side) * side;
        const double length = trial.frame.time - time;
        if (good && at < edge && trial.frame.time > from) {
            last = time + length * (edge - at) / (now - at);
            first = first < 0 ? last : first;
            edges++;
        }
        time = trial.frame.time;
    }
    trial_close(&trial);
    return good && edges > 1 ? (edges - 1) * side / (last - first) : 0;
}

static void roll_over_edges(verify *verify)
{
    static const struct {
        int sides;
        double slope; // degrees
    } all[] = {{5, 18}, {6, 10}, {6, 12}, {6, 14}, {8, 8}, {12, 8}};
    const double radius = 0.1;
    claim claim;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const double slope = all[i].slope * PI / 180;
        const edge_rolling rolling = rolling_of(all[i].sides, radius, slope);
        text_buffer text = {0};
        if (!claim_begin(&claim, verify, "IPhO 1998, 1", "%d sides over edges, %g degrees",
                         all[i].sides, all[i].slope))
            continue;
        write_prism(all[i].sides, radius, slope, &rolling, &text);
        const double speed = speed_over_edges(&claim, &text, rolling.side, 1.5, 4);
        if (speed > 0)
            claim_relative(&claim, "mean speed, m/s", speed, rolling.speed, 0.05);
    }
}

void verify_nonsmooth_rocking(verify *verify)
{
    rock(verify);
    roll_spheres(verify);
    roll_prisms(verify);
    roll_over_edges(verify);
    roll_finer(verify);
}
