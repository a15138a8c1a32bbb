// gases.c - elastic gases of shaped grains between walls: energy, equipartition, Maxwell-Boltzmann
// (Alonso-Marroquín and Wang 2009, section 3).
//
// 400 grains of area (volume) 1 and mass 1 with speed 1, without spin at first, no friction, a linear spring of
// stiffness k in every contact. Units of length, mass and time are the grains' own. In the plane the box is 46 x 46.25,
// in space a cube of which the grains fill a small part.
#include "verify/shapes/shapes.h"

#include "base/constants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRAINS = 400, SETS = 20 };
static const double dilute = 0.05,
                    dense =
                        0.08; // of space that grains fill: where energies are watched; statistics

typedef struct gas_kind {
    const char *name;
    int dimensions;
    const char *form;  // of the shape, as YAML
    double freedoms;   // that share the energy, of one grain
    double reach;      // of a grain about its centre, rounded up
    double per_energy; // rotational over translational energy in equilibrium
    // Of a head-on impact, a step of the long runs; corners on corners are up to 4 (15) times as
    // stiff.
    double parts;
} gas_kind;

// The shapes of Alonso-Marroquín and Wang 2009, by name; radii so that the area (volume) is 1.
static const gas_kind kinds[] = {
    {"disks", 2, "ball: {radius: 0.56418958354775629 m}", 2, 0.565, 0, 30},
    {"rice", 2,
     "spheropolygon: {vertices: [[0, 0], [0.9 m, 0]], radius: 0.34627701503761121 m, weights: sum}",
     3, 0.797, 0.5, 60},
    {"peanuts", 2,
     "spheropolygon: {vertices: [[-0.5 m, -0.15 m], [0, 0.15 m], [0.5 m, -0.15 m]], closed: false, "
     "radius: "
     "0.30545557042037719 m, weights: sum}",
     3, 0.817, 0.5, 60},
    {"pebbles", 2,
     "spheropolygon: {vertices: [[-0.45 m, -0.35 m], [0.5 m, -0.25 m], [-0.1 m, 0.45 m]], radius: "
     "0.19038260741104787 m, weights: sum}",
     3, 0.74, 0.5, 60},
    {"beans of four balls", 3,
     "clump: {ellipsoid: {length: 1.8612 m, width: 1.36486 m, height: 0.75187 m}}", 6, 0.94, 1, 30},
    {"bricks", 3,
     "spheropolyhedron: {builder: {box: [1.1 m, 0.6 m, 0.45 m]}, radius: 0.17049285219551866 m, "
     "weights: sum, meeting: "
     "features}",
     6, 0.837, 1, 90},
};

static double box_edge(const gas_kind *kind, double filled, int axis)
{
    return kind->dimensions == 3 ? cbrt(GRAINS / filled) : axis == 0 ? 46 : axis == 1 ? 46.25 : 1;
}

// Time between two impacts of one grain, about: of disks and balls of the same size, dilute, at the temperature of
// equilibrium.
static double free_time(const gas_kind *kind, double filled)
{
    double heat = 1 / kind->freedoms;
    double d;
    double n;
    if (kind->dimensions == 2) {
        d = 2 / sqrt(PI);
        n = GRAINS / (46 * 46.25);
        return 1 / (2 * n * d * sqrt(PI * heat));
    }
    d = cbrt(6 / PI);
    n = filled;
    return 1 / (4 * n * d * d * sqrt(PI * heat));
}

static double touch_time(double k)
{
    return PI * sqrt(0.5 / k);
} // of two grains head on

// Grains at random places; each of 20 sets goes its own way.
static void write_gas(const gas_kind *kind, double filled, double k, double step, text_buffer *text)
{
    const double x = box_edge(kind, filled, 0);
    const double y = box_edge(kind, filled, 1);
    const double z = box_edge(kind, filled, 2);
    const double r =
        filled > dilute
            ? 0
            : kind->reach; // from the walls, besides the radius of a ball that holds a grain
    rng random = rng_make(61, 0);
    text_append_format(text,
                       "scree: 1\ndimensions: %d\ngravity: 0\ndomain: {low: [0, 0, 0], high: "
                       "[%.17g m, %.17g m, %.17g "
                       "m], boundary: {x: wall, y: wall, z: %s}, material: m}\n"
                       "materials: {m: {density: 1 kg/m^3}}\npairs: {default: {normal: {law: "
                       "linear, stiffness: %.17g "
                       "N/m, restitution: 1}, tangential: none}}\nshapes: {s: {%s}}\ngrains:\n",
                       kind->dimensions, x, y, z, kind->dimensions == 3 ? "wall" : "open", k,
                       kind->form);
    for (int i = 0; i < SETS; i++) {
        double angle = 2 * PI * (i + 0.5) / SETS;
        v3 way =
            kind->dimensions == 3 ? rng_direction(&random) : v3_make(cos(angle), sin(angle), 0);
        text_append_format(text,
                           "  g%d: {shape: s, material: m, velocity: [%.17g m/s, %.17g m/s, %.17g "
                           "m/s], packing: {law: "
                           "random, count: %d, seed: %d, low: [%g m, %g m, %g m], high: [%.17g m, "
                           "%.17g m, %.17g m]}}\n",
                           i, way.x, way.y, way.z, GRAINS / SETS, i + 1, r, r,
                           kind->dimensions == 3 ? r : 0, x - r, y - r,
                           kind->dimensions == 3 ? z - r : 1);
    }
    text_append_format(
        text, "run: {steps: 1, step: %.17g s, orientation: true, deepest_overlap: none}\n", step);
}

static bool gas_open(trial *trial, const claim *claim, const gas_kind *kind, double filled,
                     double k, double step)
{
    text_buffer text = {0};
    scree_error error;
    write_gas(kind, filled, k, step, &text);
    bool good = !text.failed;
    if (!good) {
        fail_memory(&error, claim->id);
        claim_broken(claim, &error);
    }
    good = good && trial_open_text(trial, claim, text.data) && trial_look(trial);
    text_buffer_clear(&text);
    return good;
}

// --- energy of single grains ----------------------------------------------------------------------------------------

typedef struct motion {
    double straight, turning; // energies
} motion;

// Of the grain whose first ball is body i of the frame; its mass is 1.
static motion motion_of(const trial *trial, int64_t i)
{
    const frame_balls *balls = &trial->frame.ball;
    const model_shape *shape = &trial->model.shape[balls->shape[i]];
    const bool flat = trial->model.dimensions == 2;
    const double radius = balls->radius[i];
    v3 velocity = balls->velocity[i];
    v3 spin = balls->spin[i];
    v3 moment = v3_make(0, 0, 0);
    if (shape->clump.balls) {
        q4 turn = balls->orientation[i];
        const v3 arm = q4_rotate(turn, shape->clump.at[0]);
        velocity = v3_sub(velocity, v3_cross(spin, arm));
        spin = q4_rotate(q4_conjugate(turn), spin);
        moment = v3_scale(1 / shape->clump.volume, shape->clump.inertia);
    } else
        moment.x = moment.y = moment.z = (flat ? 0.5 : 0.4) * radius * radius;
    const v3 momentum = {moment.x * spin.x, moment.y * spin.y, moment.z * spin.z};
    return (motion){.straight = 0.5 * v3_dot(velocity, velocity),
                    .turning = 0.5 * v3_dot(momentum, spin)};
}

// --- statistics -----------------------------------------------------------------------------------------------------

// Share of grains with less than e, in means: of half the freedoms as shape of the gamma distribution.
static double boltzmann(double freedoms, double e)
{
    double x = 0.5 * freedoms * e;
    if (freedoms == 2)
        return 1 - exp(-x);
    if (freedoms == 3)
        return erf(sqrt(x)) - 2 * sqrt(x / PI) * exp(-x);
    return 1 - exp(-x) * (1 + x + 0.5 * x * x); // 6
}

static int compare(const void *x, const void *y)
{
    const double *a = x;
    const double *b = y;
    return (*a > *b) - (*a < *b);
}

// Chance of a deviation as large as that of these energies, Kolmogorov and Smirnov (Stephens' form).
static double kolmogorov(double *e, int count, double freedoms)
{
    double mean = 0;
    double most = 0;
    double sum = 0;
    for (int i = 0; i < count; i++)
        mean += e[i] / count;
    qsort(e, (size_t)count, sizeof *e, compare);
    for (int i = 0; i < count; i++) {
        double f = boltzmann(freedoms, e[i] / mean);
        most = fmax(most, fmax((i + 1.0) / count - f, f - (double)i / count));
    }
    double l = (sqrt(count) + 0.12 + 0.11 / sqrt(count)) * most;
    for (int n = 1; n < 100; n++)
        sum += (n % 2 ? 2 : -2) * exp(-2 * n * n * l * l);
    return l < 0.2 ? 1 : sum;
}

// Mean free times before the first snapshot; number of snapshots, one mean free time apart; and how far apart, in mean
// free times, those are that count as independent of each other.
enum { SETTLING = 20, SNAPSHOTS = 31, APART = 3 };

typedef struct gas_sums {
    double straight, turning, variance;
    double chance, all; // of snapshots APART free times apart, together; of all of them
    int unlikely;       // snapshots that by themselves have a chance below 0.01
    // Of the total: largest deviation; change in a mean free time, from first fifth to last.
    double energy, drift;
} gas_sums;

static bool gas_gather(trial *trial, double *e, gas_sums *sums)
{
    scree_error error;
    int n = 0;
    for (int64_t i = 0; i < trial->frame.ball.count; i++) {
        if (trial->frame.ball.body[i] != trial->frame.ball.id[i])
            continue;
        motion motion = motion_of(trial, i);
        sums->straight += motion.straight;
        sums->turning += motion.turning;
        if (n < GRAINS)
            e[n++] = motion.straight + motion.turning;
    }
    if (n == GRAINS)
        return true;
    fail(&error, SCREE_BAD_INPUT, trial->claim->id, "all should stay in the box",
         "%d grains are left of %d", n, GRAINS);
    claim_broken(trial->claim, &error);
    trial_close(trial);
    return false;
}

static double total(const trial *trial)
{
    return trial->frame.ledger.kinetic + trial->frame.ledger.elastic;
}

// From the start through `SETTLING` free times, then the snapshots.
static bool gas_watch(const claim *claim, const gas_kind *kind, double k, double *e, gas_sums *sums)
{
    const double step = touch_time(k) / kind->parts;
    const int64_t between = (int64_t)(free_time(kind, dense) / step);
    const int looks = SETTLING + SNAPSHOTS;
    double start = 0;
    trial trial;
    *sums = (gas_sums){0};
    bool good = gas_open(&trial, claim, kind, dense, k, step);
    if (good)
        start = total(&trial);
    for (int n = 0; good && n < looks; n++) {
        good = trial_step(&trial, between) && trial_look(&trial);
        if (!good)
            break;
        double off = total(&trial) / start - 1;
        sums->energy = fmax(sums->energy, fabs(off));
        sums->drift += 5 * n < looks        ? -off / (looks / 5)
                       : 5 * n >= 4 * looks ? off / (looks / 5)
                                            : 0;
        if (n >= SETTLING)
            good = gas_gather(&trial, e + (n - SETTLING) * GRAINS, sums);
    }
    if (!good)
        return false;
    sums->drift /= 0.8 * looks;
    trial_close(&trial);
    return true;
}

// Of the energies of all snapshots, one after the other; puts them in another order.
static void gas_statistics(double *e, double freedoms, gas_sums *sums)
{
    enum { COUNT = SNAPSHOTS * GRAINS };
    double mean = 0;
    double alone[GRAINS];
    for (int i = 0; i < COUNT; i++)
        mean += e[i] / COUNT;
    for (int i = 0; i < COUNT; i++)
        sums->variance += (e[i] / mean - 1) * (e[i] / mean - 1) / COUNT;
    for (int n = 0; n < SNAPSHOTS; n++) {
        memcpy(alone, e + n * GRAINS, sizeof alone);
        sums->unlikely += kolmogorov(alone, GRAINS, freedoms) < 0.01;
    }
    for (int n = 1; n * APART < SNAPSHOTS; n++) { // those that are far enough apart to the front
        memcpy(alone, e + n * APART * GRAINS, sizeof alone);
        memcpy(e + n * APART * GRAINS, e + n * GRAINS, sizeof alone);
        memcpy(e + n * GRAINS, alone, sizeof alone);
    }
    sums->chance = kolmogorov(e, SNAPSHOTS / APART * GRAINS, freedoms);
    sums->all = kolmogorov(e, COUNT, freedoms);
}

static void equilibrium(verify *verify, const gas_kind *kind)
{
    double *e = malloc((size_t)SNAPSHOTS * GRAINS * sizeof *e);
    gas_sums sums;
    claim claim;
    if (claim_begin(&claim, verify, "31 snapshots, k=1e3", "gas of %s", kind->name) && e &&
        gas_watch(&claim, kind, 1e3, e, &sums)) {
        gas_statistics(e, kind->freedoms, &sums);
        if (kind->per_energy > 0)
            claim_absolute(&claim, "rotational over translational", sums.turning / sums.straight,
                           kind->per_energy, 0.06 * kind->per_energy);
        else
            claim_at_most(&claim, "rotational energy", sums.turning, 0);
        claim_relative(&claim, "variance of energies", sums.variance, 2 / kind->freedoms, 0.075);
        claim_at_least(&claim, "Kolmogorov-Smirnov, p", sums.chance, 0.01);
        claim_at_most(&claim, "snapshots of 31 with p < 0.01", sums.unlikely, 3);
        claim_noted(&claim, "p of all 31 as one sample", sums.all, 0.01);
        claim_at_most(&claim, "total energy, deviation", sums.energy, 2e-3);
        claim_at_most(&claim, "its drift in a free time", fabs(sums.drift), 2e-5);
    } else if (!e)
        verify->out_of_memory = true;
    free(e);
}

// --- energy against the step ----------------------------------------------------------------------------------------

typedef struct kept {
    double worst, rms;
} kept;

static bool gas_energy(const claim *claim, const gas_kind *kind, double k, double step, double time,
                       kept *out)
{
    enum { LOOKS = 200 };
    double start = 0;
    trial trial;
    *out = (kept){0, 0};
    bool good = gas_open(&trial, claim, kind, dilute, k, step);
    if (good)
        start = total(&trial);
    for (int i = 0; good && i < LOOKS; i++) {
        good = trial_step(&trial, (int64_t)(time / step / LOOKS)) && trial_look(&trial);
        double off = good ? total(&trial) / start - 1 : 0;
        out->worst = fmax(out->worst, fabs(off));
        out->rms += off * off / LOOKS;
    }
    out->rms = sqrt(out->rms);
    if (good)
        trial_close(&trial);
    return good;
}

// The seed's own step is 1e-5 at k = 1e7: 70 in an impact. What an impact leaves of the energy depends on that number
// alone, so a softer gas shows the same in longer steps.
static void energy_kept(verify *verify, const gas_kind *kind)
{
    kept first;
    kept second;
    kept fine;
    claim claim;
    if (!claim_begin(&claim, verify, "Alonso-Marroquín and Wang 2009 (11)", "energy of %s",
                     kind->name))
        return;
    if (!gas_energy(&claim, kind, 1e7, 1e-5, verify->full ? 10 : 1, &first))
        return;
    claim_at_most(&claim, verify->full ? "k=1e7, dt=1e-5, T=10" : "k=1e7, dt=1e-5, T=1",
                  first.worst, 1e-4);
    if (verify->full && gas_energy(&claim, kind, 1e7, 1e-6, 1, &first))
        claim_at_most(&claim, "k=1e7, dt=1e-6, T=1", first.worst, 1e-6);
    if (!gas_energy(&claim, kind, 1e5, 1e-4, 10, &first) ||
        !gas_energy(&claim, kind, 1e3, 6.4e-4, 10, &second) ||
        !gas_energy(&claim, kind, 1e3, 8e-5, 10, &fine))
        return;
    claim_at_most(&claim, "k=1e5, dt=1e-4, T=10", first.worst, 1e-4);
    claim_at_most(&claim, "k=1e3, dt=8e-5, T=10", fine.worst, 1e-6);
    claim_at_least(&claim, "order from dt=6.4e-4 to 8e-5", log(second.rms / fine.rms) / log(8),
                   1.5);
}

void verify_shape_gases(verify *verify)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        energy_kept(verify, &kinds[i]);
        equilibrium(verify, &kinds[i]);
    }
}
