// own_wrong.h - what was wrong with an answer of a law of a program: which number, and its value.
//
// Passes tell only that a contact has no answer. Which one it was stands meanwhile in what the contact keeps: a mark
// below 0 where its stiffness of one step ago would be, and the value where its energy would be (own.h).
#ifndef SCREE_LAW_OWN_WRONG_H
#define SCREE_LAW_OWN_WRONG_H

#include "scree/law.h"

// One of the answers of scree/law.h by its number, or
enum {
    OWN_WRONG_PUSH = SCREE_LAW_ANSWERS,               // elastic + damping is below 0
    OWN_WRONG_KEPT,                                   // what it keeps, by its number from here on
    OWN_WRONG_CALL = OWN_WRONG_KEPT + SCREE_LAW_KEPT, // the function has failed
    OWN_WRONG_UNKNOWN // the contact keeps nothing: it touches no more
};

static inline double own_wrong_mark(int wrong)
{
    return -1.0 - wrong;
}

static inline int own_wrong_of(double mark)
{
    const double wrong = -1.0 - mark;
    return wrong >= 0 && wrong < OWN_WRONG_UNKNOWN ? (int)wrong : OWN_WRONG_UNKNOWN;
}

// ": elastic = nan N"; "" where it is none of the answers.
enum { OWN_WRONG_WORDS = 80 };
void own_wrong_spell(int wrong, double value, char out[OWN_WRONG_WORDS]);

// Which answer to an impact of that kind is none, by the coefficients of the law (law/normal_own.h).
int own_wrong_in_impact(const double *k, double r_eff, double m_eff, double speed, double *value);

#endif
