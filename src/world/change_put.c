// change_put.c - grains that are changed become others among the bodies, see change.c.
#include "world/changing.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>

static int compare_ids(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one;
    const int64_t b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

// In one part the bodies that go leave room; a nursery of its own is empty.
bool changing_make_room(changing *changing)
{
    bodies *bodies = &world_nursery(changing->world)->body;
    changing->ball_id = mem_array(changing->balls + 1, sizeof *changing->ball_id);
    if (!changing->ball_id)
        return false;
    for (int64_t k = 0; k < changing->balls; k++)
        changing->ball_id[k] = changing->ball[k].id;
    qsort(changing->ball_id, (size_t)changing->balls, sizeof(int64_t), compare_ids);
    return changing->world->parts == 1 || bodies->room >= changing->balls ||
           bodies_reserve(bodies, (int32_t)changing->balls + 64);
}

// What makes a ball the same: how it stood, where it stands there still, and what its program gives it.
static void keep(const changing *changing, int64_t i, bodies *bodies, int32_t head)
{
    const changed_grain *of = &changing->of[i];
    const bool stays = changing_unmoved(changing, i);
    const double *length = changing->world->part->stepping.context.length;
    for (int k = 0; k < of->balls; k++) {
        const changed_ball *ball = &changing->ball[of->first + k];
        int32_t *image = bodies->image ? bodies->image + 3 * (size_t)(head + k) : NULL;
        if (stays)
            *position_now(bodies, head + k) = ball->position;
        for (int axis = 0; image && axis < 3; axis++)
            image[axis] += stays ? 0 : of->periods[axis];
        if (image && stays) {
            image[0] = ball->image.x;
            image[1] = ball->image.y;
            image[2] = ball->image.z;
        }
        if (isfinite(of->mass) && of->mass == 1 / ball->inverse_mass)
            velocity_now(bodies, head + k)->v[3] = ball->inverse_mass;
        if (bodies->given && !changing->fixed[i]) {
            bodies->given[head + k] = ball->given;
            bodies->moment[head + k] = ball->moment;
        }
    }
    if (stays || !bodies_clumped(bodies, head))
        return;
    for (int axis = 0; axis < 3; axis++)
        bodies->centre[head].v[axis] += of->periods[axis] ? of->periods[axis] * length[axis] : 0;
}

// Its id is the one that it had. By impulses the motion that frames show is the one that is kept, as where it is written.
static void put(const changing *changing, int64_t i)
{
    world *world = changing->world;
    bodies *bodies = &world_nursery(world)->body;
    const world_newcomer *grain = &changing->grain[i];
    const int set = grain->stands.set;
    const int32_t head = bodies->count;
    const bool lags = world->shared->solver->lags;
    const int64_t next_id = world->next_id;
    const new_grain made = {
        .set = set,
        .material = model_material_of(world->shared->model, set),
        .position = changing_unmoved(changing, i) ? changing->of[i].centre : grain->stands.at,
        .velocity = lags ? world_velocity_to_keep(world, set, grain->velocity) : grain->velocity,
        .spin = grain->spin,
        .radius = grain->stands.radius,
        .mass = changing->of[i].mass,
        .orientation = grain->stands.turn,
    };
    world->next_id = changing->id[i];
    world_put_grain(world, bodies, &made);
    world->next_id = next_id;
    keep(changing, i, bodies, head);
}

static scree_status put_all(changing *changing, const grain_extremes *extreme, double missed,
                            scree_error *error)
{
    world *world = changing->world;
    const solver *solver = world->shared->solver;
    const int64_t *id = changing->ball_id;
    scree_status status = world_close_leaving(world, error);
    if (status != SCREE_OK)
        return status;
    world_widen_laws(world, extreme);
    status = world_drop_leaving(world, error);
    for (int64_t i = 0; status == SCREE_OK && i < changing->count; i++)
        put(changing, i);
    world_note_fixed(world);
    if (status == SCREE_OK && solver->forget && !solver->forget(world->solver, id, changing->balls))
        status = fail_memory(error, "contacts");
    if (status == SCREE_OK)
        status = world_refresh(world, true, error);
    if (status == SCREE_OK && world->shared->model->ledger)
        status = world_book_replaced(world, id, changing->balls, missed, error);
    return status;
}

scree_status changing_put(changing *changing, const grain_extremes *extreme, scree_error *error)
{
    world *world = changing->world;
    scree_error fault;
    double missed = 0;
    scree_status status = SCREE_OK;
    if (world->shared->model->ledger)
        status = world_residual(world, &missed, error);
    if (status != SCREE_OK)
        return status;
    world_forget_traffic(world);
    world_send_keep(world);
    status = put_all(changing, extreme, missed, &fault);
    if (status == SCREE_OK)
        return SCREE_OK;
    if (status == SCREE_NO_MEMORY)
        return world_lose(world, "grains were changed", error);
    world->failure = fault;
    return world_refuse(world, error);
}
