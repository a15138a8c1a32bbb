// resolved_kinds.c - of which grains an entry of a resolved case is: a shape and a material, or a mixture of such.
#include "case/resolved_values.h"

#include "base/spread.h"

#include <string.h>

void put_kinds(text_buffer *text, const model *model, int set, bool turns)
{
    const model_part *mixed = model_part_of(model, set);
    if (!mixed->entry) {
        text_append_format(text, "  - name: %s\n    shape: %s\n    material: %s\n",
                           model_set_name(model, set), model_shape_of(model, set)->name,
                           model->material[model_material_of(model, set)].name);
        return;
    }
    text_append_format(text, "  - name: %s\n    by: %s\n    mixture:\n", mixed->entry,
                       spread_by_names[mixed->by]);
    for (int i = set; i < set + mixed->parts; i++) {
        text_append_format(text, "      - {name: %s, shape: %s, material: %s, fraction: ",
                           model_set_name(model, i) + strlen(mixed->entry) + 1,
                           model_shape_of(model, i)->name,
                           model->material[model_material_of(model, i)].name);
        put_quantity(text, model_part_of(model, i)->fraction, "1");
        if (turns && model->grains[i].turned) {
            text_append(text, ", turn: ");
            put_v3(text, model->grains[i].turn, "rad");
        }
        text_append(text, "}\n");
    }
}
