// look.c - see look.h.
#include "show/look.h"

#include "base/text.h"
#include "case/quantity.h"
#include "show/scenery.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- columns of grains that have one number, or a length

typedef enum seen_type { SEEN_NOT, SEEN_REAL, SEEN_VECTOR, SEEN_ID, SEEN_INDEX } seen_type;

typedef struct seen_column {
    const char *name, *unit;
    size_t offset; // of the pointer in frame_balls
    seen_type type;
} seen_column;

#define TYPE_OF(type)                                                                              \
    _Generic((type){0}, double                                                                     \
             : SEEN_REAL, v3                                                                       \
             : SEEN_VECTOR, int64_t                                                                \
             : SEEN_ID, int32_t                                                                    \
             : SEEN_INDEX, default                                                                 \
             : SEEN_NOT)
#define COLUMN(name, type, unit, doc) {#name, unit, offsetof(frame_balls, name), TYPE_OF(type)},

static const seen_column columns[] = {FRAME_BALLS(COLUMN)};
enum { COLUMNS = sizeof columns / sizeof *columns };

static double number_of(const frame_balls *balls, const seen_column *column, int64_t i)
{
    const void *data = *(void *const *)((const char *)balls + column->offset);
    switch (column->type) {
    case SEEN_REAL:
        return ((const double *)data)[i];
    case SEEN_VECTOR:
        return v3_norm(((const v3 *)data)[i]);
    case SEEN_ID:
        return (double)((const int64_t *)data)[i];
    case SEEN_INDEX:
        return ((const int32_t *)data)[i];
    default:
        return NAN;
    }
}

// ---- what was asked for

static scree_status wrong(scree_error *error, const char *option, const char *hint,
                          const char *given)
{
    return fail(error, SCREE_BAD_INPUT, option, hint, "'%.60s' cannot be read", given);
}

static const double *axis_of(const v3 *v, int axis)
{
    return &v->x + axis;
}

// The axis that is upwards most: against gravity, else z, in the plane y.
static int upward_axis(const model *model)
{
    const v3 gravity = model->gravity;
    int most = model->dimensions == 2 ? 1 : 2;
    for (int axis = 0; axis < model->dimensions; axis++) {
        if (fabs(*axis_of(&gravity, axis)) > fabs(*axis_of(&gravity, most)))
            most = axis;
    }
    return most;
}

// From the front one looks along the axis that has the next one upwards, so that the third one runs to the right.
static bool named_view(const model *model, const char *name, v3 *out)
{
    static const v3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int upward = upward_axis(model);
    const double sign = *axis_of(&model->gravity, upward) > 0 ? -1 : 1;
    const v3 up = v3_scale(sign, unit[upward]);
    const v3 right = unit[(upward + 1) % 3];
    const v3 front = v3_cross(up, right);
    const struct {
        const char *name;
        v3 view;
    } views[] = {{"front", front},          {"back", v3_scale(-1, front)},
                 {"left", right},           {"right", v3_scale(-1, right)},
                 {"top", v3_scale(-1, up)}, {"bottom", up}};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        if (strcmp(views[i].name, name) != 0)
            continue;
        *out = views[i].view;
        return true;
    }
    return false;
}

static scree_status read_view(look *look, const char *given, scree_error *error)
{
    const char *end = given;
    double at[3];
    v3 *view = &look->options.view;
    if (look->model->dimensions == 2) {
        *view = v3_make(0, 0, -1);
        return given ? fail(error, SCREE_BAD_INPUT, "--view", "leave it out",
                            "a case in the plane is seen from above it")
                     : SCREE_OK;
    }
    if (!given || named_view(look->model, given, view))
        return SCREE_OK;
    bool good = true;
    for (int k = 0; k < 3 && good; k++)
        good = text_number(end, &at[k], &end) && *end == (k < 2 ? ',' : 0) && (k == 2 || *end++);
    if (!good || !(v3_norm(v3_at(at)) > 0))
        return wrong(error, "--view", "front, back, left, right, top, bottom, or 'x,y,z'", given);
    *view = v3_at(at);
    return SCREE_OK;
}

scree_status look_size(const char *given, int *width, int *height, scree_error *error)
{
    char rest;
    *width = 1280;
    *height = 720;
    // Five digits at most, so that no number is too large for an int.
    if (given &&
        (sscanf(given, "%5dx%5d%c", width, height, &rest) != 2 || *width < 1 || *height < 1))
        return wrong(error, "--size", "write two whole numbers, such as 1280x720", given);
    return SCREE_OK;
}

static scree_status read_colour(look *look, const char *given, scree_error *error)
{
    static const struct {
        const char *name;
        picture_colour colour;
    } words[] = {{"speed", PICTURE_SPEED},   {"size", PICTURE_RADIUS},
                 {"height", PICTURE_HEIGHT}, {"material", PICTURE_MATERIAL},
                 {"shape", PICTURE_SHAPE},   {"set", PICTURE_SET}};
    enum { WORDS = sizeof words / sizeof *words };
    const char *name = given ? given : model_sets(look->model) > 1 ? "set" : "speed";
    const char *known[WORDS + COLUMNS];
    int count = 0;
    look->column = -1;
    for (int i = 0; i < WORDS; i++) {
        known[count++] = words[i].name;
        if (strcmp(words[i].name, name) != 0)
            continue;
        look->options.colour = words[i].colour;
        return SCREE_OK;
    }
    for (int i = 0; i < COLUMNS; i++) {
        if (columns[i].type == SEEN_NOT)
            continue;
        known[count++] = columns[i].name;
        if (strcmp(columns[i].name, name) != 0)
            continue;
        look->column = i;
        look->options.colour = PICTURE_COLUMN;
        return SCREE_OK;
    }
    char hint[200];
    const char *near = text_closest(name, known, count, 3);
    snprintf(hint, sizeof hint,
             near ? "did you mean '%s'?"
                  : "speed, size, height, set, shape, material, or a column "
                    "of docs/columns.md",
             near);
    return wrong(error, "--colour", hint, name);
}

// The unit of what the colours stand for.
static const char *unit_of(const look *look)
{
    if (look->column >= 0)
        return columns[look->column].unit;
    return look->options.colour == PICTURE_SPEED ? "m/s" : "m";
}

static scree_status read_range(look *look, const char *given, scree_error *error)
{
    picture_options *options = &look->options;
    if (!given)
        return SCREE_OK;
    if (options->colour >= PICTURE_MATERIAL)
        return fail(error, SCREE_BAD_INPUT, "--range", "leave it out, or choose another colour",
                    "kinds have no range");
    return look_read_range("--range", given, unit_of(look), &options->low, &options->high, error);
}

static scree_status read_cut(look *look, const char *given, scree_error *error)
{
    quantity_fault fault = {0};
    look->cut = -1;
    if (!given)
        return SCREE_OK;
    const bool form = given[0] >= 'x' && given[0] <= 'z' && given[1] == '=';
    if (!form || !quantity_read(given + 2, "m", &look->cut_at, &fault))
        return wrong(error, "--cut", "write an axis and a place, such as 'y=5 mm'", given);
    look->cut = given[0] - 'x';
    const v3 view =
        v3_norm(look->options.view) > 0 ? look->options.view : v3_make(1, 2, -0.8); // picture.h
    const double along = *axis_of(&view, look->cut);
    look->cut_below = along > 0;
    if (along == 0)
        return fail(error, SCREE_BAD_INPUT, "--cut", "choose another view or another axis",
                    "the view goes along this plane, so neither side of it is the nearer one");
    return SCREE_OK;
}

scree_status look_begin(look *look, const look_wish *wish, const model *model, scree_error *error)
{
    memset(look, 0, sizeof *look);
    look->model = model;
    picture_options *options = &look->options;
    options->title = wish->title ? wish->title : model->title;
    options->gravity = model->gravity;
    options->dark = wish->dark;
    options->chains = wish->chains;
    options->up = v3_scale(-1, v3_unit(model->gravity));
    if (model->dimensions == 2)
        options->up = v3_make(0, 1, 0);
    for (int axis = 0; axis < model->dimensions; axis++)
        options->box = options->box || model->boundary[axis] != BOUNDARY_OPEN;
    options->box = options->box && !model->cell.given; // frames do not tell how it has deformed
    scree_status status = SCREE_OK;
    if (wish->chains && wish->colour)
        status = fail(error, SCREE_BAD_INPUT, "--colour", "leave one of them out",
                      "grains are pale under force chains");
    if (!status)
        status = read_view(look, wish->view, error);
    if (!status)
        status = look_size(wish->size, &options->width, &options->height, error);
    if (!status)
        status = read_colour(look, wish->colour, error);
    if (!status)
        status = read_range(look, wish->range, error);
    if (!status)
        status = read_cut(look, wish->cut, error);
    if (!status)
        status = look_begin_walls(look, wish, error);
    return status;
}

void look_end(look *look)
{
    free(look->names);
    free(look->value);
    free(look->hidden);
    look_end_walls(look);
    memset(look, 0, sizeof *look);
}

// ---- a moment

// The names of what has a colour of its own, in the stage of that moment.
static bool take_names(look *look, const model *model, picture_options *out)
{
    const picture_colour colour = out->colour;
    const int count = colour == PICTURE_SET     ? model_sets(model)
                      : colour == PICTURE_SHAPE ? model->shapes
                                                : model->materials;
    const char **names = realloc(look->names, ((size_t)count + 1) * sizeof *names);
    if (!names)
        return false;
    look->names = names;
    for (int i = 0; i < count; i++) {
        if (colour == PICTURE_SET)
            names[i] = i < model->grain_sets ? model->grains[i].name
                                             : model->stream[i - model->grain_sets].name;
        else
            names[i] = colour == PICTURE_SHAPE ? model->shape[i].name : model->material[i].name;
    }
    out->kind = names;
    out->kinds = count;
    return true;
}

double look_pace(const record *record, int64_t first, int64_t last)
{
    const double span = record_time(record, last) - record_time(record, first);
    return last > first ? span / (double)(last - first) : 0;
}

void look_box(const record_moment *moment, v3 *low, v3 *high)
{
    const wall_surface walls = look_without_borders(moment);
    scenery shown;
    scenery_of(moment->frame.model, &moment->frame, &walls, &shown);
    *low = shown.low;
    *high = shown.high;
}

// Room for a number and a flag of each ball.
static bool make_room(look *look, int64_t count)
{
    if (count <= look->room)
        return true;
    double *value = realloc(look->value, (size_t)count * sizeof *value);
    if (value)
        look->value = value;
    bool *hidden = realloc(look->hidden, (size_t)count * sizeof *hidden);
    if (hidden)
        look->hidden = hidden;
    if (value && hidden)
        look->room = count;
    return value && hidden;
}

scree_status look_at(look *look, const record_moment *moment, picture_options *out,
                     scree_error *error)
{
    const frame *frame = &moment->frame;
    const frame_balls *balls = &frame->ball;
    if (look->options.chains && !moment->has_contacts)
        return fail(error, SCREE_BAD_INPUT, "--force-chains",
                    "run the case with output: {contacts: true}",
                    "the run has written no contacts");
    if (!make_room(look, balls->count))
        return fail_memory(error, "picture");
    *out = look->options;
    out->gravity = frame->model->gravity;
    if (out->colour >= PICTURE_MATERIAL && !take_names(look, frame->model, out))
        return fail_memory(error, "picture");
    for (int64_t i = 0; i < balls->count && look->column >= 0; i++)
        look->value[i] = number_of(balls, &columns[look->column], i);
    if (look->column >= 0) {
        const seen_column *column = &columns[look->column];
        out->column = (picture_column){.name = column->name,
                                       .unit = strcmp(column->unit, "1") ? column->unit : "",
                                       .value = look->value,
                                       .scale = look_scale(moment, column->unit)};
    }
    for (int64_t i = 0; i < balls->count && look->cut >= 0; i++) {
        const double at = *axis_of(&balls->position[i], look->cut);
        look->hidden[i] = look->cut_below ? at < look->cut_at : at > look->cut_at;
    }
    out->hidden = look->cut >= 0 ? look->hidden : NULL;
    return look->map ? look_at_walls(look, moment, out, error) : SCREE_OK;
}
