// own.c - see own.h.
#include "law/own.h"

#include "base/fail.h"
#include "law/law.h"
#include "law/own_ask.h"
#include "state/model.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MOST = 40, DOC_MOST = 200, UNIT_MOST = 40, ROWS = 1 + SCREE_LAW_PARAMETERS };

struct law_own {
    plugin what;           // the first member: own_of finds the law by it
    scree_law_terms terms; // but for its words, which stand below
    atomic_int users;
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

static bool is_spring(const scree_law_terms *terms)
{
    return terms->kind == SCREE_LAW_TANGENTIAL || terms->kind == SCREE_LAW_ROLLING;
}

// What laws along the normal have of their own.
static scree_status check_push(const scree_law_terms *terms, scree_error *error)
{
    if (terms->kept < 0 || terms->kept > SCREE_LAW_KEPT)
        return refuse("law.kept", "take 0 to 10", "so many numbers a contact cannot keep", error);
    if (terms->kind == SCREE_LAW_NORMAL && !within(terms->rise, 1, 3))
        return refuse("law.rise", "take 1 of a spring, 1.5 of spheres",
                      "the power of the push is not 1 to 3", error);
    if (terms->kind == SCREE_LAW_NORMAL && !within(terms->onset, 0, 2))
        return refuse("law.onset", "take 0 where damping begins suddenly",
                      "the power with which damping begins is not 0 to 2", error);
    return SCREE_OK;
}

// And springs.
static scree_status check_spring(const scree_law_terms *terms, scree_error *error)
{
    const bool known = terms->onset == SCREE_LAW_AS_NORMAL || terms->onset == SCREE_LAW_NO_DASHPOT;
    if (terms->kept < 0 || terms->kept > SCREE_LAW_SPRING_KEPT)
        return refuse("law.kept", "take 0 to 7", "so many numbers a contact cannot keep", error);
    if (!known && !within(terms->onset, 0, 2))
        return refuse("law.onset",
                      "take 0 where damping begins suddenly, SCREE_LAW_AS_NORMAL, or "
                      "SCREE_LAW_NO_DASHPOT",
                      "the power with which damping begins is not 0 to 2", error);
    if ((unsigned)terms->follows > SCREE_LAW_WITH_GRIP)
        return refuse("law.follows", "take one of scree_law_follows",
                      "what the stiffness of a spring follows is unknown", error);
    if (terms->kind == SCREE_LAW_ROLLING && terms->follows == SCREE_LAW_WITH_GRIP)
        return refuse("law.follows", "take SCREE_LAW_FREE",
                      "the stiffness of a spring against rolling does not follow the grip", error);
    if (terms->follows == SCREE_LAW_FREE && !within(terms->rise, 0, 2))
        return refuse("law.rise", "take 0 where it is there at once, 0.5 as a contact radius",
                      "the power with which the stiffness of a spring begins is not 0 to 2", error);
    return SCREE_OK;
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
    if (!is_text(terms->doc, DOC_MOST))
        return refuse("law.doc", "write one line", "what a law is takes 200 bytes or more", error);
    if ((unsigned)terms->kind > SCREE_LAW_ROLLING)
        return refuse("law.kind", "take one of scree_law_kind", "such laws a program cannot give",
                      error);
    status = is_spring(terms) ? check_spring(terms, error) : check_push(terms, error);
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
    own->terms = *terms;
    snprintf(own->name, sizeof own->name, OWN_PREFIX "%s", terms->name);
    snprintf(own->doc, sizeof own->doc, "%s", terms->doc ? terms->doc : "a law of the program");
    take_rows(own, terms);
    own->terms.name = own->name;
    own->terms.doc = own->doc;
    own->terms.parameter = NULL; // they stand in the rows
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
    if (own->terms.release)
        own->terms.release(own->terms.context);
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

const scree_law_terms *own_terms(const law_own *own)
{
    return &own->terms;
}

int own_version(const law_own *own)
{
    return own->terms.version;
}

int own_slot(const law_own *own)
{
    static const int slot[] = {
        [SCREE_LAW_NORMAL] = LAW_NORMAL,
        [SCREE_LAW_COHESION] = LAW_COHESION,
        [SCREE_LAW_TANGENTIAL] = LAW_TANGENTIAL,
        [SCREE_LAW_ROLLING] = LAW_ROLLING,
    };
    return slot[own->terms.kind];
}

int own_before(const law_own *own)
{
    if (is_spring(&own->terms))
        return OWN_SLIDES + own_slides(own) + (own_follows(own) == SCREE_LAW_FREE);
    return own->terms.kind == SCREE_LAW_NORMAL ? OWN_PUSH_KEPT : OWN_PULL_KEPT;
}

int own_keeps(const law_own *own)
{
    return own_before(own) + own->terms.kept;
}

double own_rise(const law_own *own)
{
    return own->terms.rise;
}

double own_onset(const law_own *own)
{
    return own->terms.onset;
}

bool own_grows(const law_own *own)
{
    return own->terms.rise > (is_spring(&own->terms) ? 0 : 1);
}

bool own_yields(const law_own *own)
{
    return own->terms.yields != 0;
}

bool own_slides(const law_own *own)
{
    return own->terms.slides != 0;
}

scree_law_follows own_follows(const law_own *own)
{
    return own->terms.follows;
}

bool own_alone(const law_own *own)
{
    return own->terms.alone != 0;
}
