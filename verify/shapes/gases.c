// gases.c - elastic gases of shaped grains between walls: energy, equipartition, Maxwell-Boltzmann (seed 001
// section 3).
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

// The shapes of seed 001, by name; radii so that the area (volume) is 1.
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

static double box_edge(const gas_kind *g, double filled, int axis)
{
    return g->dimensions == 3 ? cbrt(GRAINS / filled) : axis == 0 ? 46 : axis == 1 ? 46.25 : 1;
}

// Time between two impacts of one grain, about: of disks and balls of the same size, dilute, at the temperature of
// equilibrium.
static double free_time(const gas_kind *g, double filled)
{
    double heat = 1 / g->freedoms;
    double d;
    double n;
    if (g->dimensions == 2) {
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
static void write_gas(const gas_kind *g, double filled, double k, double step, text_buffer *b)
{
    const double x = box_edge(g, filled, 0);
    const double y = box_edge(g, filled, 1);
    const double z = box_edge(g, filled, 2);
    const double r =
        filled > dilute
            ? 0
            : g->reach; // from the walls, besides the radius of a ball that holds a grain
    rng random = rng_make(61, 0);
    text_append_format(b,
                       "scree: 1\ndimensions: %d\ngravity: 0\ndomain: {low: [0, 0, 0], high: "
                       "[%.17g m, %.17g m, %.17g "
                       "m], boundary: {x: wall, y: wall, z: %s}, material: m}\n"
                       "materials: {m: {density: 1 kg/m^3}}\npairs: {default: {normal: {law: "
                       "linear, stiffness: %.17g "
                       "N/m, restitution: 1}, tangential: none}}\nshapes: {s: {%s}}\ngrains:\n",
                       g->dimensions, x, y, z, g->dimensions == 3 ? "wall" : "open", k, g->form);
    for (int i = 0; i < SETS; i++) {
        double angle = 2 * PI * (i + 0.5) / SETS;
        v3 way = g->dimensions == 3 ? rng_direction(&random) : v3_make(cos(angle), sin(angle), 0);
        text_append_format(b,
                           "  g%d: {shape: s, material: m, velocity: [%.17g m/s, %.17g m/s, %.17g "
                           "m/s], packing: {law: "
                           "random, count: %d, seed: %d, low: [%g m, %g m, %g m], high: [%.17g m, "
                           "%.17g m, %.17g m]}}\n",
                           i, way.x, way.y, way.z, GRAINS / SETS, i + 1, r, r,
                           g->dimensions == 3 ? r : 0, x - r, y - r,
                           g->dimensions == 3 ? z - r : 1);
    }
    text_append_format(
        b, "run: {steps: 1, step: %.17g s, orientation: true, deepest_overlap: none}\n", step);
}

static bool gas_open(trial *t, const claim *c, const gas_kind *g, double filled, double k,
                     double step)
{
    text_buffer text = {0};
    scree_error error;
    write_gas(g, filled, k, step, &text);
    bool good = !text.failed;
    if (!good) {
        fail_memory(&error, c->id);
        claim_broken(c, &error);
    }
    good = good && trial_open_text(t, c, text.data) && trial_look(t);
    text_buffer_clear(&text);
    return good;
}

// --- energy of single grains ----------------------------------------------------------------------------------------

typedef struct motion {
    double straight, turning; // energies
} motion;

// Of the grain whose first ball is body i of the frame; its mass is 1.
static motion motion_of(const trial *t, int64_t i)
{
    const frame_bodies *b = &t->f.body;
    const model_shape *s = &t->m.shape[b->shape[i]];
    const bool flat = t->m.dimensions == 2;
    const double radius = b->radius[i];
    v3 velocity = b->velocity[i];
    v3 spin = b->spin[i];
    v3 moment = v3_make(0, 0, 0);
    if (s->clump.balls) {
        q4 q = b->orientation[i];
        velocity = v3_sub(velocity, v3_cross(spin, q4_rotate(q, s->clump.at[0])));
        spin = q4_rotate(q4_conjugate(q), spin);
        moment = v3_scale(1 / s->clump.volume, s->clump.inertia);
    } else
        moment.x = moment.y = moment.z = (flat ? 0.5 : 0.4) * radius * radius;
    return (motion){0.5 * v3_dot(velocity, velocity),
                    0.5 * (moment.x * spin.x * spin.x + moment.y * spin.y * spin.y +
                           moment.z * spin.z * spin.z)};
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

static bool gas_gather(trial *t, double *e, gas_sums *s)
{
    scree_error error;
    int n = 0;
    for (int64_t i = 0; i < t->f.body.count; i++) {
        if (t->f.body.body[i] != t->f.body.id[i])
            continue;
        motion m = motion_of(t, i);
        s->straight += m.straight;
        s->turning += m.turning;
        if (n < GRAINS)
            e[n++] = m.straight + m.turning;
    }
    if (n == GRAINS)
        return true;
    fail(&error, SCREE_BAD_INPUT, t->c->id, "all should stay in the box",
         "%d grains are left of %d", n, GRAINS);
    claim_broken(t->c, &error);
    trial_close(t);
    return false;
}

static double total(const trial *t)
{
    return t->f.ledger.kinetic + t->f.ledger.elastic;
}

// From the start through `SETTLING` free times, then the snapshots.
static bool gas_watch(const claim *c, const gas_kind *g, double k, double *e, gas_sums *s)
{
    const double step = touch_time(k) / g->parts;
    const int64_t between = (int64_t)(free_time(g, dense) / step);
    const int looks = SETTLING + SNAPSHOTS;
    double start = 0;
    trial t;
    *s = (gas_sums){0};
    bool good = gas_open(&t, c, g, dense, k, step);
    if (good)
        start = total(&t);
    for (int n = 0; good && n < looks; n++) {
        good = trial_step(&t, between) && trial_look(&t);
        if (!good)
            break;
        double off = total(&t) / start - 1;
        s->energy = fmax(s->energy, fabs(off));
        s->drift += 5 * n < looks ? -off / (looks / 5) : 5 * n >= 4 * looks ? off / (looks / 5) : 0;
        if (n >= SETTLING)
            good = gas_gather(&t, e + (n - SETTLING) * GRAINS, s);
    }
    if (!good)
        return false;
    s->drift /= 0.8 * looks;
    trial_close(&t);
    return true;
}

// Of the energies of all snapshots, one after the other; puts them in another order.
static void gas_statistics(double *e, double freedoms, gas_sums *s)
{
    enum { COUNT = SNAPSHOTS * GRAINS };
    double mean = 0;
    double alone[GRAINS];
    for (int i = 0; i < COUNT; i++)
        mean += e[i] / COUNT;
    for (int i = 0; i < COUNT; i++)
        s->variance += (e[i] / mean - 1) * (e[i] / mean - 1) / COUNT;
    for (int n = 0; n < SNAPSHOTS; n++) {
        memcpy(alone, e + n * GRAINS, sizeof alone);
        s->unlikely += kolmogorov(alone, GRAINS, freedoms) < 0.01;
    }
    for (int n = 1; n * APART < SNAPSHOTS; n++) { // those that are far enough apart to the front
        memcpy(alone, e + n * APART * GRAINS, sizeof alone);
        memcpy(e + n * APART * GRAINS, e + n * GRAINS, sizeof alone);
        memcpy(e + n * GRAINS, alone, sizeof alone);
    }
    s->chance = kolmogorov(e, SNAPSHOTS / APART * GRAINS, freedoms);
    s->all = kolmogorov(e, COUNT, freedoms);
}

static void equilibrium(verify *v, const gas_kind *g)
{
    double *e = malloc((size_t)SNAPSHOTS * GRAINS * sizeof *e);
    gas_sums s;
    claim c;
    if (claim_begin(&c, v, "31 snapshots, k=1e3", "gas of %s", g->name) && e &&
        gas_watch(&c, g, 1e3, e, &s)) {
        gas_statistics(e, g->freedoms, &s);
        if (g->per_energy > 0)
            claim_absolute(&c, "rotational over translational", s.turning / s.straight,
                           g->per_energy, 0.06 * g->per_energy);
        else
            claim_at_most(&c, "rotational energy", s.turning, 0);
        claim_relative(&c, "variance of energies", s.variance, 2 / g->freedoms, 0.075);
        claim_at_least(&c, "Kolmogorov-Smirnov, p", s.chance, 0.01);
        claim_at_most(&c, "snapshots of 31 with p < 0.01", s.unlikely, 3);
        claim_noted(&c, "p of all 31 as one sample", s.all, 0.01);
        claim_at_most(&c, "total energy, deviation", s.energy, 2e-3);
        claim_at_most(&c, "its drift in a free time", fabs(s.drift), 2e-5);
    } else if (!e)
        v->out_of_memory = true;
    free(e);
}

// --- energy against the step ----------------------------------------------------------------------------------------

typedef struct kept {
    double worst, rms;
} kept;

static bool gas_energy(const claim *c, const gas_kind *g, double k, double step, double time,
                       kept *out)
{
    enum { LOOKS = 200 };
    double start = 0;
    trial t;
    *out = (kept){0, 0};
    bool good = gas_open(&t, c, g, dilute, k, step);
    if (good)
        start = total(&t);
    for (int i = 0; good && i < LOOKS; i++) {
        good = trial_step(&t, (int64_t)(time / step / LOOKS)) && trial_look(&t);
        double off = good ? total(&t) / start - 1 : 0;
        out->worst = fmax(out->worst, fabs(off));
        out->rms += off * off / LOOKS;
    }
    out->rms = sqrt(out->rms);
    if (good)
        trial_close(&t);
    return good;
}

// The seed's own step is 1e-5 at k = 1e7: 70 in an impact. What an impact leaves of the energy depends on that number
// alone, so a softer gas shows the same in longer steps.
static void energy_kept(verify *v, const gas_kind *g)
{
    kept a;
    kept b;
    kept fine;
    claim c;
    if (!claim_begin(&c, v, "seed 001 (11)", "energy of %s", g->name))
        return;
    if (!gas_energy(&c, g, 1e7, 1e-5, v->full ? 10 : 1, &a))
        return;
    claim_at_most(&c, v->full ? "k=1e7, dt=1e-5, T=10" : "k=1e7, dt=1e-5, T=1", a.worst, 1e-4);
    if (v->full && gas_energy(&c, g, 1e7, 1e-6, 1, &a))
        claim_at_most(&c, "k=1e7, dt=1e-6, T=1", a.worst, 1e-6);
    if (!gas_energy(&c, g, 1e5, 1e-4, 10, &a) || !gas_energy(&c, g, 1e3, 6.4e-4, 10, &b) ||
        !gas_energy(&c, g, 1e3, 8e-5, 10, &fine))
        return;
    claim_at_most(&c, "k=1e5, dt=1e-4, T=10", a.worst, 1e-4);
    claim_at_most(&c, "k=1e3, dt=8e-5, T=10", fine.worst, 1e-6);
    claim_at_least(&c, "order from dt=6.4e-4 to 8e-5", log(b.rms / fine.rms) / log(8), 1.5);
}

void verify_shape_gases(verify *v)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        energy_kept(v, &kinds[i]);
        equilibrium(v, &kinds[i]);
    }
}
