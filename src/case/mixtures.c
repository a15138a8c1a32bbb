// mixtures.c - see mixtures.h. A shape of several sizes is a mixture of its classes by number, also as a part of another
// mixture: its fraction is then divided by the number, or by the mass, that each class has.
#include "case/mixtures.h"

#include "base/spread.h"
#include "base/text.h"
#include "case/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double sum_tolerance = 1e-9; // of fractions, which are written with so many digits

static int classes_of(const model *model, int shape)
{
    return shape >= 0 && model->shape[shape].classes > 1 ? model->shape[shape].classes : 1;
}

// Of the fraction of a shape, what one of its classes has.
static double class_share(const model *model, int shape, int class, spread_by by)
{
    const model_shape *first = &model->shape[shape];
    double all = 0;
    double own = 0;
    for (int i = 0; i < classes_of(model, shape); i++) {
        const double each = by == SPREAD_BY_NUMBER ? 1 : first[i].clump.volume;
        all += first[i].share * each;
        own = i == class ? first[i].share * each : own;
    }
    return own / all;
}

// Adds a shape with all its classes.
static bool add_kinds(const model *model, const mixture_kind *kind, const char *name,
                      mixture_kinds *out)
{
    const int classes = classes_of(model, kind->shape);
    for (int i = 0; i < classes; i++) {
        if (out->count == MODEL_PARTS_MOST)
            return false;
        mixture_kind *next = &out->kind[out->count++];
        *next = *kind;
        snprintf(next->name, sizeof next->name, "%s", name);
        if (classes == 1)
            continue;
        snprintf(next->name, sizeof next->name, "%.100s-%d", name, i + 1);
        next->shape = kind->shape + i;
        next->fraction = kind->fraction * class_share(model, kind->shape, i, out->by);
    }
    return true;
}

static void read_pair(reader *reader, node *map, const model *model, mixture_kind *out)
{
    out->shape =
        part_shape_name(reader, reader_need(reader, map, "shape", "name one of `shapes`"), model);
    out->material = part_material_name(
        reader, reader_need(reader, map, "material", "name one of `materials`"), model);
}

// A part is called as it says, else as its shape, and with the material where another has that shape.
static void name_part(reader *reader, node *map, const model *model, const node *list,
                      const mixture_kind *kind, char name[128])
{
    const node *own = reader_take(reader, map, "name");
    const node *shape = node_find(map, "shape");
    int alike = 0;
    name[0] = 0;
    if (own && own->kind == NODE_SCALAR) {
        reader_name_is_good(reader, own, own->text);
        snprintf(name, 128, "%.100s", own->text);
        return;
    }
    if (kind->shape < 0 || kind->material < 0)
        return;
    for (int i = 0; i < list->count; i++) {
        const node *other = node_find(list->entry[i].value, "shape");
        alike += other && other->kind == NODE_SCALAR && !strcmp(other->text, shape->text);
    }
    if (alike > 1)
        snprintf(name, 128, "%.50s-%.50s", shape->text, model->material[kind->material].name);
    else
        snprintf(name, 128, "%.100s", shape->text);
}

static bool name_is_taken(const mixture_kinds *kinds, const char *name)
{
    for (int i = 0; i < kinds->count; i++) {
        if (*name && !strcmp(kinds->kind[i].name, name))
            return true;
    }
    return false;
}

// One part; its fraction, 0 with a fault.
static double read_part(reader *reader, node *list, int i, const model *model, mixture_kinds *out)
{
    node *map = list->entry[i].value;
    mixture_kind kind = {.shape = -1, .material = -1};
    char name[128];
    list->entry[i].seen = true;
    if (!reader_is_map(reader, map))
        return 0;
    read_pair(reader, map, model, &kind);
    reader_real(reader,
                reader_need(reader, map, "fraction", "say how much of the mixture it is, as 0.3"),
                "1", ROW_POSITIVE, 1, &kind.fraction);
    kind.turn = reader_take(reader, map, "turn");
    name_part(reader, map, model, list, &kind, name);
    reader_finish(reader, map);
    if (name_is_taken(out, name)) {
        reader_fault(reader, map, "give each part a `name`", "two parts are called '%.60s'", name);
    }
    const double fraction = kind.fraction;
    if (!add_kinds(model, &kind, name, out))
        reader_fault(reader, map, "take fewer parts, or fewer classes of size",
                     "a mixture has %d parts at most, classes of size counted", MODEL_PARTS_MOST);
    return fraction;
}

static void read_mixture(reader *reader, node *map, node *list, const model *model,
                         mixture_kinds *out)
{
    const node *word = reader_take(reader, map, "by");
    const int by = word ? reader_word(reader, word, spread_by_names, SPREAD_COUNTS) : 0;
    double sum = 0;
    bool whole = true;
    out->by = by > 0 ? (spread_by)by : SPREAD_BY_NUMBER;
    if (!reader_is_list(reader, list))
        return;
    for (int i = 0; i < list->count; i++) {
        const double fraction = read_part(reader, list, i, model, out);
        whole = whole && fraction > 0;
        sum += fraction;
    }
    if (list->count == 0 || (whole && fabs(sum - 1) > sum_tolerance)) {
        reader_fault(reader, list, "change them so that they make 1",
                     "the fractions of the mixture add up to %.12g", sum);
    }
}

void mixture_kinds_read(reader *reader, node *map, const model *model, mixture_kinds *out)
{
    memset(out, 0, sizeof *out);
    mixture_kind kind = {.shape = -1, .material = -1, .fraction = 1};
    node *list = reader_take(reader, map, "mixture");
    if (list) {
        node *shape = reader_take(reader, map, "shape");
        node *material = reader_take(reader, map, "material");
        if (shape || material)
            reader_fault(reader, shape ? shape : material, "leave it out, or leave out `mixture`",
                         "each part of a mixture has its own shape and material");
        read_mixture(reader, map, list, model, out);
    } else {
        read_pair(reader, map, model, &kind);
        const char *name = kind.shape < 0 ? "" : model->shape[kind.shape].name;
        add_kinds(model, &kind, name ? name : "", out);
    }
    if (out->count == 0)
        out->kind[out->count++] = kind;
}

char *mixture_name(const mixture_kinds *kinds, int i, const char *entry, model_part *out)
{
    *out = (model_part){.part = i, .fraction = 1};
    if (!entry || kinds->count == 1)
        return entry ? text_copy(entry) : NULL;
    out->entry = text_copy(entry);
    out->parts = kinds->count;
    out->fraction = kinds->kind[i].fraction;
    out->by = kinds->by;
    char *name = text_format("%s.%s", entry, kinds->kind[i].name);
    return out->entry ? name : NULL;
}
