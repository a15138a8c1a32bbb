// own_ask.c - the function of a law of a program is asked for many contacts, and its answers are looked at, see own.h.
#include "law/own_ask.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "law/spring.h"
#include "state/model.h"

#include <stdio.h>
#include <string.h>

// As large as what a snapshot may hold (world/check_contacts.c).
static bool is_number(double value)
{
    return fabs(value) <= SPRING_FULL * SPRING_EMPTY;
}

// The least that a number may be whose own value is not below 0: what is a difference of others may be rounded.
static double least_of(const own_batch *batch, int row, int i)
{
    const double elastic = fabs(batch->answer[SCREE_LAW_ELASTIC][i]);
    if (row == SCREE_LAW_STIFFNESS || row == SCREE_LAW_DASHPOT)
        return 0;
    if (row == SCREE_LAW_ENERGY || row == SCREE_LAW_LOST)
        return -1e-9 * (elastic * batch->given[SCREE_LAW_OVERLAP][i] +
                        fabs(batch->answer[SCREE_LAW_ENERGY][i]));
    return -INFINITY;
}

// What pulls holds energy below 0, and books of it may go either way.
static double least_of_pull(int row)
{
    return row == SCREE_LAW_ENERGY || row == SCREE_LAW_LOST ? -INFINITY : 0;
}

static double least_answer(const scree_law_terms *terms, const own_batch *batch, int row, int i)
{
    switch (terms->kind) {
    case SCREE_LAW_NORMAL:
        return least_of(batch, row, i);
    case SCREE_LAW_COHESION:
        return least_of_pull(row);
    default:
        return 0;
    }
}

// A spring without a dashpot answers none, and one that slides has no more friction than before.
static double most_answer(const scree_law_terms *terms, const own_batch *batch, int row, int i)
{
    const bool spring = terms->kind == SCREE_LAW_TANGENTIAL || terms->kind == SCREE_LAW_ROLLING;
    if (spring && row == SCREE_LAW_DASHPOT && terms->onset == SCREE_LAW_NO_DASHPOT)
        return 0;
    if (spring && row == SCREE_LAW_SLIDING && terms->slides)
        return batch->answer[SCREE_LAW_FRICTION][i];
    return INFINITY;
}

static own_wrong find_wrong(const scree_law_terms *terms, const own_batch *batch, int i)
{
    for (int row = 0; row < SCREE_LAW_ANSWERS; row++) {
        const double value = batch->answer[row][i];
        const bool low = value < least_answer(terms, batch, row, i);
        const bool high = value > most_answer(terms, batch, row, i);
        if (!is_number(value) || low || high)
            return (own_wrong){OWN_WRONG_ANSWER + row, i, value};
    }
    for (int j = 0; j < terms->kept; j++) {
        const double value = batch->kept[j][i];
        if (!is_number(value))
            return (own_wrong){OWN_WRONG_KEPT + j, i, value};
    }
    const double push = batch->answer[SCREE_LAW_ELASTIC][i] + batch->answer[SCREE_LAW_DAMPING][i];
    return (own_wrong){push >= 0 ? OWN_RIGHT : OWN_WRONG_PUSH, i, push};
}

void own_wrong_spell(int slot, own_wrong wrong, char out[OWN_WRONG_WORDS])
{
    static const char *const answer[] = {"elastic",  "damping", "stiffness",
                                         "dashpot",  "energy",  "lost",
                                         "friction", "sliding", "elastic + damping"};
    static const char *const unit[] = {" N", " N", " N/m", " N s/m", " J", " J", "", "", " N"};
    static const char *const turning[] = {
        [SCREE_LAW_STIFFNESS] = " N m",
        [SCREE_LAW_DASHPOT] = " N m s",
    };
    const int row = wrong.what - OWN_WRONG_ANSWER;
    const int kept = wrong.what - OWN_WRONG_KEPT;
    const bool turns = slot == LAW_ROLLING && row >= 0 && row <= SCREE_LAW_DASHPOT && turning[row];
    *out = 0;
    if (kept >= 0 && wrong.what < OWN_WRONG_CALL)
        snprintf(out, OWN_WRONG_WORDS, ": kept[%d] = %.6g", kept, wrong.value);
    else if (row >= 0 && kept < 0)
        snprintf(out, OWN_WRONG_WORDS, ": %s = %.6g%s", answer[row], wrong.value,
                 turns ? turning[row] : unit[row]);
}

// Words of a program are one line of an error.
void own_why(const law_own *own, double answered, char out[OWN_WHY_WORDS])
{
    char words[OWN_WHY_WORDS - 2] = "";
    const scree_law_terms *terms = own_terms(own);
    if (terms->why)
        terms->why(terms->context, words, (int)sizeof words);
    words[sizeof words - 1] = 0;
    for (char *c = words; *c; c++) {
        if ((unsigned char)*c < ' ')
            *c = ' ';
    }
    if (*words)
        snprintf(out, OWN_WHY_WORDS, ": %s", words);
    else
        snprintf(out, OWN_WHY_WORDS, ": it answered %.0f", answered);
}

// No number goes on as if it had been the answer.
static void spoil(own_batch *batch, int i)
{
    for (int row = 0; row < SCREE_LAW_ANSWERS; row++)
        batch->answer[row][i] = NAN;
}

own_wrong own_ask(const law_own *own, own_batch *batch)
{
    const scree_law_terms *terms = own_terms(own);
    own_wrong first = {.what = OWN_RIGHT};
    memset(batch->answer, 0, sizeof batch->answer);
    const int failed = terms->push(terms->context, batch->count, batch->pair, batch->given[0],
                                   batch->kept[0], batch->answer[0]);
    for (int i = batch->count - 1; i >= 0; i--) {
        own_wrong wrong = {OWN_WRONG_CALL, i, failed};
        if (!failed)
            wrong = find_wrong(terms, batch, i);
        if (wrong.what == OWN_RIGHT)
            continue;
        spoil(batch, i);
        first = wrong;
    }
    return first;
}

// ---- an impact, for the choice of a step

// Goes on to an overlap in a step at that speed, below 0 where the bodies part. False: no answer.
static bool reach(const law_own *own, own_batch *batch, double overlap, double speed,
                  own_wrong *wrong)
{
    const double way = fabs(overlap - batch->given[SCREE_LAW_OVERLAP][0]);
    batch->pair[SCREE_LAW_STEP] = way / fabs(speed);
    batch->given[SCREE_LAW_OVERLAP][0] = overlap;
    batch->given[SCREE_LAW_CLOSING][0] = speed;
    batch->given[SCREE_LAW_APPROACH][0] = speed;
    *wrong = own_ask(own, batch);
    return wrong->what == OWN_RIGHT;
}

// The way in goes through overlaps that grow by a fifth each, until the push has taken up the energy of the motion, and the
// way back by halves.
double own_impact(const law_own *own, own_batch *batch, double r_eff, double m_eff, double speed,
                  own_wrong *wrong)
{
    const double all = 0.5 * m_eff * speed * speed;
    const double least = 1e-9 * r_eff;
    double overlap = 0;
    double push = 0;
    double work = 0;
    double stiffest = 0;
    *wrong = (own_wrong){.what = OWN_RIGHT};
    batch->count = 1;
    memset(batch->kept, 0, sizeof batch->kept);
    batch->given[SCREE_LAW_OVERLAP][0] = 0;
    batch->given[SCREE_LAW_RADIUS][0] = r_eff;
    batch->given[SCREE_LAW_MASS][0] = m_eff;
    while (work < all && overlap < r_eff) {
        const double next = overlap > 0 ? 1.2 * overlap : least;
        if (!reach(own, batch, next, speed * sqrt(real_max(1 - work / all, 1e-4)), wrong))
            return 0;
        const double now = batch->answer[SCREE_LAW_ELASTIC][0];
        work += 0.5 * (push + now) * (next - overlap);
        push = now;
        overlap = next;
        stiffest = real_max(stiffest, batch->answer[SCREE_LAW_STIFFNESS][0]);
    }
    for (; overlap > least; overlap *= 0.5) {
        if (!reach(own, batch, 0.9 * overlap, -speed, wrong))
            return 0;
        stiffest = real_max(stiffest, batch->answer[SCREE_LAW_STIFFNESS][0]);
    }
    return stiffest > 0 ? PI * sqrt(m_eff / stiffest) : 0;
}
