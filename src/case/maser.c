// maser.c - `maser` of a case, and what does not go with one; see parts.h and docs/maser.md.
#include "base/mathlib.h"
#include "case/keys.h"
#include "case/nodes.h"
#include "case/parts.h"
#include "scene/drive.h"

// Of a thing that may have lost its name to a fault.
static const char *named(const char *name)
{
    return name ? name : "";
}

static void read_keys(reader *reader, node *map, model_maser *maser)
{
    const int axis = key_word(reader, map, &keys_maser, "axis");
    const bool from = key_real(reader, map, &keys_maser, "from", &maser->from);
    const bool to = key_real(reader, map, &keys_maser, "to", &maser->to);
    reader_finish(reader, map);
    maser->given = axis >= 0 && from && to;
    maser->axis = axis;
}

static void check_stretch(reader *reader, const node *at, const model *model)
{
    const model_maser *maser = &model->maser;
    const double low = v3_component(model->low, maser->axis);
    const double high = v3_component(model->high, maser->axis);
    const char axis = "xyz"[maser->axis];
    if (maser->axis >= model->dimensions) {
        reader_fault(reader, at, "choose x or y", "maser: a case in 2D has no axis %c", axis);
    } else if (model->boundary[maser->axis] != BOUNDARY_OPEN) {
        reader_fault(reader, at, "make that axis open; the stretch itself is periodic",
                     "maser: the domain is %s along %c",
                     model->boundary[maser->axis] == BOUNDARY_WALL ? "closed by walls" : "periodic",
                     axis);
    }
    if (maser->from == maser->to) {
        reader_fault(reader, at, "grains come in at `from`, and copies go on from `to`",
                     "maser: the stretch has no length");
    }
    if (real_min(maser->from, maser->to) < low || real_max(maser->from, maser->to) > high) {
        reader_fault(reader, at, "move the stretch, or make the domain longer",
                     "maser: the stretch from %g to %g m is not inside of the domain, %g to %g m",
                     maser->from, maser->to, low, high);
    }
}

static bool reaches_in(const model *model, v3 low, v3 high)
{
    const model_maser *maser = &model->maser;
    return v3_component(low, maser->axis) < real_max(maser->from, maser->to) &&
           v3_component(high, maser->axis) > real_min(maser->from, maser->to);
}

static void check_flows(reader *reader, const node *at, const model *model)
{
    for (int i = 0; i < model->removals; i++) {
        const model_removal *removal = &model->removal[i];
        if (!reaches_in(model, removal->low, removal->high))
            continue;
        reader_fault(reader, at, "remove grains downstream of the stretch",
                     "maser: the removal '%s' reaches into the stretch", named(removal->name));
    }
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        if (!reaches_in(model, stream->low, stream->high))
            continue;
        reader_fault(reader, at, "let it come downstream of the stretch",
                     "maser: the stream '%s' reaches into the stretch", named(stream->name));
    }
}

static bool is_plain(const model *model, int set)
{
    const int shape = set < model->grain_sets ? model->grains[set].shape
                                              : model->stream[set - model->grain_sets].shape;
    if (shape < 0 || shape >= model->shapes)
        return true; // told where it is
    const model_clump *clump = &model->shape[shape].clump;
    const bool ball = !clump->balls || clump->of_ball;
    return ball && !model_set_locked(model, set);
}

static void check_grains(reader *reader, const node *at, const model *model)
{
    for (int set = 0; set < model->grain_sets + model->streams; set++) {
        const char *name = model_set_name(model, set);
        if (!is_plain(model, set)) {
            reader_fault(reader, at, "take balls that turn",
                         "maser: the grains of '%s' are no balls that turn", named(name));
        } else if (model_growth_of(model, set)) {
            reader_fault(reader, at, "leave out the growth",
                         "maser: it does not go with the growth of '%s'", named(name));
        }
    }
}

// A wall that grains move would move otherwise in the stretch than downstream.
static void check_walls(reader *reader, const node *at, const model *model)
{
    for (int i = 0; i < model->walls; i++) {
        const model_wall *wall = &model->wall[i];
        for (int k = 0; k < wall->drives; k++) {
            const drive *drive = wall->drive[k].what ? drive_find(wall->drive[k].what) : NULL;
            if (!drive || !drive->answers)
                continue;
            reader_fault(reader, at, "give the wall a motion that grains do not change",
                         "maser: grains move the wall '%s' (drive %s)", named(wall->name),
                         drive->what.name);
        }
    }
}

static void check_others(reader *reader, const node *at, const node *root, const model *model)
{
    if (model->solver != SOLVER_SMOOTH) {
        reader_fault(reader, at, "choose solver: smooth",
                     "maser: the nonsmooth solver lets what is downstream push what is upstream");
    }
    if (model->integrator == INTEGRATOR_GEAR) {
        reader_fault(reader, at, "choose integrator: velocity-verlet or leapfrog",
                     "maser: it does not go with integrator: gear");
    }
    if (model->cell.given) {
        reader_fault(reader, at, "leave out the cell, or the maser",
                     "maser: it does not go with a cell that deforms");
    }
    const node *stages = node_find(root, "stages");
    if (stages && stages->count > 0) {
        reader_fault(reader, at, "run the stages as branches: scree resume --set",
                     "maser: it does not go with stages");
    }
}

void part_maser(reader *reader, node *map, const node *root, model *model)
{
    if (!reader_is_map(reader, map))
        return;
    read_keys(reader, map, &model->maser);
    if (!model->maser.given)
        return;
    check_stretch(reader, map, model);
    check_flows(reader, map, model);
    check_grains(reader, map, model);
    check_walls(reader, map, model);
    check_others(reader, map, root, model);
}
