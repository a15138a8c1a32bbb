// hit.c - see impacts.h. Times are taken from the free flights before and after, which are straight lines, so they are
// not bound to the grid of steps.
#include "verify/spheres/impacts.h"

#include "base/constants.h"

#include <math.h>

hertz_form hertz_of(double e_star, double r_eff, double m_eff, double speed)
{
    hertz_form form;
    double k = 4.0 / 3.0 * e_star * sqrt(r_eff);
    form.overlap = pow(1.25 * m_eff * speed * speed / k, 0.4);
    form.force = k * pow(form.overlap, 1.5);
    form.duration = HERTZ_DURATION * form.overlap / speed;
    return form;
}

static scene hit_scene(const hit_job *job, scene_ball ball[2], double gap)
{
    scene scene = {.laws = job->laws,
                   .material = {job->a, job->b},
                   .materials = 2,
                   .ball = ball,
                   .balls = 1,
                   .step = job->step};
    if (job->radius_b > 0) {
        double v = 0.5 * job->speed;
        ball[0] = (scene_ball){.radius = job->radius_a, .velocity = v3_scale(v, slanted)};
        ball[1] = (scene_ball){.radius = job->radius_b,
                               .position = v3_scale(job->radius_a + job->radius_b + gap, slanted),
                               .velocity = v3_scale(-v, slanted),
                               .material = 1};
        scene.balls = 2;
    } else {
        ball[0] = (scene_ball){.radius = job->radius_a,
                               .position = {0, 0, job->radius_a + gap},
                               .velocity = {0, 0, -job->speed}};
        scene.floor = true;
        scene.floor_material = 1;
    }
    scene.reach = 10 * (job->radius_a + job->radius_b) + 10 * job->speed * job->longest;
    scene.run = "deepest_overlap: none";
    return scene;
}

// Gap between the surfaces and its rate.
static void apart(const hit_job *job, const frame *frame, double *gap, double *rate)
{
    const v3 *x = frame->ball.position;
    const v3 *v = frame->ball.velocity;
    if (job->radius_b > 0) {
        v3 d = v3_sub(x[1], x[0]);
        double r = v3_norm(d);
        *gap = r - job->radius_a - job->radius_b;
        *rate = v3_dot(d, v3_sub(v[1], v[0])) / r;
    } else {
        *gap = x[0].z - job->radius_a;
        *rate = v[0].z;
    }
}

bool measure_hit(const claim *claim, const hit_job *job, hit *out)
{
    scene_ball ball[2];
    trial trial;
    double gap = 1.37 * job->speed * job->step;
    double rate = 0;
    double before = gap / job->speed; // first touch between two steps
    scene scene = hit_scene(job, ball, gap);
    bool touched = false, over = false;
    *out = (hit){0, 0, NAN, NAN};
    if (!trial_open(&trial, claim, &scene))
        return false;
    while (!over && trial_step(&trial, 1) && trial_look(&trial)) {
        bool touching = trial.frame.contact.count > 0;
        if (touching) {
            touched = true;
            out->force = fmax(out->force, trial.frame.contact.normal_force[0]);
            out->overlap = fmax(out->overlap, trial.frame.contact.overlap[0]);
        }
        over = (touched && !touching) || trial.frame.time > job->longest;
    }
    bool good = trial.world != NULL;
    if (good) {
        apart(job, &trial.frame, &gap, &rate);
        out->duration = trial.frame.time - gap / rate - before;
        out->rebound = rate;
    }
    trial_close(&trial);
    return good;
}
