// laws.h - what the files of `scree verify laws` share: one impact, looked at from the first touch to the last,
// and the laws of one contact for rows that prescribe forces.
#ifndef SCREE_CLI_VERIFY_LAWS_H
#define SCREE_CLI_VERIFY_LAWS_H

#include "law/single.h"
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

// A number that was printed, beside the converged one of the same table. Where these two are further apart than the
// tolerance given for the printed one, nothing can hold both, and the row is a note.
void claim_bracket(const claim *claim, const char *quantity, double got, double converged,
                   double printed, double tolerance);

// The laws of a pair of materials as a case gives them.
bool single_laws(const claim *claim, const char *laws, const scene_material material[2],
                 law_set *set);

extern const scene_material law_rigid; // of a floor that neither gives nor moves

// Aluminium of Zhang 1998: R = 0.1 m, m = 11.3055 kg; soybean: R = 4.05 mm, m = 0.149 g.
extern const scene_material law_aluminium, law_soybean;

void verify_laws_normal(verify *verify); // head-on impacts
// One contact along prescribed forces and overlaps; yield; pull-off.
void verify_laws_paths(verify *verify);
void verify_laws_oblique(verify *verify);   // oblique impacts
void verify_laws_inelastic(verify *verify); // oblique impacts with dashpots
void verify_laws_sliding(verify *verify);   // static and sliding friction
void verify_laws_order(verify *verify);     // order of the scheme in oblique impacts
void verify_laws_twirl(verify *verify);     // springs of bodies that turn about their normal
void verify_laws_sticky(verify *verify);    // laws that attract
void verify_laws_all(verify *verify);       // every law: steps an impact, no gain, the books

#endif
