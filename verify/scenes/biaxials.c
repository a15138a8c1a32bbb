// biaxials.c - the biaxial test of F. Alonso-Marroquin and Y. Wang, Granular Matter 11 (2009) 317: dense and loose samples of disks,
// rice, peanuts and pebbles between four rigid walls come to one critical state.
//
// sin phi = (s1 - s3)/(s1 + s3), with s1 on the lid and s3 on the side wall that keeps the pressure. The peak is the largest
// mean over 1 % of strain, the critical state the mean over the last third. The paper shows its curves as figures; of its
// numbers there are the void ratios of its samples, 0.128 to 0.271. The short form has disks of one seed alone.
#include "verify/scenes/bulk.h"
#include "verify/scenes/scenes.h"

#include <math.h>

enum { LOOKS = 240, SHAPES = 4, SEEDS = 3, WINDOW = 10 };
static const double prepared = 70, sheared = 120; // s
static const double loosest = 0.271, densest = 0.128;

// Of the case.
static const char *const shapes[SHAPES] = {"disks", "rice", "peanuts", "pebbles"};

// What one look shows.
typedef struct biaxial_look {
    double lid, side, voids; // stresses, Pa; void ratio
} biaxial_look;

static biaxial_look look_at(const trial *trial)
{
    const frame_balls *grains = &trial->frame.ball;
    const frame_wall *lid = bulk_wall(trial, "lid");
    const frame_wall *right = bulk_wall(trial, "right");
    const double width = right->position.x;
    const double height = lid->position.y;
    double area = 0; // the density is 1
    for (int64_t i = 0; i < grains->count; i++)
        area += grains->mass[i];
    const double voids = width * height / area - 1;
    return (biaxial_look){lid->force.y / width, right->force.x / height, voids};
}

// Mean of looks [from, to).
static biaxial_look mean_of(const biaxial_look *looks, int from, int to)
{
    biaxial_look mean = {0};
    for (int i = from; i < to; i++) {
        mean.lid += looks[i].lid / (to - from);
        mean.side += looks[i].side / (to - from);
        mean.voids += looks[i].voids / (to - from);
    }
    return mean;
}

static double sine(biaxial_look of)
{
    return (of.lid - of.side) / (of.lid + of.side);
}

typedef struct biaxial_test {
    double begun, least, ends; // void ratios: before, the least, critical
    double peak, critical;     // sines of the angle of friction
} biaxial_test;

// The largest sine and the least void ratio of 1 % of strain, and what the last third has.
static void conclude(const biaxial_look *looks, biaxial_test *out)
{
    const biaxial_look critical = mean_of(looks, LOOKS * 2 / 3, LOOKS);
    out->critical = sine(critical);
    out->ends = critical.voids;
    out->peak = 0;
    out->least = INFINITY;
    for (int i = 0; i + WINDOW <= LOOKS / 2; i++) {
        const biaxial_look mean = mean_of(looks, i, i + WINDOW);
        out->peak = fmax(out->peak, sine(mean));
        out->least = fmin(out->least, mean.voids);
    }
}

static bool look_after(trial *trial, double time, biaxial_look *out)
{
    const bool good = bulk_run_to(trial, time) && trial_look(trial);
    *out = good ? look_at(trial) : (biaxial_look){NAN, NAN, NAN};
    return good;
}

static bool test(const claim *claim, int shape, double friction, int seed, biaxial_test *out)
{
    biaxial_look first;
    biaxial_look looks[LOOKS];
    trial trial;
    bulk_settings settings = {0};
    bulk_let(&settings, "let.seed", "%d", seed);
    bulk_let(&settings, "let.prepared_with", "%g", friction);
    bulk_let(&settings, "let.shears", "%g s", sheared + 1);
    bulk_let(&settings, "grains.grains.shape", "%s", shapes[shape]);
    bool good = bulk_open(&trial, claim, "bulk-biaxial.yaml", &settings);
    good = good && look_after(&trial, prepared, &first);
    for (int i = 0; good && i < LOOKS; i++) {
        const double passed = sheared * (i + 1) / LOOKS;
        good = look_after(&trial, prepared + passed, &looks[i]);
    }
    trial_close(&trial);
    if (!good)
        return false;
    out->begun = first.voids;
    conclude(looks, out);
    return true;
}

typedef struct biaxial_samples {
    seed_sample begun, falls, ends, peak, critical;
} biaxial_samples;

static void add_test(biaxial_samples *samples, const biaxial_test *test)
{
    seed_add(&samples->begun, test->begun);
    seed_add(&samples->falls, test->begun - test->least);
    seed_add(&samples->ends, test->ends);
    seed_add(&samples->peak, test->peak);
    seed_add(&samples->critical, test->critical);
}

static void claim_tests(const claim *claim, const biaxial_samples *dense,
                        const biaxial_samples *loose, const seed_sample apart)
{
    seeds_noted(claim, "void ratio, dense, before", &dense->begun, densest);
    seeds_noted(claim, "void ratio, loose, before", &loose->begun, loosest);
    seeds_noted(claim, "void ratio, critical, from dense", &dense->ends, loosest);
    seeds_within(claim, "the same from loose less from dense", &apart, 0, 0.02);
    seeds_noted(claim, "void ratio falls at first by, dense", &dense->falls, 0);
    seeds_noted(claim, "void ratio falls at first by, loose", &loose->falls, 0);
    seeds_noted(claim, "sin phi, peak, dense", &dense->peak, seed_mean(&loose->peak).value);
    seeds_noted(claim, "sin phi, critical, from dense", &dense->critical,
                seed_mean(&loose->critical).value);
    const double critical = seed_mean(&dense->critical).value;
    const double from_loose = seed_mean(&loose->critical).value;
    const double fall = seed_mean(&dense->peak).value - critical;
    claim_at_least(claim, "the least of both", fmin(critical, from_loose), 0.2);
    claim_at_least(claim, "peak less critical, dense", fall, 0.05);
    claim_absolute(claim, "sin phi, critical, from loose less from dense", from_loose - critical, 0,
                   0.05);
}

void verify_scene_biaxials(verify *verify)
{
    const int seeds = verify->full ? SEEDS : 1;
    for (int shape = 0; shape < (verify->full ? SHAPES : 1); shape++) {
        claim claim;
        biaxial_samples dense = {0};
        biaxial_samples loose = {0};
        seed_sample apart = {0};
        bool good = claim_begin(&claim, verify, "Alonso-Marroquin and Wang 2009", "biaxial: %s",
                                shapes[shape]);
        if (!good)
            continue;
        for (int seed = 1; good && seed <= seeds; seed++) {
            biaxial_test packed;
            biaxial_test open;
            good = test(&claim, shape, 0, seed, &packed) && test(&claim, shape, 0.5, seed, &open);
            if (!good)
                break;
            add_test(&dense, &packed);
            add_test(&loose, &open);
            seed_add(&apart, open.ends - packed.ends);
        }
        if (good)
            claim_tests(&claim, &dense, &loose, apart);
    }
}
