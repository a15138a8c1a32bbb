// strike.h - one impact, looked at from the first touch to the last.
#ifndef SCREE_VERIFY_STRIKE_H
#define SCREE_VERIFY_STRIKE_H

#include "verify/verify.h"

// A ball meets the floor, or two equal balls meet; lever arms are radii.
typedef struct strike_job {
    const char *laws;
    scene_material ball, other; // other: of the floor, or of the second ball
    double radius;
    bool pair;
    double normal, tangential; // speeds of approach, m/s
    double step, longest;      // s; longest: after which they are apart
    double phase;              // the first touch is so many steps after the start; 0: 1.37
    double exponent;           // the push falls to zero as overlap^exponent; 0: 3/2
    double friction;           // of `least` and `mean`; 0: not asked
} strike_job;

typedef struct strike {
    double force, overlap; // largest
    double residual,
        duration;       // overlap and time since the first touch when the push has fallen to zero
    double restitution; // of the normal speed
    double patch;       // tangential speed of the surfaces after
    double spin;        // of the ball that met the floor
    double least, mean; // tangential force / (friction x push)
    bool apart;         // they are, after `longest` at most
} strike;

bool strike_measure(const claim *claim, const strike_job *job, strike *out);

extern const scene_material rigid_floor; // neither gives nor moves

#endif
