// freedom.c - see freedom.h. The first row that fits a change decides; what no row knows, a branch may change.
#include "case/freedom.h"

#include <string.h>

#define MAY_CHANGE                                                                                 \
    "which walls there are and their drives, streams (more of them, rates, ends), removals, "      \
    "gravity, forces, growth, "                                                                    \
    "open and wall boundaries, parameters of laws, solver, step, output"
const char case_branch_hint[] = "a branch may change " MAY_CHANGE ", run, probes";
const char case_stage_hint[] = "a stage may change " MAY_CHANGE ", and which probes there are";

// Of which kinds of changes a row speaks.
enum { VALUES = 1 << CHANGE_OF_VALUE, ADDED = 1 << CHANGE_ADDED, GONE = 1 << CHANGE_GONE };
#define ANY (VALUES | ADDED | GONE)

// `*` stands for one name, or one number of a list; what is behind the pattern does not matter, but where `whole`.
typedef struct freedom_row {
    const char *pattern;
    int kinds;
    bool whole;
    case_freedom freedom;
} freedom_row;

static const freedom_row rows[] = {
    // frames are numbered by their period, and a stage goes on with the numbers
    {"output.every", ANY, true, CHANGE_STAGE},
    {"course", ADDED | GONE, true, CHANGE_FREE},
    {"course.out_every", ANY, true, CHANGE_BRANCH},
    {"course.vtk_every", ANY, true, CHANGE_BRANCH},
    {"course", ANY, false, CHANGE_FREE},
    {"scree", ANY, false, CHANGE_FREE},
    {"title", ANY, false, CHANGE_FREE},
    {"output", ANY, false, CHANGE_FREE},
    // a probe may come or go; with another one behind its name its table would hold rows of both
    {"probes", ANY, true, CHANGE_FREE},
    {"probes.*", ANY, true, CHANGE_FREE},
    {"probes.*.every", ANY, true, CHANGE_STAGE},
    {"probes", ANY, false, CHANGE_BRANCH},
    // what uses one that is there says so itself
    {"regions", ADDED | GONE, true, CHANGE_FREE},
    {"regions.*", ADDED | GONE, true, CHANGE_FREE},
    {"run.duration", ANY, true, CHANGE_FREE},
    {"run.steps", ANY, true, CHANGE_FREE},
    {"run.search", ANY, true, CHANGE_FREE},
    // a stage that is over, or is in progress, is known by its place and name
    {"stages.*.name", VALUES, true, CHANGE_DECIDED},
    // places on periodic axes are those in the domain
    {"domain.boundary", ANY, false, CHANGE_STAGE},
    {"domain.material", ADDED | GONE, true, CHANGE_STAGE},
    {"domain", ANY, false, CHANGE_DECIDED},
    {"grains.*.growth", ANY, false, CHANGE_STAGE},
    {"grains", ANY, false, CHANGE_DECIDED},
    {"shapes", ANY, false, CHANGE_DECIDED},
    {"maser", ANY, false, CHANGE_DECIDED}, // its grains are those that started in it
    {"dimensions", ANY, false, CHANGE_DECIDED},
    {"random", ANY, false, CHANGE_DECIDED},
    // walls are known by their names
    {"walls.*.drive", ANY, false, CHANGE_STAGE},
    {"walls.*.surface", ANY, false, CHANGE_STAGE},
    {"walls.*.from", ANY, true, CHANGE_STAGE},
    {"walls.*.until", ANY, true, CHANGE_STAGE},
    {"walls", ANY, true, CHANGE_STAGE},
    {"walls.*", ADDED | GONE, true, CHANGE_STAGE},
    {"walls", ANY, false, CHANGE_DECIDED},
    {"materials.*.density", ANY, true, CHANGE_DECIDED},
    {"materials", ANY, true, CHANGE_DECIDED},
    {"materials.*", ANY, true, CHANGE_DECIDED},
    // sets of grains are numbered, those of streams behind all others
    {"streams", ADDED, true, CHANGE_STAGE},
    {"streams.*", ADDED, true, CHANGE_STAGE},
    {"streams", ANY, true, CHANGE_DECIDED},
    {"streams.*", ANY, true, CHANGE_DECIDED},
    {"streams.*.shape", ANY, true, CHANGE_DECIDED},
    {"streams.*.material", ANY, true, CHANGE_DECIDED},
    {"streams.*.mixture", ANY, false, CHANGE_DECIDED},
    {"streams.*.by", ANY, true, CHANGE_DECIDED},
};

// Goes over one part of a way, such as "[0]" or "name".
static const char *skip_part(const char *at)
{
    if (*at == '[') {
        const char *end = strchr(at, ']');
        return end ? end + 1 : at + strlen(at);
    }
    return at + strcspn(at, ".[");
}

static bool fits(const freedom_row *row, const char *path)
{
    const char *at = path;
    const char *pattern = row->pattern;
    for (;;) {
        const size_t length = strcspn(pattern, ".");
        const char *end = skip_part(at);
        const bool any = length == 1 && *pattern == '*';
        const bool same = (size_t)(end - at) == length && !strncmp(at, pattern, length);
        if (end == at || !(any || same))
            return false;
        pattern += length;
        at = end;
        if (!*pattern)
            return !*at || !row->whole;
        if (!*at)
            return false;
        pattern++;
        at += *at == '.';
    }
}

static case_freedom freedom_of(const char *path, int kinds)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((rows[i].kinds & kinds) && fits(&rows[i], path))
            return rows[i].freedom;
    }
    return CHANGE_STAGE;
}

// An axis that is periodic, or becomes it.
static bool of_periodic_axis(const case_difference *change)
{
    return !strncmp(change->path, "domain.boundary", 15) &&
           (!strcmp(change->was, "periodic") || !strcmp(change->is, "periodic"));
}

// What bodies keep of their motion is not the same with Gear's integrator and without.
static bool of_gear(const case_difference *change)
{
    return !strcmp(change->path, "run.integrator") &&
           (!strcmp(change->was, "gear") || !strcmp(change->is, "gear"));
}

// Nor with the rotation of leapfrog and with others; and a state that was kept without orientations has none.
static bool of_rotation(const case_difference *change)
{
    if (!strcmp(change->path, "run.orientation"))
        return !strcmp(change->is, "true");
    return !strcmp(change->path, "run.rotation") &&
           (!strcmp(change->was, "leapfrog") || !strcmp(change->is, "leapfrog"));
}

case_freedom case_freedom_of_change(const case_difference *change)
{
    if (of_periodic_axis(change) || of_gear(change))
        return CHANGE_DECIDED;
    if (of_rotation(change))
        return CHANGE_BRANCH; // whose snapshot may have what it takes, and else says what it lacks
    return freedom_of(change->path, 1 << change->kind);
}

case_freedom case_freedom_of(const char *path)
{
    case_freedom least = CHANGE_DECIDED;
    for (int kind = 0; kind < CHANGE_KINDS; kind++) {
        const case_freedom one = freedom_of(path, 1 << kind);
        least = one < least ? one : least;
    }
    return least;
}
