// observe_cell.c - what there is to see of a periodic cell, or of a domain that stands still: its edges, what its stress
// is made of. Nothing here changes a bit of the state.
#include "world/internal.h"

// A domain that stands still is a cell that does.
static stepping looked_at(const world *world, const part *part, cell_step *still)
{
    stepping stepping = part->stepping;
    contact_context *context = &stepping.context;
    if (stepping.cell)
        return stepping;
    *still = (cell_step){.corner = world->shared->model->low};
    stepping.cell = still;
    context->cell = (cell_matrix){{1, 1, 1, 0, 0, 0}};
    for (int axis = 0; axis < 3; axis++) {
        if (stepping.periodic[axis])
            context->cell.of[axis] = context->length[axis];
    }
    return stepping;
}

void world_see_cell(const world *world, const part *part, const block *block,
                    const scratch *scratch, cell_sums *sums)
{
    cell_step still;
    stepping stepping = looked_at(world, part, &still);
    if (!world->shared->started)
        stepping.before = 0;
    block_cell_sums(&stepping, block, scratch, block_sum, sums);
}

// Of the solver by impulses, which shows mean forces of contacts that blocks do not know. Its balls are bodies.
static void add_contacts(const frame *frame, cell_sums *sums)
{
    const frame_contacts *contacts = &frame->contact;
    for (int64_t i = 0; i < contacts->count; i++) {
        const v3 force = contacts->force[i];
        const v3 from = contacts->position_a[i];
        const v3 to = contacts->position_b[i];
        const v3 way = v3_sub(to, from);
        const double product[CELL_PARTS] = {
            [CELL_XX] = force.x * way.x, [CELL_YY] = force.y * way.y, [CELL_ZZ] = force.z * way.z,
            [CELL_XY] = force.x * way.y, [CELL_XZ] = force.x * way.z, [CELL_YZ] = force.y * way.z,
        };
        for (int part = 0; part < CELL_PARTS; part++)
            exact_sum_add(&sums->contact[part], product[part]);
    }
}

void world_show_cell_form(const world *world, frame_cell *out)
{
    const shared *shared = world->shared;
    const model *model = shared->model;
    const cell_state *state = &shared->cell;
    const v3 size = v3_sub(model->high, model->low);
    *out = (frame_cell){
        .deforms = state->given,
        .corner = model->low,
        .edges = {{size.x, size.y, size.z, 0, 0, 0}},
        .volume = world_cell_volume(world),
    };
    out->start = out->edges;
    for (int i = 0; state->given && i < CELL_PARTS; i++) {
        const bool *periodic = world->part->stepping.periodic;
        if (i > CELL_ZZ || periodic[i]) {
            out->edges.of[i] = state->now.of[i];
            out->start.of[i] = state->start.of[i];
        }
        out->passed.of[i] = state->passed.of[i];
        out->gradient.of[i] = state->gradient.of[i];
    }
}

void world_show_cell(const world *world, cell_sums *sums, frame *frame)
{
    frame_cell *out = &frame->cell;
    world_show_cell_form(world, out);
    if (!world->shared->solver->resolves)
        add_contacts(frame, sums);
    out->contact = cell_sums_value(sums->contact);
    out->motion = cell_sums_value(sums->motion);
    out->drift = cell_sums_drift(sums);
}
