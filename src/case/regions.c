// regions.c - see regions.h.
#include "case/regions.h"

#include "base/text.h"
#include "case/sections.h"
#include "scene/region.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MOST = 64 };

const struct region *region_of(const model *model, int number)
{
    return number < 0 ? NULL : model->region[number].made;
}

static int find(const model *model, const char *name)
{
    for (int i = 0; i < model->regions; i++) {
        if (model->region[i].name && !strcmp(model->region[i].name, name))
            return i;
    }
    return -1;
}

// Puts a region behind the others, which then owns what it holds. -1: no memory.
static int keep(reader *reader, model *model, model_region *region)
{
    model_region *grown =
        realloc(model->region, (size_t)(model->regions + 1) * sizeof *model->region);
    if (!grown) {
        reader->book->no_memory = true;
        if (region->made)
            region->release(region->made);
        free(region->name);
        free(region->part);
        choice_clear(&region->form);
        return -1;
    }
    model->region = grown;
    model->region[model->regions] = *region;
    return model->regions++;
}

// ---- by name

static int named(reader *reader, const node *node, const model *model)
{
    const char *name = reader_text(reader, node);
    const char *names[64];
    int count = 0;
    if (!name)
        return -1;
    const int found = find(model, name);
    if (found >= 0)
        return found;
    for (int i = 0; i < model->regions && count < 64; i++) {
        if (model->region[i].name)
            names[count++] = model->region[i].name;
    }
    const char *near = text_closest(name, names, count, 3);
    char hint[120] = "add it to `regions`, before what is made of it";
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    reader_fault(reader, node, hint, "there is no region '%.60s'", name);
    return -1;
}

// ---- by its form

// "in-feed", "in-feed-2", ...: the first that is free.
static char *name_for(const model *model, const char *user)
{
    const char *whose = user ? user : "case";
    char *name = text_format("in-%.40s", whose);
    for (int i = 2; name && find(model, name) >= 0; i++) {
        free(name);
        name = text_format("in-%.36s-%d", whose, i);
    }
    return name;
}

// The one key that names a form; NULL with a fault where there are none or two.
static node *find_form(reader *reader, node *map, const plugin **what)
{
    const case_families *families = reader->families;
    node *found = NULL;
    for (int i = 0; i < families->regions; i++) {
        const plugin *form = families->region[i];
        node *value = reader_take(reader, map, form->name);
        if (value && found) {
            reader_fault(reader, value, "make a union of the two",
                         "a region has one form, this one has two");
        }
        if (!value || found)
            continue;
        found = value;
        *what = form;
    }
    if (found)
        return found;
    char path[200];
    char hint[300] = "give one of:";
    for (int i = 0; i < families->regions; i++)
        text_list_add(hint, sizeof hint, families->region[i]->name);
    node_path(map, path, sizeof path);
    reader_fault(reader, map, hint, "missing form in %s", path);
    return NULL;
}

// The regions of which another is made. False: not all of them are known.
static bool read_parts(reader *reader, node *list, model *model, const char *user,
                       model_region *out)
{
    if (!reader_is_list(reader, list))
        return false;
    if (list->count > PARTS_MOST) {
        reader_fault(reader, list, "combine them in steps", "%d regions are more than %d",
                     list->count, PARTS_MOST);
        return false;
    }
    out->part = calloc((size_t)list->count + 1, sizeof *out->part);
    if (!out->part) {
        reader->book->no_memory = true;
        return false;
    }
    bool good = true;
    for (int i = 0; i < list->count; i++) {
        list->entry[i].seen = true;
        out->part[i] = region_read(reader, list->entry[i].value, model, user);
        good = good && out->part[i] >= 0;
    }
    out->parts = list->count;
    return good;
}

static void refuse(reader *reader, node *map, node *form, const scree_error *error)
{
    char path[200];
    const node *at = *error->where ? node_find(form, error->where) : NULL;
    if (!at)
        at = form->kind == NODE_MAP || form->kind == NODE_LIST ? form : map;
    node_path(at, path, sizeof path);
    if (!*error->where || at != form)
        reader_fault(reader, at, error->hint, "%s: %s", path, error->what);
    else
        reader_fault(reader, at, error->hint, "%s: %s: %s", path, error->where, error->what);
}

// The folder of the case, owned; NULL: the working folder.
static char *folder_of(const reader *reader)
{
    const char *slash = reader->name ? strrchr(reader->name, '/') : NULL;
    return slash ? text_format("%.*s", (int)(slash - reader->name), reader->name) : NULL;
}

static void make(reader *reader, const model *model, node *map, node *form, model_region *is)
{
    region *part[PARTS_MOST];
    for (int i = 0; i < is->parts; i++) {
        part[i] = model->region[is->part[i]].made;
        if (!part[i]) // its fault has been told
            return;
    }
    char *folder = folder_of(reader);
    const region_given given = {
        .form = &is->form,
        .part = part,
        .parts = is->parts,
        .folder = folder,
        .low = model->low,
        .high = model->high,
        .flat = model->dimensions == 2,
    };
    scree_error error;
    const scree_status status = region_make(&given, &is->made, &error);
    is->release = region_free;
    free(folder);
    if (status == SCREE_NO_MEMORY)
        reader->book->no_memory = true;
    else if (status)
        refuse(reader, map, form, &error);
}

// Reads a region and keeps it under a name, which is then the model's. NULL: one is found for it.
static int by_form(reader *reader, node *map, model *model, char *name, const char *user)
{
    const plugin *what = NULL;
    model_region is = {.name = name};
    node *form = find_form(reader, map, &what);
    const region_kind *kind = form ? region_find(what) : NULL;
    bool good = kind != NULL;
    if (kind && kind->combines) {
        node none = {
            .kind = NODE_MAP, .source = form->source, .line = form->line, .column = form->column};
        good = read_parts(reader, form, model, name ? name : user, &is);
        good = reader_rows(reader, &none, what, &is.form) && good;
        free(none.asked);
    } else if (kind) {
        good = reader_is_map(reader, form) && reader_rows(reader, form, what, &is.form);
        if (form->kind == NODE_MAP)
            reader_finish(reader, form);
    }
    reader_finish(reader, map);
    if (!is.name)
        is.name = name_for(model, user);
    reader->book->no_memory = reader->book->no_memory || !is.name;
    if (good && !reader->text_alone)
        make(reader, model, map, form, &is);
    return keep(reader, model, &is);
}

int region_read(reader *reader, node *node, model *model, const char *user)
{
    if (!node)
        return -1;
    if (node->kind == NODE_SCALAR)
        return named(reader, node, model);
    return reader_is_map(reader, node) ? by_form(reader, node, model, NULL, user) : -1;
}

void part_regions(reader *reader, node *map, model *model)
{
    if (!section_is(reader, map))
        return;
    for (int i = 0; i < map->count; i++) {
        char *name;
        node *thing = section_thing(reader, map, i, &name);
        if (thing && name && find(model, name) >= 0) {
            reader_fault(reader, thing, "give each its own",
                         "the name '%.60s' is taken by an earlier region", name);
        }
        if (thing)
            by_form(reader, thing, model, name, NULL);
        else
            free(name);
    }
}

// ---- boxes

static const char corner[] = "give the corner [x, y, z] of the box, or inside: REGION";

static void read_corners(reader *reader, node *map, v3 *low, v3 *high)
{
    const value_range length = {"m", -INFINITY, INFINITY};
    bool good = reader_vector(reader, reader_need(reader, map, "low", corner), &length, -0.5, low);
    good =
        reader_vector(reader, reader_need(reader, map, "high", corner), &length, 0.5, high) && good;
    const bool flat = reader->dimensions == 2;
    const bool has_depth = flat || low->z < high->z;
    const bool has_volume = low->x < high->x && low->y < high->y && has_depth;
    if (good && !has_volume) {
        reader_fault(reader, map, "every component of `low` must be below that of `high`",
                     "the box is empty");
    }
}

void region_read_box(reader *reader, node *map, model *model, const char *user, placed_box *out)
{
    *out = (placed_box){.region = -1};
    node *inside = reader_take(reader, map, "inside");
    if (!inside) {
        read_corners(reader, map, &out->low, &out->high);
        return;
    }
    const node *low = reader_take(reader, map, "low");
    const node *high = reader_take(reader, map, "high");
    if (low || high) {
        reader_fault(reader, low ? low : high, "leave out `inside`, or `low` and `high`",
                     "inside and low or high contradict each other");
    }
    out->region = region_read(reader, inside, model, user);
    const region *region = region_of(model, out->region);
    if (!region)
        return;
    out->low = region->low;
    out->high = region->high;
}
