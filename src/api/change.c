// change.c - changes of worlds, scree/change.h: thin words for those of world/.
#include "scree/change.h"

#include "api/drives.h"
#include "api/objects.h"
#include "api/words.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "base/spread.h"
#include "base/text.h"
#include "scene/packing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- grains that come

static q4 turn_of(const double value[4])
{
    const bool given = value[0] != 0 || value[1] != 0 || value[2] != 0 || value[3] != 0;
    return given ? (q4){value[0], value[1], value[2], value[3]} : q4_identity();
}

static scree_status newcomer_of(const model *model, const scree_grain *grain, int64_t i,
                                world_newcomer *out, scree_error *error)
{
    char where[60];
    snprintf(where, sizeof where, "grain %lld to be added", (long long)i);
    if (!grain->set) {
        return fail(error, SCREE_BAD_INPUT, where, "name one of `grains` or `streams` of the case",
                    "its set is not given");
    }
    const int set = api_set_of(model, grain->set);
    if (set < 0) {
        return fail(error, SCREE_BAD_INPUT, where, "name one of `grains` or `streams` of the case",
                    "there is no set '%.60s'", grain->set);
    }
    const double own = spread_mean(&model_shape_of(model, set)->radius);
    v3 at = vector_of(grain->position);
    if (model->dimensions == 2 && at.z == 0)
        at.z = packing_depth(model);
    *out = (world_newcomer){
        .stands =
            {
                .set = set,
                .radius = grain->radius == 0 ? own : grain->radius,
                .at = at,
                .turn = turn_of(grain->orientation),
            },
        .velocity = vector_of(grain->velocity),
        .spin = vector_of(grain->spin),
    };
    return SCREE_OK;
}

scree_status scree_world_add(scree_world *handle, const scree_grain *grain, int64_t count,
                             int64_t *ids, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const model *model = world_model(handle->world);
    scree_status status = api_check_count(count, error);
    const int64_t room = status ? 1 : count + 1;
    world_newcomer *newcomer = mem_array(room, sizeof *newcomer);
    int64_t *id = mem_array(room, sizeof *id);
    if (!status && !(newcomer && id))
        status = fail_memory(error, "newcomers");
    for (int64_t i = 0; !status && i < count; i++)
        status = newcomer_of(model, &grain[i], i, &newcomer[i], error);
    if (!status)
        status = world_add(handle->world, newcomer, count, id, error);
    if (!status && ids) // whatever becomes of the probes, the grains are there
        memcpy(ids, id, (size_t)count * sizeof *ids);
    if (!status)
        status = probes_pass(handle, error);
    mem_free(newcomer);
    mem_free(id);
    plain_locale_end(locale);
    return status;
}

scree_status scree_world_remove(scree_world *handle, const int64_t *ids, int64_t count,
                                scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = api_check_count(count, error);
    if (!status)
        status = world_remove(handle->world, ids, count, error);
    if (!status)
        status = probes_pass(handle, error);
    plain_locale_end(locale);
    return status;
}

// ---- forces

static scree_status push(scree_world *handle, world_pushing what, const int64_t *ids,
                         const double *value, int64_t count, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = api_check_count(count, error);
    v3 *pushes = mem_array(status ? 1 : count + 1, sizeof *pushes);
    if (!status && !pushes)
        status = fail_memory(error, "forces");
    for (int64_t i = 0; !status && i < count; i++)
        pushes[i] = vector_of(value + 3 * i);
    if (!status)
        status = world_push(handle->world, what, ids, pushes, count, error);
    mem_free(pushes);
    plain_locale_end(locale);
    return status;
}

scree_status scree_world_push(scree_world *handle, const int64_t *ids, const double *force,
                              int64_t count, scree_error *error)
{
    return push(handle, WORLD_FORCE, ids, force, count, error);
}

scree_status scree_world_turn(scree_world *handle, const int64_t *ids, const double *moment,
                              int64_t count, scree_error *error)
{
    return push(handle, WORLD_MOMENT, ids, moment, count, error);
}

// ---- walls

// -1, and a fault: there is none of that name.
static int wall_of(const world *world, const char *name, scree_error *error)
{
    char names[240] = "";
    for (int wall = 0; wall < world_walls(world); wall++) {
        const char *one = world_wall_name(world, wall);
        if (!strcmp(one, name))
            return wall;
        text_list_add(names, sizeof names, one);
    }
    char where[80];
    snprintf(where, sizeof where, "wall '%.60s'", name);
    fail(error, SCREE_BAD_INPUT, where, *names ? "name one of those there are" : "",
         *names ? "there is no wall of that name; there are: %s" : "there are no walls%s", names);
    return -1;
}

// At least one; times within a millionth of a step are its end.
static int64_t steps_of(const world *world, double duration)
{
    const double most = 4503599627370496.0; // 2^52
    const double steps = ceil(duration / world_dt(world) - 1e-6);
    return steps < 1 ? 1 : (int64_t)(steps < most ? steps : most);
}

static scree_status lead(scree_world *handle, const char *name, const wall_lead *lead,
                         scree_error *error)
{
    const int wall = wall_of(handle->world, name, error);
    return wall < 0 ? SCREE_BAD_INPUT : world_lead_wall(handle->world, wall, lead, error);
}

static scree_status check_duration(const char *wall, double duration, bool endless,
                                   scree_error *error)
{
    if (duration >= 0 && (endless || isfinite(duration)))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, wall, "give seconds", "%g s is no duration", duration);
}

scree_status change_lead_step(scree_world *handle, const char *wall, const double velocity[3],
                              const double spin[3], scree_error *error)
{
    const wall_lead asked = {
        .velocity = vector_of(velocity),
        .spin = vector_of(spin),
        .steps = 1,
        .asked = true,
    };
    return lead(handle, wall, &asked, error);
}

scree_status change_lead(scree_world *handle, const char *wall, const double velocity[3],
                         const double spin[3], double duration, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = check_duration(wall, duration, true, error);
    if (!status) {
        const wall_lead asked = {
            .velocity = vector_of(velocity),
            .spin = vector_of(spin),
            .steps = steps_of(handle->world, duration),
        };
        status = lead(handle, wall, &asked, error);
    }
    plain_locale_end(locale);
    return status;
}

// What a word would say, the drive says otherwise before the next step.
static scree_status check_undriven(const scree_world *handle, const char *wall, scree_error *error)
{
    if (!drives_lead(handle, wall))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, wall,
                "let the drive move it, or end that: scree_world_drive with drive NULL",
                "a drive of the program leads this wall (scree_world_drive)");
}

scree_status scree_world_wall_move(scree_world *handle, const char *wall, const double velocity[3],
                                   const double spin[3], double duration, scree_error *error)
{
    const scree_status status = check_undriven(handle, wall, error);
    return status ? status : change_lead(handle, wall, velocity, spin, duration, error);
}

// The spin that turns the one into the other in that time, the shorter way round.
static v3 spin_between(q4 from, q4 to, double time)
{
    q4 turn = q4_mul(to, q4_conjugate(from));
    if (turn.w < 0)
        turn = (q4){-turn.w, -turn.x, -turn.y, -turn.z};
    const v3 axis = v3_make(turn.x, turn.y, turn.z);
    const double sine = v3_norm(axis);
    if (!(sine > 0))
        return axis;
    const double angle = 2 * real_atan2(sine, turn.w);
    return v3_scale(angle / (time * sine), axis);
}

static scree_status check_pose(const char *wall, const double position[3],
                               const double orientation[4], scree_error *error)
{
    double norm = 0;
    for (int i = 0; i < 4; i++)
        norm += orientation ? orientation[i] * orientation[i] : 0.25;
    if (!isfinite(position[0]) || !isfinite(position[1]) || !isfinite(position[2]))
        return fail(error, SCREE_BAD_INPUT, wall, "give three finite numbers",
                    "its place is not a number");
    if (!(fabs(norm - 1) < 1e-9))
        return fail(error, SCREE_BAD_INPUT, wall, "divide the quaternion by its length",
                    "its orientation is no quaternion of length 1");
    return SCREE_OK;
}

scree_status scree_world_wall_to(scree_world *handle, const char *wall, const double position[3],
                                 const double orientation[4], double duration, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = check_undriven(handle, wall, error);
    if (!status)
        status = check_duration(wall, duration, false, error);
    if (!status)
        status = check_pose(wall, position, orientation, error);
    const int number = status ? -1 : wall_of(handle->world, wall, error);
    if (!status && number < 0)
        status = SCREE_BAD_INPUT;
    if (!status) {
        const wall_pose now = world_wall_pose(handle->world, number);
        const int64_t steps = steps_of(handle->world, duration);
        const double time = (double)steps * world_dt(handle->world);
        const v3 way = v3_sub(vector_of(position), now.position);
        const q4 turn = orientation ? turn_of(orientation) : now.orientation;
        const wall_lead asked = {
            .velocity = v3_scale(1 / time, way),
            .spin = spin_between(now.orientation, turn, time),
            .steps = steps,
        };
        status = world_lead_wall(handle->world, number, &asked, error);
    }
    plain_locale_end(locale);
    return status;
}

scree_status scree_world_wall_push(scree_world *handle, const char *wall, const double force[3],
                                   const double torque[3], scree_error *error)
{
    static const double none[3] = {0, 0, 0};
    const plain_locale locale = plain_locale_begin();
    const int number = wall_of(handle->world, wall, error);
    const v3 pushed = vector_of(force ? force : none);
    const v3 turned = vector_of(torque ? torque : none);
    const scree_status status = number < 0
                                    ? SCREE_BAD_INPUT
                                    : world_push_wall(handle->world, number, pushed, turned, error);
    plain_locale_end(locale);
    return status;
}

static void put_vector(double out[3], v3 vector)
{
    out[0] = vector.x;
    out[1] = vector.y;
    out[2] = vector.z;
}

scree_status scree_world_wall_pose(const scree_world *handle, const char *wall, scree_pose *out,
                                   scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const int number = wall_of(handle->world, wall, error);
    plain_locale_end(locale);
    if (number < 0)
        return SCREE_BAD_INPUT;
    const wall_pose now = world_wall_pose(handle->world, number);
    put_vector(out->position, now.position);
    put_vector(out->velocity, now.velocity);
    put_vector(out->spin, now.spin);
    out->orientation[0] = now.orientation.w;
    out->orientation[1] = now.orientation.x;
    out->orientation[2] = now.orientation.y;
    out->orientation[3] = now.orientation.z;
    return SCREE_OK;
}
