// strike.c - see verify_laws.h.
//
// Where the push falls to zero is found from its last two values, as a power of the overlap, so that residual overlaps
// and durations are not rounded to steps.
#include "verify/laws/laws.h"

const scene_material law_rigid = {1000, INFINITY, 0};
const scene_material law_aluminium = {2699, 7e10, 0.3};
const scene_material law_soybean = {535.4665, 1.288e8, 0.4134};

static scene strike_scene(const strike_job *j, v3 n, v3 t, scene_ball ball[2])
{
    double gap = (j->phase > 0 ? j->phase : 1.37) * j->normal * j->step;
    double share = j->pair ? 0.5 : 1;
    double r = j->radius;
    v3 u = v3_sub(v3_scale(j->tangential, t), v3_scale(j->normal, n));
    scene s = {.laws = j->laws,
               .material = {j->ball, j->other},
               .materials = 2,
               .ball = ball,
               .balls = j->pair ? 2 : 1,
               .floor = !j->pair,
               .floor_material = 1,
               .step = j->step,
               .run = "arm: full, deepest_overlap: none"};
    // the ball that comes starts where the tangential way until the first touch has no part in it
    v3 back = v3_scale(-gap / j->normal * j->tangential, t);
    ball[0] = (scene_ball){.radius = r,
                           .position = v3_add(v3_scale((j->pair ? 2 * r : r) + gap, n), back),
                           .velocity = v3_scale(share, u)};
    ball[1] = (scene_ball){.radius = r, .velocity = v3_scale(-share, u), .material = 1};
    s.reach = 10 * r + 10 * (j->normal + fabs(j->tangential)) * j->longest + 10 * gap;
    return s;
}

// Samples of the push while it falls.
typedef struct falling {
    double time[2], push[2], overlap[2];
} falling;

static void release_of(const strike_job *j, const falling *f, double speed, double start,
                       strike *out)
{
    double power = 1 / (j->exponent > 0 ? j->exponent : 1.5);
    double last = pow(f->push[1], power);
    double slope = (pow(f->push[0], power) - last) / (f->overlap[0] - f->overlap[1]);
    out->residual = slope > 0 ? f->overlap[1] - last / slope : f->overlap[1];
    out->duration = f->time[1] + (f->overlap[1] - out->residual) / speed - start;
}

static void leave(const strike_job *j, const frame *f, v3 n, v3 t, strike *out)
{
    v3 u = f->body.velocity[0];
    v3 w = f->body.spin[0];
    if (j->pair) {
        u = v3_sub(u, f->body.velocity[1]);
        w = v3_add(w, f->body.spin[1]);
        n = v3_unit(v3_sub(f->body.position[0], f->body.position[1]));
        t = v3_unit(v3_sub(t, v3_scale(v3_dot(t, n), n)));
    }
    // the surface of the ball is at -R n from its centre
    out->patch = v3_dot(v3_sub(u, v3_scale(j->radius, v3_cross(w, n))), t);
    out->spin = -v3_dot(w, v3_cross(t, n));
    out->restitution = v3_dot(u, n) / j->normal;
}

// Takes up what a contact shows; false once its push has fallen to zero.
static bool sample(const strike_job *j, const frame *f, falling *now, double *samples, strike *out)
{
    double push = f->contact.normal_force[0];
    double overlap = f->contact.overlap[0];
    out->force = fmax(out->force, push);
    out->overlap = fmax(out->overlap, overlap);
    if (push > 0) {
        v3 q = v3_sub(f->contact.force[0], v3_scale(push, f->contact.normal[0]));
        double use = j->friction > 0 ? v3_norm(q) / (j->friction * push) : 0;
        out->least = fmin(out->least, use);
        out->mean += use;
        *samples += 1;
        *now = (falling){{now->time[1], f->time}, {now->push[1], push}, {now->overlap[1], overlap}};
    }
    return push > 0 || now->push[1] == 0 || push < 0;
}

bool strike_measure(const claim *c, const strike_job *j, strike *out)
{
    const v3 n = {0, 0, 1};
    const v3 t = {0.6, 0.8, 0};
    scene_ball ball[2];
    scene s = strike_scene(j, n, t, ball);
    falling f = {{0, 0}, {0, 0}, {0, 0}};
    double samples = 0;
    double start = (j->phase > 0 ? j->phase : 1.37) * j->step;
    bool touched = false, over = false;
    trial k;
    *out = (strike){.residual = NAN, .duration = NAN, .least = 1};
    if (!trial_open(&k, c, &s))
        return false;
    while (!over && trial_step(&k, 1) && trial_look(&k)) {
        bool touching = k.f.contact.count > 0;
        touched = touched || touching;
        out->apart = touching ? !sample(j, &k.f, &f, &samples, out) : touched;
        over = out->apart || k.f.time > j->longest;
    }
    bool good = k.w != NULL;
    if (good) {
        leave(j, &k.f, n, t, out);
        out->mean /= fmax(samples, 1);
        if (samples > 1)
            release_of(j, &f, out->restitution * j->normal, start, out);
    }
    trial_close(&k);
    return good;
}

void claim_bracket(const claim *c, const char *quantity, double got, double converged,
                   double printed, double tolerance)
{
    if (fabs(converged - printed) > tolerance * fabs(printed))
        claim_noted(c, quantity, got, printed);
    else
        claim_relative(c, quantity, got, printed, tolerance);
}

bool single_laws(const claim *c, const char *laws, const scene_material material[2], law_set *set)
{
    scene_ball ball = {.radius = 0.01};
    scene s = {.laws = laws,
               .material = {material[0], material[1]},
               .materials = 2,
               .ball = &ball,
               .balls = 1,
               .reach = 10};
    trial k;
    scree_error error;
    if (!trial_open(&k, c, &s))
        return false;
    bool good = law_set_mix(&k.m, 0, 1, set, &error) == SCREE_OK;
    if (!good)
        claim_broken(c, &error);
    trial_close(&k);
    return good;
}
