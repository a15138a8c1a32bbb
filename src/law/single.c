// single.c - see single.h.
#include "law/single.h"

#include "base/mathlib.h"
#include "law_list.h"

#include <string.h>

typedef normal_out push_function(const double *, normal_in, vd *);
typedef cohesion_out pull_function(const double *, cohesion_in, vd *);
typedef tangential_out drag_function(const double *, tangential_in, vd *);
typedef rolling_out roll_function(const double *, rolling_in, vd *);
typedef twisting_out twist_function(const double *, rolling_in, vd *);
typedef vd push_energy_function(const double *, normal_in, const vd *);
typedef vd pull_energy_function(const double *, cohesion_in, const vd *);
typedef vd drag_energy_function(const double *, tangential_in, const vd *);
typedef vd roll_energy_function(const double *, rolling_in, const vd *);

#define PUSH(name)                                                                                 \
    {normal_##name##_push, normal_##name##_energy, (normal_##name##_traits & LAW_FAR) != 0},
#define PULL(name) {cohesion_##name##_pull, cohesion_##name##_energy},
#define DRAG(name) {tangential_##name##_drag, tangential_##name##_energy},
#define ROLL(name) {rolling_##name##_resist, rolling_##name##_energy},
#define TWIST(name) {twisting_##name##_resist, twisting_##name##_energy},
static const struct {
    push_function *force;
    push_energy_function *energy;
    bool alone;
} normals[] = {LAW_LIST_NORMAL(PUSH){NULL, NULL, false}};
static const struct {
    pull_function *force;
    pull_energy_function *energy;
} cohesions[] = {LAW_LIST_COHESION(PULL){NULL, NULL}};
static const struct {
    drag_function *force;
    drag_energy_function *energy;
} tangentials[] = {LAW_LIST_TANGENTIAL(DRAG){NULL, NULL}};
static const struct {
    roll_function *moment;
    roll_energy_function *energy;
} rollings[] = {LAW_LIST_ROLLING(ROLL){NULL, NULL}};
static const struct {
    twist_function *moment;
    roll_energy_function *energy;
} twistings[] = {LAW_LIST_TWISTING(TWIST){NULL, NULL}};

void law_single_begin(law_single *c, const law_set *set, double r_eff, double m_eff)
{
    memset(c, 0, sizeof *c);
    c->set = *set;
    c->r_eff = r_eff;
    c->m_eff = m_eff;
}

static const vd3 up = {0, 0, 1};

// As normal_lane of the passes does it, with the overlaps known instead of the motion.
static normal_out press(law_single *c, const law_motion *m, law_answer *out, double *pull_live)
{
    const law_set *set = &c->set;
    int law = set->law[LAW_NORMAL];
    int cohesion = set->law[LAW_COHESION];
    bool alone = normals[law].alone;
    double tiny = 1e-12 * c->r_eff;
    double rate = (m->overlap - c->overlap) / m->dt;
    double solid = real_max(m->overlap - set->shift, tiny);
    double before = real_max(c->overlap - set->shift, 1e-6 * solid);
    normal_in in = {.overlap = alone ? m->overlap : solid,
                    .overlap_before = before,
                    .shrunk = real_min(real_max(1 - solid / before, 0), 1),
                    .grown = real_min(real_max(1 - before / solid, 0), 1),
                    .closing = rate,
                    .approach = rate,
                    .r_eff = c->r_eff,
                    .m_eff = c->m_eff,
                    .dt = m->dt};
    normal_out o = normals[law].force(set->k[LAW_NORMAL], in, c->history[LAW_NORMAL]);
    if (!alone && !(m->overlap > set->shift)) {
        o.elastic = o.damping = o.load = o.radius = 0;
        o.live = m->overlap;
        memset(c->history[LAW_NORMAL], 0, sizeof c->history[LAW_NORMAL]);
    }
    out->energy = alone || m->overlap > set->shift
                      ? normals[law].energy(set->k[LAW_NORMAL], in, c->history[LAW_NORMAL])
                      : 0;
    out->lost = o.plastic;
    out->push = o.elastic + o.damping;
    out->load = o.load;
    *pull_live = o.live;
    if (cohesion < 0)
        return o;
    cohesion_in with = {m->overlap, c->r_eff, c->m_eff, o.radius, out->push, 0};
    cohesion_out p =
        cohesions[cohesion].force(set->k[LAW_COHESION], with, c->history[LAW_COHESION]);
    out->pull = p.pull;
    out->push -= p.pull;
    out->load = p.load;
    out->lost += p.loss;
    out->energy += cohesions[cohesion].energy(set->k[LAW_COHESION], with, c->history[LAW_COHESION]);
    *pull_live = p.live;
    return o;
}

// The share of a step in which the bodies touched: less than 1 where they meet in it.
static double touched(const law_single *c, const law_motion *m)
{
    if (c->alive || !(c->overlap < 0))
        return 1;
    return m->overlap / (m->overlap - c->overlap);
}

static void drag(law_single *c, const law_motion *m, const normal_out *n, law_answer *out)
{
    const double share = touched(c, m);
    const law_set *set = &c->set;
    int law = set->law[LAW_TANGENTIAL];
    if (law < 0)
        return;
    tangential_in in = {.load = out->load,
                        .stiffness = n->stiffness,
                        .dashpot = n->dashpot,
                        .radius = n->radius,
                        .grip = n->grip,
                        .fade = n->fade,
                        .change = n->change,
                        .mean = n->mean,
                        .spring_fade = c->set.apart ? n->spring_fade : n->fade,
                        .spring_change = c->set.apart ? n->spring_change : n->change,
                        .spring_mean = c->set.apart ? n->spring_mean : n->mean,
                        .turn = {up, {0, 0, 0}, 0},
                        .slip = {share * m->slip[0] / m->dt, share * m->slip[1] / m->dt, 0},
                        .rate = {m->slip[0] / m->dt, m->slip[1] / m->dt, 0},
                        .dt = m->dt};
    tangential_out o =
        tangentials[law].force(set->k[LAW_TANGENTIAL], in, c->history[LAW_TANGENTIAL]);
    out->drag[0] = o.force.x;
    out->drag[1] = o.force.y;
    out->lost += o.friction;
    out->energy += tangentials[law].energy(set->k[LAW_TANGENTIAL], in, c->history[LAW_TANGENTIAL]);
}

static void couple(law_single *c, const law_motion *m, const normal_out *n, law_answer *out)
{
    const law_set *set = &c->set;
    int roll = set->law[LAW_ROLLING];
    int twist = set->law[LAW_TWISTING];
    const double share = touched(c, m);
    rolling_in in = {.load = out->load,
                     .stiffness = n->stiffness,
                     .dashpot = n->dashpot,
                     .radius = n->radius,
                     .grip = n->grip,
                     .fade = c->set.apart ? n->spring_fade : n->fade,
                     .change = c->set.apart ? n->spring_change : n->change,
                     .mean = c->set.apart ? n->spring_mean : n->mean,
                     .r_eff = c->r_eff,
                     .m_eff = c->m_eff,
                     .turn = {up, {0, 0, 0}, 0},
                     .rolled = {share * m->roll[0] / m->dt, share * m->roll[1] / m->dt, 0},
                     .twisted = share * m->twist / m->dt,
                     .rolling = {m->roll[0] / m->dt, m->roll[1] / m->dt, 0},
                     .twisting = m->twist / m->dt,
                     .dt = m->dt,
                     .whole = m->dt};
    if (roll >= 0) {
        rolling_out o = rollings[roll].moment(set->k[LAW_ROLLING], in, c->history[LAW_ROLLING]);
        out->rolling[0] = o.torque.x;
        out->rolling[1] = o.torque.y;
        out->lost += o.lost;
        out->energy += rollings[roll].energy(set->k[LAW_ROLLING], in, c->history[LAW_ROLLING]);
    }
    if (twist < 0)
        return;
    twisting_out o = twistings[twist].moment(set->k[LAW_TWISTING], in, c->history[LAW_TWISTING]);
    out->twisting = o.torque;
    out->lost += o.lost;
    out->energy += twistings[twist].energy(set->k[LAW_TWISTING], in, c->history[LAW_TWISTING]);
}

law_answer law_single_step(law_single *c, law_motion m)
{
    law_answer out = {0};
    double live = 0;
    if (!c->alive && !(m.overlap > 0)) {
        c->overlap = m.overlap;
        return out;
    }
    normal_out n = press(c, &m, &out, &live);
    drag(c, &m, &n, &out);
    couple(c, &m, &n, &out);
    out.elastic = n.elastic;
    out.damping = n.damping;
    out.radius = n.radius;
    out.grip = n.grip;
    c->overlap = m.overlap;
    c->alive = out.alive = live > 0;
    if (c->alive)
        return out;
    memset(c->history, 0, sizeof c->history);
    law_answer gone = {.lost = out.lost};
    return gone;
}

law_dashpots law_single_dashpots(const law_set *set, double r_eff, double m_eff, double overlap,
                                 double speed, double dt)
{
    law_single c;
    law_answer out = {0};
    law_dashpots d = {0};
    double live;
    const double rate = 1e-6 * overlap / dt;
    law_single_begin(&c, set, r_eff, m_eff);
    // Some dashpots go by the speed of the approach, and have no end at rest.
    c.overlap = real_max(overlap - speed * dt, 0);
    const law_motion closing = {.overlap = overlap, .dt = dt};
    const normal_out n = press(&c, &closing, &out, &live);
    d.normal = n.dashpot;
    const double unlimited = 1e100;
    if (set->law[LAW_TANGENTIAL] >= 0) {
        tangential_in in = {.load = unlimited,
                            .stiffness = n.stiffness,
                            .dashpot = n.dashpot,
                            .radius = n.radius,
                            .grip = n.grip,
                            .fade = 1,
                            .change = 1,
                            .mean = 1,
                            .turn = {up, {0, 0, 0}, 0},
                            .rate = {rate, 0, 0},
                            .dt = dt};
        tangential_out o = tangentials[set->law[LAW_TANGENTIAL]].force(set->k[LAW_TANGENTIAL], in,
                                                                       c.history[LAW_TANGENTIAL]);
        d.tangential = fabs(o.force.x) / rate;
    }
    rolling_in in = {.load = unlimited,
                     .stiffness = n.stiffness,
                     .dashpot = n.dashpot,
                     .radius = n.radius,
                     .grip = n.grip,
                     .fade = 1,
                     .change = 1,
                     .mean = 1,
                     .r_eff = r_eff,
                     .m_eff = m_eff,
                     .turn = {up, {0, 0, 0}, 0},
                     .rolling = {rate, 0, 0},
                     .twisting = rate,
                     .dt = dt};
    if (set->law[LAW_ROLLING] >= 0) {
        rolling_out o =
            rollings[set->law[LAW_ROLLING]].moment(set->k[LAW_ROLLING], in, c.history[LAW_ROLLING]);
        d.rolling = fabs(o.damper.x) / rate;
    }
    if (set->law[LAW_TWISTING] >= 0) {
        twisting_out o = twistings[set->law[LAW_TWISTING]].moment(set->k[LAW_TWISTING], in,
                                                                  c.history[LAW_TWISTING]);
        d.twisting = fabs(o.damper) / rate;
    }
    return d;
}

typedef double reading(const law_single *c, law_motion m, double x);

static double push_at(const law_single *c, law_motion m, double x)
{
    law_single copy = *c;
    m.overlap = x;
    return law_single_step(&copy, m).push;
}

static double drag_at(const law_single *c, law_motion m, double x)
{
    law_single copy = *c;
    m.slip[0] = x;
    return -law_single_step(&copy, m).drag[0];
}

// Bisection: laws are continuous and rise on the interval, and nothing more is known of them. Of a whole range that
// answers alike it is the upper end or the lower one.
static double solve(const law_single *c, law_motion m, double target, double low, double high,
                    bool upper, reading *read)
{
    double at_low = read(c, m, low);
    double at_high = read(c, m, high);
    if (!(at_low <= target && target <= at_high))
        return NAN;
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high)
            break;
        double answer = read(c, m, middle);
        if (answer < target || (upper && answer == target))
            low = middle;
        else
            high = middle;
    }
    return upper ? low : high;
}

double law_single_overlap_at(const law_single *c, law_motion m, double force, double low,
                             double high)
{
    return solve(c, m, force, low, high, true, push_at);
}

double law_single_slip_at(const law_single *c, law_motion m, double force, double low, double high)
{
    return solve(c, m, -force, low, high, false, drag_at);
}
