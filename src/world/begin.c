// begin.c - motions of walls that a branch changes.
//
// A restored wall is where its image has it, with the speed it had. A drive that it had before goes on, and so does one that
// differs from it only in what is still to come (world/known_drives.c). Any other motion begins anew, at this place and
// time, as if the case had put the wall there: x(t) = x(now) + v (t - now). Where and when it began is then part of the
// state. With the row `jump` the wall is put where the drive would have brought it from the start of the case.
//
// Place and speed do not tell which motion it is: a wall that stands has been brought there by many. They are looked at only
// where an image does not know its drives: that of an older version.
#include "world/adapt.h"
#include "world/internal.h"

#include "base/mathlib.h"
#include "scene/motion_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- saved

// Only where a wall has begun anew: other states, and their hashes, know nothing of it.
bool world_save_motions(const world *world, image *im)
{
    shared *shared = world->shared;
    bool any = false;
    for (int i = 0; i < shared->walls; i++)
        any = any || shared->wall[i].motion.began;
    if (!any)
        return true;
    double *row =
        image_add(im, "wall/motion", (image_shape){IMAGE_F64, shared->walls, MOTION_NUMBERS}, "SI",
                  "where it began: position, orientation, time, step (-1: at the start); "
                  "velocity, spin before");
    for (int i = 0; row && i < shared->walls; i++, row += MOTION_NUMBERS) {
        const moving_wall *wall = &shared->wall[i];
        const wall_pose *pose = &wall->start;
        const wall_beginning *beginning = &wall->motion;
        const double numbers[MOTION_NUMBERS] = {pose->position.x,
                                                pose->position.y,
                                                pose->position.z,
                                                pose->orientation.w,
                                                pose->orientation.x,
                                                pose->orientation.y,
                                                pose->orientation.z,
                                                beginning->since,
                                                beginning->began ? (double)beginning->step : -1,
                                                beginning->velocity.x,
                                                beginning->velocity.y,
                                                beginning->velocity.z,
                                                beginning->spin.x,
                                                beginning->spin.y,
                                                beginning->spin.z};
        memcpy(row, numbers, sizeof numbers);
    }
    return any ? row != NULL : true;
}

static void load_motions(world *world, const image *im)
{
    const image_column *saved = image_find(im, "wall/motion", IMAGE_F64, MOTION_NUMBERS);
    const int walls = saved ? world->shared->walls : 0;
    for (int i = 0; i < walls; i++) {
        const double *row = image_reals(saved) + MOTION_NUMBERS * i;
        moving_wall *wall = &world->shared->wall[i];
        if (row[8] < 0)
            continue;
        wall->start.position = v3_at(row);
        wall->start.orientation = (q4){row[3], row[4], row[5], row[6]};
        wall->motion = (wall_beginning){
            .began = true,
            .since = row[7],
            .step = (int64_t)row[8],
            .velocity = v3_at(row + 9),
            .spin = v3_at(row + 12),
        };
    }
}

// ---- begun

static double turn_between(q4 first, q4 second)
{
    double same_sign = 0;
    double other_sign = 0; // q and -q are the same turn
    const double one[4] = {first.w, first.x, first.y, first.z};
    const double other[4] = {second.w, second.x, second.y, second.z};
    for (int i = 0; i < 4; i++) {
        const double sum = one[i] + other[i];
        const double difference = one[i] - other[i];
        same_sign += sum * sum;
        other_sign += difference * difference;
    }
    return sqrt(real_min(same_sign, other_sign));
}

static double longest3(v3 a, v3 b, v3 c)
{
    const double of_others = real_max(v3_norm(b), v3_norm(c));
    return real_max(v3_norm(a), of_others);
}

// Would the drive have brought the wall to where it is, at the speed it has? Up to rounding: times are sums of steps, and
// sines may differ in the last bits between versions of the program. That of the time counts by the speeds around now: a
// millionth of a step.
static bool is_in_place(const world *world, const moving_wall *wall)
{
    const double dt = world->shared->dt;
    const double time = world_time(world);
    const double little = 1e-6;
    const double same = 1e-9;
    const wall_pose *now = &wall->now;
    const wall_pose is = moving_wall_at(wall, time);
    const wall_pose later = moving_wall_at(wall, time + dt);
    const wall_pose before = moving_wall_at(wall, time - dt);
    const double speed_about = longest3(is.velocity, later.velocity, before.velocity);
    const double spin_about = longest3(is.spin, later.spin, before.spin);
    const double speed = real_max(v3_norm(now->velocity), speed_about);
    const double spin = real_max(v3_norm(now->spin), spin_about);
    const double size = v3_norm(now->position) + v3_norm(wall->start.position);
    const double moved = v3_distance(is.position, now->position);
    const double faster = v3_distance(is.velocity, now->velocity);
    const double spun = v3_distance(is.spin, now->spin);
    const double turned = turn_between(is.orientation, now->orientation);
    const bool in_place = moved <= same * size + little * dt * speed;
    const bool as_fast = faster <= little * speed;
    const bool spins_alike = spun <= little * spin;
    const bool faces_alike = turned <= same + little * dt * spin;
    return in_place && as_fast && spins_alike && faces_alike;
}

static scree_status see_whether_it_goes_on(const world *world, const moving_wall *wall,
                                           const image *im, bool *goes_on, scree_error *error)
{
    char *was;
    const scree_status status = world_known_drive(im, wall->name, &was, error);
    *goes_on = false;
    if (status != SCREE_OK)
        return status;
    if (!was) {
        *goes_on = is_in_place(world, wall);
        return SCREE_OK;
    }
    char *is = world_drive_words(wall);
    if (is)
        *goes_on = drive_words_go_on(was, is, world_time(world));
    free(was);
    free(is);
    return is ? SCREE_OK : fail_memory(error, "walls");
}

static wall_pose start_of_case(const moving_wall *wall)
{
    return (wall_pose){
        .position = primitive_reference(wall->shape),
        .velocity = v3_make(0, 0, 0),
        .spin = v3_make(0, 0, 0),
        .orientation = q4_identity(),
    };
}

static void jump(const world *world, moving_wall *wall)
{
    wall->start = start_of_case(wall);
    wall->motion = (wall_beginning){0};
    memset(wall->state, 0, sizeof wall->state);
    wall->now = wall->start;
    drive_in in = moving_wall_drive_in(wall, world_time(world));
    drive_chain_start(&wall->drive, &in, wall->state, &wall->now);
    wall->now = moving_wall_at(wall, world_time(world));
}

// `before`: how it has moved up to now.
static void begin_here(const world *world, moving_wall *wall, const wall_pose *before)
{
    const v3 still = {0, 0, 0};
    const wall_pose now = wall->now;
    wall->start = now;
    wall->start.velocity = still;
    wall->start.spin = still;
    wall->motion = (wall_beginning){
        .began = true,
        .since = world_time(world),
        .step = world->shared->step,
        .velocity = before->velocity,
        .spin = before->spin,
    };
    memset(wall->state, 0, sizeof wall->state);
    drive_in in = moving_wall_drive_in(wall, world_time(world));
    in.before = now;
    drive_chain_begin(&wall->drive, &in, &now, wall->state);
    const wall_pose next = moving_wall_at(wall, world_time(world));
    wall->now.velocity = next.velocity;
    wall->now.spin = next.spin;
}

// ---- led

// Places and their borders are looked at as those of other walls are, in the steps to come.
scree_status world_lead_wall(world *world, int number, const wall_lead *lead, scree_error *error)
{
    moving_wall *wall = &world->shared->wall[number];
    char where[128];
    snprintf(where, sizeof where, "walls.%.100s", wall->name);
    if (!drive_chain_led(&wall->drive)) {
        return fail(error, SCREE_BAD_INPUT, where,
                    "give it the drive {law: led, speed: ...} in the case",
                    "its motion is not that of a program");
    }
    const double rate = v3_norm(lead->spin);
    const double round = rate > 0 ? rate * wall->own.extent : 0;
    const double fastest = v3_norm(lead->velocity) + round;
    const double most = choice_real(&wall->drive.part[0], "speed");
    if (!(fastest <= most)) {
        return fail(error, SCREE_BAD_INPUT, where, "move it more slowly, or raise its `speed`",
                    "its fastest point would move at %.6g m/s, more than its `speed` of %.6g m/s",
                    fastest, most);
    }
    const bool flat = world->shared->model->dimensions == 2;
    if (flat && (lead->velocity.z != 0 || lead->spin.x != 0 || lead->spin.y != 0)) {
        return fail(error, SCREE_BAD_INPUT, where, "give a velocity in the plane, a spin about z",
                    "it would leave the plane of a 2D world");
    }
    // of two words in one step springs know the motion before the first
    const wall_beginning before = wall->motion;
    const bool again = before.began && before.step == world->shared->step;
    const double on = lead->asked ? 0.5 * world->shared->dt : 0;
    const double end = shared_time_of(world->shared, world->shared->step + lead->steps) + on;
    const double state[DRIVE_STATE] = {lead->velocity.x,
                                       lead->velocity.y,
                                       lead->velocity.z,
                                       lead->spin.x,
                                       lead->spin.y,
                                       lead->spin.z,
                                       end};
    // where there is a word for each step, the one before ends at this very time
    const wall_pose moved = shared_wall_before(world->shared, wall);
    begin_here(world, wall, &moved);
    if (again)
        wall->motion = before;
    memcpy(wall->state, state, sizeof state);
    const wall_pose now = moving_wall_at(wall, world_time(world));
    wall->now.velocity = now.velocity;
    wall->now.spin = now.spin;
    shared_place_walls(world->shared);
    return SCREE_OK;
}

static bool at_rest(const wall_pose *pose)
{
    return v3_norm(pose->velocity) + v3_norm(pose->spin) == 0;
}

scree_status world_begin_motions(world *world, const image *im, const bool *fresh,
                                 scree_error *error)
{
    load_motions(world, im);
    for (int i = 0; i < world->shared->walls; i++) {
        moving_wall *wall = &world->shared->wall[i];
        scree_status status = SCREE_OK;
        if (fresh[i]) { // where the case puts it, and its drive begins now
            wall->start = wall->now = start_of_case(wall);
            if (drive_chain_is(&wall->drive))
                begin_here(world, wall, &wall->now);
            continue;
        }
        const bool driven = drive_chain_is(&wall->drive);
        bool goes_on = false;
        if (driven)
            status = see_whether_it_goes_on(world, wall, im, &goes_on, error);
        if (status != SCREE_OK)
            return status;
        if (!driven && !at_rest(&wall->now)) {
            begin_here(world, wall, &wall->now);
        } else if (driven && goes_on) {
            status = drive_chain_go_on(&wall->drive, wall->name, wall->state, error);
        } else if (driven && drive_chain_jumps(&wall->drive)) {
            jump(world, wall);
        } else if (driven) {
            begin_here(world, wall, &wall->now);
        }
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}
