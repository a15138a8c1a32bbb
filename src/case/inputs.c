// inputs.c - see inputs.h.
#include "case/inputs.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void collect(case_inputs *inputs, const choice *choice, bool read_again)
{
    const int rows = choice->what ? choice->what->count : 0;
    for (int i = 0; i < rows; i++) {
        const row *row = &choice->what->rows[i];
        row_value *value = &choice->value[i];
        if (row->type == ROW_TEXT && !strcmp(row->name, "file") && value->text)
            inputs->item[inputs->count++] =
                (case_input){value, value->text, read_again, value->text};
    }
}

static void collect_all(case_inputs *inputs, const model *model)
{
    for (int i = 0; i < model->walls; i++) {
        const model_wall *wall = &model->wall[i];
        collect(inputs, &wall->primitive, true);
        for (int part = 0; part < wall->drives; part++)
            collect(inputs, &wall->drive[part], true);
    }
    for (int i = 0; i < model->grain_sets; i++) {
        collect(inputs, &model->grains[i].packing, false);
        collect(inputs, &model->grains[i].growth, true);
    }
    for (int i = 0; i < model->streams; i++)
        collect(inputs, &model->stream[i].growth, true);
    for (int i = 0; i < model->regions; i++)
        collect(inputs, &model->region[i].form, true);
    for (int i = 0; i < model->probes; i++)
        collect(inputs, &model->probe[i].measure, true);
}

// One file each at most.
static size_t most_files(const model *model)
{
    int drives = 0;
    for (int i = 0; i < model->walls; i++)
        drives += model->wall[i].drives;
    const int entries = model->walls + 2 * model->grain_sets + model->streams + model->regions;
    return (size_t)(entries + drives + model->probes);
}

bool case_inputs_list(const model *model, case_inputs *out)
{
    size_t room = most_files(model) + 1;
    for (int i = 0; i < model->stages; i++)
        room += most_files(model->stage[i].model);
    *out = (case_inputs){calloc(room, sizeof *out->item), 0};
    if (!out->item)
        return false;
    collect_all(out, model);
    for (int i = 0; i < model->stages; i++)
        collect_all(out, model->stage[i].model);
    return true;
}

char *case_input_path(const char *folder, const char *name)
{
    return *name == '/' ? text_copy(name) : text_format("%s/%s", folder, name);
}

char *case_inputs_text(const model *shown, const case_inputs *inputs, const case_families *families)
{
    for (int i = 0; i < inputs->count; i++)
        inputs->item[i].value->text = (char *)inputs->item[i].stand_in;
    char *text = case_resolved(shown, families);
    for (int i = 0; i < inputs->count; i++)
        inputs->item[i].value->text = inputs->item[i].own;
    return text;
}
