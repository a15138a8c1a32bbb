// law_pairs.c - see law_pairs.h.
#include "support/law_pairs.h"

#include "law/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAN = 181, CHOICES_MOST = 40 };

static const plugin *what_of(int slot, int law)
{
    int n;
    const plugin *const *list = law_plugins(slot, &n);
    return law < 0 ? NULL : list[law];
}

static bool allowed(combination c)
{
    const plugin *law[LAW_SLOTS];
    char why[256];
    for (int s = 0; s < LAW_SLOTS; s++)
        law[s] = what_of(s, c.law[s]);
    return !law_misfit(law, why, sizeof why);
}

// Is it the law of a program, which these combinations have none of?
static bool is_given(int slot, int law)
{
    return law_has(slot, what_of(slot, law), LAW_GIVEN);
}

// The laws of a slot to choose from, and none where a slot may be empty (-1); how many.
static int choices_of(int slot, int *law)
{
    int n = 0;
    if (slot != LAW_NORMAL)
        law[n++] = -1;
    for (int i = 0; i < law_count(slot) && n < CHOICES_MOST; i++)
        if (!is_given(slot, i))
            law[n++] = i;
    return n;
}

// The i-th of all combinations, allowed or not.
static combination product_at(int64_t i)
{
    combination c = {.friction = 0};
    for (int s = LAW_SLOTS - 1; s >= 0; s--) {
        int law[CHOICES_MOST];
        const int choices = choices_of(s, law);
        c.law[s] = law[i % choices];
        i /= choices;
    }
    return c;
}

// Does c bring together two laws (or emptinesses) of two slots that no combination listed before did?
static bool brings_new(const combination *list, int count, combination c)
{
    for (int s = 0; s < LAW_SLOTS; s++)
        for (int t = s + 1; t < LAW_SLOTS; t++) {
            bool met = false;
            for (int i = 0; i < count && !met; i++)
                met = list[i].law[s] == c.law[s] && list[i].law[t] == c.law[t];
            if (!met)
                return true;
        }
    return false;
}

int combinations_list(bool all, combination *out, int room)
{
    int64_t total = 1;
    int n = 0;
    int law[CHOICES_MOST];
    for (int s = 0; s < LAW_SLOTS; s++)
        total *= choices_of(s, law);
    int64_t stride = all ? 1 : 7919; // a prime, so that the first ones differ in all slots
    for (int64_t i = 0; i < total && n < room; i++) {
        combination c = product_at(i * stride % total);
        if (allowed(c) && (all || brings_new(out, n, c)))
            out[n++] = c;
    }
    return n;
}

int combinations_share(combination *list, int count)
{
    const char *share = getenv("SCREE_SHARE");
    int own = 1;
    int all = 1;
    if (getenv("SCREE_WHOLE") || !share || sscanf(share, "%d/%d", &own, &all) != 2 || own < 1 ||
        all < own)
        return count;
    int kept = 0;
    for (int i = own - 1; i < count; i += all) // neighbours in the list are alike, and take alike
        list[kept++] = list[i];
    return kept;
}

const char *combination_name(combination c, char out[160])
{
    static const char *const prefix[LAW_SLOTS] = {"", "cohesion ", "", "rolling ", "twisting "};
    *out = 0;
    for (int s = 0; s < LAW_SLOTS; s++) {
        const plugin *p = what_of(s, c.law[s]);
        size_t at = strlen(out);
        if (p)
            snprintf(out + at, 160 - at, "%s%s%s", at ? " + " : "", prefix[s], p->name);
    }
    return out;
}

// Sensible values for what must be given: by name where the unit says too little, or where the law wants it although
// its row does not.
static const struct {
    const char *name;
    double value;
} named_values[] = {
    {"work_of_adhesion", 2},
    {"energy_density", 1e4},
    {"force", 0.05},
    {"overlap", 2e-5},
    {"relative_volume", 1e-3},
    {"surface_tension", 2},
    {"unloading_stiffness", 1e5},
    {"cohesion_stiffness", 1e4},
    {"adhesion_ratio", 0.2},
    {"damping_time", 3e-5},
};

static double named_value(const row *r)
{
    for (size_t i = 0; i < sizeof named_values / sizeof *named_values; i++)
        if (!strcmp(r->name, named_values[i].name))
            return named_values[i].value;
    return NAN;
}

static double value_for(const row *r)
{
    if (!isnan(named_value(r)))
        return named_value(r);
    if (!strcmp(r->unit, "N/m"))
        return 4e4;
    if (!strcmp(r->unit, "N s/m"))
        return 0.5;
    if (!strcmp(r->unit, "N m"))
        return 0.1;
    if (!strcmp(r->unit, "m/N"))
        return 2e-4;
    if (!strcmp(r->unit, "1/N"))
        return 0.05;
    if (!strcmp(r->unit, "s"))
        return 3e-5;
    return 0.3;
}

// NAN: not given in the case.
static double given_value(const row *r, int slot, const pair_values *v)
{
    bool ratio = !strcmp(r->unit, "1");
    if (!strcmp(r->name, "restitution"))
        return v->restitution;
    if (slot == LAW_TANGENTIAL && !strcmp(r->name, "friction") && !isnan(v->friction))
        return v->friction;
    if (!strcmp(r->unit, "N m s") && !isnan(v->damping))
        return 1e-5;
    if (slot != LAW_NORMAL && ratio && !strncmp(r->name, "damping", 7) && !isnan(v->damping))
        return v->damping;
    // of two rows that may be left out one has to be given
    const bool instead = !strcmp(r->name, "stiffness") && strstr(r->doc, "modulus is given");
    const bool given = instead || isnan(r->fallback) || !isnan(named_value(r));
    return given ? value_for(r) : (double)NAN;
}

void combination_law(char *out, size_t room, int slot, int law, const pair_values *v)
{
    static const char *const slots[LAW_SLOTS] = {"normal", "cohesion", "tangential", "rolling",
                                                 "twisting"};
    size_t at = strlen(out);
    const plugin *p = what_of(slot, law);
    if (!p) {
        snprintf(out + at, room - at, "%s%s: none", slot ? ", " : "", slots[slot]);
        return;
    }
    snprintf(out + at, room - at, "%s%s: {law: %s", slot ? ", " : "", slots[slot], p->name);
    for (int i = 0; i < p->count; i++) {
        const row *r = &p->rows[i];
        double value = given_value(r, slot, v);
        at = strlen(out);
        if (!isnan(value))
            snprintf(out + at, room - at, ", %s: %.17g %s", r->name, value,
                     strcmp(r->unit, "1") ? r->unit : "");
    }
    at = strlen(out);
    snprintf(out + at, room - at, "}");
}

void combination_pairs_with(combination c, pair_values values, char *out, size_t room)
{
    snprintf(out, room, "pairs: {default: {");
    for (int s = 0; s < LAW_SLOTS; s++)
        combination_law(out, room, s, c.law[s], &values);
    size_t at = strlen(out);
    snprintf(out + at, room - at, "}}\n");
}

void combination_pairs(combination c, double restitution, char *out, size_t room)
{
    combination_pairs_with(
        c, (pair_values){restitution, c.friction > 0 ? c.friction : (double)NAN, NAN}, out, room);
}

bool duos_write(const char *file, const duo *d, int count)
{
    FILE *f = fopen(file, "w");
    if (!f)
        return false;
    fprintf(f, "x,y,z,radius,vx,vy,vz,wx,wy,wz\n");
    for (int i = 0; i < 2 * count; i++) {
        const duo *p = &d[i / 2];
        v3 x = p->position[i % 2], v = p->velocity[i % 2], w = p->spin[i % 2];
        fprintf(f, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", x.x, x.y, x.z,
                p->radius[i % 2], v.x, v.y, v.z, w.x, w.y, w.z);
    }
    return fclose(f) == 0;
}

void duos_case(char out[DUO_TEXT], combination c, double restitution, const char *file, double step,
               const char *run)
{
    char pairs[2048], given[64] = "auto";
    combination_pairs(c, restitution, pairs, sizeof pairs);
    if (step > 0)
        snprintf(given, sizeof given, "%.17g s", step);
    snprintf(out, DUO_TEXT,
             "scree: 1\ngravity: 0\nmaterials: {soft: {density: 2500 kg/m^3, young: 20 MPa, "
             "poisson: 0.25, yield: 0.2 "
             "MPa}}\n%s"
             "shapes: {any: {ball: {radius: 1 cm}}}\n"
             "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"
             "grains: [{name: duos, shape: any, material: soft, packing: {law: csv, file: %s}}]\n"
             "run: {duration: 1 s, step: %s%s%s}\n",
             pairs, file, given, *run ? ", " : "", run);
}

v3 duos_direction(rng *r)
{
    double z = rng_range(r, -1, 1), side = sqrt(1 - z * z);
    double angle = rng_range(r, 0, 6.283185307179586);
    return v3_make(side * cos(angle), side * sin(angle), z);
}

bool duos_open(sim *s, combination c, double restitution, const char *file, double step,
               const char *run, int width)
{
    char text[DUO_TEXT];
    world_options o = options_of(1, width, 0);
    duos_case(text, c, restitution, file, step, run);
    if (sim_open(s, text, NULL, 0, &o))
        return true;
    printf("%s", text);
    return false;
}

double duos_duration(combination c, const char *file)
{
    sim s;
    if (!duos_open(&s, c, 0.6, file, 0, "", 1))
        return 0;
    double tau = world_step_choice(s.w)->duration;
    sim_close(&s);
    return tau;
}

static void make_fan(duo *d, double step, double spin)
{
    rng r = rng_make(11, 0);
    for (int i = 0; i < FAN; i++) {
        double angle = (i - FAN / 2) * (3.14159265358979323846 / 180);
        v3 n = duos_direction(&r), t = v3_perpendicular(n),
           place = v3_make(0.1 * (i % 16) - 0.8, 0.1 * (i / 16) - 0.8, 0);
        d[i] = (duo){{5e-3, 4e-3},
                     {place, place},
                     {v3_make(0, 0, 0), v3_make(0, 0, 0)},
                     {v3_make(0, 0, 0), v3_make(0, 0, 0)}};
        d[i].position[1] = v3_fma(place, 9e-3 + rng_range(&r, 0, 1) * cos(angle) * step, n);
        d[i].velocity[1] = v3_add(v3_scale(-cos(angle), n), v3_scale(sin(angle), t));
        d[i].spin[0] = v3_scale(spin, duos_direction(&r));
    }
}

// Do the balls of the i-th pair overlap?
static bool together(sim *s, int i)
{
    image im = {0};
    scree_error e;
    if (world_image(s->w, &im, &e) != SCREE_OK)
        return false;
    const double *x = (const double *)image_find(&im, "body/position", IMAGE_F64, 4)->data + 8 * i;
    double apart = v3_norm(v3_make(x[4] - x[0], x[5] - x[1], x[6] - x[2]));
    bool overlap = apart < x[3] + x[7];
    image_clear(&im);
    return overlap;
}

double fan_worst_gain(combination c, int fraction, double restitution, double spin, int *angle)
{
    duo d[FAN];
    double before[FAN], worst = -1;
    sim s;
    make_fan(d, 0, spin);
    double tau = duos_write("fan.csv", d, FAN) ? duos_duration(c, "fan.csv") : 0;
    make_fan(d, tau / fraction, spin);
    if (!(tau > 0) || !duos_write("fan.csv", d, FAN) ||
        !duos_open(&s, c, restitution, "fan.csv", tau / fraction, "", 0))
        return INFINITY;
    for (int i = 0; i < FAN; i++)
        before[i] = motion_of(&s, 2 * i, 2 * i + 1).kinetic;
    bool ran = sim_step(&s, (int64_t)8 * fraction);
    *angle = 0;
    for (int i = 0; ran && i < FAN; i++) {
        double gain = motion_of(&s, 2 * i, 2 * i + 1).kinetic / before[i] - 1;
        if (gain <= worst || together(&s, i))
            continue; // a pair that sticks has lent some from its attraction
        worst = gain;
        *angle = i - FAN / 2;
    }
    sim_close(&s);
    return ran ? worst : INFINITY;
}

motion_sums motion_of(sim *s, int64_t first, int64_t last)
{
    motion_sums sum = {v3_make(0, 0, 0), v3_make(0, 0, 0), 0, 0};
    image im = {0};
    scree_error e;
    if (world_image(s->w, &im, &e) != SCREE_OK)
        return sum;
    const double *x = image_find(&im, "body/position", IMAGE_F64, 4)->data,
                 *v = image_find(&im, "body/velocity", IMAGE_F64, 4)->data;
    const double *w = image_find(&im, "body/spin", IMAGE_F64, 4)->data;
    for (int64_t i = first; i <= last; i++) {
        const double *p = x + 4 * i, *q = v + 4 * i, *r = w + 4 * i;
        v3 at = v3_make(p[0], p[1], p[2]), speed = v3_make(q[0], q[1], q[2]),
           spin = v3_make(r[0], r[1], r[2]);
        double mass = 1 / q[3];
        v3 orbit = v3_scale(mass, v3_cross(at, speed)), own = v3_scale(0.4 * mass * p[3], spin);
        sum.momentum = v3_fma(sum.momentum, mass, speed);
        sum.turning = v3_add(sum.turning, v3_add(orbit, own));
        sum.size_turning += v3_norm(orbit) + v3_norm(own);
        sum.kinetic += 0.5 * mass * (v3_dot(speed, speed) + 0.4 * v3_dot(spin, spin));
    }
    image_clear(&im);
    return sum;
}
