// own_laws.h - normal laws as a program gives them, for tests of scree/law.h: Hertz's, a linear spring, and a latching spring.
#ifndef SCREE_TESTS_OWN_LAWS_H
#define SCREE_TESTS_OWN_LAWS_H

#include <scree/law.h>

// Terms to begin from; what they point to lasts.
scree_law_terms own_hertz(void);  // parameter: damping, c = damping sqrt(m* 2 E* a)
scree_law_terms own_linear(void); // stiffness, dashpot
scree_law_terms own_latch(void);  // stiffness, restitution; keeps the deepest overlap

#endif
