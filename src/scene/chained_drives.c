// chained_drives.c - the drives of a wall as one motion; see drive.h.
//
// Each drive is a motion of space as a whole, x -> T_k(t) x, and the wall is at T_n ... T_1 of where it began. Velocity and
// spin of the product: v = v_n + R_n v', w = w_n + R_n w', where the primed ones are those of the drives before, v_n and
// w_n those of the last one on a wall that stands where they have brought it, and R_n is the turn of the last one.
#include "scene/drive.h"

#include "base/mathlib.h"
#include "scene/drive_parts.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const drive *drive_at(const drive_chain *chain, int part)
{
    return drive_find(chain->part[part].what);
}

// Drives that keep a state stand alone, so the first is the one.
static const drive *first_of(const drive_chain *chain)
{
    return chain->parts > 0 ? drive_at(chain, 0) : NULL;
}

bool drive_chain_is(const drive_chain *chain)
{
    return chain->parts > 0;
}

bool drive_chain_led(const drive_chain *chain)
{
    const drive *drive = first_of(chain);
    return drive && drive->led;
}

bool drive_chain_takes_push(const drive_chain *chain)
{
    const drive *drive = first_of(chain);
    return drive && drive->pushed_by_program;
}

bool drive_chain_answers(const drive_chain *chain)
{
    const drive *drive = first_of(chain);
    return drive && drive->answers;
}

bool drive_chain_partial(const drive_chain *chain)
{
    for (int i = 0; i < chain->parts; i++) {
        if (drive_at(chain, i)->partial)
            return true;
    }
    return false;
}

bool drive_chain_yields(const drive_chain *chain)
{
    const drive *drive = first_of(chain);
    return drive && drive->yield;
}

bool drive_chain_pushed(const drive_chain *chain)
{
    const drive *drive = first_of(chain);
    return drive && drive->push;
}

bool drive_chain_moves(const drive_chain *chain)
{
    for (int i = 0; i < chain->parts; i++) {
        const drive *drive = drive_at(chain, i);
        if (drive->pace || drive->push)
            return true;
    }
    return false;
}

bool drive_chain_jumps(const drive_chain *chain)
{
    for (int i = 0; i < chain->parts; i++) {
        if (choice_flag(&chain->part[i], "jump"))
            return true;
    }
    return false;
}

scree_status drive_chain_read(const drive_chain *chain, const char *wall, const char *folder,
                              fault_list *faults, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < chain->parts && status == SCREE_OK; i++) {
        const drive *drive = drive_at(chain, i);
        if (drive->read)
            status = drive->read(&chain->part[i], wall, folder, faults, error);
    }
    return status;
}

static scree_status check_plane(const drive *drive, const choice *choice, const char *wall,
                                scree_error *error)
{
    const drive_leaving leaving =
        drive->leaves_plane ? drive->leaves_plane(choice) : (drive_leaving){0};
    return leaving.what ? drive_fail(error, wall, leaving.hint, leaving.what) : SCREE_OK;
}

scree_status drive_chain_check(const drive_chain *chain, const char *wall, int dimensions,
                               scree_error *error)
{
    for (int i = 0; i < chain->parts; i++) {
        const drive *drive = drive_at(chain, i);
        if ((drive->answers || drive->led) && chain->parts > 1) {
            char what[120];
            snprintf(what, sizeof what, "'%s' answers to %s and cannot be one of several",
                     drive->what.name, drive->led ? "a program" : "the grains");
            return drive_fail(error, wall, "let it stand alone", what);
        }
        scree_status status = drive->check ? drive->check(&chain->part[i], wall, error) : SCREE_OK;
        if (status == SCREE_OK && dimensions == 2)
            status = check_plane(drive, &chain->part[i], wall, error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

static bool same_turn(q4 first, q4 second)
{
    return first.w == second.w && first.x == second.x && first.y == second.y && first.z == second.z;
}

// Drives that turn do it about a point of space, where it is given, and carry round where the wall has come to; else about
// the reference point of the wall, wherever that is.
static bool turns_about_a_place(const choice *choice)
{
    return plugin_row(choice->what, "point") && choice_given(choice, "point");
}

// The next motion of a wall that those before it have brought to `so_far`.
static wall_pose after(const drive *drive, const choice *choice, const drive_in *in,
                       double state[DRIVE_STATE], const wall_pose *so_far)
{
    const v3 still = {0, 0, 0};
    drive_in here = *in;
    wall_pose next;
    here.start = *so_far;
    here.start.velocity = still;
    here.start.spin = still;
    drive->pose(choice, &here, state, &next);
    v3 velocity = so_far->velocity;
    v3 spin = so_far->spin;
    if (!same_turn(next.orientation, so_far->orientation)) {
        const q4 back = q4_conjugate(so_far->orientation);
        const q4 turn = q4_mul(next.orientation, back);
        if (turns_about_a_place(choice))
            velocity = q4_rotate(turn, velocity);
        spin = q4_rotate(turn, spin);
    }
    next.velocity = v3_add(next.velocity, velocity);
    next.spin = v3_add(next.spin, spin);
    return next;
}

void drive_chain_pose(const drive_chain *chain, const drive_in *in, double state[DRIVE_STATE],
                      wall_pose *out)
{
    if (chain->parts == 1) {
        drive_at(chain, 0)->pose(&chain->part[0], in, state, out);
        return;
    }
    wall_pose pose = in->start;
    for (int i = 0; i < chain->parts; i++)
        pose = after(drive_at(chain, i), &chain->part[i], in, state, &pose);
    *out = pose;
}

void drive_chain_start(const drive_chain *chain, const drive_in *in, double state[DRIVE_STATE],
                       wall_pose *now)
{
    const drive *drive = first_of(chain);
    if (drive && drive->start)
        drive->start(&chain->part[0], in, state, now);
}

void drive_chain_begin(const drive_chain *chain, const drive_in *in, const wall_pose *now,
                       double state[DRIVE_STATE])
{
    const drive *drive = first_of(chain);
    if (drive && drive->begin)
        drive->begin(&chain->part[0], in, now, state);
}

scree_status drive_chain_mass(const drive_chain *chain, const primitive *surface, const char *name,
                              int dimensions, rigid *out, scree_error *error)
{
    const drive *drive = first_of(chain);
    *out = (rigid){.mass = 0};
    if (!drive || !drive->mass)
        return SCREE_OK;
    return drive->mass(&chain->part[0], surface, name, dimensions, out, error);
}

const char *drive_chain_rigid_grains(const drive_chain *chain)
{
    const drive *drive = first_of(chain);
    return drive && drive->rigid_grains ? drive->rigid_grains(&chain->part[0]) : NULL;
}

double drive_chain_held(const drive_chain *chain, const double state[DRIVE_STATE])
{
    const drive *drive = first_of(chain);
    return drive && drive->held ? drive->held(state) : 0;
}

bool drive_chain_aims(const drive_chain *chain)
{
    const drive *drive = first_of(chain);
    return drive && drive->aim;
}

void drive_chain_aim(const drive_chain *chain, const drive_in *in, double *wanted, double *held)
{
    first_of(chain)->aim(&chain->part[0], in, wanted, held);
}

bool drive_chain_doubt(const drive_chain *chain, const drive_outlook *outlook, char *out,
                       size_t size)
{
    const drive *drive = first_of(chain);
    return drive && drive->doubt && drive->doubt(&chain->part[0], outlook, out, size);
}

bool drive_chain_weighs(const drive_chain *chain)
{
    const drive *drive = first_of(chain);
    return drive && drive->weigh;
}

bool drive_chain_weigh(const drive_chain *chain, double mass, double time,
                       double state[DRIVE_STATE])
{
    return first_of(chain)->weigh(&chain->part[0], mass, time, state);
}

v3 drive_chain_section(const drive_chain *chain)
{
    const drive *drive = first_of(chain);
    if (!drive || !drive->section)
        return v3_make(0, 0, 0);
    return drive->section(&chain->part[0]);
}

scree_status drive_chain_go_on(const drive_chain *chain, const char *wall,
                               const double state[DRIVE_STATE], scree_error *error)
{
    const drive *drive = first_of(chain);
    if (!drive || !drive->go_on)
        return SCREE_OK;
    return drive->go_on(&chain->part[0], wall, state, error);
}

drive_yield drive_chain_yield(const drive_chain *chain, const drive_in *in,
                              const double state[DRIVE_STATE])
{
    return first_of(chain)->yield(&chain->part[0], in, state);
}

drive_push drive_chain_push(const drive_chain *chain)
{
    return first_of(chain)->push(&chain->part[0], chain->wall);
}

double drive_chain_cycle(const drive_chain *chain)
{
    double least = INFINITY;
    for (int i = 0; i < chain->parts; i++) {
        const drive *drive = drive_at(chain, i);
        if (drive->cycle)
            least = real_min(least, drive->cycle(&chain->part[i]));
    }
    return least;
}

drive_pace drive_chain_pace(const drive_chain *chain, int part, v3 reference, double duration)
{
    const drive *drive = drive_at(chain, part);
    if (!drive->pace)
        return (drive_pace){0};
    return drive->pace(&chain->part[part], reference, duration);
}
