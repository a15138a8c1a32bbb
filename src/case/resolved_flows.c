// resolved_flows.c - regions, streams, removals and forces of a model as a case; see resolved.c.
#include "case/resolved_values.h"

#include "base/text.h"

#include <math.h>

// What it combines, or its rows.
static void put_form(text_buffer *text, const model *model, const model_region *region)
{
    if (region->parts == 0) {
        text_append(text, "\n");
        put_rows(text, "      ", &region->form);
        return;
    }
    text_append(text, " [");
    for (int i = 0; i < region->parts; i++)
        text_append_format(text, "%s%s", i ? ", " : "", model->region[region->part[i]].name);
    text_append(text, "]\n");
}

void put_regions(text_buffer *text, const model *model)
{
    if (model->regions)
        text_append(text, "regions:\n");
    for (int i = 0; i < model->regions; i++) {
        const model_region *region = &model->region[i];
        text_append_format(text, "  %s:\n    %s:", region->name, region->form.what->name);
        put_form(text, model, region);
    }
}

// Where grains come in or go out: a region, or a box by its corners.
static void put_where(text_buffer *text, const model *model, int region, v3 low, v3 high)
{
    if (region >= 0) {
        text_append_format(text, "    inside: %s\n", model->region[region].name);
        return;
    }
    text_append(text, "    low: ");
    put_v3(text, low, "m");
    text_append(text, "\n    high: ");
    put_v3(text, high, "m");
    text_append(text, "\n");
}

static void put_line(text_buffer *text, const char *key, double value, const char *unit)
{
    text_append_format(text, "    %s: ", key);
    put_quantity(text, value, unit);
    text_append(text, "\n");
}

void put_streams(text_buffer *text, const model *model)
{
    if (model->streams)
        text_append(text, "streams:\n");
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        if (stream->mixed.part > 0)
            continue;
        put_kinds(text, model, model->grain_sets + i, false);
        put_where(text, model, stream->region, stream->low, stream->high);
        text_append(text, "    velocity: ");
        put_v3(text, stream->velocity, "m/s");
        text_append(text, "\n");
        if (stream->temperature > 0)
            put_line(text, "temperature", stream->temperature, "m^2/s^2");
        put_line(text, "rate", stream->rate, stream->by_mass ? "kg/s" : "1/s");
        put_line(text, "from", stream->from, "s");
        if (isfinite(stream->to))
            put_line(text, "to", stream->to, "s");
        if (stream->every > 0)
            put_line(text, "every", stream->every, "s");
        if (stream->most != INT64_MAX)
            text_append_format(text, "    count: %lld\n", (long long)stream->most);
        if (isfinite(stream->total))
            put_line(text, "mass", stream->total, "kg");
        text_append_format(text, "    seed: %llu\n", (unsigned long long)stream->seed);
        if (stream->locked)
            text_append(text, "    locked: rotation\n");
        put_growth(text, &stream->growth);
    }
}

void put_removals(text_buffer *text, const model *model)
{
    if (model->removals)
        text_append(text, "removals:\n");
    for (int i = 0; i < model->removals; i++) {
        const model_removal *removal = &model->removal[i];
        text_append_format(text, "  %s:\n", removal->name);
        put_where(text, model, removal->region, removal->low, removal->high);
        put_line(text, "every", removal->every, "s");
        if (removal->fraction < 1) {
            put_line(text, "fraction", removal->fraction, "1");
            text_append_format(text, "    seed: %llu\n", (unsigned long long)removal->seed);
        }
    }
}

void put_forces(text_buffer *text, const model *model)
{
    if (model->forces)
        text_append(text, "forces:\n");
    for (int i = 0; i < model->forces; i++) {
        text_append_format(text, "  %s:\n", model->force[i].name);
        put_chosen(text, "    ", &model->force[i].law);
    }
}

void put_maser(text_buffer *text, const model_maser *maser)
{
    if (!maser->given)
        return;
    text_append_format(text, "maser:\n  axis: %c\n  from: ", "xyz"[maser->axis]);
    put_quantity(text, maser->from, "m");
    text_append(text, "\n  to: ");
    put_quantity(text, maser->to, "m");
    text_append(text, "\n");
}
