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

// Lengths in m for which the search, which works in single precision and counts cells, is made.
#define FARTHEST 1e15
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
                 {"swing", options->with_gear},
                 {"given", options->with_given},
                 {"moment", options->with_given}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (!strcmp(table[i].name, is->name))
            return table[i].with;
    }
    return true; // a column that this table does not know is asked for, which a test would find
}

// Every column of the bodies is there, as long as all others; reals are finite, whole numbers fit into memory's.
static scree_status check_shapes(image_check *check)
{
    const image_column *id;
    const image_column *at;
    bodies options = {0};
    int count;
    const column *list = columns_of(TABLE_STATE, &count);
    world_body_options(check->model, &options);
    scree_status status = check_need(check, "body/id", IMAGE_I64, 1, -1, &id);
    if (status != SCREE_OK)
        return status;
    check->bodies = id->rows;
    if (check->bodies > check->next_id - check->first_grain) {
        return check_fault(check, id, check->bodies - 1,
                           "there are more bodies than ids below the next free one, %" PRId64,
                           check->next_id);
    }
    for (int i = 0; status == SCREE_OK && i < count; i++) {
        char name[80];
        bool real = list[i].type == NUMBER_F64;
        if (!kept(&options, &list[i]))
            continue;
        snprintf(name, sizeof name, "body/%s", list[i].name);
        status = check_need(check, name, real ? IMAGE_F64 : IMAGE_I64, list[i].width, check->bodies,
                            &at);
        // steps go on counting how often a body has crossed a border
        const int64_t most = strcmp(name, "body/image") ? INT32_MAX : CROSSINGS_MOST;
        if (status == SCREE_OK && real)
            status = check_finite(check, at);
        if (status == SCREE_OK && list[i].type == NUMBER_I32)
            status = check_range(check, at, -most - 1, most);
    }
    return status;
}

static scree_status check_ids(const image_check *check, const image_column *id)
{
    for (int64_t i = 0; i < check->bodies; i++) {
        int64_t least = i ? check->id[i - 1] + 1 : check->first_grain;
        if (check->id[i] < least || check->id[i] >= check->next_id) {
            return check_fault(check, id, i,
                               "the id is %" PRId64 ", not from %" PRId64 " to %" PRId64,
                               check->id[i], least, check->next_id - 1);
        }
    }
    return SCREE_OK;
}

int64_t check_body_of(const image_check *check, int64_t id)
{
    int64_t low = 0;
    int64_t high = check->bodies;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (check->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < check->bodies && check->id[low] == id ? low : -1;
}

// The length of the domain along an axis: that of the cell of the image where it deforms.
static double high_of(const image_check *check, int axis)
{
    const model *model = check->model;
    const image_column *edges = image_find(check->im, "cell/edges", IMAGE_F64, CELL_PARTS);
    if (model->boundary[axis] != BOUNDARY_PERIODIC || !edges || edges->rows != 1)
        return v3_component(model->high, axis);
    return v3_component(model->low, axis) + image_reals(edges)[axis];
}

// A coordinate along a periodic axis lies inside of the domain. Elsewhere a grain may have been lost, and a branch may
// let it go.
static scree_status check_place(const image_check *check, const body_rows *rows, int64_t i)
{
    const model *model = check->model;
    const int axes = model->dimensions == 2 ? 2 : 3;
    for (int axis = 0; axis < axes; axis++) {
        const double at = rows->position[4 * i + axis];
        const bool periodic = model->boundary[axis] == BOUNDARY_PERIODIC;
        const double low = v3_component(model->low, axis);
        const double high = high_of(check, axis);
        const bool inside = at >= low && at <= high;
        const char letter = "xyz"[axis];
        if (periodic && !inside) {
            return check_fault(check, rows->column, i,
                               "%c = %.9g m lies outside of the periodic domain, %.9g to %.9g m",
                               letter, at, low, high);
        }
        if (!(fabs(at) < FARTHEST))
            return check_fault(check, rows->column, i, "%c = %g m is too far", letter, at);
    }
    return SCREE_OK;
}

static bool close_to(double x, double y)
{
    return fabs(x - y) <= 1e-9 * fabs(y);
}

static scree_status check_size(const image_check *check, const body_rows *rows, int64_t i)
{
    const double radius = rows->position[4 * i + 3];
    const double inverse_mass = rows->velocity[4 * i + 3];
    const double inverse = rows->spin[4 * i + 3];
    const bool fixed = inverse_mass == 0;
    const bool has_mass = inverse_mass >= 1 / HEAVIEST && inverse_mass <= HEAVIEST;
    if (!(radius >= SMALLEST && radius <= LARGEST))
        return check_fault(check, rows->column, i, "the radius is %g m", radius);
    if (!close_to(inverse, 1 / radius)) {
        return check_fault(check, rows->column, i, "the radius is %g m, but body/spin has 1/%g m",
                           radius, 1 / inverse);
    }
    if (!fixed && !has_mass) {
        return check_fault(check, rows->column, i, "body/velocity gives a mass of %g kg",
                           1 / inverse_mass);
    }
    return SCREE_OK;
}

// Of the centre, and of the rim: the spin is kept as R times the angular velocity.
static scree_status check_speed(const image_check *check, const body_rows *bodies, int64_t i)
{
    const double *rows[2] = {bodies->velocity, bodies->spin};
    for (int which = 0; which < 2; which++) {
        for (int axis = 0; axis < 3; axis++) {
            double speed = rows[which][4 * i + axis];
            if (!(fabs(speed) < FASTEST)) {
                return check_fault(check, bodies->column, i, "%s is %g m/s, too fast",
                                   which ? "body/spin" : "body/velocity", speed);
            }
        }
    }
    return SCREE_OK;
}

static scree_status check_kind(const image_check *check, int64_t i, const image_column *material,
                               const image_column *set)
{
    const model *model = check->model;
    const int sets = model->grain_sets + model->streams;
    const int64_t made_of = check->material[i];
    const int64_t number = check->set[i];
    if (made_of < 0 || made_of >= model->materials) {
        return check_fault(check, material, i, "material %" PRId64 " of a case that has %d",
                           made_of, model->materials);
    }
    if (number < 0 || number >= sets) {
        return check_fault(check, set, i,
                           "set of grains %" PRId64 " of a case that has %d, streams included",
                           number, sets);
    }
    const int64_t own = number < model->grain_sets
                            ? model->grains[number].material
                            : model->stream[number - model->grain_sets].material;
    if (made_of != own) {
        return check_fault(check, material, i,
                           "material %" PRId64 " in a set of grains that has %" PRId64, made_of,
                           own);
    }
    return SCREE_OK;
}

// How many balls move with this one, as the case has it; 0: it moves by itself.
static int64_t balls_of(const image_check *check, const body_rows *rows, int64_t i)
{
    const model *model = check->model;
    if (!(rows->velocity[4 * i + 3] > 0))
        return 0;
    const model_clump *clump = model_clump_of(model, (int)check->set[i]);
    const int64_t balls = clump ? clump->balls : 0;
    const bool gear = model->integrator == INTEGRATOR_GEAR && world_solver_of(model)->schemes;
    if (balls == 0 && gear)
        return 1;
    return balls;
}

static scree_status check_radius_of_shape(const image_check *check, const body_rows *rows,
                                          int64_t i, int64_t ball)
{
    const model_shape *shape = model_shape_of(check->model, (int)check->set[i]);
    const int balls = shape->clump.balls;
    const bool fixed = !(rows->velocity[4 * i + 3] > 0);
    const double radius = rows->position[4 * i + 3];
    if (balls == 0 || shape->clump.of_ball || (fixed && balls > 1))
        return SCREE_OK;
    const double wanted = shape->clump.radius[ball];
    if (close_to(radius, wanted))
        return SCREE_OK;
    return check_fault(check, rows->column, i,
                       "the radius is %.9g m, and the shape %.60s has %.9g m", radius, shape->name,
                       wanted);
}

// Balls of one body stand side by side, numbered, of one set; the first has the mass.
// Is the row `at` ball number `ball` of the body that begins in row `head`?
static bool is_member(const image_check *check, const body_rows *bodies, int64_t head, int64_t ball)
{
    const int64_t at = head + ball;
    if (at >= check->bodies || check->set[at] != check->set[head])
        return false;
    if (check->id[at] != check->id[head] + ball)
        return false;
    const int64_t balls = balls_of(check, bodies, head);
    const int64_t *member = bodies->member + 2 * at;
    if (member[0] != (balls ? ball : 0) || member[1] != balls)
        return false;
    return balls_of(check, bodies, at) == balls;
}

static scree_status check_members(const image_check *check, const body_rows *bodies)
{
    for (int64_t i = 0; i < check->bodies; i++) {
        const int64_t balls = balls_of(check, bodies, i);
        const int64_t rows = balls > 0 ? balls : 1;
        for (int64_t k = 0; k < rows; k++) {
            const int64_t at = i + k;
            if (!is_member(check, bodies, i, k)) {
                return check_fault(
                    check, bodies->member_column, at < check->bodies ? at : check->bodies - 1,
                    "this is not ball %" PRId64 " of the %" PRId64 " of its body", k, rows);
            }
            scree_status status = check_radius_of_shape(check, bodies, at, k);
            if (status != SCREE_OK)
                return status;
        }
        const double mass = bodies->centre[4 * i + 3];
        const double inverse_mass = bodies->velocity[4 * i + 3];
        if (balls > 0 && !close_to(mass * inverse_mass, 1)) {
            return check_fault(check, bodies->member_column, i,
                               "body/centre gives a mass of %g kg, body/velocity one of %g kg",
                               mass, 1 / inverse_mass);
        }
        i += rows - 1;
    }
    return SCREE_OK;
}

scree_status check_image_bodies(image_check *check)
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
    scree_status status = check_shapes(check);
    if (status != SCREE_OK)
        return status;
    id = image_find(check->im, "body/id", IMAGE_I64, 1);
    material = image_find(check->im, "body/material", IMAGE_I64, 1);
    set = image_find(check->im, "body/set", IMAGE_I64, 1);
    position = image_find(check->im, "body/position", IMAGE_F64, 4);
    velocity = image_find(check->im, "body/velocity", IMAGE_F64, 4);
    spin = image_find(check->im, "body/spin", IMAGE_F64, 4);
    turn = image_find(check->im, "body/orientation", IMAGE_F64, 4);
    member = image_find(check->im, "body/member", IMAGE_I64, 2);
    centre = image_find(check->im, "body/centre", IMAGE_F64, 4);
    bodies options = {0};
    world_body_options(check->model, &options);
    check->id = id->data;
    check->material = material->data;
    check->set = set->data;
    body_rows rows = {
        .position = position->data,
        .velocity = velocity->data,
        .spin = spin->data,
        .column = position,
    };
    status = check_ids(check, id);
    for (int64_t i = 0; status == SCREE_OK && i < check->bodies; i++) {
        status = check_kind(check, i, material, set);
        if (status == SCREE_OK)
            status = check_place(check, &rows, i);
        if (status == SCREE_OK)
            status = check_size(check, &rows, i);
        if (status == SCREE_OK)
            status = check_speed(check, &rows, i);
    }
    if (status == SCREE_OK && options.with_orientation)
        status = check_turns(check, turn, 0);
    if (status != SCREE_OK || !options.with_clumps)
        return status;
    rows.member = member->data;
    rows.member_column = member;
    rows.centre = centre->data;
    return check_members(check, &rows);
}
