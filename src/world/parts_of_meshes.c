// parts_of_meshes.c - see parts_of_meshes.h.
#include "world/parts_of_meshes.h"

#include "scene/drive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same_text(const char *one, const char *other)
{
    return one && other ? !strcmp(one, other) : one == other;
}

// NaN stands for what was not given.
static bool same_number(double one, double other)
{
    return one == other || (isnan(one) && isnan(other));
}

static bool same_value(const row *row, const row_value *one, const row_value *other)
{
    const int numbers = row->type == ROW_VECTOR ? 3 : 1;
    if (row->type == ROW_DISTRIBUTION || !same_text(one->text, other->text))
        return false;
    for (int i = 0; i < numbers; i++) {
        if (!same_number(one->number[i], other->number[i]))
            return false;
    }
    return true;
}

// All values but that of the row `but`.
static bool same_but(const choice *one, const choice *other, const char *but)
{
    if (one->what != other->what)
        return false;
    for (int i = 0; one->what && i < one->what->count; i++) {
        const row *row = &one->what->rows[i];
        const bool passed = !strcmp(row->name, but);
        if (!passed && !same_value(row, &one->value[i], &other->value[i]))
            return false;
    }
    return true;
}

static bool same_motion(const model_wall *one, const model_wall *other)
{
    const drive_chain chain = {.part = one->drive, .parts = one->drives};
    if (one->from != other->from || one->until != other->until)
        return false;
    if (one->drives > 0 && drive_chain_answers(&chain))
        return false;
    return model_drives_same(one, other);
}

static const char *part_of(const model_wall *wall)
{
    const choice *form = &wall->primitive;
    const bool mesh = form->what && !strcmp(form->what->name, "mesh");
    return mesh && choice_given(form, "part") ? choice_text(form, "part") : NULL;
}

bool parts_are_joined(const model_wall *one, const model_wall *other)
{
    const char *part = part_of(one);
    const char *beside = part_of(other);
    return part && beside && strcmp(part, beside) != 0 &&
           same_but(&one->primitive, &other->primitive, "part") && same_motion(one, other);
}

scree_status parts_join(const model *model, int number, const char *folder, primitive *shape,
                        scree_error *error)
{
    const char **part = malloc((size_t)model->walls * sizeof *part);
    int parts = 0;
    if (!part)
        return fail_memory(error, "walls");
    for (int i = 0; i < model->walls; i++) {
        if (parts_are_joined(&model->wall[number], &model->wall[i]))
            part[parts++] = part_of(&model->wall[i]);
    }
    const choice *form = &model->wall[number].primitive;
    const scree_status status = primitive_join(shape, form, folder, part, parts, error);
    free(part);
    return status;
}
