// own_springs.h - laws of springs as a program gives them, for tests of scree/law.h: Mindlin's spring and that of Cundall and Strack,
// and the resistance to rolling of Ai et al.
#ifndef SCREE_TESTS_OWN_SPRINGS_H
#define SCREE_TESTS_OWN_SPRINGS_H

#include <scree/law.h>

// Terms to begin from; what they point to lasts.
scree_law_terms
own_mindlin(void); // friction, dynamic_friction, damping; `slides` where the two differ
scree_law_terms own_share(
    void); // friction, share of the stiffness of the normal law, damping as a share of its dashpot
scree_law_terms own_still(void);   // friction, stiffness, dashpot
scree_law_terms own_rolling(void); // friction, damping

#endif
