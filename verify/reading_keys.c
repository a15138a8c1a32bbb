// reading_keys.c - the keys of a reading; see reading.h.
#include "verify/reading.h"

#include "base/constants.h"
#include "case/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --- the way to a value ---------------------------------------------------------------------------------------------

// The next name of a way, up to its point or its end.
static void next_name(const char **way, char *out, size_t size)
{
    const size_t length = strcspn(*way, ".");
    snprintf(out, size, "%.*s", (int)length, *way);
    *way += length + ((*way)[length] == '.');
}

static bool read_table(const char **way, reading *out)
{
    static const char *const names[] = {"grains", "walls", "contacts", "ledger"};
    static const table tables[] = {TABLE_BALLS, TABLE_WALLS, TABLE_CONTACTS, TABLE_LEDGER};
    char first[48];
    next_name(way, first, sizeof first);
    for (int i = 0; i < 4; i++)
        if (!strcmp(first, names[i])) {
            out->table = tables[i];
            if (i < 2)
                next_name(way, out->name, sizeof out->name);
            return true;
        }
    return false;
}

static bool is_vector(const column *column)
{
    return column->type == NUMBER_F64 && column->width == 3;
}

static bool read_part(const char *name, reading *out)
{
    static const char *const parts[] = {"x", "y", "z", "norm", "angle"};
    out->part = PART_WHOLE;
    if (!is_vector(out->column))
        return !*name;
    for (int i = 0; i < 5; i++)
        if (!strcmp(name, parts[i]))
            out->part = (reading_part)i;
    return out->part != PART_WHOLE;
}

// grains.NAME.COLUMN, walls.NAME.COLUMN, contacts.COLUMN or ledger.COLUMN, of a vector with .x, .y, .z, .norm, .angle
static void read_way(reader *reader, const node *node, reading *out)
{
    const char *way = reader_text(reader, node);
    char column[48];
    out->way = node;
    if (!way)
        return;
    if (!read_table(&way, out)) {
        reader_fault(
            reader, node,
            "such as grains.NAME.velocity.x, walls.NAME.force.z, contacts.overlap, ledger.kinetic",
            "take = %.80s: begin with grains, walls, contacts or ledger", node->text);
        return;
    }
    next_name(&way, column, sizeof column);
    out->column = column_named(out->table, column);
    if (!out->column || (out->column->width != 1 && !is_vector(out->column))) {
        out->column = NULL;
        reader_fault(reader, node, "docs/columns.md lists all columns of frames",
                     "take = %.80s: there is no number or vector '%.40s' there", node->text,
                     column);
        return;
    }
    const bool vector = is_vector(out->column);
    if (!read_part(way, out))
        reader_fault(reader, node, vector ? "end with .x, .y, .z, .norm or .angle" : "leave it out",
                     "take = %.80s: '%.40s' is no part of %s", node->text, way,
                     vector ? "a vector" : "a number");
}

// --- values ---------------------------------------------------------------------------------------------------------

// The SI unit of the same dimension, as quantity_read wants it.
static void unit_in_si(const unit_value *unit, char *out, size_t size)
{
    static const char *const base[UNIT_DIMENSIONS] = {"kg", "m", "s", "rad"};
    size_t length = (size_t)snprintf(out, size, "1");
    for (int i = 0; i < UNIT_DIMENSIONS; i++)
        if (unit->power[i])
            length += (size_t)snprintf(out + length, size - length, "*%s^%g", base[i],
                                       0.5 * unit->power[i]);
}

// A number with whatever unit, into SI.
static bool read_any(reader *reader, const node *node, double *out)
{
    quantity_fault fault;
    unit_value unit;
    char si[80] = "1";
    const char *end;
    double number;
    const char *text = node && node->kind == NODE_SCALAR ? node->text : "";
    const bool plain = quantity_read(text, "1", &number, &fault);
    if (!plain && text_number(text, &number, &end)) {
        end += strspn(end, " ");
        if (unit_parse(end, &unit, &fault))
            unit_in_si(&unit, si, sizeof si);
    }
    return reader_real(reader, node, si, -INFINITY, INFINITY, out);
}

static void read_time(reader *reader, node *map, const char *key, double *out)
{
    reader_real(reader, reader_take(reader, map, key), "s", 0, INFINITY, out);
}

static void read_pick(reader *reader, node *map, const char *key, reading_pick *out)
{
    static const char *const picks[] = {"largest", "smallest", "mean", "sum"};
    const node *node = reader_take(reader, map, key);
    const int word = node ? reader_word(reader, node, picks, 4) : -1;
    if (word >= 0)
        *out = (reading_pick)(word + 1);
}

// A vector is taken off the whole, a number off what counts of it.
static void read_offset(reader *reader, const node *node, reading *out)
{
    if (!node || !out->column)
        return;
    const bool angle = out->part == PART_ANGLE && node->kind != NODE_LIST;
    const value_range range = {angle ? "rad" : out->column->unit, -INFINITY, INFINITY};
    if (node->kind == NODE_LIST) {
        out->less_number = 0;
        reader_vector(reader, node, &range, 0, &out->less);
        return;
    }
    out->less = v3_make(0, 0, 0);
    reader_real(reader, node, range.unit, range.low, range.high, &out->less_number);
    if (angle)
        out->less_number *= 180 / PI;
}

// A number begins with a digit, a sign or a point; anything else is the name of a reading.
static void read_divisor(reader *reader, const node *node, reading *out)
{
    if (!node)
        return;
    if (node->kind == NODE_SCALAR && *node->text && !strchr("0123456789+-.", *node->text)) {
        out->over_reading = node->text;
        out->over = 1;
        return;
    }
    out->over_reading = NULL;
    if (read_any(reader, node, &out->over) && out->over == 0)
        reader_fault(reader, node, "give a number other than 0", "%.60s.over = %.60s divides by 0",
                     out->key, node->text);
}

// What is made of the value.
static void read_making(reader *reader, node *map, reading *out)
{
    const node *along = reader_take(reader, map, "along");
    const node *relative = reader_take(reader, map, "relative_to");
    int64_t power = out->per_time;
    read_offset(reader, reader_take(reader, map, "less"), out);
    if (relative)
        out->relative_to = reader_text(reader, relative);
    if (along)
        out->projects = reader_vector(reader, along, &(value_range){"1", -1, 1}, 0, &out->along);
    const node *size = reader_take(reader, map, "size");
    if (size)
        reader_flag(reader, size, &out->size);
    const node *times = reader_take(reader, map, "times");
    if (times)
        read_any(reader, times, &out->times);
    read_divisor(reader, reader_take(reader, map, "over"), out);
    if (reader_integer(reader, reader_take(reader, map, "per_time"), 0, 2, &power))
        out->per_time = (int)power;
    read_pick(reader, map, "pick", &out->pick);
}

// What is asked: a number to some tolerance, or a limit.
static void read_asked(reader *reader, node *map, reading *out)
{
    static const char *const limits[] = {"at most", "at least", "none"};
    static const claim_kind kinds[] = {CLAIM_AT_MOST, CLAIM_AT_LEAST, CLAIM_NOTED};
    const node *is = reader_take(reader, map, "is");
    const node *relative = reader_take(reader, map, "relative");
    const node *absolute = reader_take(reader, map, "absolute");
    const node *limit = reader_take(reader, map, "limit");
    if (is)
        read_any(reader, is, &out->expected);
    if (relative && reader_real(reader, relative, "1", 0, INFINITY, &out->tolerance))
        out->kind = CLAIM_RELATIVE;
    if (absolute && read_any(reader, absolute, &out->tolerance))
        out->kind = CLAIM_ABSOLUTE;
    if (absolute && out->tolerance < 0)
        reader_fault(reader, absolute, "give how far the number may be off, 0 or more",
                     "%.60s.absolute = %.60s is below 0", out->key, absolute->text);
    const int word = limit ? reader_word(reader, limit, limits, 3) : -1;
    if (word >= 0)
        out->kind = kinds[word];
    if (isfinite(out->expected) && out->kind == CLAIM_BROKEN)
        reader_fault(reader, map,
                     "give relative: NUMBER, absolute: NUMBER, or limit: at most, at least or none",
                     "how far '%.60s' may be off is not said", out->key);
}

void reading_read(reader *reader, node *map, reading *out)
{
    if (map && map->kind == NODE_SCALAR) { // the number alone
        read_any(reader, map, &out->expected);
        return;
    }
    if (!reader_is_map(reader, map))
        return;
    const node *quantity = reader_take(reader, map, "quantity");
    const node *way = reader_take(reader, map, "take");
    if (quantity)
        out->quantity = reader_text(reader, quantity);
    if (way)
        read_way(reader, way, out);
    reader_take(reader, map, "formula");
    read_making(reader, map, out);
    read_time(reader, map, "at", &out->at);
    read_time(reader, map, "since", &out->since);
    read_time(reader, map, "from", &out->from);
    read_pick(reader, map, "watch", &out->watch);
    const node *reaches = reader_take(reader, map, "reaches");
    if (reaches)
        read_any(reader, reaches, &out->reaches);
    read_asked(reader, map, out);
    if (!out->quantity)
        reader_fault(reader, map, "such as 'speed after 1 s, m/s', as the table shows it",
                     "missing key 'quantity' in %.60s", out->key);
    if (out->relative_to && out->column && out->table != TABLE_BALLS)
        reader_fault(reader, map, "leave it out, or take a column of grains",
                     "%.60s: `relative_to` is a set of grains, and %.80s is not of grains",
                     out->key, out->way->text);
    if (!out->way)
        reader_fault(reader, map, "such as take: grains.NAME.velocity.x",
                     "missing key 'take' in %.60s", out->key);
    reader_finish(reader, map);
}

void reading_place(const node *node, char *out, size_t size)
{
    snprintf(out, size, "%s:%d:%d", node->source, node->line, node->column);
}
