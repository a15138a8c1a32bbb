// rows.c - see rows.h.
#include "law/rows.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "law_list.h"

#include <stdio.h>
#include <string.h>

typedef normal_out push_function(const double *, normal_in, vd *);
typedef double restitution_function(const double *, double, double, double);
typedef const char *bound_function(const double *, law_bound *);
typedef vd rise_function(const double *, vd, vd);
typedef const char *mix_function(const law_pair *, const double *, double *);

#define NORMAL(name) {normal_##name##_push, normal_##name##_exponent, normal_##name##_restitution},
#define RISE(name) cohesion_##name##_rise,
static const struct {
    push_function *push;
    double power; // e
    restitution_function *restitution;
} normals[] = {LAW_LIST_NORMAL(NORMAL)};
static rise_function *const rises[] = {LAW_LIST_COHESION(RISE) NULL};

// The laws of the other slots.
#define OTHER(slot, name) {slot##_##name##_mix, slot##_##name##_bound},
#define OTHER_COHESION(name) OTHER(cohesion, name)
#define OTHER_TANGENTIAL(name) OTHER(tangential, name)
#define OTHER_ROLLING(name) OTHER(rolling, name)
#define OTHER_TWISTING(name) OTHER(twisting, name)
typedef struct entry {
    mix_function *mix;
    bound_function *bound;
} entry;
static const entry cohesions[] = {LAW_LIST_COHESION(OTHER_COHESION){NULL, NULL}};
static const entry tangentials[] = {LAW_LIST_TANGENTIAL(OTHER_TANGENTIAL){NULL, NULL}};
static const entry rollings[] = {LAW_LIST_ROLLING(OTHER_ROLLING){NULL, NULL}};
static const entry twistings[] = {LAW_LIST_TWISTING(OTHER_TWISTING){NULL, NULL}};
static const entry *const entries[LAW_SLOTS] = {[LAW_COHESION] = cohesions,
                                                [LAW_TANGENTIAL] = tangentials,
                                                [LAW_ROLLING] = rollings,
                                                [LAW_TWISTING] = twistings};

static law_bound bound_of(const law_set *set, int slot)
{
    law_bound out = {0};
    if (set->law[slot] >= 0)
        entries[slot][set->law[slot]].bound(set->k[slot], &out);
    return out;
}

// Below the shift the attraction of the cohesion law is the row; its bound is that of the push. Beyond it, or without
// one, the normal law, as the passes of the smooth solver give it what is left of the overlap.
normal_row law_set_normal_row(const law_set *set, double overlap, double r_eff, double m_eff)
{
    int law = set->law[LAW_NORMAL];
    const double *k = set->k[LAW_NORMAL];
    double left = overlap - set->shift;
    double solid = real_max(fabs(left), 1e-12 * r_eff);
    normal_row row = {
        .gap = -left / normals[law].power,
        .stiffness = 0,
        .time = 0,
    };
    if (!(overlap > 0))
        return row;
    if (left < 0) {
        int cohesion = set->law[LAW_COHESION];
        double power = bound_of(set, LAW_COHESION).power;
        row.gap = -left / power;
        row.stiffness = rises[cohesion](set->k[LAW_COHESION], r_eff, solid) * power / solid;
        return row;
    }
    const normal_in in = {
        .overlap = solid,
        .overlap_before = solid,
        .r_eff = r_eff,
        .m_eff = m_eff,
        .dt = 1,
    };
    normal_out o = normals[law].push(k, in, NULL);
    row.stiffness = o.elastic * normals[law].power / solid;
    row.time = o.dashpot / row.stiffness;
    return row;
}

double law_set_restitution(const law_set *set, double r_eff, double m_eff, double speed)
{
    return normals[set->law[LAW_NORMAL]].restitution(set->k[LAW_NORMAL], r_eff, m_eff, speed);
}

law_limits law_set_limits(const law_set *set, double r_eff)
{
    const law_bound slide = bound_of(set, LAW_TANGENTIAL);
    const law_bound roll = bound_of(set, LAW_ROLLING);
    const law_bound twist = bound_of(set, LAW_TWISTING);
    const law_bound pull = bound_of(set, LAW_COHESION);
    law_limits l = {
        .friction = slide.limit,
        .creep = slide.creep,
        .rolling = roll.limit * r_eff,
        .rolling_creep = roll.creep,
        .twisting = twist.limit * r_eff,
        .twisting_creep = twist.creep,
        .pull = pull.limit,
        .pull_overlap = pull.limit > 0 ? set->shift : 0,
        .rich = false,
    };
    l.rich = slide.creep > 0 || l.rolling > 0 || l.twisting > 0 || l.pull > 0;
    return l;
}

static const double pi_squared = PI * PI;

static double impact_creep(const law_bound *b, double r_eff, double m_eff, double duration,
                           double feel)
{
    double by_spring = b->spring * duration * duration;
    double by_share = b->share * pi_squared * m_eff * (r_eff * r_eff);
    double wound = by_spring + by_share;
    double held = b->damping * r_eff * sqrt(m_eff * wound);
    if (b->creep > 0)
        held = duration / b->creep;
    if (!(wound > 0) && !(held > 0))
        return 0;
    double left = real_exp(-held * feel) / (1 + 0.5 * wound * feel);
    double gone = real_max(1 - left, 1e-12); // next to nothing acts
    return feel * left / gone;
}

law_limits law_set_impact_limits(const law_set *set, double r_eff, double m_eff, double speed,
                                 law_feel feel)
{
    const law_bound slide = bound_of(set, LAW_TANGENTIAL);
    const law_bound roll = bound_of(set, LAW_ROLLING);
    const law_bound twist = bound_of(set, LAW_TWISTING);
    double duration = law_set_duration(set, r_eff, m_eff, speed);
    law_limits l = law_set_limits(set, r_eff);
    l.creep = impact_creep(&slide, r_eff, m_eff, duration, feel.tangential);
    l.rolling_creep = impact_creep(&roll, r_eff, m_eff, duration, feel.rolling);
    l.twisting_creep = impact_creep(&twist, r_eff, m_eff, duration, feel.twisting);
    return l;
}

// --- which laws have rows -------------------------------------------------------------------------------------------

// The parameter for whose sake the law has no row, "" where it has none anyhow; NULL where it has one.
static const char *obstacle(int slot, int law, const row_value *given, int count)
{
    static const law_pair solids = {
        .e_star = 1,
        .g_star = 1,
        .young = {1, 1},
        .poisson = {0.25, 0.25},
        .yield = {1, 1},
    };
    double value[16] = {0};
    double k[LAW_COEFFICIENTS] = {0};
    law_bound unused;
    if (slot == LAW_NORMAL)
        return normals[law].power > 0 ? NULL : "";
    for (int i = 0; given && i < count && i < 16; i++)
        value[i] = given[i].number[0];
    if (given)
        entries[slot][law].mix(&solids, value, k); // what it may lack is told elsewhere
    return entries[slot][law].bound(k, &unused);
}

bool law_has_rows(int slot, const plugin *what)
{
    int law = law_number(slot, what);
    return law >= 0 && !obstacle(slot, law, NULL, 0);
}

typedef struct word {
    char text[48];
} word;

// As a case spells it.
static word spelt(const plugin *what)
{
    word w;
    snprintf(w.text, sizeof w.text, "%s", what->name);
    for (char *c = w.text; *c; c++) {
        if (*c == '_')
            *c = '-';
    }
    return w;
}

// "choose solver: smooth, or hertz, kuwabara-kono or linear"
static void alternatives(int slot, char *remedy, size_t room)
{
    word name[32];
    int n;
    int count = 0;
    const plugin *const *list = law_plugins(slot, &n);
    for (int i = 0; i < n && count < 31; i++) {
        if (law_has_rows(slot, list[i]))
            name[count++] = spelt(list[i]);
    }
    if (slot != LAW_NORMAL)
        name[count++] = (word){"none"};
    size_t length = (size_t)snprintf(remedy, room, "choose solver: smooth, or ");
    for (int i = 0; i < count && length < room; i++) {
        length += (size_t)snprintf(remedy + length, room - length, "%s%s",
                                   i == 0           ? ""
                                   : i == count - 1 ? " or "
                                                    : ", ",
                                   name[i].text);
    }
}

const char *law_rowless(int slot, const choice *law, char *why, char *remedy, size_t room)
{
    const plugin *what = law->what;
    int at = what ? law_number(slot, what) : -1;
    const char *hindrance = at >= 0 ? obstacle(slot, at, law->value, what->count) : NULL;
    if (!hindrance)
        return NULL;
    snprintf(why, room, "the %s law %s%s%s has no rows for the nonsmooth solver",
             law_slot_word(slot), spelt(what).text, *hindrance ? " with " : "", hindrance);
    if (*hindrance)
        snprintf(remedy, room, "choose solver: smooth, or leave %s out", hindrance);
    else
        alternatives(slot, remedy, room);
    return why;
}
