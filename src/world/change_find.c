// change_find.c - grains that are to be changed, as they are, see change.c: which balls each has, where its centre is, how it moves.
#include "world/changing.h"
#include "world/motions.h"

#include "base/memory.h"
#include "base/spread.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>

scree_status changing_refuse(int64_t id, scree_error *error, const char *hint, const char *what)
{
    const newcomer_list one = {.doing = CHANGING_DOING, .id = &id};
    return world_refuse_newcomer(&one, 0, error, hint, what);
}

// ---- who is meant

// Where the ball of a body of several stands from its centre.
static v3 arm_of(const world *world, const bodies *bodies, int32_t slot, int ball)
{
    const model_clump *clump = world->shared->clump[bodies->set[slot]];
    return clump ? q4_rotate(bodies_orientation(bodies, slot), clump->at[ball]) : v3_make(0, 0, 0);
}

// Is that the ball of the fixed body whose first ball is the other?
static bool belongs(const world *world, const body_at *first, const body_at *ball, int number)
{
    const bodies *of = &first->at.part->body;
    const bodies *bodies = &ball->at.part->body;
    const contact_context *context = &first->at.part->stepping.context;
    const v3 here = v3_of(position_now(of, first->at.slot));
    const v3 there = v3_of(position_now(bodies, ball->at.slot));
    const v3 arm = arm_of(world, of, first->at.slot, number);
    const v3 wanted = v3_sub(arm, arm_of(world, of, first->at.slot, 0));
    const v3 off = v3_sub(nearest_image(context, v3_sub(there, here)), wanted);
    return ball->id == first->id + number &&
           bodies->set[ball->at.slot] == of->set[first->at.slot] &&
           !(bodies_inverse_mass(bodies, ball->at.slot) > 0) &&
           v3_norm(off) < 1e-6 * bodies_radius(bodies, ball->at.slot);
}

// How many balls the grain has that begins there; 0: none does.
static int balls_from(const world *world, const body_at *list, int64_t all, int64_t at)
{
    const bodies *bodies = &list[at].at.part->body;
    const int32_t slot = list[at].at.slot;
    const int balls = world_balls_of(world, bodies->set[slot]);
    if (bodies_first(bodies, slot) != slot)
        return 0;
    if (bodies_inverse_mass(bodies, slot) > 0)
        return balls;
    for (int k = 1; k < balls; k++) {
        if (at + k >= all || !belongs(world, &list[at], &list[at + k], k))
            return 0;
    }
    return balls;
}

static bool keep_ball(changing *changing, const body_at *at)
{
    const bodies *bodies = &at->at.part->body;
    const int32_t slot = at->at.slot;
    if (!MEM_GROW(changing->ball, changing->ball_room, changing->balls + 1))
        return false;
    changed_ball *ball = &changing->ball[changing->balls++];
    *ball = (changed_ball){
        .id = at->id,
        .at = at->at,
        .position = *position_now(bodies, slot),
        .inverse_mass = bodies_inverse_mass(bodies, slot),
        .image = bodies_image(bodies, slot),
    };
    if (bodies->given) {
        ball->given = bodies->given[slot];
        ball->moment = bodies->moment[slot];
    }
    return true;
}

static scree_status find(changing *changing, const body_at *list, int64_t all, int64_t i,
                         scree_error *error)
{
    const int64_t id = changing->change[i].id;
    const body_at *found = world_find_body(list, all, id);
    changing->id[i] = id;
    if (!found)
        return changing_refuse(id, error, "read the ids of the grains that there are now",
                               "it is not there");
    const int balls = balls_from(changing->world, list, all, found - list);
    if (balls == 0)
        return changing_refuse(id, error, "name the first ball of the body",
                               "it is one of several balls");
    changing->of[i] = (changed_grain){
        .first = changing->balls,
        .balls = balls,
        .was_fixed = !(bodies_inverse_mass(&found->at.part->body, found->at.slot) > 0),
    };
    for (int k = 0; k < balls; k++) {
        int32_t *number = &changing_numbers(changing, found[k].at.part)[found[k].at.slot];
        if (*number >= 0)
            return changing_refuse(id, error, "name each grain once",
                                   "it stands twice among the ids");
        *number = (int32_t)i;
        if (!keep_ball(changing, &found[k]))
            return fail_memory(error, "grains");
    }
    return SCREE_OK;
}

static scree_status find_all(changing *changing, scree_error *error)
{
    int64_t all;
    body_at *list = world_bodies_by_id(changing->world, &all);
    scree_status status = list ? SCREE_OK : fail_memory(error, "grains");
    for (int64_t k = 0; k < world_balls(changing->world); k++)
        changing->number_of[k] = -1;
    for (int64_t i = 0; status == SCREE_OK && i < changing->count; i++)
        status = find(changing, list, all, i, error);
    free(list);
    return status;
}

// ---- as they are

static bool is_periodic(const model *model, int axis)
{
    return model->boundary[axis] == BOUNDARY_PERIODIC && !(axis == 2 && model->dimensions == 2);
}

// Of a ball of a fixed body, where the centre of that is; not brought back into the domain, as that of one that moves.
static v3 centre_of(const changing *changing, int64_t i)
{
    const changed_ball *ball = &changing->ball[changing->of[i].first];
    const part *part = ball->at.part;
    const bodies *bodies = &part->body;
    if (bodies_clumped(bodies, ball->at.slot))
        return v3_of(&bodies->centre[ball->at.slot]);
    const v3 arm = arm_of(changing->world, bodies, ball->at.slot, 0);
    const v3 at = v3_sub(v3_of(&ball->position), arm);
    const double *length = part->stepping.context.length;
    return v3_make(at.x + (ball->image.x ? ball->image.x * length[0] : 0),
                   at.y + (ball->image.y ? ball->image.y * length[1] : 0),
                   at.z + (ball->image.z ? ball->image.z * length[2] : 0));
}

// Its place in the domain, and by how many periods its centre is away from there.
static void place_of(changing *changing, int64_t i)
{
    const shared *shared = changing->world->shared;
    const changed_ball *ball = &changing->ball[changing->of[i].first];
    const stepping *stepping = &ball->at.part->stepping;
    world_newcomer *grain = &changing->grain[i];
    const v3 centre = centre_of(changing, i);
    double at[3] = {centre.x, centre.y, centre.z};
    changing->of[i].centre = centre;
    grain->stands = world_standing_in(changing->world, &ball->at.part->body, ball->at.slot);
    const model_clump *clump = shared->clump[grain->stands.set];
    if (grain->stands.alone) {
        grain->stands.alone = false;
        grain->stands.radius =
            spread_mean(&model_shape_of(shared->model, grain->stands.set)->radius);
    }
    if (shared->cell.given)
        return; // grains keep their places
    for (int axis = 0; axis < 3; axis++) {
        const double length = stepping->high[axis] - stepping->low[axis];
        if (!is_periodic(shared->model, axis))
            continue;
        const double periods = floor((at[axis] - stepping->low[axis]) / length);
        changing->of[i].periods[axis] = (int32_t)periods;
        at[axis] -= periods * length;
    }
    if (clump)
        grain->stands.at = v3_at(at);
}

static scree_status look(changing *changing, scree_error *error)
{
    const int64_t count = changing->count;
    body_place *at = mem_array(count + 1, sizeof *at);
    grain_motion *now = mem_array(count + 1, sizeof *now);
    scree_status status = at && now ? SCREE_OK : fail_memory(error, "grains");
    for (int64_t i = 0; status == SCREE_OK && i < count; i++) {
        at[i] = changing->ball[changing->of[i].first].at;
        place_of(changing, i);
        changing->set_of[i] = changing->grain[i].stands.set;
    }
    if (status == SCREE_OK)
        status = world_motions(changing->world, at, changing->number_of, count, now, error);
    for (int64_t i = 0; status == SCREE_OK && i < count; i++) {
        const bool fixed = changing->of[i].was_fixed;
        changing->grain[i].velocity = fixed ? v3_make(0, 0, 0) : now[i].velocity;
        changing->grain[i].spin = fixed ? v3_make(0, 0, 0) : now[i].spin;
    }
    mem_free(at);
    mem_free(now);
    return status;
}

scree_status changing_find(changing *changing, scree_error *error)
{
    const scree_status status = find_all(changing, error);
    return status == SCREE_OK ? look(changing, error) : status;
}
