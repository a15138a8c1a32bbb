// maser_make.c - the stretch of a maser: made from the grains that start in it, saved, restored; see maser.h.
#include "world/maser_parts.h"

#include "base/mathlib.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_component(v3 *vector, int axis, double value)
{
    double *component[3] = {&vector->x, &vector->y, &vector->z};
    *component[axis] = value;
}

// All that belongs to the case stays where it is: this must not be cleared.
model *maser_model(const model *from, double step)
{
    const model_maser *maser = &from->maser;
    model *stretch = malloc(sizeof *stretch);
    if (!stretch)
        return NULL;
    *stretch = *from;
    set_component(&stretch->low, maser->axis, real_min(maser->from, maser->to));
    set_component(&stretch->high, maser->axis, real_max(maser->from, maser->to));
    stretch->boundary[maser->axis] = BOUNDARY_PERIODIC;
    stretch->maser.given = false;
    stretch->maser.is_stretch = true;
    stretch->streams = 0;
    stretch->removals = 0;
    stretch->probes = 0;
    stretch->loss = ON_LOSS_STOP;
    stretch->ledger = false;
    stretch->step = step;
    return stretch;
}

struct maser *maser_make(const model *model)
{
    struct maser *maser = calloc(1, sizeof *maser);
    if (!maser)
        return NULL;
    const double way = model->maser.to - model->maser.from;
    maser->axis = model->maser.axis;
    maser->length = fabs(way);
    maser->sense = way > 0 ? 1 : -1;
    return maser;
}

void maser_free(world *world, maser_destroy_world *destroy)
{
    struct maser *maser = world->maser;
    if (!maser)
        return;
    destroy(maser->stretch);
    grain_list_clear(&maser->start);
    free(maser->model);
    free(maser->start_id);
    free(maser->link);
    free(maser->copied);
    free(maser);
    world->maser = NULL;
}

// ---- at the start

static bool starts_inside(const model *model, v3 at)
{
    const double x = v3_component(at, model->maser.axis);
    const double low = real_min(model->maser.from, model->maser.to);
    return x >= low && x < real_max(model->maser.from, model->maser.to);
}

static grain_entry entry_of(const model *model, const grain_list *grains, int64_t i)
{
    const model_grains *set = &model->grains[grains->set[i]];
    const q4 turn = grains->turn[i];
    // grain_list_add adds what the set has
    return (grain_entry){
        .position = grains->position[i],
        .velocity = v3_sub(grains->velocity[i], set->velocity),
        .spin = v3_sub(grains->spin[i], set->spin),
        .radius = grains->radius[i],
        .mass = grains->mass[i],
        .line = grains->line[i],
        .turned = turn.w != 0 || turn.x != 0 || turn.y != 0 || turn.z != 0,
        .turn = turn,
    };
}

static scree_status take_grain(struct maser *maser, const model *model, const char *folder,
                               const grain_list *grains, int64_t i, scree_error *error)
{
    const int set = grains->set[i];
    const packing_job job = {
        .model = model,
        .set = &model->grains[set],
        .index = set,
        .folder = folder,
    };
    grain_list *start = &maser->start;
    const grain_entry entry = entry_of(model, grains, i);
    const scree_status status = grain_list_add(start, &job, &entry, error);
    if (status)
        return status;
    const int64_t last = start->count - 1;
    start->velocity[last] = grains->velocity[i];
    start->spin[last] = grains->spin[i];
    maser->start_id[last] = i;
    return SCREE_OK;
}

scree_status maser_take(world *world, const grain_list *grains, scree_error *error)
{
    const model *model = world->shared->model;
    if (!model->maser.given)
        return SCREE_OK;
    if (world->parts > 1) {
        return fail(error, SCREE_BAD_INPUT, "parts", "run with --parts 1",
                    "a case with a maser cannot be dealt to several parts");
    }
    struct maser *maser = world->maser = maser_make(model);
    if (maser)
        maser->start_id = malloc(((size_t)grains->count + 1) * sizeof *maser->start_id);
    if (!maser || !maser->start_id)
        return fail_memory(error, "maser");
    bool moving = false;
    for (int64_t i = 0; i < grains->count; i++) {
        if (!starts_inside(model, grains->position[i]))
            continue;
        moving = moving || !grains->fixed[i];
        const scree_status status = take_grain(maser, model, world->folder, grains, i, error);
        if (status)
            return status;
    }
    if (moving)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "maser", "fill the stretch, or move it",
                "no grain that moves starts between from = %g m and to = %g m", model->maser.from,
                model->maser.to);
}

// Copies that swing back stand upstream of the stretch.
static scree_status check_room(const world *world, scree_error *error)
{
    const model *model = world->shared->model;
    const model_maser *maser = &model->maser;
    double largest = 0;
    for (int64_t i = 0; i < world->maser->start.count; i++)
        largest = real_max(largest, world->maser->start.radius[i]);
    const double low = v3_component(model->low, maser->axis);
    const double high = v3_component(model->high, maser->axis);
    const double before = maser->to > maser->from ? maser->from - low : high - maser->from;
    if (before >= 2 * largest)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "maser.from", "let the domain begin farther upstream",
                "the domain begins %g m before the stretch, and grains that swing back need a "
                "diameter there, %g m",
                before, 2 * largest);
}

static void link_starting(const world *world)
{
    struct maser *maser = world->maser;
    const grain_list *start = &maser->start;
    for (int64_t i = 0; i < maser->links; i++) {
        const bool moves = !start->fixed[i];
        maser->link[i].copy = moves ? world->shared->first_grain + maser->start_id[i] : -1;
    }
}

static scree_status make_room(struct maser *maser, int64_t links, scree_error *error)
{
    maser->links = links;
    maser->link = calloc((size_t)links + 1, sizeof *maser->link);
    return maser->link ? SCREE_OK : fail_memory(error, "maser");
}

static world_options options_of(const world *world)
{
    return (world_options){
        .threads = world->shared->threads,
        .width = world->shared->width,
        .skin = world->skin_asked,
        .folder = world->folder,
    };
}

scree_status maser_begin(world *world, maser_create *create, scree_error *error)
{
    struct maser *maser = world->maser;
    if (!maser)
        return SCREE_OK;
    const world_options options = options_of(world);
    scree_status status = check_room(world, error);
    if (status)
        return status;
    status = make_room(maser, maser->start.count, error);
    if (status)
        return status;
    link_starting(world);
    maser->model = maser_model(world->shared->model, world->shared->dt);
    if (!maser->model)
        return fail_memory(error, "maser");
    status = create(maser->model, &options, &maser->start, &maser->stretch, error);
    if (status && error)
        fault_move(error, "maser");
    if (status)
        return status;
    maser->first = maser->stretch->shared->first_grain;
    free(maser->start_id);
    maser->start_id = NULL;
    return SCREE_OK;
}

// ---- in images

static bool put_stretch(const image *own, image *im)
{
    for (int i = 0; i < own->count; i++) {
        const image_column *from = &own->column[i];
        char name[sizeof from->name + sizeof MASER_PREFIX];
        snprintf(name, sizeof name, MASER_PREFIX "%s", from->name);
        const image_shape shape = {from->type, from->rows, from->width};
        void *data = image_add(im, name, shape, from->unit, from->doc);
        const size_t size = (size_t)from->rows * (size_t)from->width * image_type_size(from->type);
        if (!data)
            return false;
        if (size > 0)
            memcpy(data, from->data, size);
    }
    return true;
}

static bool put_links(const struct maser *maser, image *im)
{
    int64_t *links = image_add(im, MASER_LINKS, (image_shape){IMAGE_I64, maser->links, 2}, "1",
                               "of each grain of the stretch: id of its copy, or -1; copies "
                               "that were let go");
    for (int64_t i = 0; links && i < maser->links; i++) {
        links[2 * i] = maser->link[i].copy;
        links[2 * i + 1] = maser->link[i].let_go;
    }
    return links != NULL;
}

scree_status maser_save(const world *world, maser_save_world *save, image *im, scree_error *error)
{
    const struct maser *maser = world->maser;
    image own = {0};
    if (!maser)
        return SCREE_OK;
    scree_status status = save(maser->stretch, &own, error);
    if (status && error)
        fault_move(error, "maser");
    if (!status && !(put_stretch(&own, im) && put_links(maser, im)))
        status = fail_memory(error, "maser");
    image_clear(&own);
    return status;
}

// The columns of the stretch under their own names; data is borrowed. False without memory.
static bool extract(const image *im, image *out)
{
    const size_t prefix = strlen(MASER_PREFIX);
    *out = (image){.column = calloc((size_t)im->count + 1, sizeof *out->column), .room = im->count};
    for (int i = 0; out->column && i < im->count; i++) {
        const image_column *from = &im->column[i];
        if (strncmp(from->name, MASER_PREFIX, prefix) != 0)
            continue;
        const char *own_name = from->name + prefix;
        image_column *to = &out->column[out->count];
        *to = *from;
        strcpy(to->name, own_name);
        out->count++;
    }
    return out->column != NULL;
}

static scree_status load_links(const world *world, const image *im, scree_error *error)
{
    struct maser *maser = world->maser;
    const image_column *links = image_find(im, MASER_LINKS, IMAGE_I64, 2);
    const int64_t grains = world_balls(maser->stretch);
    if (!links || links->rows != grains) {
        return fail(error, SCREE_BAD_INPUT, MASER_LINKS,
                    "resume with the case that made the snapshot",
                    "this column of the snapshot does not fit the case");
    }
    const scree_status status = make_room(maser, grains, error);
    for (int64_t i = 0; !status && i < grains; i++) {
        const int64_t *row = image_integers(links) + 2 * i;
        maser->link[i] = (maser_link){.copy = row[0], .let_go = row[1]};
        if (row[0] < -1 || row[0] >= world->next_id || row[1] < 0 || row[1] > INT32_MAX) {
            return fail(error, SCREE_BAD_INPUT, MASER_LINKS, "take an unharmed snapshot",
                        "row %lld has the copy %lld, and %lld that were let go", (long long)i,
                        (long long)row[0], (long long)row[1]);
        }
    }
    return status;
}

scree_status maser_restore(world *world, maser_restore_world *restore, const image *im,
                           scree_error *error)
{
    const model *model = world->shared->model;
    image own = {0};
    if (!model->maser.given)
        return SCREE_OK;
    if (world->parts > 1) {
        return fail(error, SCREE_BAD_INPUT, "parts", "run with --parts 1",
                    "a case with a maser cannot be dealt to several parts");
    }
    const world_options options = options_of(world);
    struct maser *maser = world->maser = maser_make(model);
    if (!maser)
        return fail_memory(error, "maser");
    maser->model = maser_model(model, world->shared->dt);
    if (!maser->model || !extract(im, &own)) {
        free(own.column);
        return fail_memory(error, "maser");
    }
    scree_status status = restore(maser->model, &options, &own, &maser->stretch, error);
    free(own.column);
    if (status && error)
        fault_move(error, "maser");
    if (status)
        return status;
    maser->first = maser->stretch->shared->first_grain;
    return load_links(world, im, error);
}

int64_t maser_let_go(const world *world)
{
    const struct maser *maser = world->maser;
    int64_t sum = 0;
    for (int64_t i = 0; maser && i < maser->links; i++)
        sum += maser->link[i].let_go;
    return sum;
}

int64_t maser_let_go_of_image(const image *im)
{
    const image_column *links = image_find(im, MASER_LINKS, IMAGE_I64, 2);
    int64_t sum = 0;
    for (int64_t i = 0; links && i < links->rows; i++)
        sum += image_integers(links)[2 * i + 1];
    return sum;
}
