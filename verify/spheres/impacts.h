// impacts.h - one normal impact, as the files on impacts and on restitution measure it, and what Hertz gives for it.
#ifndef SCREE_VERIFY_SPHERES_IMPACTS_H
#define SCREE_VERIFY_SPHERES_IMPACTS_H

#include "verify/verify.h"

typedef struct hertz_form {
    double force, overlap, duration;
} hertz_form;

// Hertz 1882; Timoshenko and Goodier 1970, section 139.
hertz_form hertz_of(double e_star, double r_eff, double m_eff, double speed);

// Two balls, or a ball and the floor where radius_b is zero, meet head on.
typedef struct hit_job {
    const char *laws;
    scene_material a, b;
    double radius_a, radius_b, speed, step;
    double longest; // s after which they are apart
} hit_job;

typedef struct hit {
    double force, overlap, duration, rebound; // largest force and overlap; duration; rebound speed
} hit;

bool measure_hit(const claim *claim, const hit_job *job, hit *out);

static const v3 slanted = {0.48, 0.6, 0.64}; // a unit vector along no axis
static const scene_material rigid = {1000, INFINITY, 0};
static const char smooth[] = "normal: {law: hertz, restitution: 1}, tangential: none";

void verify_restitution(verify *verify); // over its whole range

#endif
