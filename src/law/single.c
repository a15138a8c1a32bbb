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

static const vd3 up = {
    .x = 0,
    .y = 0,
    .z = 1,
};

// What the normal law sees of this step: the overlaps are known instead of the motion.
static normal_in normal_in_of(const law_single *c, const law_motion *m, bool alone)
{
    double shift = c->set.shift;
    double tiny = 1e-12 * c->r_eff;
    double rate = (m->overlap - c->overlap) / m->dt;
    double solid = real_max(m->overlap - shift, tiny);
    double before = real_max(c->overlap - shift, 1e-6 * solid);
    double shrunk = 1 - solid / before;
    double grown = 1 - before / solid;
    return (normal_in){
        .overlap = alone ? m->overlap : solid,
        .overlap_before = before,
        .shrunk = real_min(real_max(shrunk, 0), 1),
        .grown = real_min(real_max(grown, 0), 1),
        .closing = rate,
        .approach = rate,
        .r_eff = c->r_eff,
        .m_eff = c->m_eff,
        .dt = m->dt,
    };
}

static void pull_together(law_single *c, const law_motion *m, const normal_out *n, law_answer *out,
                          double *live)
{
    const law_set *set = &c->set;
    const double *k = set->k[LAW_COHESION];
    double *history = c->history[LAW_COHESION];
    int law = set->law[LAW_COHESION];
    cohesion_in in = {
        .overlap = m->overlap,
        .r_eff = c->r_eff,
        .m_eff = c->m_eff,
        .radius = n->radius,
        .push = out->push,
        .step = 0,
    };
    cohesion_out o = cohesions[law].force(k, in, history);
    out->pull = o.pull;
    out->push -= o.pull;
    out->load = o.load;
    out->lost += o.loss;
    out->energy += cohesions[law].energy(k, in, history);
    *live = o.live;
}

// As normal_lane of the passes does it, with the overlaps known instead of the motion.
static normal_out press(law_single *c, const law_motion *m, law_answer *out, double *live)
{
    const law_set *set = &c->set;
    const double *k = set->k[LAW_NORMAL];
    double *history = c->history[LAW_NORMAL];
    int law = set->law[LAW_NORMAL];
    bool alone = normals[law].alone;
    bool acts = alone || m->overlap > set->shift;
    normal_in in = normal_in_of(c, m, alone);
    normal_out o = normals[law].force(k, in, history);
    if (!acts) {
        o.elastic = 0;
        o.damping = 0;
        o.load = 0;
        o.radius = 0;
        o.live = m->overlap;
        memset(history, 0, sizeof c->history[LAW_NORMAL]);
    }
    out->energy = acts ? normals[law].energy(k, in, history) : 0;
    out->lost = o.plastic;
    out->push = o.elastic + o.damping;
    out->load = o.load;
    *live = o.live;
    if (set->law[LAW_COHESION] >= 0)
        pull_together(c, m, &o, out, live);
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
    const law_set *set = &c->set;
    const double *k = set->k[LAW_TANGENTIAL];
    double *history = c->history[LAW_TANGENTIAL];
    double share = touched(c, m);
    double dt = m->dt;
    bool apart = set->apart;
    int law = set->law[LAW_TANGENTIAL];
    if (law < 0)
        return;
    tangential_in in = {
        .load = out->load,
        .stiffness = n->stiffness,
        .dashpot = n->dashpot,
        .radius = n->radius,
        .grip = n->grip,
        .fade = n->fade,
        .change = n->change,
        .mean = n->mean,
        .spring_fade = apart ? n->spring_fade : n->fade,
        .spring_change = apart ? n->spring_change : n->change,
        .spring_mean = apart ? n->spring_mean : n->mean,
        .turn = {up, {0, 0, 0}, 0},
        .slip = {share * m->slip[0] / dt, share * m->slip[1] / dt, 0},
        .rate = {m->slip[0] / dt, m->slip[1] / dt, 0},
        .dt = dt,
        .overlap = m->overlap,
        .r_eff = c->r_eff,
        .m_eff = c->m_eff,
    };
    tangential_out o = tangentials[law].force(k, in, history);
    out->drag[0] = o.force.x;
    out->drag[1] = o.force.y;
    out->lost += o.friction;
    out->energy += tangentials[law].energy(k, in, history);
}

static void roll(law_single *c, rolling_in in, law_answer *out)
{
    const double *k = c->set.k[LAW_ROLLING];
    double *history = c->history[LAW_ROLLING];
    int law = c->set.law[LAW_ROLLING];
    if (law < 0)
        return;
    rolling_out o = rollings[law].moment(k, in, history);
    out->rolling[0] = o.torque.x;
    out->rolling[1] = o.torque.y;
    out->lost += o.lost;
    out->energy += rollings[law].energy(k, in, history);
}

static void twist(law_single *c, rolling_in in, law_answer *out)
{
    const double *k = c->set.k[LAW_TWISTING];
    double *history = c->history[LAW_TWISTING];
    int law = c->set.law[LAW_TWISTING];
    if (law < 0)
        return;
    twisting_out o = twistings[law].moment(k, in, history);
    out->twisting = o.torque;
    out->lost += o.lost;
    out->energy += twistings[law].energy(k, in, history);
}

static void couple(law_single *c, const law_motion *m, const normal_out *n, law_answer *out)
{
    double share = touched(c, m);
    double dt = m->dt;
    bool apart = c->set.apart;
    rolling_in in = {
        .load = out->load,
        .stiffness = n->stiffness,
        .dashpot = n->dashpot,
        .radius = n->radius,
        .grip = n->grip,
        .fade = apart ? n->spring_fade : n->fade,
        .change = apart ? n->spring_change : n->change,
        .mean = apart ? n->spring_mean : n->mean,
        .r_eff = c->r_eff,
        .m_eff = c->m_eff,
        .overlap = m->overlap,
        .turn = {up, {0, 0, 0}, 0},
        .rolled = {share * m->roll[0] / dt, share * m->roll[1] / dt, 0},
        .twisted = share * m->twist / dt,
        .rolling = {m->roll[0] / dt, m->roll[1] / dt, 0},
        .twisting = m->twist / dt,
        .dt = dt,
        .whole = dt,
    };
    roll(c, in, out);
    twist(c, in, out);
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

// A contact that slips, rolls and twists at this rate, with a push that limits nothing.
static tangential_in unlimited_slip(const law_single *c, const normal_out *n, double rate,
                                    double dt)
{
    return (tangential_in){
        .load = 1e100,
        .stiffness = n->stiffness,
        .dashpot = n->dashpot,
        .radius = n->radius,
        .grip = n->grip,
        .fade = 1,
        .change = 1,
        .mean = 1,
        .turn = {up, {0, 0, 0}, 0},
        .rate = {rate, 0, 0},
        .dt = dt,
        .overlap = c->overlap,
        .r_eff = c->r_eff,
        .m_eff = c->m_eff,
    };
}

static rolling_in unlimited_roll(const law_single *c, const normal_out *n, double rate, double dt)
{
    return (rolling_in){
        .load = 1e100,
        .stiffness = n->stiffness,
        .dashpot = n->dashpot,
        .radius = n->radius,
        .grip = n->grip,
        .fade = 1,
        .change = 1,
        .mean = 1,
        .r_eff = c->r_eff,
        .m_eff = c->m_eff,
        .overlap = c->overlap,
        .turn = {up, {0, 0, 0}, 0},
        .rolling = {rate, 0, 0},
        .twisting = rate,
        .dt = dt,
    };
}

law_dashpots law_single_dashpots(const law_set *set, double r_eff, double m_eff, double overlap,
                                 double speed, double dt)
{
    law_single c;
    law_answer unused = {0};
    law_dashpots dashpots = {0};
    double live;
    const double rate = 1e-6 * overlap / dt;
    law_single_begin(&c, set, r_eff, m_eff);
    // Some dashpots go by the speed of the approach, and have no end at rest.
    c.overlap = real_max(overlap - speed * dt, 0);
    const law_motion closing = {.overlap = overlap, .dt = dt};
    const normal_out n = press(&c, &closing, &unused, &live);
    dashpots.normal = n.dashpot;
    c.overlap = overlap;
    int tangential = set->law[LAW_TANGENTIAL];
    if (tangential >= 0) {
        tangential_in in = unlimited_slip(&c, &n, rate, dt);
        tangential_out o =
            tangentials[tangential].force(set->k[LAW_TANGENTIAL], in, c.history[LAW_TANGENTIAL]);
        dashpots.tangential = fabs(o.force.x) / rate;
    }
    rolling_in in = unlimited_roll(&c, &n, rate, dt);
    int rolling = set->law[LAW_ROLLING];
    if (rolling >= 0) {
        rolling_out o = rollings[rolling].moment(set->k[LAW_ROLLING], in, c.history[LAW_ROLLING]);
        dashpots.rolling = fabs(o.damper.x) / rate;
    }
    int twisting = set->law[LAW_TWISTING];
    if (twisting >= 0) {
        twisting_out o =
            twistings[twisting].moment(set->k[LAW_TWISTING], in, c.history[LAW_TWISTING]);
        dashpots.twisting = fabs(o.damper) / rate;
    }
    return dashpots;
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

// Where to look for an answer.
typedef struct search_range {
    double low, high;
    bool upper; // of a whole range that answers alike the upper end, else the lower one
} search_range;

// Bisection: laws are continuous and rise on the interval, and nothing more is known of them.
static double solve(const law_single *c, law_motion m, double target, search_range range,
                    reading *read)
{
    double low = range.low;
    double high = range.high;
    double at_low = read(c, m, low);
    double at_high = read(c, m, high);
    if (!(at_low <= target && target <= at_high))
        return NAN;
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high)
            break;
        double answer = read(c, m, middle);
        bool goes_up = answer < target || (range.upper && answer == target);
        if (goes_up)
            low = middle;
        else
            high = middle;
    }
    return range.upper ? low : high;
}

double law_single_overlap_at(const law_single *c, law_motion m, double force, double low,
                             double high)
{
    search_range range = {low, high, true};
    return solve(c, m, force, range, push_at);
}

double law_single_slip_at(const law_single *c, law_motion m, double force, double low, double high)
{
    search_range range = {low, high, false};
    return solve(c, m, -force, range, drag_at);
}
