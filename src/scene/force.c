// force.c - the table of forces, and the sum of those of a case; see force.h. The list comes from the names of the files.
#include "scene/force.h"

#include "force_list.h"

#include <stdlib.h>

#define DECLARE(name) extern const force_law force_##name;
#define LAW(name) &force_##name,
#define WHAT(name) &force_##name.what,
FORCE_LIST(DECLARE)

static const force_law *const laws[] = {FORCE_LIST(LAW)};
static const plugin *const plugins[] = {FORCE_LIST(WHAT)};
enum { COUNT = sizeof laws / sizeof *laws };

const plugin *const *force_plugins(int *count)
{
    *count = COUNT;
    return plugins;
}

const force_law *force_find(const plugin *what)
{
    for (int i = 0; i < COUNT; i++) {
        if (plugins[i] == what)
            return laws[i];
    }
    return NULL;
}

bool force_is_led(const model *model)
{
    for (int i = 0; i < model->forces; i++) {
        if (force_find(model->force[i].law.what)->led)
            return true;
    }
    return false;
}

// ---- all forces of a case

scree_status force_field_make(const model *model, force_field *out, scree_error *error)
{
    *out = (force_field){0};
    if (model->forces == 0)
        return SCREE_OK;
    out->law = calloc((size_t)model->forces, sizeof *out->law);
    out->terms = calloc((size_t)model->forces, sizeof *out->terms);
    if (!out->law || !out->terms)
        return fail_memory(error, "forces");
    for (int i = 0; i < model->forces; i++) {
        const model_force *force = &model->force[i];
        const force_law *law = force_find(force->law.what);
        const scree_status status =
            law->prepare(&force->law, model, force->name, &out->terms[i], error);
        if (status != SCREE_OK)
            return status;
        out->law[i] = law;
        out->brakes = out->brakes || !law->potential;
        out->count++;
    }
    return SCREE_OK;
}

void force_field_free(force_field *field)
{
    free(field->law);
    free(field->terms);
    *field = (force_field){0};
}

force_pull force_field_pull(const force_field *field, const force_in *in)
{
    force_pull pull = {{0, 0, 0}, 0};
    for (int i = 0; i < field->count; i++)
        field->law[i]->pull(&field->terms[i], in, &pull);
    return pull;
}

force_pull force_field_drag(const force_field *field, const force_in *in)
{
    force_pull pull = {{0, 0, 0}, 0};
    for (int i = 0; i < field->count; i++) {
        if (!field->law[i]->potential)
            field->law[i]->pull(&field->terms[i], in, &pull);
    }
    return pull;
}

double force_field_potential(const force_field *field, v3 at)
{
    double sum = 0;
    for (int i = 0; i < field->count; i++) {
        if (field->law[i]->potential)
            sum += field->law[i]->potential(&field->terms[i], at);
    }
    return sum;
}
