// own.h - normal laws that a program gives (scree/law.h): what one is, and how its function is asked for many contacts.
//
// In cases and tables each is a plug-in of its own, whose name begins with OWN_PREFIX; to registries and passes all of
// them are the one law `own` (normal_own.h), whose last coefficient says which function.
#ifndef SCREE_LAW_OWN_H
#define SCREE_LAW_OWN_H

#include "base/row.h"
#include "scree/law.h"

#define OWN_PREFIX "own_"
// Before the numbers that the law keeps, a contact keeps its stiffness and its energy.
enum { OWN_STIFFNESS, OWN_ENERGY, OWN_KEPT };
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
int own_keeps(const law_own *own); // numbers of a contact, those before its own included
double own_rise(const law_own *own);
double own_onset(const law_own *own);
bool own_yields(const law_own *own);
bool own_alone(const law_own *own);

// One call.
typedef struct own_batch {
    int count;
    double pair[SCREE_LAW_PAIR];
    double given[SCREE_LAW_GIVEN][SCREE_LAW_MOST] __attribute__((aligned(64)));
    double kept[SCREE_LAW_KEPT][SCREE_LAW_MOST] __attribute__((aligned(64)));
    double answer[SCREE_LAW_ANSWERS][SCREE_LAW_MOST] __attribute__((aligned(64)));
} own_batch;

// What is wrong with the answers, and of which contact.
typedef enum own_fault { OWN_FINE, OWN_NO_ANSWER, OWN_FAILED } own_fault;
// Whether its function pulls, and is a cohesion law; else it pushes.
bool own_pulls(const law_own *own);
own_fault own_ask(const law_own *own, own_batch *batch, int *contact);

// Duration of an impact at `speed` by the largest stiffness on its way, as that of a linear spring; 0 where the function
// gives none.
double own_impact(const law_own *own, own_batch *batch, double r_eff, double m_eff, double speed);

#endif
