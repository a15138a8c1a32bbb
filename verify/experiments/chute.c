// chute.c - the soybean chute of Zhang 1998, chapter 9: the case of examples/06-soybean-chute for its 7 seconds, and what
// figures 9.8 to 9.15 print of the last of them.
//
// A bean is where the mean of its four balls is: they lie in pairs opposite each other. Layers are 5.5 mm deep, from the
// centres of the beads of the bottom upwards. The target of each number is 15 %. README.md of the example tells why most of them miss.
#include "verify/experiments/experiments.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LAYERS = 8, LOOKS = 99, STRIPS = 3, BALLS = 4 };
static const double layer = 5.5e-3;            // m
static const double begin = 6, between = 0.01; // s: the first look is at 6.02, the last at 7
static const double target = 0.15;

// Strips across: by the side wall, everywhere, in the middle; cm/s from the bottom layer upwards.
static const struct {
    const char *name;
    double from, to; // m
    double printed[LAYERS];
} strips[STRIPS] = {
    {"by the wall", 0, 0.01, {4.232, 8.886, 11.97, 15.67, 20.02, 24.27, 28.43, 30.41}},
    {"all beans", 0, 0.152, {7.191, 15.12, 21.27, 27.49, 33.65, 39.65, 44.95, 50.41}},
    {"in the middle", 0.072, 0.082, {8.086, 17.36, 24.43, 31.70, 39.34, 46.01, 53.27, 56.12}},
};

typedef struct chute_sums {
    double speed, beans; // of all looks
    double layer_speed[STRIPS][LAYERS], layer_beans[STRIPS][LAYERS];
    double first, last; // numbers of contacts
} chute_sums;

static void add_bean(chute_sums *sums, v3 place, double speed)
{
    const double level = floor(place.z / layer);
    sums->speed += speed;
    sums->beans += 1;
    if (level < 0 || level >= LAYERS)
        return;
    for (int strip = 0; strip < STRIPS; strip++) {
        if (place.y < strips[strip].from || place.y >= strips[strip].to)
            continue;
        sums->layer_speed[strip][(int)level] += speed;
        sums->layer_beans[strip][(int)level] += 1;
    }
}

// The balls of a bean stand one behind the other in the frame; a bead of the bottom is a ball by itself.
static void look_at(const frame *frame, chute_sums *sums)
{
    const frame_balls *balls = &frame->ball;
    v3 place = {0, 0, 0};
    double speed = 0;
    int found = 0;
    for (int64_t i = 0; i < balls->count; i++) {
        const bool goes_on = i > 0 && balls->body[i] == balls->body[i - 1];
        if (!goes_on) {
            place = (v3){0, 0, 0};
            speed = 0;
            found = 0;
        }
        place = v3_fma(place, 1.0 / BALLS, balls->position[i]);
        speed += balls->velocity[i].x / BALLS;
        found++;
        if (found == BALLS)
            add_bean(sums, place, speed);
    }
}

static bool run_to(trial *trial, double time)
{
    const int64_t steps = world_step_at(trial->world, time) - world_steps(trial->world);
    return trial_step(trial, steps) && trial_look(trial);
}

static bool flow(const claim *claim, chute_sums *sums)
{
    const expect_text *text = &chute_texts[0];
    const case_source source = {text->text, strlen(text->text), text->name};
    trial trial;
    if (!trial_open_case(&trial, claim, &source, NULL, 0, text->name))
        return false;
    bool good = run_to(&trial, begin);
    if (good)
        sums->first = (double)trial.frame.contact.count;
    for (int look = 1; good && look <= LOOKS; look++) {
        good = run_to(&trial, begin + (look + 1) * between);
        if (good)
            look_at(&trial.frame, sums);
    }
    if (!good)
        return false;
    sums->last = (double)trial.frame.contact.count;
    trial_close(&trial);
    return true;
}

static void claim_strip(const claim *claim, const chute_sums *sums, int strip)
{
    for (int level = 0; level < LAYERS; level++) {
        char quantity[64];
        const double speed =
            100 * sums->layer_speed[strip][level] / sums->layer_beans[strip][level];
        snprintf(quantity, sizeof quantity, "%s, layer %d, cm/s", strips[strip].name, level + 1);
        claim_relative(claim, quantity, speed, strips[strip].printed[level], target);
    }
}

void verify_chute(verify *verify)
{
    claim claim;
    chute_sums sums = {0};
    if (!claim_begin(&claim, verify, "Zhang 1998, chapter 9", "soybean chute") ||
        !flow(&claim, &sums))
        return;
    claim_relative(&claim, "mean velocity, 6 to 7 s, cm/s", 100 * sums.speed / sums.beans, 28,
                   target);
    claim_relative(&claim, "contacts at 6 s", sums.first, 1076, target);
    claim_relative(&claim, "contacts at 7 s", sums.last, 968, target);
    for (int strip = 0; strip < STRIPS; strip++)
        claim_strip(&claim, &sums, strip);
}
