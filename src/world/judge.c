// judge.c - see judge.h. All sums are over a frame, in the order of its rows, which ids alone decide.
#include "world/judge.h"

#include "world/internal.h"

#include "measure/balance.h"
#include "measure/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A probe that the condition asks.
typedef struct asked_probe {
    const model_probe *asked;
    const probe *is;
    int number; // among the probes of the case
    probe_state *state;
    probe_table table;
    bool loaded; // it goes on with what it kept
} asked_probe;

struct judge {
    const model *model;
    const condition *condition;
    asked_probe *probe;
    int probes;
    frame seen;
    double value[CONDITION_VARIABLES];
};

static const char memory_name[] = "stage/memory";

// ---- made

static asked_probe *probe_of(judge *is, int number)
{
    for (int i = 0; i < is->probes; i++) {
        if (is->probe[i].number == number)
            return &is->probe[i];
    }
    return NULL;
}

static scree_status begin_probe(judge *is, int number, scree_error *error)
{
    asked_probe *one = &is->probe[is->probes];
    const model_probe *asked = &is->model->probe[number];
    one->asked = asked;
    one->is = probe_find(asked->measure.what);
    one->number = number;
    scree_status status =
        probe_begin(one->is, &asked->measure, is->model, &one->state, &one->table, error);
    is->probes += status == SCREE_OK;
    return status;
}

scree_status judge_make(const model *model, const condition *condition, judge **out,
                        scree_error *error)
{
    judge *is = calloc(1, sizeof *is);
    *out = is;
    if (!is)
        return fail_memory(error, "stage");
    is->model = model;
    is->condition = condition;
    is->probe = calloc((size_t)condition->variables + 1, sizeof *is->probe);
    scree_status status = is->probe ? SCREE_OK : fail_memory(error, "stage");
    for (int i = 0; i < condition->variables && !status; i++) {
        const condition_variable *variable = &condition->variable[i];
        if (variable->source == CONDITION_PROBE && !probe_of(is, variable->number))
            status = begin_probe(is, variable->number, error);
    }
    return status;
}

void judge_free(judge *is)
{
    if (!is)
        return;
    for (int i = 0; i < is->probes; i++) {
        probe_end(is->probe[i].is, is->probe[i].state);
        table_clear(&is->probe[i].table);
    }
    frame_clear(&is->seen);
    free(is->probe);
    free(is);
}

bool judge_wants_traffic(const judge *is)
{
    bool wants = false;
    for (int i = 0; is && i < is->probes; i++)
        wants = wants || is->probe[i].is->pass;
    return wants;
}

// ---- what is seen

static double unbalanced(const model *model, const frame *seen)
{
    const balance is = balance_of(model, seen);
    return balance_unbalanced(&is);
}

static double fastest(const frame_balls *ball)
{
    double most = 0;
    for (int64_t i = 0; i < ball->count; i++) {
        const double speed = v3_norm(ball->velocity[i]);
        if (isfinite(ball->mass[i]) && speed > most)
            most = speed;
    }
    return most;
}

// Of `sets` sets from that one on; -1: of all.
static double count_grains(const frame_balls *ball, int set, int sets)
{
    int64_t count = 0;
    for (int64_t i = 0; i < ball->count; i++)
        count += ball->body[i] == ball->id[i] &&
                 (set < 0 || (ball->set[i] >= set && ball->set[i] < set + sets));
    return (double)count;
}

static double last_of_column(judge *is, const condition_variable *variable)
{
    const asked_probe *one = probe_of(is, variable->number);
    const probe_table *table = &one->table;
    if (table->rows == 0)
        return NAN;
    return table->value[(table->rows - 1) * table->columns + variable->column];
}

static double value_of(judge *is, const world *world, const condition_variable *variable)
{
    const frame *seen = &is->seen;
    const world_flows flows = world_flows_of(world);
    switch (variable->source) {
    case CONDITION_TIME:
        return seen->time;
    case CONDITION_STAGE_TIME:
        return seen->time - world_stage(world).time;
    case CONDITION_KINETIC:
        return seen->ledger.kinetic;
    case CONDITION_GRAVITATIONAL:
        return seen->ledger.gravitational;
    case CONDITION_ELASTIC:
        return seen->ledger.elastic;
    case CONDITION_UNBALANCED:
        return unbalanced(is->model, seen);
    case CONDITION_SPEED:
        return fastest(&seen->ball);
    case CONDITION_COUNT:
        return count_grains(&seen->ball, variable->number, variable->sets);
    case CONDITION_CONTACTS:
        return (double)seen->contact.count;
    case CONDITION_STREAMED:
        return (double)flows.streamed;
    case CONDITION_REMOVED:
        return (double)flows.removed;
    case CONDITION_LOST:
        return (double)flows.lost;
    default:
        return last_of_column(is, variable);
    }
}

static scree_status sample(judge *is, world *world, bool all, scree_error *error)
{
    scree_status status = world_frame(world, &is->seen, error);
    for (int i = 0; i < is->probes && !status; i++) {
        asked_probe *one = &is->probe[i];
        if (!all && (!one->is->save || one->loaded))
            continue;
        table_empty(&one->table);
        status = one->is->sample(&one->asked->measure, is->model, &is->seen, one->state,
                                 &one->table, error);
    }
    return status;
}

scree_status judge_begin(judge *is, world *world, scree_error *error)
{
    bool remembers = false;
    for (int i = 0; i < is->probes; i++)
        remembers = remembers || (is->probe[i].is->save && !is->probe[i].loaded);
    return remembers ? sample(is, world, false, error) : SCREE_OK;
}

scree_status judge_look(judge *is, world *world, bool *holds, scree_error *error)
{
    scree_status status = sample(is, world, true, error);
    if (status != SCREE_OK)
        return status;
    for (int i = 0; i < is->condition->variables; i++)
        is->value[i] = value_of(is, world, &is->condition->variable[i]);
    *holds = condition_holds(is->condition, is->value);
    return SCREE_OK;
}

scree_status judge_pass(judge *is, const frame_balls *arrived, const frame_balls *departed,
                        scree_error *error)
{
    scree_status status = SCREE_OK;
    if (arrived->count + departed->count == 0)
        return SCREE_OK;
    for (int i = 0; i < is->probes && !status; i++) {
        const asked_probe *one = &is->probe[i];
        if (one->is->pass)
            status = one->is->pass(is->model, arrived, departed, one->state, error);
    }
    return status;
}

const double *judge_values(const judge *is)
{
    return is->value;
}

// ---- saved

bool judge_save(const judge *is, image *im)
{
    probe_memory all = {0};
    bool ok = true;
    for (int i = 0; i < is->probes && ok; i++) {
        const asked_probe *one = &is->probe[i];
        probe_memory memory = {0};
        if (!one->is->save)
            continue;
        ok = one->is->save(one->state, &memory);
        const double count = (double)memory.count;
        ok = ok && memory_put(&all, &count, 1) && memory_put(&all, memory.value, memory.count);
        free(memory.value);
    }
    if (ok && all.count > 0) {
        double *data = image_add(im, memory_name, (image_shape){IMAGE_F64, all.count, 1}, "SI",
                                 "what the probes of the condition of the stage keep");
        ok = data != NULL;
        if (ok)
            memcpy(data, all.value, (size_t)all.count * sizeof *data);
    }
    free(all.value);
    return ok;
}

scree_status judge_load(judge *is, const image *im, const bool *anew, scree_error *error)
{
    const image_column *memory = image_find(im, memory_name, IMAGE_F64, 1);
    int64_t at = 0;
    for (int i = 0; i < is->probes; i++) {
        asked_probe *one = &is->probe[i];
        if (!one->is->save)
            continue;
        const int64_t left = memory ? memory->rows - at : 0;
        const double count = left > 0 ? image_reals(memory)[at] : -1;
        const bool fits = count >= 0 && count <= (double)(left - 1);
        const double *kept = fits ? image_reals(memory) + at + 1 : NULL;
        const bool skipped = anew && anew[one->number];
        one->loaded = fits && !skipped && one->is->load(one->state, kept, (int64_t)count);
        if (!fits || !(skipped || one->loaded))
            return fail(error, SCREE_BAD_INPUT, memory_name,
                        "take an unharmed snapshot, of the same condition",
                        "the column does not hold what the probe '%.60s' of the condition keeps",
                        one->asked->name);
        at += 1 + (int64_t)count;
    }
    return SCREE_OK;
}
