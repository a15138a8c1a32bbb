// own.h - laws that a program gives (scree/law.h): what one is, and how its function is asked for many contacts.
//
// In cases and tables each is a plug-in of its own, whose name begins with OWN_PREFIX; to registries and passes all of a
// slot are the one law `own` (normal_own.h, cohesion_own.h, tangential_own.h, rolling_own.h), whose last coefficient says
// which function.
#ifndef SCREE_LAW_OWN_H
#define SCREE_LAW_OWN_H

#include "base/row.h"
#include "law/own_wrong.h"
#include "scree/law.h"

#define OWN_PREFIX "own_"
// Before the numbers of the law itself a contact keeps what the library wants of it: of a normal law its stiffness and its
// energy; of an attraction its energy; of a spring what it holds (law/spring.h) with, where that makes a difference, whether it
// slides, and its stiffness where nothing else tells by how much that has changed.
enum { OWN_STIFFNESS, OWN_ENERGY, OWN_PUSH_KEPT };
enum { OWN_PULL_ENERGY, OWN_PULL_KEPT };
enum { OWN_HELD, OWN_SLIDES = 3, OWN_SPRING_KEPT = 5 };
// Its rows in a case begin with its version.
enum { OWN_VERSION, OWN_PARAMETER };

typedef struct law_own law_own;

scree_status own_make(const scree_law_terms *terms, law_own **out, scree_error *error);
// Laws are counted by who uses them; the last one ends them.
law_own *own_keep(law_own *own);
void own_release(law_own *own);

const plugin *own_plugin(const law_own *own);
// The law behind a plug-in; NULL: it is one of the build, or the row `own` itself.
const law_own *own_of(const plugin *what);
// Is a law in a case, of whatever program, one of these by its name?
bool own_is_name(const char *name);
// What the program says of a call that has answered `answered`, as ": no such material", or that number.
enum { OWN_WHY_WORDS = 200 };
void own_why(const law_own *own, double answered, char out[OWN_WHY_WORDS]);
int own_version(const law_own *own);
int own_slot(const law_own *own);   // LAW_NORMAL, ...
int own_before(const law_own *own); // numbers that a contact keeps before those of the law itself
int own_keeps(const law_own *own);  // with those of the law itself
double own_rise(const law_own *own);
double own_onset(const law_own *own);
bool own_grows(const law_own *own); // its stiffness begins at 0
bool own_yields(const law_own *own);
bool own_alone(const law_own *own);
bool own_slides(const law_own *own);
scree_law_follows own_follows(const law_own *own);

// One call.
typedef struct own_batch {
    int count;
    double pair[SCREE_LAW_PAIR];
    double given[SCREE_LAW_GIVEN][SCREE_LAW_MOST] __attribute__((aligned(64)));
    double kept[SCREE_LAW_KEPT][SCREE_LAW_MOST] __attribute__((aligned(64)));
    double answer[SCREE_LAW_ANSWERS][SCREE_LAW_MOST] __attribute__((aligned(64)));
} own_batch;

// What is wrong with the answers, and at which contact of the batch; OWN_RIGHT: nothing. Answers that are wrong have become
// NAN, so that no number goes on as if it had been one.
own_wrong own_ask(const law_own *own, own_batch *batch);

// Duration of an impact at `speed` by the largest stiffness on its way, as that of a linear spring; 0 where the function
// gives none, and what was wrong then.
double own_impact(const law_own *own, own_batch *batch, double r_eff, double m_eff, double speed,
                  own_wrong *wrong);

#endif
