// laws.h - what the files of `scree verify laws` share: materials, and the laws of one contact for rows that prescribe
// forces.
#ifndef SCREE_CLI_VERIFY_LAWS_H
#define SCREE_CLI_VERIFY_LAWS_H

#include "law/single.h"
#include "verify/strike.h"

// A number that was printed, beside the converged one of the same table. Where these two are further apart than the
// tolerance given for the printed one, nothing can hold both, and the row is a note.
void claim_bracket(const claim *claim, const char *quantity, double got, double converged,
                   double printed, double tolerance);

// The laws of a pair of materials as a case gives them.
bool single_laws(const claim *claim, const char *laws, const scene_material material[2],
                 law_set *set);

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
