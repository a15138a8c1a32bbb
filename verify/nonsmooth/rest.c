// rest.c - overlaps at rest and adhesion: T1, T2, T7.
//
// What rests has the overlap that the law asks for, whatever the step, the number of steps in which overlaps are pushed
// out, and the stiffness: (f/k)^(2/3) for Hertz, with f the weight above.
#include "verify/nonsmooth/nonsmooth.h"

#include <stdio.h>

static const double radius = 0.005;

// Balls above each other, the lowest `sunk` into the floor.
static void write_tower(const impulse_case *given, int balls, double sunk, text_buffer *text)
{
    impulse_head(given, text);
    text_append(
        text,
        "shapes: {ball: {ball: {radius: 5 mm}}}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\ngrains:\n");
    for (int i = 0; i < balls; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        impulse_grain(text, name, "ball", v3_make(0, 0, (2 * i + 1) * radius - sunk), impulse_still,
                      impulse_still);
    }
}

// Steps until nothing moves faster than `slow`, m/s.
static bool settle(trial *trial, double slow, int64_t most)
{
    for (bool over = false; !over && trial_step(trial, 25) && trial_look(trial);) {
        double fastest = 0;
        for (int64_t i = 0; i < trial->frame.ball.count; i++)
            fastest = fmax(fastest, v3_norm(trial->frame.ball.velocity[i]));
        over = (fastest < slow && trial->frame.step > 50) || trial->frame.step > most;
    }
    return trial->world != NULL;
}

// --- T1 -------------------------------------------------------------------------------------------------------------

static void ball_on_plane(verify *verify, bool linear, double young, double step)
{
    const double weight = impulse_ball_mass() * impulse_pull;
    claim claim;
    trial trial;
    text_buffer text = {0};
    const impulse_case given = {
        .laws = linear ? "normal: {law: linear, stiffness: 1000 N/m}, tangential: none"
                       : "normal: {law: hertz}, tangential: none",
        .young = young,
        .gravity = {0, 0, -impulse_pull},
        .step = step,
        .reach = 1,
    };
    if (!(linear ? claim_begin(&claim, verify, "static, linear", "T1 linear h=%g", step)
                 : claim_begin(&claim, verify, "static, Hertz", "T1 E=%g h=%g", young, step)))
        return;
    write_tower(&given, 1, 0, &text);
    if (!impulse_open(&trial, &claim, &text))
        return;
    if (settle(&trial, 1e-13, 200000)) {
        double expected = linear ? weight / 1000 : impulse_overlap(young, 2 * radius, weight);
        claim_relative(&claim, "overlap, m", radius - trial.frame.ball.position[0].z, expected,
                       1e-6);
        claim_relative(&claim, "push, N",
                       trial.frame.contact.count ? trial.frame.contact.normal_force[0] : 0, weight,
                       1e-6);
    }
    trial_close(&trial);
}

// --- T2 -------------------------------------------------------------------------------------------------------------

static void tower(verify *verify)
{
    enum { BALLS = 10 };
    const double weight = impulse_ball_mass() * impulse_pull;
    const double young = 1e8;
    const impulse_case given = {.settings = "iterations: 200",
                                .laws = "normal: {law: hertz}, tangential: none",
                                .young = young,
                                .gravity = {0, 0, -impulse_pull},
                                .step = 1e-3,
                                .reach = 1};
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "static, Hertz", "T2 column of 10"))
        return;
    write_tower(&given, BALLS, 0, &text);
    if (!impulse_open(&trial, &claim, &text))
        return;
    if (settle(&trial, 1e-13, 20000))
        for (int i = BALLS - 1; i >= 0; i--) {
            char quantity[48];
            const v3 *x = trial.frame.ball.position;
            double gap = i ? 2 * radius - (x[i].z - x[i - 1].z) : radius - x[0].z;
            snprintf(quantity, sizeof quantity, "overlap under %d, m", BALLS - i);
            claim_relative(&claim, quantity, gap,
                           impulse_overlap(young, i ? radius : 2 * radius, (BALLS - i) * weight),
                           1e-6);
        }
    trial_close(&trial);
}

// --- T7 -------------------------------------------------------------------------------------------------------------

static void write_sticky(double force, double overlap, double step, bool lid, text_buffer *text)
{
    char laws[2][200];
    for (int i = 0; i < 2; i++)
        snprintf(laws[i], sizeof laws[i],
                 "normal: {law: hertz}, tangential: none, cohesion: {law: adhesion, force: %.17g "
                 "N, overlap: %.17g m}",
                 i ? 1 : force, i ? 2e-4 : overlap);
    const impulse_case given = {.settings = "iterations: 50",
                                .laws = laws[0],
                                .plate = lid ? laws[1] : NULL,
                                .young = 1e8,
                                .gravity = {0, 0, -impulse_pull},
                                .step = step,
                                .reach = 1};
    impulse_head(&given, text);
    text_append(text,
                "shapes: {ball: {ball: {radius: 5 mm}}}\n"
                "walls:\n  floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}\n");
    if (lid)
        text_append_format(
            text,
            "  lid: {material: plate, plane: {point: [0, 0, %.17g m], normal: [0, 0, -1]}, "
            "drive: {law: velocity, velocity: [0, 0, 2e-5 m/s]}}\n",
            2 * radius - overlap - 2e-4);
    text_append(text, "grains:\n");
    impulse_grain(text, "ball", "ball", v3_make(0, 0, radius - overlap), impulse_still,
                  impulse_still);
}

static void sticky_rest(verify *verify, double share, double step)
{
    const double weight = impulse_ball_mass() * impulse_pull;
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "adhesion, rest", "T7 F=%g mg h=%g", share, step))
        return;
    write_sticky(share * weight, 1e-4, step, false, &text);
    if (!impulse_open(&trial, &claim, &text))
        return;
    if (settle(&trial, 1e-14, 20000))
        claim_relative(&claim, "depth, m", radius - trial.frame.ball.position[0].z,
                       1e-4 + impulse_overlap(1e8, 2 * radius, weight), 1e-6);
    trial_close(&trial);
}

// A lid that sticks much better goes up slowly and takes the ball along; the floor holds it back by its attraction.
static void sticky_pull(verify *verify, double share, double overlap, double step)
{
    const double weight = impulse_ball_mass() * impulse_pull;
    const double bound = impulse_stiffness(1e8, 2 * radius) * pow(overlap, 1.5);
    double most = 0;
    bool apart = false;
    claim claim;
    trial trial;
    text_buffer text = {0};
    if (!claim_begin(&claim, verify, "adhesion, pull-off", "T7 F=%g mg overlap=%g h=%g", share,
                     overlap, step))
        return;
    write_sticky(share * weight, overlap, step, true, &text);
    if (!impulse_open(&trial, &claim, &text))
        return;
    while (!apart && trial_step(&trial, 1) && trial_look(&trial) && trial.frame.time < 60) {
        most = fmax(most, trial.frame.wall[0].force.z);
        apart = trial.frame.ball.position[0].z > radius;
    }
    if (trial.world)
        claim_relative(&claim, "largest pull on the floor, N", apart ? most : 0,
                       fmin(share * weight, bound), 0.03);
    trial_close(&trial);
}

void verify_nonsmooth_rest(verify *verify)
{
    static const double young[] = {1e5, 1e6, 1e8, 1e10};
    static const double step[] = {1e-2, 1e-3, 1e-4};
    static const double share[] = {1, 5, 50};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            ball_on_plane(verify, false, young[i], step[j]);
    for (int j = 0; j < 3; j++)
        ball_on_plane(verify, true, 1e6, step[j]);
    tower(verify);
    for (int j = 1; j < 3; j++)
        for (int i = 0; i < 3; i++)
            sticky_rest(verify, share[i], step[j]);
    for (int i = 0; i < 3; i++)
        sticky_pull(verify, share[i], 1e-4, 1e-3);
    sticky_pull(verify, 50, 1e-5, 1e-3); // the law cannot reach its force
}
