// parts_shapes.c - the section `shapes`, and shapes by their names; see parts.h.
#include "case/parts.h"
#include "case/sections.h"
#include "case/shapes.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void part_shapes(reader *reader, node *map, model *model)
{
    if (!reader_is_map(reader, map) ||
        !(model->shape = section_list(reader, map, sizeof *model->shape, &model->shapes)))
        return;
    model->shapes = 0;
    for (int i = 0; i < map->count; i++) {
        shape_scale scale = {0};
        char *name;
        node *thing = section_thing(reader, map, i, &name);
        if (thing)
            shape_take_scale(reader, thing, &scale);
        const int sizes = scale.count > 1 ? scale.count : 1;
        if (!section_grow(reader, (void **)&model->shape, sizeof *model->shape, model->shapes,
                          sizes)) {
            free(name);
            return;
        }
        model_shape *first = &model->shape[model->shapes];
        const int before = reader->book->count;
        first->name = name;
        if (thing)
            shape_read(reader, thing, first);
        model->shapes++;
        if (scale.count > 0 && reader->book->count == before) {
            shape_make_classes(reader, &scale, first);
            model->shapes += sizes - 1;
        }
    }
}

// Is that its name? The classes of a shape of several sizes are called NAME-1, ...
static bool is_called(const model_shape *shape, const char *name)
{
    const size_t length = strlen(name);
    if (!shape->name)
        return false;
    if (shape->classes > 1 && !strcmp(shape->name + strlen(shape->name) - 2, "-1") &&
        strlen(shape->name) == length + 2 && !strncmp(shape->name, name, length))
        return true;
    return !strcmp(shape->name, name);
}

int part_shape_name(reader *reader, const node *node, const model *model)
{
    const char *name = node ? reader_text(reader, node) : NULL;
    const char *names[64];
    int count = 0;
    for (int i = 0; name && i < model->shapes; i++) {
        if (is_called(&model->shape[i], name))
            return i;
        if (count < 64)
            names[count++] = model->shape[i].name;
    }
    if (!name)
        return -1;
    const char *near = text_closest(name, names, count, 3);
    char hint[120] = "name one of `shapes`";
    if (!model->shapes)
        snprintf(hint, sizeof hint, "add `shapes` with that name in it");
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    reader_fault(reader, node, hint, "there is no shape '%.60s'", name);
    return -1;
}
