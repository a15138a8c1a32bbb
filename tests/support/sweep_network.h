// sweep_network.h - random networks of contacts for the sweeps of the nonsmooth solver, and their plain oracle.
//
// Bodies are what they are in mechanics: velocity, spin, inverse mass, the inverse inertia as a matrix; contacts have
// arms as vectors, whatever the kind. The oracle goes through the contacts one by one with the formulas that
// nonsmooth/sweep.h states, without any of its shortcuts for balls.
#ifndef SCREE_TESTS_SWEEP_NETWORK_H
#define SCREE_TESTS_SWEEP_NETWORK_H

#include "base/vec.h"
#include "nonsmooth/sweep.h"

enum {
    NET_BODIES = 160,
    NET_HUBS = 3,
    NET_CONTACTS = 200,
    NET_LANES = 16,
    NET_COLUMNS = B_GENERAL + 6 + R_COLUMNS
};

typedef struct net_body {
    v3 v, w;
    double inverse_mass, rho; // inverse mass 0: moves as it must
    m3 inverse_inertia;
} net_body;

typedef struct net_contact {
    sweep_kind kind;
    int a, b;
    v3 n, arm_a, arm_b, wall_v, wall_spin; // arms from the centres, m
    double alpha, bias, soft, friction, low, creep, roll_limit, roll_creep, twist_limit,
        twist_creep;
    double push, twist;
    v3 t, roll;
} net_contact;

typedef struct net_batch {
    sweep_kind kind;
    int slot[NET_LANES]; // contacts; -1 where a lane is unused
} net_batch;

typedef struct network {
    double spin_factor, hub_share; // a hub counts hub_share times in D
    net_body body[NET_BODIES];
    net_body hub[NET_HUBS];
    v3 hub_impulse[NET_HUBS],
        hub_torque[NET_HUBS]; // what contacts have given to it, torque about its centre
    net_contact contact[NET_CONTACTS];
    int contacts, lanes, batches;
    net_batch batch[NET_CONTACTS];
} network;

// Contacts of all these kinds in turn; bodies are balls where one of the kinds is of balls. To be freed by mem_free.
network *network_make(const sweep_kind *kind, int kinds, int lanes, uint64_t seed);

// One sweep in the order of batches and lanes; what it returns is what sweep_function returns with `measure`.
double network_sweep(network *net);

// What the columns of a contact hold: value[k] is column k.
void network_columns(const network *net, const net_contact *c, double value[NET_COLUMNS]);

#endif
