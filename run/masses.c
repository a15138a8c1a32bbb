// masses.c - see masses.h.
#include "run/masses.h"

#include <math.h>
#include <string.h>

static const char column_name[] = "case/masses";
static const char *const names[MASSES_PARTS] = {"start", "streamed", "removed", "lost"};

static bool grains_may_go(const model *model)
{
    bool open = false;
    for (int axis = 0; axis < model->dimensions; axis++)
        open = open || model->boundary[axis] == BOUNDARY_OPEN;
    return open || model->streams > 0 || model->removals > 0;
}

// Open borders take what is beyond them (world/flow.c).
static bool is_outside(const model *model, v3 at)
{
    for (int axis = 0; axis < model->dimensions; axis++) {
        const double place = v3_component(at, axis);
        const bool within =
            place >= v3_component(model->low, axis) && place < v3_component(model->high, axis);
        if (model->boundary[axis] != BOUNDARY_PERIODIC && !within)
            return true;
    }
    return false;
}

static void add(masses *masses, int part, const frame_balls *balls, int64_t i)
{
    if (!isfinite(balls->mass[i]))
        return;
    exact_sum_add(&masses->sum[part], balls->mass[i]);
    masses->grains[part] += balls->body[i] == balls->id[i];
}

// The entry behind the balls of a grain of several, which stand together.
static int64_t end_of(const frame_balls *balls, int64_t first)
{
    int64_t end = first + 1;
    while (end < balls->count && balls->body[end] == balls->body[first])
        end++;
    return end;
}

// A grain goes over a border as a whole, where one of its balls does.
static bool is_lost(const model *model, const frame_balls *balls, int64_t first, int64_t end)
{
    bool lost = false;
    for (int64_t i = first; i < end; i++)
        lost = lost || is_outside(model, balls->position[i]);
    return lost;
}

bool masses_wanted(const model *root)
{
    bool wanted = grains_may_go(root);
    for (int i = 0; i < root->stages; i++)
        wanted = wanted || grains_may_go(root->stage[i].model);
    return wanted;
}

void masses_begin(masses *masses, const frame *frame)
{
    memset(masses, 0, sizeof *masses);
    masses->on = true;
    masses->since = frame->time;
    for (int64_t i = 0; i < frame->ball.count; i++)
        add(masses, MASSES_START, &frame->ball, i);
}

void masses_pass(masses *masses, const world *world)
{
    const model *model = world_model(world);
    const frame_balls *arrived = world_arrived(world);
    const frame_balls *departed = world_departed(world);
    for (int64_t i = 0; i < arrived->count; i++)
        add(masses, MASSES_STREAMED, arrived, i);
    for (int64_t first = 0; first < departed->count;) {
        const int64_t end = end_of(departed, first);
        const bool lost = is_lost(model, departed, first, end);
        for (; first < end; first++)
            add(masses, lost ? MASSES_LOST : MASSES_REMOVED, departed, first);
    }
}

// ---- beside a state

// Of each part the sum as two numbers, rounded and what is left then, and how many grains. The first row tells since when.
enum { COLUMNS = 3 };

bool masses_stamp(const masses *masses, image *im)
{
    if (!masses->on)
        return true;
    double *row = image_add(im, column_name, (image_shape){IMAGE_F64, MASSES_PARTS + 1, COLUMNS},
                            "kg", "what came and went since a time in s, no part of the state");
    if (!row)
        return false;
    row[0] = masses->since;
    row[1] = row[2] = 0;
    for (int k = 0; k < MASSES_PARTS; k++) {
        exact_sum rest = masses->sum[k];
        row += COLUMNS;
        row[0] = exact_sum_value(&rest);
        exact_sum_add(&rest, -row[0]);
        row[1] = exact_sum_value(&rest);
        row[2] = (double)masses->grains[k];
    }
    return true;
}

bool masses_load(masses *masses, const image *im)
{
    const image_column *column = image_find(im, column_name, IMAGE_F64, COLUMNS);
    if (!column || column->rows != MASSES_PARTS + 1)
        return false;
    const double *row = image_reals(column);
    memset(masses, 0, sizeof *masses);
    masses->on = true; // others leave no column
    masses->since = row[0];
    for (int k = 0; k < MASSES_PARTS; k++) {
        row += COLUMNS;
        exact_sum_add(&masses->sum[k], row[0]);
        exact_sum_add(&masses->sum[k], row[1]);
        masses->grains[k] = (int64_t)row[2];
    }
    return true;
}

// ---- what it says

static void put_row(json *json, const char *name, double mass, int64_t grains)
{
    json_object(json, name);
    json_integer(json, "grains", grains);
    json_number(json, "mass", mass);
    json_close(json);
}

void masses_json(json *json, const masses *masses, const frame *frame)
{
    static const double sign[MASSES_PARTS] = {1, 1, -1, -1};
    struct masses now;
    exact_sum rest = {0};
    int64_t grains = 0;
    if (!masses->on)
        return;
    masses_begin(&now, frame);
    json_object(json, "mass");
    json_number(json, "since", masses->since);
    for (int k = 0; k < MASSES_PARTS; k++) {
        const double mass = exact_sum_value(&masses->sum[k]);
        put_row(json, names[k], mass, masses->grains[k]);
        exact_sum_add(&rest, sign[k] * mass);
        grains += (int64_t)sign[k] * masses->grains[k];
    }
    const double there = exact_sum_value(&now.sum[MASSES_START]);
    put_row(json, "end", there, now.grains[MASSES_START]);
    exact_sum_add(&rest, -there);
    put_row(json, "residual", exact_sum_value(&rest), grains - now.grains[MASSES_START]);
    json_close(json);
}
