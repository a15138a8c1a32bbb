// coarse.c - see coarse.h.
#include "measure/coarse.h"

#include "base/memory.h"
#include "measure/solids.h"
#include "measure/table.h"

#include <stdlib.h>
#include <string.h>

static double usual_width(const window *box)
{
    double largest = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (box->count[axis] > 1 && box->edge[axis] > largest)
            largest = box->edge[axis];
    }
    return largest > 0 ? 2 * largest : 1;
}

scree_status coarse_begin(const choice *choice, const model *model, const char *law, int64_t most,
                          coarse *is, scree_error *error)
{
    window box;
    scree_status status = window_read(choice, model, law, &box, error);
    if (!status)
        status = window_cells(choice, law, most, &box, error);
    if (status)
        return status;
    is->filter.fixed = choice_flag(choice, "fixed");
    status = filter_read_set(choice, model, law, &is->filter, error);
    // the smoothing function decides where grains count
    is->filter.low = (v3){
        .x = -INFINITY,
        .y = -INFINITY,
        .z = -INFINITY,
    };
    is->filter.high = (v3){
        .x = INFINITY,
        .y = INFINITY,
        .z = INFINITY,
    };
    smoothing asked = {.kind = (smoothing_kind)choice_real(choice, "function")};
    if (choice_given(choice, "width"))
        asked.width = choice_real(choice, "width");
    else
        asked.width = usual_width(&box);
    if (!status)
        status = deposit_make(model, &box, &asked, law, &is->spread, error);
    if (status)
        return status;
    is->spread.sums = COARSE_MOMENTS;
    is->spread.conserving = choice_flag(choice, "conserving");
    is->moment = calloc((size_t)(box.cells * COARSE_MOMENTS + SMOOTHING_SLACK), sizeof *is->moment);
    if (!is->moment)
        return fail_memory(error, law);
    return SCREE_OK;
}

void coarse_end(coarse *is)
{
    deposit_clear(&is->spread);
    network_clear(&is->network);
    free(is->item);
    free(is->side);
    free(is->grain_of);
    free(is->first_side);
    free(is->moment);
}

void coarse_empty(coarse *is)
{
    const size_t count = (size_t)(is->spread.box.cells * COARSE_MOMENTS);
    memset(is->moment, 0, count * sizeof *is->moment);
}

static void put_products(v3 a, v3 b, double factor, double out[6])
{
    out[0] = factor * a.x * b.x;
    out[1] = factor * a.y * b.y;
    out[2] = factor * a.z * b.z;
    out[3] = factor * a.x * b.y;
    out[4] = factor * a.x * b.z;
    out[5] = factor * a.y * b.z;
}

static void put_vector(v3 a, double factor, double out[3])
{
    out[0] = factor * a.x;
    out[1] = factor * a.y;
    out[2] = factor * a.z;
}

// ---- what a grain brings

// A new item; NULL: out of memory.
static deposit_item *next_item(coarse *is, v3 from, v3 to, int first, int count)
{
    if (!MEM_GROW(is->item, is->room, is->items + 1)) {
        is->failed = true;
        return NULL;
    }
    deposit_item *item = &is->item[is->items++];
    *item = (deposit_item){
        .from = from,
        .to = to,
        .first = first,
        .count = count,
    };
    return item;
}

static void put_grain(coarse *is, const model *model, const frame_balls *balls,
                      const whole_grain *grain)
{
    const v3 at = grain->position;
    deposit_item *item = next_item(is, at, at, COARSE_NUMBER, COARSE_STRESS - COARSE_NUMBER);
    const v3 velocity = grain->velocity;
    const double mass = filter_mass(grain);
    const double square = v3_dot(velocity, velocity);
    if (!item)
        return;
    item->value[COARSE_NUMBER] = 1;
    item->value[COARSE_VOLUME] = solid_volume(model, balls, grain);
    item->value[COARSE_MASS] = mass;
    put_vector(velocity, mass, item->value + COARSE_MOMENTUM);
    put_products(velocity, velocity, mass, item->value + COARSE_SQUARE);
    put_vector(velocity, mass * square, item->value + COARSE_CUBE);
}

static void put_way(coarse *is, const whole_grain *grain, const network_side *side)
{
    const v3 way = v3_sub(side->centre, side->point);
    const v3 force = side->force;
    const v3 from = v3_sub(grain->position, way); // in the image of the grain
    const int count = COARSE_SIDES - COARSE_STRESS;
    deposit_item *item = next_item(is, from, grain->position, COARSE_STRESS, count);
    if (!item)
        return;
    put_vector(way, force.x, item->value);
    put_vector(way, force.y, item->value + 3);
    put_vector(way, force.z, item->value + 6);
    put_vector(way, v3_dot(force, grain->velocity), item->value + 9);
}

// Both sides of a contact have it at the same point, and there they count together.
static void put_fabric(coarse *is, const whole_grain *grain, const network_side *side, v3 normal,
                       double sides)
{
    const v3 point = v3_sub(grain->position, v3_sub(side->centre, side->point));
    const int count = COARSE_MOMENTS - COARSE_SIDES;
    deposit_item *item = next_item(is, point, point, COARSE_SIDES, count);
    if (!item)
        return;
    item->value[0] = sides;
    put_products(normal, normal, sides, item->value + 1);
}

static bool counts(const coarse *is, int64_t grain)
{
    return grain >= 0 && filter_takes(&is->filter, &is->network.grain[grain]);
}

static void put_side(coarse *is, const model *model, const frame *frame, int64_t number)
{
    const int64_t contact = number / 2;
    const int side = (int)(number % 2);
    const network_side own = network_look(&is->network, model, frame, contact, side);
    const whole_grain *grain = &is->network.grain[own.grain];
    const bool both = counts(is, is->grain_of[number ^ 1]);
    put_way(is, grain, &own);
    if (!both || side == 0)
        put_fabric(is, grain, &own, frame->contact.normal[contact], both ? 2 : 1);
}

// A grain and the sides of its contacts, which are all near it.
static bool add_grain(coarse *is, const model *model, const frame *frame, int64_t number)
{
    const whole_grain *grain = &is->network.grain[number];
    is->items = 0;
    put_grain(is, model, &frame->ball, grain);
    for (int64_t i = is->first_side[number]; i < is->first_side[number + 1]; i++)
        put_side(is, model, frame, is->side[i]);
    return !is->failed && deposit_spread(&is->spread, is->item, is->items, is->moment);
}

// The sides of all contacts, grain by grain, those of one in the order of contacts: by counting.
static bool sort_sides(coarse *is, const frame *frame)
{
    const int64_t sides = 2 * frame->contact.count;
    const int64_t grains = is->network.grains;
    int64_t room = is->sides;
    if (!MEM_GROW(is->first_side, is->grains, grains + 2) ||
        !MEM_GROW(is->grain_of, room, sides + 1) || !MEM_GROW(is->side, is->sides, sides + 1))
        return false;
    memset(is->first_side, 0, (size_t)(grains + 2) * sizeof *is->first_side);
    int64_t *first = is->first_side;
    for (int64_t i = 0; i < sides; i++) {
        is->grain_of[i] = network_grain(&is->network, frame, i / 2, (int)(i % 2));
        if (is->grain_of[i] >= 0)
            first[is->grain_of[i] + 2]++;
    }
    for (int64_t i = 1; i < grains + 2; i++)
        first[i] += first[i - 1];
    for (int64_t i = 0; i < sides; i++) {
        if (is->grain_of[i] >= 0)
            is->side[first[is->grain_of[i] + 1]++] = i;
    }
    return true;
}

bool coarse_add(coarse *is, const model *model, const frame *frame)
{
    if (!network_fill(&is->network, model, &frame->ball) || !sort_sides(is, frame))
        return false;
    bool good = true;
    for (int64_t i = 0; i < is->network.grains && good; i++) {
        if (filter_takes(&is->filter, &is->network.grain[i]))
            good = add_grain(is, model, frame, i);
    }
    return good;
}

// ---- what follows from the moments

static v3 times_sides(const double *nine, v3 v)
{
    return (v3){
        .x = nine[0] * v.x + nine[3] * v.y + nine[6] * v.z,
        .y = nine[1] * v.x + nine[4] * v.y + nine[7] * v.z,
        .z = nine[2] * v.x + nine[5] * v.y + nine[8] * v.z,
    };
}

static v3 times_products(const double *six, v3 v)
{
    return (v3){
        .x = six[0] * v.x + six[3] * v.y + six[4] * v.z,
        .y = six[3] * v.x + six[1] * v.y + six[5] * v.z,
        .z = six[4] * v.x + six[5] * v.y + six[2] * v.z,
    };
}

// sum m |v - V|^2 (v - V)/2 from its moments.
static v3 kinetic_flux(const double *moment, v3 velocity)
{
    const double *products = moment + COARSE_SQUARE;
    const double trace = products[0] + products[1] + products[2];
    const double square = v3_dot(velocity, velocity);
    const v3 by_products = v3_scale(2, times_products(products, velocity));
    const v3 cube = v3_at(moment + COARSE_CUBE);
    const v3 common = v3_scale(2 * square * moment[COARSE_MASS] - trace, velocity);
    return v3_scale(0.5, v3_add(v3_sub(cube, by_products), common));
}

static void stress_values(const double *moment, v3 velocity, double contact[6], double kinetic[6])
{
    const double *nine = moment + COARSE_STRESS;
    const int six[6] = {0, 4, 8, 1, 2, 5};
    double common[6];
    put_products(velocity, velocity, moment[COARSE_MASS], common);
    for (int i = 0; i < 6; i++) {
        contact[i] = nine[six[i]];
        kinetic[i] = moment[COARSE_MASS] == 0 ? 0 : moment[COARSE_SQUARE + i] - common[i];
    }
}

void coarse_values(const coarse *is, int64_t cell, double samples, double out[COARSE_VALUES])
{
    const int dimensions = is->spread.box.dimensions;
    double moment[COARSE_MOMENTS];
    for (int i = 0; i < COARSE_MOMENTS; i++)
        moment[i] = is->moment[cell * COARSE_MOMENTS + i] / samples;
    const double mass = moment[COARSE_MASS];
    const v3 middle = window_middle(&is->spread.box, cell);
    const v3 momentum = v3_at(moment + COARSE_MOMENTUM);
    // 0/0 gives the nan of a velocity where nothing is
    const v3 velocity = (v3){
        .x = momentum.x / mass,
        .y = momentum.y / mass,
        .z = momentum.z / mass,
    };
    // Where no sample was taken all are nan, and where nothing is nothing flows.
    const v3 flow = mass == 0 ? v3_make(0, 0, 0) : velocity;
    put_vector(middle, 1, out);
    out[3] = moment[COARSE_NUMBER];
    out[4] = mass;
    out[5] = moment[COARSE_VOLUME];
    put_vector(momentum, 1, out + 6);
    put_vector(velocity, 1, out + 9);
    double *contact = out + 14;
    double *kinetic = out + 20;
    stress_values(moment, flow, contact, kinetic);
    const double heat = kinetic[0] + kinetic[1] + kinetic[2];
    const double push = contact[0] + contact[1] + contact[2];
    out[12] = heat / (mass * dimensions);
    out[13] = (heat + push) / dimensions;
    const v3 power = v3_at(moment + COARSE_POWER);
    const v3 carried = times_sides(moment + COARSE_STRESS, flow);
    put_vector(v3_sub(power, carried), 1, out + 26);
    put_vector(mass == 0 ? flow : kinetic_flux(moment, flow), 1, out + 29);
    out[32] = moment[COARSE_SIDES] / moment[COARSE_NUMBER];
    for (int i = 0; i < 6; i++)
        out[33 + i] = moment[COARSE_FABRIC + i] / moment[COARSE_SIDES];
}

bool coarse_grid(const coarse *is, probe_grid *out)
{
    const window *box = &is->spread.box;
    for (int axis = 0; axis < 3; axis++) {
        const bool in_space = axis < box->dimensions;
        out->count[axis] = box->count[axis];
        out->edge[axis] = in_space ? box->edge[axis] : 0;
        out->origin[axis] = in_space ? v3_component(box->low, axis) : 0;
    }
    return true;
}
