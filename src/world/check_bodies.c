// check_bodies.c - the bodies of an image, see check_image.h: places, masses, ids, and balls that belong together.
#include "world/check_image.h"

#include "base/mathlib.h"
#include "state/tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// How often a body may have crossed a periodic border: more than in any run, and far from where the count ends.
enum { CROSSINGS_MOST = 1 << 30 };

// Lengths in m, and speeds in m/s, for which the search, which works in single precision and counts cells, is made.
#define FARTHEST 1e15
#define FASTEST 1e15
#define SMALLEST 1e-15
#define LARGEST 1e9
#define HEAVIEST 1e100 // kg, as of a case; the lightest is its inverse

// What the bodies of a row are checked by.
typedef struct body_rows {
    const double *position, *velocity, *spin,
        *centre;                // four numbers a row; centre: NULL where there are no clumps
    const image_column *column; // of the position
    const int64_t *member;      // NULL where there are no clumps
    const image_column *member_column;
} body_rows;

// Is that column kept by worlds of the case? `options` are those of world_body_options.
static bool kept(const bodies *options, const column *is)
{
    if (!is->saved)
        return false;
    if (!is->optional)
        return true;
    struct {
        const char *name;
        bool with;
    } table[] = {{"orientation", options->with_orientation},
                 {"image", options->with_image},
                 {"member", options->with_clumps},
                 {"centre", options->with_clumps},
                 {"drift", options->with_clumps && !options->with_gear},
                 {"turning", options->with_clumps && !options->with_gear},
                 {"rate", options->with_rate},
                 {"path", options->with_gear},
                 {"swing", options->with_gear}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, is->name))
            return table[i].with;
    return true; // a column that this table does not know is asked for, which a test would find
}

// Every column of the bodies is there, as long as all others; reals are finite, whole numbers fit into memory's.
static scree_status check_shapes(image_check *c)
{
    const image_column *id;
    const image_column *at;
    bodies options = {0};
    int count;
    const column *list = columns_of(TABLE_STATE, &count);
    world_body_options(c->m, &options);
    scree_status status = check_need(c, "body/id", IMAGE_I64, 1, -1, &id);
    if (status != SCREE_OK)
        return status;
    c->bodies = id->rows;
    if (c->bodies > c->next_id - c->walls)
        return check_fault(c, id, c->bodies - 1,
                           "there are more bodies than ids below the next free one, %" PRId64,
                           c->next_id);
    for (int i = 0; status == SCREE_OK && i < count; i++) {
        char name[80];
        bool real = list[i].type == NUMBER_F64;
        if (!kept(&options, &list[i]))
            continue;
        snprintf(name, sizeof name, "body/%s", list[i].name);
        status = check_need(c, name, real ? IMAGE_F64 : IMAGE_I64, list[i].width, c->bodies, &at);
        // steps go on counting how often a body has crossed a border
        const int64_t most = strcmp(name, "body/image") ? INT32_MAX : CROSSINGS_MOST;
        if (status == SCREE_OK && real)
            status = check_finite(c, at);
        if (status == SCREE_OK && list[i].type == NUMBER_I32)
            status = check_range(c, at, -most - 1, most);
    }
    return status;
}

static scree_status check_ids(const image_check *c, const image_column *id)
{
    for (int64_t i = 0; i < c->bodies; i++) {
        int64_t least = i ? c->id[i - 1] + 1 : c->walls;
        if (c->id[i] < least || c->id[i] >= c->next_id)
            return check_fault(c, id, i, "the id is %" PRId64 ", not from %" PRId64 " to %" PRId64,
                               c->id[i], least, c->next_id - 1);
    }
    return SCREE_OK;
}

int64_t check_body_of(const image_check *c, int64_t id)
{
    int64_t low = 0;
    int64_t high = c->bodies;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (c->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->bodies && c->id[low] == id ? low : -1;
}

// A coordinate along a periodic axis lies inside of the domain. Elsewhere a grain may have been lost, and a branch may
// let it go.
static scree_status check_place(const image_check *c, const body_rows *b, int64_t i)
{
    const model *m = c->m;
    const double low[3] = {m->low.x, m->low.y, m->low.z};
    const double high[3] = {m->high.x, m->high.y, m->high.z};
    const double *x = b->position + 4 * i;
    for (int d = 0; d < (m->dimensions == 2 ? 2 : 3); d++) {
        bool periodic = m->boundary[d] == BOUNDARY_PERIODIC;
        if (periodic && !(x[d] >= low[d] && x[d] <= high[d]))
            return check_fault(c, b->column, i,
                               "%c = %.9g m lies outside of the periodic domain, %.9g to %.9g m",
                               "xyz"[d], x[d], low[d], high[d]);
        if (!(fabs(x[d]) < FARTHEST))
            return check_fault(c, b->column, i, "%c = %g m is too far", "xyz"[d], x[d]);
    }
    return SCREE_OK;
}

static bool close_to(double x, double y)
{
    return fabs(x - y) <= 1e-9 * fabs(y);
}

static scree_status check_size(const image_check *c, const body_rows *b, int64_t i)
{
    double radius = b->position[4 * i + 3];
    double inverse_mass = b->velocity[4 * i + 3];
    double inverse = b->spin[4 * i + 3];
    if (!(radius >= SMALLEST && radius <= LARGEST))
        return check_fault(c, b->column, i, "the radius is %g m", radius);
    if (!close_to(inverse, 1 / radius))
        return check_fault(c, b->column, i, "the radius is %g m, but body/spin has 1/%g m", radius,
                           1 / inverse);
    if (!(inverse_mass == 0 || (inverse_mass >= 1 / HEAVIEST && inverse_mass <= HEAVIEST)))
        return check_fault(c, b->column, i, "body/velocity gives a mass of %g kg",
                           1 / inverse_mass);
    return SCREE_OK;
}

// Of the centre, and of the rim: the spin is kept as R times the angular velocity.
static scree_status check_speed(const image_check *c, const body_rows *b, int64_t i)
{
    const double *rows[2] = {b->velocity, b->spin};
    for (int which = 0; which < 2; which++)
        for (int d = 0; d < 3; d++) {
            double speed = rows[which][4 * i + d];
            if (!(fabs(speed) < FASTEST))
                return check_fault(c, b->column, i, "%s is %g m/s, too fast",
                                   which ? "body/spin" : "body/velocity", speed);
        }
    return SCREE_OK;
}

static scree_status check_kind(const image_check *c, int64_t i, const image_column *material,
                               const image_column *set)
{
    const model *m = c->m;
    if (c->material[i] < 0 || c->material[i] >= m->materials)
        return check_fault(c, material, i, "material %" PRId64 " of a case that has %d",
                           c->material[i], m->materials);
    if (c->set[i] < 0 || c->set[i] >= m->grain_sets + m->streams)
        return check_fault(c, set, i,
                           "set of grains %" PRId64 " of a case that has %d, streams included",
                           c->set[i], m->grain_sets + m->streams);
    int64_t own = c->set[i] < m->grain_sets ? m->grains[c->set[i]].material
                                            : m->stream[c->set[i] - m->grain_sets].material;
    if (c->material[i] != own)
        return check_fault(c, material, i,
                           "material %" PRId64 " in a set of grains that has %" PRId64,
                           c->material[i], own);
    return SCREE_OK;
}

// How many balls move with this one, as the case has it; 0: it moves by itself.
static int64_t balls_of(const image_check *c, const body_rows *b, int64_t i)
{
    if (!(b->velocity[4 * i + 3] > 0))
        return 0;
    int64_t balls = model_shape_of(c->m, (int)c->set[i])->clump.balls;
    bool gear = c->m->integrator == INTEGRATOR_GEAR && world_solver_of(c->m)->schemes;
    return balls > 0 ? balls : gear ? 1 : 0;
}

static scree_status check_radius_of_shape(const image_check *c, const body_rows *b, int64_t i,
                                          int64_t ball)
{
    const model_shape *shape = model_shape_of(c->m, (int)c->set[i]);
    bool fixed = !(b->velocity[4 * i + 3] > 0);
    if (shape->clump.balls == 0 || (fixed && shape->clump.balls > 1))
        return SCREE_OK;
    if (close_to(b->position[4 * i + 3], shape->clump.radius[ball]))
        return SCREE_OK;
    return check_fault(c, b->column, i, "the radius is %.9g m, and the shape %.60s has %.9g m",
                       b->position[4 * i + 3], shape->name, shape->clump.radius[ball]);
}

// Balls of one body stand side by side, numbered, of one set; the first has the mass.
static scree_status check_members(const image_check *c, const body_rows *b)
{
    for (int64_t i = 0; i < c->bodies; i++) {
        const int64_t balls = balls_of(c, b, i);
        const int64_t rows = balls > 0 ? balls : 1;
        for (int64_t k = 0; k < rows; k++) {
            int64_t at = i + k;
            bool there = at < c->bodies && c->set[at] == c->set[i] && c->id[at] == c->id[i] + k;
            const int64_t *member = there ? b->member + 2 * at : NULL;
            if (!there || member[0] != (balls ? k : 0) || member[1] != balls ||
                balls_of(c, b, at) != balls)
                return check_fault(c, b->member_column, at < c->bodies ? at : c->bodies - 1,
                                   "this is not ball %" PRId64 " of the %" PRId64 " of its body", k,
                                   rows);
            scree_status status = check_radius_of_shape(c, b, at, k);
            if (status != SCREE_OK)
                return status;
        }
        double mass = b->centre[4 * i + 3];
        if (balls > 0 && !close_to(mass * b->velocity[4 * i + 3], 1))
            return check_fault(c, b->member_column, i,
                               "body/centre gives a mass of %g kg, body/velocity one of %g kg",
                               mass, 1 / b->velocity[4 * i + 3]);
        i += rows - 1;
    }
    return SCREE_OK;
}

scree_status check_image_bodies(image_check *c)
{
    const image_column *id;
    const image_column *material;
    const image_column *set;
    const image_column *position;
    const image_column *velocity;
    const image_column *spin;
    const image_column *turn;
    const image_column *member;
    const image_column *centre;
    scree_status status = check_shapes(c);
    if (status != SCREE_OK)
        return status;
    id = image_find(c->im, "body/id", IMAGE_I64, 1);
    material = image_find(c->im, "body/material", IMAGE_I64, 1);
    set = image_find(c->im, "body/set", IMAGE_I64, 1);
    position = image_find(c->im, "body/position", IMAGE_F64, 4);
    velocity = image_find(c->im, "body/velocity", IMAGE_F64, 4);
    spin = image_find(c->im, "body/spin", IMAGE_F64, 4);
    turn = image_find(c->im, "body/orientation", IMAGE_F64, 4);
    member = image_find(c->im, "body/member", IMAGE_I64, 2);
    centre = image_find(c->im, "body/centre", IMAGE_F64, 4);
    bodies options = {0};
    world_body_options(c->m, &options);
    c->id = id->data;
    c->material = material->data;
    c->set = set->data;
    body_rows b = {.position = position->data,
                   .velocity = velocity->data,
                   .spin = spin->data,
                   .column = position};
    status = check_ids(c, id);
    for (int64_t i = 0; status == SCREE_OK && i < c->bodies; i++) {
        status = check_kind(c, i, material, set);
        if (status == SCREE_OK)
            status = check_place(c, &b, i);
        if (status == SCREE_OK)
            status = check_size(c, &b, i);
        if (status == SCREE_OK)
            status = check_speed(c, &b, i);
    }
    if (status == SCREE_OK && options.with_orientation)
        status = check_turns(c, turn, 0);
    if (status != SCREE_OK || !options.with_clumps)
        return status;
    b.member = member->data;
    b.member_column = member;
    b.centre = centre->data;
    return check_members(c, &b);
}
