// resolved_kit.c - of `run`, what slow flows are computed with, as text that reads back to the same bits; see resolved.c.
#include "case/resolved_values.h"

#include "state/slow.h"

static void put_damping(text_buffer *text, const model *model)
{
    const int sets = model->grain_sets + model->streams;
    int named = 0;
    text_append(text, "  damping: {local: ");
    put_quantity(text, model->damping, "1");
    for (int set = 0; set < sets; set++) {
        if (!model_set_undamped(model, set))
            continue;
        text_append_format(text, "%s%s", named ? ", " : ", except: [", model_set_name(model, set));
        named++;
    }
    text_append_format(text, "%s}\n", named ? "]" : "");
}

void put_kit(text_buffer *text, const model *model)
{
    if (model_mass_scaling(model) != 1) {
        text_append(text, "  mass_scaling: ");
        put_quantity(text, model->mass_scaling, "1");
        text_append(text, "\n");
    }
    if (model->damping > 0)
        put_damping(text, model);
}
