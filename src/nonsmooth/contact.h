// contact.h - a contact of the nonsmooth solver: what is known of it when it is found, and the rows and impulses that the
// step gives it. Links are what the order of contacts needs of them.
#ifndef SCREE_NONSMOOTH_CONTACT_H
#define SCREE_NONSMOOTH_CONTACT_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

// One contact point. n leads from a to b; b can move and a too, unless a < 0: then it is wall -1 - a or, `fixed`, a
// grain that does not move. Arms are from the centres of mass to the contact.
typedef struct impact_row {
    double push, twist; // N s, N m s
    v3 drag, roll;      // on b
} impact_row;

// Lines of cache: two are filled when it is found, of balls no more, one has the impulse, the others what only some
// have.
typedef struct ns_contact {
    // Permanent ids of the grains' balls, that of a wall is its number; the lower first.
    int64_t id_a, id_b;
    int64_t feature;
    int32_t a, b;
    int set;     // of laws
    bool turned; // b is the one of the lower id
    bool fixed;  // a is a grain that does not move
    bool balls;  // two balls, or a ball and something still: arms are +-alpha R n
    bool hit;    // the contact is an impact
    bool bends;  // of a grain with a core: its arms turn with it, see contact_rise
    v3 normal;
    double gap, alpha;
    double r_eff, m_eff; // m, kg
    double share;        // of the stiffness of the pair
    double bias, soft;   // of the row of the constraint; soft < 0: there is none
    double target;       // of the impact, m/s
    double
        struck_at; // m/s: how fast it closed as a blow of its pair began (pair_blow.c, in_turn.c)
    __attribute__((aligned(64))) impact_row impulse; // of the constraints
    __attribute__((aligned(64))) v3 arm_a;           // not of two balls
    v3 arm_b;
    v3 wall_velocity, wall_spin; // of a < 0, there
    double round_a, round_b;     // of what bends: the radius around the core, m
    double touch;                // when its gap is closed, or least, as a part of the step (rise.c)
    double
        rise; // how much the gap grows in the step besides by its velocity, m (rise.c); set with the rows
    v3 slide;     // of what bends: how much faster it goes along the wall for the same reason, m/s
    double delay; // of what is `hit`: after how much of the step it has its blow, s (alone.c)
} ns_contact;

// What the order needs of a contact as it was found.
typedef struct ns_link {
    int64_t id_a, id_b, feature;
    int32_t a, b;
    int32_t hub; // that a is (blocks.c); -1: none
    int32_t at;  // where the contact is, in the list of the thread that has found it
    int16_t thread;
    bool balls, rich;  // its kind
    bool closed, face; // pushing, or nearly; one of several of its pair
} ns_link;

// Contacts as one thread has found them.
typedef struct ns_found {
    ns_contact *contact;
    int64_t count, room;
    ns_link *link;
    int64_t linked, link_room;
} ns_found;

// Links of one piece of space, or of those that other ranks have found, in the list of a thread.
typedef struct ns_piece {
    int thread;
    int64_t from, count;
    int64_t first; // where they stand among all
} ns_piece;

static inline double contact_delayed_by(const ns_contact *contact)
{
    return contact->hit ? contact->delay : 0;
}

#endif
