// packing_lattice.c - grains on a regular lattice, for example the fixed beads of a rough bottom, or a first bed to
// settle.
//
// A lattice is `counts` cells of edges `spacing`; `origin` is the centre of the first grain. Types, with the grains of
// a cell as fractions of its edges:
//   cubic          (0,0,0)
//   hexagonal      rows along x; every second row (y) is shifted by half an edge x,
//                  every second layer (z) by half an edge x and a third of an edge y.
//                  Close packed with spacing d (1, sqrt(3)/2, sqrt(2/3)).
//   body-centred   (0,0,0) (1/2,1/2,1/2)
//   face-centred   (0,0,0) (1/2,1/2,0) (1/2,0,1/2) (0,1/2,1/2)
#include "scene/cells.h"
#include "scene/packing.h"

#include <string.h>

static const row rows[] = {
    {"type", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0,
     "cubic (default), hexagonal, body-centred or face-centred"},
    {"spacing", ROW_VECTOR, "m", ROW_REQUIRED, 0, ROW_ANY_HIGH,
     "edges of a lattice cell [x, y, z]"},
    {"counts", ROW_VECTOR, "1", ROW_OPTIONAL, 0, 1e7,
     "cells along [x, y, z]; default: as many as the box holds"},
    {"origin", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "centre of the first grain; default: low + spacing/2"},
    {"low", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "lower corner of the box; default: of the domain"},
    {"high", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "upper corner of the box; default: of the domain"},
    PACKING_INSIDE_ROW,
    PACKING_CLEAR_ROW,
    {"jitter", ROW_REAL, "m", 0, 0, ROW_ANY_HIGH,
     "random shift of each grain, at most this much along each axis"},
    {"most", ROW_INTEGER, "1", ROW_OPTIONAL, 1, 9007199254740991.0,
     "stop after this many grains, in the order x, y, z"},
    {"seed", ROW_INTEGER, "1", ROW_OPTIONAL, 0, 9007199254740991.0,
     "seed of radii and jitter; default: that of the case"},
};

typedef struct lattice {
    int64_t n[3];
    v3 origin, spacing;
    int basis;   // grains per cell
    v3 shift[4]; // of the grains of a cell, in edges
    bool hexagonal;
} lattice;

static const int64_t most_grains = 2000000000; // slots have 31 bits

static scree_status read_type(const packing_job *job, lattice *lattice, scree_error *error)
{
    const char *type = choice_text(&job->set->packing, "type");
    lattice->basis = 1;
    lattice->shift[0] = v3_make(0, 0, 0);
    if (!type || !strcmp(type, "cubic"))
        return SCREE_OK;
    if (!strcmp(type, "hexagonal")) {
        lattice->hexagonal = true;
        return SCREE_OK;
    }
    bool body = !strcmp(type, "body-centred");
    if (!body && strcmp(type, "face-centred") != 0) {
        return packing_fail(job, error, "known are: cubic, hexagonal, body-centred, face-centred",
                            "there is no lattice type '%.60s'", type);
    }
    if (job->model->dimensions == 2) {
        return packing_fail(job, error, "use cubic or hexagonal", "lattice type '%s' is not flat",
                            type);
    }
    lattice->basis = body ? 2 : 4;
    lattice->shift[1] = body ? v3_make(0.5, 0.5, 0.5) : v3_make(0.5, 0.5, 0);
    lattice->shift[2] = v3_make(0.5, 0, 0.5);
    lattice->shift[3] = v3_make(0, 0.5, 0.5);
    return SCREE_OK;
}

static scree_status read_counts(const packing_job *job, v3 low, v3 high, lattice *lattice,
                                scree_error *error)
{
    const choice *choice = &job->set->packing;
    const double length[3] = {high.x - low.x, high.y - low.y, high.z - low.z};
    double count[3];
    double total = lattice->basis;
    bool given = choice_given(choice, "counts");
    if (given)
        choice_vector(choice, "counts", count);
    for (int i = 0; i < 3; i++) {
        bool flat = i == 2 && job->model->dimensions == 2;
        const double edge = v3_component(lattice->spacing, i);
        if (!flat && !(edge > 0))
            return packing_fail(job, error, "give three lengths above zero", "a spacing is zero");
        // A box of n edges holds n cells although its division may come out just below n.
        if (!given)
            count[i] = flat ? 1 : floor(length[i] / edge * (1 + 1e-12));
        if (flat)
            count[i] = 1;
        if (count[i] != floor(count[i]) || count[i] < 1) {
            return packing_fail(job, error,
                                given ? "give three whole numbers above zero"
                                      : "enlarge the box, or give `counts`",
                                "%g cells along %c are no lattice", count[i], "xyz"[i]);
        }
        total *= count[i];
    }
    if (total > (double)most_grains)
        return packing_fail(job, error, "check `spacing`", "%g grains are too many", total);
    for (int i = 0; i < 3; i++)
        lattice->n[i] = (int64_t)count[i];
    return SCREE_OK;
}

static scree_status read_lattice(const packing_job *job, lattice *lattice, scree_error *error)
{
    const choice *choice = &job->set->packing;
    v3 low;
    v3 high;
    double x[3];
    memset(lattice, 0, sizeof *lattice);
    scree_status status = packing_box(job, &low, &high, error);
    if (!status)
        status = read_type(job, lattice, error);
    if (status)
        return status;
    choice_vector(choice, "spacing", x);
    lattice->spacing = v3_make(x[0], x[1], x[2]);
    lattice->origin = v3_fma(low, 0.5, lattice->spacing);
    if (choice_given(choice, "origin")) {
        choice_vector(choice, "origin", x);
        lattice->origin = v3_make(x[0], x[1], x[2]);
        if (packing_leaves_plane(job->model, x[2]))
            return packing_fail(job, error, "leave its third number out",
                                "`origin` is %g m out of the plane of a 2D case", x[2]);
    }
    return read_counts(job, low, high, lattice, error);
}

static v3 lattice_point(const lattice *lattice, int64_t i, int64_t j, int64_t k, int b)
{
    const v3 shift = lattice->shift[b];
    const v3 origin = lattice->origin;
    const v3 spacing = lattice->spacing;
    v3 at = v3_make((double)i + shift.x, (double)j + shift.y, (double)k + shift.z);
    if (lattice->hexagonal) {
        const bool odd_row = j & 1;
        const bool odd_layer = k & 1;
        at.x += (odd_row + odd_layer) * 0.5;
        at.y += (double)odd_layer / 3.0;
        if (odd_row && odd_layer)
            at.x -= 1; // keeps the layer within its cells
    }
    return (v3){
        .x = origin.x + at.x * spacing.x,
        .y = origin.y + at.y * spacing.y,
        .z = origin.z + at.z * spacing.z,
    };
}

// The sites in order, each with a radius and a shift of its own, whichever of them are taken.
typedef struct sites {
    const lattice *lattice;
    int64_t next, count;
    double jitter;
    mixture kinds;
    rng shifts;
} sites;

static grain_entry next_site(sites *sites)
{
    const lattice *lattice = sites->lattice;
    const int64_t *n = lattice->n;
    const int64_t at = sites->next++;
    const int64_t cell = at / lattice->basis;
    const int64_t i = cell % n[0];
    const int64_t j = cell / n[0] % n[1];
    const int64_t k = cell / (n[0] * n[1]);
    const int b = (int)(at % lattice->basis);
    const mixture_grain grain = mixture_next(&sites->kinds);
    grain_entry entry = {.radius = grain.radius, .part = grain.part};
    const double jitter = sites->jitter;
    v3 shift;
    shift.x = rng_range(&sites->shifts, -jitter, jitter);
    shift.y = rng_range(&sites->shifts, -jitter, jitter);
    shift.z = rng_range(&sites->shifts, -jitter, jitter);
    entry.position = v3_add(lattice_point(lattice, i, j, k, b), shift);
    return entry;
}

static void all_sites(const packing_job *job, const lattice *lattice, sites *out)
{
    *out = (sites){
        .lattice = lattice,
        .count = lattice->n[0] * lattice->n[1] * lattice->n[2] * lattice->basis,
        .jitter = choice_real(&job->set->packing, "jitter"),
        .shifts = packing_rng(job, 1),
    };
    packing_mixture(job, &out->kinds);
}

// Does a grain there keep clear of those of earlier sets?
static bool is_apart(const cells *near, const grain_list *out, v3 at, double radius)
{
    cells_walk walk = cells_around(near, at, radius, false);
    for (int64_t k = cells_next(&walk); k >= 0; k = cells_next(&walk)) {
        const v3 way = cells_between(near, at, out->position[k]);
        const double apart = radius + out->radius[k];
        if (v3_dot(way, way) < apart * apart)
            return false;
    }
    return true;
}

// A grid of the grains of earlier sets. False: no memory.
static bool lay_earlier(const packing_job *job, const grain_list *out, cells *near)
{
    const model *model = job->model;
    cells_box box = {.low = model->low, .high = model->high};
    for (int axis = 0; axis < 3; axis++)
        box.periodic[axis] = model->boundary[axis] == BOUNDARY_PERIODIC;
    if (!cells_make(near, &box, 0, out->radius, out->count))
        return false;
    for (int64_t i = 0; i < out->count; i++)
        cells_put(near, i, out->position[i], out->radius[i]);
    return true;
}

// Which sites are taken.
typedef struct taking {
    packing_room room;
    cells earlier; // grains of earlier sets; no levels: they are not looked at
    int64_t most;
} taking;

// Up to `most` of the sites, those that have room.
static scree_status take_sites(const packing_job *job, sites sites, const taking *which,
                               grain_list *out, scree_error *error)
{
    const int64_t first = out->count;
    const bool flat = job->model->dimensions == 2;
    scree_status status = SCREE_OK;
    while (!status && sites.next < sites.count && out->count - first < which->most) {
        const grain_entry entry = next_site(&sites);
        v3 at = entry.position;
        if (flat)
            at.z = packing_depth(job->model);
        if (!packing_room_takes(&which->room, at, entry.radius, 0))
            continue;
        if (which->earlier.levels && !is_apart(&which->earlier, out, at, entry.radius))
            continue;
        status = grain_list_add(out, job, &entry, error);
    }
    if (!status && out->count == first) {
        return packing_fail(job, error, "take a larger region, or a smaller `spacing`",
                            "none of %lld sites of the lattice has room for its grain",
                            (long long)sites.count);
    }
    return status;
}

static scree_status fill(const packing_job *job, const lattice *lattice, grain_list *out,
                         scree_error *error)
{
    const choice *choice = &job->set->packing;
    sites sites;
    all_sites(job, lattice, &sites);
    taking which = {.room = packing_room_of(job), .most = most_grains};
    if (choice_given(choice, "most") && choice_real(choice, "most") < (double)most_grains)
        which.most = (int64_t)choice_real(choice, "most");
    const int64_t first = out->count;
    const int64_t expected = which.most < sites.count ? which.most : sites.count;
    const bool apart = first > 0 && (which.room.region || which.room.walls);
    scree_status status = grain_list_expect(out, job, expected, error);
    if (!status && apart && !lay_earlier(job, out, &which.earlier))
        status = fail_memory(error, job->set->name);
    if (!status)
        status = take_sites(job, sites, &which, out, error);
    cells_clear(&which.earlier);
    // A lattice of given counts has all its grains.
    if (status || choice_given(choice, "counts") ||
        !packing_room_is_tight(job, &which.room, out->position + first, out->radius + first,
                               out->count - first))
        return status;
    out->count = first;
    return take_sites(job, sites, &which, out, error);
}

static scree_status add(const packing_job *job, grain_list *out, scree_error *error)
{
    lattice lattice;
    scree_status status = read_lattice(job, &lattice, error);
    return status ? status : fill(job, &lattice, out, error);
}

const char packing_lattice_example[] = "spacing: [10.8 mm, 10.8 mm, 10.8 mm], low: [-27 mm, -10 "
                                       "mm, -27 mm], high: [27 mm, 12 mm, 27 mm]";

const packing_kind packing_lattice = {{"lattice", "grains on a regular lattice, of a box or region",
                                       rows, sizeof rows / sizeof *rows},
                                      add};
