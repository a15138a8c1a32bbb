// strike.c - see strike.h.
//
// Where the push falls to zero is found from its last two values, as a power of the overlap, so that residual overlaps
// and durations are not rounded to steps.
#include "verify/strike.h"

const scene_material rigid_floor = {1000, INFINITY, 0};

// The time of the first touch, s.
static double first_touch(const strike_job *job)
{
    const double phase = job->phase > 0 ? job->phase : 1.37;
    return phase * job->step;
}

static scene strike_scene(const strike_job *job, v3 n, v3 t, scene_ball ball[2])
{
    const double gap = job->normal * first_touch(job);
    double share = job->pair ? 0.5 : 1;
    double r = job->radius;
    v3 u = v3_sub(v3_scale(job->tangential, t), v3_scale(job->normal, n));
    scene scene = {.laws = job->laws,
                   .material = {job->ball, job->other},
                   .materials = 2,
                   .ball = ball,
                   .balls = job->pair ? 2 : 1,
                   .floor = !job->pair,
                   .floor_material = 1,
                   .step = job->step,
                   .run = "arm: full, deepest_overlap: none"};
    // the ball that comes starts where the tangential way until the first touch has no part in it
    v3 back = v3_scale(-gap / job->normal * job->tangential, t);
    const double centre = (job->pair ? 2 * r : r) + gap;
    ball[0] = (scene_ball){
        .radius = r, .position = v3_add(v3_scale(centre, n), back), .velocity = v3_scale(share, u)};
    ball[1] = (scene_ball){.radius = r, .velocity = v3_scale(-share, u), .material = 1};
    const double way = (job->normal + fabs(job->tangential)) * job->longest;
    scene.reach = 10 * r + 10 * way + 10 * gap;
    return scene;
}

// Samples of the push while it falls.
typedef struct falling {
    double time[2], push[2], overlap[2];
} falling;

static void release_of(const strike_job *job, const falling *falling, double speed, double start,
                       strike *out)
{
    const double exponent = job->exponent > 0 ? job->exponent : 1.5;
    const double before = pow(falling->push[0], 1 / exponent);
    const double last = pow(falling->push[1], 1 / exponent);
    const double opened = falling->overlap[0] - falling->overlap[1];
    const double slope = (before - last) / opened;
    const double left = slope > 0 ? last / slope : 0; // of the overlap until the push is zero
    out->residual = falling->overlap[1] - left;
    out->duration = falling->time[1] + (falling->overlap[1] - out->residual) / speed - start;
}

static void leave(const strike_job *job, const frame *frame, v3 n, v3 t, strike *out)
{
    v3 u = frame->ball.velocity[0];
    v3 w = frame->ball.spin[0];
    if (job->pair) {
        u = v3_sub(u, frame->ball.velocity[1]);
        w = v3_add(w, frame->ball.spin[1]);
        const v3 apart = v3_sub(frame->ball.position[0], frame->ball.position[1]);
        n = v3_unit(apart);
        const v3 part = v3_scale(v3_dot(t, n), n);
        t = v3_unit(v3_sub(t, part));
    }
    // the surface of the ball is at -R n from its centre
    const v3 around = v3_scale(job->radius, v3_cross(w, n));
    out->patch = v3_dot(v3_sub(u, around), t);
    out->spin = -v3_dot(w, v3_cross(t, n));
    out->restitution = v3_dot(u, n) / job->normal;
}

// Takes up what a contact shows; false once its push has fallen to zero.
static bool sample(const strike_job *job, const frame *frame, falling *now, double *samples,
                   strike *out)
{
    double push = frame->contact.normal_force[0];
    double overlap = frame->contact.overlap[0];
    out->force = fmax(out->force, push);
    out->overlap = fmax(out->overlap, overlap);
    if (push > 0) {
        const v3 along = v3_scale(push, frame->contact.normal[0]);
        const v3 q = v3_sub(frame->contact.force[0], along);
        double use = job->friction > 0 ? v3_norm(q) / (job->friction * push) : 0;
        out->least = fmin(out->least, use);
        out->mean += use;
        *samples += 1;
        *now = (falling){
            {now->time[1], frame->time}, {now->push[1], push}, {now->overlap[1], overlap}};
    }
    return push > 0 || now->push[1] == 0 || push < 0;
}

bool strike_measure(const claim *claim, const strike_job *job, strike *out)
{
    const v3 n = {0, 0, 1};
    const v3 t = {0.6, 0.8, 0};
    scene_ball ball[2];
    scene scene = strike_scene(job, n, t, ball);
    falling falling = {{0, 0}, {0, 0}, {0, 0}};
    double samples = 0;
    const double start = first_touch(job);
    bool touched = false, over = false;
    trial test;
    *out = (strike){.residual = NAN, .duration = NAN, .least = 1};
    if (!trial_open(&test, claim, &scene))
        return false;
    while (!over && trial_step(&test, 1) && trial_look(&test)) {
        bool touching = test.frame.contact.count > 0;
        touched = touched || touching;
        out->apart = touching ? !sample(job, &test.frame, &falling, &samples, out) : touched;
        over = out->apart || test.frame.time > job->longest;
    }
    bool good = test.world != NULL;
    if (good) {
        leave(job, &test.frame, n, t, out);
        out->mean /= fmax(samples, 1);
        if (samples > 1)
            release_of(job, &falling, out->restitution * job->normal, start, out);
    }
    trial_close(&test);
    return good;
}
