// own.c - see own.h.
#include "law/own.h"

#include "base/constants.h"
#include "base/fail.h"
#include "base/mathlib.h"
#include "law/own_wrong.h"
#include "law/spring.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MOST = 40, DOC_MOST = 200, UNIT_MOST = 40, ROWS = 1 + SCREE_LAW_PARAMETERS };

struct law_own {
    plugin what; // the first member: own_of finds the law by it
    atomic_int users;
    scree_law_function *push;
    void *context;
    void (*release)(void *context);
    void (*why)(void *context, char *words, int room);
    int version, kept;
    double rise, onset;
    bool yields, alone, pulls;
    row rows[ROWS];
    char name[sizeof OWN_PREFIX + NAME_MOST], doc[DOC_MOST];
    struct {
        char name[NAME_MOST], unit[UNIT_MOST], doc[DOC_MOST];
    } text[ROWS];
};

// ---- making one

static bool is_name(const char *name)
{
    const size_t length = name ? strlen(name) : 0;
    bool good = length > 0 && length < NAME_MOST && name[0] >= 'a' && name[0] <= 'z';
    for (size_t i = 0; i < length; i++) {
        const char c = name[i];
        good = good && ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
    }
    return good;
}

static bool is_text(const char *text, size_t room)
{
    return !text || strlen(text) < room;
}

static scree_status refuse(const char *where, const char *hint, const char *what,
                           scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

static scree_status check_parameter(const scree_law_terms *terms, int i, scree_error *error)
{
    const scree_law_parameter *is = &terms->parameter[i];
    if (!is_name(is->name))
        return refuse("law.parameter.name", "use letters a-z, digits and '_', up to 39",
                      "a parameter has no name that a case could have as a key", error);
    if (!strcmp(is->name, "law") || !strcmp(is->name, "version"))
        return refuse(is->name, "choose another name", "this key of a law means something else",
                      error);
    for (int j = 0; j < i; j++) {
        if (!strcmp(is->name, terms->parameter[j].name))
            return refuse(is->name, "leave one out", "two parameters have this name", error);
    }
    if (!is->unit || !is->unit[strspn(is->unit, " ")] || !is_text(is->unit, UNIT_MOST))
        return refuse(is->name, "such as N/m, or 1", "a parameter has no unit", error);
    if (!is_text(is->doc, DOC_MOST))
        return refuse(is->name, "write one line", "what a parameter is takes 200 bytes or more",
                      error);
    if (!(is->low <= is->high))
        return refuse(is->name, "low <= high", "a parameter has no range", error);
    if (!isnan(is->fallback) &&
        !(isfinite(is->fallback) && is->low <= is->fallback && is->fallback <= is->high))
        return refuse(is->name, "give one in its range, or NAN for none",
                      "the fallback of a parameter is out of its range", error);
    return SCREE_OK;
}

static bool within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static scree_status check(const scree_law_terms *terms, scree_error *error)
{
    scree_status status = SCREE_OK;
    if (!is_name(terms->name))
        return refuse("law.name", "use letters a-z, digits and '_', up to 39",
                      "a law has no name that a case could spell", error);
    if (!terms->push)
        return refuse("law.push", "give one", "a law has no function", error);
    if (terms->version < 1)
        return refuse("law.version", "begin with 1", "a version is below 1", error);
    if (terms->parameters < 0 || terms->parameters > SCREE_LAW_PARAMETERS)
        return refuse("law.parameters", "take 0 to 8", "so many parameters a law cannot have",
                      error);
    if (terms->kept < 0 || terms->kept > SCREE_LAW_KEPT)
        return refuse("law.kept", "take 0 to 10", "so many numbers a contact cannot keep", error);
    if (terms->kind != SCREE_LAW_NORMAL && terms->kind != SCREE_LAW_COHESION)
        return refuse("law.kind", "take SCREE_LAW_NORMAL or SCREE_LAW_COHESION",
                      "such laws a program cannot give", error);
    if (terms->kind == SCREE_LAW_NORMAL && !within(terms->rise, 1, 3))
        return refuse("law.rise", "take 1 of a spring, 1.5 of spheres",
                      "the power of the push is not 1 to 3", error);
    if (!within(terms->onset, 0, 2))
        return refuse("law.onset", "take 0 where damping begins suddenly",
                      "the power with which damping begins is not 0 to 2", error);
    if (!is_text(terms->doc, DOC_MOST))
        return refuse("law.doc", "write one line", "what a law is takes 200 bytes or more", error);
    for (int i = 0; i < terms->parameters && !status; i++)
        status = check_parameter(terms, i, error);
    return status;
}

static void take_rows(law_own *own, const scree_law_terms *terms)
{
    own->rows[OWN_VERSION] = (row){
        .name = "version",
        .type = ROW_INTEGER,
        .unit = "1",
        .fallback = terms->version,
        .low = 1,
        .high = 1e9,
        .doc = "of the function; a state goes on only with the version that made it",
    };
    for (int i = 0; i < terms->parameters; i++) {
        const scree_law_parameter *is = &terms->parameter[i];
        const int at = OWN_PARAMETER + i;
        snprintf(own->text[at].name, sizeof own->text[at].name, "%s", is->name);
        snprintf(own->text[at].unit, sizeof own->text[at].unit, "%s", is->unit);
        snprintf(own->text[at].doc, sizeof own->text[at].doc, "%s",
                 is->doc ? is->doc : "a parameter of a law of the program");
        own->rows[at] = (row){
            .name = own->text[at].name,
            .type = ROW_REAL,
            .unit = own->text[at].unit,
            .fallback = is->fallback,
            .low = is->low,
            .high = is->high,
            .doc = own->text[at].doc,
        };
    }
}

scree_status own_make(const scree_law_terms *terms, law_own **out, scree_error *error)
{
    *out = NULL;
    const scree_status status = check(terms, error);
    if (status)
        return status;
    law_own *own = calloc(1, sizeof *own);
    if (!own)
        return fail_memory(error, "law");
    atomic_init(&own->users, 1);
    own->push = terms->push;
    own->context = terms->context;
    own->release = terms->release;
    own->why = terms->why;
    own->version = terms->version;
    own->kept = terms->kept;
    own->rise = terms->rise;
    own->onset = terms->onset;
    own->yields = terms->yields != 0;
    own->alone = terms->alone != 0;
    own->pulls = terms->kind == SCREE_LAW_COHESION;
    snprintf(own->name, sizeof own->name, OWN_PREFIX "%s", terms->name);
    snprintf(own->doc, sizeof own->doc, "%s", terms->doc ? terms->doc : "a law of the program");
    take_rows(own, terms);
    own->what = (plugin){own->name, own->doc, own->rows, OWN_PARAMETER + terms->parameters};
    *out = own;
    return SCREE_OK;
}

law_own *own_keep(law_own *own)
{
    atomic_fetch_add(&own->users, 1);
    return own;
}

void own_release(law_own *own)
{
    if (atomic_fetch_sub(&own->users, 1) > 1)
        return;
    if (own->release)
        own->release(own->context);
    free(own);
}

// ---- what it is

const plugin *own_plugin(const law_own *own)
{
    return &own->what;
}

bool own_is_name(const char *name)
{
    return !strncmp(name, OWN_PREFIX, sizeof OWN_PREFIX - 1) || !strncmp(name, "own-", 4);
}

const law_own *own_of(const plugin *what)
{
    const bool own = what && !strncmp(what->name, OWN_PREFIX, sizeof OWN_PREFIX - 1);
    return own ? (const law_own *)(const void *)what : NULL;
}

int own_version(const law_own *own)
{
    return own->version;
}
int own_keeps(const law_own *own)
{
    return OWN_KEPT + own->kept;
}
double own_rise(const law_own *own)
{
    return own->rise;
}
double own_onset(const law_own *own)
{
    return own->onset;
}
bool own_yields(const law_own *own)
{
    return own->yields;
}
bool own_pulls(const law_own *own)
{
    return own->pulls;
}
bool own_alone(const law_own *own)
{
    return own->alone;
}

// ---- asking it

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

// Which of the answers to a contact is none, and its value; -1: all are good.
static int find_wrong(const law_own *own, const own_batch *batch, int i, double *value)
{
    for (int row = 0; row < SCREE_LAW_ANSWERS; row++) {
        *value = batch->answer[row][i];
        const double least = own->pulls ? least_of_pull(row) : least_of(batch, row, i);
        if (!is_number(*value) || *value < least)
            return row;
    }
    for (int j = 0; j < own->kept; j++) {
        *value = batch->kept[j][i];
        if (!is_number(*value))
            return OWN_WRONG_KEPT + j;
    }
    *value = batch->answer[SCREE_LAW_ELASTIC][i] + batch->answer[SCREE_LAW_DAMPING][i];
    return *value >= 0 ? -1 : OWN_WRONG_PUSH;
}

void own_wrong_spell(int wrong, double value, char out[OWN_WRONG_WORDS])
{
    static const char *const answer[] = {"elastic", "damping", "stiffness",        "dashpot",
                                         "energy",  "lost",    "elastic + damping"};
    static const char *const unit[] = {"N", "N", "N/m", "N s/m", "J", "J", "N"};
    *out = 0;
    if (wrong >= OWN_WRONG_KEPT && wrong < OWN_WRONG_CALL)
        snprintf(out, OWN_WRONG_WORDS, ": kept[%d] = %.6g", wrong - OWN_WRONG_KEPT, value);
    if (wrong <= OWN_WRONG_PUSH)
        snprintf(out, OWN_WRONG_WORDS, ": %s = %.6g %s", answer[wrong], value, unit[wrong]);
}

// Words of a program are one line of an error.
void own_why(const law_own *own, double answered, char out[OWN_WHY_WORDS])
{
    char words[OWN_WHY_WORDS - 2] = "";
    if (own->why)
        own->why(own->context, words, (int)sizeof words);
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

// No number goes on as if it had been the answer; what was wrong is left in its place.
static void spoil(own_batch *batch, int i, int wrong, double value)
{
    for (int row = 0; row < SCREE_LAW_ANSWERS; row++)
        batch->answer[row][i] = NAN;
    batch->answer[SCREE_LAW_STIFFNESS][i] = own_wrong_mark(wrong);
    batch->answer[SCREE_LAW_ENERGY][i] = value;
}

own_fault own_ask(const law_own *own, own_batch *batch, int *contact)
{
    own_fault fault = OWN_FINE;
    memset(batch->answer, 0, sizeof batch->answer);
    *contact = 0;
    const int failed = own->push(own->context, batch->count, batch->pair, batch->given[0],
                                 batch->kept[0], batch->answer[0]);
    for (int i = batch->count - 1; i >= 0; i--) {
        double value = failed;
        const int wrong = failed ? OWN_WRONG_CALL : find_wrong(own, batch, i, &value);
        if (wrong < 0)
            continue;
        spoil(batch, i, wrong, value);
        *contact = i; // the first of them, in the end
        fault = failed ? OWN_FAILED : OWN_NO_ANSWER;
    }
    return fault;
}

// ---- an impact, for the choice of a step

// Goes on to an overlap in a step at that speed, below 0 where the bodies part. False: no answer.
static bool reach(const law_own *own, own_batch *batch, double overlap, double speed)
{
    const double way = fabs(overlap - batch->given[SCREE_LAW_OVERLAP][0]);
    int unused;
    batch->pair[SCREE_LAW_STEP] = way / fabs(speed);
    batch->given[SCREE_LAW_OVERLAP][0] = overlap;
    batch->given[SCREE_LAW_CLOSING][0] = speed;
    batch->given[SCREE_LAW_APPROACH][0] = speed;
    return own_ask(own, batch, &unused) == OWN_FINE;
}

// The way in goes through overlaps that grow by a fifth each, until the push has taken up the energy of the motion, and the
// way back by halves.
double own_impact(const law_own *own, own_batch *batch, double r_eff, double m_eff, double speed)
{
    const double all = 0.5 * m_eff * speed * speed;
    const double least = 1e-9 * r_eff;
    double overlap = 0;
    double push = 0;
    double work = 0;
    double stiffest = 0;
    batch->count = 1;
    memset(batch->kept, 0, sizeof batch->kept);
    batch->given[SCREE_LAW_OVERLAP][0] = 0;
    batch->given[SCREE_LAW_RADIUS][0] = r_eff;
    batch->given[SCREE_LAW_MASS][0] = m_eff;
    while (work < all && overlap < r_eff) {
        const double next = overlap > 0 ? 1.2 * overlap : least;
        if (!reach(own, batch, next, speed * sqrt(real_max(1 - work / all, 1e-4))))
            return 0;
        const double now = batch->answer[SCREE_LAW_ELASTIC][0];
        work += 0.5 * (push + now) * (next - overlap);
        push = now;
        overlap = next;
        stiffest = real_max(stiffest, batch->answer[SCREE_LAW_STIFFNESS][0]);
    }
    for (; overlap > least; overlap *= 0.5) {
        if (!reach(own, batch, 0.9 * overlap, -speed))
            return 0;
        stiffest = real_max(stiffest, batch->answer[SCREE_LAW_STIFFNESS][0]);
    }
    return stiffest > 0 ? PI * sqrt(m_eff / stiffest) : 0;
}
