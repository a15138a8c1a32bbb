// own_wrong.h - what was wrong with an answer of a law of a program: which number, its value, and at which contact.
#ifndef SCREE_LAW_OWN_WRONG_H
#define SCREE_LAW_OWN_WRONG_H

#include "scree/law.h"

enum {
    OWN_RIGHT,
    OWN_WRONG_ANSWER, // one of the answers of scree/law.h, by its number from here on
    OWN_WRONG_PUSH = OWN_WRONG_ANSWER + SCREE_LAW_ANSWERS, // elastic + damping is below 0
    OWN_WRONG_KEPT,                                  // what it keeps, by its number from here on
    OWN_WRONG_CALL = OWN_WRONG_KEPT + SCREE_LAW_KEPT // the function has failed
};

typedef struct own_wrong {
    int what;     // as above
    int contact;  // of those that were asked
    double value; // of the answer, or what the function returned
} own_wrong;

// And of the law of which slot, for passes and those who look.
typedef struct law_fault {
    own_wrong wrong;
    int slot;
} law_fault;

// Of two wrongs the one that is told: a function that has failed before an answer that is none, else the first.
static inline int own_is_worse(int one, int other)
{
    const int failed = one == OWN_WRONG_CALL && other != OWN_WRONG_CALL;
    return one != OWN_RIGHT && (other == OWN_RIGHT || failed);
}

// ": elastic = nan N", of a law of that slot; "" where it is none of the answers.
enum { OWN_WRONG_WORDS = 80 };
void own_wrong_spell(int slot, own_wrong wrong, char out[OWN_WRONG_WORDS]);

// Which answer to an impact of that kind is none, by the coefficients of the law (law/normal_own.h).
own_wrong own_wrong_in_impact(const double *k, double r_eff, double m_eff, double speed);

#endif
