// pack.c - see pack.h.
#include "view/pack.h"

#include "base/hash.h"
#include "view/chains.h"
#include "view/range.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- columns

enum { COLUMNS_MOST = 12 };
typedef struct packed_column {
    const char *name, *type;
    int width, bytes; // values in a row; of a value
    int64_t rows;
    void *data; // owned
} packed_column;

typedef struct package {
    packed_column column[COLUMNS_MOST];
    int columns;
    bool failed; // out of memory
    range place[3], radius, colour, colour_usual, force;
    double steps[3]; // of places
} package;

static void *add_column(package *package, const char *name, const char *type, int width,
                        int64_t rows)
{
    const int bytes = strstr(type, "8") ? 1 : strstr(type, "16") ? 2 : 4;
    packed_column *column = &package->column[package->columns];
    *column = (packed_column){name, type, width, bytes, rows, NULL};
    column->data = malloc((size_t)rows * (size_t)width * (size_t)bytes + 8);
    package->failed = package->failed || !column->data;
    package->columns += column->data != NULL;
    return column->data;
}

static void put_place(const package *package, v3 place, uint16_t *out)
{
    out[0] = range_fraction(package->place[0], package->steps[0], place.x);
    out[1] = range_fraction(package->place[1], package->steps[1], place.y);
    out[2] = range_fraction(package->place[2], package->steps[2], place.z);
}

static void widen_place(package *package, v3 place)
{
    range_widen(&package->place[0], place.x);
    range_widen(&package->place[1], place.y);
    range_widen(&package->place[2], place.z);
}

static void measure_places(package *package, const frame_balls *balls, const chains *chains)
{
    for (int axis = 0; axis < 3; axis++)
        package->place[axis] = range_nothing;
    package->radius = package->force = range_nothing;
    for (int64_t i = 0; i < balls->count; i++) {
        widen_place(package, balls->position[i]);
        range_widen(&package->radius, balls->radius[i]);
    }
    for (int64_t i = 0; i < chains->count; i++) {
        widen_place(package, chains->rod[i].a);
        widen_place(package, chains->rod[i].b);
        range_widen(&package->force, chains->rod[i].force);
    }
    for (int axis = 0; axis < 3; axis++) {
        package->place[axis] = range_settled(package->place[axis]);
        package->steps[axis] = range_steps(package->place[axis]);
    }
    package->radius = range_settled(package->radius);
    package->force = range_settled(package->force);
}

static void pack_places(package *package, const frame_balls *balls)
{
    uint16_t *place = add_column(package, "position", "u16", 3, balls->count);
    for (int64_t i = 0; place && i < balls->count; i++)
        put_place(package, balls->position[i], place + 3 * i);
}

static int16_t signed_fraction(double value)
{
    const double inside = value < -1 ? -1 : value > 1 ? 1 : value;
    return (int16_t)floor(inside * 32767 + 0.5);
}

static void pack_turns(package *package, const frame_balls *balls)
{
    int16_t *turn = add_column(package, "orientation", "i16", 4, balls->count);
    for (int64_t i = 0; turn && i < balls->count; i++) {
        const q4 is = balls->orientation[i];
        turn[4 * i] = signed_fraction(is.x);
        turn[4 * i + 1] = signed_fraction(is.y);
        turn[4 * i + 2] = signed_fraction(is.z);
        turn[4 * i + 3] = signed_fraction(is.w);
    }
}

static void pack_colours(package *package, const frame_balls *balls, const view_colour *colour)
{
    double *value = malloc(((size_t)balls->count + 1) * sizeof *value);
    uint16_t *out = add_column(package, "colour", "u16", 1, balls->count);
    package->failed = package->failed || !value;
    package->colour = range_nothing;
    for (int64_t i = 0; value && i < balls->count; i++) {
        value[i] = view_colour_value(colour, balls, i);
        if (isfinite(value[i]))
            range_widen(&package->colour, value[i]);
    }
    package->colour = range_settled(package->colour);
    package->colour_usual =
        value ? range_usual(value, balls->count, package->colour) : package->colour;
    const double steps = range_steps(package->colour);
    for (int64_t i = 0; value && out && i < balls->count; i++)
        out[i] =
            colour->kinds ? (uint16_t)value[i] : range_fraction(package->colour, steps, value[i]);
    free(value);
}

// What rarely changes from look to look.
static void pack_layout(package *package, const frame_balls *balls)
{
    uint32_t *id = add_column(package, "id", "u32", 1, balls->count);
    uint16_t *shape = add_column(package, "shape", "u16", 1, balls->count);
    for (int64_t i = 0; !package->failed && i < balls->count; i++) {
        id[i] = (uint32_t)balls->id[i];
        shape[i] = (uint16_t)balls->shape[i];
    }
}

// They change with each look where grains grow.
static void pack_radii(package *package, const frame_balls *balls)
{
    uint16_t *radius = add_column(package, "radius", "u16", 1, balls->count);
    const double steps = range_steps(package->radius);
    for (int64_t i = 0; radius && i < balls->count; i++)
        radius[i] = range_fraction(package->radius, steps, balls->radius[i]);
}

static void pack_chains(package *package, const chains *chains)
{
    uint16_t *a = add_column(package, "chain_a", "u16", 3, chains->count);
    uint16_t *b = add_column(package, "chain_b", "u16", 3, chains->count);
    uint16_t *force = add_column(package, "chain_force", "u16", 1, chains->count);
    const range from_zero = {0, package->force.high};
    const double steps = range_steps(from_zero);
    for (int64_t i = 0; !package->failed && i < chains->count; i++) {
        put_place(package, chains->rod[i].a, a + 3 * i);
        put_place(package, chains->rod[i].b, b + 3 * i);
        force[i] = range_fraction(from_zero, steps, chains->rod[i].force);
    }
}

// Ids of places in the arrays and shapes as one number, and radii in that order as another, never 0.
static pack_known known_of(const frame_balls *balls)
{
    const size_t count = (size_t)balls->count;
    const uint64_t ids = hash_of(balls->id, count * sizeof *balls->id, 1);
    const uint64_t shapes = hash_of(balls->shape, count * sizeof *balls->shape, ids);
    const uint64_t radii = hash_of(balls->radius, count * sizeof *balls->radius, ids);
    return (pack_known){shapes | 1, radii | 1};
}

// ---- the head

static void head_vector(json *head, const char *name, const double value[], int count)
{
    json_list(head, name);
    for (int i = 0; i < count; i++)
        json_number(head, NULL, value[i]);
    json_close(head);
}

static void head_columns(json *head, const package *package)
{
    int64_t offset = 0;
    json_list(head, "columns");
    for (int i = 0; i < package->columns; i++) {
        const packed_column *column = &package->column[i];
        json_object(head, NULL);
        json_text(head, "name", column->name);
        json_text(head, "type", column->type);
        json_integer(head, "width", column->width);
        json_integer(head, "rows", column->rows);
        json_integer(head, "offset", offset);
        json_close(head);
        offset += (column->rows * column->width * column->bytes + 7) / 8 * 8;
    }
    json_close(head);
}

static void head_walls(json *head, const frame *seen)
{
    json_list(head, "walls");
    for (int i = 0; i < seen->walls; i++) {
        const frame_wall *wall = &seen->wall[i];
        const double place[] = {wall->position.x, wall->position.y, wall->position.z};
        const double turn[] = {wall->orientation.x, wall->orientation.y, wall->orientation.z,
                               wall->orientation.w};
        json_object(head, NULL);
        head_vector(head, "position", place, 3);
        head_vector(head, "turn", turn, 4);
        json_flag(head, "there", !wall->absent);
        json_close(head);
    }
    json_close(head);
}

static void head_vectors(json *head, const char *name, const v3 vector[3])
{
    json_list(head, name);
    for (int k = 0; k < 3; k++) {
        const double part[] = {vector[k].x, vector[k].y, vector[k].z};
        head_vector(head, NULL, part, 3);
    }
    json_close(head);
}

// The periodic cell where it deforms: its lower corner, its edges, and how fast they go.
static void head_cell(json *head, const frame_cell *cell)
{
    static const v3 units[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double corner[] = {cell->corner.x, cell->corner.y, cell->corner.z};
    v3 edge[3];
    v3 motion[3];
    if (!cell->deforms)
        return;
    for (int k = 0; k < 3; k++) {
        edge[k] = cell_times(&cell->edges, units[k]);
        motion[k] = cell_times(&cell->gradient, edge[k]);
    }
    json_object(head, "cell");
    head_vector(head, "corner", corner, 3);
    head_vectors(head, "edges", edge);
    head_vectors(head, "motion", motion);
    json_close(head);
}

static void head_colour(json *head, const package *package, const view_colour *colour)
{
    json_object(head, "colour");
    json_text(head, "name", colour->name);
    json_text(head, "unit", strcmp(colour->unit, "1") ? colour->unit : "");
    json_flag(head, "kinds", colour->kinds);
    json_number(head, "low", package->colour.low);
    json_number(head, "high", package->colour.high);
    json_number(head, "usual_low", package->colour_usual.low);
    json_number(head, "usual_high", package->colour_usual.high);
    json_close(head);
}

// A grain has the id of its first ball.
static int64_t grains_of(const frame_balls *balls)
{
    int64_t grains = 0;
    for (int64_t i = 0; i < balls->count; i++)
        grains += balls->body[i] == balls->id[i];
    return grains;
}

static void write_head(json *head, const view_moment *moment, const pack_wish *wish,
                       const package *package, const chains *chains)
{
    const frame *seen = moment->frame;
    const range *place = package->place;
    const double low[] = {place[0].low, place[1].low, place[2].low};
    const double high[] = {place[0].high, place[1].high, place[2].high};
    json_begin(head);
    json_text(head, "kind", "frame");
    json_integer(head, "number", moment->number);
    json_integer(head, "scene", (int64_t)(moment->scene & 0xffffffff));
    json_integer(head, "step", seen->step);
    json_number(head, "time", seen->time);
    json_integer(head, "stage", seen->stage);
    json_integer(head, "grains", grains_of(&seen->ball));
    json_integer(head, "balls", seen->ball.count);
    json_integer(head, "contacts", chains->rod ? chains->contacts : seen->contact.count);
    json_flag(head, "whole", moment->whole);
    json_flag(head, "has_contacts", moment->has_contacts || chains->rod);
    head_vector(head, "low", low, 3);
    head_vector(head, "high", high, 3);
    json_number(head, "radius_low", package->radius.low);
    json_number(head, "radius_high", package->radius.high);
    json_number(head, "strongest", package->force.high);
    if (chains->rod)
        json_number(head, "forces_time", chains->time);
    head_colour(head, package, &wish->colour);
    head_walls(head, seen);
    head_cell(head, &seen->cell);
    head_columns(head, package);
    json_close(head);
}

// ---- the message

static void pad(text_buffer *out, size_t begin, const char *with)
{
    const size_t over = (out->length - begin) % 8;
    if (over)
        text_append_slice(out, with, 8 - over);
}

static void append(text_buffer *out, const json *head, const package *package)
{
    const size_t begin = out->length;
    const size_t length = (head->length + 8 + 7) / 8 * 8 - 8;
    const unsigned char size[4] = {(unsigned char)length, (unsigned char)(length >> 8),
                                   (unsigned char)(length >> 16), (unsigned char)(length >> 24)};
    text_append(out, PACK_BEGIN);
    text_append_slice(out, (const char *)size, 4);
    text_append_slice(out, head->text, head->length);
    pad(out, begin, "        ");
    for (int i = 0; i < package->columns; i++) {
        const packed_column *column = &package->column[i];
        text_append_slice(out, column->data,
                          (size_t)(column->rows * column->width * column->bytes));
        pad(out, begin, "\0\0\0\0\0\0\0");
    }
}

scree_status pack_moment(text_buffer *out, const view_moment *moment, const pack_wish *wish,
                         pack_known *known, scree_error *error)
{
    package package = {0};
    json head = {0};
    const frame *seen = moment->frame;
    chains chains = {0};
    if (wish->chains && moment->forces)
        package.failed = !chains_find(&chains, moment, wish->rods);
    measure_places(&package, &seen->ball, &chains);
    pack_places(&package, &seen->ball);
    pack_colours(&package, &seen->ball, &wish->colour);
    if (seen->ball.orientation && frame_has_cores(seen))
        pack_turns(&package, &seen->ball);
    *known = known_of(&seen->ball);
    const bool same = known->layout == wish->known.layout;
    if (!same)
        pack_layout(&package, &seen->ball);
    if (!same || known->radii != wish->known.radii)
        pack_radii(&package, &seen->ball);
    if (chains.rod)
        pack_chains(&package, &chains);
    write_head(&head, moment, wish, &package, &chains);
    const bool failed = package.failed || head.failed;
    if (!failed)
        append(out, &head, &package);
    for (int i = 0; i < package.columns; i++)
        free(package.column[i].data);
    json_clear(&head);
    chains_clear(&chains);
    return failed || out->failed ? fail_memory(error, "view") : SCREE_OK;
}
