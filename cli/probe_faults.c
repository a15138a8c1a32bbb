// probe_faults.c - see probe_faults.h. A probe says what is wrong with it when it is begun, so each is begun by itself.
#include "cli/probe_faults.h"

#include "measure/probe.h"
#include "measure/table.h"

#include <stdio.h>
#include <string.h>

// False: it can be begun.
static bool is_at_fault(const model *model, const model_probe *asked, scree_error *error)
{
    const probe *is = probe_find(asked->measure.what);
    probe_state *state = NULL;
    probe_table table = {0};
    const scree_status status = probe_begin(is, &asked->measure, model, &state, &table, error);
    probe_end(is, state);
    table_clear(&table);
    snprintf(error->where, sizeof error->where, "probes.%.150s", asked->name);
    return status == SCREE_BAD_INPUT;
}

int probe_faults_give_up(const session *session, const world *world, const scree_error *error)
{
    const int code = session_give_up(session, error);
    const model *model = world_model(world);
    int faults = 1;
    if (error->status != SCREE_BAD_INPUT || strncmp(error->where, "probes.", 7) != 0)
        return code;
    for (int i = 0; i < model->probes; i++) {
        scree_error other = {0};
        if (!is_at_fault(model, &model->probe[i], &other) || !strcmp(other.where, error->where))
            continue;
        session_give_up(session, &other);
        faults++;
    }
    if (faults > 1)
        fprintf(stderr, "%d faults\n", faults);
    return code;
}
