// law.h - what a contact law is: rows that describe it, coefficients mixed once per pair of materials, and small pure
// functions on SCREE_WIDTH contacts at a time.
//
// A law file law/SLOT_NAME.h (slots: normal, cohesion, tangential, rolling, twisting) holds everything about one law
// and is found by the build:
//   SLOT_NAME_doc, SLOT_NAME_rows[], SLOT_NAME_row_count      its parameters (see base/row.h)
//   SLOT_NAME_example                                          parameters for a first look, as in a case
//   SLOT_NAME_history                                          how many numbers a contact keeps for it; zeros at first
//   tangential_NAME_kept(k, history)                           how many of them the contacts of a pair keep, or
//                                                              law_keeps_all
//   SLOT_NAME_traits                                           what it is, or what it asks of the normal law (below)
//   SLOT_NAME_mix(pair, value, k)                              coefficients k[] from parameter values, once per pair;
//                                                              NULL, or what is missing in the form "needs ..."
//   the force function and SLOT_NAME_energy, the elastic energy stored now, a function of the state alone:
//     normal_NAME_push(k, in, h), normal_NAME_energy(k, in, h); also normal_NAME_onset (its damping force begins as
//       time^onset in an impact), normal_NAME_duration (of an impact), normal_NAME_softening (duration ~ stiffness^-x)
//     cohesion_NAME_pull(k, in, h), cohesion_NAME_energy(k, in, h), cohesion_NAME_shift(k)
//     tangential_NAME_drag(k, in, h), tangential_NAME_energy(k, in, h)
//     rolling_NAME_resist(k, in, h), rolling_NAME_energy(k, in, h);  twisting likewise
//     tangential_NAME_end(k, beside): how the force of a contact that sticks to its end ends
//     tangential_NAME_onset(k, beside), rolling_, twisting_: what is damped by a dashpot begins as time^onset in an
//       impact, LAW_NO_DASHPOT where the law has none, as law_no_onset says it; contacts keep what dashpots need only
//       where there are some
//   what the nonsmooth solver makes of it (rows.h), or that it makes nothing of it:
//     normal_NAME_exponent, e where the push without damping is as d^(2e - 1) of the overlap alone, or LAW_NO_ROW;
//       normal_NAME_restitution(k, r_eff, m_eff, speed) of an impact, or law_no_restitution
//     cohesion_, tangential_, rolling_, twisting_NAME_bound(k, &bound), or law_no_bound; cohesion_NAME_rise(k, r_eff,
//       left), the attraction, before it is bounded, where `left` of the overlap is missing to the shift, or
//       law_no_rise
//   SLOT_NAME_reach(k, r_eff), of normal and cohesion laws: the largest gap at which a contact may live, m
//
// Convention: a has the lower permanent id, n points from a to b, u is the velocity of b relative to a at the contact.
// A normal law returns a push P >= 0 (+P n acts on b); tangential and rolling laws return what acts on b. The elastic
// part and the loss are separate, so that the energy ledger sums losses from the forces that make them.
#ifndef SCREE_LAW_LAW_H
#define SCREE_LAW_LAW_H

#include "base/row.h"
#include "base/simd.h"

#include <stddef.h>

#define SCREE_FN static inline __attribute__((unused, always_inline))
#define SCREE_ROWS static const row __attribute__((unused))
#define SCREE_TEXT static const char __attribute__((unused))

enum { LAW_COEFFICIENTS = 12, LAW_HISTORY_MOST = 12 };

// Traits. A normal or cohesion law has them; a tangential law lists in its own traits those that it needs of the normal
// law. Sets of laws that do not fit are refused by name when a case is read.
enum {
    LAW_PLAIN = 0,
    LAW_FAR = 1,        // a contact may live on beyond touch
    LAW_MODULI = 2,     // radius and grip are those of elastic solids: needs Young's modulus
    LAW_HARDENS = 4,    // grip is that of elasto-plastic solids
    LAW_COHESIVE = 8,   // attracts by itself: no cohesion law beside it
    LAW_STIFFNESS = 16, // has a constant stiffness that tangential laws may take a share of
    LAW_ROLLS = 32,     // (of a tangential law) wants to know how far the contact has rolled
    LAW_SPARES =
        64, // (of a tangential law) there are pairs that do not keep the last number of its history
    LAW_COMMON =
        128, // common: pairs of two such laws get a loop of their own (smooth/plain_pass.h). A normal law keeps
    // nothing then, has no `plastic` losses, and sees no more of its input than overlap, shrunk, grown, closing, R*, m* and dt,
    // and overlap_before for its `change`
    LAW_APART =
        256, // the stiffness changes otherwise than the grip, as that of a linear spring, which does not
    // What no law asks of another, but what a check of all laws has to know.
    LAW_JUMPS = 512,   // its attraction begins with a jump
    LAW_TEARS = 1024,  // its neck may tear under load: what a tangential spring held is in no book
    LAW_YIELDS = 2048, // an overlap stays when the push has fallen to zero
    LAW_STRAIGHT =
        4096, // the push falls to zero as what is left of the overlap, not as its power 3/2
    LAW_GIVEN =
        8192, // a program gives it (own.h): no law of a case alone, and none for other machines
};
#define LAW_NOT_GIVEN                                                                              \
    "is given only by a program that embeds Scree, as own-NAME (include/scree/law.h)"

// Elastic and plastic constants of a pair of materials (Hertz pair constants); a rigid partner contributes nothing.
typedef struct law_pair {
    double e_star; // 1/E* = (1-nu_a^2)/E_a + (1-nu_b^2)/E_b, Pa; infinite when both are rigid
    double g_star; // 1/G* = (2-nu_a)/G_a + (2-nu_b)/G_b, Pa
    double young[2], poisson[2]; // of a and b; young is infinite for a rigid one
    double yield[2];             // yield stress, Pa; NaN where none is given
    bool impulses; // contacts give impulses, so no dashpot has to be followed in steps
} law_pair;

// How what other laws take their dashpots from begins in an impact: as time to the power of
typedef struct law_onset {
    double dashpot; // the damping force of the normal law
    double root;    // the root of the stiffness of the normal law
} law_onset;
#define LAW_NO_DASHPOT (-1.0)

// How a tangential force ends with a contact that sticks: as the time that is left to the power. It is at most friction
// times the push, and `sliding` times the push while it slides; a law of a program answers both contact by contact. A law
// whose force falls with the push as its power `follows` has that, others 0.
typedef struct law_end {
    double power, friction, sliding, follows;
} law_end;
#define LAW_GRIP_POWER 0.5 // of springs whose stiffness is that of a contact radius

#define LAW_PUSH_POWER (1.0 / 3) // of forces on curves of partial slip, see slip_curves.h

// Of a spring whose stiffness is a share of the normal one, which ends as a root or slower.
static inline __attribute__((unused)) double law_share_power(law_onset beside)
{
    return beside.root > 0.5 * LAW_GRIP_POWER ? LAW_GRIP_POWER : 2 * beside.root;
}

typedef struct normal_in {
    vd overlap;        // > 0 where the bodies touch; laws that are not far see nothing else
    vd overlap_before; // one step ago; > 0 where overlap is
    vd shrunk; // (overlap_before - overlap) / overlap_before, at least 0: by what share it has fallen
    vd grown; // (overlap - overlap_before) / overlap, at least 0: what share of it came in this step
    vd closing;  // -n.u at the time of the positions as dashpots want it, m/s
    vd approach; // -n.u over the step that led here, of bodies that meet in it as they touched, m/s
    vd r_eff, m_eff; // R*, m*
    vd dt;           // s
    vd step; // growth of the overlap in the step that led here, for law_edge; 0 on a prescribed path, m
} normal_in;

typedef struct normal_out {
    vd elastic, damping; // parts of the push, N; their sum is >= 0 unless the law allows tension
    vd load;      // the push that friction and rolling go by: their sum, unless the law attracts
    vd stiffness; // d(elastic)/d(overlap), N/m
    vd dashpot;   // c of the damping part, N s/m
    vd radius;    // contact radius a, m
    vd grip; // a E_ep/E*: the tangential stiffness of the solids is 8 G* grip; a where nothing yields
    vd fade;   // what a stored spring force keeps: grip now / one step ago where it falls, else 1
    vd change; // grip now / grip one step ago (for the books only)
    vd mean; // mean of grip over the step / grip now, where a spring force is kept; 1 where it is scaled
    // The same of the stiffness, filled by laws that are LAW_APART.
    vd spring_fade, spring_change, spring_mean;
    vd plastic; // work lost to plastic flow, or at a sudden separation, in this step, J (for the books only)
    vd live; // > 0 while the contact lives; the overlap unless the law is far
} normal_out;

// The root of an overlap that has shrunk by the share y, over what it was: sqrt(1 - y). In the last steps of a contact,
// which are rare, the root itself; before them its series to third order.
SCREE_FN vd law_root_after(vd y)
{
    const vd series = 1.0 - y * (0.5 + y * (0.125 + 0.0625 * y));
    const vm soon = vd_gt(y, vd_set(0.125));
    if (__builtin_expect(vm_bits(soon) == 0, 1))
        return series;
    return vd_select(soon, vd_sqrt(1.0 - y), series);
}

// The mean root of an overlap that grew steadily, over its root now: 2/3 (1 - (1 - y)^(3/2)) / y, by the polynomial
// that agrees at 0 to first order and at 1, where the contact has just begun and the mean is 2/3.
SCREE_FN vd law_root_mean(vd y)
{
    return 1.0 - y * (0.25 + (1.0 / 12.0) * y);
}

// The same of a grip that is known now and one step ago: 2/3 (x + 1 / (1 + x)), with x its share one step ago after
// what a stored force has faded. Exact for a grip like the root of time, and of second order for any other.
SCREE_FN vd law_grip_mean(vd fade, vd change)
{
    vd x = fade / vd_max(change, vd_set(1e-300));
    return (2.0 / 3.0) * (x + 1.0 / (1.0 + x));
}

// Grip now over that of one step ago, where there was one. What divides by it, the books of a spring, makes no number
// of a contact smaller than all, which only a foreign image has.
#define LAW_LEAST_GRIP 1e-150 // m
SCREE_FN vd law_grip_change(vd now, vd before)
{
    const vd least = vd_set(LAW_LEAST_GRIP);
    return vd_max(now, least) / vd_max(before, least);
}

// A normal law without peculiarities: fills what follows from the rest.
SCREE_FN normal_out normal_plain(normal_out o, vd overlap)
{
    o.load = o.elastic + o.damping;
    o.grip = o.radius;
    o.plastic = vd_set(0.0);
    o.live = overlap;
    o.spring_fade = o.spring_change = o.spring_mean =
        vd_set(1.0); // laws that are LAW_APART may say otherwise
    return o;
}

typedef struct cohesion_in {
    vd overlap;      // may be negative
    vd r_eff, m_eff; // R*, m*
    vd radius, push; // contact radius and push of the normal law; 0 where the bodies do not touch
    vd step;         // as above
} cohesion_in;

typedef struct cohesion_out {
    vd pull; // attraction, N
    vd load; // the push that friction and rolling go by
    vd loss; // work lost in this step (rupture), J
    vd live; // > 0 while the contact lives
} cohesion_out;

// How the contact plane has turned over the step that led here, see law_carry.
typedef struct law_turn {
    vd3 normal; // now
    vd3 sweep;  // half the turn of the normal: u_t dt / 2 r
    vd twirl;   // angle about the normal, rad
} law_turn;

typedef struct tangential_in {
    vd load;                                                 // P that limits friction, N
    vd stiffness, dashpot, radius, grip, fade, change, mean; // of the normal law
    // For what follows its stiffness instead of the grip.
    vd spring_fade, spring_change, spring_mean;
    law_turn turn;
    vd3 slip; // mean of the tangential part of u over the step that led here, 0 while the bodies did not touch, m/s;
              // seen in the middle of the twirl (law_carry_on)
    vd3 rate; // tangential part of u at the time of the positions as dashpots want it, m/s
    vd rolled; // how far both surfaces have moved on together through the contact in this step, m (LAW_ROLLS)
    vd dt;
    bool unbooked;            // nobody asks what is lost: friction may be anything
    vd overlap, r_eff, m_eff; // of laws of a program alone (LAW_GIVEN)
} tangential_in;

typedef struct tangential_out {
    vd3 force;  // on b, N
    vd3 damper; // the part of it that is no spring force: its power is lost, N
    vd slides; // 1: the limit holds the force, and what the damper takes is lost to sliding; else 0
    vd friction; // work lost to sliding in this step, J
} tangential_out;

typedef struct rolling_in {
    vd load, stiffness, dashpot, radius, grip; // as above
    vd fade, change, mean;                     // of the stiffness
    vd r_eff, m_eff;
    vd overlap; // of laws of a program alone (LAW_GIVEN)
    law_turn turn;
    vd3 rolled; // mean of the relative spin over the step that led here, part in the contact plane, as slip above
    vd twisted; // its part along n, rad/s
    vd3 rolling; // relative spin of b and a at the time of the positions as dashpots want it, part in the contact
        // plane, rad/s
    vd twisting; // its part along n, rad/s
    vd dt;       // of the step that led here; next to nothing where a run begins
    vd whole;    // s, the same, but where a run begins, the first step: over which a moment acts
} rolling_in;

typedef struct rolling_out {
    vd3 torque; // on b, N m
    vd3 damper; // the part of it that is no spring moment, N m
    vd lost;    // work lost to rolling beyond the limit in this step, J
} rolling_out;

typedef struct twisting_out {
    vd torque, damper; // along n, on b, N m
    vd lost;           // J
} twisting_out;

// A vector kept in the contact plane, carried to where the plane is now: turned as the normal has turned (length kept
// to fourth order in the angle), then about the normal by the mean spin of the two bodies, weighted with their radii.
// So a spring follows any common rotation of the two bodies. What is added on the way, by a motion in the middle of the
// step, takes half of the turn about the normal; with less or more of it a spring between bodies that both turn would
// gain or lose energy in each step. The turn by twice the angle whose tangent is t, of q in the plane, is
// [(1 - t^2) q + 2 t n x q] / (1 + t^2), and half of it is [q + t n x q] / (1 + t^2)^(1/2). Hence
//   carried + added = [(1 - t^2) q + d + t n x (2 q + d)] / (1 + t^2)
// but for a factor of 1 + t^2/2 on what is added. 1 - t^2 stands for the division: lengths fall by t^4.
typedef struct law_twist {
    vd tan, shorter; // t, and 1 - t^2
} law_twist;

SCREE_FN law_twist law_twist_of(law_turn t)
{
    vd tan = 0.5 * t.twirl;
    vd square = tan * tan;
    return (law_twist){tan, 1.0 - square};
}

// With `both` 2 q + d, and `sum` (1 - t^2) q + d.
SCREE_FN vd3 law_twisted(law_turn t, law_twist by, vd3 sum, vd3 both)
{
    vd3 about = vd3_scale(by.tan, vd3_cross(t.normal, both));
    return vd3_scale(by.shorter, vd3_add(sum, about));
}

SCREE_FN vd3 law_carry_on(law_turn t, vd3 q, vd3 d)
{
    law_twist by = law_twist_of(t);
    vd off = vd3_dot(t.normal, q);
    q = vd3_sub(q, vd3_scale(off, vd3_sub(t.normal, t.sweep)));
    vd3 both = vd3_add(vd3_add(q, q), d);
    vd3 sum = vd3_add(vd3_scale(by.shorter, q), d);
    return law_twisted(t, by, sum, both);
}

// The same of what is added alone, q being 0, but for the signs of zeros.
SCREE_FN vd3 law_carry_added(law_turn t, vd3 d)
{
    return law_twisted(t, law_twist_of(t), d, d);
}

SCREE_FN vd3 law_carry(law_turn t, vd3 q)
{
    return law_carry_on(t, q, vd3_zero());
}

// The onset of a law without a dashpot.
SCREE_FN double law_no_onset(const double *k, law_onset beside)
{
    (void)k;
    (void)beside;
    return LAW_NO_DASHPOT;
}

// c of a viscous drag whose force, at that speed, is not above the cap.
SCREE_FN vd law_capped(vd c, vd cap, vd speed)
{
    return vd_min(c, cap / vd_max(speed, vd_set(1e-300)));
}

// Weight of a force that begins or ends with a jump, `inside` beyond the jump after a step by `step`. A scheme that
// kicks with F at x does the work F (x_next - x_before)/2; with the weight 1/2 + inside/|step| of the nearest step
// these add up to the work from the jump on, wherever in the step the jump was. Elsewhere 1.
SCREE_FN vd law_edge(vd inside, vd step)
{
    vd width = vd_abs(step);
    vd one = vd_set(1.0);
    return vd_select(vd_gt(width, inside), 0.5 + inside / vd_max(width, vd_set(1e-300)), one);
}

// What a law keeps of its history that does not depend on the pair.
SCREE_FN int law_keeps_all(const double *k, int history)
{
    (void)k;
    return history;
}

// Reach of a law that ends with touch, and shift of a cohesion law that leaves the overlap alone.
SCREE_FN double law_no_reach(const double *k, double r_eff)
{
    (void)k;
    (void)r_eff;
    return 0;
}
SCREE_FN double law_no_shift(const double *k)
{
    (void)k;
    return 0;
}

// What bounds a force or a moment in the nonsmooth solver.
typedef struct law_bound {
    double limit; // |Q| <= limit P; |M| <= limit R* P; of a cohesion law the largest attraction, N
    double creep; // slip velocity (spin) per force (moment) below that; 0: it sticks
    double power; // of a cohesion law: e where its attraction is as left^(2e - 1)
    // A spring that carries a moment below the limit sticks in steps that are long against its swing, but impacts may
    // be too short to wind it up: its stiffness, N m, the same over k_n R*^2, and its dashpot over R* sqrt(m*
    // stiffness).
    double spring, share, damping;
} law_bound;

// A bound function returns NULL, or the name of the parameter that stands in the way, "" where it is the law as such.
SCREE_FN const char *law_no_bound(const double *k, law_bound *out)
{
    (void)k;
    (void)out;
    return "";
}
SCREE_FN vd law_no_rise(const double *k, vd r_eff, vd left)
{
    (void)k;
    (void)r_eff;
    return 0.0 * left;
}
SCREE_FN double law_no_restitution(const double *k, double r_eff, double m_eff, double speed)
{
    (void)k;
    (void)r_eff;
    (void)m_eff;
    (void)speed;
    return 1;
}
#define LAW_NO_ROW 0.0

// Restitution -> damping ratio zeta of the oscillator m* y'' + 2 zeta w m* y' + w^2 m* y = 0 whose push is cut off at
// zero, or (tension) which may pull until it separates. Exact; see docs/laws/normal-linear.md.
double law_damping_ratio(double restitution, bool tension);
// Less takes a dashpot that no step follows; only impulses may have it.
#define LAW_LEAST_RESTITUTION 0.01
#define LAW_TOO_DAMPED                                                                             \
    "needs a restitution of 0.01 or more with `solver: smooth`; less takes a dashpot that no "     \
    "step "                                                                                        \
    "follows"
double law_restitution(double damping_ratio, bool tension);

#endif
